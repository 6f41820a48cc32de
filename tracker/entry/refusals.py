"""Whether a statement fits those before it, and if not, why."""

from __future__ import annotations

from dataclasses import replace

from tracker.entry.changes import Broken, Deed, Refusal
from tracker.entry.checked_record import CheckedRecord
from tracker.game.record import Record


def judge(tried: CheckedRecord, deed: Deed, number: int) -> Refusal | None:
    """Why an event of a record is to be refused; none where it fits those before it.

    Args:
        tried: the record with it.
        deed: what is to be done.
        number: the number of the event.
    """
    broken = tuple(
        Broken(violation, tried.since(violation, number)) for violation in tried.broken(number)
    )
    impossible = number in tried.contradictions
    if not broken and not impossible:
        return None
    bad = tuple(other for other in tried.contradictions if other < number)
    event = tried.record.events[number - 1]
    refusal = Refusal(deed, event, number, tried.record, broken, impossible, bad=bad)
    fits = not event.irregular and number not in tried.to(marked(refusal)).contradictions
    return replace(refusal, may_be_irregular=fits)


def marked(refusal: Refusal) -> Record:
    """The record with the statement refused, marked irregular."""
    events = list(refusal.record.events)
    events[refusal.number - 1] = replace(refusal.event, irregular=True)
    return refusal.record.with_events(tuple(events))
