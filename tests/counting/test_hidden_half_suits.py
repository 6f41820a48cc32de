"""Conditions on hidden half-suits: against brute force, a plain twin, SAT, and themselves."""

from __future__ import annotations

from collections import Counter as Multiset
from fractions import Fraction
from random import Random

import pytest

from tests.brute import consistent_deals
from tests.counting.agreement import check_equal_draws, check_possible
from tests.counting.hidden import hidden_game, nested_counts, some_hidden
from tests.counting.plain_twin import plain_count
from tests.counting.random_knowledge import (
    CAUSE,
    NAMES,
    random_clause,
    random_deal,
    sizes_of,
    tiny_books,
)
from tests.counting.test_posterior import check_counts_and_marginals
from tests.counting.view_moments import moments
from tests.strategies import seed_games
from tracker.counting import Counter, Posterior, count
from tracker.counting.twin import Twin
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.deduction import deals_of
from tracker.knowledge.facts import Clause, Either, Fact, Knowledge, Literal


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_nested_counts_equal_brute_force(start: int) -> None:
    for seed in range(start, start + 50):
        check_counts_and_marginals(some_hidden(seed))


def test_namings_splits_and_lists_equal_brute_force() -> None:
    for seed in range(400, 450):
        random, known = Random(seed), some_hidden(seed)
        deals, posterior = consistent_deals(known), count(known)
        assert list(posterior.deals()) == deals
        for book in known.books:
            team = random.sample(known.seats, 2)
            owned = [all(deal[card] in team for card in book.cards) for deal in deals]
            assert posterior.owned(book.cards, team) == Fraction(sum(owned), len(deals))
            likeliest = posterior.likeliest_naming(book.cards, team)
            namings = Multiset(
                tuple(deal[card] for card in book.cards)
                for deal in deals
                if all(deal[card] in team for card in book.cards)
            )
            best = max(namings.values(), default=0)
            assert (likeliest[1] if likeliest else 0) == Fraction(best, len(deals))
            splits = Multiset(
                tuple([deal[c] for c in book.cards].count(seat) for seat in known.seats)
                for deal in deals
            )
            assert dict(posterior.splits(book.cards)) == {
                split: Fraction(n, len(deals)) for split, n in splits.items()
            }


def test_every_deal_is_drawn_equally_often() -> None:
    assert check_equal_draws(some_hidden, range(500, 540), most=200) > 10


# -- one condition or another ---------------------------------------------------------------------


def disjunctive(
    seed: int, engine: type[Twin] | None = None
) -> tuple[Posterior, list[dict[Card, Seat]]]:
    """What is left by facts and alternatives, and the deals that fit them."""
    random = Random(seed)
    seats = tuple(NAMES[: random.choice((3, 4))])
    books = tiny_books(random, random.choice((6, 7)))
    deal = random_deal(random, seats, books)
    clauses = [random_clause(random, seats, random.choice(books)) for _ in range(3)]
    facts: list[Fact] = [clause for clause in clauses if clause.fits(deal)]
    facts += nested_counts(random, seats, books, deal, 2)
    known = Knowledge(seats, books, sizes_of(seats, deal), tuple(facts))
    choices = [
        [nested_counts(random, seats, books, any_deal, 2) for any_deal in (deal, other_deal)]
        for other_deal in (random_deal(random, seats, books) for _ in range(random.choice((1, 2))))
    ]
    either = [Either(tuple(map(tuple, alternatives)), CAUSE) for alternatives in choices]
    deals = [
        found
        for found in consistent_deals(known)
        if all(any(all(c.fits(found) for c in alt) for alt in choice) for choice in choices)
    ]
    return Counter(engine=engine).update(known.with_facts(either)), deals


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_alternatives_equal_brute_force(start: int) -> None:
    for seed in range(start, start + 50):
        posterior, deals = disjunctive(seed)
        assert posterior.count == len(deals) > 0
        for card, shares in posterior.marginals().items():
            dealt = Multiset(deal[card] for deal in deals)
            assert set(shares) == set(dealt)
            for seat, share in shares.items():
                assert share == pytest.approx(dealt[seat] / len(deals), abs=1e-12)
        assert list(posterior.deals()) == deals
        assert all(deal in deals for deal in posterior.sample(5, seed))


# -- games ----------------------------------------------------------------------------------------


@pytest.mark.long
def test_games_equal_the_plain_programme() -> None:
    compared = 0
    for seed in range(4):
        for known in list(moments(hidden_game(4, seed)))[7::8]:
            assert count(known).count == plain_count(known)
            compared += len(known.counts) > 0
    assert compared >= 6


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_games_of_six_equal_the_plain_programme(seed: int) -> None:
    for known in list(moments(hidden_game(6, seed)))[12::8]:
        assert count(known).count == plain_count(known)


@pytest.mark.parametrize(("seats", "seed"), [(6, 0), (6, 4), (8, 0)])
def test_probabilities_are_ratios_of_counts(seats: int, seed: int) -> None:
    """What is counted back through the stages is what is counted forward with one more fact."""
    known = list(moments(hidden_game(seats, seed)))[10]
    posterior = count(known)
    assert len(known.counts) >= 2
    assert posterior.exact
    random = Random(seed)
    for book in known.books:
        card, seat = random.choice(book.cards), random.choice(known.seats)
        more = known.with_facts([Clause((Literal(card, seat, True),), CAUSE)])
        assert posterior.probability(card, seat) == Fraction(count(more).count, posterior.count)


@pytest.mark.parametrize(("seats", "seed"), [(4, 5), (6, 1), (6, 3)])
def test_who_can_hold_a_card_is_what_the_sat_solver_says(seats: int, seed: int) -> None:
    for known in list(moments(hidden_game(seats, seed)))[8::10]:
        check_possible(known)


def test_few_deals_are_those_that_the_sat_solver_lists() -> None:
    compared = 0
    for record in seed_games(7, 40, max_deals=600, fixed={"reveal": "nothing"}):
        known = list(moments(record))[-1]
        posterior = count(known)
        if known.counts and posterior.count:
            listed = list(posterior.deals())
            assert len(listed) == posterior.count
            deals = {tuple(sorted(deal.items())) for deal in deals_of(known)}
            assert {tuple(sorted(deal.items())) for deal in listed} == deals
            compared += 1
    assert compared >= 8


def test_samples_of_a_game_fit_and_have_the_exact_marginals() -> None:
    known = list(moments(hidden_game(6, 4)))[20]
    posterior, n = count(known), 1000
    drawn = posterior.sample(n, 3)
    assert all(known.fits(deal) for deal in drawn)
    for card, shares in posterior.marginals().items():
        seen = Multiset(deal[card] for deal in drawn)
        assert set(seen) <= set(shares)
        chi = sum((seen[seat] - n * p) ** 2 / (n * p) for seat, p in shares.items())
        degrees = len(shares) - 1
        assert chi < degrees + 5 * (2 * degrees) ** 0.5 + 10
