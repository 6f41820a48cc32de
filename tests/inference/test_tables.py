"""The tables that take over from the solver: against brute force, and against the solver."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tracker.inference.prospects
from tests.brute import consistent_deals
from tests.inference.test_complete import check_game
from tests.strategies import full_games, moments, seed_games, tiny_games, views
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.inference.prospects import prospects_of
from tracker.inference.tables import possible_by_tables
from tracker.knowledge.views import knowledge
from tracker.notation import text
from tracker.sat import Placements


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_tables_equal_brute_force(data: st.DataObject) -> None:
    record = data.draw(tiny_games(max_deals=2_000))
    known = knowledge(record, data.draw(views(record)), data.draw(moments(record)))
    placements = Placements(known.cards, known.seats)
    expected = 0
    for deal in consistent_deals(known):
        expected |= placements.mask_of(deal)
    assert possible_by_tables(placements, known, placements.all) in (expected, None)


def test_tables_answer_for_nearly_all_games() -> None:
    for record in seed_games(seed=8, count=40):
        known = knowledge(record)
        placements = Placements(known.cards, known.seats)
        assert possible_by_tables(placements, known, placements.all) is not None


@given(st.data())
@settings(max_examples=8, deadline=None)
def test_tables_equal_the_solver_on_full_games(data: st.DataObject) -> None:
    record: Record = data.draw(full_games(seats=(4, 6), presets=True))
    hands = data.draw(views(record))
    known = knowledge(record, hands, data.draw(moments(record)))
    prospects = prospects_of(known)
    placements = prospects.placements
    assert possible_by_tables(placements, known, placements.all) == prospects.possible


def test_the_whole_inference_by_tables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no budget for the solver, the tables answer everything, and the same."""
    monkeypatch.setattr(tracker.inference.prospects, "BUDGET", 0)
    for record in seed_games(seed=21, count=6, max_deals=500):
        check_game(record)


WALL = """\
rules: pagat, deck=jokers54, own-card-asks=surrender, claims=any-time, reveal=nothing
seats: Ann Bob Carl Dora Eve Finn
dealer: Finn

Ann claims high hearts: Ann rest: opponents
Ann claims low spades: Carl rest: opponents
Ann claims low hearts: Eve rest: opponents
Ann claims low clubs: Carl rest: opponents
Ann claims high diamonds: Ann rest: opponents
Ann claims high spades: Ann rest: opponents
Bob has 1
Carl has 0
Ann has 1
Dora has 3
Finn has 4
Eve claims low diamonds: Eve rest: opponents
Ann has 0
Bob has 0
Dora has 3
"""


def test_a_position_that_is_all_counting() -> None:
    """Forty-two cards left unseen, and hand sizes told: pigeonholes for a solver."""
    record = text.loads(WALL)
    with deduce(record) as deduction:
        assert deduction.sizes()["Carl"] == 0
        for card in deduction.cards:
            assert "Carl" not in deduction.holders(card)
            assert "Dora" in deduction.holders(card)
