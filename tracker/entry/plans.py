"""What a line typed would make of a record: worked out and judged, but not done yet.

Each function takes the versions there are and gives the ``Plan`` of a change, or the ``Refusal`` of
an event that does not fit those before it. Nothing is changed: that is the session's business.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from tracker.analysis.check import Problem
from tracker.analysis.entropy import Gain
from tracker.entry import versions as edits
from tracker.entry.open_record import PATIENCE
from tracker.entry.typed_line import Comment, read_event, without_lines
from tracker.entry.versions import CheckedRecord, Versions
from tracker.errors import RecordError
from tracker.explain.conflict import Conflict, conflict_at
from tracker.explain.repairs import Suggestion, suggestions
from tracker.game.events import Event
from tracker.game.legality import Violation
from tracker.game.record import Record
from tracker.notation.writer import canonical

# What an operation of a session did, or why it was refused: data, worded elsewhere.


Deed = Literal[
    "entered", "edited", "inserted", "deleted", "undone", "redone", "commented", "header",
    "mended", "reloaded", "branched", "kept", "discarded",
]  # fmt: skip
"""What was done."""


@dataclass(frozen=True)
class Change:
    """What an operation changed."""

    deed: Deed
    number: int | None
    """The event it was about, in the record as it is now (deleted: as it was)."""
    event: Event | None
    """That event."""
    record: Record
    """The record as it is now."""
    news: Gain | None
    """What it told the view; none where nothing can be deduced now or could be before."""
    fresh: tuple[Problem, ...] = ()
    """What is wrong with the record now and was not before."""
    gone: tuple[Problem, ...] = ()
    """What was wrong and is not any more."""
    was: Event | None = None
    """Of what was undone or done again: the event that had the number before."""


@dataclass(frozen=True)
class Broken:
    """A rule that an event would break."""

    violation: Violation
    since: int | None
    """The event that made it so; none: it would have been so from the start."""


@dataclass(frozen=True)
class Refusal:
    """An event that was not accepted; nothing has changed."""

    deed: Deed
    """What was to be done."""
    event: Event
    number: int
    """The number it would have had."""
    record: Record
    """The record with it, for looking at what it contradicts."""
    broken: tuple[Broken, ...] = ()
    """The rules it would break."""
    impossible: bool = False
    """Whether no deal would be left."""
    may_be_irregular: bool = False
    """Whether it would be accepted if it were marked irregular."""
    bad: tuple[int, ...] = ()
    """Events that left no deal before."""

    @cached_property
    def conflict(self) -> Conflict:
        """What it contradicts, if it is impossible."""
        hands = self.record.hands
        return conflict_at(self.record, hands, self.number, self.bad, limit=PATIENCE)

    @cached_property
    def remedies(self) -> list[Suggestion]:
        """The single changes that would make it possible, likeliest first."""
        if not self.impossible:
            return []
        return suggestions(self.record, self.conflict, limit=PATIENCE)


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


# -- whether a statement fits those before it, and if not, why ------------------------------------
#
# Whether a statement fits those before it, and if not, why.


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
