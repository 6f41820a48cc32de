"""Answers as plain data: the one way from dataclasses to what JSON can write.

A dataclass becomes an object with a key for each field, in their order, or with the keys that
``answers.json_keys`` gives it. Tuples become lists, fractions floats, events statements. What has
no number is null, and teams, views and causes are written as the interface has them. Words are
made here above: an answer's ``Forms`` say which keys are words, and of what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from functools import cache
from math import isnan
from operator import attrgetter
from typing import Any

from tracker.answers import ALL, JSON_KEY, Case, Depends
from tracker.game.cards import Card
from tracker.game.events import BaseEvent, Seat
from tracker.game.table import Team
from tracker.knowledge.facts import Cause, Deal, cause_to_json
from tracker.notation.text import format_event
from tracker.render.forms import Derived

Json = dict[str, Any]


@dataclass(frozen=True)
class Writer:
    """Writes an answer, or what is within one, as plain data."""

    answer: Any = None
    """The answer; None: values that stand alone."""
    derived: Derived = field(default_factory=dict)

    def plain(self, value: object) -> Any:
        """Any value of an answer as plain data; an answer within another in its own form.

        Raises:
            TypeError: for a value of a type that no form of JSON is known for.
        """
        match value:
            case None | bool() | int() | str():
                return value
            case float() | Fraction():
                return None if isnan(value) else float(value)
            case BaseEvent():
                return format_event(value, self.answer.record)  # type: ignore[arg-type]
            case Team():
                return str(value)
            case Mapping():
                return {str(key): self.plain(entry) for key, entry in value.items()}
            case Depends() | Case():
                return self._by_gaps(value)
            case _ if isinstance(value, Cause):
                return cause_to_json(value)
            case _ if hasattr(value, "to_json"):
                return value.to_json()
            case _ if is_dataclass(value):
                return self.members(value)
            case tuple() if hasattr(value, "_asdict"):
                return self.plain(value._asdict())
            case list() | tuple():
                return [self.plain(entry) for entry in value]
            case _:
                raise TypeError(f"{type(value).__name__} has no form in JSON")

    def members(self, value: Any) -> Json:
        """A dataclass as an object: its keys, in their order."""
        document: Json = {}
        for key, path, is_optional in keys_of(value.__class__):
            derive = self._derives(value.__class__, path if key == ALL else key)
            entry = derive(value, self.answer) if derive else attrgetter(path)(value)
            if key == ALL:
                document |= self.plain(entry)
            elif entry is not None or not is_optional:
                document[key] = self.plain(entry)
        return document

    def _derives(self, kind: type, key: str) -> Callable[[Any, Any], Any] | None:
        """What makes a key of a class, where it is derived."""
        names = (f"{each.__name__}.{key}" for each in kind.__mro__) if self.derived else ()
        return next((self.derived[name] for name in names if name in self.derived), None)

    def _by_gaps(self, value: Depends[object] | Case[object]) -> Json:
        """What gaps decide: each case of a value; or an item of a list, with when it has it."""
        if isinstance(value, Depends):
            return {"depends": [self.members(case) for case in value.cases]}
        written = self.plain(value.value)
        is_item = is_dataclass(value.value) and isinstance(written, dict)
        return (written if is_item else {"value": written}) | {"when": self.plain(value.when)}


@cache
def keys_of(kind: type) -> tuple[tuple[str, str, bool], ...]:
    """The keys of a class in JSON.

    Args:
        kind: a dataclass, or a class with ``json_keys``.

    Returns:
        Each with the path of attributes to its value, and whether it is left out where that is
        None. The key ``ALL`` stands for all the keys of the value.
    """
    told = {each.name: each.metadata for each in fields(kind)} if is_dataclass(kind) else {}
    keys = []
    for entry in getattr(kind, "_json_keys", told):
        name, _, path = entry.rpartition("=")
        metadata: Mapping[Any, Any] = told.get(path, {})
        key = name or metadata.get(JSON_KEY, path)
        if key is not None:
            keys.append((key, path, "optional" in metadata))
    return tuple(keys)


def plain(value: object) -> Any:
    """Any value that is no part of an answer as plain data."""
    return Writer().plain(value)


def hands(seats: Iterable[Seat], deal: Deal | None) -> dict[Seat, list[Card]] | None:
    """A deal as the hand of each seat, in deck order; None for no deal."""
    if deal is None:
        return None
    return {seat: [card for card, holder in deal.items() if holder == seat] for seat in seats}
