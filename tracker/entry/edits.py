"""Changes to the events of a record; comments stay where they belong."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from tracker.errors import RecordError
from tracker.game.events import Event
from tracker.game.record import Record


def event_of(record: Record, number: int) -> Event:
    """An event by its number.

    Raises:
        RecordError: where there is no such event.
    """
    events = record.events
    if not 1 <= number <= len(events):
        known = f"expected 1 to {len(events)}" if events else "there is none yet"
        raise RecordError(f"there is no event {number} ({known})")
    return events[number - 1]


def difference(old: Record, new: Record) -> tuple[int, Event | None, Event | None] | None:
    """The one event in which two records differ, if it is one.

    Returns:
        Its number; what it was, none where it came in; and what it is, none where it was taken out.
    """
    pairs = zip(old.events, new.events, strict=False)
    first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    was, now = old.events[first:], new.events[first:]
    if was[1:] == now[1:] and was and now:
        return first + 1, was[0], now[0]
    if was[1:] == now and was:
        return first + 1, was[0], None
    return (first + 1, None, now[0]) if was == now[1:] and now else None


def appended(record: Record, event: Event) -> Record:
    """The record with one more event; the comments at its end are then above that."""
    event = replace(event, above=record.closing + event.above)
    return replace(record, events=(*record.events, event), closing=())


def replaced(record: Record, number: int, event: Event) -> Record:
    """The record with another event in the place of one; its comments stay."""
    before = record.events[: number - 1]
    old, *after = record.events[number - 1 :]
    event = replace(event, above=old.above, comment=event.comment or old.comment)
    return record.with_events((*before, event, *after))


def beside(record: Record, number: int, comment: str) -> Record:
    """The record with another comment, or none, beside an event."""
    before = record.events[: number - 1]
    event, *after = record.events[number - 1 :]
    return record.with_events((*before, replace(event, comment=comment), *after))


def inserted(record: Record, number: int, event: Event) -> Record:
    """The record with one more event before another."""
    return record.with_events((*record.events[: number - 1], event, *record.events[number - 1 :]))


def deleted(record: Record, number: int) -> Record:
    """The record without an event; the comments above it stay."""
    before = record.events[: number - 1]
    old, *after = record.events[number - 1 :]
    if not after:
        return replace(record, events=before, closing=old.above + record.closing)
    after[0] = replace(after[0], above=old.above + after[0].above)
    return record.with_events((*before, *after))


def commented(record: Record, line: str) -> Record:
    """The record with one more comment at its end."""
    return replace(record, closing=(*record.closing, line))
