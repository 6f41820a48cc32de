"""What the JSON form is made of, and from a record to its data.

An event's keys are the fields of its class, so that reading and writing cannot drift apart.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from tracker.game.events import KINDS, Event, own_fields
from tracker.game.record import Record
from tracker.game.rules import PRESETS

JsonObject: TypeAlias = dict[str, Any]

FORMAT: Final = "literature-record"
VERSION: Final = 1
EVENT_TYPES: Final = {kind.kind: kind for kind in KINDS}
EVENT_KEYS: Final = {kind.kind: own_fields(kind) for kind in KINDS}


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
    """An event as a JSON object; it has ``shown`` only where cards were shown."""
    data: JsonObject = {"type": event.kind}
    for key in EVENT_KEYS[event.kind]:
        if key != "shown" or getattr(event, key) is not None:
            data[key] = _value_data(key, getattr(event, key))
    if event.irregular:
        data["irregular"] = True
    return data | _comments(event.above, "comment", event.comment)


def _value_data(key: str, value: Any) -> Any:
    if key in ("holdings", "shown"):
        return dict(value)
    return list(value) if key == "cards" else value
