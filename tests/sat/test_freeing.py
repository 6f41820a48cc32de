"""Solvers live outside Python: they are freed once, whatever comes in between."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pysolvers
import pytest

from tracker.errors import ClosedError
from tracker.game.cards import Book
from tracker.knowledge.facts import Clause, EventCause, Knowledge, Literal
from tracker.sat.deal_chain import DealChain
from tracker.sat.placements import Placements
from tracker.sat.solver import DealSolver, SwitchedSolver

PLACEMENTS = Placements(("2C", "3C"), ("Ann", "Bob"))


@pytest.mark.parametrize("kind", [DealSolver, SwitchedSolver])
def test_an_interrupted_close_frees_a_solver_once(
    kind: type[DealSolver | SwitchedSolver], monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.collect()  # what other tests left must not be counted here
    freed = []
    free = pysolvers.minicard_del

    def interrupted(handle: object) -> None:
        freed.append(handle)
        if len(freed) == 1:
            free(handle)
            raise KeyboardInterrupt

    monkeypatch.setattr(pysolvers, "minicard_del", interrupted)
    solver = DealSolver(PLACEMENTS, {}) if kind is DealSolver else SwitchedSolver(PLACEMENTS)
    with pytest.raises(KeyboardInterrupt):
        solver.close()
    solver.close()
    del solver
    gc.collect()
    assert len(freed) == 1


def test_deals_side_by_side_are_freed_with_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    freed = []
    free = pysolvers.minicard_del
    monkeypatch.setattr(pysolvers, "minicard_del", lambda handle: freed.append(free(handle)))
    known = Knowledge(
        PLACEMENTS.seats, (Book("clubs", PLACEMENTS.cards),), {"Ann": 1, "Bob": 1}, ()
    )
    with DealChain(PLACEMENTS, (known, known), (PLACEMENTS.all,) * 2, ("Ann",)) as deals:
        assert deals.any(100) is not None
        assert deals.apart(PLACEMENTS.cards, PLACEMENTS.seats, 100) is None
    assert len(freed) == 1
    questions: tuple[Callable[[], object], ...] = (
        lambda: deals.any(100),
        lambda: deals.apart(("2C",), ("Ann",), 100),
    )
    for asked in questions:
        with pytest.raises(ClosedError):
            asked()
    deals.close()
    assert len(freed) == 1


def test_a_closed_solver_does_nothing_more() -> None:
    fact = Clause((Literal("2C", "Ann", True),), EventCause(1))
    solver, switched = DealSolver(PLACEMENTS, {}), SwitchedSolver(PLACEMENTS)
    solver.close()
    switched.close()
    questions: tuple[Callable[[], object], ...] = (
        solver.find,
        lambda: solver.is_satisfiable([], 100),
        lambda: solver.add([fact]),
        lambda: solver.add_clause([1]),
        lambda: solver.conflicts,
        lambda: switched.add_group([fact]),
        lambda: switched.find([], 100),
    )
    for asked in questions:
        with pytest.raises(ClosedError):
            asked()
