"""The sums of a stage as an array: which of them can be, and where they stand.

The array has an axis for each column but one: for that of one group of seats the sum is what the
others leave of the total, which is the same for all sums of a stage (see ``prefix_sums``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import NamedTuple

import numpy as np

from tracker.counting.filling_table import Integers
from tracker.counting.modular import order_of
from tracker.counting.narrow import Factor
from tracker.counting.stages import Check, Mask


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
        found = np.zeros((len(places), len(self._summand.most)), np.int64)
        rest = places
        for axis, size in zip(reversed(self.axes), reversed(self.shape), strict=True):
            rest, found[:, axis] = np.divmod(rest, size)
        found[:, self._out] = self._total - found[:, : self._groups].sum(axis=1)
        return found

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
