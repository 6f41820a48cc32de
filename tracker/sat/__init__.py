"""SAT: placements as bits and literals, facts as clauses, and the incremental solver.

The one place with integer literals; everything outside speaks of cards and seats, or of masks made
by ``Placements``.
"""

from tracker.sat.placements import Placements
from tracker.sat.solver import DealSolver

__all__ = ["DealSolver", "Placements"]
