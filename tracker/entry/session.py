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
from dataclasses import replace
from typing import Self

from tracker.entry import plans
from tracker.entry import versions as edits
from tracker.entry.open_record import OpenRecord
from tracker.entry.plans import Change, Deed, Plan, Refusal
from tracker.entry.record_file import begun, opened
from tracker.entry.typed_line import read_line
from tracker.entry.versions import Versions, new_problems
from tracker.errors import RecordError
from tracker.explain.conflict import Conflict
from tracker.explain.repairs import Suggestion
from tracker.knowledge.views import ViewLike


class Session(OpenRecord):
    """A record that is being entered.

    What an operation raises is said at the piece that does it: ``plans`` for what is entered,
    ``Versions`` for to and fro, ``RecordFile`` and ``begun`` for the file, ``Viewpoint`` for
    looking. Besides, a change that could not be saved raises ``StorageError``, and one of a refused
    statement ``RecordError`` where none was refused; all is then as it was.

    Args:
        store: the file, just read or not there yet.
        record: the record that it holds, or is to hold from the first change on.
        view: whose view it is: ``public`` (or none), a seat, or seats joined by ``+``.
        as_json: whether the file has the JSON form.

    Raises:
        RecordError: for a name that is no view.
        MissingHandError: where the view needs a hand that is not known.
    """

    refusal: Refusal | None = None
    """The last statement, where it was refused: ``insist`` and ``mend`` are about it."""

    @classmethod
    def open(cls, path: str | os.PathLike[str], view: ViewLike = None) -> Self:
        """A session over a file.

        Raises:
            NotationError: where the file is not a record.
            OSError: where it cannot be read.
        """
        file, record = opened(path)
        return cls(file.store, record, view, as_json=file.as_json)

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
        self._viewpoint.require_end()
        return self._try(plans.entering(self._versions, said))

    def edit(self, number: int, line: str) -> Change | Refusal:
        """Put another statement in the place of one; those after it are replayed."""
        return self._try(plans.editing(self._versions, number, line))

    def insert(self, number: int, line: str) -> Change | Refusal:
        """Put a statement before another one; that and those after it are replayed."""
        return self._try(plans.inserting(self._versions, number, line))

    def delete(self, number: int) -> Change:
        """Take a statement out; those after it are replayed. Comments above it stay."""
        return self._make(plans.deleting(self._versions, number))

    def comment(self, line: str, number: int | None = None) -> Change:
        """Comment: at the end of the record, or beside an event."""
        return self._make(plans.commenting(self._versions, line, number))

    # -- refused statements -----------------------------------------------------------------------

    def insist(self) -> Change | Refusal:
        """Take in the statement that was just refused, marked irregular."""
        return self._try(plans.insisting(self._versions, self._refused()))

    def reasons(self) -> Conflict:
        """What the statement just refused contradicts, if it is impossible."""
        return self._refused().conflict

    def remedies(self) -> list[Suggestion]:
        """The single changes that would make what was just refused possible, likeliest first."""
        return self._refused().remedies

    def mend(self, remedy: Suggestion) -> Change:
        """Make one of the ``remedies``, and take in the statement that was refused."""
        return self._make(plans.mending(self._versions, self._refused(), remedy))

    # -- to and fro -------------------------------------------------------------------------------

    def undo(self) -> Change:
        """Take back the last change."""
        return self._moved("undone", self._versions.undone())

    def redo(self) -> Change:
        """Make again what was taken back last."""
        return self._moved("redone", self._versions.redone())

    def branch(self) -> Change:
        """Begin a branch at the moment looked at: what is entered in it is in no file."""
        return self._make(Plan("branched", self._versions.branched(self.moment)))

    def keep(self) -> Change:
        """Make a branch part of what it branched off."""
        return self._make(Plan("kept", self._versions.kept()))

    def discard(self) -> Change:
        """Leave a branch, and go on where it began."""
        cut = self._versions.cut
        change = self._make(Plan("discarded", self._versions.discarded()))
        self.look_at(cut)
        return change

    def keep_as(self, path: str | os.PathLike[str]) -> None:
        """Write the branch to a file of its own; it stays open here.

        Raises:
            RecordError: where there is no branch, or there is such a file already.
            StorageError: where it cannot be written.
        """
        self._versions.discarded()
        begun(path, self.record)

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
        file, record = self._file.again()
        change = self._make(plans.reloading(self._versions, record))
        self._file = file
        return change

    def save_as(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a new file, and go on in that."""
        self._file = begun(path, self._versions.main.record)

    # -- small steps ------------------------------------------------------------------------------

    def _refused(self) -> Refusal:
        if self.refusal is None:
            raise RecordError("no statement was refused just now")
        return self.refusal

    def _moved(self, deed: Deed, versions: Versions) -> Change:
        """Go back or forth; which event that changed, if it is one."""
        found = edits.difference(self.record, versions.now.record)
        if found is None:
            return self._make(Plan(deed, versions))
        number, was, event = found
        return replace(self._make(Plan(deed, versions, number, event)), was=was)

    def _try(self, plan: Plan | Refusal) -> Change | Refusal:
        if isinstance(plan, Plan):
            return self._make(plan)
        self.refusal = plan
        return plan

    def _make(self, plan: Plan) -> Change:
        """The one way to change anything: saved first, then taken in; what is new.

        Raises:
            RecordError: where the view is that of a seat that would be gone.
            StorageError: where it could not be saved; all is as it was.
        """
        versions, before = plan.versions, self._now
        now, main = versions.now, versions.main
        self._viewpoint.require_seats(now.record)
        if main is not self._versions.main and not plan.on_disk:
            self._file.save(main.record)
        self._versions, self.refusal = versions, None
        return Change(
            plan.deed,
            plan.number,
            plan.event,
            now.record,
            self._viewpoint.take_in(now),
            fresh=new_problems(now.problems, before.problems),
            gone=new_problems(before.problems, now.problems),
        )
