"""The ledger: a record, its file, its past and its branches, and how things stand in it.

There is one way to change a record, ``change``: it is replayed, then saved, then taken in. Where
replaying or saving fails, all is as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tracker.entry.changes import Change, Deed
from tracker.entry.course import Course
from tracker.entry.files import written
from tracker.entry.problems import Found, problems_of, without
from tracker.entry.standing import Follower, Standing, news
from tracker.entry.storage import Store
from tracker.errors import MissingHandError, RecordError
from tracker.game.events import Event
from tracker.game.record import Record
from tracker.knowledge.views import view_seats
from tracker.notation.writer import canonical


@dataclass
class _Line:
    """The record, or a branch of it, with what can be undone."""

    record: Record
    undo: list[Record] = field(default_factory=list)
    redo: list[Record] = field(default_factory=list)
    cut: int | None = None
    """After which event a branch begins, if not at the end of what it branches off."""


class Ledger:
    """A record that changes.

    Args:
        store: the file, just read or not there yet.
        record: the record that it holds, or is to hold from the first change on.
        as_json: whether the file has the JSON form.
    """

    def __init__(self, store: Store, record: Record, *, as_json: bool) -> None:
        self.store = store
        self.as_json = as_json
        self.course = Course(record)
        self.follower = Follower(())
        self.standing: Standing | None = None
        """How things stand at the end for the view; none while that cannot be said."""
        self.obstacle: MissingHandError | None = None
        """Why not, if it is not for a contradiction."""
        self.found: tuple[Found, ...] = problems_of(self.course)
        self._lines = [_Line(record)]

    @property
    def record(self) -> Record:
        """The record, or the branch that is open."""
        return self._lines[-1].record

    @property
    def main_record(self) -> Record:
        """The record, whatever branch is open: what the file holds."""
        return self._lines[0].record

    @property
    def branches(self) -> int:
        """How many branches are open, one in the other."""
        return len(self._lines) - 1

    def look_as(self, view: str | None) -> None:
        """Take another view.

        Raises:
            RecordError: for a name that is no view.
            MissingHandError: where a hand is not known.
        """
        follower = Follower(view_seats(self.record.table, view))
        self.standing = self._stand(follower)
        self.follower.close()
        self.follower, self.obstacle = follower, None

    # -- changes ----------------------------------------------------------------------------------

    def change(
        self, deed: Deed, record: Record, number: int | None = None, event: Event | None = None
    ) -> Change:
        """Put another record in the place of the one there is: in the file, then here.

        Raises:
            StorageError: where it could not be saved.
        """
        record = canonical(record)
        self._prepare(record, write=not self.branches)
        return self._turn_page(deed, record, number, event)

    def take_over(self, record: Record, store: Store, *, as_json: bool) -> Change:
        """Take the record that somebody else has written to the file."""
        self._prepare(record, write=False)
        self.store, self.as_json = store, as_json
        return self._turn_page("reloaded", record)

    def undo(self) -> Change:
        """Take back the last change."""
        line = self._lines[-1]
        if not line.undo:
            where = "this branch" if self.branches else "this session"
            raise RecordError(f"there is nothing to undo: nothing was changed in {where}")
        return self._travel("undone", line, line.undo, line.redo)

    def redo(self) -> Change:
        """Make again what was taken back last."""
        line = self._lines[-1]
        if not line.redo:
            raise RecordError("there is nothing to redo")
        return self._travel("redone", line, line.redo, line.undo)

    def try_on(self, record: Record) -> Course:
        """Replay another record without taking it in; ``go_back`` ends that."""
        self._replay(record)
        return self.course

    def go_back(self) -> None:
        """Replay the record there is."""
        self._replay(self.record)

    # -- branches ---------------------------------------------------------------------------------

    def branch(self, cut: int | None) -> Change:
        """Begin a branch, at the end or after an event: what is entered in it is in no file."""
        record = self.record.with_events(self.record.events[:cut])
        self._replay(record)
        self._lines.append(_Line(record, cut=cut))
        return self._arrive("branched")

    def keep(self) -> Change:
        """Make a branch part of what it branched off."""
        line = self._open_branch()
        if line.cut is not None:
            raise RecordError(
                f"this branch begins after event {line.cut}, not at the end, and cannot be kept "
                "(expected 'discard')"
            )
        self._lines.pop()
        try:
            return self.change("kept", line.record)
        except BaseException:
            self._lines.append(line)
            self.go_back()
            raise

    def discard(self) -> tuple[Change, int | None]:
        """Leave a branch; with the moment at which it began, if that was not the end."""
        line = self._open_branch()
        self._lines.pop()
        self.go_back()
        return self._arrive("discarded"), line.cut

    def _open_branch(self) -> _Line:
        if not self.branches:
            raise RecordError("there is no branch (expected 'what if STATEMENT' first)")
        return self._lines[-1]

    # -- how it is done ---------------------------------------------------------------------------

    def _prepare(self, record: Record, *, write: bool) -> None:
        """Replay another record and save it, or leave all as it was."""
        try:
            self._replay(record)
            if write:
                self.store.save(written(record, as_json=self.as_json))
        except BaseException:
            self._replay(self.record)
            raise

    def _replay(self, record: Record) -> None:
        if self.course.fits(record):
            self.course.go_to(record)
            return
        gone = [seat for seat in self.follower.seats if seat not in record.seats]
        if gone:
            raise RecordError(f"the view is {gone[0]}'s (expected 'as public' first)")
        self.course = Course(record)

    def _turn_page(
        self, deed: Deed, record: Record, number: int | None = None, event: Event | None = None
    ) -> Change:
        line = self._lines[-1]
        line.undo.append(line.record)
        line.redo.clear()
        line.record = record
        return self._arrive(deed, number, event)

    def _travel(
        self, deed: Deed, line: _Line, source: list[Record], target: list[Record]
    ) -> Change:
        self._prepare(source[-1], write=not self.branches)
        target.append(line.record)
        line.record = source.pop()
        return self._arrive(deed)

    def _arrive(self, deed: Deed, number: int | None = None, event: Event | None = None) -> Change:
        """Take in the record that has been replayed; what is new."""
        standing, found = self.standing, self.found
        self.found, self.obstacle = problems_of(self.course), None
        try:
            self.standing = self._stand(self.follower)
        except MissingHandError as error:
            self.standing, self.obstacle = None, error
        told = news(standing, self.standing) if standing and self.standing else None
        fresh, gone = without(self.found, found), without(found, self.found)
        return Change(deed, number, event, self.record, told, fresh, gone)

    def _stand(self, follower: Follower) -> Standing | None:
        return None if self.course.contradictions else follower.standing(self.course)
