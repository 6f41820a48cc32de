"""What may be spent on counting, and what is left of it."""

from __future__ import annotations

import pytest

from tracker.budget import Budget
from tracker.counting import game_budget
from tracker.counting.posterior import FREE, GAME, POSITION
from tracker.errors import UndecidedError


def test_without_an_end_only_each_answer_has_a_limit() -> None:
    budget = Budget(each=100, floor=FREE)
    assert budget.allowed == 100
    assert all(budget.pay(100) for _ in range(3))
    assert not budget.pay(101)


def test_what_takes_milliseconds_may_always_be_had() -> None:
    budget = Budget(0, floor=FREE)
    assert budget.allowed == FREE
    budget.require(FREE)
    assert budget.left == -FREE
    with pytest.raises(UndecidedError):
        budget.require(FREE + 1)


def test_after_its_time_nothing_more_is_done() -> None:
    over = Budget(seconds=-1)
    assert over.is_spent
    with pytest.raises(UndecidedError):
        over.require()


def test_a_game_has_an_end() -> None:
    budget = game_budget()
    assert budget.allowed == POSITION < GAME
    positions = 0
    while budget.pay(POSITION):
        positions += 1
    assert positions == GAME // POSITION
