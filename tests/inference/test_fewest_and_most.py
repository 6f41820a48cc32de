"""How many of a half-suit some seats can have, against all the ways to lay it."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tracker.errors import UndecidedError
from tracker.game.cards import Book
from tracker.inference.half_suits import fewest_and_most
from tracker.knowledge.facts import Clause, EventCause, Literal

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


@pytest.mark.parametrize("seed", range(60))
def test_the_fewest_and_the_most_are_those_of_all_the_ways(seed: int) -> None:
    rng = random.Random(seed)
    clauses = some_clauses(rng)
    counted, inside = rng.sample(CARDS, rng.randint(1, 5)), rng.sample(SEATS, rng.randint(1, 3))
    numbers = []
    for seats in product(SEATS, repeat=len(CARDS)):
        deal = dict(zip(CARDS, seats, strict=True))
        if all(clause.fits(deal) for clause in clauses):
            numbers.append(sum(deal[card] in inside for card in counted))
    expected = (min(numbers), max(numbers)) if numbers else None
    found = fewest_and_most(SEATS, Book("hearts", CARDS), clauses, counted, inside)
    assert found == expected


def test_too_many_cases_are_not_tried() -> None:
    """Ann has one of each of many pairs: which of them she has by then are the cases."""
    cards = tuple(f"{number}X" for number in range(40))
    pairs = zip(cards[:20], cards[20:], strict=True)
    clauses = [
        Clause(tuple(Literal(card, "Ann", True) for card in pair), EventCause(1)) for pair in pairs
    ]
    with pytest.raises(UndecidedError):
        fewest_and_most(SEATS, Book("all", cards), clauses, cards, ("Ann",), 20_000)
