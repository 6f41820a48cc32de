"""A hand that gaps decide is undecided where they cannot be gone through: not missing, not less."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.marks import first
from tracker.budget import Budget, charged_to
from tracker.errors import MissingHandError, UndecidedError
from tracker.inference.deduction import deduce
from tracker.inference.hands import stated_hands
from tracker.notation.text import loads

TOLD_LATER = """
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
{}
Ann asks Bob 4C: no
? asks ? ?: ?
? asks ? ?: ?
now Ann: 2C 3C 9D 10D 5H QH 4S KS
"""
PART = "hand Ann: 2C ..."


@pytest.fixture(autouse=True)
def _little_work() -> Iterator[None]:
    with charged_to(Budget(300_000)):
        yield


def test_a_hand_that_was_not_found_out_is_not_missing() -> None:
    with pytest.raises(UndecidedError, match="which cards Ann was dealt"):
        deduce(loads(TOLD_LATER.format("")), view="Ann", at=0)
    with pytest.raises(MissingHandError):
        deduce(loads("seats: Ann Bob Carl Dora\ndealer: Ann\n"), view="Bob")


@pytest.mark.parametrize("at", first(1, [0, 1]))
def test_what_a_part_of_a_hand_leaves_open_is_not_decided(at: int) -> None:
    with pytest.raises(UndecidedError, match="before a note of a hand"):
        deduce(loads(TOLD_LATER.format(PART)), view="Ann", at=at)


def test_what_is_told_before_the_first_gap_counts_all_the_same() -> None:
    early = TOLD_LATER.replace("Ann asks Bob 4C: no", "now Ann: 2C 3C ...\nAnn asks Bob 4C: no")
    (hand,) = stated_hands(loads(early.format(PART)))
    assert hand.cards == ("2C", "3C")
