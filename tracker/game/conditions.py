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
from functools import reduce
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
        """Whether the other is true in every deal in which this one is, whatever else holds."""
        if self.seat != other.seat:
            return False
        more = other.hidden - self.hidden
        least = self.least - max(-more, 0)
        most = self.most + max(more, 0)
        return other.least <= max(least, 0) and most <= other.most


Condition: TypeAlias = tuple[Bound, ...]
"""All of these bounds hold. The empty condition is always true."""

Ways: TypeAlias = tuple[Condition, ...]
"""At least one of these conditions is true. Without any, it is never true."""

ALWAYS: Ways = ((),)
NEVER: Ways = ()


def both(first: Ways, second: Ways) -> Ways:
    """The conditions under which both of two disjunctions are true.

    Conditions that contradict themselves are left out where any other is left: no deal fits them,
    and they would be carried through the whole game.
    """
    if first == ALWAYS == second:
        return ALWAYS
    conditions = [_joined(left, right) for left in first for right in second]
    return weakest([joined for joined in conditions if not is_absurd(joined)] or conditions)


def all_of(parts: Iterable[Ways]) -> Ways:
    """The conditions under which all of some disjunctions are true."""
    return reduce(both, parts, ALWAYS)


def any_of(parts: Iterable[Ways]) -> Ways:
    """The conditions under which at least one of some disjunctions is true."""
    return weakest(condition for part in parts for condition in part)


def weakest(conditions: Iterable[Condition]) -> Ways:
    """The conditions from which no other of them follows."""
    kept: dict[Condition, _Content] = {}
    different = tuple(dict.fromkeys(conditions))
    if len(different) < 2:
        return different
    for condition in different:
        new = _Content(frozenset(condition), frozenset(bound.seat for bound in condition))
        if not any(new.implies(old) for old in kept.values()):
            kept = {known: old for known, old in kept.items() if not old.implies(new)}
            kept[condition] = new
    return tuple(kept)


def implies(first: Condition, second: Condition) -> bool:
    """Whether the second is true wherever the first is, bound by bound."""
    return all(any(bound.implies(wanted) for bound in first) for wanted in second)


class _Content(NamedTuple):
    """A condition as sets: most pairs in a long list differ in a few bounds, or in their seats."""

    bounds: frozenset[Bound]
    seats: frozenset[Seat]

    def implies(self, other: _Content) -> bool:
        """Whether the other is true wherever this one is, bound by bound."""
        if not other.seats <= self.seats:
            return False
        lacking = other.bounds - self.bounds
        return not lacking or implies(tuple(self.bounds), tuple(lacking))


def is_absurd(condition: Condition) -> bool:
    """Whether two bounds on a seat, next to each other in order, contradict each other."""
    return any(
        fewer.seat == more.seat
        and not (fewer.least <= more.most and more.least <= fewer.most + more.hidden - fewer.hidden)
        for fewer, more in pairwise(condition)
    )


def _joined(first: Condition, second: Condition) -> Condition:
    """All bounds of two conditions, less those that others imply."""
    kept: list[Bound] = []
    for bound in (*first, *second):
        if not any(other.implies(bound) for other in kept):
            kept = [other for other in kept if not bound.implies(other)]
            kept.append(bound)
    return tuple(sorted(kept))
