"""Cheapest hitting sets: elements with something in common with each of some sets.

The sets are few and small, and nearly all of the cost is settled by sets that have nothing in
common, so a search by hand ends after some dozen nodes. First, sets that contain another go, and
elements that hit nothing but what a cheaper one hits too, until nothing changes. Then take the
smallest set not hit yet, and try its elements, the cheapest first; one tried is left out of what
follows. Sets without a common element need an element each: where that makes too much, turn back.
Where it takes too long, or where some hitting sets are ruled out, MaxSAT has it (PySAT's RC2;
Ignatiev, Morgado and Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11, 2019).

Example: {1, 2}, {2, 3}, {4}, all of the same cost: {4} has to be hit by 4, and 2 hits the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

Set = TypeVar("Set", list[int], frozenset[int])

NODES: Final = 400
"""So many nodes take about as long as MaxSAT."""


class HittingSets:
    """Cheapest sets that have something in common with each of the sets given.

    Args:
        cost: of each element.
    """

    def __init__(self, cost: Mapping[int, int]) -> None:
        self._cost = cost
        self._to_hit: list[list[int]] = []
        self._blocked: list[list[int]] = []

    def hit(self, elements: Iterable[int]) -> None:
        """Add a set to hit."""
        self._to_hit.append(sorted(elements))

    def block(self, elements: Iterable[int]) -> None:
        """Rule out a hitting set, and all that contain it."""
        self._blocked.append(sorted(elements))

    def cheapest(self) -> list[int] | None:
        """A cheapest hitting set; none where there is none."""
        if [] in self._to_hit or [] in self._blocked:
            return None
        if not self._blocked:
            search = _Search(self._cost)
            search.go([], 0, self._reduced())
            if search.nodes <= NODES:
                return sorted(search.best)
        return self._by_max_sat()

    def _reduced(self) -> list[list[int]]:
        """The sets, as far as they matter, the smallest first."""
        sets, dropped = _least(map(frozenset, self._to_hit)), {-1}
        while dropped:
            dropped = self._outdone(sets)
            sets = _least(one - dropped for one in sets)
        return [sorted(one, key=self._rank) for one in sets]

    def _outdone(self, sets: list[frozenset[int]]) -> set[int]:
        """The elements that hit nothing but what a cheaper one hits, too."""
        hits: dict[int, int] = {}
        for i, one in enumerate(sets):
            for element in one:
                hits[element] = hits.get(element, 0) | 1 << i
        order = sorted(hits, key=self._rank)
        return {
            element
            for i, element in enumerate(order)
            if any(not hits[element] & ~hits[cheaper] for cheaper in order[:i])
        }

    def _rank(self, element: int) -> tuple[int, int]:
        return self._cost[element], element

    def _by_max_sat(self) -> list[int] | None:
        """The cheapest hitting set by MaxSAT; none where there is none."""
        used = sorted({element for one in self._to_hit for element in one})
        formula = WCNF()
        variable = {element: i for i, element in enumerate(used, start=1)}
        for one in self._to_hit:
            formula.append([variable[element] for element in one])
        for one in self._blocked:
            formula.append([-variable[element] for element in one])
        for element in used:
            formula.append([-variable[element]], weight=self._cost[element])
        with RC2Stratified(formula, solver="m22", adapt=True) as solver:
            model = solver.compute()
        if model is None:
            return None
        return [used[literal - 1] for literal in model if 0 < literal <= len(used)]


class _Search:
    """One search by hand."""

    def __init__(self, cost: Mapping[int, int]) -> None:
        self.best: list[int] = []
        self.nodes = 0
        self._cost = cost
        self._least = 1 + sum(cost.values())

    def go(self, chosen: list[int], cost: int, left: list[list[int]]) -> None:
        """Complete some elements to a hitting set in all the ways that may be the cheapest.

        Args:
            chosen: the elements.
            cost: what they cost.
            left: the sets that they do not hit, the smallest first; their elements by cost.
        """
        self.nodes += 1
        if self.nodes > NODES or cost + self._needed(left) >= self._least:
            return
        if not left:
            self.best, self._least = chosen, cost
            return
        tried: set[int] = set()
        for element in left[0]:
            rest = [one for one in left if element not in one]
            if tried:
                rest = _smallest_first([e for e in one if e not in tried] for one in rest)
            if [] not in rest[:1]:
                self.go([*chosen, element], cost + self._cost[element], rest)
            tried.add(element)

    def _needed(self, left: Iterable[list[int]]) -> int:
        """What sets without a common element cost at least."""
        used: set[int] = set()
        needed = 0
        for one in left:
            if used.isdisjoint(one):
                used.update(one)
                needed += self._cost[one[0]]
        return needed


def _least(sets: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """The sets that contain no other, the smallest first."""
    kept: list[frozenset[int]] = []
    for one in _smallest_first(set(sets)):
        if not any(other <= one for other in kept):
            kept.append(one)
    return kept


def _smallest_first(sets: Iterable[Set]) -> list[Set]:
    return sorted(sets, key=len)
