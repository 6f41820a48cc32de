"""The solver and counting agree on who can hold each card, over random games and rules."""

from __future__ import annotations

import pytest

from tests.counting.answers import compared


def test_both_engines_give_the_same_answers() -> None:
    found = compared(seed=7, answers=10_000)
    assert found.answers >= 10_000
    assert found.certain > 100
    assert found.different == 0


def test_both_engines_give_the_answers_of_the_definition() -> None:
    found = compared(seed=7, answers=300, kind="definition")
    assert found.certain > 50
    assert found.different == 0


def test_the_twin_gives_the_answers_of_the_engine() -> None:
    found = compared(seed=7, answers=300, kind="twin")
    assert found.certain > 50
    assert found.different == 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 110))
def test_both_engines_give_the_same_millions_of_answers(seed: int) -> None:
    assert compared(seed, answers=1_000_000).different == 0
