"""Deals that do not weigh the same: both engines against all deals of tiny decks, one by one."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from fractions import Fraction
from math import prod
from random import Random

import pytest

from tests.brute import consistent_deals
from tests.counting.random_knowledge import ask_facts, random_deal, tiny_knowledge
from tests.marks import first
from tracker.counting import Counter, HandWeights, Posterior, count
from tracker.counting.twin import Twin
from tracker.game.cards import DECKS
from tracker.game.events import Seat
from tracker.knowledge.facts import Deal, Knowledge

ENGINES: list[type[Twin] | None] = [None, Twin]


def random_weights(random: Random, knowledge: Knowledge, most: int = 30) -> list[HandWeights]:
    """Weights of whole half-suits, several for some of them."""
    return [
        HandWeights(
            random.choice(knowledge.seats),
            book.name,
            frozenset(book.cards),
            tuple(random.randint(1, most) for _ in range(len(book.cards) + 1)),
        )
        for book in random.choices(knowledge.books, k=random.randint(0, 6))
    ]


def weight_of(deal: Deal, weights: Sequence[HandWeights]) -> int:
    """What a deal weighs, by the definition."""
    return prod(w.weights[sum(deal[card] == w.seat for card in w.cards)] for w in weights)


def counted(
    knowledge: Knowledge, weights: Sequence[HandWeights], engine: type[Twin] | None
) -> Posterior:
    return Counter(engine=engine, weights=weights).update(knowledge)


def share(
    deals: Sequence[Deal], weights: Sequence[HandWeights], chosen: Sequence[Deal]
) -> Fraction:
    """The probability of some of the deals."""
    total = sum(weight_of(deal, weights) for deal in deals)
    return Fraction(sum(weight_of(deal, weights) for deal in chosen), total)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", first(20, range(60)))
def test_chances_are_those_of_all_deals_by_weight(engine: type[Twin] | None, seed: int) -> None:
    random = Random(seed)
    knowledge = tiny_knowledge(random, seats=random.choice((3, 4)), cards=8)
    weights = random_weights(random, knowledge)
    deals = consistent_deals(knowledge)
    posterior = counted(knowledge, weights, engine)
    assert deals
    assert posterior.exact
    for card in knowledge.cards:
        chances = {
            seat: share(deals, weights, [deal for deal in deals if deal[card] == seat])
            for seat in knowledge.seats
        }
        possible = {seat: chance for seat, chance in chances.items() if chance}
        assert {seat: posterior.probability(card, seat) for seat in chances} == chances
        floats = posterior.marginals()[card]
        assert floats.keys() == possible.keys()
        assert floats == pytest.approx({s: float(c) for s, c in possible.items()}, rel=1e-12)
    assert posterior.count == sum(weight_of(deal, weights) for deal in deals)
    assert list(posterior.deals()) == deals


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", first(8, range(100, 130)))
def test_half_suits_are_those_of_all_deals_by_weight(engine: type[Twin] | None, seed: int) -> None:
    random = Random(seed)
    knowledge = tiny_knowledge(random, seats=4, cards=8)
    weights = random_weights(random, knowledge)
    deals = consistent_deals(knowledge)
    posterior = counted(knowledge, weights, engine)
    for book in knowledge.books:
        team = knowledge.seats[::2]
        named = random.choice(deals)
        naming = {card: named[card] for card in book.cards}
        alike = [deal for deal in deals if naming.items() <= deal.items()]
        assert posterior.naming(naming) == share(deals, weights, alike)
        owned = [deal for deal in deals if all(deal[card] in team for card in book.cards)]
        assert posterior.owned(book.cards, team) == share(deals, weights, owned)
        namings: Tally[tuple[Seat, ...]] = Tally()
        for deal in owned:
            namings[tuple(deal[card] for card in book.cards)] += weight_of(deal, weights)
        likeliest = posterior.likeliest_naming(book.cards, team)
        assert (likeliest is None) == (not owned)
        if likeliest is not None:
            assert likeliest[1] == Fraction(
                max(namings.values()), sum(weight_of(deal, weights) for deal in deals)
            )


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", first(8, range(200, 220)))
def test_an_absent_seat_by_weight(engine: type[Twin] | None, seed: int) -> None:
    random = Random(seed)
    knowledge = tiny_knowledge(random, seats=3, cards=8)
    weights = random_weights(random, knowledge)
    deals = consistent_deals(knowledge)
    posterior = counted(knowledge, weights, engine)
    for book in knowledge.books:
        for seat in knowledge.seats:
            left = [d for d in deals if all(d[card] != seat for card in book.cards)]
            absence = posterior.absent(book.cards, seat)
            assert absence is not None
            assert absence.share == pytest.approx(float(share(deals, weights, left)), rel=1e-9)


@pytest.mark.parametrize("seed", first(1, (3, 2, 1, 0)))
def test_both_engines_agree_on_whole_decks(seed: int) -> None:
    random = Random(seed)
    books = DECKS["no8"].books
    seats = tuple("ABCDEF")
    cards = [card for book in books for card in book.cards]
    random.shuffle(cards)
    deal = {card: seats[i % 6] for i, card in enumerate(cards)}
    knowledge = Knowledge(seats, books, dict.fromkeys(seats, 8), ())
    knowledge = knowledge.with_facts(ask_facts(random, knowledge, deal, 12 + 10 * seed))
    weights = [w for _ in range(8) for w in random_weights(random, knowledge, 1000)]
    plain, fast = (counted(knowledge, weights, engine) for engine in (Twin, None))
    assert plain.exact
    assert fast.exact
    exact = {(card, seat): fast.probability(card, seat) for card in cards for seat in seats}
    assert exact == {
        (card, seat): plain.probability(card, seat) for card in cards for seat in seats
    }
    assert all(
        fast.marginals()[card].get(seat, 0.0) == pytest.approx(float(chance), rel=1e-12)
        for (card, seat), chance in exact.items()
    )


def test_weights_change_nothing_that_is_possible() -> None:
    for seed in range(300, 340):
        random = Random(seed)
        knowledge = tiny_knowledge(random)
        weights = [
            w._replace(weights=tuple(10 ** random.randint(0, 40) for _ in w.weights))
            for w in random_weights(random, knowledge)
        ]
        plain, weighed = count(knowledge), count(knowledge, weights=weights)
        for card, chances in plain.marginals().items():
            assert weighed.marginals()[card].keys() == chances.keys()
            for seat in knowledge.seats:
                before, after = plain.probability(card, seat), weighed.probability(card, seat)
                assert (before == 0, before == 1) == (after == 0, after == 1)


def test_drawn_deals_come_by_weight() -> None:
    random = Random(2)
    seats = ("A", "B", "C")
    books = tiny_knowledge(random, cards=7).books
    deal = random_deal(random, seats, books)
    sizes = {seat: [*deal.values()].count(seat) for seat in seats}
    knowledge = Knowledge(seats, books, sizes, ())
    book = max(books, key=lambda book: len(book.cards))
    numbers = range(len(book.cards) + 1)
    weights = [HandWeights("A", book.name, frozenset(book.cards), tuple(4**n for n in numbers))]
    for engine in ENGINES:
        posterior = counted(knowledge, weights, engine)
        drawn = posterior.sample(4000, seed=2)
        held = sum(deal[card] == "A" for deal in drawn for card in book.cards) / 4000
        mean = float(sum(posterior.probability(card, "A") for card in book.cards))
        uniform = count(knowledge)
        plain_mean = float(sum(uniform.probability(card, "A") for card in book.cards))
        assert abs(held - mean) < 0.05 < mean - plain_mean


def test_weights_that_are_none_are_refused() -> None:
    knowledge = tiny_knowledge(Random(3))
    book, seat = knowledge.books[0], knowledge.seats[0]
    nothing = HandWeights(seat, book.name, frozenset(book.cards), (0,) * (len(book.cards) + 1))
    with pytest.raises(ValueError, match="no weights"):
        count(knowledge, weights=[nothing])
