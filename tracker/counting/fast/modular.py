"""Exact integers from arithmetic modulo several primes, in floating-point units without rounding.

An integer below the product of some primes is known from its remainders (Chinese remainder
theorem). Remainders are kept as float64 integers x with |x| <= p/2 < 2^24. A product of two is
below 2^48, a sum of 16 products below 2^52: every operation is exact, and matrix products run in
BLAS. Reduction is x - p * rint(x / p): the quotient may be off by one near a half, which leaves
|x| a little over p/2, still exact.

The primes are those below 2^25 with p = 1 mod 5040, so that there are roots of unity of every order
that divides 5040 = 2^4 * 3^2 * 5 * 7 (as in number-theoretic transforms: Pollard, "The Fast Fourier
Transform in a Finite Field", Math. Comp. 25, 1971).

From remainders r_i to the integer: Garner's mixed radix digits, x = d_0 + d_1 p_0 + d_2 p_0 p_1 +
..., 0 <= d_i < p_i. All digits are zero exactly where x is, and a sum of digits in float64 has no
cancellation, so its relative error is below 1e-14.

Example: x = 2 mod 3 and x = 3 mod 5: d_0 = 2, d_1 = (3 - 2) / 3 = 2 mod 5, x = 2 + 2 * 3 = 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import count
from math import isqrt, prod
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

ORDER: Final = 5040
"""Roots of unity exist of each order that divides it."""

_LIMIT: Final = 2**25
_TERMS: Final = 16
_AT_ONCE: Final = 2**17
"""Multiplications in one call of BLAS: with more it may start threads, which wait for each other
longer than they work where the processor has other things to do."""

Residues: TypeAlias = npt.NDArray[np.float64]
"""[prime, ...]: remainders of integers by prime."""


def primes(bound: int) -> tuple[int, ...]:
    """Enough primes to know every integer from 0 to ``bound``."""
    return next(some for some, product in map(_first, count()) if product > bound)


@cache
def _first(number: int) -> tuple[tuple[int, ...], int]:
    """The first few primes, and their product."""
    some = tuple(map(_prime, range(number)))
    return some, prod(some)


@cache
def _prime(i: int) -> int:
    start = _LIMIT - _LIMIT % ORDER + 1 if i == 0 else _prime(i - 1)
    return next(n for n in count(start - ORDER, -ORDER) if _is_prime(n))


def _is_prime(n: int) -> bool:
    return all(n % d for d in range(2, isqrt(n) + 1))


@cache
def root_of_unity(p: int, order: int) -> int:
    """An element of multiplicative order ``order``, a divisor of ``ORDER``, modulo ``p``."""
    for base in count(2):
        root = pow(base, (p - 1) // order, p)
        if all(pow(root, d, p) != 1 for d in range(1, order) if order % d == 0):
            return root
    raise AssertionError


class Moduli:
    """Arithmetic modulo a few primes at once; arrays have the primes as their first axis."""

    def __init__(self, moduli: tuple[int, ...]) -> None:
        self.primes = moduli
        self._values = np.array(moduli, float)
        self._shaped: dict[int, tuple[Residues, Residues]] = {}
        """By the number of axes, the primes and their inverses with so many axes."""

    def residues(self, integers: npt.NDArray[np.int64] | npt.NDArray[np.object_]) -> Residues:
        """The remainders of integers."""
        rows = [(integers % p).astype(float) for p in self.primes]
        return self.reduce(np.array(rows))

    def reduce(self, x: Residues) -> Residues:
        """Reduces in place (and returns) integers below 2^52."""
        if x.ndim not in self._shaped:
            p = self._values.reshape(-1, *[1] * (x.ndim - 1))
            self._shaped[x.ndim] = p, 1 / p
        p, inverse = self._shaped[x.ndim]
        quotient = x * inverse
        np.rint(quotient, out=quotient)
        quotient *= p
        x -= quotient
        return x

    def product(self, a: Residues, b: Residues) -> Residues:
        """Element by element."""
        return self.reduce(a * b)

    def dot(self, a: Residues, b: Residues) -> Residues:
        """[prime]: the sums of products of [prime, i] and [prime, i]."""
        return self.reduce(np.add.reduce(self.product(a, b), axis=1))

    def matmul(self, a: Residues, b: Residues) -> Residues:
        """Matrix products [prime, i, k] @ [prime, k, j]; long ones a few rows at a time.

        One matrix of small numbers may stand for that of each prime.
        """
        rows = max(1, _AT_ONCE // (a.shape[2] * b.shape[2]))
        if rows >= a.shape[1] and a.shape[2] <= _TERMS:
            return self.reduce(np.matmul(a, b))
        product = np.empty((len(b), a.shape[1], b.shape[2]))
        for start in range(0, a.shape[1], rows):
            some = slice(start, start + rows)
            self._multiply(a[:, some], b, product[:, some])
        return product

    def _multiply(self, a: Residues, b: Residues, product: Residues) -> None:
        """Writes the matrix products to an array."""
        np.matmul(a[:, :, :_TERMS], b[:, :_TERMS], out=product)
        self.reduce(product)
        for start in range(_TERMS, a.shape[2], _TERMS):
            stop = start + _TERMS
            product += self.reduce(np.matmul(a[:, :, start:stop], b[:, start:stop]))
            self.reduce(product)

    def digits(self, x: Residues) -> npt.NDArray[np.int64]:
        """[prime, ...]: the mixed radix digits of the integers with these remainders."""
        digits: list[npt.NDArray[np.int64]] = []
        for i, p in enumerate(self.primes):
            rest = x[i].astype(np.int64) % p
            for j, digit in enumerate(digits):
                rest = (rest - digit) * _inverse(self.primes[j], p) % p
            digits.append(rest)
        return np.array(digits)

    def floats(self, digits: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """The integers, rounded; zero exactly where they are."""
        total = np.zeros(digits.shape[1:])
        for i in reversed(range(len(self.primes))):
            total = total * self.primes[i] + digits[i]
        return total

    def integer(self, x: Residues) -> int:
        """The one integer with these remainders [prime]."""
        total, step = 0, 1
        for rest, p in zip(x.tolist(), self.primes, strict=True):
            total += (int(rest) - total) * _inverse(step % p, p) % p * step
            step *= p
        return total

    def integers(self, digits: npt.NDArray[np.int64]) -> npt.NDArray[np.object_]:
        """The integers as Python integers."""
        total = np.zeros(digits.shape[1:], object)
        for i in reversed(range(len(self.primes))):
            total = total * self.primes[i] + digits[i]
        return total


@cache
def moduli_of(primes: tuple[int, ...]) -> Moduli:
    """Arithmetic modulo some primes; one object does for all who need it."""
    return Moduli(primes)


@cache
def _inverse(number: int, p: int) -> int:
    """What a number is multiplied by to give 1 modulo a prime."""
    return pow(number, -1, p)


# -- discrete Fourier transforms modulo primes -----------------------------------------------------
#
# A polynomial in several variables is an array of coefficients with an axis for each; its values
# at all points (w_1^i_1, w_2^i_2, ...), w_a a root of unity of order n_a, come from a product
# with the matrix w_a^(point * exponent) along each axis, its coefficients back from the values by
# that of w_a^-(point * exponent) / n_a. Exponents are seen modulo n_a.

Exponents = npt.NDArray[np.int64]


@lru_cache
def order_of(least: int) -> int:
    """The smallest order, of those that roots of unity exist of, that is not below ``least``."""
    return next(n for n in range(least, ORDER + 1) if ORDER % n == 0)


def powers(primes: tuple[int, ...], order: int, exponents: Exponents) -> Residues:
    """[prime, point, exponent]: w^(point * exponent)."""
    return _table_of_powers(primes, order, False)[:, :, exponents % order]


def inverse_powers(primes: tuple[int, ...], order: int, exponents: Exponents) -> Residues:
    """[prime, point, exponent]: w^-(point * exponent) / n."""
    return _table_of_powers(primes, order, True)[:, :, exponents % order]


@lru_cache(maxsize=1024)
def _table_of_powers(primes: tuple[int, ...], order: int, inverse: bool) -> Residues:
    """The powers of the roots of unity, a matrix for each prime."""
    tables = []
    for p in primes:
        root = pow(root_of_unity(p, order), -1 if inverse else 1, p)
        scale = pow(order, -1, p) if inverse else 1
        row = [pow(root, i, p) * scale % p for i in range(order)]
        tables.append([[row[i * e % order] for e in range(order)] for i in range(order)])
    return Moduli(primes).reduce(np.array(tables, float))


def transformed(values: Residues, matrices: Sequence[Residues], moduli: Moduli) -> Residues:
    """An array multiplied by a matrix along each axis.

    Args:
        values: [prime, exponents of the first variable, of the second, ...].
        matrices: [prime, row, column] for each variable; the columns are the exponents.
        moduli: the primes.

    Returns:
        [prime, rows of the first matrix, of the second, ...].
    """
    for matrix in matrices:
        rest = values.shape[2:]
        rows = values.reshape(*values.shape[:2], -1).transpose(0, 2, 1)
        values = moduli.matmul(rows, matrix.transpose(0, 2, 1))
        values = values.reshape(len(values), *rest, -1)
    return values
