"""Solvers live outside Python: they are freed once, whatever comes in between."""

from __future__ import annotations

from collections.abc import Callable

import pysolvers
import pytest

from tracker.errors import ClosedError
from tracker.game.cards import Book
from tracker.knowledge.facts import Clause, EventCause, Knowledge, Literal
from tracker.knowledge.placements import Placements
from tracker.sat.deal_chain import deals_apart
from tracker.sat.solver import DealSolver, MiniCard, SwitchedSolver

PLACEMENTS = Placements(("2C", "3C"), ("Ann", "Bob"))


@pytest.fixture
def freed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The solvers that have been freed since the test began: those of other tests are let go."""
    made: list[object] = []
    gone: list[object] = []
    make, free = pysolvers.minicard_new, pysolvers.minicard_del

    def counted(handle: object) -> None:
        gone.extend(each for each in made if each is handle)
        free(handle)

    def noted() -> object:
        made.append(make())
        return made[-1]

    monkeypatch.setattr(pysolvers, "minicard_new", noted)
    monkeypatch.setattr(pysolvers, "minicard_del", counted)
    return gone


@pytest.mark.parametrize("kind", [DealSolver, SwitchedSolver])
def test_who_holds_a_solver_frees_it_closed_or_forgotten(
    kind: type[DealSolver | SwitchedSolver], freed: list[object]
) -> None:
    for closed in (True, False):
        freed.clear()
        solver = DealSolver(PLACEMENTS) if kind is DealSolver else SwitchedSolver(PLACEMENTS)
        assert not freed
        if closed:
            solver.close()
            assert len(freed) == 1
            solver.close()
        del solver
        assert len(freed) == 1


def test_an_interrupted_end_frees_a_solver_once(monkeypatch: pytest.MonkeyPatch) -> None:
    freed = []
    free = pysolvers.minicard_del

    def interrupted(handle: object) -> None:
        freed.append(handle)
        free(handle)
        raise KeyboardInterrupt

    solver = MiniCard()
    monkeypatch.setattr(pysolvers, "minicard_del", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solver.free()
    solver.free()
    del solver
    assert len(freed) == 1


def test_deals_side_by_side_are_freed_once_they_are_found(freed: list[object]) -> None:
    known = Knowledge(
        PLACEMENTS.seats, (Book("clubs", PLACEMENTS.cards),), {"Ann": 1, "Bob": 1}, ()
    )
    views = [(known, PLACEMENTS.all)] * 2
    assert deals_apart(PLACEMENTS, views, ("Ann",), None, (), 100) is not None
    assert len(freed) == 1
    found = deals_apart(PLACEMENTS, views, ("Ann",), PLACEMENTS.cards, PLACEMENTS.seats, 100)
    assert found is None
    assert len(freed) == 2


def test_a_closed_solver_does_nothing_more() -> None:
    fact = Clause((Literal("2C", "Ann", True),), EventCause(1))
    solver, switched = DealSolver(PLACEMENTS), SwitchedSolver(PLACEMENTS)
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
