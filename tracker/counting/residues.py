"""Exact integers from remainders modulo several primes, and polynomials from values at points.

An integer below the product of some primes is known from its remainders (Chinese remainder
theorem). Remainders are kept as float64 integers x with |x| a little over p/2 < 2^23 at most. A
product of two is below 2^46, a sum of 64 products below 2^52: every operation is exact, and matrix
products run in BLAS. Reduction is x - p * rint(x / p).

From remainders r_i to the integer: Garner's mixed radix digits, x = d_0 + d_1 p_0 + d_2 p_0 p_1 +
..., 0 <= d_i < p_i. All digits are zero exactly where x is, and a sum of digits in float64 has no
cancellation, so its relative error is below 1e-14.

A polynomial in several variables is known from its values at the points (w_1^i_1, w_2^i_2, ...) of
a grid, w_a a root of unity of order n_a modulo each prime (a discrete Fourier transform; Pollard,
"The Fast Fourier Transform in a Finite Field", Math. Comp. 25, 1971). Values of a product are
products of values. The primes are 1 mod 5040 = 2^4 * 3^2 * 5 * 7, so that there are roots of every
order that divides 5040. Exponents are seen modulo the orders.

Example: x = 2 mod 3 and x = 3 mod 5: d_0 = 2, d_1 = (3 - 2) / 3 = 2 mod 5, x = 2 + 2 * 3 = 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import accumulate, count, islice
from math import isqrt, prod
from operator import mul
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.errors import UndecidedError

Residues: TypeAlias = npt.NDArray[np.floating[Any]]
"""[prime, ...]: remainders of integers by prime."""
Integers: TypeAlias = npt.NDArray[np.int64]

_ORDER: Final = 5040
"""Roots of unity exist of each order that divides it."""
_LIMIT: Final = 2**24
"""Primes are below it."""
_LONGEST: Final = 63
"""The largest order that is used, and the most points of axes that are taken at once: so many
products are summed without reducing."""
_AT_ONCE: Final = 2**17
"""Multiplications in one call of BLAS: with more it may start threads, which wait for each other
longer than they work where the processor has other things to do."""


@lru_cache
def order_of(least: int) -> int:
    """The smallest order that is not below ``least``.

    Raises:
        UndecidedError: where that is too large.
    """
    order = next((n for n in range(least, _LONGEST + 1) if _ORDER % n == 0), None)
    if order is None:
        raise UndecidedError(f"hands of {least} open cards are beyond exact counting")
    return order


def _primes() -> Iterator[int]:
    """Those that have such roots, the largest first."""
    candidates = count(_LIMIT - _LIMIT % _ORDER + 1 - _ORDER, -_ORDER)
    return (n for n in candidates if all(n % d for d in range(2, isqrt(n) + 1)))


class Moduli:
    """Arithmetic modulo a few primes at once; arrays have the primes as their first axis."""

    def __init__(self, primes: tuple[int, ...]) -> None:
        self.primes = primes
        self._values = np.array(primes, float)[:, None]

    def residues(self, integers: npt.NDArray[np.int64] | npt.NDArray[np.object_]) -> Residues:
        """The remainders of integers."""
        return self.reduce(np.array([(integers % p).astype(float) for p in self.primes]))

    def reduce(self, numbers: Residues) -> Residues:
        """Reduces in place (and returns) integers below 2^52."""
        flat = numbers.reshape(len(self.primes), -1)
        quotient = flat / self._values
        np.rint(quotient, out=quotient)
        quotient *= self._values
        flat -= quotient
        return flat.reshape(numbers.shape)

    def product(self, some: Residues, others: Residues) -> Residues:
        """Element by element; also of remainders that are kept."""
        return self.reduce(np.multiply(some, others, dtype=np.float64))

    def shared(self, numbers: Residues, parts: int) -> Residues:
        """Divided by a number that divides them."""
        inverses = np.array([[pow(parts, -1, p)] for p in self.primes], float)
        return self.product(numbers, inverses)

    def digits(self, numbers: Residues) -> Integers:
        """[prime, ...]: the mixed radix digits of the integers with these remainders."""
        digits: list[Integers] = []
        for i, p in enumerate(self.primes):
            rest = numbers[i].astype(np.int64) % p
            for j, digit in enumerate(digits):
                rest = (rest - digit) * pow(self.primes[j], -1, p) % p
            digits.append(rest)
        return np.array(digits)

    def integers(self, digits: Integers) -> npt.NDArray[np.object_]:
        """The integers with some digits, as Python integers."""
        numbers = np.zeros(digits.shape[1:], object)
        for digit, step in zip(digits, self._steps, strict=True):
            numbers += digit.astype(object) * step
        return numbers

    def shares(self, digits: Integers, total: int) -> npt.NDArray[np.float64]:
        """The integers with some digits, none above ``total``, as shares of it, rounded."""
        # A step above the total has the digit 0; it may be larger than floats can be.
        steps = [step / total if step <= total else 0.0 for step in self._steps]
        return np.tensordot(np.array(steps), digits.astype(float), 1)

    @cached_property
    def _steps(self) -> Sequence[int]:
        """What each digit stands for."""
        return list(accumulate(self.primes[:-1], mul, initial=1))


@cache
def _moduli(number: int) -> Moduli:
    return Moduli(tuple(islice(_primes(), number)))


def moduli_above(bound: int) -> Moduli:
    """Arithmetic by which every integer from 0 to ``bound`` is known."""
    return next(moduli for moduli in map(_moduli, count(1)) if prod(moduli.primes) > bound)


@lru_cache(maxsize=64)
def _powers(primes: tuple[int, ...], orders: tuple[int, ...]) -> Residues:
    """[prime, point, exponent]: the values of single terms on the grid of a few axes."""
    if len(orders) > 1:
        first, rest = _powers(primes, orders[:1]), _powers(primes, orders[1:])
        values = rest[:, :, None, :, None] * first[:, None, :, None, :]
        points = prod(orders)
        return Moduli(primes).reduce(values.reshape(len(primes), points, points))
    (order,) = orders
    tables = []
    for p in primes:
        root = next(
            root
            for root in (pow(base, (p - 1) // order, p) for base in count(2))
            if all(pow(root, d, p) != 1 for d in range(1, order) if order % d == 0)
        )
        row = [pow(root, i, p) for i in range(order)]
        tables.append([[row[i * e % order] for e in range(order)] for i in range(order)])
    return Moduli(primes).reduce(np.array(tables, float))


@lru_cache
def _blocks(orders: tuple[int, ...]) -> Sequence[tuple[int, ...]]:
    """Neighbouring axes together, as many as have few points: then fewer steps do the same."""
    blocks: list[tuple[int, ...]] = []
    for order in orders:
        if blocks and prod(blocks[-1]) * order <= _LONGEST:
            blocks[-1] += (order,)
        else:
            blocks.append((order,))
    return blocks


class Level(NamedTuple):
    """How the exponents of a few axes stand beside those of the axes after them."""

    orders: tuple[int, ...]
    own: Integers
    """The different exponents of these axes, as places on their grid."""
    exponents: Integers
    """[term]: which of these it has."""
    rest: Integers
    """[term]: which of the different exponents of the axes after them it has."""
    rests: int
    """How many different ones there are."""


class Terms:
    """The exponents of some terms, as places on a grid.

    Args:
        exponents: [term, axis]; at least one term.
        orders: those of the axes.
    """

    def __init__(self, exponents: Integers, orders: tuple[int, ...]) -> None:
        steps = list(accumulate(orders, mul, initial=1))
        places = exponents % np.array(orders, np.int64) @ np.array(steps[:-1], np.int64)
        different, self._which = distinct(places)
        self._number = len(different)
        self._levels: list[Level] = []
        for block in _blocks(orders):
            points = prod(block)
            own, which = distinct(different % points)
            different, rest = distinct(different // points)
            self._levels.append(Level(block, own, which, rest, len(different)))

    def values(self, coefficients: Residues, moduli: Moduli) -> Residues:
        """[prime, point]: the values of a polynomial with these terms, no two the same."""
        number = len(moduli.primes)
        values: Residues = np.zeros((number, self._number, 1))
        values[:, self._which, 0] = coefficients
        for orders, own, exponents, rest, rests in self._levels:
            spread = np.zeros((number, len(own), rests, values.shape[2]))
            spread[:, exponents, rest] = values
            values = _multiplied(_powers(moduli.primes, orders)[:, :, own], spread, moduli)
            values = values.swapaxes(1, 2).reshape(number, rests, -1)
        return values[:, 0]

    def sums(self, values: Residues, moduli: Moduli) -> Residues:
        """[prime, term]: the sum over all points of a value times the term's.

        With the values of a polynomial and the terms z^-e it is the coefficients of z^e, times the
        number of points.
        """
        number = len(moduli.primes)
        sums = values[:, None]
        for orders, own, exponents, rest, rests in reversed(self._levels):
            spread = sums.reshape(number, rests, prod(orders), -1).swapaxes(1, 2)
            sums = _multiplied(_powers(moduli.primes, orders)[:, own], spread, moduli)
            sums = sums[:, exponents, rest]
        return sums[:, self._which, 0]


def kept(numbers: Residues) -> Residues:
    """Remainders in half the memory: they have at most 24 bits, as many as a float32 holds."""
    return numbers.astype(np.float32)


def distinct(numbers: Integers) -> tuple[Integers, Integers]:
    """The different ones of some numbers, sorted, and which of them each one is."""
    order = numbers.argsort()
    ordered = numbers[order]
    is_new = np.ones(len(numbers), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    which = np.empty(len(numbers), np.int64)
    which[order] = is_new.cumsum() - 1
    return ordered[is_new], which


def _multiplied(matrices: Residues, numbers: Residues, moduli: Moduli) -> Residues:
    """A matrix [prime, row, column] times numbers [prime, column, ...]."""
    flat = numbers.reshape(*numbers.shape[:2], -1)
    step = max(1, _AT_ONCE // matrices[0].size)
    product = np.empty((len(flat), matrices.shape[1], flat.shape[2]))
    for start in range(0, flat.shape[2], step):
        some = slice(start, start + step)
        np.matmul(matrices, flat[:, :, some], out=product[:, :, some])
    return moduli.reduce(product).reshape(len(flat), -1, *numbers.shape[2:])
