"""Whether a statement fits those before it, and if not, why."""

from __future__ import annotations

from dataclasses import replace

from tracker.entry.changes import Broken, Deed, Refusal
from tracker.entry.ledger import Ledger
from tracker.game.record import Record


def judge(ledger: Ledger, deed: Deed, number: int, record: Record) -> Refusal | None:
    """Why an event of a record is to be refused; none where it fits those before it.

    Args:
        ledger: where to replay it; ``go_back`` is left to the caller.
        deed: what is to be done.
        number: the number of the event.
        record: the record with it.
    """
    course, event = ledger.try_on(record), record.events[number - 1]
    broken = tuple(
        Broken(violation, course.since(violation, number, event))
        for violation in course.broken[number - 1]
    )
    impossible = number in course.contradictions
    if not broken and not impossible:
        return None
    bad = tuple(other for other in course.contradictions if other < number)
    refusal = Refusal(deed, event, number, record, broken, impossible, bad=bad)
    return replace(refusal, may_be_irregular=_may_be_irregular(ledger, refusal))


def marked(refusal: Refusal) -> Record:
    """The record with the statement refused, marked irregular."""
    events = list(refusal.record.events)
    events[refusal.number - 1] = replace(refusal.event, irregular=True)
    return refusal.record.with_events(tuple(events))


def _may_be_irregular(ledger: Ledger, refusal: Refusal) -> bool:
    if refusal.event.irregular:
        return False
    return refusal.number not in ledger.try_on(marked(refusal)).contradictions
