"""A record with a change: what a statement put in, taken out or commented makes of it.

Nothing is judged here: what comes after a change stays, whether it still fits or not. Numbers of
events are those of events that there are.
"""

from __future__ import annotations

from dataclasses import replace

from tracker.game.events import Event
from tracker.game.record import Record


def appended(record: Record, event: Event) -> Record:
    """With one more event; the comments at the end are then above it."""
    event = replace(event, above=record.closing + event.above)
    return replace(record, events=(*record.events, event), closing=())


def replaced(record: Record, number: int, event: Event) -> Record:
    """With another event in the place of one, whose comments stay."""
    old = record.events[number - 1]
    comment = event.comment or old.comment
    return spliced(record, number, replace(event, above=old.above, comment=comment))


def spliced(record: Record, number: int, *events: Event) -> Record:
    """With some events in the place of one."""
    old = record.events
    return record.with_events((*old[: number - 1], *events, *old[number:]))


def without(record: Record, first: int, last: int) -> Record:
    """Without some events in a row; the comments above them stay."""
    before, gone, after = (
        record.events[: first - 1],
        record.events[first - 1 : last],
        record.events[last:],
    )
    above = tuple(comment for event in gone for comment in event.above)
    if not after:
        return replace(record, events=before, closing=above + record.closing)
    following = replace(after[0], above=above + after[0].above)
    return record.with_events((*before, following, *after[1:]))
