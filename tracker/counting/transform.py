"""Discrete Fourier transforms modulo primes: from polynomials to values, and back.

A polynomial in several variables is an array of coefficients with an axis for each; its values at
all points (w_1^i_1, w_2^i_2, ...), w_a a root of unity of order n_a, come from a product with the
matrix w_a^(point * exponent) along each axis, its coefficients back from the values by that of
w_a^-(point * exponent) / n_a. Exponents are seen modulo n_a.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tracker.counting.modular import ORDER, Moduli, Residues, root_of_unity

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
