"""Counterexamples are deals that fit, and none is closer to the likeliest."""

from __future__ import annotations

import random

import pytest

from tests.brute import consistent_deals
from tests.explain.positions import samples
from tests.explain.twins import small_games
from tracker.counting import count
from tracker.explain import Explainer, card_at
from tracker.explain.counterexample import likeliest_deal
from tracker.explain.grounds import dealt
from tracker.explain.oracle import Oracle
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Deal


def distance(one: Deal, other: Deal) -> int:
    return sum(one[card] != other[card] for card in one)


def test_tiny_games() -> None:
    rng = random.Random(3)
    tried = 0
    for record in small_games(3, 30):
        with deduce(record, "public", rng.randint(0, 5) % (len(record.events) + 1)) as deduction:
            unsure = [card for card in deduction.cards if len(deduction.holders(card)) > 1]
            if not unsure:
                continue
            card, deals = rng.choice(unsure), consistent_deals(deduction.knowledge)
            odds = count(deduction.knowledge).marginals()
            seat = max(odds[card], key=lambda one: odds[card][one])
            with Explainer(deduction) as explainer:
                found = explainer.why(card_at(card, seat)).counterexample
            with Oracle(dealt(deduction.knowledge)) as oracle:
                likeliest = oracle.deal_of(likeliest_deal(oracle, odds))
            assert found in deals
            assert found is not None
            others = [deal for deal in deals if deal[card] != seat]
            assert distance(found, likeliest) == min(distance(d, likeliest) for d in others)
            tried += 1
    assert tried >= 10


@pytest.mark.parametrize("name", ["pagat-six", "no2-twelve", "skat-four"])
def test_it_is_otherwise_and_fits(name: str) -> None:
    record = samples()[name]
    moment = len(record.events) // 2
    with deduce(record, "public", moment) as deduction, Explainer(deduction) as explainer:
        for card in deduction.cards[::5]:
            seat = deduction.holders(card)[0]
            found = explainer.why(card_at(card, seat))
            if found.verdict == "open":
                assert found.counterexample is not None
                assert deduction.knowledge.fits(found.counterexample)
                assert found.counterexample[card] != seat
