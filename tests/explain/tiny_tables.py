"""A tiny table of three, what random events say there, and all its deals, tried one by one."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from itertools import product

from tracker.budget import QUICK_CONFLICTS
from tracker.errors import UndecidedError
from tracker.explain.evidence import Evidence
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.game.cards import Book
from tracker.knowledge.facts import Clause, Count, Deal, EventCause, Fact, Literal

SEATS = ("Ann", "Bob", "Carl")
BOOKS = (Book("reds", ("2H", "3H", "4H")), Book("blacks", ("2S", "3S")))
CARDS = tuple(card for book in BOOKS for card in book.cards)
DEALS: list[Deal] = [
    dict(zip(CARDS, seats, strict=True)) for seats in product(SEATS, repeat=len(CARDS))
]


class Hesitant(FactGroups):
    """Fact groups whose solver decides nothing quickly."""

    def find(
        self,
        groups: Iterable[int],
        conflicts: int = QUICK_CONFLICTS,
        *,
        holds: int = 0,
        any_of: Collection[int] = (),
    ) -> int | None:
        """As for all fact groups, where it may take long."""
        if conflicts <= QUICK_CONFLICTS:
            raise UndecidedError
        return super().find(groups, conflicts, holds=holds, any_of=any_of)


def some_facts(rng: random.Random, number: int) -> list[Fact]:
    """What one event says: one or two things of any kind."""
    cause = EventCause(number)

    def bound() -> Count:
        cards = tuple(card for card in CARDS if rng.random() < 0.7)
        least = rng.randint(0, len(cards))
        return Count(rng.choice(SEATS), cards, least, rng.randint(least, len(cards)), cause)

    def clause() -> Clause:
        cards = rng.choices(rng.choice(BOOKS).cards, k=rng.randint(1, 3))
        return Clause(
            tuple(Literal(card, rng.choice(SEATS), rng.random() < 0.5) for card in cards), cause
        )

    kinds = (clause, clause, bound)
    return [rng.choice(kinds)() for _ in range(rng.randint(1, 2))]


def grounds(rng: random.Random) -> Evidence:
    return Evidence(SEATS, BOOKS, tuple(f for i in range(1, 7) for f in some_facts(rng, i)))
