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

Where a grid is too large for memory, its first axes are walked through point by point.

Example: two half-suits of one card, two seats with one card each: F = z_1 + z_2 twice. Without
z_2: (z + 1)^2 at z = 1, -1 is 4, 0; coefficient of z^1: (4 * 1 - 0 * 1) / 2 = 2 deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
import numpy.typing as npt

from tracker.counting.modular import ORDER, Moduli, Residues, primes, root_of_unity
from tracker.counting.narrow import Factor
from tracker.counting.table import Integers

BATCH = 2**21
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
    wanted = _wanted(_grids(factors, axes, moduli), axes, moduli)
    return [
        (moduli, moduli.digits(wanted[_places(factor, i, axes)]))
        for i, factor in enumerate(factors)
    ]


@lru_cache
def _order(least: int) -> int:
    """The smallest divisor of ``ORDER`` that is not below ``least``."""
    return next(n for n in range(least, ORDER + 1) if ORDER % n == 0)


def _grids(factors: Sequence[Factor], axes: Sequence[Axis], moduli: Moduli) -> Residues:
    """[prime, exponent on each axis, factor]: the tables as dense arrays."""
    shape = (len(moduli.primes), *(axis.reach for axis in axes), len(factors))
    grids = np.zeros(shape)
    for i, factor in enumerate(factors):
        grids[_places(factor, i, axes)] = moduli.residues(factor.ways)
    return grids


def _places(factor: Factor, i: int, axes: Sequence[Axis]) -> tuple[slice | Integers, ...]:
    """Where the vectors of factor ``i`` stand in an array [prime, exponents, factor]."""
    vectors = factor.vectors[:, [axis.column for axis in axes]]
    return (slice(None), *vectors.T, np.full(len(vectors), i))


def _wanted(grids: Residues, axes: Sequence[Axis], moduli: Moduli) -> Residues:
    """[prime, exponent on each axis, factor]: the coefficients of the other factors' product."""
    points = prod(axis.order for axis in axes)
    if len(axes) > 1 and points * grids.shape[-1] * grids.shape[0] > BATCH:
        return _pointwise(grids, axes, moduli)
    shape = grids.shape
    values = grids.reshape(shape[0], shape[1] if axes else 1, -1)
    for axis, following in zip(axes, shape[2:], strict=True):
        rows = values.transpose(0, 2, 1)
        there = moduli.matmul(rows, _to_points(axis, moduli).transpose(0, 2, 1))
        values = there.reshape(shape[0], following, -1)
    values = _others(values.reshape(shape[0], shape[-1], -1), moduli)
    for axis in reversed(axes):
        rows = values.reshape(shape[0], -1, axis.order)
        values = moduli.matmul(_to_exponents(axis, moduli), rows.transpose(0, 2, 1))
    if not axes:
        return values.reshape(shape[0], -1)
    return values.reshape(shape)


def _pointwise(grids: Residues, axes: Sequence[Axis], moduli: Moduli) -> Residues:
    """The same, one point of the first axis at a time."""
    axis = axes[0]
    there, back = _to_points(axis, moduli), _to_exponents(axis, moduli)
    flat = grids.reshape(*grids.shape[:2], -1)
    total = np.zeros_like(flat)
    for point in range(axis.order):
        at = moduli.matmul(there[:, point : point + 1], flat).reshape(
            grids.shape[0], *grids.shape[2:]
        )
        found = _wanted(at, axes[1:], moduli).reshape(grids.shape[0], 1, -1)
        total += moduli.product(back[:, :, point : point + 1], found)
    return moduli.reduce(total).reshape(grids.shape)


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
