"""Conditions on hands whose size not everyone knows.

After a claim that shows nothing, who is out of cards is a fact about the deal. What the table saw
is how many cards each seat was dealt, received and publicly lost; the rest are *hidden* cards,
those that left play unseen. So "Bob had run out when six cards were hidden" is a ``Bound``: of
these six, Bob was dealt just as many as he had left. A ``Condition`` is several of them together,
and ``Ways`` are conditions one of which is true: "either Bob had run out, or Ann and Carl had".

Example: Bob had two cards left when 2H 3H 4H were hidden, the first cards to be so. That he was out
is ``Bound("Bob", 3, 2, 2)``, that he was not ``Bound("Bob", 3, 0, 1)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from tracker.game.events import Seat


class Bound(NamedTuple):
    """Between ``least`` and ``most`` of the first ``hidden`` hidden cards were dealt to a seat."""

    seat: Seat
    hidden: int
    """How many of them, in the order in which they left play."""
    least: int
    most: int

    def implies(self, other: Bound) -> bool:
        """Whether the other is true wherever this one is, for all that the two alone tell."""
        if self.seat != other.seat:
            return False
        more = other.hidden - self.hidden
        least = self.least - max(-more, 0)
        most = self.most + max(more, 0)
        return other.least <= max(least, 0) and most <= other.most


Condition: TypeAlias = tuple[Bound, ...]
"""All of these are true; none: that is always so."""

Ways: TypeAlias = tuple[Condition, ...]
"""One of these is true; none: that is never so."""

ALWAYS: Ways = ((),)
NEVER: Ways = ()


def both(first: Ways, second: Ways) -> Ways:
    """Where both of two disjunctions are true.

    What contradicts itself is left out where anything else is left: else many conditions that no
    deal fits would be carried through a whole game.
    """
    found = [_together(one, other) for one in first for other in second]
    return weakest([one for one in found if not _is_absurd(one)] or found)


def all_of(parts: Iterable[Ways]) -> Ways:
    """Where all of some disjunctions are true."""
    found = ALWAYS
    for part in parts:
        found = both(found, part)
    return found


def any_of(parts: Iterable[Ways]) -> Ways:
    """Where one of some disjunctions is true."""
    return weakest(condition for part in parts for condition in part)


def weakest(conditions: Iterable[Condition]) -> Ways:
    """Those of some conditions that no other one follows from."""
    kept: dict[Condition, _Content] = {}
    for condition in dict.fromkeys(conditions):
        new = _Content(frozenset(condition), frozenset(bound.seat for bound in condition))
        if not any(new.implies(old) for old in kept.values()):
            kept = {one: old for one, old in kept.items() if not old.implies(new)}
            kept[condition] = new
    return tuple(kept)


def implies(first: Condition, second: Condition) -> bool:
    """Whether the second is true wherever the first is, bound by bound."""
    return all(any(bound.implies(wanted) for bound in first) for wanted in second)


class _Content(NamedTuple):
    """A condition as sets: in a long list most pairs differ in a few bounds, or speak of others."""

    bounds: frozenset[Bound]
    seats: frozenset[Seat]

    def implies(self, other: _Content) -> bool:
        """Whether the other is true wherever this one is, bound by bound."""
        if not other.seats <= self.seats:
            return False
        lacking = other.bounds - self.bounds
        return not lacking or implies(tuple(self.bounds), tuple(lacking))


def _is_absurd(condition: Condition) -> bool:
    """Whether two bounds on a seat, next to each other in order, contradict each other."""
    return any(
        one.seat == other.seat
        and not (one.least <= other.most and other.least <= one.most + other.hidden - one.hidden)
        for one, other in pairwise(condition)
    )


def _together(first: Condition, second: Condition) -> Condition:
    """All bounds of two conditions, less those that others imply."""
    kept: list[Bound] = []
    for bound in (*first, *second):
        if not any(other.implies(bound) for other in kept):
            kept = [other for other in kept if not bound.implies(other)]
            kept.append(bound)
    return tuple(sorted(kept))
