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
from typing import Any, Final, TypeAlias

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
"""The largest order that is used: so many products are summed without reducing."""
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

    def turned(self, matrices: Residues, numbers: Residues) -> Residues:
        """Numbers with their first axis multiplied by a matrix, and put last.

        Args:
            matrices: [prime, row, column].
            numbers: [prime, ...]; the other axes as one, the first one slowest.
        """
        flat = numbers.reshape(len(matrices), matrices.shape[2], -1)
        step = max(1, _AT_ONCE // matrices[0].size)
        product = np.empty((len(flat), matrices.shape[1], flat.shape[2]))
        for start in range(0, flat.shape[2], step):
            some = slice(start, start + step)
            np.matmul(matrices, flat[:, :, some], out=product[:, :, some])
        return self.reduce(product).swapaxes(1, 2).reshape(len(flat), -1)

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
def _powers(primes: tuple[int, ...], order: int, inverse: bool) -> Residues:
    """[prime, point, exponent]: the values of single terms along one axis; or the inverse."""
    tables = []
    for p in primes:
        root = next(
            root
            for root in (pow(base, (p - 1) // order, p) for base in count(2))
            if all(pow(root, d, p) != 1 for d in range(1, order) if order % d == 0)
        )
        row = [pow(root, -i if inverse else i, p) for i in range(order)]
        share = pow(order, -1, p) if inverse else 1
        tables.append(
            [[share * row[i * e % order] % p for e in range(order)] for i in range(order)]
        )
    return Moduli(primes).reduce(np.array(tables, float))


class Terms:
    """The exponents of some terms, as places in a box.

    Along each axis a box is as long as the exponents reach, and at most as long as the grid, where
    they are seen modulo its order. From a box to the grid and back it goes axis by axis.

    Args:
        exponents: [term, axis]; at least one term.
        orders: those of the axes.
    """

    def __init__(self, exponents: Integers, orders: tuple[int, ...]) -> None:
        low = exponents.min(axis=0)
        sizes = np.minimum(exponents.max(axis=0) - low + 1, np.array(orders, np.int64))
        steps = np.array([1, *sizes[:0:-1]], np.int64).cumprod()[::-1][: len(sizes)]
        self._places = (exponents - low) % sizes @ steps
        self._size = int(sizes.prod())
        self._axes = [
            (order, np.arange(start, start + size) % order)
            for order, start, size in zip(orders, low.tolist(), sizes.tolist(), strict=True)
        ]

    def values(self, coefficients: Residues, moduli: Moduli, *, inverse: bool = False) -> Residues:
        """[prime, point]: the values of a polynomial with these terms, no two the same.

        Args:
            coefficients: [prime, term].
            moduli: what they are taken modulo.
            inverse: whether z^-e, divided by the number of points, stands for each z^e.
        """
        values: Residues = np.zeros((len(moduli.primes), self._size))
        values[:, self._places] = coefficients
        for order, exponents in self._axes:
            values = moduli.turned(_powers(moduli.primes, order, inverse)[:, :, exponents], values)
        return values

    def sums(self, values: Residues, moduli: Moduli, *, inverse: bool = False) -> Residues:
        """[prime, term]: the sum over all points of a value times the term's.

        With ``inverse`` it is the coefficient of the term in the polynomial that has these values.
        """
        sums = values
        for order, exponents in self._axes:
            sums = moduli.turned(_powers(moduli.primes, order, inverse)[:, exponents], sums)
        return sums[:, self._places]


def kept(numbers: Residues) -> Residues:
    """Remainders in half the memory: they have at most 24 bits, as many as a float32 holds."""
    return numbers.astype(np.float32)
