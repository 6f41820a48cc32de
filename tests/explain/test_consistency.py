"""The tables say that a deal fits exactly when one does, hand sizes given or not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import pytest

from tracker.errors import UndecidedError
from tracker.explain import consistency
from tracker.explain.consistency import is_possible
from tracker.game.cards import Book
from tracker.knowledge.facts import Clause, Count, Fact, HeaderCause, Literal

WHAT = HeaderCause("test")


def test_more_half_suits_than_cards_in_the_hand() -> None:
    """The pigeonholes that a solver cannot count: one card of each of eight, in a hand of seven."""
    books = tuple(Book(f"b{i}", tuple(f"{i}{j}" for j in range(6))) for i in range(8))
    seats = ("A", "B", "C", "D", "E", "F")
    one_each = [Clause(tuple(Literal(card, "A", True) for card in b.cards), WHAT) for b in books]
    cards = tuple(card for book in books for card in book.cards)
    assert not is_possible(seats, books, [*one_each, Count("A", cards, 7, 7, WHAT)])
    assert is_possible(seats, books, [*one_each, Count("A", cards, 8, 8, WHAT)])


SEATS = ("Ann", "Bob", "Carl")
PAIRS = tuple(Book(f"b{i}", (f"2{i}", f"3{i}")) for i in range(3))
CARDS = tuple(card for book in PAIRS for card in book.cards)
EVERY_DEAL = [dict(zip(CARDS, seats, strict=True)) for seats in product(SEATS, repeat=len(CARDS))]


def hands(*sizes: int) -> list[Count]:
    """The hand sizes of the first seats."""
    return [Count(s, CARDS, n, n, WHAT) for s, n in zip(SEATS, sizes, strict=False)]


TOGETHER: list[Fact] = [
    Clause((Literal(one, "Ann", True), Literal(other, "Ann", False)), WHAT)
    for book in PAIRS
    for one, other in (book.cards, book.cards[::-1])
]
"""Ann holds both cards of each pair, or neither."""


def some_facts(rng: random.Random) -> list[Fact]:
    """Hand sizes that mostly add up; and pairs that stay together, bounds, choices, a clause."""

    def bound() -> Count:
        cards = CARDS[2 * rng.randint(0, 2) :]
        least = rng.randint(0, 3)
        return Count(rng.choice(SEATS), cards, least, rng.randint(least, 4), WHAT)

    few, many = sorted(rng.randint(0, len(CARDS)) for _ in range(2))
    sizes = hands(few, many - few, len(CARDS) - many + rng.choice((0, 0, 0, -1, 1)))
    cards = rng.sample(CARDS, rng.randint(0, 4))
    literals = tuple(Literal(card, rng.choice(SEATS), rng.random() < 0.6) for card in cards)
    others: list[list[Fact]] = [
        [*TOGETHER],
        [bound()],
        [bound(), bound()],
        [Clause(literals, WHAT)],
    ]
    chosen = rng.sample(others, rng.randint(1, 4))
    return [
        *rng.sample(sizes, rng.choice((1, 2, 2, 3, 3, 3))),
        *(f for some in chosen for f in some),
    ]


def answer(facts: Sequence[Fact]) -> bool | None:
    """What is said of facts; none where the tables get too large."""
    try:
        return is_possible(SEATS, PAIRS, facts)
    except UndecidedError:
        return None


def sizes_are_known(facts: Sequence[Fact]) -> bool:
    """Whether at most one seat lacks a hand size, or nothing is left for those that do."""
    given = {
        f.seat: f.most
        for f in facts
        if isinstance(f, Count) and f.cards == CARDS and f.least == f.most
    }
    return len(given) >= len(SEATS) - 1 or sum(given.values()) >= len(CARDS)


@pytest.mark.parametrize("limits", [{}, {"TABLE_BITS": -1}])
def test_whatever_is_asked_the_answer_is_that_of_all_deals(
    limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the tables; or by counting, where no sums and no cases are allowed them."""
    for name, most in limits.items():
        monkeypatch.setattr(consistency, name, most)
    rng = random.Random(2)
    seen = set()
    for _ in range(100):
        facts = some_facts(rng)
        found = answer(facts)
        if found is None:
            assert limits
            assert not sizes_are_known(facts)
        else:
            assert found == any(all(fact.fits(deal) for fact in facts) for deal in EVERY_DEAL)
        seen.add(found)
    assert seen == {True, False, *([None] if limits else [])}


def test_counting_needs_all_hand_sizes_but_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or all that say something: where one hand holds everything, the others are empty."""
    monkeypatch.setattr(consistency, "TABLE_BITS", -1)
    assert [answer(hands(*sizes)) for sizes in ((), (4,), (4, 2), (6,))] == [None, None, True, True]
    assert answer([*hands(6), Clause((Literal("20", "Bob", True),), WHAT)]) is False
