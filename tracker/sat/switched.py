"""A solver over deals whose facts come in groups that can be switched on and off.

The search for an explanation asks of many sets of facts whether a deal is left. So each group of
facts has a *switch*: a variable that is assumed to be true where the group is to count.
"""

from __future__ import annotations

from collections.abc import Iterable

from tracker.knowledge.facts import Fact
from tracker.sat.encoding import AtMost
from tracker.sat.placements import Placements, bits
from tracker.sat.solver import DealSolver, SolverHolder


class SwitchedSolver(SolverHolder):
    """Finds deals that fit the groups of facts switched on; not even hand sizes count besides.

    Use it as a context manager, or ``close`` it: the solver lives outside Python.

    Args:
        placements: the numbering of placements.
    """

    def __init__(self, placements: Placements) -> None:
        self.placements = placements
        self._deals = self._hold(DealSolver(placements, {}))
        self._switches: list[int] = []

    def add_group(self, facts: Iterable[Fact]) -> int:
        """Add a group of facts, switched off.

        Returns:
            Its number: 0, 1, 2 …
        """
        self._require_open()
        switch = self._deals.new_variable()
        self._switches.append(switch)
        self._deals.add(facts, switch)
        return len(self._switches) - 1

    def prefer(self, deal: int) -> None:
        """Look first for deals like this one."""
        self._deals.prefer(deal)

    def add_closeness(self, deal: int, most: int) -> int:
        """Add a group that says: at most so many cards lie elsewhere than in a deal (a mask).

        Returns:
            Its number.
        """
        group = self.add_group(())
        moved = [-self._deals.literal(bit) for bit in bits(deal)]
        self._deals.add_bounds([AtMost(moved, most)], self._switches[group])
        return group

    def find(self, groups: Iterable[int], conflicts: int, holds: int = 0) -> int | None:
        """A deal that fits some groups.

        Args:
            groups: numbers of the groups to switch on.
            conflicts: give up after so many conflicts.
            holds: placements that it must have, as a mask.

        Returns:
            The deal as a mask; None where there is none.

        Raises:
            UndecidedError: where it gave up.
            ClosedError: once it is closed.
        """
        assumed = [self._switches[group] for group in groups]
        assumed += map(self._deals.literal, bits(holds))
        return self._find(assumed, conflicts)

    def find_more(self, groups: Iterable[int], any_of: Iterable[int], conflicts: int) -> int | None:
        """A deal that fits some groups, and at least one of some others.

        Args:
            groups: numbers of the groups to switch on.
            any_of: numbers of those others.
            conflicts: give up after so many conflicts.

        Returns:
            The deal as a mask; None where there is none.

        Raises:
            UndecidedError: where it gave up.
            ClosedError: once it is closed.
        """
        self._require_open()
        switch = self._deals.new_variable()
        self._deals.add_clause([self._switches[group] for group in any_of], switch)
        try:
            return self._find([switch, *(self._switches[group] for group in groups)], conflicts)
        finally:
            self._deals.add_clause([-switch])

    def core(self) -> list[int]:
        """Groups of the last ``find``, which had no deal, that already have none together."""
        literals = set(self._deals.core_literals())
        return [group for group, switch in enumerate(self._switches) if switch in literals]

    def _find(self, assumed: list[int], conflicts: int) -> int | None:
        """A deal with some literals true."""
        self._require_open()
        return self._deals.deal() if self._deals.is_satisfiable(assumed, conflicts) else None
