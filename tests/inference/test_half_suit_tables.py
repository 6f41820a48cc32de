"""The tables that take over from the solver: against the solver, and where it gives up."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.play.by_command import compared
from tests.strategies import full_games, moments, views
from tracker.game.record import Record
from tracker.inference.deal_search import DealSearch, search_budget
from tracker.inference.deduction import deduce
from tracker.inference.possible_holders import possible_holders_of
from tracker.knowledge.views import knowledge
from tracker.notation import text
from tracker.sat.solver import MiniCard


@given(st.data())
@settings(max_examples=8, deadline=None)
def test_tables_equal_the_solver_on_full_games(data: st.DataObject) -> None:
    record: Record = data.draw(full_games(seats=(4, 6), presets=True))
    hands = data.draw(views(record))
    known = knowledge(record, hands, data.draw(moments(record)))
    holders = possible_holders_of(known)
    search = DealSearch(holders.placements, search_budget())
    assert search.by_tables(known, holders.placements.all) == holders.possible


@pytest.fixture
def gives_up_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the solver's searches end undecided, as if their conflicts had run out."""
    rng, solve = Random(1), MiniCard.solve

    def undecided(solver: MiniCard, assumptions: list[int], conflicts: int) -> bool | None:
        return None if rng.random() < 0.5 else solve(solver, assumptions, conflicts)

    monkeypatch.setattr(MiniCard, "solve", undecided)


@pytest.mark.usefixtures("gives_up_often")
@pytest.mark.parametrize("name", ["show", "claims", "why"])
def test_the_same_follows_where_the_solver_gives_up(name: str) -> None:
    piece = compared(name, seed=21, number=24)
    assert (piece.games, piece.different) == (24, 0)
    assert piece.answers > 24


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
