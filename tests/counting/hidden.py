"""Positions with conditions on hidden half-suits: tiny ones, and those of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tests.counting.random_knowledge import (
    CAUSE,
    NAMES,
    random_clause,
    random_deal,
    sizes_of,
    tiny_books,
)
from tests.strategies import SEATS
from tracker.game.cards import Book
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.knowledge.facts import Count, Deal, Fact, Knowledge
from tracker.play.policies import PEOPLE
from tracker.play.simulator import random_game

RASH = replace(PEOPLE, boldness=0.8, overreach=0.6, misnaming=0.5, attention=0.8)
"""Players who claim early and wrongly: many hidden half-suits."""


def hidden_game(seats: int, seed: int, deck: str = "no8") -> Record:
    """A game in which nobody shows the cards of a claim."""
    rules = Rules().with_values({"deck": deck, "reveal": "nothing"})
    return random_game(Random(seed), SEATS[:seats], rules, dealer=SEATS[0], manners=RASH, limit=200)


def nested_counts(
    random: Random, seats: Sequence[Seat], books: Sequence[Book], deal: Deal, most: int
) -> list[Count]:
    """True ones, on the first one, two, ... of some half-suits, in an order by lot."""
    order = random.sample(books, len(books))
    counts = []
    for _ in range(random.randint(1, most)):
        some = order[: random.randint(1, len(order))]
        counts += counts_of(random, seats, some, deal, 1)
    return counts


def counts_of(
    random: Random, seats: Sequence[Seat], books: Sequence[Book], deal: Deal, number: int
) -> list[Count]:
    """True ones, on all cards of some half-suits."""
    cards = tuple(card for book in books for card in book.cards)
    counts = []
    for _ in range(number):
        seat = random.choice(seats)
        held = sum(deal[card] == seat for card in cards)
        least, above = max(0, held - random.choice((0, 0, 1, 3))), random.choice((0, 0, 1, 3))
        counts.append(Count(seat, cards, least, held + above, CAUSE))
    return counts


def tiny_hidden(random: Random, *, seats: int, cards: int, counts: int = 5) -> Knowledge:
    """Knowledge with nested counts, small enough for brute force; a deal fits it."""
    names = tuple(NAMES[:seats])
    books = tiny_books(random, cards)
    deal = random_deal(random, names, books)
    clauses = [random_clause(random, names, random.choice(books)) for _ in range(4)]
    facts: list[Fact] = [clause for clause in clauses if clause.fits(deal)]
    facts += nested_counts(random, names, books, deal, counts)
    random.shuffle(facts)
    return Knowledge(names, books, sizes_of(names, deal), tuple(facts))


def some_hidden(seed: int) -> Knowledge:
    random = Random(seed)
    return tiny_hidden(random, seats=random.choice((3, 4, 5)), cards=random.choice((6, 7, 8)))
