"""What the forms of a kind of answer are: its line, its document, its JSON, its exit status."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:  # it imports Rich, which takes long
    from tracker.render.document import Document

Shown = TypeVar("Shown")
EXIT_NEGATIVE: Final = 1
"""The exit status of a negative answer: a claim that is not proven, a record with problems."""
EXIT_UNANSWERED: Final = 2
"""The exit status of a question that was not answered."""
EXIT_CONTRADICTION: Final = 3
"""The exit status of a record that contradicts itself."""


Derived: TypeAlias = Mapping[str, Callable[[Any, Any], Any]]
"""What in the JSON of an answer no field and no property says, words above all: by ``Class.key``
what makes it of a value and the answer."""


@dataclass(frozen=True)
class Forms(Generic[Shown]):
    """How one kind of answer shows itself."""

    line: Callable[[Shown], str]
    """What it is, in a few words on one line."""
    document: Callable[[Shown], Document]
    """All of it."""
    nothing: Callable[[Shown], str] | None = None
    """What is said instead of a list that is empty."""
    derived: Derived = field(default_factory=dict)
    """What in its JSON no field and no property says."""
    status: Callable[[Shown], int] = lambda _: 0
    """The exit status of a command with this answer; not 0 where the answer is negative."""
