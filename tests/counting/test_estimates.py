"""Beyond the budget there are estimates, and they say so."""

from __future__ import annotations

import random

import pytest

from tests.counting.games import moments
from tests.strategies import SEATS
from tracker.counting import BudgetError, count
from tracker.knowledge.facts import Knowledge
from tracker.play.simulator import random_game


def positions() -> list[Knowledge]:
    found = []
    for seed in range(12):
        record = random_game(random.Random(seed), SEATS[:6], dealer=SEATS[0])
        known = list(moments(record, SEATS[seed % 6]))
        found.append(known[10 + 3 * seed])
    return found


def test_intervals_hold_the_exact_number() -> None:
    """95% of them: of twelve, at least ten (all but 2 in 100 times), and none is far out.

    Nor are they too wide: in standard errors, 1.96 of which make half an interval, the squares of
    the differences add up as chi-square with 12 degrees of freedom does 98 in 100 times.
    """
    inside, squares = 0, 0.0
    for known in positions():
        exact, estimate = count(known), count(known, budget=0)
        assert exact.exact
        assert exact.interval == (exact.count, exact.count)
        assert not estimate.exact
        low, high = estimate.interval
        assert low < estimate.count < high
        assert high - estimate.count == pytest.approx(estimate.count - low)
        inside += low <= exact.count <= high
        assert abs(estimate.count - exact.count) < 2 * (high - low)
        squares += (1.96 * 2 * (estimate.count - exact.count) / (high - low)) ** 2
    assert inside >= 10
    assert 3.57 < squares < 26.2


def test_estimated_marginals_are_near() -> None:
    known = positions()[0]
    exact, estimate = count(known).marginals(), count(known, budget=0).marginals()
    for card, shares in exact.items():
        assert set(estimate[card]) <= set(shares)
        for seat, share in shares.items():
            assert estimate[card].get(seat, 0.0) == pytest.approx(share, abs=0.04)


def test_the_same_position_gives_the_same_estimate() -> None:
    known = positions()[1]
    assert count(known, budget=0).count == count(known, budget=0).count


def test_no_deals_are_drawn_beyond_the_budget() -> None:
    estimate = count(positions()[2], budget=0)
    with pytest.raises(BudgetError, match="budget"):
        estimate.sample(1, 1)
    with pytest.raises(BudgetError):
        next(estimate.deals())
