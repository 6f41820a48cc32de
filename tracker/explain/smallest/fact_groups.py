"""Facts in groups, and whether some of the groups leave a deal.

A search for causes asks this question again and again, each time for other groups. The SAT solver
decides nearly always at once, but it cannot count (``tracker.explain.consistency`` says why). So it
gets a small budget of conflicts; then the exact tables are asked. Where these get too large, at
tables of many seats, the solver goes on until the budget is spent.

A deal is a *mask* here: a set of placements as bits of an integer
(``tracker.knowledge.placements``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from contextlib import suppress

from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain.consistency import is_possible
from tracker.explain.evidence import Evidence
from tracker.explain.limits import KEPT_DEALS, LONG_CONFLICTS
from tracker.knowledge.facts import Cause, Clause, Fact
from tracker.knowledge.placements import FactMask
from tracker.sat import Placements
from tracker.sat.solver import SwitchedSolver


class FactGroups(SwitchedSolver):
    """Facts in numbered groups, and whether some of the groups leave a deal.

    Groups 0 to ``len(causes) - 1`` are the causes of the evidence. What is supposed, or has been
    concluded, is added as further groups. It holds a solver: use it as a context manager, or
    ``close`` it.

    Args:
        evidence: the facts.
    """

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        super().__init__(Placements(evidence.cards, evidence.seats))
        self._groups: list[tuple[Fact, ...]] = []
        self._clauses: list[tuple[int, int]] = []
        """By clause: its group, and the placements of which one at least holds."""
        self._counts: list[tuple[int, FactMask]] = []
        """The other facts as they are tested in deals, each with its group."""
        self.seen: deque[tuple[int, set[int]]] = deque(maxlen=KEPT_DEALS)
        """Deals that came up in searches, with the causes that they do not fit: each may be of use
        in the next search."""
        by_cause = evidence.by_cause()
        self.causes: tuple[Cause, ...] = tuple(by_cause)
        """The causes, by the number of their group."""
        for facts in by_cause.values():
            self.add_group(facts)

    @property
    def all(self) -> range:
        """The groups of all the causes."""
        return range(len(self.causes))

    def facts(self, groups: Iterable[int]) -> list[Fact]:
        """The facts of some groups."""
        return [fact for group in groups for fact in self._groups[group]]

    def add_group(self, facts: Iterable[Fact]) -> int:
        """Add a group of facts.

        Returns:
            Its number.
        """
        facts = tuple(facts)
        group = super().add_group(facts)
        self._groups.append(facts)
        for fact in facts:
            if isinstance(fact, Clause):
                self._clauses.append((group, self.placements.options(fact)))
            else:
                self._counts.append((group, self.placements.fact_mask(fact)))
        return group

    # -- is there a deal? -------------------------------------------------------------------------

    def decide(self, groups: Collection[int], budget: Budget) -> int | None:
        """A deal that fits some groups, by the solver or by the tables.

        Args:
            groups: the groups.
            budget: in questions to the solver; it may end after some seconds, too.

        Returns:
            The deal as a mask; None where there is none.

        Raises:
            UndecidedError: where the budget ends before that is found out.
        """
        budget.require()
        with suppress(UndecidedError):
            return self.find(groups)
        with suppress(UndecidedError):
            if not is_possible(self.evidence.seats, self.evidence.books, self.facts(groups)):
                return None
        while True:
            budget.require()
            with suppress(UndecidedError):
                return self.find(groups, LONG_CONFLICTS)

    def refutes(self, groups: Collection[int], budget: Budget) -> bool:
        """Whether some groups are found to leave no deal.

        Args:
            groups: the groups.
            budget: in questions to the solver. Where it ends first, the answer is False.
        """
        with suppress(UndecidedError):
            return self.decide(groups, budget) is None
        return False

    def find_quickly(
        self,
        groups: Collection[int],
        conflicts: int,
        *,
        holds: int = 0,
        any_of: Collection[int] = (),
    ) -> int | None:
        """What ``find`` finds; None, too, where the solver gave up."""
        with suppress(UndecidedError):
            return self.find(groups, conflicts, holds=holds, any_of=any_of)
        return None

    def quick_core(self, groups: Collection[int]) -> Collection[int]:
        """Some of the groups that leave no deal if all of them leave none.

        They are fewer where the solver decides quickly; else they are all.
        """
        with suppress(UndecidedError):
            if self.find(groups) is None:
                return self.core()
        return groups

    # -- what a deal fits -------------------------------------------------------------------------

    def violated(self, deal: int, groups: Collection[int]) -> set[int]:
        """Those of some groups that a deal (a mask) does not fit."""
        unfit = {group for group, options in self._clauses if not deal & options}
        unfit |= {
            group
            for group, (mask, least, most) in self._counts
            if not least <= (deal & mask).bit_count() <= most
        }
        return unfit.intersection(groups)
