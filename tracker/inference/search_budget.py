"""What hard questions about a game may cost: a search that could go on for ever ends undecided.

Nearly all questions are answered within some hundred conflicts of the solver. Where many are not,
as in records that nobody played, each of them could take minutes. So all the questions about a game
share one budget. When it is spent, easy questions are still answered, and a hard one ends with
``UndecidedError``.
"""

from __future__ import annotations

from typing import Final

from tracker.budget import Budget
from tracker.sat import DealSolver

CONFLICTS: Final = 1_000_000
"""Conflicts of the solver: some ten seconds."""
BITS: Final = 200_000_000_000
"""Bits that tables may shift: some twenty seconds."""
QUICK: Final = 1_000
"""Conflicts that a question may take when all are spent: some milliseconds."""


class SearchBudget:
    """What the questions about a game may still cost.

    Args:
        conflicts: of the solver; None: ``CONFLICTS``.
        bits: that tables may shift; None: ``BITS``.
    """

    def __init__(self, conflicts: int | None = None, bits: int | None = None) -> None:
        self.conflicts = Budget(CONFLICTS if conflicts is None else conflicts, floor=QUICK)
        self.bits = Budget(BITS if bits is None else bits)

    def find(self, solver: DealSolver, holds: int, lacks: int, most: int) -> int | None:
        """A deal by one search, whose conflicts are taken from the budget.

        Args:
            solver: it searches.
            holds: placements that the deal must have, as a mask.
            lacks: placements that it must not have.
            most: conflicts that this search may take.

        Returns:
            The deal as a mask; None where there is none.

        Raises:
            UndecidedError: where that takes more conflicts.
        """
        before = solver.conflicts
        try:
            return solver.find(holds, lacks, int(min(most, self.conflicts.allowed)))
        finally:
            self.conflicts.charge(solver.conflicts - before)

    def refill(self) -> None:
        """Make all of it available again: somebody waits for the next answer only."""
        self.conflicts.refill()
        self.bits.refill()
