"""Counterexamples are deals that fit, and none is closer to the likeliest."""

from __future__ import annotations

import random

import pytest

from tests.brute import consistent_deals
from tests.explain.positions import samples
from tests.explain.twins import small_games
from tracker.budget import Budget
from tracker.counting import Counter, count
from tracker.explain import Explainer, card_at
from tracker.explain.evidence import evidence_of_deal
from tracker.explain.smallest import counterexample
from tracker.explain.smallest.counterexample import Counterexamples, likeliest_deal
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Clause, Deal, HeaderCause
from tracker.knowledge.views import knowledge


def distance(one: Deal, other: Deal) -> int:
    return sum(one[card] != other[card] for card in one)


def test_tiny_games() -> None:
    rng = random.Random(3)
    tried = 0
    for record in small_games(3, 30):
        with deduce(
            record, view="public", at=rng.randint(0, 5) % (len(record.events) + 1)
        ) as deduction:
            unsure = [card for card in deduction.cards if len(deduction.holders(card)) > 1]
            if not unsure:
                continue
            card, deals = rng.choice(unsure), consistent_deals(deduction.knowledge)
            odds = count(deduction.knowledge).marginals()
            seat = max(odds[card], key=lambda one: odds[card][one])
            with Explainer(deduction) as explainer:
                found = explainer.why(card_at(card, seat)).counterexample
            with FactGroups(evidence_of_deal(deduction.knowledge)) as oracle:
                likeliest = oracle.placements.deal_of(likeliest_deal(oracle, odds))
            assert found in deals
            assert found is not None
            others = [deal for deal in deals if deal[card] != seat]
            assert distance(found, likeliest) == min(distance(d, likeliest) for d in others)
            tried += 1
    assert tried >= 10


@pytest.mark.parametrize(
    "limits", [{"CLOSER_CONFLICTS": 0}, {"count": Counter(budget=Budget(0, each=-1)).update}]
)
def test_where_little_may_be_spent_it_still_fits(
    limits: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is only not said to be the closest; nor is any deal where no odds can be had likely."""
    for name, value in limits.items():
        monkeypatch.setattr(counterexample, name, value)
    record = samples()["skat-four"]
    with deduce(record, view="public", at=15) as deduction, Explainer(deduction) as explainer:
        assert any(len(seats) > 1 for seats in deduction.all_holders().values())
        for card, seats in deduction.all_holders().items():
            found = explainer.why(card_at(card, seats[0])).counterexample
            assert (found is None) == (len(seats) == 1)
            if found is not None:
                assert deduction.knowledge.fits(found)
                assert found[card] != seats[0]


def test_what_no_deal_fits_has_none() -> None:
    known = knowledge(small_games(3, 1)[0], (), 0)
    with Counterexamples(known) as asked, pytest.raises(RuntimeError):
        asked.nearest([Clause((), HeaderCause("what never is"))])
