"""The twin, where it may cost only so much; ``engines.twin`` compares what it says otherwise."""

from __future__ import annotations

import pytest

from tests.counting.hidden import hidden_game
from tests.counting.view_moments import moments
from tracker.budget import Budget
from tracker.counting import Counter
from tracker.counting.twin import Twin
from tracker.errors import UndecidedError


def test_beyond_the_budget_all_is_unknown() -> None:
    """Where exact numbers cost too much, all is unknown, and the budget is not overdrawn."""
    known = list(moments(hidden_game(6, 2)))[10]
    for allowed in (0, 1000, 10_000):
        budget = Budget(allowed)
        posterior = Counter(budget, engine=Twin).update(known)
        assert not posterior.exact
        assert budget.left >= 0
        with pytest.raises(UndecidedError, match="beyond the budget"):
            posterior.marginals()
        with pytest.raises(UndecidedError, match="beyond the budget"):
            posterior.sample(1, seed=1)
