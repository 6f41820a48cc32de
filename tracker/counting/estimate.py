"""Estimating: what an exact count would cost too much, by sequential importance sampling.

Half-suit by half-suit a vector v is drawn, not with the exact weight (which is too dear) but with a
guess q: ways T[v], times x^v with the x for which the mean vectors add up to the rooms (a saddle
point), times a normal density for what the half-suits after it have to add up to. The last
half-suit must fit what is left, or the draw counts nothing. The mean of

    1 / q(v_1) * T_1[v_1] * 1 / q(v_2) * T_2[v_2] * ...

over many draws is an unbiased estimate of the number of ways, whatever q (Chen, Diaconis, Holmes
and Liu, "Sequential Monte Carlo Methods for Statistical Analysis of Tables", JASA 100, 2005). Its
standard error gives the interval: 95% for many draws, by the central limit theorem.

An estimate is never called exact, and proves nothing: a seat that no draw gave a card may have it.
The draws are seeded, so the same position gives the same estimate.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from tracker.counting.component import Component
from tracker.counting.filling_table import Integers, Numbers
from tracker.counting.narrow import Factor

DRAWS: Final = 10_000
_AT_ONCE: Final = 2**21
_ROUNDS: Final = 60

Floats = npt.NDArray[np.float64]


class EstimatedComponent(Component):
    """A component whose numbers are estimates."""

    exact = False

    @cached_property
    def total(self) -> int:
        """The estimated number of ways to fill all members; at least 1, as nothing is proven."""
        return max(1, round(float(self._draws[1].mean())))

    @cached_property
    def interval(self) -> tuple[int, int]:
        """Its 95% interval; where no draw fits, all numbers that are possible."""
        weights = self._draws[1]
        if not weights.any():
            return 0, self._bound
        error = 1.96 * float(weights.std(ddof=1)) / len(weights) ** 0.5
        return max(0, round(self.total - error)), round(self.total + error)

    def floats(self, member: int) -> Floats:
        """[vector]: the estimated ways to complete a filling of a member."""
        vectors, weights = self._draws
        ways = self.factors[self.members.index(member)].ways
        sums = np.bincount(vectors[member], weights=weights, minlength=len(ways))
        found: Floats = sums / len(weights) / ways.astype(float)
        return found

    def integers(self, member: int) -> Numbers:
        """[vector]: the same, rounded to integers."""
        return np.array([round(number) for number in self.floats(member).tolist()], object)

    @cached_property
    def _draws(self) -> tuple[dict[int, Integers], Floats]:
        """For each member the vector of each draw; and the weights of the draws."""
        random = np.random.default_rng(0)
        order = sorted(self.members, key=lambda i: len(self._narrowed.factors[i].ways))
        factors = [self._narrowed.factors[i] for i in order]
        rows = max(1, _AT_ONCE // len(factors[-1].ways))
        guess = _Guess(factors, np.array(self.wanted))
        parts = [guess.draws(min(rows, DRAWS - start), random) for start in range(0, DRAWS, rows)]
        vectors = np.concatenate([chosen for chosen, _ in parts], axis=1)
        weights = np.exp(np.concatenate([logs for _, logs in parts]))
        return dict(zip(order, vectors, strict=True)), weights


class _Guess:
    """The distribution that draws come from.

    Args:
        factors: in the order in which they are drawn, the largest last.
        wanted: [column]: what the vectors are to add up to.
    """

    def __init__(self, factors: list[Factor], wanted: Integers) -> None:
        self._factors = factors
        self._wanted = wanted
        self._tilt = np.zeros(len(wanted))
        for _ in range(_ROUNDS):
            mean = np.sum([self._moments(factor)[0] for factor in factors], axis=0)
            touched = mean > 0
            self._tilt[touched] += 0.7 * np.log(wanted[touched] / mean[touched])
        moments = [self._moments(factor) for factor in factors]
        self._means = [sum(m for m, _ in moments[i:]) for i in range(1, len(factors))]
        self._variances = [sum(v for _, v in moments[i:]) for i in range(1, len(factors))]
        tops = [factor.vectors.max(axis=0) for factor in factors]
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
        weights = np.zeros(n)
        chosen = []
        for i, factor in enumerate(self._factors[:-1]):
            shares = self._shares(i, factor, left)
            sums = shares.cumsum(axis=1)
            places = (sums < (1 - random.random((n, 1))) * sums[:, -1:]).sum(axis=1)
            places = places.clip(max=len(factor.ways) - 1)
            share = np.take_along_axis(shares, places[:, None], axis=1)[:, 0]
            weights += _log(factor.ways[places] * sums[:, -1]) - _log(np.maximum(share, 1e-300))
            left -= factor.vectors[places]
            chosen.append(places)
        places, fits = _found(self._factors[-1].vectors, left)
        weights += _log(self._factors[-1].ways[places] * fits)
        return np.array([*chosen, places]), weights

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


def _log(x: Floats) -> Floats:
    """The logarithm, -inf for 0."""
    return np.log(x, out=np.full(x.shape, -np.inf), where=x > 0)


def _found(vectors: Integers, rows: Integers) -> tuple[Integers, npt.NDArray[np.bool_]]:
    """Where the rows stand among the vectors, and whether they do."""
    place = {vector.tobytes(): i for i, vector in enumerate(vectors)}
    found = np.array([place.get(row.tobytes(), -1) for row in rows])
    return found.clip(min=0), found >= 0
