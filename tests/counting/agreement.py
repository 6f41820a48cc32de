"""Whether what is drawn by the counting engine is drawn as often as it should be."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Sequence

from tracker.counting import Posterior
from tracker.knowledge.facts import Deal


def check_draws(posterior: Posterior, deals: Sequence[Deal], seed: int) -> None:
    """Every deal is drawn equally often.

    Chi-square at the level 1e-4 or so: mean k - 1, standard deviation sqrt(2 (k - 1)).

    Args:
        posterior: what is drawn from.
        deals: all its deals, by brute force.
        seed: of the draws.
    """
    expected = 20
    drawn = posterior.sample(expected * len(deals), seed)
    seen = Multiset(tuple(deal.items()) for deal in drawn)
    assert set(seen) <= {tuple(deal.items()) for deal in deals}
    chi = sum((seen[tuple(d.items())] - expected) ** 2 / expected for d in deals)
    degrees = len(deals) - 1
    assert chi < degrees + 4 * (2 * degrees) ** 0.5 + 8, seed


def check_marginals_of(drawn: Sequence[Deal], posterior: Posterior) -> None:
    """What was drawn fits, and has the exact marginals: chi-square of each card's seats."""
    assert all(posterior.knowledge.fits(deal) for deal in drawn)
    for card, shares in posterior.marginals().items():
        seen = Multiset(deal[card] for deal in drawn)
        assert set(seen) <= set(shares)
        expected = {seat: len(drawn) * share for seat, share in shares.items()}
        chi = sum((seen[seat] - number) ** 2 / number for seat, number in expected.items())
        degrees = len(shares) - 1
        assert chi < degrees + 5 * (2 * degrees) ** 0.5 + 10
