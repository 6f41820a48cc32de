"""The budget of a search, also where a C long has 32 bits."""

from __future__ import annotations

from itertools import combinations

import pytest

from tracker.sat import solver
from tracker.sat.solver import MiniCard

HOLES = 7


def crowded() -> MiniCard:
    """One pigeon more than there are holes: that takes thousands of conflicts."""
    sat = MiniCard()
    places = [[pigeon * HOLES + hole + 1 for hole in range(HOLES)] for pigeon in range(HOLES + 1)]
    for own in places:
        sat.add_clause(own)
    for hole in zip(*places, strict=True):
        for one, other in combinations(hole, 2):
            sat.add_clause([-one, -other])
    return sat


@pytest.mark.parametrize("short_long", [False, True])
def test_a_search_ends_at_its_budget(monkeypatch: pytest.MonkeyPatch, short_long: bool) -> None:
    monkeypatch.setattr(solver, "_SHORT_LONG", short_long)
    sat = crowded()
    for _ in range(3):
        before = sat.conflicts
        assert sat.solve([1], 50) is None
        assert before + 50 <= sat.conflicts < before + 60  # it looks after a step, not in it
    assert sat.solve([], 10**6) is False
