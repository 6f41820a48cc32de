"""What the library answers, and how an answer shows itself.

Every answer is an ``Answer``: ``str`` is the text that the command prints, ``repr`` is one line, a
notebook shows HTML, and ``to_json`` gives what the command prints with ``--json``. The layers that
work answers out know nothing of wording: what shows them is above, and loaded when first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar, cast, overload

from tracker import wiring

Item = TypeVar("Item", covariant=True)
Value = TypeVar("Value")
Step = TypeVar("Step")
Kind = TypeVar("Kind", bound=type)
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
        return str(wiring.rendering().as_text(self))

    def __repr__(self) -> str:
        """One line of at most 300 characters, which says what this is."""
        return str(wiring.rendering().as_line(self))

    def _repr_html_(self) -> str:
        """What a notebook shows; nothing in it can be taken for markup."""
        return str(wiring.rendering().as_html(self))

    def to_json(self) -> Any:
        """Plain data: what the command prints with ``--json``."""
        return wiring.rendering().as_json(self)

    @property
    def exit_status(self) -> int:
        """The exit status of the command: 0, but where the answer is negative or there is none."""
        return int(wiring.rendering().exit_status(self))


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


class InSteps(Generic[Step, Value]):
    """An answer that is worked out in steps: going through it does them, then it has the result.

    Args:
        work: gives each step, and returns the result.
    """

    result: Value
    """The result, once all steps are done."""

    def __init__(self, work: Generator[Step, None, Value]) -> None:
        self._work = work

    def __iter__(self) -> Iterator[Step]:
        self.result = yield from self._work


def json_keys(*keys: str) -> Callable[[Kind], Kind]:
    """Say what the JSON of a class has, where that is not simply its fields.

    Args:
        keys: each the name of a field or property; ``key=path`` where its name is another, or where
            it is that of something within; ``*=path`` for all the keys of what is there.
    """

    def keyed(kind: Kind) -> Kind:
        kind._json_keys = keys  # type: ignore[attr-defined]
        return kind

    return keyed


ALL: Final = "*"
"""In ``json_keys`` all the keys of something within."""


def json_key(name: str) -> dict[str, str]:
    """Metadata of a dataclass's field whose key in JSON is not its name."""
    return {JSON_KEY: name}


HIDDEN: Final = {JSON_KEY: None}
"""Metadata of a dataclass's field that is no part of the JSON."""
OPTIONAL: Final = {"optional": True}
"""Metadata of a dataclass's field that the JSON has only where it is not None."""
MOMENT: Final = {"moment": True}
"""Metadata of a dataclass's field that is the number of an event, or a moment."""
KEY: Final = {"key": True}
"""Metadata of the fields of a dataclass by which it is told which items of lists are the same one.
Without such a field, only equal items are."""


WRITTEN: Final = "written"
"""The key, in the metadata of a field, of what makes of a value about a way to fill the gaps of a
record one about the record: a function of the value, and of the moments in that way that those of
the record are."""


def put_together(rule: Callable[[Sequence[Any]], Any]) -> dict[str, object]:
    """Metadata of a field of which something else is told over several ways to fill gaps.

    Args:
        rule: gives it from the values of the field, one for each way.
    """
    return {"rule": rule}


def in_all(values: Sequence[Any]) -> Any:
    """What is the same in all of several values: of mappings or lists the entries, else truth."""
    first, *others = values
    if isinstance(first, Mapping):
        return {
            key: value
            for key, value in first.items()
            if all(key in other and other[key] == value for other in others)
        }
    if isinstance(first, tuple):
        return tuple(item for item in first if all(item in other for other in others))
    return all(values)


def cases_of(part: Callable[[Any], Any]) -> dict[str, object]:
    """Metadata of a field that tells, where that differs, each case of some part of its dataclass.

    Args:
        part: gives the part; None: where it is that in one way, no cases are told.
    """
    return {"cases": part}


SHARED: Final = {"shared": True}
"""Metadata of a field that is a mapping: over several ways to fill gaps it has the keys of all."""
ABSENT: Final = "absent"
"""The key, in the metadata of a field, of its value in ways in which the list has no such item. So
an item that the list has in some ways only is told as one that it has, not as a ``Case``."""


# -- what depends on gaps -------------------------------------------------------------------------

When: TypeAlias = tuple[Mapping[str, object], ...]
"""A way to fill the gaps of a record: for each that decides its ``event``, and the value of the
field that it leaves open."""


@dataclass(frozen=True)
class Case(Generic[Item]):
    """What is so in some ways to fill gaps; of an item of a list, that the list has it."""

    value: Item
    when: When


@dataclass(frozen=True)
class Depends(Generic[Item]):
    """A value that gaps decide. It counts as false: that it is so is not certain."""

    cases: tuple[Case[Item], ...]

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "?"


def certain(items: Iterable[Value | Case[Value]]) -> tuple[Value, ...]:
    """The items that a list has however gaps are filled."""
    return tuple(item for item in items if not isinstance(item, Case))


def in_any_case(item: Value | Case[Value]) -> Value:
    """An item of a list, whether the list has it in all cases or in some."""
    return item.value if isinstance(item, Case) else item
