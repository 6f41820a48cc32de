"""So many seats that want so many cards, one each."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tracker.budget import MOST_SHARED
from tracker.explain.steps.propagation import Demand, hall_sets
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, EventCause, Literal

SEATS = ("Ann", "Bob", "Carl", "Dora", "Eve", "Finn", "Gus")
CARDS = ("2H", "3H", "4H", "5H", "6H", "7H")


def want(number: int, seat: Seat, *cards: Card) -> Demand:
    literals = tuple(Literal(card, seat, True) for card in cards)
    return Demand(Clause(literals, EventCause(number)), seat, frozenset(cards))


def in_a_ring(*pairs: str) -> list[Demand]:
    """Each seat wants one of two cards, given by their ranks."""
    return [
        want(i, seat, *(f"{rank}H" for rank in pair))
        for i, (seat, pair) in enumerate(zip(SEATS, pairs, strict=False), start=1)
    ]


@pytest.mark.parametrize(
    "pairs", [("23", "23"), ("23", "34", "24"), ("23", "45", "34", "25"), ("23", "45", "25", "34")]
)
def test_as_many_seats_as_cards(pairs: tuple[str, ...]) -> None:
    """Whatever the order in which they come, and however they hang together."""
    wants = in_a_ring(*pairs)
    (found,) = hall_sets(wants)
    assert {one.seat for one in found} == {*SEATS[: len(pairs)]}


def test_too_few_seats_or_the_same_one_twice() -> None:
    assert not list(hall_sets(in_a_ring("23", "34")))
    assert not list(hall_sets([want(1, "Ann", "2H", "3H"), want(2, "Ann", "2H", "3H")]))


def test_only_a_few_cards_are_looked_at() -> None:
    ring = in_a_ring("23", "34", "45", "56", "67", "27")
    assert len({card for one in ring for card in one.cards}) > MOST_SHARED
    assert not list(hall_sets(ring))


@pytest.mark.parametrize("seed", range(40))
def test_random_wants_are_shared_out_where_some_choice_of_them_is(seed: int) -> None:
    rng = random.Random(seed)
    wants = [
        want(i, rng.choice(SEATS), *rng.sample(CARDS, rng.choice((1, 2, 2, 3)))) for i in range(7)
    ]
    found = [frozenset(map(wants.index, some)) for some in hall_sets(wants)]
    assert all(map(is_shared_out, ([wants[i] for i in some] for some in found)))
    for size in range(1, len(wants) + 1):
        for some in combinations(range(len(wants)), size):
            chosen = [wants[i] for i in some]
            assert not is_shared_out(chosen) or any(other <= {*some} for other in found)


def is_shared_out(some: list[Demand]) -> bool:
    """As many seats as cards, and not too many."""
    cards = {card for one in some for card in one.cards}
    return len({one.seat for one in some}) == len(some) == len(cards) <= MOST_SHARED
