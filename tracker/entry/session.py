"""A session: a record that is being entered, in a file that always holds all of it.

Every operation either changes the record, and then the file, and says what that told the view; or
it is refused and changes nothing. What fits no longer after a change in the middle stays in the
record and is listed among the ``problems``.

Example::

    with Session.open("game.lit", "Ann") as session:
        change = session.enter("Ann asks Bob 5H: no")
        if isinstance(change, Change) and change.news:
            print(change.news.placed)
"""

from __future__ import annotations

import os
from typing import Self

from tracker.analysis.check import Problem
from tracker.analysis.progress import Progress, gain
from tracker.entry import edits
from tracker.entry.changes import PATIENCE, Change, Deed, Refusal
from tracker.entry.checked_record import CheckedRecord, check_record, new_problems
from tracker.entry.completion import Position
from tracker.entry.files import RecordFile, begun, opened
from tracker.entry.reading import Comment, read_line, without_lines
from tracker.entry.refusals import judge, marked
from tracker.entry.storage import Store
from tracker.entry.versions import Versions
from tracker.entry.viewpoint import Viewpoint
from tracker.errors import MissingHandError, RecordError
from tracker.explain.conflict import Conflict, conflict_at
from tracker.explain.mending import Suggestion
from tracker.game.events import Event
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.contradictions import contradiction_error
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.views import ViewLike, view_seats
from tracker.messages import quote
from tracker.notation.writer import canonical
from tracker.sat.solver_holder import SolverHolder


class Session(SolverHolder):
    """A record that is being entered.

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
        self.moment: int | None = None
        """The moment looked at, as a number of events; none: the end."""
        self.progress: Progress | None = None
        """What the view knows at the end; none while that cannot be said."""
        self.obstacle: MissingHandError | None = None
        """Why it cannot be said, if not for a contradiction."""
        self.refusal: Refusal | None = None
        """The last statement, where it was refused: ``insist`` and ``mend`` are about it."""
        self._file = RecordFile(store, as_json)
        self._versions = Versions(check_record(without_lines(record)))
        self._viewpoint = Viewpoint(())
        self.look_as(view)

    @classmethod
    def open(cls, path: str | os.PathLike[str], view: ViewLike = None) -> Self:
        """A session over a file.

        Raises:
            NotationError: where the file is not a record.
            OSError: where it cannot be read.
        """
        file, record = opened(path)
        return cls(file.store, record, view, as_json=file.as_json)

    def close(self) -> None:
        """Free the solvers."""
        super().close()
        self._viewpoint.close()
        self._now.close()

    # -- looking ----------------------------------------------------------------------------------

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
        return len(self.record.events) if self.moment is None else self.moment

    @property
    def state(self) -> State:
        """The public state at the moment looked at."""
        return self._now.replay.state(self.at)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the record, in the order of its events."""
        return tuple(found.problem for found in self._now.problems)

    def look_as(self, view: ViewLike) -> None:
        """Take another view.

        Raises:
            RecordError: for a name that is no view.
            MissingHandError: where a hand is not known.
        """
        viewpoint = Viewpoint(view_seats(self.record.table, view))
        self.progress, self.obstacle = viewpoint.progress(self._now), None
        self._viewpoint.close()
        self._viewpoint = viewpoint

    def look_at(self, moment: int | None) -> None:
        """Look at a moment, or again at the end.

        Raises:
            RecordError: where there is no such moment.
        """
        number = self.record.moment(moment)
        self.moment = None if number == len(self.record.events) else number

    def position(self, at: int | None = None) -> Position:
        """The position for completing a statement, at a moment or at the one looked at."""
        at = self.at if at is None else at
        progress = self.progress if at == len(self.record.events) else None
        return Position(self.record, self._now.replay.state(at), progress)

    def deduction(self) -> Deduction:
        """What follows for the view at the moment looked at.

        Raises:
            ContradictionError: where no deal is left.
        """
        bad = self._now.contradictions
        if bad and bad[0] <= self.at:
            raise contradiction_error(self.record, at=self.at)
        return deduce(self.record, self._viewpoint.seats, self.at)

    def conflict(self, event: int) -> Conflict:
        """What an event that leaves no deal contradicts; 0: what the header does."""
        bad, hands = self._now.contradictions, self.record.hands
        return conflict_at(self.record, hands, event, bad, limit=PATIENCE)

    # -- entering ---------------------------------------------------------------------------------

    def enter(self, line: str) -> Change | Refusal | None:
        """Take in a statement, a line of the header or a comment, at the end of the record.

        Returns:
            What changed, or why it was refused; none for an empty line.

        Raises:
            NotationError: where it means nothing.
            RecordError: while a moment before the end is looked at; for a header that fits no deal.
            StorageError: where it could not be saved.
        """
        said = read_line(line, self.record, self.state.turn)
        if said is None:
            return None
        self._require_end()
        if isinstance(said, Comment):
            return self.comment(said.text)
        if isinstance(said, Record):
            return self._set_header(said)
        return self._append(said)

    def edit(self, number: int, line: str) -> Change | Refusal:
        """Put another statement in the place of one; those after it are replayed.

        Raises:
            NotationError: where it means nothing.
            RecordError: where there is no such event.
            StorageError: where it could not be saved.
        """
        self._event(number)
        record = edits.replaced(self.record, number, self._read_event(line, number))
        return self._try("edited", number, record)

    def insert(self, number: int, line: str) -> Change | Refusal:
        """Put a statement before another one; that and those after it are replayed.

        Raises:
            NotationError: where it means nothing.
            RecordError: where there is no such event.
            StorageError: where it could not be saved.
        """
        if number == len(self.record.events) + 1:
            return self._append(self._read_event(line, number))
        self._event(number)
        record = edits.inserted(self.record, number, self._read_event(line, number))
        return self._try("inserted", number, record)

    def delete(self, number: int) -> Change:
        """Take a statement out; those after it are replayed. Comments above it stay.

        Raises:
            RecordError: where there is no such event.
            StorageError: where it could not be saved.
        """
        old = self._event(number)
        return self._do("deleted", edits.deleted(self.record, number), number, old)

    def comment(self, line: str, number: int | None = None) -> Change:
        """Comment: at the end of the record, or beside an event.

        Raises:
            RecordError: where there is no such event, or the comment is no single line.
            StorageError: where it could not be saved.
        """
        if number is None:
            return self._do("commented", edits.commented(self.record, line))
        event = self._event(number)
        return self._do("commented", edits.beside(self.record, number, line), number, event)

    # -- refused statements -----------------------------------------------------------------------

    def insist(self) -> Change | Refusal:
        """Take in the statement that was just refused, marked irregular.

        Raises:
            RecordError: where none was refused.
            StorageError: where it could not be saved.
        """
        refused = self._refused()
        return self._try(refused.deed, refused.number, marked(refused))

    def reasons(self) -> Conflict:
        """What the statement just refused contradicts, if it is impossible.

        Raises:
            RecordError: where none was refused.
        """
        return self._refused().conflict

    def remedies(self) -> list[Suggestion]:
        """The single changes that would make the statement just refused possible, likeliest first.

        Raises:
            RecordError: where none was refused.
        """
        return self._refused().remedies

    def mend(self, remedy: Suggestion) -> Change:
        """Make one of the ``remedies``, and take in the statement that was refused.

        Raises:
            RecordError: where none was refused.
            StorageError: where it could not be saved.
        """
        record = remedy.mend.applied(self._refused().record)
        return self._do("mended", record, remedy.mend.event or None)

    # -- to and fro -------------------------------------------------------------------------------

    def undo(self) -> Change:
        """Take back the last change.

        Raises:
            RecordError: where there is none since the session, or the branch, began.
            StorageError: where it could not be saved.
        """
        return self._go_to(self._versions.undone(), "undone")

    def redo(self) -> Change:
        """Make again what was taken back last.

        Raises:
            RecordError: where nothing was.
            StorageError: where it could not be saved.
        """
        return self._go_to(self._versions.redone(), "redone")

    def branch(self) -> Change:
        """Begin a branch at the moment looked at: what is entered in it is in no file."""
        return self._go_to(self._versions.branched(self.moment), "branched")

    def keep(self) -> Change:
        """Make a branch part of what it branched off.

        Raises:
            RecordError: where there is none, or it does not begin at the end.
            StorageError: where it could not be saved.
        """
        return self._go_to(self._versions.kept(), "kept")

    def discard(self) -> Change:
        """Leave a branch, and go on where it began.

        Raises:
            RecordError: where there is none.
        """
        cut = self._versions.cut
        change = self._go_to(self._versions.discarded(), "discarded")
        self.moment = cut
        return change

    # -- the file ---------------------------------------------------------------------------------

    def reload(self) -> Change:
        """Take the record as the file has it now, after somebody else wrote it; can be undone.

        Raises:
            NotationError: where it is no record now.
            RecordError: in a branch, or where the file is gone.
            OSError: where it cannot be read.
        """
        if self.branches:
            raise RecordError("a branch is open (expected 'keep' or 'discard' first)")
        try:
            file, record = opened(self.store.path)
        except FileNotFoundError as error:
            gone = f"{self.store.name} is not there any more (expected 'save as FILE')"
            raise RecordError(gone) from error
        versions = self._versions.changed(self._now.to(without_lines(record)))
        change = self._go_to(versions, "reloaded", save=False)
        self._file = file
        return change

    def save_as(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a new file, and go on in that.

        Raises:
            RecordError: where there is such a file already.
            StorageError: where it cannot be written.
        """
        self._file = begun(path, self._versions.main.record)

    # -- small steps ------------------------------------------------------------------------------

    @property
    def _now(self) -> CheckedRecord:
        return self._versions.now

    def _append(self, event: Event) -> Change | Refusal:
        record = edits.appended(self.record, event)
        return self._try("entered", len(record.events), record)

    def _try(self, deed: Deed, number: int, record: Record) -> Change | Refusal:
        """Make a change that is refused where its event does not fit those before it."""
        tried = self._now.to(canonical(record))
        refusal = judge(tried, deed, number)
        if refusal is None:
            event = tried.record.events[number - 1]
            return self._go_to(self._versions.changed(tried), deed, number, event)
        self.refusal = refusal
        return refusal

    def _set_header(self, record: Record) -> Change:
        """Take in a line of the header, if it leaves a deal."""
        checked = self._now.to(canonical(record))
        known = self._now.contradictions
        bad = [number for number in checked.contradictions if number not in known]
        if bad:
            what = "it" if bad[0] == 0 else f"it and event {bad[0]}"
            raise RecordError(f"no deal would fit {what}: the header stays as it was")
        return self._go_to(self._versions.changed(checked), "header")

    def _do(
        self, deed: Deed, record: Record, number: int | None = None, event: Event | None = None
    ) -> Change:
        """Make a change that is never refused."""
        checked = self._now.to(canonical(record))
        return self._go_to(self._versions.changed(checked), deed, number, event)

    def _go_to(
        self,
        versions: Versions,
        deed: Deed,
        number: int | None = None,
        event: Event | None = None,
        *,
        save: bool = True,
    ) -> Change:
        """The one way to change anything: saved first, then taken in; what is new.

        Raises:
            StorageError: where it could not be saved; all is as it was.
        """
        record = versions.now.record
        gone = [seat for seat in self._viewpoint.seats if seat not in record.seats]
        if gone:
            raise RecordError(f"the view is {gone[0]}'s (expected 'as public' first)")
        if save and versions.main is not self._versions.main:
            self._file.save(versions.main.record)
        before, progress, self._versions = self._now, self.progress, versions
        self.moment = self.refusal = None
        self._see()
        return Change(
            deed,
            number,
            event,
            record,
            gain(progress, self.progress) if progress and self.progress else None,
            fresh=new_problems(self._now.problems, before.problems),
            gone=new_problems(before.problems, self._now.problems),
        )

    def _see(self) -> None:
        """Look at the end from where the view is."""
        self.progress = self.obstacle = None
        try:
            self.progress = self._viewpoint.progress(self._now)
        except MissingHandError as error:
            self.obstacle = error

    def _read_event(self, line: str, number: int) -> Event:
        said = read_line(line, self.record, self._now.replay.state(number - 1).turn)
        if isinstance(said, Event):
            return said
        raise RecordError(f"{quote(line)} is not an event (expected such as 'A asks B CARD: yes')")

    def _event(self, number: int) -> Event:
        events = self.record.events
        if not 1 <= number <= len(events):
            known = f"expected 1 to {len(events)}" if events else "there is none yet"
            raise RecordError(f"there is no event {number} ({known})")
        return events[number - 1]

    def _refused(self) -> Refusal:
        if self.refusal is None:
            raise RecordError("no statement was refused just now")
        return self.refusal

    def _require_end(self) -> None:
        if self.moment is not None:
            raise RecordError(
                f"you look at the moment after event {self.moment} of {len(self.record.events)} "
                f"(expected 'back' first, 'insert {self.moment + 1} …' or 'what if …')"
            )
