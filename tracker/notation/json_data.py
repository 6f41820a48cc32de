"""What the JSON form is made of, and from a record to its data.

An event's keys are the fields of its class, so that reading and writing cannot drift apart.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, TypeAlias

from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    Pass,
    Show,
)
from tracker.game.record import Record
from tracker.game.rules import PRESETS

JsonObject: TypeAlias = dict[str, Any]

FORMAT: Final = "literature-record"
VERSION: Final = 1
EVENT_TYPES: Final[dict[str, type[Event]]] = {
    "ask": Ask,
    "claim": Claim,
    "pass": Pass,
    "hand-size": HandSize,
    "show": Show,
    "challenge": Challenge,
    "decline": Decline,
    "award": Award,
    "give": Give,
}
_TYPE_NAMES: Final = {event_type: name for name, event_type in EVENT_TYPES.items()}
_COMMON: Final = frozenset(field.name for field in fields(Event))


def event_keys(event_type: type[Event]) -> tuple[str, ...]:
    """The keys that only events of a type have, in order."""
    return tuple(field.name for field in fields(event_type) if field.name not in _COMMON)


EVENT_KEYS: Final = {name: event_keys(event_type) for name, event_type in EVENT_TYPES.items()}


def record_data(record: Record) -> JsonObject:
    """The data of a record whose comments are tidy."""
    data: JsonObject = {"format": FORMAT, "version": VERSION}
    optional: JsonObject = {
        "tags": dict(record.tags),
        "rules": {"preset": record.preset, **record.rules.overrides(PRESETS[record.preset])},
        "books": [{"name": book.name, "cards": list(book.cards)} for book in record.books],
        "seats": list(record.seats),
        "teams": record.teams and [list(team) for team in record.teams],
        "dealer": record.dealer,
        "sizes": record.sizes and dict(record.sizes),
        "hands": [
            {"seat": hand.seat, "cards": list(hand.cards), "whole": hand.whole}
            for hand in record.hands
        ],
        "settled": [{"book": entry.book, "seat": entry.seat} for entry in record.settled],
        "turn": record.turn,
        "header_comments": {
            comment.line: _comments(comment.above, "beside", comment.beside)
            for comment in record.header_comments
        },
        "events": [_event_data(event) for event in record.events],
        "closing": list(record.closing),
    }
    return data | {key: value for key, value in optional.items() if value or key == "events"}


def _comments(above: tuple[str, ...], key: str, beside: str) -> JsonObject:
    lines: JsonObject = {"above": list(above)} if above else {}
    return lines | ({key: beside} if beside else {})


def _event_data(event: Event) -> JsonObject:
    name = _TYPE_NAMES[type(event)]
    data: JsonObject = {"type": name}
    for key in EVENT_KEYS[name]:
        if key != "shown" or getattr(event, key) is not None:
            data[key] = _value_data(key, getattr(event, key))
    if event.irregular:
        data["irregular"] = True
    return data | _comments(event.above, "comment", event.comment)


def _value_data(key: str, value: Any) -> Any:
    if key in ("holdings", "shown"):
        return dict(value)
    return list(value) if key == "cards" else value
