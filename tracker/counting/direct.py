"""Combining few vectors directly, with Python integers and no transform.

Late in a game a handful of vectors is left to each of a few half-suits. Then the sums of the first
few half-suits, and of the last few, are dictionaries with a handful of entries, and

    W_b[v] = sum over u of (ways of those before b to u) * (ways of those after b to h - v - u)

takes less time than it takes to set up a grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

import numpy as np

from tracker.counting.filling_table import Numbers
from tracker.counting.narrow import Factor

_Vector: TypeAlias = tuple[int, ...]
_Sums: TypeAlias = dict[_Vector, int]


def direct_completions(factors: Sequence[Factor], wanted: Sequence[int]) -> list[Numbers]:
    """The number of ways to complete a filling, for each factor and vector, as Python integers.

    Args:
        factors: the tables, at least one, together with few combinations of vectors.
        wanted: what the vectors are to add up to.
    """
    tables = [
        dict(zip(map(tuple, factor.vectors.tolist()), factor.ways.tolist(), strict=True))
        for factor in factors
    ]
    empty = {(0,) * len(wanted): 1}
    before = accumulate(tables[:-1], _added, initial=empty)
    after = list(accumulate(tables[:0:-1], _added, initial=empty))[::-1]
    return [
        np.array(_completions(table, first, last, wanted), object)
        for table, first, last in zip(tables, before, after, strict=True)
    ]


def _added(sums: _Sums, table: _Sums) -> _Sums:
    """The sums with one more half-suit."""
    found: _Sums = {}
    for u, ways in sums.items():
        for v, more in table.items():
            total = tuple([a + b for a, b in zip(u, v, strict=True)])
            found[total] = found.get(total, 0) + ways * more
    return found


def _completions(
    vectors: Iterable[_Vector], before: _Sums, after: _Sums, wanted: Sequence[int]
) -> list[int]:
    """For each vector, the ways of the other half-suits to add up to what it leaves."""
    found = []
    for v in vectors:
        rest = [a - b for a, b in zip(wanted, v, strict=True)]
        ways = 0
        for u, first in before.items():
            ways += first * after.get(tuple([a - b for a, b in zip(rest, u, strict=True)]), 0)
        found.append(ways)
    return found
