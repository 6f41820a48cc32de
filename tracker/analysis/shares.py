"""In what share of a view's deals something is so: exact, or from deals drawn, with limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from tracker.counting import Posterior
from tracker.knowledge.facts import Deal

SEED: Final = 1
"""The same question gets the same answer."""
_BELOW = 0.025
"""So rarely is the truth beyond each limit: 95% are within."""


@dataclass(frozen=True)
class Share:
    """How many of the view's deals let something be so, each as likely as any other."""

    probability: Fraction | None
    """None where no honest number could be had."""
    exact: bool
    low: float
    high: float
    """Where it is: 95% limits, or just there where it is exact."""


UNKNOWN_SHARE: Final = Share(None, False, 0.0, 1.0)
"""Where no honest number could be had."""


@dataclass(frozen=True)
class DealsLookedAt:
    """Some of a view's deals, each as likely as any other."""

    deals: Sequence[Deal]
    all: bool
    """Whether these are all."""

    def share(self, hits: int) -> Share:
        """The share of all the view's deals, where so many of these are hits."""
        return share_of(hits, len(self.deals), listed=self.all)


def deals_looked_at(posterior: Posterior, most: int, drawn: int) -> DealsLookedAt:
    """All the deals where there are few, else some drawn.

    Args:
        posterior: the counts of a view.
        most: up to so many are few.
        drawn: how many to draw where there are more.

    Raises:
        UndecidedError: where the deals can be neither listed nor drawn.
    """
    if posterior.exact and posterior.count <= most:
        return DealsLookedAt(tuple(posterior.deals()), True)
    return DealsLookedAt(posterior.sample(drawn, SEED), False)


def share_of(hits: int, deals: int, *, listed: bool) -> Share:
    """The share of all deals, where so many of some are hits.

    Args:
        hits: how many are.
        deals: how many were looked at.
        listed: whether these are all; else they were drawn.
    """
    return exact_share(Fraction(hits, deals)) if listed else drawn_share(hits, deals)


def exact_share(probability: Fraction) -> Share:
    """A share that is known."""
    return Share(probability, True, float(probability), float(probability))


def drawn_share(hits: int, draws: int) -> Share:
    """An estimate from deals drawn; half a hit more keeps it off 0 and 1, as nothing is proven."""
    low, high = share_limits(hits, draws)
    return Share(Fraction(2 * hits + 1, 2 * draws + 2), False, low, high)


@lru_cache(maxsize=1000)
def share_limits(hits: int, draws: int) -> tuple[float, float]:
    """95% limits of a share, from independent draws; right at least so often (Clopper, Pearson).

    Args:
        hits: how many of the draws were.
        draws: how many there were; some.
    """
    if 2 * hits > draws:
        low, high = share_limits(draws - hits, draws)
        return 1 - high, 1 - low
    return (_where(hits - 1, draws, 1 - _BELOW) if hits else 0.0), _where(hits, draws, _BELOW)


def _where(hits: int, draws: int, chance: float) -> float:
    """The share at which at most so many hits have a certain chance: that falls as it grows."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if _at_most(hits, draws, middle) > chance:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _at_most(hits: int, draws: int, share: float) -> float:
    """The chance of at most so many hits."""
    term = total = (1 - share) ** draws
    for i in range(hits):
        term *= (draws - i) / (i + 1) * share / (1 - share)
        total += term
    return total


# -- student's t: how wide a 95% interval has to be where few values were s -----------------------
#
# Student's t: how wide a 95% interval has to be where few values were seen.

_T95: Final = (
    12.7, 4.31, 3.19, 2.78, 2.58, 2.45, 2.37, 2.31, 2.27, 2.23, 2.21, 2.18, 2.17, 2.15,
)  # fmt: skip
"""The two-sided 95% quantiles by degrees of freedom from 1, rounded up."""
_NORMAL: Final = 1.959964


def student95(freedom: int) -> float:
    """The two-sided 95% quantile of Student's t.

    Args:
        freedom: degrees of freedom, 1 or more.
    """
    if freedom <= len(_T95):
        return _T95[freedom - 1]
    # Cornish and Fisher's expansion, to within 0.001 here.
    z = _NORMAL
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
