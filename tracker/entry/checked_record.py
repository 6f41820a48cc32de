"""A record, replayed and checked, as a value.

Entering changes a record again and again. Each state of it is kept as it was: trying a statement,
refusing it, taking it back and branching off are all keeping the old value. What two of them have
in common at the beginning is worked out once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tracker.analysis.check import Problem, problems
from tracker.game.events import Event
from tracker.game.legality import Violation, violations
from tracker.game.record import Record
from tracker.game.replay import Replay, replay_of
from tracker.inference.contradictions import Consistency, ConsistencyChecker


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
