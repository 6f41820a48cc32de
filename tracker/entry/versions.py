"""The versions of a record: what it is, what it was, and the branches that are open: a value.

Nothing here changes: every operation gives other versions, and whoever keeps the old ones can go on
from them as if nothing had been tried.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.entry.checked_record import CheckedRecord
from tracker.errors import RecordError


@dataclass(frozen=True, eq=False)
class Versions:
    """A record, or a branch of it, with what can be undone and done again."""

    now: CheckedRecord
    """What it is."""
    past: tuple[CheckedRecord, ...] = ()
    """What it was, the latest last."""
    future: tuple[CheckedRecord, ...] = ()
    """What was taken back, the last taken back last."""
    below: Versions | None = None
    """What this is a branch of; none: of nothing."""
    cut: int | None = None
    """After which event a branch begins, if not at the end of what it branches off."""

    @property
    def main(self) -> CheckedRecord:
        """The record, whatever branch is open: what the file holds."""
        return self.now if self.below is None else self.below.main

    @property
    def branches(self) -> int:
        """How many branches are open, one in the other."""
        return 0 if self.below is None else 1 + self.below.branches

    def changed(self, now: CheckedRecord) -> Versions:
        """With another record in the place of the one there is."""
        return replace(self, now=now, past=(*self.past, self.now), future=())

    def undone(self) -> Versions:
        """Without the last change.

        Raises:
            RecordError: where there was none.
        """
        if not self.past:
            where = "this branch" if self.branches else "this session"
            raise RecordError(f"there is nothing to undo: nothing was changed in {where}")
        *past, now = self.past
        return replace(self, now=now, past=tuple(past), future=(*self.future, self.now))

    def redone(self) -> Versions:
        """With the change that was taken back last.

        Raises:
            RecordError: where none was.
        """
        if not self.future:
            raise RecordError("there is nothing to redo")
        *future, now = self.future
        return replace(self, now=now, past=(*self.past, self.now), future=tuple(future))

    def branched(self, cut: int | None) -> Versions:
        """With a branch that begins at the end, or after an event."""
        record = self.now.record
        return Versions(self.now.to(record.with_events(record.events[:cut])), below=self, cut=cut)

    def kept(self) -> Versions:
        """With the branch as a part of what it branched off.

        Raises:
            RecordError: where there is none, or it does not begin at the end.
        """
        below = self._require_branch()
        if self.cut is not None:
            raise RecordError(
                f"this branch begins after event {self.cut}, not at the end, and cannot be kept "
                "(expected 'keep as FILE', or 'discard')"
            )
        if not self.past:
            return below
        # What the branch was is kept, too: undoing takes back one statement, not the branch.
        return replace(below, now=self.now, past=(*below.past, *self.past), future=())

    def discarded(self) -> Versions:
        """Without the branch.

        Raises:
            RecordError: where there is none.
        """
        return self._require_branch()

    def _require_branch(self) -> Versions:
        if self.below is None:
            raise RecordError("there is no branch (expected 'what if STATEMENT' first)")
        return self.below
