"""The mutants themselves; what they do to the tests is for the soak."""

from __future__ import annotations

import pytest

from tests.mutation.__main__ import TESTS, draw, is_caught
from tests.mutation.mutants import mutant, number_of_mutants

SOURCE = '''\
"""A module."""

LIMIT = 3


def few(numbers: list[int]) -> bool:
    """Whether there are few."""
    if not numbers:
        return True
    return len(numbers) < LIMIT and max(numbers) + 1 != 7
'''


def test_each_mutant_is_one_change() -> None:
    found = [mutant(SOURCE, number) for number in range(number_of_mutants(SOURCE))]
    assert len({one.source for one in found}) == len(found) == 12
    assert all(compile(one.source, "mutant", "exec") for one in found)
    changes = [one.change for one in found]
    assert "'len(numbers) < LIMIT' -> 'len(numbers) <= LIMIT'" in changes
    assert "'max(numbers)' -> 'min(numbers)'" in changes
    assert "'not numbers' -> 'numbers'" in changes


def test_the_same_seed_draws_the_same() -> None:
    assert draw("knowledge", 3, seed=1) == draw("knowledge", 3, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("package", TESTS)
def test_nearly_all_are_caught(package: str) -> None:
    """Of 40, at most six survive: as many as were equivalent in the samples looked at."""
    drawn = draw(package, 40, seed=0)
    survived = [str(one) for one in drawn if not is_caught(one, TESTS[package])]
    assert len(survived) <= 6, "\n".join(survived)
