"""The versions of a record: what it is, what it was, and the branches that are open: a value.

Nothing here changes: every operation gives other versions, and whoever keeps the old ones can go on
from them as if nothing had been tried.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from tracker.analysis.check import Problem, problems
from tracker.errors import RecordError
from tracker.game.events import Event
from tracker.game.legality import Violation, violations
from tracker.game.record import Record
from tracker.game.replay import Replay, replay_of
from tracker.inference.contradictions import Consistency, ConsistencyChecker

# A record, replayed and checked, as a value.
#
# Entering changes a record again and again. Each state of it is kept as it was: trying a
# statement, refusing it, taking it back and branching off are all keeping the old value. What two
# of them have in common at the beginning is worked out once.


@dataclass(frozen=True)
class Found:
    """A problem, and the event it is about: its number may change, and then it is the same one."""

    problem: Problem
    event: Event | None


@dataclass(frozen=True, eq=False)
class CheckedRecord:
    """A record, with what is wrong with it. Make the first with ``check_record``."""

    record: Record
    _found: Consistency
    _checker: ConsistencyChecker

    @property
    def contradictions(self) -> tuple[int, ...]:
        """The events that leave no deal, with all the hands of the header; 0: the header alone."""
        return self._found.contradictions

    def to(self, record: Record) -> CheckedRecord:
        """Another record, checked from where the two differ on."""
        replay = self.replay.to(record)
        checker = self._checker
        if (record.table, record.hands) != (self.record.table, self.record.hands):
            checker = ConsistencyChecker(record, record.hands)
        return CheckedRecord(record, checker.at(replay), checker)

    def close(self) -> None:
        """Free the solver, for all that were made from the same first one."""
        self._checker.close()

    @property
    def replay(self) -> Replay:
        """The replay of the record."""
        return replay_of(self.record)

    def broken(self, number: int) -> tuple[Violation, ...]:
        """The rules that an event breaks; none of one marked irregular."""
        return self.replay.played(number)[-1].broken

    @cached_property
    def problems(self) -> tuple[Found, ...]:
        """What is wrong, in the order of the events, as ``tracker.check`` has it."""
        events = self.record.events
        return tuple(
            Found(one, events[one.event - 1] if one.event else None)
            for one in problems(self.record, self.contradictions, undecided=self._found.undecided)
        )

    def since(self, violation: Violation, number: int) -> int | None:
        """The last event that made an event break a rule.

        Args:
            violation: the rule it breaks.
            number: the number of the event.

        Returns:
            The number of that earlier event; none: the rule would have been broken all along.
        """
        event = self.record.events[number - 1]
        for before in range(number - 2, -1, -1):
            if violation not in violations(self.replay.state(before), event):
                return before + 1
        return None


def check_record(record: Record) -> CheckedRecord:
    """A record, replayed and checked."""
    checker = ConsistencyChecker(record, record.hands)
    return CheckedRecord(record, checker.at(replay_of(record)), checker)


def new_problems(some: tuple[Found, ...], others: tuple[Found, ...]) -> tuple[Problem, ...]:
    """The problems that are not among others."""
    known = {(one.event, one.problem.code, one.problem.message) for one in others}
    return tuple(
        one.problem
        for one in some
        if (one.event, one.problem.code, one.problem.message) not in known
    )


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


# -- changes to the events of a record; comments stay where they belong ---------------------------
#
# Changes to the events of a record; comments stay where they belong.


def event_of(record: Record, number: int) -> Event:
    """An event by its number.

    Raises:
        RecordError: where there is no such event.
    """
    events = record.events
    if not 1 <= number <= len(events):
        known = f"expected 1 to {len(events)}" if events else "there is none yet"
        raise RecordError(f"there is no event {number} ({known})")
    return events[number - 1]


def difference(old: Record, new: Record) -> tuple[int, Event | None, Event | None] | None:
    """The one event in which two records differ, if it is one.

    Returns:
        Its number; what it was, none where it came in; and what it is, none where it was taken out.
    """
    pairs = zip(old.events, new.events, strict=False)
    first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    was, now = old.events[first:], new.events[first:]
    if was[1:] == now[1:] and was and now:
        return first + 1, was[0], now[0]
    if was[1:] == now and was:
        return first + 1, was[0], None
    return (first + 1, None, now[0]) if was == now[1:] and now else None


def appended(record: Record, event: Event) -> Record:
    """The record with one more event; the comments at its end are then above that."""
    event = replace(event, above=record.closing + event.above)
    return replace(record, events=(*record.events, event), closing=())


def replaced(record: Record, number: int, event: Event) -> Record:
    """The record with another event in the place of one; its comments stay."""
    before = record.events[: number - 1]
    old, *after = record.events[number - 1 :]
    event = replace(event, above=old.above, comment=event.comment or old.comment)
    return record.with_events((*before, event, *after))


def beside(record: Record, number: int, comment: str) -> Record:
    """The record with another comment, or none, beside an event."""
    before = record.events[: number - 1]
    event, *after = record.events[number - 1 :]
    return record.with_events((*before, replace(event, comment=comment), *after))


def inserted(record: Record, number: int, event: Event) -> Record:
    """The record with one more event before another."""
    return record.with_events((*record.events[: number - 1], event, *record.events[number - 1 :]))


def deleted(record: Record, number: int) -> Record:
    """The record without an event; the comments above it stay."""
    before = record.events[: number - 1]
    old, *after = record.events[number - 1 :]
    if not after:
        return replace(record, events=before, closing=old.above + record.closing)
    after[0] = replace(after[0], above=old.above + after[0].above)
    return record.with_events((*before, *after))


def commented(record: Record, line: str) -> Record:
    """The record with one more comment at its end."""
    return replace(record, closing=(*record.closing, line))
