"""Games with conditions on hidden half-suits: against SAT, and against themselves."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.counting.agreement import check_marginals_of, check_possible
from tests.counting.hidden import hidden_game
from tests.counting.random_knowledge import (
    CAUSE,
)
from tests.counting.view_moments import moments
from tests.marks import first, some
from tests.strategies import seed_games
from tracker.counting import count
from tracker.inference.way import deals_of
from tracker.knowledge.facts import Clause, Count, Knowledge, Literal

# -- games ----------------------------------------------------------------------------------------


def counts(known: Knowledge) -> list[Count]:
    """The facts of some knowledge that reach across half-suits."""
    return [fact for fact in known.facts if isinstance(fact, Count)]


@pytest.mark.parametrize(("seats", "seed"), first(1, [(6, 0), (6, 4), (8, 0)]))
def test_probabilities_are_ratios_of_counts(seats: int, seed: int) -> None:
    """What is counted back through the stages is what is counted forward with one more fact."""
    known = list(moments(hidden_game(seats, seed)))[10]
    posterior = count(known)
    assert len(counts(known)) >= 2
    assert posterior.exact
    random = Random(seed)
    for book in known.books:
        card, seat = random.choice(book.cards), random.choice(known.seats)
        more = known.with_facts([Clause((Literal(card, seat, True),), CAUSE)])
        assert posterior.naming({card: seat}) == Fraction(count(more).count, posterior.count)


@pytest.mark.parametrize(("seats", "seed"), [(4, 5), (6, 1), (6, 3)])
def test_who_can_hold_a_card_is_what_the_sat_solver_says(seats: int, seed: int) -> None:
    for known in list(moments(hidden_game(seats, seed)))[8::10]:
        check_possible(known)


def test_few_deals_are_those_that_the_sat_solver_lists() -> None:
    compared = 0
    for record in seed_games(7, some(40), max_deals=600, fixed={"reveal": "nothing"}):
        known = list(moments(record))[-1]
        posterior = count(known)
        if counts(known) and posterior.count:
            listed = list(posterior.deals())
            assert len(listed) == posterior.count
            deals = {tuple(sorted(deal.items())) for deal in deals_of(known)}
            assert {tuple(sorted(deal.items())) for deal in listed} == deals
            compared += 1
    assert compared >= some(8)


@pytest.mark.long
def test_samples_of_a_game_fit_and_have_the_exact_marginals() -> None:
    known = list(moments(hidden_game(6, 4)))[20]
    posterior = count(known)
    check_marginals_of(posterior.sample(1_000, 3), posterior)
