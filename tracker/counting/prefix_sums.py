"""Sums of the first half-suits: the ordered programme for half-suits that left play unseen.

Half-suits come in the order of their ``stages``. After each there is, for every vector u of how
many cards of the half-suits so far each seat has, the number of ways F_k[u] in which they can lie,
with all the conditions seen to that are on the first k half-suits or fewer:

    F_k[u] = (u passes the checks of stage k) * sum over v of F_{k-1}[u - v] T_k[v].

The last of them is one table for all these half-suits together, and is combined with the others
like any (``combine``). That gives B_m[u], the ways to complete sums u, and back through the stages

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
from math import prod

import numpy as np

from tracker.counting.filling_counts import BATCH
from tracker.counting.filling_table import Integers, Numbers, gathered
from tracker.counting.modular import Moduli, Residues, inverse_powers, powers, primes, transformed
from tracker.counting.narrow import Factor
from tracker.counting.sum_box import SumBox, Summand, boxes_of


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
        return Factor(vectors, gathered(becomes, self._last[1], len(vectors)))

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
        found = []
        for some, run in self._runs(moduli):
            last = np.zeros((len(weights[some]), prod(self._boxes[-1].shape)))
            last[:, self._last[0]] = weights[some]
            found.append(run.back(last.reshape(-1, *self._boxes[-1].shape)))
        return moduli, [moduli.digits(np.concatenate(parts)) for parts in zip(*found, strict=True)]

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
        found = np.zeros(len(sums), object)
        residues = ways[:, box.places(sums[inside], box.shape)].astype(float)
        found[inside] = self._moduli.integers(self._moduli.digits(residues))
        return found

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
        found = []
        for stage in reversed(range(1, len(self._boxes))):
            grid, extent = self._grids[stage - 1], self._extent(stage)
            sums, table = self._values[stage - 1]
            ahead = self._there(after, grid, -1)
            own = self._back(self._moduli.product(ahead, sums), grid, extent, -1)
            found.append(self._at_vectors(stage, own))
            before = self._boxes[stage - 1]
            product = self._moduli.product(ahead, table)
            after = self._back(product, grid, before.shape, -1) * before.fits
        found.append(self._at_vectors(0, after))
        return found[::-1]

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
