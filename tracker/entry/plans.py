"""What a line typed would make of a record: worked out and judged, but not done yet.

Each function takes the versions there are and gives the ``Plan`` of a change, or the ``Refusal`` of
an event that does not fit those before it. Nothing is changed: that is the session's business.
"""

from __future__ import annotations

from dataclasses import dataclass

from tracker.entry import edits
from tracker.entry.changes import Deed, Refusal
from tracker.entry.reading import Comment, read_event, without_lines
from tracker.entry.refusals import judge, marked
from tracker.entry.versions import Versions
from tracker.errors import RecordError
from tracker.explain.mending import Suggestion
from tracker.game.events import Event
from tracker.game.record import Record
from tracker.notation.writer import canonical


@dataclass(frozen=True)
class Plan:
    """A change that can be made."""

    deed: Deed
    versions: Versions
    """What there is after it."""
    number: int | None = None
    """The event it is about."""
    event: Event | None = None
    """That event."""
    on_disk: bool = False
    """Whether the file has it already."""


def entering(versions: Versions, said: Event | Record | Comment) -> Plan | Refusal:
    """Take in at the end what a line means.

    Raises:
        RecordError: for a header that fits no deal.
    """
    record = versions.now.record
    if isinstance(said, Comment):
        return commenting(versions, said.text)
    if isinstance(said, Record):
        return _changing_header(versions, said)
    appended = edits.appended(record, said)
    return _judged(versions, "entered", len(appended.events), appended)


def editing(versions: Versions, number: int, line: str) -> Plan | Refusal:
    """Put another statement in the place of one.

    Raises:
        NotationError: where it means nothing.
        RecordError: where there is no such event.
    """
    record = versions.now.record
    edits.event_of(record, number)
    event = _read_event(versions, number, line)
    return _judged(versions, "edited", number, edits.replaced(record, number, event))


def inserting(versions: Versions, number: int, line: str) -> Plan | Refusal:
    """Put a statement before another one, or at the end.

    Raises:
        NotationError: where it means nothing.
        RecordError: where there is no such event.
    """
    record = versions.now.record
    if number == len(record.events) + 1:
        return entering(versions, _read_event(versions, number, line))
    edits.event_of(record, number)
    event = _read_event(versions, number, line)
    return _judged(versions, "inserted", number, edits.inserted(record, number, event))


def deleting(versions: Versions, number: int) -> Plan:
    """Take a statement out.

    Raises:
        RecordError: where there is no such event.
    """
    record = versions.now.record
    event = edits.event_of(record, number)
    return _planned(versions, "deleted", edits.deleted(record, number), number, event)


def commenting(versions: Versions, line: str, number: int | None = None) -> Plan:
    """Comment, at the end of the record or beside an event.

    Raises:
        RecordError: where there is no such event, or the comment is no single line.
    """
    record = versions.now.record
    if number is None:
        return _planned(versions, "commented", edits.commented(record, line))
    event = edits.event_of(record, number)
    return _planned(versions, "commented", edits.beside(record, number, line), number, event)


def insisting(versions: Versions, refused: Refusal) -> Plan | Refusal:
    """Take in a statement that was refused, marked irregular."""
    return _judged(versions, refused.deed, refused.number, marked(refused))


def mending(versions: Versions, refused: Refusal, remedy: Suggestion) -> Plan:
    """Take in a statement that was refused, with a change that makes it possible."""
    mend = remedy.mend
    return _planned(versions, "mended", mend.applied(refused.record), mend.event or None)


def reloading(versions: Versions, record: Record) -> Plan:
    """Take a record as the file has it now."""
    changed = versions.changed(versions.now.to(without_lines(record)))
    return Plan("reloaded", changed, on_disk=True)


def _judged(versions: Versions, deed: Deed, number: int, record: Record) -> Plan | Refusal:
    """A change that is refused where its event does not fit those before it."""
    tried = versions.now.to(canonical(record))
    refusal = judge(tried, deed, number)
    if refusal is not None:
        return refusal
    return Plan(deed, versions.changed(tried), number, tried.record.events[number - 1])


def _planned(
    versions: Versions,
    deed: Deed,
    record: Record,
    number: int | None = None,
    event: Event | None = None,
) -> Plan:
    """A change that is never refused."""
    changed = versions.changed(versions.now.to(canonical(record)))
    return Plan(deed, changed, number, event)


def _changing_header(versions: Versions, record: Record) -> Plan:
    """A change of the header, if it leaves a deal.

    Raises:
        RecordError: where it leaves none.
    """
    plan = _planned(versions, "header", record)
    known = versions.now.contradictions
    bad = [number for number in plan.versions.now.contradictions if number not in known]
    if bad:
        what = "it" if bad[0] == 0 else f"it and event {bad[0]}"
        raise RecordError(f"no deal would fit {what}: the header stays as it was")
    return plan


def _read_event(versions: Versions, number: int, line: str) -> Event:
    now = versions.now
    return read_event(line, now.record, now.replay.state(number - 1).turn)
