"""SAT: placements as literals, facts as clauses, and the incremental solver.

The one place with integer literals; everything outside speaks of cards and seats, or of masks made
by ``Placements``.
"""

from tracker.knowledge.placements import Placements
from tracker.sat.solver import DealSolver

__all__ = ["DealSolver", "Placements"]
