"""How things are where a seat was dealt none of some cards, against all the deals of tiny decks."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Sequence
from random import Random

import pytest

from tests.brute import consistent_deals
from tests.counting.hidden import tiny_hidden
from tests.counting.random_knowledge import CAUSE, tiny_knowledge
from tests.marks import first
from tracker.counting import NoDealError, count
from tracker.counting.half_suit_odds import Absence
from tracker.game.cards import DECKS, Book
from tracker.knowledge.facts import Clause, Deal, Knowledge, Literal


def check(found: Absence, book: Book, deals: Sequence[Deal], left: Sequence[Deal]) -> None:
    """Whatever is not told of a card is certain, whether the seat has some of the cards or not."""
    assert found.share == pytest.approx(len(left) / len(deals), abs=1e-12)
    for card in book.cards:
        if card in found.marginals:
            dealt = Multiset(deal[card] for deal in left)
            assert set(found.marginals[card]) == set(dealt)
            for seat, chance in found.marginals[card].items():
                assert chance == pytest.approx(dealt[seat] / len(left), abs=1e-12)
        elif left:
            assert len({deal[card] for deal in deals}) == 1


def compare(known: Knowledge, random: Random) -> Multiset[str]:
    """Each seat and half-suit: of all its cards, and of some."""
    posterior, deals = count(known), consistent_deals(known)
    compared: Multiset[str] = Multiset()
    for book in known.books:
        for seat in known.seats:
            for cards in (
                book.cards,
                random.sample(book.cards, random.randint(1, len(book.cards))),
            ):
                found = posterior.absent(cards, seat)
                if found is None:
                    assert set(cards) < set(book.cards)
                    compared["none"] += 1
                else:
                    left = [deal for deal in deals if all(deal[card] != seat for card in cards)]
                    check(found, book, deals, left)
                    compared["never" if not left else "some"] += 1
    return compared


@pytest.mark.parametrize("start", first(2, range(7000, 7060, 12)))
def test_absences_equal_brute_force(start: int) -> None:
    compared: Multiset[str] = Multiset()
    for seed in range(start, start + 12):
        random = Random(seed)
        make = tiny_hidden if seed % 3 == 0 else tiny_knowledge
        compared += compare(make(random, seats=random.choice((3, 4, 5)), cards=7), random)
    assert min(compared["some"], compared["none"], compared["never"]) > 4


def test_a_seat_that_may_have_another_card_takes_a_count_of_its_own() -> None:
    seats, book = ("A", "B"), DECKS["no8"].books[0]
    there = Clause((Literal("2C", "A", True),), CAUSE)
    posterior = count(Knowledge(seats, (book,), {"A": 3, "B": 3}, (there,)))
    assert posterior.absent(("3C", "4C"), "A") is None
    assert posterior.absent(("2C", "3C"), "A") == Absence(0.0, {})
    every = posterior.absent(book.cards, "B")
    assert every == Absence(0.0, {})


def test_nothing_is_absent_where_no_deal_is_left() -> None:
    book = DECKS["no8"].books[0]
    posterior = count(Knowledge(("A", "B"), (book,), {"A": 3, "B": 3}, (Clause((), CAUSE),)))
    with pytest.raises(NoDealError):
        posterior.absent(book.cards, "A")
