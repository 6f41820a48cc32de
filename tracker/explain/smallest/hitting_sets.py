"""Cheapest hitting sets: elements with something in common with each of some sets.

The sets are few and small, and nearly all of the cost is settled by sets that have nothing in
common, so a search by hand ends after some dozen nodes. First, sets that contain another go, and
elements that hit nothing but what a cheaper one hits too, until nothing changes. Then take the
smallest set not hit yet, and try its elements, the cheapest first; one tried is left out of what
follows. Sets without a common element need an element each: where that makes too much, turn back.
Where it takes too long, or where some hitting sets are ruled out, MaxSAT has it (PySAT's RC2;
Ignatiev, Morgado and Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11, 2019).

Sets are bits of one integer, an element the place of its cost among all costs: so the lowest bit is
the cheapest element, and an element is outdone where all the sets with it have a lower bit in
common.

Example: {1, 2}, {2, 3}, {4}, all of the same cost: {4} has to be hit by 4, and 2 hits the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

from tracker.sat.placements import bits

NODES: Final = 1_500
"""So many nodes take about as long as MaxSAT."""


class HittingSets:
    """Cheapest sets that have something in common with each of the sets given.

    Args:
        cost: of each element.
    """

    def __init__(self, cost: Mapping[int, int]) -> None:
        self._elements = sorted(cost, key=lambda element: (cost[element], element))
        self._costs = [cost[element] for element in self._elements]
        self._bit = {element: 1 << i for i, element in enumerate(self._elements)}
        self._to_hit: list[int] = []
        self._blocked: list[int] = []

    def hit(self, elements: Iterable[int]) -> None:
        """Add a set to hit."""
        self._to_hit.append(self._mask(elements))

    def block(self, elements: Iterable[int]) -> None:
        """Rule out a hitting set, and all that contain it."""
        self._blocked.append(self._mask(elements))

    def cheapest(self) -> list[int] | None:
        """A cheapest hitting set; none where there is none."""
        if 0 in self._to_hit or 0 in self._blocked:
            return None
        self._to_hit = _least(self._to_hit)
        if not self._blocked:
            search = _Search(self._costs)
            search.go(0, 0, _reduced(self._to_hit))
            if search.nodes <= NODES:
                return sorted(self._elements[bit.bit_length() - 1] for bit in bits(search.best))
        return self._by_max_sat()

    def _mask(self, elements: Iterable[int]) -> int:
        return sum([self._bit[element] for element in elements])

    def _by_max_sat(self) -> list[int] | None:
        """The cheapest hitting set by MaxSAT; none where there is none."""
        formula = WCNF()
        used: dict[int, int] = {}
        for one in self._to_hit:
            formula.append([used.setdefault(bit, len(used) + 1) for bit in bits(one)])
        for one in self._blocked:
            formula.append([-used.setdefault(bit, len(used) + 1) for bit in bits(one)])
        for bit, variable in used.items():
            formula.append([-variable], weight=self._costs[bit.bit_length() - 1])
        with RC2Stratified(formula, solver="m22", adapt=True) as solver:
            model = solver.compute()
        if model is None:
            return None
        chosen = (bit for bit, variable in used.items() if model[variable - 1] > 0)
        return sorted(self._elements[bit.bit_length() - 1] for bit in chosen)


def _reduced(sets: list[int]) -> list[int]:
    """Sets of which none contains another, as far as they matter, the smallest first."""
    kept = sets
    while dropped := _outdone(kept):
        kept = _least(one & ~dropped for one in kept)
    return kept


def _outdone(sets: Iterable[int]) -> int:
    """The elements that hit nothing but what a cheaper one hits, too."""
    common: dict[int, int] = {}
    for one in sets:
        for bit in bits(one):
            common[bit] = common.get(bit, one) & one
    return sum([bit for bit, shared in common.items() if shared & (bit - 1)])


class _Search:
    """One search by hand."""

    def __init__(self, costs: Sequence[int]) -> None:
        self.best = 0
        self.nodes = 0
        self._costs = costs
        self._least = 1 + sum(costs)

    def go(self, chosen: int, cost: int, left: Sequence[int]) -> None:
        """Complete some elements to a hitting set in all the ways that may be the cheapest.

        Args:
            chosen: the elements.
            cost: what they cost.
            left: the sets that they do not hit, the smallest first.
        """
        self.nodes += 1
        if self.nodes > NODES or cost + self._needed(left) >= self._least:
            return
        if not left:
            self.best, self._least = chosen, cost
            return
        tried = 0
        for bit in bits(left[0]):
            rest = [one for one in left if not one & bit]
            if tried:
                rest = sorted([one & ~tried for one in rest], key=int.bit_count)
            if not rest or rest[0]:
                self.go(chosen | bit, cost + self._costs[bit.bit_length() - 1], rest)
            tried |= bit

    def _needed(self, left: Iterable[int]) -> int:
        """What sets without a common element cost at least."""
        used = needed = 0
        for one in left:
            if not used & one:
                used |= one
                needed += self._costs[(one & -one).bit_length() - 1]
        return needed


def _least(sets: Iterable[int]) -> list[int]:
    """The sets that contain no other, the smallest first."""
    kept: list[int] = []
    for one in sorted(set(sets), key=lambda one: (one.bit_count(), one)):
        if not any(not other & ~one for other in kept):
            kept.append(one)
    return kept
