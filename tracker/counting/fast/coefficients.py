"""Combining the half-suits: how many deals complete one filling of one half-suit?

Write the table of a half-suit as a polynomial in one variable per column (group of seats),
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
smallest grid is taken.

A large grid is walked through point by point along its first axes, so that what is worked on stays
in the processor's cache; the tables, which are sparse, lose an axis at every step.

Example: two half-suits of one card, two seats with one card each: F = z_1 + z_2 twice. Without
z_2: (z + 1)^2 at z = 1, -1 is 4, 0; coefficient of z^1: (4 * 1 - 0 * 1) / 2 = 2 deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import prod
from typing import NamedTuple, TypeAlias

import numpy as np

from tracker.counting.fast.half_suit_tables import Factor, Integers
from tracker.counting.fast.modular import Moduli, Residues, inverse_powers, order_of, powers

BATCH = 2**19
"""Numbers in an array at most (points of the grid by half-suits and primes)."""


class Axis(NamedTuple):
    """A column and the order n of its roots of unity."""

    column: int
    order: int


def axes_of(factors: Sequence[Factor], wanted: Sequence[int]) -> list[Axis]:
    """The axes of the smallest grid.

    Args:
        factors: the tables, at least one.
        wanted: the exponent wanted of each column.

    Returns:
        The axes, shortest first.
    """
    top = np.add.reduce([factor.most for factor in factors]).tolist()
    return list(_smallest_grid(tuple(top), tuple(wanted)))


@lru_cache(maxsize=1024)
def _smallest_grid(top: Sequence[int], wanted: Sequence[int]) -> Sequence[Axis]:
    """The axes of the smallest grid.

    Args:
        top: the largest exponent of each column.
        wanted: the exponent wanted of each column.
    """
    above = [high - want for high, want in zip(top, wanted, strict=True)]
    grids = [
        _orders(top, below_or_above, out)
        for below_or_above in (list(wanted), above)
        for out in range(len(top))
    ]
    smallest = min(grids, key=lambda grid: prod(axis.order for axis in grid))
    return sorted(smallest, key=lambda axis: axis.order)


def _orders(top: Sequence[int], reach: Sequence[int], out: int) -> list[Axis]:
    """The axes if a column is left out, all of them from below or all from above."""
    least = [min(top[a], max(reach[a], reach[out])) for a in range(len(top))]
    return [Axis(a, order_of(n + 1)) for a, n in enumerate(least) if a != out and n > 0]


def completions(
    factors: Sequence[Factor],
    wanted: Sequence[int],
    axes: Sequence[Axis],
    moduli: Moduli,
    chosen: Sequence[int],
) -> list[Integers]:
    """The number of deals that complete a filling, for each vector of some factors.

    Args:
        factors: the tables, at least one.
        wanted: the exponent wanted of each column.
        axes: those of ``axes_of``.
        moduli: primes with a product above every number of deals.
        chosen: the places of the factors that are asked about, at least one.

    Returns:
        For each of these the digits [prime, vector].
    """
    different, which = _different(factors)
    times = [which.count(i) for i in range(len(different))]
    vectors = [factor.vectors for factor in different]
    rows = _rows(vectors, axes)
    asked = sorted({which[i] for i in chosen})
    others = _rows([np.array(wanted) - vectors[i] for i in asked], axes)
    multiply = partial(_others, times, asked)
    residues = _coefficients(different, rows, others, axes, moduli, multiply)
    digits = {
        i: moduli.digits(residues[:, others.factors == place]) for place, i in enumerate(asked)
    }
    return [digits[which[i]] for i in chosen]


def _different(factors: Sequence[Factor]) -> tuple[list[Factor], list[int]]:
    """The factors without those that are equal to others, and which of them each one is.

    Early in a game nobody has asked in half of the half-suits: one of them does for all.
    """
    different: list[Factor] = []
    which: list[int] = []
    for factor in factors:
        equal = (i for i, known in enumerate(different) if factor.equals(known))
        place = next(equal, len(different))
        if place == len(different):
            different.append(factor)
        which.append(place)
    return different, which


def coefficients(
    factors: Sequence[Factor], exponents: Integers, axes: Sequence[Axis], moduli: Moduli
) -> Integers:
    """Coefficients of the product of some of the factors.

    Args:
        factors: the tables, at least one.
        exponents: [request, column]; what is left of those wanted by vectors of other factors.
        axes: those of ``axes_of`` for all factors.
        moduli: primes with a product above every number of deals.

    Returns:
        The digits [prime, request].
    """
    different, which = _different(factors)
    times = [which.count(i) for i in range(len(different))]
    rows = _rows([factor.vectors for factor in different], axes)
    requests = _rows([exponents], axes)
    multiply = partial(_product, times)
    return moduli.digits(_coefficients(different, rows, requests, axes, moduli, multiply))


class _Rows(NamedTuple):
    """Exponents in some of the axes, by factor."""

    exponents: Integers
    """[row, axis]."""
    factors: Integers
    """[row]: the factor they are of, or wanted without."""

    def merged(self) -> tuple[_Rows, Integers, Integers]:
        """Sorted rows without the first axis; where each of them starts; what each row becomes."""
        rest = np.column_stack((self.exponents[:, 1:], self.factors))
        new = np.append(True, (rest[1:] != rest[:-1]).any(axis=1))
        starts = np.flatnonzero(new)
        return _Rows(self.exponents[starts, 1:], self.factors[starts]), starts, new.cumsum() - 1


_Multiply: TypeAlias = Callable[[Residues, Moduli], Residues]
_Transform: TypeAlias = Callable[[Residues], Residues]


def _rows(exponents: Sequence[Integers], axes: Sequence[Axis]) -> _Rows:
    columns = [axis.column for axis in axes]
    factors = np.repeat(np.arange(len(exponents)), [len(each) for each in exponents])
    return _Rows(np.concatenate(exponents)[:, columns], factors)


def _coefficients(
    factors: Sequence[Factor],
    rows: _Rows,
    requests: _Rows,
    axes: Sequence[Axis],
    moduli: Moduli,
    multiply: _Multiply,
) -> Residues:
    """[prime, request]: the coefficients requested of what is multiplied."""
    ways = moduli.residues(np.concatenate([factor.ways for factor in factors]))
    if _is_small(rows, axes, moduli):  # then no rows need be in order
        return _dense(rows, requests, axes, moduli, multiply)(ways)
    order, wanted = (np.lexsort((*each.exponents.T, each.factors)) for each in (rows, requests))
    transform = _walk(_picked(rows, order), _picked(requests, wanted), axes, moduli, multiply)
    residues = np.empty((len(ways), len(wanted)))
    residues[:, wanted] = transform(ways[:, order])
    return residues


def _is_small(rows: _Rows, axes: Sequence[Axis], moduli: Moduli) -> bool:
    """Whether the whole grid can be worked on at once."""
    points, factors = prod(axis.order for axis in axes), int(rows.factors[-1]) + 1
    return len(axes) < 2 or points * factors * len(moduli.primes) <= BATCH


def _picked(rows: _Rows, which: Integers) -> _Rows:
    return _Rows(rows.exponents[which], rows.factors[which])


def _walk(
    rows: _Rows, requests: _Rows, axes: Sequence[Axis], moduli: Moduli, multiply: _Multiply
) -> _Transform:
    """What turns the ways [prime, row] into the coefficients [prime, request]."""
    if _is_small(rows, axes, moduli):
        return _dense(rows, requests, axes, moduli, multiply)
    merged, starts, _ = rows.merged()
    wanted, _, becomes = requests.merged()
    following = _walk(merged, wanted, axes[1:], moduli, multiply)
    there = powers(moduli.primes, axes[0].order, rows.exponents[:, 0])
    back = inverse_powers(moduli.primes, axes[0].order, requests.exponents[:, 0])

    def transform(ways: Residues) -> Residues:
        total = np.zeros(back.shape[::2])
        for point in range(axes[0].order):
            values = moduli.product(ways, there[:, point])
            carried = following(moduli.reduce(np.add.reduceat(values, starts, axis=1)))
            total += moduli.product(back[:, point], carried[:, becomes])
        return moduli.reduce(total)

    return transform


def grid_values(factors: Sequence[Factor], axes: Sequence[Axis], moduli: Moduli) -> Residues:
    """[prime, factor, point]: the values of factors on the whole grid.

    Args:
        factors: the tables, at least one.
        axes: those of ``axes_of`` for these factors, or for others with exponents as large.
        moduli: the primes.
    """
    different, which = _different(factors)
    rows = _rows([factor.vectors for factor in different], axes)
    ways = moduli.residues(np.concatenate([factor.ways for factor in different]))
    values: Residues = _spread(rows, axes, moduli)(ways)[:, which]
    return values


def _dense(
    rows: _Rows, requests: _Rows, axes: Sequence[Axis], moduli: Moduli, multiply: _Multiply
) -> _Transform:
    """What ``_walk`` gives, on the whole grid at once."""
    count = len(moduli.primes)
    there = _spread(rows, axes, moduli)
    shape_back, wanted, back = _box(requests, axes, moduli, inverse_powers)

    def transform(ways: Residues) -> Residues:
        """There along one axis after the other, multiplied, and back."""
        values = multiply(there(ways), moduli)
        for matrix in reversed(back):
            columns = values.reshape(count, -1, matrix.shape[1])
            values = moduli.matmul(matrix.transpose(0, 2, 1), columns.transpose(0, 2, 1))
        coefficients: Residues = values.reshape(count, *shape_back)[wanted]
        return coefficients

    return transform


def _spread(rows: _Rows, axes: Sequence[Axis], moduli: Moduli) -> _Transform:
    """What turns the ways [prime, row] into the values [prime, factor, point]."""
    count = len(moduli.primes)
    shape, places, there = _box(rows, axes, moduli, powers)

    def transform(ways: Residues) -> Residues:
        """There along one axis after the other."""
        grids = np.zeros((count, *shape))
        grids[places] = ways
        values = grids.reshape(count, shape[0], -1)
        for matrix, following in zip(there, shape[1:], strict=True):
            values = moduli.matmul(values.transpose(0, 2, 1), matrix.transpose(0, 2, 1))
            values = values.reshape(count, following, -1)
        return values.reshape(count, shape[-1], -1)

    return transform


def _box(
    rows: _Rows, axes: Sequence[Axis], moduli: Moduli, powers: Callable[..., Residues]
) -> tuple[tuple[int, ...], tuple[slice | Integers, ...], list[Residues]]:
    """The smallest box of exponents, by factor, the places of rows in it, and powers by axis."""
    low, high = rows.exponents.min(axis=0), rows.exponents.max(axis=0)
    shape = (*(high - low + 1).tolist(), int(rows.factors[-1]) + 1)
    places = (slice(None), *(rows.exponents - low).T, rows.factors)
    ranges = [np.arange(a, b + 1) for a, b in zip(low, high, strict=True)]
    matrices = [
        powers(moduli.primes, axis.order, values) for axis, values in zip(axes, ranges, strict=True)
    ]
    return shape, places, matrices


def _product(times: Sequence[int], values: Residues, moduli: Moduli) -> Residues:
    """[prime, 1, point]: the product of all factors, where each is there some times."""
    which = [i for i, repeated in enumerate(times) for _ in range(repeated)]
    result = values[:, which[0]]
    for i in which[1:]:
        result = moduli.product(result, values[:, i])
    return result[:, None]


def _others(
    times: Sequence[int], asked: Sequence[int], values: Residues, moduli: Moduli
) -> Residues:
    """[prime, factor asked, point]: the product of the others; each factor is there some times."""
    all_of = [values[:, i] for i in range(values.shape[1])]
    all_but_one = {}
    for i, repeated in enumerate(times):
        for _ in range(repeated - 1):
            all_but_one[i] = all_of[i]
            all_of[i] = moduli.product(all_of[i], values[:, i])
    result = np.ones_like(values)
    for i in range(1, values.shape[1]):
        result[:, i] = moduli.product(result[:, i - 1], all_of[i - 1])
    after = all_of[-1]
    for i in reversed(range(values.shape[1] - 1)):
        result[:, i] = moduli.product(result[:, i], after)
        after = moduli.product(after, all_of[i])
    for i, rest in all_but_one.items():
        result[:, i] = moduli.product(result[:, i], rest)
    return result if len(asked) == values.shape[1] else result[:, asked]
