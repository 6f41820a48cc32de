"""How far the share of hits among draws may be from the share of them all."""

from __future__ import annotations

from functools import lru_cache

_BELOW = 0.025
"""So rarely is the truth beyond each limit: 95% are within."""


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
