"""A solver over deals whose facts come in groups that can be switched on and off.

An explanation asks the same question with ever other sets of facts: so each group has a *switch*, a
variable that is assumed where the group is to count. A clause gets the negated switch as one more
literal; how a bound is switched is ``encoding.switched``'s.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from pysat.solvers import Solver

from tracker.errors import UndecidedError
from tracker.knowledge.facts import Clause, Either, Fact
from tracker.sat import encoding
from tracker.sat.encoding import AtMost, Switched
from tracker.sat.placements import Placements, bits
from tracker.sat.solver import SOLVER, SolverHolder, decide, free


class SwitchedSolver(SolverHolder):
    """Deals that fit the groups of facts switched on; nothing else, hand sizes included, counts.

    Use it as a context manager, or ``close`` it: the solver lives outside Python.

    Args:
        placements: the numbering of placements.
    """

    def __init__(self, placements: Placements) -> None:
        self.placements = placements
        self._numbers = count(1)
        self._names = encoding.name_placements(placements, placements.all, self._numbers)
        self._value: list[int] = [0, *self._names.variable]
        self._switches: list[int] = []
        self._solver = Solver(SOLVER)
        self._held.callback(free, self._solver)
        for clause in encoding.one_seat_each(placements, placements.all, self._names):
            self._solver.add_clause(clause)

    def add_group(self, facts: Iterable[Fact]) -> int:
        """Add a group of facts, switched off.

        Returns:
            Its number: 0, 1, 2 …
        """
        self._require_open()
        switch = self._new_variable()
        self._switches.append(switch)
        for fact in facts:
            if isinstance(fact, Clause):
                literals = encoding.clause(self.placements, self._names, fact)
                if literals is not None:
                    self._solver.add_clause([-switch, *literals])
            elif isinstance(fact, Either):
                self._add_either(switch, fact)
            else:
                self._add_bounds(switch, encoding.count(self.placements, self._names, fact))
        return len(self._switches) - 1

    def prefer(self, deal: int) -> None:
        """Look first for deals like this one."""
        self._solver.set_phases(
            [name if bit & deal else -name for bit, name in self._names.variable.items()]
        )

    def add_closeness(self, deal: int, most: int) -> int:
        """Add a group that says: at most so many cards lie elsewhere than in a deal (a mask).

        Returns:
            Its number.
        """
        switch = self._new_variable()
        self._switches.append(switch)
        placed = [-name for bit, name in self._names.variable.items() if bit & deal]
        self._add_bounds(switch, [AtMost(placed, most)])
        return len(self._switches) - 1

    def find(self, groups: Iterable[int], conflicts: int, holds: int = 0) -> int | None:
        """A deal that fits some groups.

        Args:
            groups: numbers of the groups to switch on.
            conflicts: give up after so many conflicts.
            holds: placements that it must have, as a mask.

        Returns:
            The deal as a mask; none where there is none.

        Raises:
            UndecidedError: where it gave up.
        """
        assumed = [self._switches[group] for group in groups]
        assumed += [self._names.variable[bit] for bit in bits(holds)]
        return self._found(assumed, conflicts)

    def find_more(self, groups: Iterable[int], any_of: Iterable[int], conflicts: int) -> int | None:
        """A deal that fits some groups, and one at least of some others.

        Args:
            groups: numbers of the groups to switch on.
            any_of: numbers of those others.
            conflicts: give up after so many conflicts.

        Returns:
            The deal as a mask; none where there is none.

        Raises:
            UndecidedError: where it gave up.
        """
        self._require_open()
        asked = self._new_variable()
        self._solver.add_clause([-asked, *(self._switches[group] for group in any_of)])
        try:
            return self._found([asked, *(self._switches[group] for group in groups)], conflicts)
        finally:
            self._solver.add_clause([-asked])

    def _found(self, assumed: list[int], conflicts: int) -> int | None:
        """A deal with some literals true."""
        self._require_open()
        self._solver.conf_budget(conflicts)
        found = decide(self._solver, assumed)
        if found is None:
            raise UndecidedError
        if not found:
            return None
        model: list[int] = self._solver.get_model()[: len(self._names.variable)]
        return sum([self._value[literal] for literal in model if literal > 0])

    def core(self) -> list[int]:
        """Of the groups of the last ``find``, which had no deal, some that have none already."""
        switches = set(self._solver.get_core() or ())
        return [group for group, switch in enumerate(self._switches) if switch in switches]

    def _new_variable(self) -> int:
        return next(self._numbers)

    def _add_either(self, switch: int, fact: Either) -> None:
        switches, parts = encoding.either(self.placements, self._names, fact, self._new_variable)
        self._solver.add_clause([-switch, *switches])
        self._add(parts)

    def _add_bounds(self, switch: int, bounds: Iterable[AtMost]) -> None:
        self._add(encoding.switched(switch, bounds))

    def _add(self, parts: Switched) -> None:
        for literals in parts.clauses:
            self._solver.add_clause(literals)
        for literals, bound in parts.at_most:
            self._solver.add_atmost(literals, bound)
