"""Finding deals that are consistent with what is known, within a budget.

Nearly all questions are answered within some hundred conflicts of the SAT solver. Where many are
not, as in records that nobody played, each of them could take minutes. So there are three ways,
each a fallback for the previous one:

1. a *short search* of the solver;
2. the *tables* of half-suits and their sums (``tracker.inference.sums``), which can count, unless
   they get too large;
3. a *long search* of the solver, which may spend what is left of the budget.

All the questions about a game share one budget, in conflicts of the solver. When it is spent, easy
questions are still answered, and a hard one ends with ``UndecidedError``.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.inference.half_suits import MOST_STATES, half_suits
from tracker.inference.sums import Sums, narrowed
from tracker.knowledge.facts import Fact, Knowledge, size_facts
from tracker.sat import DealSolver, Placements
from tracker.sat.swaps import Swaps

CONFLICTS: Final = 1_000_000
"""Conflicts of the solver that the questions about a game may take: some ten seconds."""
QUICK: Final = 1_000
"""Conflicts that a question may take when all are spent: some milliseconds."""
SHORT: Final = 20_000
"""Conflicts that a short search may take: a tenth of a second."""
BITS: Final = 500_000
"""Tables shift so many bits in the time of a conflict."""
VECTOR: Final = 100_000
"""Listing a count vector of a half-suit takes as long as shifting so many bits."""


def search_budget() -> Budget:
    """What all questions about a game may cost together."""
    return Budget(CONFLICTS, floor=QUICK)


class DealSearch:
    """Finds deals that are consistent with what a view knows, at one moment after the other.

    It holds a solver, which has what is known at one moment. Asked about something else that is
    known, it makes a new one. Whatever is asked raises ``UndecidedError`` where the budget runs
    out.

    Every question is about something that is ``known`` and the placements that may still be
    ``possible`` by it (a mask): all others have been ruled out.

    Args:
        placements: the numbering of placements.
        budget: what the searches may cost.
    """

    def __init__(self, placements: Placements, budget: Budget) -> None:
        self.placements = placements
        self.budget = budget
        self._known: Knowledge | None = None
        """What the solver has."""

    def __reduce__(self) -> tuple[type[DealSearch], tuple[Placements, Budget]]:
        return type(self), (self.placements, self.budget)  # a solver can be no part of a copy

    def solver(self, known: Knowledge, possible: int) -> DealSolver:
        """The solver that has just what is known."""
        if self._known is not known:
            self._solver = DealSolver(self.placements, known, possible)
            self._swaps = Swaps(self.placements)
            self._known = known
        return self._solver

    def learn(self, known: Knowledge, possible: int, facts: Iterable[Fact]) -> Knowledge:
        """What is known with more facts; the solver then has it."""
        facts = tuple(facts)
        self.solver(known, possible).add(facts)
        self._known = known.with_facts(facts) if facts else known
        return self._known

    def swaps(self, known: Knowledge) -> Swaps:
        """The swaps that what is known allows, once the solver has it."""
        self._swaps.keep_to(known.facts)
        return self._swaps

    # -- questions --------------------------------------------------------------------------------

    def find(self, known: Knowledge, possible: int, holds: int = 0, lacks: int = 0) -> int | None:
        """A consistent deal that has, and lacks, certain placements; None where there is none."""
        with suppress(UndecidedError):
            return self.search(known, possible, holds, lacks)
        with suppress(UndecidedError):
            return self._by_tables(known, possible & ~lacks, holds)
        return self.search(known, possible, holds, lacks, CONFLICTS)

    def _by_tables(self, known: Knowledge, possible: int, holds: int) -> int | None:
        """A consistent deal that has certain placements.

        The tables say what is possible but give no deal. So one placement after the other is chosen
        by them until the solver finds the rest.
        """
        for card in self.placements.cards:
            fitting = self.by_tables(known, possible & ~self.placements.rivals(holds))
            if not fitting:
                return None
            options = fitting & self.placements.of_card(card)
            holds |= options & -options
            with suppress(UndecidedError):
                return self.search(known, possible, holds)
        return holds

    def search(
        self, known: Knowledge, possible: int, holds: int = 0, lacks: int = 0, most: int = SHORT
    ) -> int | None:
        """A deal by a search that takes so many conflicts at most, and what is left.

        Raises:
            UndecidedError: where that is not enough.
        """
        solver, most = self.solver(known, possible), int(min(most, self.budget.allowed))
        before = solver.conflicts
        try:
            return solver.find(holds, lacks & possible, most)
        finally:
            self.budget.charge(solver.conflicts - before)

    # -- tables: for where the solver would search too long ---------------------------------------
    #
    # CDCL solvers are weak at counting. Hand sizes seldom ask for it, but after claims that showed
    # nothing there are bounds on how many of the hidden cards each seat had, and "nine cards among
    # hands with room for eight" is a pigeonhole problem. So the assignments of each half-suit are
    # listed and added up (``tracker.inference.sums``). A placement is possible when it is in an
    # assignment that is part of a deal.

    def by_tables(self, known: Knowledge, allowed: int) -> int:
        """The placements, as a mask, of the deals that have none but those allowed.

        It is 0 where there is no deal.

        Raises:
            UndecidedError: where the tables are too large, or the budget is spent.
        """
        if known.impossible:
            return 0
        if self.budget.left <= 0:
            raise UndecidedError
        facts = (*known.facts, *size_facts(known))
        vectors = MOST_STATES
        try:
            ways, columns = half_suits(self.placements, known.books, facts, allowed)
            vectors = sum(len(half_suit.marks) for half_suit in ways)
        finally:
            self.budget.charge(vectors * VECTOR / BITS)
        position = narrowed(ways, columns, len(known.seats))
        if position is None:
            return 0
        sums = Sums(position, BITS * self.budget.left)
        self.budget.charge(sums.work / BITS)
        return sums.marks()
