"""The situations that an event leads to, merged and as few as can be.

Situations that differ only in what they take are one where they come down to the same. What all of
them take has been said by the events so far and need not be kept; of many, what they take is
forgotten: then the record says a little less, and nothing that is not so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tracker.game.conditions import Condition, weakest
from tracker.game.events import Event
from tracker.game.state import Situation, State
from tracker.game.turns import broken, steps

MOST: Final = 200
"""So many ways to go on are kept apart."""


def situations_after(state: State, event: Event) -> tuple[Situation, ...]:
    """The situations that an event leads to: those in which it was legal, else all."""
    found = () if event.irregular else steps(state, event)
    found = found or broken(state, event)
    return tuple(replace(after, given=condition) for condition, after in found)


def still_possible(state: State, situations: Iterable[Situation]) -> tuple[Situation, ...]:
    """Those of some situations that public hand sizes leave, merged.

    Args:
        state: the state after the event, with its hand sizes.
        situations: what the event led to.
    """
    by_kind: dict[Situation, list[Condition]] = {}
    for one in situations:
        by_kind.setdefault(replace(one, given=()), []).append(one.given)
    left = {
        kind: weakest(_left(state, condition) for condition in found if _may_be(state, condition))
        for kind, found in by_kind.items()
    }
    left = {kind: found for kind, found in left.items() if found}
    if len(left) <= 1 or sum(map(len, left.values())) > MOST:
        return tuple(left or by_kind)
    common = set.intersection(*(set(one) for found in left.values() for one in found))
    return tuple(
        replace(kind, given=tuple(bound for bound in condition if bound not in common))
        for kind, found in left.items()
        for condition in found
    )


def _may_be(state: State, condition: Condition) -> bool:
    return all(state.told(bound) is not False for bound in condition)


def _left(state: State, condition: Condition) -> Condition:
    """A condition without what public sizes tell."""
    return tuple(bound for bound in condition if state.told(bound) is None)
