"""Answers as plain data: the one way from dataclasses to what JSON can write.

A dataclass becomes an object with a key for each field, in their order; ``answers.json_key`` gives
a field another key, or none. Tuples become lists, fractions floats. What has no number is null, and
teams, views and causes are written as the interface has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from math import isnan
from typing import TYPE_CHECKING, Any

from tracker.answers import JSON_KEY, Answer, Case, Depends
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.table import Team
from tracker.knowledge.facts import Cause, Deal, cause_to_json
from tracker.knowledge.views import View

if TYPE_CHECKING:
    from tracker.analysis.shares import Share

Json = dict[str, Any]


def plain(value: object) -> Any:
    """Any value of an answer as plain data; an answer within another in its own form.

    Raises:
        TypeError: for a value of a type that no form of JSON is known for.
    """
    match value:
        case None | bool() | int() | str():
            return value
        case float() | Fraction():
            return None if isnan(value) else float(value)
        case Answer():
            return value.to_json()
        case View():
            return value.name
        case Team():
            return str(value)
        case Mapping():
            return {str(key): plain(entry) for key, entry in value.items()}
        case Depends() | Case():
            return _by_gaps(value)
        case _ if isinstance(value, Cause):
            return cause_to_json(value)
        case _ if is_dataclass(value):
            return members(value)
        case tuple() if hasattr(value, "_asdict"):
            return plain(value._asdict())
        case list() | tuple():
            return [plain(entry) for entry in value]
        case _:
            raise TypeError(f"{type(value).__name__} has no form in JSON")


def _by_gaps(value: Depends[object] | Case[object]) -> Json:
    """What gaps decide: each case of a value; or an item of a list, with when the list has it."""
    if isinstance(value, Depends):
        return {"depends": [members(case) for case in value.cases]}
    item = value.value
    return members(item) | {"when": plain(value.when)} if is_dataclass(item) else members(value)


def members(value: object) -> Json:
    """The fields of a dataclass as an object, but for those without a key."""
    document: Json = {}
    for field in fields(value):  # type: ignore[arg-type]
        key, entry = field.metadata.get(JSON_KEY, field.name), getattr(value, field.name)
        if key is not None and not (entry is None and "optional" in field.metadata):
            document[key] = plain(entry)
    return document


def share_json(share: Share) -> Json:
    """A share of the deals: with its limits where it comes from deals drawn."""
    document: Json = {"probability": plain(share.probability), "exact": share.exact}
    return document if share.exact else document | {"interval": [share.low, share.high]}


def hands(seats: Iterable[Seat], deal: Deal | None) -> dict[Seat, list[Card]] | None:
    """A deal as the hand of each seat, in deck order; None for no deal."""
    if deal is None:
        return None
    return {seat: [card for card, holder in deal.items() if holder == seat] for seat in seats}
