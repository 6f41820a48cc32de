"""Conditions on hidden half-suits: against brute force, a plain twin, SAT, and themselves."""

from __future__ import annotations

from collections import Counter as Multiset
from fractions import Fraction
from random import Random

import pytest

from tests.brute import consistent_deals
from tests.counting.agreement import check_equal_draws, check_possible
from tests.counting.hidden import hidden_game, some_hidden
from tests.counting.plain_twin import plain_count
from tests.counting.random_knowledge import (
    CAUSE,
)
from tests.counting.test_posterior import check_counts_and_marginals
from tests.counting.view_moments import moments
from tests.marks import first, some
from tests.strategies import seed_games
from tracker.counting import count
from tracker.inference.way import deals_of
from tracker.knowledge.facts import Clause, Literal


@pytest.mark.parametrize("start", first(2, range(0, 300, 50)))
def test_nested_counts_equal_brute_force(start: int) -> None:
    for seed in range(start, start + 50):
        check_counts_and_marginals(some_hidden(seed))


def test_namings_and_lists_equal_brute_force() -> None:
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


def test_every_deal_is_drawn_equally_often() -> None:
    assert check_equal_draws(some_hidden, range(500, 540), most=200) > 10


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


@pytest.mark.parametrize(("seats", "seed"), first(1, [(6, 0), (6, 4), (8, 0)]))
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
    for record in seed_games(7, some(40), max_deals=600, fixed={"reveal": "nothing"}):
        known = list(moments(record))[-1]
        posterior = count(known)
        if known.counts and posterior.count:
            listed = list(posterior.deals())
            assert len(listed) == posterior.count
            deals = {tuple(sorted(deal.items())) for deal in deals_of(known)}
            assert {tuple(sorted(deal.items())) for deal in listed} == deals
            compared += 1
    assert compared >= some(8)


@pytest.mark.long
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
