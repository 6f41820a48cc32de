"""What the library answers, and how an answer shows itself.

Every answer is an ``Answer``: ``str`` is the text that the command prints, ``repr`` is one line, a
notebook shows HTML, and ``to_json`` gives what the command prints with ``--json``. The forms of
each kind of answer are registered in ``tracker.render.registry``. That module is imported when an
answer is first shown: the layers that work answers out know nothing of wording.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from importlib import import_module
from typing import Any, ClassVar, Final, TypeVar, cast, overload

Item = TypeVar("Item", covariant=True)
LONGEST: Final = 300
"""Characters of a value's one line."""
JSON_KEY: Final = "json"
"""The key, in the metadata of a dataclass's field, of what ``json_key`` says."""


class Brief:
    """The base of values that are no answers. A dataclass that is one needs ``repr=False``."""

    def __repr__(self) -> str:
        """Its fields, as dataclasses show them, but at most 300 characters."""
        shown = (field for field in fields(cast(Any, self)) if field.repr)
        values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in shown)
        return brief(f"{type(self).__name__}({values})")


def brief(shown: str) -> str:
    """What is shown on one line: where it is longer than that, its beginning and its last sign."""
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 2]}…{shown[-1]}"


class Answer:
    """The base of all answers. A dataclass that is one needs ``repr=False``."""

    def __str__(self) -> str:
        """The text that the command prints, 80 columns wide and without colours."""
        return str(_registry().as_text(self))

    def __repr__(self) -> str:
        """One line of at most 300 characters, which says what this is."""
        return str(_registry().as_line(self))

    def _repr_html_(self) -> str:
        """What a notebook shows; nothing in it can be taken for markup."""
        return str(_registry().as_html(self))

    def to_json(self) -> Any:
        """Plain data: what the command prints with ``--json``."""
        return _registry().as_json(self)


class AnswerList(Answer, Sequence[Item]):
    """An answer that is a list: it has a length, can be indexed and gone through.

    A subclass names the field that is the list: ``class Asks(AnswerList[AskOdds], field="asks")``.
    """

    _field: ClassVar[str]

    def __init_subclass__(cls, *, field: str) -> None:
        super().__init_subclass__()
        cls._field = field

    @property
    def items(self) -> tuple[Item, ...]:
        """What the list has, in its order."""
        items: tuple[Item, ...] = getattr(self, self._field)
        return items

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...

    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        return self.items[index]


def json_key(name: str) -> dict[str, str]:
    """Metadata of a dataclass's field whose key in JSON is not its name."""
    return {JSON_KEY: name}


HIDDEN: Final = {JSON_KEY: None}
"""Metadata of a dataclass's field that is no part of the JSON."""
OPTIONAL: Final = {"optional": True}
"""Metadata of a dataclass's field that the JSON has only where it is not None."""


def _registry() -> Any:
    return import_module("tracker.render.registry")
