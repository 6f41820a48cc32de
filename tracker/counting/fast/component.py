"""Components: half-suits that compete for room with each other, and with no others.

Where narrowing has decided all that two sets of half-suits have in common, the rest of the deal is
two deals on their own: the numbers multiply, and the work is that of the two, not their product. It
happens late in a game, and where hand sizes after hidden half-suits are known: the hidden
half-suits are then one component, the others another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import factorial, prod
from typing import Final, TypeAlias

import numpy as np

from tracker.counting.fast.coefficients import Axis, axes_of, coefficients, completions
from tracker.counting.fast.half_suit_tables import Factor, Integers, Narrowed, Numbers
from tracker.counting.fast.modular import Moduli, moduli_of, primes

_FEW: Final = 256
"""Combinations of vectors that are combined without a grid."""


class Component:
    """Factors that share columns with each other only.

    Args:
        narrowed: all the factors.
        members: which of them are the component's, each with several vectors.
    """

    exact = True
    """Whether its numbers are exact."""

    def __init__(self, narrowed: Narrowed, members: tuple[int, ...]) -> None:
        self.members = members
        self._narrowed = narrowed

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """The members' tables."""
        return tuple(self._narrowed.factors[i] for i in self.members)

    @cached_property
    def wanted(self) -> tuple[int, ...]:
        """[column]: what the vectors are to add up to."""
        touched = _touched(self.factors)
        return tuple(
            want if touch else 0 for want, touch in zip(self._narrowed.wanted, touched, strict=True)
        )

    @cached_property
    def axes(self) -> list[Axis]:
        """The axes of the grid that the factors are combined on."""
        return axes_of(self.factors, self.wanted)

    @property
    def grid(self) -> int:
        """The points of the grid."""
        return prod(axis.order for axis in self.axes)

    @cached_property
    def few(self) -> bool:
        """Whether the combinations of vectors are so few that no grid is needed."""
        return prod(len(factor.ways) for factor in self.factors) <= _FEW

    @property
    def work(self) -> int:
        """What combining costs: points of the grid by factors by primes."""
        if self.few:
            return 0
        return self.grid * len(self.factors) * len(self.moduli.primes)

    @cached_property
    def moduli(self) -> Moduli:
        """Primes with a product above every number of ways."""
        return moduli_of(primes(self._bound))

    @property
    def _bound(self) -> int:
        """No number is larger: free choice of fillings, or of cards by numbers for each seat.

        In the second, all cards weigh the most that they can.
        """
        common = sum(self._narrowed.common[i] for i in self.members)
        hands = (np.array(self.wanted) + common).tolist()
        fillings = prod(int(factor.ways.sum()) for factor in self.factors)
        heaviest = prod(factor.heaviest for factor in self.factors)
        return min(fillings, heaviest * factorial(sum(hands)) // prod(map(factorial, hands)))

    def floats(self, member: int) -> Numbers:
        """[vector]: the ways to complete a filling of a member, rounded."""
        if self.few:
            return self._direct[member].astype(float)
        return self.moduli.floats(self._completed(member))

    def integers(self, member: int) -> Numbers:
        """[vector]: the same as Python integers."""
        if self.few:
            return self._direct[member]
        return self.moduli.integers(self._completed(member))

    def complete(self, members: Collection[int] | None = None) -> None:
        """Work out the ways to complete the fillings of members.

        Args:
            members: those that will be asked for; None: all.
        """
        if self.few:
            _ = self._direct
            return
        chosen = [
            place
            for place, member in enumerate(self.members)
            if member not in self._completions and (members is None or member in members)
        ]
        if chosen:
            digits = completions(self.factors, self.wanted, self.axes, self.moduli, chosen)
            names = [self.members[place] for place in chosen]
            self._completions.update(zip(names, digits, strict=True))

    def _completed(self, member: int) -> Integers:
        """The digits [prime, vector] of the ways to complete a filling of a member."""
        if member not in self._completions:
            self.complete()
        return self._completions[member]

    @cached_property
    def _direct(self) -> Mapping[int, Numbers]:
        """For each member the ways to complete a filling, where they are few."""
        ways = direct_completions(self.factors, self.wanted)
        return dict(zip(self.members, ways, strict=True))

    @cached_property
    def _completions(self) -> dict[int, Integers]:
        """By member, the digits [prime, vector] that are worked out so far."""
        return {}

    @cached_property
    def total(self) -> int:
        """The number of ways to fill all members.

        Where no completions are there yet, it is worked out alone, which takes a third of the time.
        """
        there = self.members if self.few else tuple(self._completions)
        if not there:
            wanted = np.array([self.wanted])
            digits = coefficients(self.factors, wanted, self.axes, self.moduli)
            return int(self.moduli.integers(digits)[0])
        shortest = min(there, key=lambda i: len(self._narrowed.factors[i].ways))
        ways = self._narrowed.factors[shortest].ways.astype(object)
        return int(self.integers(shortest) @ ways)

    @property
    def interval(self) -> tuple[int, int]:
        """Where the number surely is."""
        return self.total, self.total


def connected(narrowed: Narrowed) -> list[tuple[int, ...]]:
    """The factors that have more than one vector, by component."""
    parts: list[tuple[Integers, list[int]]] = []
    for i, factor in enumerate(narrowed.factors):
        if len(factor.ways) == 1:
            continue
        columns, members = _touched([factor]), [i]
        apart = []
        for others, those in parts:
            if (others & columns).any():
                columns, members = columns | others, those + members
            else:
                apart.append((others, those))
        parts = [*apart, (columns, members)]
    return [tuple(sorted(those)) for _, those in parts]


def _touched(factors: Sequence[Factor]) -> Integers:
    """[column]: whether a vector of the factors has something in it, as 0 or 1."""
    touched: Integers = np.minimum(np.maximum.reduce([factor.most for factor in factors]), 1)
    return touched


# -- few vectors: no transform, but Python integers ------------------------------------------------
#
# Late in a game a handful of vectors is left to each of a few half-suits. Then the sums of the
# first few half-suits, and of the last few, are dictionaries with a handful of entries, and
#
#     W_b[v] = sum over u of (ways of those before b to u) * (ways of those after b to h - v - u)
#
# takes less time than it takes to set up a grid.

_Vector: TypeAlias = tuple[int, ...]
_Sums: TypeAlias = dict[_Vector, int]


def direct_completions(factors: Sequence[Factor], wanted: Sequence[int]) -> list[Numbers]:
    """The number of ways to complete a filling, for each factor and vector, as Python integers.

    Args:
        factors: the tables, at least one, together with few combinations of vectors.
        wanted: what the vectors are to add up to.
    """
    tables = [
        dict(zip(map(tuple, factor.vectors.tolist()), factor.ways.tolist(), strict=True))
        for factor in factors
    ]
    empty = {(0,) * len(wanted): 1}
    before = accumulate(tables[:-1], _added, initial=empty)
    after = list(accumulate(tables[:0:-1], _added, initial=empty))[::-1]
    return [
        np.array(_completions(table, first, last, wanted), object)
        for table, first, last in zip(tables, before, after, strict=True)
    ]


def _added(sums: _Sums, table: _Sums) -> _Sums:
    """The sums with one more half-suit."""
    added: _Sums = {}
    for u, ways in sums.items():
        for v, more in table.items():
            total = tuple([a + b for a, b in zip(u, v, strict=True)])
            added[total] = added.get(total, 0) + ways * more
    return added


def _completions(
    vectors: Iterable[_Vector], before: _Sums, after: _Sums, wanted: Sequence[int]
) -> list[int]:
    """For each vector, the ways of the other half-suits to add up to what it leaves."""
    completed = []
    for v in vectors:
        rest = [a - b for a, b in zip(wanted, v, strict=True)]
        ways = 0
        for u, first in before.items():
            ways += first * after.get(tuple([a - b for a, b in zip(rest, u, strict=True)]), 0)
        completed.append(ways)
    return completed
