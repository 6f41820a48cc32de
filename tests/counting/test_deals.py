"""Samples and lists of deals."""

from __future__ import annotations

from collections import Counter as Multiset
from random import Random

import pytest

from tests.brute import consistent_deals
from tests.counting.positions import ask_facts, tiny_knowledge
from tracker.counting import NoDealError, combine, count, sampling
from tracker.game.cards import DECKS
from tracker.knowledge.facts import Knowledge


def some_knowledge(seed: int) -> Knowledge:
    random = Random(seed)
    return tiny_knowledge(random, seats=random.choice((2, 3, 4, 5)), cards=random.choice((5, 7)))


@pytest.mark.parametrize("start", range(0, 120, 30))
def test_lists_equal_brute_force_in_order(start: int) -> None:
    for seed in range(start, start + 30):
        knowledge = some_knowledge(seed)
        assert list(count(knowledge).deals()) == consistent_deals(knowledge)


def test_every_deal_is_drawn_equally_often() -> None:
    """Chi-square at the level 1e-4 or so: mean k - 1, standard deviation sqrt(2 (k - 1))."""
    checked = 0
    for seed in range(200, 240):
        knowledge = some_knowledge(seed)
        deals = consistent_deals(knowledge)
        if not 2 <= len(deals) <= 300:
            continue
        expected = 20
        drawn = count(knowledge).sample(expected * len(deals), seed)
        seen = Multiset(tuple(deal.items()) for deal in drawn)
        assert set(seen) <= {tuple(deal.items()) for deal in deals}
        chi = sum((seen[tuple(d.items())] - expected) ** 2 / expected for d in deals)
        degrees = len(deals) - 1
        assert chi < degrees + 4 * (2 * degrees) ** 0.5 + 8, seed
        checked += 1
    assert checked > 15


def test_samples_have_the_exact_marginals() -> None:
    """Six seats, a full deck, facts: chi-square of each card's seat against the marginals."""
    random = Random(5)
    seats = tuple("ABCDEF")
    books = DECKS["no8"].books
    knowledge = Knowledge(seats, books, dict.fromkeys(seats, 8), ())
    deal = count(knowledge).sample(1, 1)[0]
    facts = ask_facts(random, knowledge, deal, 25)
    posterior = count(knowledge.with_facts(facts))
    n = 1500
    drawn = posterior.sample(n, 3)
    assert all(posterior.knowledge.fits(each) for each in drawn)
    for card, shares in posterior.marginals().items():
        seen = Multiset(each[card] for each in drawn)
        assert set(seen) <= set(shares)
        chi = sum((seen[seat] - n * p) ** 2 / (n * p) for seat, p in shares.items())
        degrees = len(shares) - 1
        assert chi < degrees + 5 * (2 * degrees) ** 0.5 + 10


def test_a_seed_fixes_the_sample_whatever_the_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge = some_knowledge(7)
    first = count(knowledge).sample(20, 9)
    assert count(knowledge).sample(20, 9) == first
    monkeypatch.setattr(combine, "BATCH", 60)
    assert count(knowledge).sample(20, 9) == first


def test_small_batches_draw_consistent_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "_AT_ONCE", 1)
    knowledge = some_knowledge(7)
    assert all(knowledge.fits(deal) for deal in count(knowledge).sample(5, 9))


def test_no_deal_is_drawn_where_none_is_left() -> None:
    knowledge = next(
        k for k in (tiny_knowledge(Random(s), true=False) for s in range(99)) if not count(k).count
    )
    assert list(count(knowledge).deals()) == []
    with pytest.raises(NoDealError):
        count(knowledge).sample(1, 1)
