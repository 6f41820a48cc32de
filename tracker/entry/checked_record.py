"""A record, replayed and checked, as a value.

Entering changes a record again and again, and each state of it is kept as it was: trying a
statement, refusing it, taking it back and branching off are all keeping the old value. What two
records have in common at the beginning is worked out once, by ``CheckedRecord.to``.

A record with gaps, or with notes of hands (``now``), goes through all the ways to fill them
together, also past stretches that are missing. Where there are too many ways, all is open that a
missing stretch leaves open, and from there on only the rules that everyone can see are checked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from tracker.analysis.check import CONTRADICTION, Problem, problems
from tracker.analysis.open_gaps import Values, gap_values
from tracker.errors import GapError, RecordError, UndecidedError, Violation
from tracker.game.events import Event, Gap, Missing, Now
from tracker.game.legality import violations
from tracker.game.record import Record, has_gaps
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.transition import apply, past_stretch
from tracker.inference.completions import CompletionWalk
from tracker.inference.contradictions import Consistency, consistency
from tracker.inference.deduction import common_state
from tracker.inference.hands import stated_hands


@dataclass(frozen=True, eq=False)
class CheckedMoment:
    """A moment of a record."""

    state: State
    """What all can see; what a gap decides is open in it."""
    broken: tuple[Violation, ...] = ()
    """The rules that the event before it breaks, whichever way gaps are filled."""
    walk: CompletionWalk | None = None
    """The ways to fill the gaps, with the notes of hands so far; None in a record without both, and
    where the ways are too many."""
    is_possible: bool = True
    """Whether, across gaps, a deal is left, also with the notes of hands before it."""


@dataclass(frozen=True, eq=False)
class CheckedRecord:
    """A record, with what is wrong with it. Make the first one with ``check_record``."""

    record: Record
    moments: tuple[CheckedMoment, ...]
    """All its moments, with the dealt hands of the header."""
    consistency: Consistency | None
    """How it stands with a record without gaps and notes at its end; else None."""

    def to(self, record: Record) -> CheckedRecord:
        """Another record, checked from where the two differ on."""
        return check_record(record, self)

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

    def state(self, at: int) -> State:
        """What all can see at a moment; what a gap decides is open in it."""
        return self.moments[at].state

    # -- gaps -------------------------------------------------------------------------------------

    @property
    def unsearched(self) -> int | None:
        """The first event from which on it is not searched whether a deal is left; None: all are.

        That is so where there are too many ways to fill the gaps.
        """
        if self.consistency is not None:
            return None
        given_up = (
            number
            for number, moment in enumerate(self.moments)
            if moment.walk is None or moment.state.weaker
        )
        return next(given_up, None)

    def left(self, number: int) -> Values | None:
        """What the open parts of a gap can be, by the record so far, its notes and header's hands.

        Args:
            number: the number of an event.

        Returns:
            None for what is no gap, and where it cannot be told.
        """
        before = self.moments[number - 1].walk
        if before is None or not isinstance(self.record.events[number - 1], Gap | Missing):
            return None
        walk = before.resumed(self.record, frozenset({number}))
        try:
            for event in self.record.events[number - 1 :]:
                walk.go_on(event)
            return gap_values(self.record, number, walk.fillings(number))
        except (GapError, UndecidedError):
            return None

    # -- what is wrong ----------------------------------------------------------------------------

    @cached_property
    def contradictions(self) -> tuple[int, ...]:
        """The events that leave no deal, with all the hands of the header; 0: the header alone.

        Across gaps it is only the first of them, or the first note of a hand that fits none.
        """
        if self.consistency is not None:
            return self.consistency.contradictions
        for number, moment in enumerate(self.moments):
            if not moment.is_possible:
                return (number,)
        return ()

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
        earlier = range(number - 2, -1, -1)
        without = (at for at in earlier if violation not in violations(self.state(at), event))
        return next((at + 1 for at in without), None)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong, in the order of the events, as ``tracker.check`` has it."""
        if self.consistency is not None:
            undecided = self.consistency.undecided
            return tuple(problems(self.record, self.contradictions, undecided=undecided))
        message = "no deal is left that fits the record so far, however its gaps are filled"
        listed = [Problem(None, bad or None, CONTRADICTION, message) for bad in self.contradictions]
        for number, moment in enumerate(self.moments):
            listed += [Problem(None, number, each.code, each.message) for each in moment.broken]
        return tuple(sorted(listed, key=lambda problem: problem.event or 0))

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


def is_noted(record: Record) -> bool:
    """Whether a record was told from memory: it has gaps, or notes of hands."""
    return has_gaps(record) or any(isinstance(event, Now) for event in record.events)


def check_record(record: Record, like: CheckedRecord | None = None) -> CheckedRecord:
    """A record, replayed and checked.

    Args:
        record: the record.
        like: another one, perhaps with the same beginning.
    """
    if like is not None and _dealt(record) != _dealt(like.record):
        like = None
    if is_noted(record):
        return CheckedRecord(record, _across_gaps(record, like), None)
    replay = replay_of(record) if like is None else replay_of(like.record).to(record)
    played = [CheckedMoment(each.after, each.broken) for each in replay.played()]
    moments = (CheckedMoment(replay.state(0)), *played)
    found = consistency(record, before=None if like is None else like.consistency)
    return CheckedRecord(record, moments, found)


def _dealt(record: Record) -> object:
    """What two records share where what is known of the one is of use for the other."""
    return record.table, record.hands


# -- records with gaps, or with notes of hands ----------------------------------------------------


def _across_gaps(record: Record, like: CheckedRecord | None) -> tuple[CheckedMoment, ...]:
    """The moments of a record."""
    moments: list[CheckedMoment] = []
    if like is not None and like.consistency is None:
        pairs = zip(record.events, like.record.events, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        moments += like.moments[: same + 1]
    else:
        walk = CompletionWalk(record, record.hands)
        moments.append(CheckedMoment(walk.states()[0], (), walk, walk.is_possible()))
    for number in range(len(moments), len(record.events) + 1):
        moments.append(_next(moments[-1], record, number))
    return tuple(moments)


def _next(moment: CheckedMoment, record: Record, number: int) -> CheckedMoment:
    """The moment after the next event of a record."""
    event = record.events[number - 1]
    if moment.walk is None:
        return _told(moment.state, event, number)
    try:
        walk = _gone_on(moment.walk, record, number)
        is_possible = walk.is_possible()
    except (GapError, UndecidedError):
        return _told(_told(moment.state, Missing(), number - 1).state, event, number)
    state = common_state(number, list(walk.states()))
    return CheckedMoment(state, walk.broken(), walk, is_possible)


def _gone_on(walk: CompletionWalk, record: Record, number: int) -> CompletionWalk:
    """The ways past one more event of a record; a note of a hand counts from the deal on.

    Raises:
        GapError: where there are too many ways, or a stretch is not filled in.
        UndecidedError: where it takes too long.
    """
    told = record.events[:number]
    if isinstance(told[-1], Now):
        walk = CompletionWalk(record, stated_hands(record.with_events(told)))
    else:
        walk, told = walk.resumed(record), told[-1:]
    for event in told:
        walk.go_on(event)
    return walk


def _told(state: State, event: Event, at: int) -> CheckedMoment:
    """The moment after an event that is taken as it is told, but for rules that all can see."""
    if isinstance(event, Gap | Missing):
        only_asks = isinstance(event, Missing) and event.only_asks
        return CheckedMoment(replace(past_stretch(state, only_asks=only_asks), at=at))
    broken = () if event.irregular else violations(state, event)
    return CheckedMoment(replace(apply(state, event), at=at), broken)


# -- a record with a change: what comes after it stays, whether it still fits or not ---------------


def appended(record: Record, event: Event) -> Record:
    """With one more event; the comments at the end are then above it."""
    event = replace(event, above=record.closing + event.above)
    return replace(record, events=(*record.events, event), closing=())


def replaced(record: Record, number: int, event: Event) -> Record:
    """With another event in the place of one, whose comments stay."""
    old = record.events[number - 1]
    comment = event.comment or old.comment
    return spliced(record, number, replace(event, above=old.above, comment=comment))


def spliced(record: Record, number: int, *events: Event) -> Record:
    """With some events in the place of one."""
    old = record.events
    return record.with_events((*old[: number - 1], *events, *old[number:]))


def without(record: Record, first: int, last: int) -> Record:
    """Without some events in a row; the comments above them stay."""
    before, gone, after = (
        record.events[: first - 1],
        record.events[first - 1 : last],
        record.events[last:],
    )
    above = tuple(comment for event in gone for comment in event.above)
    if not after:
        return replace(record, events=before, closing=above + record.closing)
    following = replace(after[0], above=above + after[0].above)
    return record.with_events((*before, following, *after[1:]))
