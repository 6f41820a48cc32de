"""Where a session looks from: one view of a record that changes, at one of its moments.

Whose view was taken of a file is remembered from one session to the next. It is kept beside the
records, not in them: in a file of the folder that the system has for such things
(``XDG_STATE_HOME``, else ``~/.local/state``). Where that cannot be read or written, nothing is
remembered, and nothing is said about it.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Final

from tracker.analysis.timeline import Gain, Progress, gain, measure
from tracker.counting import Counter
from tracker.entry.checked_record import CheckedRecord, is_noted
from tracker.entry.completion import Position
from tracker.errors import GapError, MissingHandError, RecordError, UndecidedError
from tracker.game.record import Record, has_gaps
from tracker.game.replay import replay_of
from tracker.inference.contradictions import contradiction_error
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.follow import Follower
from tracker.inference.hands import view_of
from tracker.knowledge.views import ViewLike, view_name, view_seats
from tracker.notation.atomic_write import write_text

_MOST_REMEMBERED: Final = 200
"""How many files are remembered; those seen longest ago are forgotten."""


PAST_STRETCH: Final = (
    "past a missing stretch statements are taken as they are told ('show' says what follows, "
    "'gaps' what is open)"
)


class Viewpoint:
    """A view of a record that is being entered, and the moment looked at.

    It holds a solver: ``close`` it.

    Args:
        checked: the record as it is.
        view: whose view it is.
        moment: the moment looked at, as a number of events; None for the end.

    Raises:
        RecordError: for a name that is no view.
        MissingHandError: where a hand that the view needs is not known.
    """

    def __init__(self, checked: CheckedRecord, view: ViewLike, moment: int | None = None) -> None:
        self.seats = view_seats(checked.record.table, view)
        """The seats whose dealt hands it knows; none for the public view."""
        self.moment = moment
        """The moment looked at, as a number of events; None for the end."""
        self.progress: Progress | None = None
        """What the view knows at the end; None while nothing can be deduced."""
        self.obstacle: MissingHandError | UndecidedError | GapError | None = None
        """Why nothing can be deduced at the end, if not for a contradiction."""
        self._checked = checked
        self._follower: Follower | None = None
        self._counter = Counter()
        try:
            self.progress = self._measured()
        except (UndecidedError, GapError) as error:
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
        """Look at a moment, or with None at the end again.

        Raises:
            RecordError: where there is no such moment.
        """
        number = self._checked.record.moment(moment)
        self.moment = None if number == len(self._checked.record.events) else number

    def require_end(self) -> None:
        """Go on only at the end.

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
        """Go on only with a record that has the seats of the view.

        Raises:
            RecordError: where it lacks one.
        """
        gone = [seat for seat in self.seats if seat not in record.seats]
        if gone:
            raise RecordError(f"the view is {gone[0]}'s (expected 'as public' first)")

    def take_in(self, checked: CheckedRecord) -> Gain | None:
        """Look at the end of the record as it is now.

        Returns:
            What that showed to the view; None where nothing can be deduced now or could be before.
        """
        before, self._checked = self.progress, checked
        self.moment = self.progress = self.obstacle = None
        try:
            self.progress = self._measured()
        except (MissingHandError, UndecidedError, GapError) as error:
            self.obstacle = error
        return gain(before, self.progress) if before and self.progress else None

    def position(self, at: int | None) -> Position:
        """The position for completing a statement, at a moment or at the one looked at."""
        record, at = self._checked.record, self.at if at is None else at
        progress = self.progress if at == len(record.events) else None
        return Position(record, self._checked.state(at), progress)

    def deduction(self) -> Deduction:
        """What follows for the view at the moment looked at.

        Raises:
            ContradictionError: where no deal is left.
        """
        record, contradictions = self._checked.record, self._checked.contradictions
        if contradictions and contradictions[0] <= self.at and not has_gaps(record):
            raise contradiction_error(record, at=self.at)
        return deduce(record, view=self.seats, at=self.at)

    def _measured(self) -> Progress | None:
        """What the view knows at the end; None where no deal is left.

        Raises:
            MissingHandError: where a hand that the view needs is not known.
            UndecidedError: where the search for it was given up.
            GapError: past a stretch that cannot be filled in.
        """
        if self._checked.contradictions:
            return None
        record = self._checked.record
        if self._checked.is_blind:
            raise GapError(len(record.events), PAST_STRETCH)
        if is_noted(record):
            with deduce(record, view=self.seats) as deduction:
                return measure(deduction, self._counter)
        view = view_of(record, self.seats)
        if self._follower is None or self._follower.views != (view,):
            self.close()
            self._follower = Follower([view])
        self._follower.budget.refill()
        moment = self._follower.at(replay_of(record))
        return measure(moment.deductions[view.name], self._counter)


# -- the view that was taken of a file ------------------------------------------------------------


def remembered_view(path: str | os.PathLike[str]) -> str | None:
    """The view that was taken of a file last; None where that is not known."""
    return _views().get(os.path.realpath(path))


def remember_view(path: str | os.PathLike[str], view: str) -> None:
    """Remember whose view was taken of a file."""
    place = _views_file()
    if place is None:
        return
    views = _views()
    views.pop(os.path.realpath(path), None)
    views[os.path.realpath(path)] = view
    kept = dict(list(views.items())[-_MOST_REMEMBERED:])
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(place, json.dumps(kept, indent=1) + "\n")


def _views() -> dict[str, str]:
    """The views by file; nothing where they cannot be read."""
    place = _views_file()
    try:
        views = json.loads(place.read_bytes()) if place else {}
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(views, dict):
        return {}
    return {key: view for key, view in views.items() if isinstance(view, str)}


def _views_file() -> Path | None:
    """The file that remembers; None where there is no home folder."""
    folder = os.environ.get("XDG_STATE_HOME") or os.path.join("~", ".local", "state")
    place = os.path.expanduser(folder)
    return None if place.startswith("~") else Path(place) / "tracker" / "views.json"
