"""Samples of tiny decks, of a full one, and of nothing; ``tests.play`` compares what is counted."""

from __future__ import annotations

from collections import Counter as Multiset
from random import Random

import pytest

from tests.brute import consistent_deals
from tests.counting.agreement import check_draws, check_marginals_of
from tests.counting.hidden import hidden_game
from tests.counting.random_knowledge import ask_facts, tiny_knowledge
from tests.counting.view_moments import moments
from tracker.counting import Counter, NoDealError, Posterior, count
from tracker.counting.twin import Twin
from tracker.game.cards import DECKS
from tracker.knowledge.facts import Knowledge


@pytest.mark.parametrize("engine", [None, Twin], ids=["engine", "twin"])
def test_every_deal_is_drawn_equally_often(engine: type[Twin] | None) -> None:
    checked = 0
    for seed in range(900, 920):
        known = tiny_knowledge(Random(seed), cards=7, counts=seed % 5)
        found, deals = Counter(engine=engine).update(known), consistent_deals(known)
        if 2 <= len(deals) <= 200:
            check_draws(found, deals, seed)
            assert found.sample(20, seed) == found.sample(20, seed)
            checked += 1
    assert checked > 5


def asked_about(random: Random, asks: int) -> Posterior:
    """Six seats and a full deck, after some asks."""
    seats = tuple("ABCDEF")
    knowledge = Knowledge(seats, DECKS["no8"].books, dict.fromkeys(seats, 8), ())
    deal = count(knowledge).sample(1, 1)[0]
    return count(knowledge.with_facts(ask_facts(random, knowledge, deal, asks)))


def test_samples_have_the_exact_marginals() -> None:
    """Six seats, a full deck, facts: chi-square of each card's seat against the marginals."""
    posterior = asked_about(Random(5), 25)
    check_marginals_of(posterior.sample(1_500, 3), posterior)


@pytest.mark.long
def test_samples_of_a_game_with_hidden_half_suits_have_them_too() -> None:
    posterior = count(list(moments(hidden_game(6, 4)))[20])
    check_marginals_of(posterior.sample(1_000, 3), posterior)


@pytest.mark.long
def test_as_many_deals_as_wanted_are_drawn_and_each_is_consistent() -> None:
    """More than are drawn at once: few facts and six seats told apart make the largest tables."""
    posterior = asked_about(Random(5), 10)
    drawn = posterior.sample(2_400, 9)
    assert len(drawn) == 2_400
    assert all(posterior.knowledge.fits(deal) for deal in drawn)
    assert all(Multiset(deal.values()) == posterior.knowledge.sizes for deal in drawn[::50])


def test_no_deal_is_drawn_where_none_is_left() -> None:
    knowledge = next(
        k for k in (tiny_knowledge(Random(s), true=False) for s in range(99)) if not count(k).count
    )
    assert list(count(knowledge).deals()) == []
    with pytest.raises(NoDealError):
        count(knowledge).sample(1, 1)
