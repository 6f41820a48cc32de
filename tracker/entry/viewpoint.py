"""Where a session looks from: one view of a record that changes, at one of its moments."""

from __future__ import annotations

from tracker.analysis.entropy import Gain, Progress, ProgressMeter, gain
from tracker.entry.completion import Position
from tracker.entry.versions import CheckedRecord
from tracker.errors import MissingHandError, RecordError, UndecidedError
from tracker.game.record import Record
from tracker.game.table import Table
from tracker.inference.contradictions import contradiction_error
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.follow import Follower
from tracker.inference.hands import view_of
from tracker.knowledge.views import View, ViewLike, view_name, view_seats


class Viewpoint:
    """A view of a record that is being entered, and the moment looked at.

    It holds a solver: ``close`` it.

    Args:
        checked: the record as it is.
        view: whose view it is.
        moment: the moment looked at; none: the end.

    Raises:
        RecordError: for a name that is no view.
        MissingHandError: where a hand that the view needs is not known.
    """

    def __init__(self, checked: CheckedRecord, view: ViewLike, moment: int | None = None) -> None:
        self.seats = view_seats(checked.record.table, view)
        """The seats whose dealt hands it knows; none: the public view."""
        self.moment = moment
        """The moment looked at, as a number of events; none: the end."""
        self.obstacle: MissingHandError | UndecidedError | None = None
        """Why nothing can be said at the end, if not for a contradiction."""
        self._checked = checked
        self._follower: Follower | None = None
        self._followed: tuple[Table, View] | None = None
        self._meter = ProgressMeter()
        self.progress: Progress | None = None
        """What the view knows at the end; none while that cannot be said."""

        try:
            self.progress = self._measured()
        except UndecidedError as error:
            self.obstacle = error

    def close(self) -> None:
        """Free the solver."""
        if self._follower is not None:
            self._follower.close()
            self._follower = None

    @property
    def name(self) -> str:
        """The view's name."""
        return view_name(self.seats)

    @property
    def at(self) -> int:
        """The moment looked at, as a number of events also at the end."""
        return self._checked.record.moment(self.moment)

    def look_at(self, moment: int | None) -> None:
        """Look at a moment, or again at the end.

        Raises:
            RecordError: where there is no such moment.
        """
        number = self._checked.record.moment(moment)
        self.moment = None if number == len(self._checked.record.events) else number

    def require_end(self) -> None:
        """Go on, or not.

        Raises:
            RecordError: while a moment before the end is looked at.
        """
        if self.moment is not None:
            raise RecordError(
                f"you look at the moment after event {self.moment} of "
                f"{len(self._checked.record.events)} "
                f"(expected 'back' first, 'insert {self.moment + 1} …' or 'what if …')"
            )

    def require_seats(self, record: Record) -> None:
        """Go on, or not.

        Raises:
            RecordError: where the view is that of a seat that a record does not have.
        """
        gone = [seat for seat in self.seats if seat not in record.seats]
        if gone:
            raise RecordError(f"the view is {gone[0]}'s (expected 'as public' first)")

    def take_in(self, checked: CheckedRecord) -> Gain | None:
        """Look at the end of the record as it is now.

        Returns:
            What that told the view; none where nothing can be deduced now or could be before.
        """
        before, self._checked = self.progress, checked
        self.moment = self.progress = self.obstacle = None
        try:
            self.progress = self._measured()
        except (MissingHandError, UndecidedError) as error:
            self.obstacle = error
        return gain(before, self.progress) if before and self.progress else None

    def position(self, at: int | None) -> Position:
        """The position for completing a statement, at a moment or at the one looked at."""
        record, at = self._checked.record, self.at if at is None else at
        progress = self.progress if at == len(record.events) else None
        return Position(record, self._checked.replay.state(at), progress)

    def deduction(self) -> Deduction:
        """What follows for the view at the moment looked at.

        Raises:
            ContradictionError: where no deal is left.
        """
        record, bad = self._checked.record, self._checked.contradictions
        if bad and bad[0] <= self.at:
            raise contradiction_error(record, at=self.at)
        return deduce(record, self.seats, self.at)

    def _measured(self) -> Progress | None:
        """What the view knows at the end; none where no deal is left.

        Raises:
            MissingHandError: where a hand that the view needs is not known.
            UndecidedError: where it is not found out.
        """
        if self._checked.contradictions:
            return None
        record = self._checked.record
        view = view_of(record, self.seats)
        # A follower numbers the cards and seats of the first record that it sees.
        if self._follower is None or self._followed != (record.table, view):
            self.close()
            self._follower, self._followed = Follower([view]), (record.table, view)
        self._follower.budget.refill()
        moment = self._follower.at(self._checked.replay)
        return self._meter.measure(moment.deductions[view.name])
