"""The oracle: do these causes leave a deal?

The SAT solver decides nearly all such questions at once, but it cannot count (``consistency`` says
why): so it gets a small budget of conflicts, then the exact tables are asked. Where these get too
large (tables of many seats), the solver goes on until the time is up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Final

from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain.consistency import is_possible
from tracker.explain.smallest.causes import Grounds, facts_by_cause
from tracker.knowledge.facts import Cause, Deal, Either, Fact
from tracker.sat import Placements
from tracker.sat.placements import FactMasks, bits, fits_all, spoken_of
from tracker.sat.solver import SolverHolder
from tracker.sat.switched import SwitchedSolver

QUICK: Final = 300
"""Conflicts that the solver may have before the tables are asked: a few milliseconds."""
SEEN: Final = 400
"""So many deals are kept from one search to the next."""
LONG: Final = 20_000
"""Conflicts between two looks at the clock."""
SEARCHES: Final = 50
"""So many times that may a search take whose answer is needed: some ten seconds."""


class Oracle(SolverHolder):
    """The facts of a view in groups, and whether some of the groups leave a deal.

    Groups 0 to ``len(causes) - 1`` are the causes; what is asked or has been worked out is added as
    further groups. It holds a solver: use it as a context manager, or ``close`` it.

    Args:
        grounds: the facts.
    """

    def __init__(self, grounds: Grounds) -> None:
        self.grounds = grounds
        self.placements = Placements(grounds.cards, grounds.seats)
        self._solver = self._hold(SwitchedSolver(self.placements))
        self._facts: list[tuple[Fact, ...]] = []
        self._tests: list[list[FactMasks]] = []
        self._alternatives: list[list[Either]] = []
        self._touching: dict[int, set[int]] = {}
        """By placement: the groups that speak of it."""
        self.seen: deque[int] = deque(maxlen=SEEN)
        """Deals that came up in searches: each may be of use in the next."""
        self._home = 0
        self._homeless: set[int] = set()
        """The deal to look for first, and the groups that it does not fit."""
        self._violated: dict[int, frozenset[int]] = {}
        """By deal: the causes that it does not fit."""
        grouped = facts_by_cause(grounds)
        self.causes: tuple[Cause, ...] = tuple(grouped)
        """The causes, by the number of their group."""
        self._cause_groups = frozenset(range(len(grouped)))
        for facts in grouped.values():
            self.add_group(facts)

    @property
    def all(self) -> range:
        """The groups of all the causes."""
        return range(len(self.causes))

    def facts(self, groups: Iterable[int]) -> list[Fact]:
        """What some groups say."""
        return [fact for group in groups for fact in self._facts[group]]

    def add_group(self, facts: Iterable[Fact]) -> int:
        """Add a group of facts.

        Returns:
            Its number.
        """
        facts = tuple(facts)
        self._facts.append(facts)
        plain = [fact for fact in facts if not isinstance(fact, Either)]
        self._tests.append([self.placements.fact_masks(fact) for fact in plain])
        self._alternatives.append([fact for fact in facts if isinstance(fact, Either)])
        group = self._solver.add_group(facts)
        self._note_home(group)
        for test in self._tests[group]:
            for bit in bits(spoken_of(test)):
                self._touching.setdefault(bit, set()).add(group)
        for choice in self._alternatives[group]:
            for counted in choice.counts:
                for bit in bits(self.placements.mask_of_count(counted)):
                    self._touching.setdefault(bit, set()).add(group)
        return group

    def prefer(self, deal: int) -> None:
        """Look first for deals like this one."""
        self._solver.prefer(deal)
        self._home = deal
        self._homeless.clear()
        self._violated.clear()
        for group in range(len(self._facts)):
            self._note_home(group)

    def _note_home(self, group: int) -> None:
        if not self.fits(self._home, group):
            self._homeless.add(group)

    def add_closeness(self, deal: int, most: int) -> int:
        """Add a group that says: at most so many cards lie elsewhere than in a deal (a mask).

        It is for ``try_find`` alone: no fact about the deal.

        Returns:
            Its number.
        """
        self._facts.append(())
        self._tests.append([])
        self._alternatives.append([])
        return self._solver.add_closeness(deal, most)

    def try_find(
        self, groups: Collection[int], conflicts: int = QUICK, holds: int = 0
    ) -> int | None:
        """A deal (a mask) that fits some groups, with some placements, if any.

        Raises:
            UndecidedError: where that is not found out within so many conflicts.
        """
        return self._solver.find(groups, conflicts, holds)

    def try_find_more(
        self, groups: Collection[int], any_of: Collection[int], conflicts: int
    ) -> int | None:
        """A deal (a mask) that fits some groups and one at least of some others, if any.

        Raises:
            UndecidedError: where that is not found out within so many conflicts.
        """
        return self._solver.find_more(groups, any_of, conflicts)

    def find(self, groups: Collection[int], budget: Budget) -> int | None:
        """A deal (a mask) that fits some groups; none where there is none.

        Raises:
            UndecidedError: where the deadline passes before that is found out.
        """
        budget.require()
        try:
            return self.try_find(groups)
        except UndecidedError:
            pass
        try:
            if not is_possible(self.grounds.seats, self.grounds.books, self.facts(groups)):
                return None
        except UndecidedError:
            pass
        return self._search(groups, budget)

    def fails(self, groups: Collection[int], budget: Budget) -> bool:
        """Whether some groups leave no deal.

        Raises:
            UndecidedError: where the deadline passes before that is found out.
        """
        budget.require()
        try:
            return self.try_find(groups) is None
        except UndecidedError:
            pass
        try:
            return not is_possible(self.grounds.seats, self.grounds.books, self.facts(groups))
        except UndecidedError:
            return self._search(groups, budget) is None

    def quick_core(self, groups: Collection[int]) -> Collection[int]:
        """Some of the groups that leave no deal if they all leave none, where that is soon seen."""
        with suppress(UndecidedError):
            if self.try_find(groups) is None:
                return self._solver.core()
        return groups

    def violated(self, deal: int, groups: Collection[int]) -> frozenset[int]:
        """Those of some groups that a deal (a mask) does not fit."""
        found = self._violated.get(deal)
        if found is None:
            found = self._violated[deal] = self._violated_causes(deal)
        further = frozenset(groups) - self._cause_groups
        more = [group for group in further if not self.fits(deal, group)]
        return found.intersection(groups).union(more)

    def _violated_causes(self, deal: int) -> frozenset[int]:
        """The causes that a deal does not fit.

        Only those need a look that the preferred deal does not fit, or that speak of a placement
        in which the two deals differ.
        """
        touched = self._homeless.union(
            *(self._touching.get(bit, ()) for bit in bits(deal ^ self._home))
        )
        return frozenset([one for one in touched & self._cause_groups if not self.fits(deal, one)])

    def deal_of(self, mask: int) -> Deal:
        """The deal that a mask stands for."""
        return self.placements.deal_of(mask)

    def _search(self, groups: Collection[int], budget: Budget) -> int | None:
        while True:
            budget.require()
            try:
                return self.try_find(groups, LONG)
            except UndecidedError:
                continue

    def fits(self, deal: int, group: int) -> bool:
        """Whether a deal (a mask) fits a group."""
        if not fits_all(deal, self._tests[group]):
            return False
        choices = self._alternatives[group]
        return not choices or all(self.placements.fitting([deal], fact) for fact in choices)
