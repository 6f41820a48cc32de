"""Ratios over many games with 95% intervals that do not pretend more than was seen.

What a player did in one game hangs together: a hand that hits once hits again. So a game is one
observation, not each of its asks. A ratio is sum(x) / sum(y) over the games; its variance is that
of the ratio estimator,

    n / (n - 1) * sum((x - r y)^2) / sum(y)^2,

with Student's t for few games (Cochran, Sampling Techniques, 1977, chapter 6). A share (of asks, of
games) lies between 0 and 1: there it is Wilson's interval, for as many independent cases as would
have that variance; where all cases agree, each game counts as one case.

The sums of x, y, x^2, y^2 and xy are enough, so nothing has to be kept of a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from tracker.analysis.shares import student95


@dataclass(frozen=True)
class Ratio:
    """A ratio over some games."""

    value: float
    low: float | None
    """95% limits; none from fewer than two games, or where games that all agree do not show how
    much they might vary."""
    high: float | None
    games: int
    """The games that had something to say on it."""
    cases: float
    """What it is a ratio to, over all these games: asks, claims, games …"""


class RatioSum:
    """Adds up a ratio, game by game.

    Args:
        share: whether it is a share of cases, between 0 and 1; else it is anything from 0 on.
    """

    def __init__(self, *, share: bool) -> None:
        self._share = share
        self._games = 0
        self._x = self._y = self._xx = self._yy = self._xy = 0.0

    def add(self, x: float | None, y: float | None) -> None:
        """Take in a game.

        Args:
            x: what is counted; none where it is not known.
            y: of how much. A game with nothing of it says nothing.
        """
        if x is None or not y:
            return
        self._games += 1
        self._x += x
        self._y += y
        self._xx += x * x
        self._yy += y * y
        self._xy += x * y

    def ratio(self) -> Ratio | None:
        """The ratio over all games so far; none where none said anything."""
        if not self._games:
            return None
        value = self._x / self._y
        low, high = self._limits(value)
        return Ratio(value, low, high, self._games, self._y)

    def _limits(self, value: float) -> tuple[float | None, float | None]:
        """The 95% limits, if there are any."""
        n = self._games
        if n < 2:
            return None, None
        residuals = max(self._xx - 2 * value * self._xy + value * value * self._yy, 0.0)
        variance = n / (n - 1) * residuals / (self._y * self._y)
        student = student95(n - 1)
        if not self._share:
            if not variance:
                return None, None
            margin = student * sqrt(variance)
            return max(value - margin, 0.0), value + margin
        return _wilson(value, self._independent(value, variance), student)

    def _independent(self, value: float, variance: float) -> float:
        """As many independent cases as would make a share vary so."""
        spread = value * (1 - value)
        if variance <= 0 or spread <= 0:
            return float(self._games)
        return min(spread / variance, self._y)


def _wilson(share: float, cases: float, quantile: float) -> tuple[float, float]:
    """Wilson's interval for a share of independent cases."""
    square = quantile * quantile
    middle = (share + square / (2 * cases)) / (1 + square / cases)
    margin = quantile * sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    margin /= 1 + square / cases
    return max(middle - margin, 0.0), min(middle + margin, 1.0)
