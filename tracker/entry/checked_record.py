"""A record, replayed and checked, as a value.

Entering changes a record again and again, and each state of it is kept as it was: trying a
statement, refusing it, taking it back and branching off are all keeping the old value. What two
records have in common at the beginning is worked out once, by ``CheckedRecord.to``.

A record with gaps, or with notes of hands (``now``), goes through all its completions together.
Past a long stretch that is missing, or where there are too many ways, its events are taken as they
are told: to check them takes too long for somebody who types.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from tracker.analysis.check import CONTRADICTION, Problem, problems
from tracker.analysis.open_gaps import Values, gap_values
from tracker.errors import GapError, RecordError, UndecidedError, Violation
from tracker.game.events import Event, Gap, Missing, Now, Seat, is_stretch
from tracker.game.legality import violations
from tracker.game.record import Record, has_gaps
from tracker.game.replay import Replay, replay_of
from tracker.game.state import Situation, State
from tracker.game.transition import apply, past_stretch
from tracker.inference.completions import CompletionWalk
from tracker.inference.contradictions import Consistency, ConsistencyChecker
from tracker.inference.gap_deduction import common_state
from tracker.inference.hands import stated_hands


class CheckedRecord(ABC):
    """A record, with what is wrong with it. Make the first one with ``check_record``."""

    record: Record

    @abstractmethod
    def to(self, record: Record) -> CheckedRecord:
        """Another record, checked from where the two differ on."""

    @abstractmethod
    def close(self) -> None:
        """Free the solver, for all that were made from the same first one."""

    def left(self, number: int) -> Values | None:
        """What the open parts of a gap can be, by the record so far and the hands of its header.

        Args:
            number: the number of an event.

        Returns:
            None for what is no gap, and where it cannot be told.
        """
        return None

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

    @property
    def is_blind(self) -> bool:
        """Whether statements past a gap were taken as they were told, as it takes long to check."""
        return False

    @abstractmethod
    def state(self, at: int) -> State:
        """What all can see at a moment; what a gap decides is open in it."""

    def turn_before(self, number: int) -> Seat | None:
        """Whose turn it is before an event; None where that is not known."""
        return self.state(number - 1).turn

    # -- what is wrong ----------------------------------------------------------------------------

    @property
    @abstractmethod
    def contradictions(self) -> tuple[int, ...]:
        """The events that leave no deal, with all the hands of the header; 0: the header alone."""

    @abstractmethod
    def broken(self, number: int) -> tuple[Violation, ...]:
        """The rules that an event breaks; none of one marked irregular."""

    def since(self, violation: Violation, number: int) -> int | None:
        """The last event that made an event break a rule.

        Args:
            violation: the rule it breaks.
            number: the number of the event.

        Returns:
            The number of that earlier event; None where the rule would have been broken all along,
            or where gaps decide.
        """
        event = self.record.events[number - 1]
        if isinstance(event, Gap | Missing):
            return None
        for before in range(number - 2, -1, -1):
            if violation not in violations(self.state(before), event):
                return before + 1
        return None

    @property
    @abstractmethod
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong, in the order of the events, as ``tracker.check`` has it."""

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


def check_record(record: Record, like: _CheckedPlain | _CheckedGaps | None = None) -> CheckedRecord:
    """A record, replayed and checked.

    Args:
        record: the record.
        like: another one, perhaps with the same beginning.
    """
    if is_noted(record):
        return _CheckedGaps.of(record, like)
    return _CheckedPlain.of(record, like)


def is_noted(record: Record) -> bool:
    """Whether a record was told from memory: it has gaps, or notes of hands."""
    return has_gaps(record) or any(isinstance(event, Now) for event in record.events)


# -- records of which all is known ----------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _CheckedPlain(CheckedRecord):
    """A record without gaps."""

    record: Record
    _consistency: Consistency
    _checker: ConsistencyChecker

    @classmethod
    def of(cls, record: Record, like: _CheckedPlain | _CheckedGaps | None) -> _CheckedPlain:
        """A record, checked."""
        like = like.plain if isinstance(like, _CheckedGaps) else like
        if like is None:
            checker = ConsistencyChecker(record, record.hands)
            return cls(record, checker.at(replay_of(record)), checker)
        replay, checker = like.replay.to(record), like._checker
        if (record.table, record.hands) != (like.record.table, like.record.hands):
            checker = ConsistencyChecker(record, record.hands)
        return cls(record, checker.at(replay), checker)

    def to(self, record: Record) -> CheckedRecord:
        return check_record(record, self)

    def close(self) -> None:
        self._checker.close()

    @property
    def replay(self) -> Replay:
        """The replay of the record."""
        return replay_of(self.record)

    @property
    def contradictions(self) -> tuple[int, ...]:
        return self._consistency.contradictions

    def state(self, at: int) -> State:
        return self.replay.state(at)

    def broken(self, number: int) -> tuple[Violation, ...]:
        return self.replay.played(number)[-1].broken

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        undecided = self._consistency.undecided
        return tuple(problems(self.record, self.contradictions, undecided=undecided))


# -- records with gaps ----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Reached:
    """A moment of a record with gaps."""

    walk: CompletionWalk | None
    """The completions; None past an event up to which they cannot be gone through."""
    state: State
    broken: tuple[Violation, ...] = ()
    """The rules that the event before it breaks in every completion."""
    is_possible: bool = True
    """Whether a deal is left."""

    def after(self, record: Record, number: int) -> _Reached:
        """The moment after the next event of a record."""
        event = record.events[number - 1]
        if self.walk is None or not self.is_possible or is_stretch(event):
            return _Reached(None, _told(self.state, event, number), (), self.is_possible)
        walk = self.walk.resumed(record)
        try:
            walk.go_on(event)
        except (GapError, UndecidedError):
            return _Reached(None, _told(self.state, Missing(), number))
        is_possible = walk.is_possible()
        state = common_state(number, list(walk.states()))
        return _Reached(walk, state, walk.broken(), is_possible)


def _told(state: State, event: Event, at: int) -> State:
    """The public state after an event that is taken as it is told."""
    if isinstance(event, Missing):
        situations = tuple(Situation((seat,)) for seat in state.table.seats)
        state = past_stretch(state, situations, only_asks=event.only_asks, asks=event.asks)
    elif not isinstance(event, Gap):
        state = apply(state, event)
    return replace(state, at=at)


@dataclass(frozen=True, eq=False)
class _CheckedGaps(CheckedRecord):
    """A record with gaps, or with notes of hands."""

    record: Record
    moments: tuple[_Reached, ...]
    """All its moments, with the dealt hands of the header."""
    plain: _CheckedPlain | None
    """What it was made from, before it had gaps: to it one may go back."""

    @classmethod
    def of(cls, record: Record, like: _CheckedPlain | _CheckedGaps | None) -> _CheckedGaps:
        """A record, checked."""
        moments = cls._in_common(record, like)
        if not moments:
            walk = CompletionWalk(record, record.hands)
            (state,) = walk.states()
            moments = [_Reached(walk, state, (), walk.is_possible())]
        for number in range(len(moments), len(record.events) + 1):
            moments.append(moments[-1].after(record, number))
        plain = like if isinstance(like, _CheckedPlain) else like.plain if like else None
        return cls(record, tuple(moments), plain)

    @staticmethod
    def _in_common(record: Record, like: CheckedRecord | None) -> list[_Reached]:
        """The moments that a record has in common with another one."""
        if not isinstance(like, _CheckedGaps):
            return []
        other = like.record
        if (record.table, record.hands) != (other.table, other.hands):
            return []
        pairs = zip(record.events, other.events, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return list(like.moments[: same + 1])

    def to(self, record: Record) -> CheckedRecord:
        return check_record(record, self)

    def close(self) -> None:
        if self.plain is not None:
            self.plain.close()

    @property
    def is_blind(self) -> bool:
        return any(moment.walk is None and moment.is_possible for moment in self.moments)

    def state(self, at: int) -> State:
        return self.moments[at].state

    def left(self, number: int) -> Values | None:
        """What a gap can be: gone through from there on, with all its fillings apart."""
        before = self.moments[number - 1].walk
        if not isinstance(self.record.events[number - 1], Gap | Missing):
            return None
        if before is None or any(map(is_stretch, self.record.events[number - 1 :])):
            return None
        walk = before.resumed(self.record, {number})
        try:
            for event in self.record.events[number - 1 :]:
                walk.go_on(event)
            return gap_values(self.record, number, walk.fillings(number))
        except (GapError, UndecidedError):
            return None

    def broken(self, number: int) -> tuple[Violation, ...]:
        return self.moments[number].broken

    @cached_property
    def contradictions(self) -> tuple[int, ...]:
        """The first event that leaves no deal, or the first note of a hand that fits none."""
        for number, moment in enumerate(self.moments):
            if not moment.is_possible:
                return (number,)
        return self._wrong_note()

    def _wrong_note(self) -> tuple[int, ...]:
        """The first note of a hand with which no deal is left; past a stretch none is known."""
        for number, event in enumerate(self.record.events, start=1):
            if is_stretch(event):
                return ()
            if isinstance(event, Now):
                noted = self.record.with_events(self.record.events[:number])
                walk = CompletionWalk(noted, stated_hands(noted))
                try:
                    for told in noted.events:
                        walk.go_on(told)
                except (GapError, UndecidedError):
                    return ()
                if not walk.is_possible():
                    return (number,)
        return ()

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The rules broken in every completion, and the first contradiction."""
        broken = [
            Problem(None, number, violation.code, violation.message)
            for number in range(1, len(self.moments))
            for violation in self.broken(number)
        ]
        message = "no deal is left that fits the record so far, however its gaps are filled"
        impossible = [
            Problem(None, number or None, CONTRADICTION, message) for number in self.contradictions
        ]
        return tuple(sorted([*broken, *impossible], key=lambda problem: problem.event or 0))
