"""How many of some cards of a half-suit a seat can have, against all the ways to lay it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest

from tracker.errors import UndecidedError
from tracker.game.cards import Book
from tracker.inference.half_suits import Ways, half_suits
from tracker.knowledge.facts import WHAT_IF, Clause, Count, EventCause, Literal
from tracker.knowledge.placements import Placements

CARDS = ("2H", "3H", "4H", "5H", "6H")
SEATS = ("Ann", "Bob", "Carl", "Dora")


def some_clauses(rng: random.Random) -> list[Clause]:
    """Clauses of one to four literals, most of them that a seat has one of some cards."""
    found = []
    for number in range(rng.randrange(6)):
        seat, size = rng.choice(SEATS), rng.choice((1, 1, 2, 3, 4))
        holds = rng.random() < 0.7
        literals = tuple(Literal(card, seat, holds) for card in rng.sample(CARDS, size))
        found.append(Clause(literals, EventCause(number + 1)))
    return found


def ways(book: Book, clauses: Sequence[Clause], seat: str, cards: Sequence[str]) -> Ways:
    """The ways to lay a half-suit, by how many of some of its cards a seat has."""
    count = Count(seat, tuple(cards), 0, len(cards), WHAT_IF)
    ((found,), _) = half_suits(Placements(book.cards, SEATS), [book], [*clauses, count])
    return found


@pytest.mark.parametrize("seed", range(60))
def test_a_seat_can_have_as_many_as_in_some_way(seed: int) -> None:
    rng = random.Random(seed)
    clauses = some_clauses(rng)
    counted, seat = rng.sample(CARDS, rng.randint(1, 5)), rng.choice(SEATS)
    numbers = []
    for seats in product(SEATS, repeat=len(CARDS)):
        deal = dict(zip(CARDS, seats, strict=True))
        if all(clause.fits(deal) for clause in clauses):
            numbers.append(sum(deal[card] == seat for card in counted))
    found = ways(Book("hearts", CARDS), clauses, seat, counted)
    assert {number for (number,) in found.marks} == {*numbers}
    if numbers:
        assert (found.least, found.most) == ((min(numbers),), (max(numbers),))


def test_too_many_cases_are_not_tried() -> None:
    """Ann has one of each of many pairs: which of them she has by then are the cases."""
    cards = tuple(f"{number}X" for number in range(40))
    pairs = zip(cards[:20], cards[20:], strict=True)
    clauses = [
        Clause(tuple(Literal(card, "Ann", True) for card in pair), EventCause(1)) for pair in pairs
    ]
    with pytest.raises(UndecidedError):
        ways(Book("all", cards), clauses, "Ann", cards)
