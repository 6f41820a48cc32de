"""Is there a deal at all? By the solver, or where that would search for ever, by tables."""

from __future__ import annotations

from tracker.inference.prospects import BUDGET
from tracker.inference.tables import possible_by_tables
from tracker.knowledge.facts import Knowledge
from tracker.sat import DealSolver, Placements, UndecidedError


def has_deal(known: Knowledge) -> bool:
    """Whether some deal is consistent with all that is known."""
    with DealSolver(Placements(known.cards, known.seats), known.sizes) as solver:
        solver.add(known.facts)
        return solver_has_deal(solver, known)


def solver_has_deal(solver: DealSolver, known: Knowledge) -> bool:
    """The same, where a solver has all that is known already."""
    try:
        return solver.find(budget=BUDGET) is not None
    except UndecidedError:
        placements = Placements(known.cards, known.seats)
        found = possible_by_tables(placements, known, placements.all)
        return solver.find() is not None if found is None else found != 0
