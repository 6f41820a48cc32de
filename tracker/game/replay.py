"""Replaying a record: the public state after each event, and the rules that each event breaks.

A record is replayed once. ``replay_of`` keeps what it has made with the record, everything asks it
about a moment, and nothing in it looks past the moment asked about. Two records that begin alike
share what their beginnings are: ``Replay.to`` goes from the one to the other.

Example: ``replay_of(record).state(10).turn`` is the seat whose turn it is after ten events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tracker.errors import IllegalEventError, Violation
from tracker.game.events import Event
from tracker.game.legality import violations
from tracker.game.record import Record, require_record
from tracker.game.state import State
from tracker.game.transition import apply, first_state

_KEPT: Final = "_replay"
"""The attribute of a record that its replay is kept in."""


@dataclass(frozen=True, eq=False)
class Played:
    """An event in its place in a game. It is made once, so what is known of it can be cached."""

    event: Event
    before: State
    """The public state that it happened in."""
    after: State

    @property
    def number(self) -> int:
        """The number of the event, from 1."""
        return self.after.at

    @cached_property
    def broken(self) -> tuple[Violation, ...]:
        """The rules that it breaks, as far as everyone can tell; none where it is irregular."""
        return () if self.event.irregular else violations(self.before, self.event)


class Replay:
    """The moments of a record, each worked out when it is first asked for.

    Args:
        record: the record.
        start: the state before the first event; None: that of the record's table.
        played: events at the beginning of the record that have been replayed already.
    """

    def __init__(
        self, record: Record, start: State | None = None, played: Sequence[Played] = ()
    ) -> None:
        self.record = record
        self._start = first_state(record.table) if start is None else start
        self._played = list(played)

    def state(self, at: int | None = None) -> State:
        """The public state after ``at`` events; None: after all.

        Raises:
            RecordError: where the record has no such moment.
        """
        number = self._reach(at)
        return self._played[number - 1].after if number else self._start

    def states(self, at: int | None = None) -> tuple[State, ...]:
        """The public states after 0, 1, … ``at`` events; None: all."""
        return (self._start, *(played.after for played in self.played(at)))

    def played(self, at: int | None = None) -> Sequence[Played]:
        """The first ``at`` events, each in its place; None: all."""
        return self._played[: self._reach(at)]

    def __iter__(self) -> Iterator[Played]:
        """The events, each in its place, replayed one by one as they are taken."""
        for number in range(1, len(self.record.events) + 1):
            self._reach(number)
            yield self._played[number - 1]

    def to(self, record: Record) -> Replay:
        """The replay of another record; what the two have in common at the beginning is shared."""
        kept = vars(record).get(_KEPT)
        if isinstance(kept, Replay):
            return kept
        replay = Replay(record)
        if record.table == self.record.table:
            replay = Replay(record, self._start, self._played[: self._in_common(record)])
        vars(record)[_KEPT] = replay
        return replay

    def _reach(self, at: int | None) -> int:
        """Replay the first ``at`` events, where that has not been done; how many these are."""
        number = self.record.moment(at)
        for event in self.record.events[len(self._played) : number]:
            state = self._played[-1].after if self._played else self._start
            self._played.append(Played(event, state, apply(state, event)))
        return number

    def _in_common(self, record: Record) -> int:
        """The number of events replayed so far with which another record begins, too."""
        for number, (played, event) in enumerate(zip(self._played, record.events, strict=False)):
            if played.event is not event and played.event != event:
                return number
        return min(len(self._played), len(record.events))


def replay_of(record: Record) -> Replay:
    """The replay of a record: made once, and kept with it.

    Raises:
        RecordError: where the header does not make a table.
        WrongTypeError: for what is no record.
    """
    require_record(record)
    kept = vars(record).get(_KEPT)
    if not isinstance(kept, Replay):
        kept = vars(record)[_KEPT] = Replay(record)
    return kept


def adopt_replay(record: Record, replay: Replay) -> None:
    """Keep with a record a replay of it that has been made elsewhere."""
    vars(record)[_KEPT] = replay


def states(record: Record) -> tuple[State, ...]:
    """The public states of a record: after 0, 1, … all events."""
    return replay_of(record).states()


def beginning(record: Record, at: int) -> Record:
    """A record's header with its first ``at`` events; what has been replayed is shared."""
    return replay_of(record).to(record.with_events(record.events[:at])).record


def played_on(record: Record, event: Event) -> Record:
    """The record with one more event at its end.

    The event is judged by what everyone at the table can see. Whether any deal is left in which it
    can have happened is not looked at; ``tracker.check`` does that.

    Args:
        record: the game so far; it is not changed.
        event: what happens next. If it is marked irregular, it may break any rule.

    Raises:
        IllegalEventError: where it breaks a rule.
    """
    replay = replay_of(record)
    broken = () if event.irregular else violations(replay.state(), event)
    if broken:
        raise IllegalEventError(broken)
    return replay.to(record.with_events((*record.events, event))).record
