"""The tables say that a deal fits exactly when one does, hand sizes given or not."""

from __future__ import annotations

import random

import pytest

from tests.explain.twins import every_deal, small_games
from tracker.explain.causes import facts_by_cause
from tracker.explain.consistency import is_possible
from tracker.explain.grounds import dealt
from tracker.game.cards import Book
from tracker.inference.sums import TooLargeError
from tracker.knowledge.facts import Clause, Count, HeaderCause, Literal
from tracker.knowledge.views import knowledge

WHAT = HeaderCause("test")


def test_any_facts_of_tiny_games() -> None:
    rng = random.Random(1)
    seen = set()
    for record in small_games(1, 40, most=5_000):
        known = knowledge(record, record.hands[: rng.randint(0, 2)])
        deals = list(every_deal(known))
        facts = [fact for said in facts_by_cause(dealt(known)).values() for fact in said]
        for _ in range(6):
            chosen = [fact for fact in facts if rng.random() < rng.choice((0.3, 0.8))]
            chosen += _random_facts(rng, known.books, known.seats)
            expected = any(all(fact.fits(deal) for fact in chosen) for deal in deals)
            assert is_possible(known.seats, known.books, chosen) == expected
            seen.add(expected)
    assert seen == {True, False}


def _random_facts(
    rng: random.Random, books: tuple[Book, ...], seats: tuple[str, ...]
) -> list[Clause | Count]:
    book = rng.choice(books)
    literals = tuple(
        Literal(rng.choice(book.cards), rng.choice(seats), rng.random() < 0.6)
        for _ in range(rng.randint(1, 3))
    )
    cards = tuple(card for one in books for card in one.cards if rng.random() < 0.5)
    least = rng.randint(0, len(cards))
    most = rng.randint(least, len(cards))
    return [Clause(literals, WHAT), Count(rng.choice(seats), cards, least, most, WHAT)]


def test_more_half_suits_than_cards_in_the_hand() -> None:
    """The pigeonholes that a solver cannot count: one card of each of eight, in a hand of seven."""
    books = tuple(Book(f"b{i}", tuple(f"{i}{j}" for j in range(6))) for i in range(8))
    seats = ("A", "B", "C", "D", "E", "F")
    one_each = [Clause(tuple(Literal(card, "A", True) for card in b.cards), WHAT) for b in books]
    cards = tuple(card for book in books for card in book.cards)
    assert not is_possible(seats, books, [*one_each, Count("A", cards, 7, 7, WHAT)])
    assert is_possible(seats, books, [*one_each, Count("A", cards, 8, 8, WHAT)])


def three_each(half_suits: int) -> tuple[tuple[str, ...], list[Book], tuple[str, ...], list[Count]]:
    """Seats, half-suits, cards and hand sizes of a table with two seats to a half-suit of six."""
    books = [Book(f"b{i}", tuple(f"{i}{j}" for j in range(6))) for i in range(half_suits)]
    cards = tuple(card for book in books for card in book.cards)
    seats = tuple("ABCDEFGHIJKLMNOP"[: 2 * half_suits])
    return seats, books, cards, [Count(seat, cards, 3, 3, WHAT) for seat in seats]


@pytest.mark.long
def test_tables_of_many_seats_are_counted() -> None:
    seats, books, cards, sizes = three_each(7)
    assert is_possible(seats, books, sizes)
    assert is_possible(seats, books, sizes[1:])
    assert not is_possible(seats, books, [*sizes[1:], Count("A", cards, 4, 4, WHAT)])


@pytest.mark.long
def test_tables_that_get_too_large_are_refused() -> None:
    seats, books, _, sizes = three_each(8)
    with pytest.raises(TooLargeError):
        is_possible(seats, books, sizes[2:])
