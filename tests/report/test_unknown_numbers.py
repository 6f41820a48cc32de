"""What stands for an unknown number is unknown, never a number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.bounds.test_forgotten_lines import THREE_LINES
from tracker.analysis.odds import odds
from tracker.analysis.shares import Share
from tracker.analysis.view_history import _reaches
from tracker.budget import Budget, charged_to
from tracker.errors import UndecidedError
from tracker.explain.explanation import card_at
from tracker.explain.gap_why import explain
from tracker.inference.deduction import deduce
from tracker.notation.text import loads
from tracker.render.page.view_data import _board
from tracker.render.phrases import share_words

ONE_ANSWER = """
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2C 3C 9C 10C 2D 3D 9D 10D 2H 3H 9H 10H

Ann asks Bob 4C: ?
"""


def test_a_range_never_rounds_to_what_is_certain() -> None:
    assert share_words(Share(Fraction(997, 1000), False, 0.996, 1.0)) == ">99 to 100"
    assert share_words(Share(Fraction(3, 1000), False, 0.0, 0.004)) == "0 to <1"
    assert share_words(Share(Fraction(1, 2), False, 0.496, 0.504)) == "~50"


def test_a_count_that_is_not_known_is_null() -> None:
    record = loads(ONE_ANSWER)
    counted = odds(record)
    vars(counted)["count"] = None
    assert counted.to_json()["count"] is None


def test_ways_whose_deals_are_not_counted_are_not_drawn_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = odds(loads(ONE_ANSWER))
    monkeypatch.setattr("tracker.counting.Posterior.exact", False)
    with pytest.raises(UndecidedError):
        counted.drawing(1)


def test_a_card_of_unknown_chance_is_within_nobodys_reach() -> None:
    record = loads(ONE_ANSWER.replace("?", "no"))
    with deduce(record, view="Ann", at=0) as deduction:
        unknown = {card: dict.fromkeys(deduction.holders(card)) for card in deduction.cards}
        entry = _board(record, deduction, unknown, {})["cards"]["4C"]
        assert entry["odds"] == [None] * len(entry["holders"])
    assert not _reaches({"Ann": None, "Bob": None}, record.table.teams[0])


def test_causes_that_were_not_looked_for_are_not_called_smallest() -> None:
    with charged_to(Budget(200_000)), deduce(loads(THREE_LINES), view="Ann") as deduction:
        explanation = explain(deduction, card_at("5H", "Bob"))
    assert explanation.verdict == "undecided"
    assert not explanation.smallest
    assert not explanation.minimal
