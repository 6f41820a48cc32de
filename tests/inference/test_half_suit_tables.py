"""The tables that take over from the solver: against the solver, and where it gives up."""

from __future__ import annotations

from random import Random

import pytest

from tests.play.by_command import compared
from tracker.sat.solver import MiniCard


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
