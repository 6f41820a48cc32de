"""Ratios over many games, with 95% intervals that do not claim more than was seen.

What a player did in one game is not independent: a hand that hits once hits again. So a game is one
observation, not each of its asks. A ratio r is sum(x) / sum(y) over n games. Its variance is that
of the ratio estimator,

    n / (n - 1) * sum((x - r y)^2) / sum(y)^2,

with Student's t for few games (Cochran, Sampling Techniques, 1977, chapter 6). A share (of asks, of
games) lies between 0 and 1. Its limits are Wilson's interval, for as many independent cases as
would have that variance; where all cases agree, each game counts as one case.

The sums of x, y, x^2, y^2 and xy are enough, so nothing has to be kept of a game.

Example: 3 hits of 4 asks in one game and 1 of 4 in another are a ratio of 4 / 8, from n = 2 games.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from tracker.analysis.shares import NORMAL95, mean_limits, student95


@dataclass(frozen=True)
class Ratio:
    """A ratio over some games."""

    value: float
    low: float | None
    """95% limits. None from fewer than two games, or where all games agree, so that they do not
    show how much they might vary."""
    high: float | None
    games: int
    """How many games there was something to count in."""
    cases: float
    """The sum of what it is a ratio to, over all these games: asks, claims, games …"""


def ratio_of(
    games: int, x: float, y: float, xx: float, yy: float, xy: float, *, share: bool
) -> Ratio:
    """The ratio over some games.

    Args:
        games: how many there are, one at least.
        x: the sum of what was counted.
        y: the sum of what it is a ratio to, which is above 0 in each of the games.
        xx: the sum of the squares of what was counted.
        yy: that of the squares of what it is a ratio to.
        xy: that of the products of the two.
        share: whether it is a share of cases, between 0 and 1; else it is anything from 0 on.
    """
    value = x / y
    if games < 2:
        return Ratio(value, None, None, games, y)
    residuals = max(xx - 2 * value * xy + value * value * yy, 0.0)
    variance = games / (games - 1) * residuals / (y * y)
    if not share:
        low, high = mean_limits(value, variance, games)
        return Ratio(value, low and max(low, 0.0), high, games, y)
    spread = value * (1 - value)
    # As many independent cases as would make it vary so.
    cases = min(spread / variance, y) if variance > 0 and spread > 0 else float(games)
    return Ratio(value, *_wilson(value, cases, student95(games - 1)), games, y)


def _wilson(share: float, cases: float, quantile: float) -> tuple[float, float]:
    """Wilson's interval for a share of independent cases."""
    square = quantile * quantile
    middle = (share + square / (2 * cases)) / (1 + square / cases)
    margin = quantile * sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    margin /= 1 + square / cases
    return max(middle - margin, 0.0), min(middle + margin, 1.0)


# -- how long proofs wait -------------------------------------------------------------------------
#
# How long something waits that need not come to an end: the survival curve, and its median.
#
# A proof waits for its claim, counted in asks. Some are never claimed: the proof breaks, somebody
# else settles the half-suit, or the record ends. Such a wait is *censored*: it lasted at least so
# long. To leave it out would make waits look shorter than they are. The curve is that of Kaplan
# and Meier (1958): at each length t at which d of the n waits that have lasted so long end, the
# share that goes on falls by the factor 1 - d / n. Its variance is Greenwood's, its 95% limits
# those on the scale of log(-log S), which stay between 0 and 1.
#
# Example: of waits of 0, 2 and, censored, 1, two thirds go on after 0, and none after 2.


@dataclass(frozen=True)
class Survivors:
    """The waits that go on after so many asks."""

    asks: int
    share: float
    low: float | None
    """95% limits; None where none or all go on."""
    high: float | None


@dataclass(frozen=True)
class Waits:
    """How long proofs waited for their claims."""

    claimed: int
    """How many were claimed."""
    censored: int
    """How many were not: they waited at least as long as they stood."""
    median: int | None
    """The asks after which no more than half go on; None: more than half always do."""
    curve: tuple[Survivors, ...]
    """For each number of asks at which a claim was made."""


def waits_of(claimed: Sequence[int], censored: Sequence[int]) -> Waits:
    """The survival curve of some waits.

    Args:
        claimed: the lengths of those that ended with a claim.
        censored: how long at least the others lasted.
    """
    waits, ended = sorted((*claimed, *censored)), Counter(claimed)
    share, greenwood, curve = 1.0, 0.0, list[Survivors]()
    for asks, ends in sorted(ended.items()):
        at_risk = len(waits) - bisect_left(waits, asks)
        share *= 1 - ends / at_risk
        greenwood += ends / (at_risk * (at_risk - ends)) if ends < at_risk else 0.0
        curve.append(Survivors(asks, share, *_limits(share, greenwood)))
    median = next((point.asks for point in curve if point.share <= 0.5), None)
    return Waits(len(claimed), len(censored), median, tuple(curve))


def _limits(share: float, greenwood: float) -> tuple[float | None, float | None]:
    """The 95% limits of a share that goes on."""
    if not 0 < share < 1:
        return None, None
    margin = NORMAL95 * sqrt(greenwood) / abs(log(share))
    return share ** exp(margin), share ** exp(-margin)
