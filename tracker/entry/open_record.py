"""A record that is open: what is in it, and what follows for a view at the moment looked at."""

from __future__ import annotations

from typing import Final

from tracker.analysis.check import Problem
from tracker.analysis.entropy import Progress
from tracker.entry.completion import Position
from tracker.entry.record_file import RecordFile, Store
from tracker.entry.typed_line import without_lines
from tracker.entry.versions import CheckedRecord, Versions, check_record
from tracker.entry.viewpoint import Viewpoint
from tracker.errors import MissingHandError, UndecidedError
from tracker.explain.conflict import Conflict, conflict_at
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.deduction import Deduction
from tracker.knowledge.views import ViewLike
from tracker.sat.solver import SolverHolder

PATIENCE: Final = 1.0
"""Seconds that the search for reasons or remedies may take."""


class OpenRecord(SolverHolder):
    """A record from a file, and where one looks at it from.

    Use it as a context manager, or ``close`` it: it holds a solver.

    Args:
        store: the file, just read or not there yet.
        record: the record that it holds, or is to hold from the first change on.
        view: whose view it is: ``public`` (or none), a seat, or seats joined by ``+``.
        as_json: whether the file has the JSON form.

    Raises:
        RecordError: for a name that is no view.
        MissingHandError: where the view needs a hand that is not known.
    """

    def __init__(
        self, store: Store, record: Record, view: ViewLike = None, *, as_json: bool = False
    ) -> None:
        self._file = RecordFile(store, as_json)
        self._versions = Versions(check_record(without_lines(record)))
        self._viewpoint = Viewpoint(self._now, view)

    def close(self) -> None:
        """Free the solvers."""
        super().close()
        self._viewpoint.close()
        self._now.close()

    @property
    def _now(self) -> CheckedRecord:
        return self._versions.now

    @property
    def store(self) -> Store:
        """The file."""
        return self._file.store

    @property
    def record(self) -> Record:
        """The record, or the branch that is open."""
        return self._now.record

    @property
    def branches(self) -> int:
        """How many branches are open, one in the other: 0 in the record itself."""
        return self._versions.branches

    @property
    def view(self) -> str:
        """Whose view it is."""
        return self._viewpoint.name

    @property
    def at(self) -> int:
        """The moment looked at."""
        return self._viewpoint.at

    @property
    def moment(self) -> int | None:
        """The moment looked at, if it is not the end."""
        return self._viewpoint.moment

    @property
    def state(self) -> State:
        """The public state at the moment looked at."""
        return self._now.replay.state(self.at)

    @property
    def progress(self) -> Progress | None:
        """What the view knows at the end; none while that cannot be said."""
        return self._viewpoint.progress

    @property
    def obstacle(self) -> MissingHandError | UndecidedError | None:
        """Why it cannot be said, if not for a contradiction."""
        return self._viewpoint.obstacle

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the record, in the order of its events."""
        return tuple(found.problem for found in self._now.problems)

    def look_as(self, view: ViewLike) -> None:
        """Take another view."""
        viewpoint = Viewpoint(self._now, view, self.moment)
        self._viewpoint.close()
        self._viewpoint = viewpoint

    def look_at(self, moment: int | None) -> None:
        """Look at a moment, or again at the end."""
        self._viewpoint.look_at(moment)

    def position(self, at: int | None = None) -> Position:
        """The position for completing a statement, at a moment or at the one looked at."""
        return self._viewpoint.position(at)

    def deduction(self) -> Deduction:
        """What follows for the view at the moment looked at."""
        return self._viewpoint.deduction()

    def conflict(self, event: int) -> Conflict:
        """What an event that leaves no deal contradicts; 0: what the header does."""
        bad, hands = self._now.contradictions, self.record.hands
        return conflict_at(self.record, hands, event, bad, limit=PATIENCE)
