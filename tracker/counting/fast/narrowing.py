"""Narrowing: which vectors can be completed at all, as far as bounds column by column tell?

If all other half-suits have at least m cards of a seat with room h, a half-suit has at most h - m
of them; likewise from below. Vectors outside these bounds go, which moves the bounds, until nothing
changes (bounds consistency of the linear equations "the vectors add up to the rooms").

Conditions on the sums of the first few half-suits narrow these in the same way.

Then what a half-suit has of a seat in every vector left is taken out of its vectors and of the
room. An ask says that the asker holds a card of the half-suit, so in mid-game most of a hand is
taken out in this way, and what is combined is the rest: the grid of ``coefficients`` shrinks by a
factor for every such card.

Example: seat A with room 2, and every filling of each of two half-suits gives A a card: each
half-suit gives A exactly one, and nothing is left of A to combine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.counting.fast.half_suit_tables import Integers, Numbers

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Factor:
    """A table in the columns of the whole position."""

    vectors: Integers
    """[vector, column]."""
    ways: Numbers
    """[vector]."""
    heaviest: int = 1
    """The most that a filling weighs; where fillings have no weights, 1."""

    @cached_property
    def least(self) -> Integers:
        """[column]: the least of all vectors, of which there is one."""
        lowest: Integers = self.vectors.min(axis=0)
        return lowest

    @cached_property
    def most(self) -> Integers:
        """[column]: the most, likewise."""
        highest: Integers = self.vectors.max(axis=0)
        return highest

    def where(self, kept: Mask) -> Factor:
        """A table with some of the vectors."""
        return replace(self, vectors=self.vectors[kept], ways=self.ways[kept])

    def less(self, taken: Integers) -> Factor:
        """A table with so much less in each column of all vectors."""
        return replace(self, vectors=self.vectors - taken) if taken.any() else self

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
    kept: tuple[Mask, ...]
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
    left = list(factors)
    while all(len(factor.ways) for factor in left):
        least = np.array([factor.least for factor in left])
        most = np.array([factor.most for factor in left])
        floor, ceiling = _bounds(limits, least, most)
        narrower = (floor > least).any(axis=1) | (most > ceiling).any(axis=1)
        if not narrower.any():
            break
        for i in np.flatnonzero(narrower).tolist():
            vectors = factors[i].vectors
            kept[i] &= ((floor[i] <= vectors) & (vectors <= ceiling[i])).all(axis=1)
            left[i] = factors[i].where(kept[i])
    nothing = np.zeros_like(limits[-1].most)
    common = [factor.least if len(factor.ways) else nothing for factor in left]
    rest = [factor.less(taken) for factor, taken in zip(left, common, strict=True)]
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
