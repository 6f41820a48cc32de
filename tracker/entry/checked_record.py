"""A record, replayed and checked, as a value.

Entering changes a record again and again, and each state of it is kept as it was: trying a
statement, refusing it, taking it back and branching off are all keeping the old value. What two
records have in common at the beginning is worked out once, by ``CheckedRecord.to``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tracker.analysis.check import Problem, problems
from tracker.errors import RecordError, Violation
from tracker.game.events import Event, Seat
from tracker.game.legality import violations
from tracker.game.record import Record
from tracker.game.replay import Replay, replay_of
from tracker.inference.contradictions import Consistency, ConsistencyChecker


@dataclass(frozen=True, eq=False)
class CheckedRecord:
    """A record, with what is wrong with it. Make the first one with ``check_record``."""

    record: Record
    _consistency: Consistency
    _checker: ConsistencyChecker

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

    def event(self, number: int) -> Event:
        """An event by its number.

        Raises:
            RecordError: where there is no such event.
        """
        events = self.record.events
        if not 1 <= number <= len(events):
            known = f"expected 1 to {len(events)}" if events else "there is none yet"
            raise RecordError(f"there is no event {number} ({known})")
        return events[number - 1]

    def turn_before(self, number: int) -> Seat | None:
        """Whose turn it is before an event; None where that is not known."""
        return self.replay.state(number - 1).turn

    # -- what is wrong ----------------------------------------------------------------------------

    @property
    def contradictions(self) -> tuple[int, ...]:
        """The events that leave no deal, with all the hands of the header; 0: the header alone."""
        return self._consistency.contradictions

    def broken(self, number: int) -> tuple[Violation, ...]:
        """The rules that an event breaks; none of one marked irregular."""
        return self.replay.played(number)[-1].broken

    def since(self, violation: Violation, number: int) -> int | None:
        """The last event that made an event break a rule.

        Args:
            violation: the rule it breaks.
            number: the number of the event.

        Returns:
            The number of that earlier event; None where the rule would have been broken all along.
        """
        event = self.record.events[number - 1]
        for before in range(number - 2, -1, -1):
            if violation not in violations(self.replay.state(before), event):
                return before + 1
        return None

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong, in the order of the events, as ``tracker.check`` has it."""
        undecided = self._consistency.undecided
        return tuple(problems(self.record, self.contradictions, undecided=undecided))

    def problems_not_in(self, other: CheckedRecord) -> tuple[Problem, ...]:
        """The problems that another record does not have with the event they are about.

        The number of that event may be another one there.
        """
        known = set(map(other._key, other.problems))
        return tuple(problem for problem in self.problems if self._key(problem) not in known)

    def _key(self, problem: Problem) -> tuple[Event | None, str, str]:
        """What tells a problem from others, whatever the number of its event."""
        event = self.record.events[problem.event - 1] if problem.event else None
        return event, problem.code, problem.message


def check_record(record: Record) -> CheckedRecord:
    """A record, replayed and checked."""
    checker = ConsistencyChecker(record, record.hands)
    return CheckedRecord(record, checker.at(replay_of(record)), checker)
