"""Narrowing: which vectors can be completed at all, as far as bounds column by column tell?

If all other half-suits have at least m cards of a seat with room h, a half-suit has at most h - m
of them; likewise from below. Vectors outside these bounds go, which moves the bounds, until nothing
changes (bounds consistency of the linear equations "the vectors add up to the rooms").

Conditions on the sums of the first few half-suits narrow these in the same way.

Then what a half-suit has of a seat in every vector left is taken out of its vectors and of the
room. An ask says that the asker holds a card of the half-suit, so in mid-game most of a hand is
taken out in this way, and what is combined is the rest: the grid of ``combine`` shrinks by a factor
for every such card.

Example: seat A with room 2, and every filling of each of two half-suits gives A a card: each
half-suit gives A exactly one, and nothing is left of A to combine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tracker.counting.filling_table import Integers, Numbers


@dataclass(frozen=True)
class Factor:
    """A table in the columns of the whole position."""

    vectors: Integers
    """[vector, column]."""
    ways: Numbers
    """[vector]."""

    def equals(self, other: Factor) -> bool:
        """Whether they are the same table."""
        return (
            len(self.ways) == len(other.ways)
            and np.array_equal(self.ways, other.ways)
            and np.array_equal(self.vectors, other.vectors)
        )


@dataclass(frozen=True)
class Narrowed:
    """Factors without what bounds decide."""

    factors: tuple[Factor, ...]
    """With the vectors kept, less what all of a factor's vectors have."""
    kept: tuple[npt.NDArray[np.bool_], ...]
    """[vector], for each factor: whether it was kept."""
    common: tuple[Integers, ...]
    """[column], for each factor: what all of its vectors had."""
    wanted: tuple[int, ...]
    """[column]: what the vectors, one of each factor, are to add up to (at most)."""

    @property
    def possible(self) -> bool:
        """Whether every factor has vectors left."""
        return all(len(factor.ways) for factor in self.factors)


@dataclass(frozen=True)
class Limit:
    """Bounds on what the vectors of the first factors, or of all, add up to."""

    factors: int
    """How many they are."""
    least: Integers
    """[column]."""
    most: Integers
    """[column]."""


def narrow(factors: Sequence[Factor], limits: Sequence[Limit]) -> Narrowed:
    """Strikes out vectors, and takes out what is common.

    Args:
        factors: at least one, each with at least one vector.
        limits: what is known of sums of vectors; the last of them is on all the factors.
    """
    kept = [np.ones(len(factor.ways), bool) for factor in factors]
    left = [factor.vectors for factor in factors]
    while all(map(len, left)):
        least = np.array([vectors.min(axis=0) for vectors in left])
        most = np.array([vectors.max(axis=0) for vectors in left])
        floor, ceiling = _bounds(limits, least, most)
        if (floor <= least).all() and (most <= ceiling).all():
            break
        for i, factor in enumerate(factors):
            inside = (floor[i] <= factor.vectors) & (factor.vectors <= ceiling[i])
            kept[i] &= inside.all(axis=1)
            left[i] = factor.vectors[kept[i]]
    common = [vectors.min(axis=0, initial=99) for vectors in left]
    rest = [
        Factor(vectors - taken, factor.ways[keep])
        for factor, vectors, taken, keep in zip(factors, left, common, kept, strict=True)
    ]
    wanted = tuple((limits[-1].most - np.sum(common, axis=0)).tolist())
    return Narrowed(tuple(rest), tuple(kept), tuple(common), wanted)


def _bounds(limits: Iterable[Limit], least: Integers, most: Integers) -> tuple[Integers, Integers]:
    """[factor, column]: what a vector is at least and at most, for the others to fit."""
    floor, ceiling = least.copy(), most.copy()
    for limit in limits:
        own = slice(limit.factors)
        low, high = least[own], most[own]
        floor[own] = np.maximum(floor[own], limit.least - high.sum(axis=0) + high)
        ceiling[own] = np.minimum(ceiling[own], limit.most - low.sum(axis=0) + low)
    return floor, ceiling
