"""What a session shows: the record, the position, and what follows from it."""

from __future__ import annotations

from typing import Final

from tracker.analysis.check import Problem
from tracker.entry.completion import Position
from tracker.entry.ledger import Ledger
from tracker.entry.standing import Standing
from tracker.entry.storage import Store
from tracker.errors import MissingHandError
from tracker.explain.conflict import Conflict, conflict_at
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.hands import contradiction_error

PATIENCE: Final = 1.0
"""Seconds that the search for reasons or remedies may take."""


class Outlook:
    """The side of a session that changes nothing but where one looks from.

    Args:
        ledger: the record, and all about it.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.moment: int | None = None
        """The moment looked at, as a number of events; none: the end."""

    @property
    def record(self) -> Record:
        """The record, or the branch that is open."""
        return self._ledger.record

    @property
    def store(self) -> Store:
        """The file."""
        return self._ledger.store

    @property
    def branches(self) -> int:
        """How many branches are open, one in the other: 0 in the record itself."""
        return self._ledger.branches

    @property
    def view(self) -> str:
        """Whose view it is."""
        return self._ledger.follower.view

    @property
    def standing(self) -> Standing | None:
        """How things stand at the end for the view; none while that cannot be said."""
        return self._ledger.standing

    @property
    def obstacle(self) -> MissingHandError | None:
        """Why it cannot be said, if not for a contradiction."""
        return self._ledger.obstacle

    @property
    def at(self) -> int:
        """The moment looked at."""
        return len(self.record.events) if self.moment is None else self.moment

    @property
    def state(self) -> State:
        """The public state at the moment looked at."""
        return self._ledger.course.states[self.at]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the record, in the order of its events."""
        return tuple(found.problem for found in self._ledger.found)

    def position(self, at: int | None = None) -> Position:
        """The position for completing a statement, at a moment or at the one looked at."""
        at = self.at if at is None else at
        standing = self.standing if at == len(self.record.events) else None
        return Position(self.record, self._ledger.course.states[at], standing)

    def deduction(self) -> Deduction:
        """What follows for the view at the moment looked at.

        Raises:
            ContradictionError: where no deal is left.
        """
        bad = self._ledger.course.contradictions
        if bad and bad[0] <= self.at:
            raise contradiction_error(self.record, self.record.hands, self.at)
        return deduce(self.record, self.view, self.at)

    def conflict(self, event: int) -> Conflict:
        """What an event that leaves no deal contradicts; 0: what the header does."""
        bad, hands = self._ledger.course.contradictions, self.record.hands
        return conflict_at(self.record, hands, event, bad, limit=PATIENCE)

    # -- looking ----------------------------------------------------------------------------------

    def look_as(self, view: str | None) -> None:
        """Take another view.

        Raises:
            RecordError: for a name that is no view.
            MissingHandError: where a hand is not known.
        """
        self._ledger.look_as(view)

    def look_at(self, moment: int | None) -> None:
        """Look at a moment, or again at the end.

        Raises:
            RecordError: where there is no such moment.
        """
        number = self.record.moment(moment)
        self.moment = None if number == len(self.record.events) else number
