"""The two engines agree: who can hold a card, what is certain, how likely the rest is."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.marks import some
from tests.strategies import full_games, seed_games
from tracker.analysis.odds import Odds
from tracker.analysis.timeline import timeline
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.views import View

CERTAIN = {"proven": (1, 1), "impossible": (0, 0)}


def check_agreement(deduction: Deduction) -> None:
    """SAT and counting say the same of a position."""
    odds = Odds(deduction)
    if not odds.posterior.exact:
        return
    for card, seats in deduction.all_holders().items():
        chances = odds.holders[card]
        found = [chance for chance in chances.values() if chance is not None]
        assert tuple(chances) == seats
        assert len(found) == len(seats)
        assert sum(found) == pytest.approx(1)
        assert all(0 < chance <= 1 for chance in found)
        assert (len(seats) == 1) == (max(found) == 1)
    for team in deduction.record.table.teams:
        for claim in odds.claims(team):
            verdict = claim.verdict
            assert (claim.probability == 1) == (verdict == "proven")
            assert (claim.owned == 1) == (verdict in ("proven", "owned"))
            assert (claim.owned == 0) == (verdict == "impossible")
            assert isinstance(claim.probability, Fraction)
            assert isinstance(claim.owned, Fraction)
            assert claim.probability <= claim.owned
            assert (claim.holdings is None) == (verdict == "impossible")
            if verdict == "proven":
                proven = deduction.claim(claim.book, claim.team).holdings
                assert claim.holdings == dict(proven or ())


def test_the_engines_agree_on_tiny_games_in_all_views_at_all_moments() -> None:
    for record in seed_games(seed=5, count=some(12)):
        for hands in [(), *((hand,) for hand in record.hands)]:
            for at in range(len(record.events) + 1):
                with deduce(record, view=View(hands), at=at) as deduction:
                    check_agreement(deduction)


@pytest.mark.long
@given(st.data())
@settings(max_examples=8, deadline=None)
def test_the_engines_agree_on_full_games(data: st.DataObject) -> None:
    record = data.draw(full_games(seats=(4, 6), max_events=200))
    views = ["public", *record.seats]
    for at in range(0, len(record.events) + 1, 25):
        with deduce(record, view=data.draw(st.sampled_from(views)), at=at) as deduction:
            check_agreement(deduction)


@pytest.mark.soak
@given(full_games(seats=(4, 6, 8)))
@settings(max_examples=40, deadline=None)
def test_soak_the_engines_agree_on_full_games_at_all_moments(record: Record) -> None:
    for view in ["public", *record.seats]:
        for at in range(len(record.events) + 1):
            with deduce(record, view=view, at=at) as deduction:
                check_agreement(deduction)


@pytest.mark.long
@given(full_games(seats=(4, 6), max_events=80))
@settings(max_examples=5, deadline=None)
def test_the_bits_of_a_timeline_add_up(record: Record) -> None:
    found = timeline(record)
    for view, start in found.start.items():
        if not all(event.gains[view].exact for event in found.events):
            continue
        told = sum(event.gains[view].bits for event in found.events)
        with deduce(record, view=view) as deduction:
            assert start - told == pytest.approx(Odds(deduction).posterior.bits, abs=1e-6)
        assert all(event.gains[view].bits >= -1e-9 for event in found.events)
