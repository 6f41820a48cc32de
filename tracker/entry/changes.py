"""What an operation of a session did, or why it was refused: data, worded elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from tracker.analysis.check import Problem
from tracker.analysis.progress import Gain
from tracker.explain.conflict import Conflict, conflict_at
from tracker.explain.mending import Suggestion, suggestions
from tracker.game.events import Event
from tracker.game.legality import Violation
from tracker.game.record import Record

PATIENCE: Final = 1.0
"""Seconds that the search for reasons or remedies may take."""

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
