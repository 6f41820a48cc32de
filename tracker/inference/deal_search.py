"""Finding deals that are consistent with what is known, within a budget.

Nearly all questions are answered within some hundred conflicts of the SAT solver. Where many are
not, as in records that nobody played, each of them could take minutes. So there are three ways,
each a fallback for the previous one:

1. a *short search* of the solver;
2. the *tables* of half-suits and their sums (``tracker.inference.sums``), which can count, unless
   they get too large;
3. a *long search* of the solver, which may spend what is left of the budget.

All the questions about a game share one ``SearchBudget``. When it is spent, easy questions are
still answered, and a hard one ends with ``UndecidedError``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.inference.half_suits import MOST_STATES, Marks, half_suits
from tracker.inference.sums import Sums, narrowed
from tracker.knowledge.facts import Fact, Knowledge, size_facts
from tracker.sat import DealSolver, Placements

# Possible holders by tables: for where the SAT solver would search too long.
#
# CDCL solvers are weak at counting. Hand sizes seldom ask for it, but after claims that showed
# nothing there are bounds on how many of the hidden cards each seat had, and "nine cards among
# hands with room for eight" is a pigeonhole problem. So where a search exceeds its budget, the
# assignments of each half-suit are listed and added up (``tracker.inference.sums``). A placement
# is possible when it is in an assignment that is part of a deal.

BITS: Final = 200_000_000_000
"""Bits that tables may shift for all the questions about a game: some twenty seconds."""
VECTOR: Final = 30_000
"""Listing a count vector of a half-suit takes as long as shifting so many bits."""


def possible_by_tables(
    placements: Placements, known: Knowledge, allowed: int, bits: Budget | None = None
) -> int | None:
    """The placements, among some, that a consistent deal has.

    Args:
        placements: the numbering.
        known: sizes and facts.
        allowed: placements (a mask); deals with any other placement are left out.
        bits: the budget, in bits to shift; None: ``BITS``.

    Returns:
        The possible ones, as a mask, 0 where there is no deal; None where the tables are too large.
    """
    if known.impossible:
        return 0
    marks = {card: _marks(placements, card, allowed) for card in known.cards}
    bits = Budget(BITS) if bits is None else bits
    try:
        return _fitting_placements(known, marks, bits)
    except UndecidedError:
        bits.charge(VECTOR * MOST_STATES)
        return None


def _fitting_placements(known: Knowledge, marks: Mapping[Card, Marks], bits: Budget) -> int:
    """The placements of the deals that fit.

    Raises:
        UndecidedError: where that would take more than what is left.
    """
    if bits.left <= 0:
        raise UndecidedError
    facts = (*known.facts, *size_facts(known))
    ways, columns = half_suits(known.seats, known.books, facts, marks)
    bits.charge(VECTOR * sum(len(half_suit.marks) for half_suit in ways))
    position = narrowed(ways, columns, len(known.seats))
    if position is None:
        return 0
    sums = Sums(position, bits.allowed)
    bits.charge(sums.work)
    return sums.marks()


def _marks(placements: Placements, card: Card, allowed: int) -> Marks:
    """The placements of a card that are allowed."""
    return tuple(placements.bit(card, seat) & allowed for seat in placements.seats)


CONFLICTS: Final = 1_000_000
"""Conflicts of the solver that the questions about a game may take: some ten seconds."""
QUICK: Final = 1_000
"""Conflicts that a question may take when all are spent: some milliseconds."""
SHORT: Final = 20_000
"""Conflicts that a short search may take: a tenth of a second."""


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
            solver: the solver that searches.
            holds: placements that the deal must have, as a mask.
            lacks: placements that it must not have.
            most: conflicts that this search may take.

        Returns:
            The deal as a mask; None where there is none.

        Raises:
            UndecidedError: where the search would take more conflicts.
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

    def __init__(self, placements: Placements, budget: SearchBudget) -> None:
        self.placements = placements
        self.budget = budget
        self._solver: DealSolver | None = None
        self._known: Knowledge | None = None
        """What the solver has."""

    def __reduce__(self) -> tuple[type[DealSearch], tuple[Placements, SearchBudget]]:
        return type(self), (self.placements, self.budget)  # a solver can be no part of a copy

    def solver(self, known: Knowledge, possible: int) -> DealSolver:
        """The solver that has just what is known; a new one is as small as what is possible."""
        if self._solver is None or self._known is not known:
            self._solver = DealSolver(self.placements, known.sizes, possible)
            self._solver.add(known.facts)
            self._known = known
        return self._solver

    def learn(self, known: Knowledge, possible: int, facts: Iterable[Fact]) -> Knowledge:
        """What is known with more facts; the solver then has it."""
        facts = tuple(facts)
        self.solver(known, possible).add(facts)
        self._known = known.with_facts(facts) if facts else known
        return self._known

    # -- questions --------------------------------------------------------------------------------

    def is_possible(self, known: Knowledge, possible: int, holds: int = 0, lacks: int = 0) -> bool:
        """Whether some consistent deal has, and lacks, certain placements (masks)."""
        try:
            return self.search(known, possible, holds, lacks) is not None
        except UndecidedError:
            by_tables = self.by_tables(known, possible, holds, lacks)
        if by_tables is None:
            return self.long_search(known, possible, holds, lacks) is not None
        return by_tables != 0

    def deals_with(self, known: Knowledge, possible: int, wanted: int) -> tuple[int, ...]:
        """Consistent deals that have all of some possible placements (a mask) between them."""
        deals = []
        while wanted:
            deal = self.find(known, possible, wanted & -wanted)
            if deal is None:
                raise RuntimeError("a possible placement is in no deal: please report it")
            wanted &= ~deal
            deals.append(deal)
        return tuple(deals)

    def find(self, known: Knowledge, possible: int, holds: int = 0, lacks: int = 0) -> int | None:
        """A consistent deal that has, and lacks, certain placements; None where there is none.

        The tables say what is possible but give no deal. So where the short search is not enough,
        one placement after the other is chosen by them until the solver finds the rest.
        """
        with suppress(UndecidedError):
            return self.search(known, possible, holds, lacks)
        for card in self.placements.cards:
            by_tables = self.by_tables(known, possible, holds, lacks)
            if by_tables is None:
                return self.long_search(known, possible, holds, lacks)
            if not by_tables:
                return None
            options = by_tables & self.placements.of_card(card)
            holds |= options & -options
            with suppress(UndecidedError):
                return self.search(known, possible, holds, lacks)
        return holds

    # -- the three ways ---------------------------------------------------------------------------

    def search(self, known: Knowledge, possible: int, holds: int = 0, lacks: int = 0) -> int | None:
        """A deal by a short search.

        Raises:
            UndecidedError: where that is not enough.
        """
        return self.budget.find(self.solver(known, possible), holds, lacks, SHORT)

    def by_tables(
        self, known: Knowledge, possible: int, holds: int = 0, lacks: int = 0
    ) -> int | None:
        """The placements of deals that have some and lack some; None where tables get too large."""
        allowed = possible & ~lacks & ~self.placements.rivals(holds)
        return possible_by_tables(self.placements, known, allowed, self.budget.bits)

    def long_search(
        self, known: Knowledge, possible: int, holds: int = 0, lacks: int = 0
    ) -> int | None:
        """A deal by a search that may spend what is left of the budget.

        Raises:
            UndecidedError: where that is not enough.
        """
        while self.budget.conflicts.left > 0:
            with suppress(UndecidedError):
                return self.search(known, possible, holds, lacks)
        raise UndecidedError
