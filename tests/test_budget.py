"""What may be spent on counting, and what is left of it."""

from __future__ import annotations

import pytest

from tracker.budget import Budget
from tracker.counting.engine import ESTIMATE, FREE, GAME, POSITION, STEP, game_budget


def test_without_an_end_only_each_answer_has_a_limit() -> None:
    budget = Budget(each=100, floor=FREE)
    assert budget.allowed == 100
    assert all(budget.pay(100) for _ in range(3))
    assert not budget.pay(101)
    assert budget.pay(STEP * (10**12), beyond_each=True)
    assert budget.pay(ESTIMATE, beyond_each=True)


def test_what_is_spent_is_gone() -> None:
    budget = Budget(4 * FREE, each=3 * FREE, floor=FREE)
    assert budget.pay(3 * FREE)
    assert budget.allowed == FREE
    assert not budget.pay(FREE + 1)
    assert budget.pay(FREE)


def test_what_takes_milliseconds_may_always_be_had() -> None:
    budget = Budget(0, floor=FREE)
    assert budget.allowed == FREE
    assert budget.pay(FREE)
    assert budget.pay(STEP * (FREE // STEP), beyond_each=True)
    assert not budget.pay(FREE + 1)
    assert not budget.pay(STEP * (FREE // STEP + 1), beyond_each=True)


def test_steps_are_taken_from_what_is_left() -> None:
    budget = Budget(2 * FREE + FREE // 2, each=10 * FREE, floor=FREE)
    assert budget.pay(STEP * (FREE // STEP), beyond_each=True)
    assert budget.allowed == FREE + FREE // 2
    assert not budget.pay(STEP * (2 * FREE // STEP), beyond_each=True)


def test_estimates_end_with_what_is_left() -> None:
    budget = Budget(2 * ESTIMATE, each=1, floor=FREE)
    assert budget.pay(ESTIMATE, beyond_each=True)
    assert budget.pay(ESTIMATE, beyond_each=True)
    assert not budget.pay(ESTIMATE, beyond_each=True)


def test_a_game_has_an_end() -> None:
    budget = game_budget()
    assert budget.allowed == POSITION < GAME
    positions = 0
    while budget.pay(POSITION):
        positions += 1
    assert positions == GAME // POSITION


@pytest.mark.parametrize("costs", [(3, 4), (3, 8), (9, 3), (12,), ()])
def test_costs_paid_together_are_costs_paid_one_by_one(costs: tuple[int, ...]) -> None:
    together, apart = Budget(10, each=5, floor=2), Budget(10, each=5, floor=2)
    assert together.pay_all(costs) == all(apart.pay(cost, beyond_each=True) for cost in costs)
    assert together.left == apart.left
