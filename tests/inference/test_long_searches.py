"""Where neither a short search nor the tables have an answer, a long search has the same."""

from __future__ import annotations

import pytest

from tests.strategies import seed_games
from tracker.errors import ContradictionError, TooHardError
from tracker.inference.effort import Effort
from tracker.inference.prospects import Reasoner, prospects_of
from tracker.knowledge.facts import Clause, EventCause, Knowledge
from tracker.knowledge.views import knowledge
from tracker.sat import DealSolver, Placements, UndecidedError
from tracker.sat.placements import bits


class Hesitating(Effort):
    """Tables are too large for it, and of two searches one gives up.

    Args:
        ends: whether nothing is left after the first of these.
    """

    def __init__(self, *, ends: bool = False) -> None:
        super().__init__(bits=0)
        self._ends = ends
        self._asked = 0

    def find(self, solver: DealSolver, holds: int, lacks: int, most: int) -> int | None:
        self._asked += 1
        if self._asked % 2:
            self.conflicts = 0 if self._ends else self.conflicts
            raise UndecidedError
        return super().find(solver, holds, lacks, most)


def positions() -> list[Knowledge]:
    games = seed_games(seed=61, count=12, max_deals=500)
    return [knowledge(game, game.hands[:1], len(game.events) // 2) for game in games]


def reasoner(known: Knowledge, *, ends: bool = False) -> Reasoner:
    return Reasoner(Placements(known.cards, known.seats), Hesitating(ends=ends))


def test_the_same_is_possible() -> None:
    for known in positions():
        expected, found = prospects_of(known), reasoner(known).start(known)
        assert found.possible == expected.possible
        for bit in bits(found.placements.all):
            possible = bool(bit & expected.possible)
            assert found.is_possible(holds=bit) == possible
            if possible:
                assert found.deal_with(bit) & bit


def test_a_contradiction_is_one() -> None:
    for known in positions():
        nothing = known.with_facts((Clause((), EventCause(1)),))
        with pytest.raises(ContradictionError):
            reasoner(nothing).start(nothing)


def test_it_ends() -> None:
    known = next(known for known in positions() if known.facts)
    with pytest.raises(TooHardError):
        reasoner(known, ends=True).start(known)
