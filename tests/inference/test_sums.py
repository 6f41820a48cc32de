"""Adding up half-suits: examples by hand, and too much of it.

That it says what all deals say is asked in ``explain/test_consistency`` and ``tests/play``; that
it says what the solver says, in ``test_half_suit_tables``.
"""

from __future__ import annotations

import pytest

from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.game.cards import Book
from tracker.inference.deal_search import DealSearch, search_budget
from tracker.inference.half_suits import half_suits
from tracker.knowledge.facts import Clause, Count, Fact, HeaderCause, Knowledge, Literal
from tracker.sat import Placements

WHAT = HeaderCause("test")
SEATS = ("A", "B", "C", "D")


BOOKS = tuple(Book(f"b{i}", (f"2{i}", f"3{i}")) for i in range(3))
CARDS = tuple(card for book in BOOKS for card in book.cards)


def some_of(book: Book, *holds: bool) -> Clause:
    """A has one of the cards for which this is so, or lacks another."""
    return Clause(tuple(map(Literal, book.cards, "AA", holds)), WHAT)


@pytest.mark.parametrize(
    ("facts", "holders"),
    [
        # What A had of the first half-suit to go, and of the first two, decides a third.
        (
            [Count("A", CARDS[2:4], 1, 1, WHAT), Count("A", CARDS[:4], 1, 1, WHAT)],
            ["B", "B", "AB", "AB", "A", "A"],
        ),
        # A has both cards or neither of two half-suits, not the first of the third, and three.
        (
            [
                Clause((Literal("20", "A", False),), WHAT),
                *(some_of(book, one, not one) for book in BOOKS[1:] for one in (True, False)),
            ],
            ["B", "A", "AB", "AB", "AB", "AB"],
        ),
        ([Clause((), WHAT)], [""] * 6),  # that never is
    ],
)
def test_who_can_have_a_card(facts: list[Fact], holders: list[str]) -> None:
    known = Knowledge(("A", "B"), BOOKS, {"A": 3, "B": 3}, tuple(facts))
    placements = Placements(CARDS, ("A", "B"))
    found = DealSearch(placements, search_budget()).by_tables(known, placements.all)
    assert ["".join(placements.seats_of(found, card)) for card in CARDS] == holders


def test_sums_that_are_too_many_give_no_answer() -> None:
    known = Knowledge(SEATS[:3], BOOKS, dict.fromkeys(SEATS[:3], 2), ())
    placements = Placements(CARDS, SEATS[:3])
    with pytest.raises(UndecidedError):
        DealSearch(placements, Budget(1e-9)).by_tables(known, placements.all)


def test_too_many_cases_are_not_tried() -> None:
    """A has one of each of many pairs: which of them she has by then are the cases."""
    cards = tuple(f"{number}X" for number in range(40))
    pairs = zip(cards[:20], cards[20:], strict=True)
    clauses = [Clause(tuple(Literal(card, "A", True) for card in pair), WHAT) for pair in pairs]
    counted = Count("A", cards, 0, len(cards), WHAT)
    with pytest.raises(UndecidedError):
        half_suits(Placements(cards, SEATS), [Book("all", cards)], [*clauses, counted])
