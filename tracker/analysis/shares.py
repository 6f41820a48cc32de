"""In what share of a view's deals something is true: exact, or estimated from deals drawn.

The limits of an estimate are those of Clopper and Pearson ("The use of confidence or fiducial
limits illustrated in the case of the binomial", Biometrika 26, 1934): at least 95% of such
intervals have the true share in them.

Example: of 100 deals drawn, 20 let Ann prove a half-suit. The share is about 20%, between 12.7% and
29.2%. Of a mean over such deals, Student's t gives the limits.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Final

from tracker.answers import json_keys

SEED: Final = 1
"""Deals are drawn with this seed, so that a question always gets the same answer."""
_BELOW: Final = 0.025
"""How often the true share may be beyond each of the two limits."""
_PARTS: Final = 2**40
"""So finely the limits are found."""


@json_keys("probability", "exact", "*=interval")
@dataclass(frozen=True)
class Share:
    """The share of a view's deals in which something is true, each as likely as any other."""

    probability: Fraction | None
    """None where no honest number could be had."""
    exact: bool
    low: float
    high: float
    """95% limits of the share; both are the share where it is exact."""


UNKNOWN_SHARE: Final = Share(None, False, 0.0, 1.0)
"""The share where no honest number could be had."""


def share_of(hits: int, deals: int, *, listed: bool) -> Share:
    """The share of hits among all the deals of a view.

    Args:
        hits: how many of the deals looked at are hits.
        deals: how many deals were looked at; at least one.
        listed: whether these are all the view's deals; else they were drawn.
    """
    return exact_share(Fraction(hits, deals)) if listed else drawn_share(hits, deals)


def exact_share(probability: Fraction) -> Share:
    """A share that is known."""
    return Share(probability, True, float(probability), float(probability))


def drawn_share(hits: int, draws: int) -> Share:
    """An estimate from deals drawn. Half a hit more keeps it off 0 and 1, which would be proofs."""
    low, high = share_limits(hits, draws)
    return Share(Fraction(2 * hits + 1, 2 * draws + 2), False, low, high)


@lru_cache(maxsize=1000)
def share_limits(hits: int, draws: int) -> tuple[float, float]:
    """95% limits of a share, from independent draws (Clopper and Pearson).

    Args:
        hits: how many of the draws were hits.
        draws: how many draws there were; at least one.
    """
    if 2 * hits > draws:
        low, high = share_limits(draws - hits, draws)
        return 1 - high, 1 - low
    return (_where(hits - 1, draws, 1 - _BELOW) if hits else 0.0), _where(hits, draws, _BELOW)


def _where(hits: int, draws: int, chance: float) -> float:
    """The share at which at most so many hits have a certain chance, which falls as it grows."""
    shares = range(1, _PARTS)
    place = bisect_left(
        shares, True, key=lambda part: _at_most(hits, draws, part / _PARTS) <= chance
    )
    return (place + 0.5) / _PARTS


def _at_most(hits: int, draws: int, share: float) -> float:
    """The chance of at most so many hits in independent draws, from the share of hits."""
    term = total = (1 - share) ** draws
    for i in range(hits):
        term *= (draws - i) / (i + 1) * share / (1 - share)
        total += term
    return total


# -- Student's t: how wide a 95% interval has to be where few values were seen --------------------

NORMAL95: Final = 1.959964
"""The quantile of the normal distribution for 95%."""
_T95: Final = (
    12.7, 4.31, 3.19, 2.78, 2.58, 2.45, 2.37, 2.31, 2.27, 2.23, 2.21, 2.18, 2.17, 2.15,
)  # fmt: skip
"""The two-sided 95% quantiles by degrees of freedom from 1, rounded up."""


def student95(freedom: int) -> float:
    """The two-sided 95% quantile of Student's t.

    Args:
        freedom: degrees of freedom, 1 or more.
    """
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    # Cornish and Fisher's expansion, to within 0.001 here.
    z = NORMAL95
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def mean_limits(mean: float, variance: float, cases: int) -> tuple[float | None, float | None]:
    """95% limits of a mean (Student's t).

    Args:
        mean: of some independent cases.
        variance: of the mean, as estimated from them.
        cases: how many there are.

    Returns:
        None from fewer than two cases, or where all agree, so that they do not show how much they
        might vary.
    """
    if cases < 2 or not variance:
        return None, None
    margin = student95(cases - 1) * sqrt(variance)
    return mean - margin, mean + margin
