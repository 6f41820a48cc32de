"""Combining the half-suits: how many deals complete one filling of one half-suit?

Write the table of a half-suit as a polynomial in one variable per column (group of seats, tally),
F_b(z) = sum over v of T_b[v] z^v. The number of deals is the coefficient of z^h, h the room of each
seat, in the product of all F_b; and the number of deals that complete a filling of half-suit b with
vector v is

    W_b[v] = coefficient of z^(h - v) in the product of the other F's.

Coefficients come from values at roots of unity (a discrete Fourier transform over the grid of
points (w_1^i_1, w_2^i_2, ...), w_a of order n_a), and the values of all products without one factor
from products of prefixes and suffixes. All of it is done modulo several primes, so it is exact:
there is no noise in which a small number could be taken for zero.

How small can the grid be? A grid of order n_a sees exponents modulo n_a. Let t be the exponents
wanted, and M_a the largest that the product has. All terms of the product have the same total
degree over the seats' columns, the number of cards; so one seat's column, o, needs no axis. A term
z^u with u != t that is taken for z^t has u_a = t_a + k_a n_a. Where n_a > t_a, k_a >= 0; so if one
is at least 1, u_o <= t_o - n_a, and with n_a > max(t_a, t_o) there is no such term. Or, the other
way up, with n_a > max(M_a - t_a, M_o - t_o). And n_a > M_a is always enough. Of all these the
smallest grid is taken. (Tallies are no seats: n_a > max(t_a, M_a - t_a).)

A large grid is walked through point by point along its first axes, so that what is worked on stays
in the processor's cache; the tables, which are sparse, lose an axis at every step.

Example: two half-suits of one card, two seats with one card each: F = z_1 + z_2 twice. Without
z_2: (z + 1)^2 at z = 1, -1 is 4, 0; coefficient of z^1: (4 * 1 - 0 * 1) / 2 = 2 deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tracker.counting.modular import ORDER, Moduli, Residues, primes, root_of_unity
from tracker.counting.narrow import Factor
from tracker.counting.table import Integers

BATCH = 2**17
"""Numbers in an array at most (points of the grid by half-suits and primes)."""


@dataclass(frozen=True)
class Axis:
    """A column with its order n; the coefficients are those at ``wanted`` less a table's vector."""

    column: int
    wanted: int
    order: int
    reach: int
    """A table's exponents in the column are below it."""


def axes_of(factors: Sequence[Factor], wanted: Sequence[int], most: Sequence[int]) -> list[Axis]:
    """The axes of the smallest grid.

    Args:
        factors: the tables, at least one; the columns of seats come first.
        wanted: the exponent wanted of each column.
        most: for the last columns, those of tallies, the largest exponent that the product can
            have where the seats' columns have those wanted.
    """
    seats = len(wanted) - len(most)
    highest = np.array([factor.vectors.max(axis=0) for factor in factors])
    top = highest.sum(axis=0).tolist()
    top[seats:] = map(min, top[seats:], most)
    below = list(wanted)
    above = [high - want for high, want in zip(top, wanted, strict=True)]
    choices = [
        [
            1 + (max(below[a], above[a]) if a >= seats else min(top[a], max(sides[a], sides[out])))
            for a in range(len(wanted))
        ]
        for sides in (below, above)
        for out in range(seats)
    ]
    outs = [*range(seats), *range(seats)]
    grids = [
        [(a, _order(n)) for a, n in enumerate(orders) if a != out and n > 1]
        for out, orders in zip(outs, choices, strict=True)
    ]
    smallest = min(grids, key=lambda grid: prod(n for _, n in grid))
    reach = highest.max(axis=0) + 1
    return [Axis(a, wanted[a], n, int(reach[a])) for a, n in smallest]


def completions(
    factors: Sequence[Factor], axes: Sequence[Axis], bound: int
) -> list[tuple[Moduli, Integers]]:
    """The number of deals that complete a filling, for each factor and vector.

    Args:
        factors: the tables, at least one.
        axes: those of ``axes_of``.
        bound: no number is larger.

    Returns:
        For each factor its moduli and digits [prime, vector].
    """
    moduli = Moduli(primes(bound))
    axes = sorted(axes, key=lambda axis: axis.order)
    columns = [axis.column for axis in axes]
    vectors = np.concatenate([factor.vectors[:, columns] for factor in factors])
    which = np.repeat(np.arange(len(factors)), [len(factor.ways) for factor in factors])
    ways = moduli.residues(np.concatenate([factor.ways for factor in factors]))
    order = np.lexsort((*vectors.T, which))
    found = np.empty_like(ways)
    rows = _Rows(vectors[order], which[order])
    found[:, order] = _walk(rows, axes, moduli)(ways[:, order])
    return [(moduli, moduli.digits(found[:, which == i])) for i in range(len(factors))]


@lru_cache
def _order(least: int) -> int:
    """The smallest divisor of ``ORDER`` that is not below ``least``."""
    return next(n for n in range(least, ORDER + 1) if ORDER % n == 0)


class _Rows(NamedTuple):
    """The vectors of all factors in some of the axes, sorted by factor, last axis, ..., first."""

    exponents: Integers
    """[row, axis]."""
    factors: Integers
    """[row]: the factor."""

    def merged(self) -> tuple[_Rows, Integers, Integers]:
        """Without the first axis; where each row of the result starts; and the row each becomes."""
        rest = np.column_stack((self.exponents[:, 1:], self.factors))
        new = np.append(True, (rest[1:] != rest[:-1]).any(axis=1))
        starts = np.flatnonzero(new)
        return _Rows(self.exponents[starts, 1:], self.factors[starts]), starts, new.cumsum() - 1


def _walk(rows: _Rows, axes: Sequence[Axis], moduli: Moduli) -> Callable[[Residues], Residues]:
    """What turns ways [prime, row] into the coefficients of the other factors' product there."""
    points = prod(axis.order for axis in axes)
    factors = int(rows.factors[-1]) + 1
    if len(axes) < 2 or points * factors * len(moduli.primes) <= BATCH:
        return _dense(rows, axes, factors, moduli)
    merged, starts, becomes = rows.merged()
    following = _walk(merged, axes[1:], moduli)
    there = _to_points(axes[0], moduli)[:, :, rows.exponents[:, 0]]
    back = _to_exponents(axes[0], moduli)[:, rows.exponents[:, 0]]

    def coefficients(ways: Residues) -> Residues:
        total = np.zeros_like(ways)
        for point in range(axes[0].order):
            values = moduli.product(ways, there[:, point])
            found = following(moduli.reduce(np.add.reduceat(values, starts, axis=1)))
            total += moduli.product(back[:, :, point], found[:, becomes])
        return moduli.reduce(total)

    return coefficients


def _dense(
    rows: _Rows, axes: Sequence[Axis], factors: int, moduli: Moduli
) -> Callable[[Residues], Residues]:
    """The same, on the whole grid at once."""
    shape = (len(moduli.primes), *(axis.reach for axis in axes), factors)
    there = [_to_points(axis, moduli).transpose(0, 2, 1) for axis in axes]
    back = [_to_exponents(axis, moduli) for axis in axes]
    places = (slice(None), *rows.exponents.T, rows.factors)

    def coefficients(ways: Residues) -> Residues:
        grids = np.zeros(shape)
        grids[places] = ways
        values = grids.reshape(*shape[:2], -1)
        for matrix, following in zip(there, shape[2:], strict=True):
            values = moduli.matmul(values.transpose(0, 2, 1), matrix)
            values = values.reshape(shape[0], following, -1)
        values = _others(values.reshape(shape[0], factors, -1), moduli)
        for matrix in reversed(back):
            columns = values.reshape(shape[0], -1, matrix.shape[2])
            values = moduli.matmul(matrix, columns.transpose(0, 2, 1))
        found: Residues = values.reshape(shape)[places]
        return found

    return coefficients


def _others(values: Residues, moduli: Moduli) -> Residues:
    """[prime, factor, point]: the product of the other factors."""
    result = np.ones_like(values)
    for i in range(1, values.shape[1]):
        result[:, i] = moduli.product(result[:, i - 1], values[:, i - 1])
    after = values[:, -1]
    for i in reversed(range(values.shape[1] - 1)):
        result[:, i] = moduli.product(result[:, i], after)
        after = moduli.product(after, values[:, i])
    return result


def _to_points(axis: Axis, moduli: Moduli) -> Residues:
    """[prime, point, exponent]: w^(point * exponent)."""
    return _matrix(moduli.primes, axis.order, tuple(range(axis.reach)), False)


def _to_exponents(axis: Axis, moduli: Moduli) -> Residues:
    """[prime, exponent, point]: w^-(point * (wanted - exponent)) / n."""
    exponents = tuple(exponent - axis.wanted for exponent in range(axis.reach))
    return _matrix(moduli.primes, axis.order, exponents, True).transpose(0, 2, 1)


@lru_cache(maxsize=4096)
def _matrix(
    moduli: tuple[int, ...], order: int, exponents: tuple[int, ...], inverse: bool
) -> npt.NDArray[np.float64]:
    rows = []
    for p in moduli:
        root = root_of_unity(p, order)
        scale = pow(order, -1, p) if inverse else 1
        rows.append(
            [[pow(root, i * e % order, p) * scale % p for e in exponents] for i in range(order)]
        )
    return Moduli(moduli).reduce(np.array(rows, float))
