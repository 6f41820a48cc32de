"""Estimating: what an exact count would cost too much, by sequential importance sampling.

Half-suit by half-suit a vector v is drawn, not with the exact weight (which is too dear) but with a
guess q: ways T[v], times x^v with the x for which the mean vectors add up to the rooms (a saddle
point), times a normal density for what the half-suits after it have to add up to. The last
half-suit must fit what is left, or the draw counts nothing; nor does it where a check of the sums
so far fails (``hidden_half_suits``). The mean of

    1 / q(v_1) * T_1[v_1] * 1 / q(v_2) * T_2[v_2] * ...

over many draws is an unbiased estimate of the number of ways, whatever q (Chen, Diaconis, Holmes
and Liu, "Sequential Monte Carlo Methods for Statistical Analysis of Tables", JASA 100, 2005). Its
standard error, relative to it, gives the interval: 95% for many draws, by the central limit
theorem, for the logarithm. Where the weight of few draws is most of all, that can't be trusted:
then the interval is everything.

An estimate is never called exact, and proves nothing: a seat that no draw gave a card may have it.
The draws are seeded, so the same position gives the same estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import ceil, exp, floor
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tracker.counting.fast.component import Component
from tracker.counting.fast.half_suit_tables import Factor, Integers, Narrowed, Numbers
from tracker.counting.hidden_half_suits import Check

DRAWS: Final = 20_000
_MOST_SCORES: Final = 2**27
"""Vectors looked at, over all draws: about 5 s."""
_AT_ONCE: Final = 2**21
_ROUNDS: Final = 60
_LEAST_EFFECTIVE: Final = 100
"""Draws must be as good as so many with equal weights (their sum squared, by that of squares)."""

Floats = npt.NDArray[np.float64]


class Midway(NamedTuple):
    """What is to be true once the first few factors are added."""

    factors: int
    """How many."""
    taken: Integers
    """[column]: what had been taken out of their vectors."""
    checks: tuple[Check, ...]


class EstimatedComponent(Component):
    """A component whose numbers are estimates.

    Args:
        narrowed: all the factors.
        members: which of them are the component's.
        midway: checks of the sums of the first factors; they are drawn first, in order.
    """

    exact = False

    def __init__(
        self, narrowed: Narrowed, members: tuple[int, ...], midway: Sequence[Midway] = ()
    ) -> None:
        super().__init__(narrowed, members)
        self._midway = midway

    @cached_property
    def total(self) -> int:
        """The estimated number of ways to fill all members; at least 1, as nothing is proven."""
        return max(1, round(float(self._draws[1].mean())))

    @cached_property
    def interval(self) -> tuple[int, int]:
        """Its 95% interval; where the draws are too few or too uneven, all that is possible."""
        weights = self._draws[1]
        mean, squares = float(weights.mean()), float((weights**2).mean())
        if mean**2 * len(weights) <= _LEAST_EFFECTIVE * squares:
            return 0, self._bound
        wide = exp(1.96 * (max(0.0, squares / mean**2 - 1) / len(weights)) ** 0.5)
        return floor(mean / wide), ceil(mean * wide)

    def floats(self, member: int) -> Floats:
        """[vector]: the estimated ways to complete a filling of a member."""
        vectors, weights = self._draws
        ways = self.factors[self.members.index(member)].ways
        sums = np.bincount(vectors[member], weights=weights, minlength=len(ways))
        ways_of_each: Floats = sums / len(weights) / ways.astype(float)
        return ways_of_each

    def integers(self, member: int) -> Numbers:
        """[vector]: the same, rounded to integers."""
        return np.array([round(number) for number in self.floats(member).tolist()], object)

    @cached_property
    def _draws(self) -> tuple[dict[int, Integers], Floats]:
        """For each member the vector of each draw; and the weights of the draws."""
        random = np.random.default_rng(0)
        order = self._order
        factors = [self._narrowed.factors[i] for i in order]
        vectors = sum(len(factor.ways) for factor in factors)
        number = min(DRAWS, max(_LEAST_EFFECTIVE, _MOST_SCORES // vectors))
        rows = max(1, _AT_ONCE // max(len(factor.ways) for factor in factors))
        guess = _Guess(factors, np.array(self.wanted), self._checks(order))
        starts = range(0, number, rows)
        parts = [guess.draws(min(rows, number - start), random) for start in starts]
        chosen = np.concatenate([places for places, _ in parts], axis=1)
        weights = np.exp(np.concatenate([logs for _, logs in parts]))
        return dict(zip(order, chosen, strict=True)), weights

    @property
    def _order(self) -> list[int]:
        """The members: those with checks midway as they come, then the others, the largest last."""
        first = self._midway[-1].factors if self._midway else 0
        ways = {i: len(self._narrowed.factors[i].ways) for i in self.members}
        return sorted(self.members, key=lambda i: (0, i) if i < first else (1, ways[i]))

    def _checks(self, order: Sequence[int]) -> list[tuple[int, Midway]]:
        """The checks with the number of members drawn before them."""
        return [(sum(i < m.factors for i in order), m) for m in self._midway if m.checks]


class _Guess:
    """The distribution that draws come from.

    Args:
        factors: in the order in which they are drawn, the largest last.
        wanted: [column]: what the vectors are to add up to.
        checks: of the sums of the first few, with their number.
    """

    def __init__(
        self, factors: list[Factor], wanted: Integers, checks: Sequence[tuple[int, Midway]]
    ) -> None:
        self._factors = factors
        self._checks = checks
        self._wanted = wanted
        self._tilt = np.zeros(len(wanted))
        for _ in range(_ROUNDS):
            mean = np.sum([self._moments(factor)[0] for factor in factors], axis=0)
            touched = mean > 0
            self._tilt[touched] += 0.7 * np.log(wanted[touched] / mean[touched])
        moments = [self._moments(factor) for factor in factors]
        self._means = [sum(m for m, _ in moments[i:]) for i in range(1, len(factors))]
        self._variances = [sum(v for _, v in moments[i:]) for i in range(1, len(factors))]
        tops = [factor.most for factor in factors]
        self._tops = [np.sum(tops[i:], axis=0) for i in range(1, len(factors))]

    def _logs(self, factor: Factor) -> Floats:
        logs: Floats = np.log(factor.ways.astype(float)) + factor.vectors @ self._tilt
        return logs

    def _moments(self, factor: Factor) -> tuple[Floats, Floats]:
        """Mean and variance of a factor's vector."""
        logs = self._logs(factor)
        shares = np.exp(logs - logs.max())
        shares /= shares.sum()
        mean = shares @ factor.vectors
        return mean, shares @ factor.vectors**2 - mean**2

    def draws(self, n: int, random: np.random.Generator) -> tuple[Integers, Floats]:
        """[factor, draw]: vectors drawn; [draw]: the logarithms of their weights."""
        left = np.tile(self._wanted, (n, 1))
        weights = self._passed(0, left)
        chosen = []
        for i, factor in enumerate(self._factors[:-1]):
            shares = self._shares(i, factor, left)
            sums = shares.cumsum(axis=1)
            places = (sums < (1 - random.random((n, 1))) * sums[:, -1:]).sum(axis=1)
            places = places.clip(max=len(factor.ways) - 1)
            share = np.take_along_axis(shares, places[:, None], axis=1)[:, 0]
            weights += _log(factor.ways[places] * sums[:, -1]) - _log(np.maximum(share, 1e-300))
            left -= factor.vectors[places]
            weights += self._passed(i + 1, left)
            chosen.append(places)
        places, fits = _indices(self._factors[-1].vectors, left)
        weights += _log(self._factors[-1].ways[places] * fits)
        left -= self._factors[-1].vectors[places]
        weights += self._passed(len(self._factors), left)
        return np.array([*chosen, places]), weights

    def _passed(self, drawn: int, left: Integers) -> Floats:
        """0 for each draw that passes the checks after so many factors, -inf for the others."""
        logs = np.zeros(len(left))
        for number, midway in self._checks:
            if number == drawn:
                sums = (self._wanted - left + midway.taken).T
                for check in midway.checks:
                    logs[~check.passed(list(sums))] = -np.inf
        return logs

    def _shares(self, i: int, factor: Factor, left: Integers) -> Floats:
        """[draw, vector]: the guess, up to a factor for each draw; 0 where nothing can follow.

        Of (left - v - mean)^2 / spread, the part without v is the same for all vectors of a draw.
        """
        spread = np.maximum(self._variances[i], 0.05)
        scores = ((left - self._means[i]) / spread) @ factor.vectors.T.astype(float)
        scores += self._logs(factor) - (factor.vectors**2 / spread).sum(axis=1) / 2
        for column in np.flatnonzero(self._wanted):
            after = left[:, column, None] - factor.vectors[:, column]
            scores[(after < 0) | (after > self._tops[i][column])] = -np.inf
        best = scores.max(axis=1, keepdims=True)
        shares: Floats = np.exp(scores - np.where(np.isfinite(best), best, 0.0))
        return shares


def _log(numbers: Numbers) -> Floats:
    """The logarithm of floats or of Python's integers; -inf for 0."""
    x = numbers.astype(float)
    logs: Floats = np.log(x, out=np.full(x.shape, -np.inf), where=x > 0)
    return logs


def _indices(vectors: Integers, rows: Integers) -> tuple[Integers, npt.NDArray[np.bool_]]:
    """Where the rows stand among the vectors, and whether they do."""
    place = {vector.tobytes(): i for i, vector in enumerate(vectors)}
    indices = np.array([place.get(row.tobytes(), -1) for row in rows])
    return indices.clip(min=0), indices >= 0
