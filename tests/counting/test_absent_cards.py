"""How things are where a seat was dealt none of some cards, by hand."""

from __future__ import annotations

import pytest

from tests.counting.random_knowledge import CAUSE
from tracker.counting import NoDealError, count
from tracker.counting.half_suit_odds import Absence
from tracker.game.cards import DECKS
from tracker.knowledge.facts import Clause, Knowledge, Literal


def test_a_seat_may_have_other_cards_or_one_that_it_is_asked_about() -> None:
    seats, book = ("A", "B"), DECKS["no8"].books[0]
    there = Clause((Literal("2C", "A", True),), CAUSE)
    posterior = count(Knowledge(seats, (book,), {"A": 3, "B": 3}, (there,)))
    found = posterior.absent(("3C", "4C"), "A")
    assert found.share == 3 / 10
    assert found.marginals["5C"] == {"A": 2 / 3, "B": 1 / 3}
    assert found.marginals["3C"] == {"B": 1.0}
    assert found.marginals["2C"] == {"A": 1.0}
    assert posterior.absent(("2C", "3C"), "A") == Absence(0.0, {})
    assert posterior.absent(book.cards, "B") == Absence(0.0, {})


def test_nothing_is_absent_where_no_deal_is_left() -> None:
    book = DECKS["no8"].books[0]
    posterior = count(Knowledge(("A", "B"), (book,), {"A": 3, "B": 3}, (Clause((), CAUSE),)))
    with pytest.raises(NoDealError):
        posterior.absent(book.cards, "A")
