"""Exact integers from remainders modulo several primes, and polynomials from values at points.

An integer below the product of some primes is known from its remainders (Chinese remainder
theorem). Remainders are kept as float64 integers x with |x| a little over p/2 < 2^23 at most. A
product of two is below 2^46, a sum of 64 products below 2^52: every operation is exact, and matrix
products run in BLAS. Reduction is x - p * rint(x / p).

From remainders r_i to the integer: Garner's mixed radix digits, x = d_0 + d_1 p_0 + d_2 p_0 p_1 +
..., 0 <= d_i < p_i.

A polynomial in several variables is known from its values at the points (w_1^i_1, w_2^i_2, ...) of
a grid, w_a a root of unity of order n_a modulo each prime (a discrete Fourier transform; Pollard,
"The Fast Fourier Transform in a Finite Field", Math. Comp. 25, 1971). Values of a product are
products of values. The primes are 1 mod 5040 = 2^4 * 3^2 * 5 * 7, so that there are roots of every
order that divides 5040. Exponents are seen modulo the orders.

Example: x = 2 mod 3 and x = 3 mod 5: d_0 = 2, d_1 = (3 - 2) / 3 = 2 mod 5, x = 2 + 2 * 3 = 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import count, islice
from math import isqrt, prod
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

Residues: TypeAlias = npt.NDArray[np.floating[Any]]
"""[prime, ...]: remainders of integers by prime; kept as float32, which holds their 24 bits."""
Integers: TypeAlias = npt.NDArray[np.int64]

_ORDER: Final = 5040
"""Roots of unity exist of each order that divides it."""
_LIMIT: Final = 2**24
"""Primes are below it."""
LONGEST: Final = 63
"""The largest order that is used: so many products are summed without reducing."""
_AT_ONCE: Final = 2**17
"""Multiplications in one call of BLAS: with more it may start threads, which wait for each other
longer than they work where the processor has other things to do."""

_IN_CACHE: Final = 2**13
"""So many numbers of each prime are reduced at once: a processor's cache holds them."""


@lru_cache
def order_of(least: int) -> int:
    """The smallest order that is not below ``least``: one more than some of a deck's 54 cards."""
    return next(n for n in range(least, LONGEST + 1) if _ORDER % n == 0)


def _primes() -> Iterator[int]:
    """Those that have such roots, the largest first."""
    candidates = count(_LIMIT - _LIMIT % _ORDER + 1 - _ORDER, -_ORDER)
    return (n for n in candidates if all(n % d for d in range(2, isqrt(n) + 1)))


class Moduli:
    """Arithmetic modulo a few primes at once; arrays have the primes as their first axis."""

    def __init__(self, primes: tuple[int, ...]) -> None:
        self.primes = primes
        self._values = np.array(primes, float)[:, None]
        self._inverses = 1 / self._values

    def reduce(self, numbers: Residues) -> Residues:
        """Reduces in place (and returns) integers below 2^52."""
        flat = numbers.reshape(len(self.primes), -1)
        for start in range(0, flat.shape[1], _IN_CACHE):
            some = flat[:, start : start + _IN_CACHE]
            quotient = some * self._inverses
            np.rint(quotient, out=quotient)
            quotient *= self._values
            some -= quotient
        return flat.reshape(numbers.shape)

    def product(self, some: Residues, others: Residues) -> Residues:
        """Element by element; also of remainders that are kept."""
        return self.reduce(np.multiply(some, others, dtype=np.float64))

    def multiplied(self, matrices: Residues, numbers: Residues) -> Residues:
        """[prime, column, row]: matrices [prime, row, n] times numbers [prime, n, column]."""
        product = np.empty((len(numbers), numbers.shape[2], matrices.shape[1]))
        turned, step = numbers.swapaxes(1, 2), max(1, _AT_ONCE // matrices[0].size)
        for start in range(0, len(product[0]), step):
            some = slice(start, start + step)
            np.matmul(turned[:, some], matrices.swapaxes(1, 2), out=product[:, some])
        return self.reduce(product)

    def shared(self, numbers: Residues, parts: int) -> Residues:
        """Divided by a number that divides them."""
        inverses = np.array([pow(parts, -1, p) for p in self.primes], float)
        return self.product(numbers, inverses.reshape(-1, *[1] * (numbers.ndim - 1)))

    def integers(self, numbers: Residues) -> Sequence[int]:
        """The integers with some remainders [prime, number]."""
        digits: list[Integers] = []
        integers, step = np.zeros(numbers.shape[1], object), 1
        for row, p in zip(numbers, self.primes, strict=True):
            rest = row.astype(np.int64) % p
            for digit, other in zip(digits, self.primes, strict=False):
                rest = (rest - digit) * pow(other, -1, p) % p
            digits.append(rest)
            integers += rest.astype(object) * step
            step *= p
        return integers.tolist()


@lru_cache(maxsize=256)
def powers(moduli: Moduli, order: int) -> Residues:
    """[prime, point, exponent]: the powers of the points of an axis."""
    tables = []
    for p in moduli.primes:
        roots = (pow(base, (p - 1) // order, p) for base in count(2))
        root = next(w for w in roots if all(pow(w, d, p) != 1 for d in range(1, order)))
        row = [pow(root, i, p) for i in range(order)]
        tables.append([[row[i * e % order] for e in range(order)] for i in range(order)])
    return moduli.reduce(np.array(tables, float))


@cache
def _moduli(number: int) -> Moduli:
    return Moduli(tuple(islice(_primes(), number)))


def moduli_above(bound: int) -> Moduli:
    """Arithmetic by which every integer from 0 to ``bound`` is known."""
    return next(moduli for moduli in map(_moduli, count(1)) if prod(moduli.primes) > bound)
