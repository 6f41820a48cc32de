"""What may be spent on counting, and what is left of it."""

from __future__ import annotations

from tracker.counting import Purse
from tracker.counting.purse import BUDGET, ESTIMATE, FREE, GAME, STEP, purse_of_game


def test_without_an_end_only_each_answer_has_a_limit() -> None:
    purse = Purse(each=100)
    assert purse.most == 100
    assert all(purse.pays(100) for _ in range(3))
    assert not purse.pays(101)
    assert purse.pays_for_steps(10**12)
    assert purse.pays_for_estimate()


def test_what_is_spent_is_gone() -> None:
    purse = Purse(each=3 * FREE, left=4 * FREE)
    assert purse.pays(3 * FREE)
    assert purse.most == FREE
    assert not purse.pays(FREE + 1)
    assert purse.pays(FREE)


def test_what_takes_milliseconds_may_always_be_had() -> None:
    purse = Purse(left=0)
    assert purse.most == FREE
    assert purse.pays(FREE)
    assert purse.pays_for_steps(FREE // STEP)
    assert not purse.pays(FREE + 1)
    assert not purse.pays_for_steps(FREE // STEP + 1)


def test_steps_are_taken_from_what_is_left() -> None:
    purse = Purse(each=10 * FREE, left=2 * FREE + FREE // 2)
    assert purse.pays_for_steps(FREE // STEP)
    assert purse.most == FREE + FREE // 2
    assert not purse.pays_for_steps(2 * FREE // STEP)


def test_estimates_end_with_what_is_left() -> None:
    purse = Purse(each=1, left=2 * ESTIMATE)
    assert purse.pays_for_estimate()
    assert purse.pays_for_estimate()
    assert not purse.pays_for_estimate()


def test_a_game_has_an_end() -> None:
    purse = purse_of_game()
    assert purse.most == BUDGET < GAME
    positions = 0
    while purse.pays(BUDGET):
        positions += 1
    assert positions == GAME // BUDGET
