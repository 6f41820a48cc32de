"""Where a session looks from: one view, followed while the game goes on and changes."""

from __future__ import annotations

from tracker.analysis.progress import Progress, ProgressMeter
from tracker.entry.checked_record import CheckedRecord
from tracker.game.events import Seat
from tracker.inference.follow import Follower
from tracker.inference.hands import view_of
from tracker.knowledge.views import view_name


class Viewpoint:
    """A view of a record that is being entered.

    It holds a solver: ``close`` it.

    Args:
        seats: the seats whose dealt hands it knows; none: the public view.
    """

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        self._follower: Follower | None = None
        self._meter = ProgressMeter()

    @property
    def name(self) -> str:
        """The view's name."""
        return view_name(self.seats)

    def close(self) -> None:
        """Free the solver."""
        if self._follower is not None:
            self._follower.close()
            self._follower = None

    def progress(self, checked: CheckedRecord) -> Progress | None:
        """What the view knows at the end of a record; none where that contradicts itself.

        Raises:
            MissingHandError: where a hand that the view needs is not known.
        """
        if checked.contradictions:
            return None
        view = view_of(checked.record, self.seats)
        if self._follower is None or self._follower.views != (view,):
            self.close()
            self._follower = Follower([view])
        moment = self._follower.at(checked.replay)
        return self._meter.measure(moment.deductions[view.name])
