"""Every answer of counting, by the engine and by its twin, against all deals of tiny decks."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import log2
from random import Random
from typing import Final

import pytest

from tests.brute import consistent_deals
from tests.counting.agreement import check_draws
from tests.counting.random_knowledge import tiny_knowledge
from tests.marks import first
from tracker.counting import Counter, Posterior
from tracker.counting.twin import Twin
from tracker.game.cards import Book
from tracker.knowledge.facts import Deal, Knowledge

ENGINES: Final[Mapping[str, type[Twin] | None]] = {"engine": None, "twin": Twin}
MARGINAL: Final = 1e-12
"""The error that a marginal may have."""


def tiny_position(seed: int) -> Knowledge:
    """Clauses, and numbers of cards in the first half-suits; of every fifth not all is true."""
    random = Random(seed)
    seats, cards = random.choice((2, 3, 4, 5)), random.choice((5, 7, 8))
    counts = random.choice((0, 2, 5))
    return tiny_knowledge(random, seats=seats, cards=cards, counts=counts, true=seed % 5 != 0)


def check_cards(found: Posterior, deals: Sequence[Deal]) -> None:
    """The probability of each seat of each card, as a fraction and as a float."""
    known, marginals = found.knowledge, found.marginals()
    assert tuple(marginals) == known.cards
    for card in known.cards:
        dealt = Multiset(deal[card] for deal in deals)
        assert list(marginals[card]) == [seat for seat in known.seats if dealt[seat]]
        for seat in known.seats:
            share = Fraction(dealt[seat], len(deals))
            assert found.naming({card: seat}) == share
            assert marginals[card].get(seat, 0.0) == pytest.approx(float(share), rel=MARGINAL)
    some = known.cards[::3]
    assert found.marginals(some) == {card: marginals[card] for card in some}


def check_namings(found: Posterior, deals: Sequence[Deal], book: Book, random: Random) -> None:
    """That a team has some cards of a half-suit, each of its namings, and the likeliest of them."""
    cards = tuple(card for card in book.cards if random.random() < 0.7) or book.cards[:1]
    seats = found.knowledge.seats
    team = tuple(seat for seat in seats if random.random() < 0.6) or seats[:1]
    dealt = Multiset(tuple(deal[card] for card in cards) for deal in deals)
    of_team = {naming: number for naming, number in dealt.items() if {*naming} <= {*team}}
    assert found.owned(dict.fromkeys(cards, team)) == Fraction(sum(of_team.values()), len(deals))
    for naming, number in of_team.items():
        share = Fraction(number, len(deals))
        assert found.naming(dict(zip(cards, naming, strict=True))) == share
    in_order = sorted(of_team, key=lambda naming: (-of_team[naming], [*map(seats.index, naming)]))
    best = in_order[0] if in_order else None
    assert found.likeliest_naming(cards, reversed(team)) == (
        best and (tuple(zip(cards, best, strict=True)), Fraction(of_team[best], len(deals)))
    )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("start", first(1, range(0, 800, 50)))
def test_answers_are_those_of_all_deals(start: int, engine: str) -> None:
    for seed in range(start, start + 50):
        random, known = Random(seed), tiny_position(seed)
        deals, found = consistent_deals(known), Counter(engine=ENGINES[engine]).update(known)
        assert (found.exact, found.count) == (True, len(deals))
        assert list(found.deals()) == deals
        if not deals:
            continue
        assert found.bits == log2(len(deals))
        check_cards(found, deals)
        for book in known.books:
            check_namings(found, deals, book, random)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_deal_is_drawn_equally_often(engine: str) -> None:
    checked = 0
    for seed in range(900, 920):
        found = Counter(engine=ENGINES[engine]).update(tiny_position(seed))
        deals = consistent_deals(found.knowledge)
        if 2 <= len(deals) <= 200:
            check_draws(found, deals, seed)
            assert found.sample(20, seed) == found.sample(20, seed)
            checked += 1
    assert checked > 5
