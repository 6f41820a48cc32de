"""Sums of the first half-suits: the ordered programme for half-suits that left play unseen.

Half-suits come in the order of their ``stages``. After each there is, for every vector u of how
many cards of the half-suits so far each seat has, the number of ways F_k[u] in which they can lie,
with all the conditions seen to that are on the first k half-suits or fewer:

    F_k[u] = (u passes the checks of stage k) * sum over v of F_{k-1}[u - v] T_k[v].

The last of them is one table for all these half-suits together, and is combined with the others
like any (``combination``). That gives B_m[u], the ways to complete sums u, and back through the
stages

    B_{k-1}[u] = sum over v of T_k[v] B_k[u + v],    W_k[v] = sum over u of F_{k-1}[u] B_k[u + v],

with B_k[u] = 0 where u does not pass: W_k[v] is the number of deals that complete a filling of the
k-th half-suit with vector v.

All three sums are products of polynomials, and found from values at roots of unity, modulo primes
(``modular``), on a grid of order n_a for each seat a but one. Its sum u_o is known, for all the
vectors of a stage have the same total. So no padding is needed: with n_a above the largest sums of
both a and o, a term that is taken for another one, n_a or more too low at some seats a, has a sum
at o that is n_a or more too high, above anything that stage k has. (A column that is part of a
seat's has no such total, and is padded.)

Example: two half-suits of one card each, Ann and Bob; "of both, Ann has one at most". F_1 = {(1,0):
1, (0,1): 1}, F_2 = {(1,1): 2, (0,2): 1}. With room for one card each, B_2[(1,1)] = 1, so W_2 = 1
for either vector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import NamedTuple

import numpy as np

from tracker.counting.fast.coefficients import BATCH
from tracker.counting.fast.half_suit_tables import Factor, Integers, Mask, Numbers, gathered
from tracker.counting.fast.modular import (
    Moduli,
    Residues,
    inverse_powers,
    order_of,
    powers,
    primes,
    transformed,
)
from tracker.counting.hidden_half_suits import Check

# The sums of a stage as an array: which of them can be, and where they stand.
#
# The array has an axis for each column but one: for that of one group of seats the sum is what the
# others leave of the total, which is the same for all sums of a stage (see ``prefix_sums``).


class Summand(NamedTuple):
    """A half-suit in its place among the stages."""

    factor: Factor
    """Its table, narrowed."""
    taken: Integers
    """[column]: what was taken out of its vectors and of those before it."""
    most: Integers
    """[column]: the sums so far, less what was taken out, are at most that."""
    checks: tuple[Check, ...]
    """What is to be true of the sums so far."""


class SumBox:
    """The sums of a stage, as an array with an axis for each column that is not always 0.

    One column of a group has no axis: it has what the others leave of the total.

    Args:
        summand: of the stage.
        axes: the columns with an axis.
        out: the column without.
        total: what the columns of groups add up to.
        groups: how many they are.
    """

    def __init__(
        self, summand: Summand, axes: tuple[int, ...], out: int, total: int, groups: int
    ) -> None:
        self._summand = summand
        self.axes = axes
        self._out = out
        self._total = total
        self._groups = groups
        self.shape = tuple(int(summand.most[axis]) + 1 for axis in axes)

    def orders(self, before: SumBox, factor: Factor) -> tuple[int, ...]:
        """The orders of the grid on which this stage's sums are found.

        Args:
            before: the sums of the stage before.
            factor: the table that is added.
        """
        most, tops = self._summand.most, before._summand.most + factor.most
        least = [most[self._out] if a < self._groups else tops[a] for a in range(len(most))]
        return tuple(order_of(1 + int(max(most[a], least[a]))) for a in self.axes)

    def places(self, vectors: Integers, shape: tuple[int, ...]) -> Integers:
        """Where vectors are in an array of that shape."""
        steps = [prod(shape[i + 1 :]) for i in range(len(shape))]
        return vectors[:, self.axes] @ np.array(steps, np.int64)

    def holds(self, sums: Integers) -> Mask:
        """Which sums [sum, column] are within the array."""
        low, high = sums.min(axis=1), (self._summand.most - sums).min(axis=1)
        inside: Mask = np.minimum(low, high) >= 0
        return inside

    def vectors(self, places: Integers) -> Integers:
        """[vector, column]: the sums at some places of the array."""
        vectors = np.zeros((len(places), len(self._summand.most)), np.int64)
        rest = places
        for axis, size in zip(reversed(self.axes), reversed(self.shape), strict=True):
            rest, vectors[:, axis] = np.divmod(rest, size)
        vectors[:, self._out] = self._total - vectors[:, : self._groups].sum(axis=1)
        return vectors

    @cached_property
    def fits(self) -> Mask:
        """Which sums can be: those that pass the checks, with no column above its bound."""
        columns = [np.zeros([1] * len(self.shape), np.int64) for _ in self._summand.most]
        for axis, values in zip(self.axes, np.indices(self.shape, sparse=True), strict=True):
            columns[axis] = values
        for column in columns[: self._groups]:
            columns[self._out] = columns[self._out] - column
        columns[self._out] = columns[self._out] + self._total
        fits = columns[self._out] >= 0
        fits = fits & (columns[self._out] <= self._summand.most[self._out])
        dealt = [column + n for column, n in zip(columns, self._summand.taken, strict=True)]
        for check in self._summand.checks:
            fits = fits & check.passed(dealt)
        return np.broadcast_to(fits, self.shape)


def boxes_of(summands: Sequence[Summand], groups: int) -> list[SumBox]:
    """The sums of each stage; the column without an axis is that which leaves the smallest."""
    most = summands[-1].most
    out = min(range(groups), key=lambda out: _grid(most, out, groups))
    axes = tuple(a for a, n in enumerate(most) if a != out and n > 0)
    totals = accumulate(int(each.factor.vectors[0, :groups].sum()) for each in summands)
    return [
        SumBox(summand, axes, out, total, groups)
        for summand, total in zip(summands, totals, strict=True)
    ]


def _grid(most: Integers, out: int, groups: int) -> int:
    """The points of a grid for sums of groups if a column is left out."""
    return prod(int(max(n, most[out])) + 1 for a, n in enumerate(most[:groups]) if a != out and n)


class PrefixSums:
    """The sums of half-suits in order.

    Args:
        summands: at least one.
        groups: how many of the columns are groups of seats; the others count parts of them.
    """

    def __init__(self, summands: Sequence[Summand], groups: int) -> None:
        self.factors = [summand.factor for summand in summands]
        self._groups = groups
        self._boxes = boxes_of(summands, groups)
        self._grids = [
            box.orders(before, factor)
            for before, box, factor in zip(
                self._boxes, self._boxes[1:], self.factors[1:], strict=False
            )
        ]

    @property
    def points(self) -> int:
        """The points of all grids, and of the array of the last sums."""
        return sum(map(prod, self._grids)) + prod(self._boxes[-1].shape)

    @property
    def work(self) -> int:
        """What it costs, back and forth, in the unit of ``Component.work``."""
        return 12 * self.points * len(self._moduli.primes)

    @cached_property
    def _moduli(self) -> Moduli:
        """Primes with a product above the number of all fillings."""
        return Moduli(primes(prod(int(factor.ways.sum()) for factor in self.factors)))

    @cached_property
    def factor(self) -> Factor:
        """The sums of them all that are possible, as one table in the columns of the groups."""
        vectors, becomes = self._merged
        heaviest = prod(factor.heaviest for factor in self.factors)
        return Factor(vectors, gathered(becomes, self._last[1], len(vectors)), heaviest)

    @cached_property
    def _last(self) -> tuple[Integers, Numbers]:
        """The sums that are possible, as places in the last box, and the ways to each."""
        fits = np.flatnonzero(self._boxes[-1].fits)
        runs = (run.sums[-1] for _, run in self._runs(self._moduli))
        residues = np.concatenate([sums.reshape(len(sums), -1)[:, fits] for sums in runs])
        kept = residues.any(axis=0)
        return fits[kept], self._moduli.integers(self._moduli.digits(residues[:, kept]))

    @cached_property
    def _merged(self) -> tuple[Integers, Integers]:
        """The last sums in the columns of the groups, and which of them is whose."""
        sums = self._boxes[-1].vectors(self._last[0])
        if sums.shape[1] == self._groups:
            return sums, np.arange(len(sums))
        vectors, becomes = np.unique(sums[:, : self._groups], axis=0, return_inverse=True)
        return vectors, becomes.ravel()

    def _runs(self, moduli: Moduli) -> Iterator[tuple[slice, _Run]]:
        """The programme, modulo as many primes at once as stay in the processor's cache."""
        step = max(1, BATCH // max(map(prod, [*self._grids, self._boxes[-1].shape])))
        for start in range(0, len(moduli.primes), step):
            some = slice(start, start + step)
            yield some, _Run(self.factors, self._boxes, self._grids, Moduli(moduli.primes[some]))

    def completions(self, after: Numbers) -> tuple[Moduli, list[Integers]]:
        """In how many ways a filling of each half-suit is completed.

        Args:
            after: [vector of ``factor``]: the ways to complete it with the other half-suits, as
                Python integers.

        Returns:
            Primes, and for each half-suit the digits [prime, vector].
        """
        moduli = Moduli(primes(int(after @ self.factor.ways)))
        weights = moduli.residues(after[self._merged[1]])
        residues = []
        for some, run in self._runs(moduli):
            last = np.zeros((len(weights[some]), prod(self._boxes[-1].shape)))
            last[:, self._last[0]] = weights[some]
            residues.append(run.back(last.reshape(-1, *self._boxes[-1].shape)))
        return moduli, [
            moduli.digits(np.concatenate(parts)) for parts in zip(*residues, strict=True)
        ]

    def last_sums(self, vector: int) -> tuple[Integers, Numbers]:
        """The sums [sum, column] that are a vector of ``factor``, and the ways to each."""
        own = np.flatnonzero(self._merged[1] == vector)
        return self._boxes[-1].vectors(self._last[0][own]), self._last[1][own]

    def before(self, stage: int, sums: Integers) -> Numbers:
        """In how many ways the half-suits before a stage add up to some sums.

        Args:
            stage: at least 1.
            sums: [request, column]; where they are impossible the answer is 0.
        """
        box, ways = self._boxes[stage - 1], self._all_sums[stage - 1]
        inside = box.holds(sums)
        numbers = np.zeros(len(sums), object)
        residues = ways[:, box.places(sums[inside], box.shape)].astype(float)
        numbers[inside] = self._moduli.integers(self._moduli.digits(residues))
        return numbers

    @cached_property
    def _all_sums(self) -> list[Integers]:
        """For each stage the remainders [prime, sum] of the ways."""
        runs = [
            [sums.reshape(len(sums), -1).astype(np.int32) for sums in run.sums]
            for _, run in self._runs(self._moduli)
        ]
        return [np.concatenate(parts) for parts in zip(*runs, strict=True)]


class _Run:
    """The programme modulo some primes, forward; ``back`` is the rest."""

    def __init__(
        self,
        factors: Sequence[Factor],
        boxes: Sequence[SumBox],
        grids: Sequence[tuple[int, ...]],
        moduli: Moduli,
    ) -> None:
        self._factors, self._boxes, self._grids, self._moduli = factors, boxes, grids, moduli
        self._values: list[tuple[Residues, Residues]] = []
        self.sums = [self._table(0, boxes[0].shape) * boxes[0].fits]
        """For each stage [prime, sum at each axis]: the ways."""
        for stage in range(1, len(boxes)):
            self._go_on(stage)

    def _go_on(self, stage: int) -> None:
        """Adds the half-suit of a stage."""
        grid, box = self._grids[stage - 1], self._boxes[stage]
        sums = self._there(self.sums[-1], grid, 1)
        table = self._there(self._table(stage, self._extent(stage)), grid, 1)
        self._values.append((sums, table))
        product = self._moduli.product(sums, table)
        self.sums.append(self._back(product, grid, box.shape, 1) * box.fits)

    def back(self, after: Residues) -> list[Residues]:
        """For each half-suit [prime, vector]: the ways to complete a filling.

        Args:
            after: [prime, last sum at each axis]: the ways to complete the sums.
        """
        ways = []
        for stage in reversed(range(1, len(self._boxes))):
            grid, extent = self._grids[stage - 1], self._extent(stage)
            sums, table = self._values[stage - 1]
            ahead = self._there(after, grid, -1)
            own = self._back(self._moduli.product(ahead, sums), grid, extent, -1)
            ways.append(self._at_vectors(stage, own))
            before = self._boxes[stage - 1]
            product = self._moduli.product(ahead, table)
            after = self._back(product, grid, before.shape, -1) * before.fits
        ways.append(self._at_vectors(0, after))
        return ways[::-1]

    def _extent(self, stage: int) -> tuple[int, ...]:
        """The smallest array for a half-suit's table."""
        tops = self._factors[stage].most
        return tuple((tops[list(self._boxes[stage].axes)] + 1).tolist())

    def _table(self, stage: int, shape: tuple[int, ...]) -> Residues:
        """The ways of a half-suit's table by vector, as an array."""
        factor = self._factors[stage]
        array = np.zeros((len(self._moduli.primes), prod(shape)))
        array[:, self._boxes[stage].places(factor.vectors, shape)] = self._moduli.residues(
            factor.ways
        )
        return array.reshape(-1, *shape)

    def _at_vectors(self, stage: int, array: Residues) -> Residues:
        """[prime, vector]: what stands in an array at a half-suit's vectors."""
        places = self._boxes[stage].places(self._factors[stage].vectors, array.shape[1:])
        return array.reshape(len(array), -1)[:, places]

    def _there(self, array: Residues, grid: tuple[int, ...], sign: int) -> Residues:
        """The values of polynomials, or with ``sign`` -1 of those with negative exponents."""
        matrices = [
            powers(self._moduli.primes, order, sign * np.arange(size))
            for order, size in zip(grid, array.shape[1:], strict=True)
        ]
        return transformed(array, matrices, self._moduli)

    def _back(
        self, values: Residues, grid: tuple[int, ...], shape: tuple[int, ...], sign: int
    ) -> Residues:
        """The coefficients of polynomials with these values."""
        matrices = [
            inverse_powers(self._moduli.primes, order, sign * np.arange(size)).transpose(0, 2, 1)
            for order, size in zip(grid, shape, strict=True)
        ]
        return transformed(values, matrices, self._moduli)
