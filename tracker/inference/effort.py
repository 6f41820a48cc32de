"""How much hard questions may cost: a search that could go on for ever ends undecided.

Nearly all questions are answered within some hundred conflicts of the solver. Where many are not,
as in records that nobody played, each of them could take minutes. So all the questions about a game
draw on one stock. Once that is used up, easy questions are still answered, and a hard one is
refused with ``TooHardError``. Counted in conflicts and bits, not seconds, the same record gives the
same answer on every machine.
"""

from __future__ import annotations

from typing import Final

from tracker.sat import DealSolver

CONFLICTS: Final = 1_000_000
"""Conflicts of the solver: some ten seconds."""
BITS: Final = 200_000_000_000
"""Bits that tables may shift: some twenty seconds."""
QUICK: Final = 1_000
"""Conflicts that a question may take once all are used up: some milliseconds."""


class Effort:
    """What is left to spend.

    Args:
        conflicts: of the solver.
        bits: that tables may shift.
    """

    def __init__(self, conflicts: int = CONFLICTS, bits: int = BITS) -> None:
        self.conflicts = conflicts
        self.bits = bits

    def find(self, solver: DealSolver, holds: int, lacks: int, most: int) -> int | None:
        """A deal by a search of so many conflicts at most, which are taken from what is left.

        Args:
            solver: it searches.
            holds: placements that the deal must have.
            lacks: placements that it must not have.
            most: conflicts that this one search may take.

        Raises:
            UndecidedError: where they did not do.
        """
        before = solver.conflicts
        try:
            return solver.find(holds, lacks, max(QUICK, min(most, self.conflicts)))
        finally:
            self.conflicts -= solver.conflicts - before

    def refill(self) -> None:
        """Somebody waits for the next answer only: it may cost as much as a whole game."""
        self.conflicts, self.bits = CONFLICTS, BITS
