"""Why a statement was not taken in, and what would make it fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from tracker.entry.checked_record import CheckedRecord, is_noted, spliced
from tracker.errors import Violation
from tracker.explain.conflict import Conflict, conflict_at
from tracker.explain.repairs import Suggestion, suggestions, suggestions_across_gaps
from tracker.explain.slips import Repair, left_out_before
from tracker.game.events import Event
from tracker.game.record import Record

Deed = Literal[
    "entered", "edited", "inserted", "deleted", "undone", "redone", "commented", "header",
    "mended", "reloaded", "branched", "kept", "discarded",
]  # fmt: skip
"""What can be done to a record."""

REFUSED_QUESTIONS: Final = 200
"""For what a statement contradicts that is refused while somebody enters a game."""
REFUSED_REPAIRS: Final = 500
"""Repairs that are tried then: a second or so."""


@dataclass(frozen=True)
class Broken:
    """A rule that an event would break."""

    violation: Violation
    since: int | None
    """The event that made it so; None where it would have been so from the start."""


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
    contradictions: tuple[int, ...] = ()
    """The events before it that left no deal."""
    left_out: Repair | None = None
    """What may have been left out before it, if it is out of turn."""

    @cached_property
    def conflict(self) -> Conflict | None:
        """What it contradicts, if it is impossible."""
        return clash(self.record, self.number, self.contradictions)

    @cached_property
    def remedies(self) -> list[Suggestion]:
        """The single changes that would make it fit, in an order by rule of thumb.

        Of a statement out of turn it is only what may have been left out before it.
        """
        if self.left_out is not None:
            return [Suggestion(self.left_out, 0, 0.0)]
        if not self.impossible:
            return []
        if self.conflict is not None:
            return suggestions(self.record, self.conflict, limit=REFUSED_REPAIRS)
        return suggestions_across_gaps(self.record, self.number, limit=REFUSED_REPAIRS)

    def marked_irregular(self) -> Record:
        """The record with the event marked irregular."""
        return spliced(self.record, self.number, replace(self.event, irregular=True))


def clash(record: Record, event: int, contradictions: tuple[int, ...]) -> Conflict | None:
    """What an event that leaves no deal contradicts; 0: what the header does.

    Returns:
        None where that depends on how gaps are filled, or on notes of hands.
    """
    if is_noted(record):
        return None
    return conflict_at(record, record.hands, event, contradictions, limit=REFUSED_QUESTIONS)


def refusal_of(tried: CheckedRecord, deed: Deed, number: int) -> Refusal | None:
    """Why an event of a record is to be refused; None where it fits those before it.

    Args:
        tried: the record with the event.
        deed: what is to be done.
        number: the number of the event.
    """
    broken = tuple(Broken(each, tried.since(each, number)) for each in tried.moments[number].broken)
    impossible = number in tried.contradictions
    if not broken and not impossible:
        return None
    before = tuple(earlier for earlier in tried.contradictions if earlier < number)
    event = tried.record.events[number - 1]
    refusal = Refusal(deed, event, number, tried.record, broken, impossible, contradictions=before)
    marked = tried.to(refusal.marked_irregular())
    fits = not event.irregular and number not in marked.contradictions
    left_out = left_out_before(tried.state(number - 1), event, number) if broken else None
    return replace(refusal, may_be_irregular=fits, left_out=left_out)
