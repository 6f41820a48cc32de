"""Keeping what was worked out at the moments of a game, for as long as the game stays the same."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from tracker.game.replay import Replay
from tracker.game.state import State


class _AtMoment(Protocol):
    @property
    def state(self) -> State: ...


T = TypeVar("T", bound=_AtMoment)


class Kept(Generic[T]):
    """One value for each moment.

    A value is good for every record that is the same up to its moment: that is when the replay has
    the very state that the value was made at.
    """

    def __init__(self) -> None:
        self._by_moment: dict[int, T] = {}

    def latest(self, replay: Replay, at: int) -> T | None:
        """The value of the last moment, up to one, that has a value which is good for a record."""
        for number in range(at, -1, -1):
            value = self._by_moment.get(number)
            if value is not None and value.state is replay.state(number):
                return value
        return None

    def keep(self, value: T) -> T:
        """Keep a value, in the place of that of another record."""
        self._by_moment[value.state.at] = value
        return value
