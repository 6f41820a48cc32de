"""A solver over deals whose facts come in groups that can be switched on and off.

An explanation asks the same question with ever other sets of facts: so each group has a *switch*, a
variable that is assumed where the group is to count. A clause gets the negated switch as one more
literal. "At most k of n literals" gets n − k *ballast* literals that the switch makes true:
with them, at most n of them all are true, which says nothing where the ballast is false.

Example: "at most 1 of a, b, c" with the switch s becomes "at most 3 of a, b, c, p, q", with "s
implies p" and "s implies q".
"""

from __future__ import annotations

from collections.abc import Iterable

from pysat.solvers import Solver

from tracker.knowledge.facts import Clause, Count, Fact
from tracker.sat import encoding
from tracker.sat.encoding import AtMost
from tracker.sat.placements import Placements, bits
from tracker.sat.solver import SOLVER, UndecidedError, decide
from tracker.sat.solver_holder import SolverHolder


class SwitchedSolver(SolverHolder):
    """Deals that fit the groups of facts switched on; nothing else, hand sizes included, counts.

    Use it as a context manager, or ``close`` it: the solver lives outside Python.

    Args:
        placements: the numbering of placements.
    """

    def __init__(self, placements: Placements) -> None:
        self.placements = placements
        self._names = encoding.name_placements(placements, placements.all)
        self._value: list[int] = [0, *self._names.variable]
        self._top = len(self._names.variable)
        self._switches: list[int] = []
        self._solver = Solver(SOLVER)
        for clause in encoding.one_seat_each(placements, placements.all, self._names):
            self._solver.add_clause(clause)

    def close(self) -> None:
        """Free the solver."""
        super().close()
        self._solver.delete()

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
            else:
                self._add_count(switch, fact)
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
        self._add_at_most(switch, AtMost(placed, most))
        return len(self._switches) - 1

    def find(
        self, groups: Iterable[int], conflicts: int, holds: int = 0, lacks: int = 0
    ) -> int | None:
        """A deal that fits some groups.

        Args:
            groups: numbers of the groups to switch on.
            conflicts: give up after so many conflicts.
            holds: placements that it must have, as a mask.
            lacks: placements that it must not have.

        Returns:
            The deal as a mask; none where there is none.

        Raises:
            UndecidedError: where it gave up.
        """
        self._require_open()
        self._solver.conf_budget(conflicts)
        assumed = [self._switches[group] for group in groups]
        assumed += [self._names.variable[bit] for bit in bits(holds)]
        assumed += [-self._names.variable[bit] for bit in bits(lacks)]
        found = decide(self._solver, assumed)
        if found is None:
            raise UndecidedError
        if not found:
            return None
        model: list[int] = self._solver.get_model()[: len(self._names.variable)]
        return sum(self._value[literal] for literal in model if literal > 0)

    def core(self) -> list[int]:
        """Of the groups of the last ``find``, which had no deal, some that have none already."""
        switches = set(self._solver.get_core() or ())
        return [group for group, switch in enumerate(self._switches) if switch in switches]

    def _new_variable(self) -> int:
        self._top += 1
        return self._top

    def _add_count(self, switch: int, fact: Count) -> None:
        for bound in encoding.count(self.placements, self._names, fact):
            self._add_at_most(switch, bound)

    def _add_at_most(self, switch: int, constraint: AtMost) -> None:
        """Add a bound that holds while its switch is on, by ballast that the switch makes true."""
        literals, bound = constraint
        if bound < 0:
            self._solver.add_clause([-switch])
            return
        ballast = [self._new_variable() for _ in range(len(literals) - bound)]
        for literal in ballast:
            self._solver.add_clause([-switch, literal])
        if ballast:
            self._solver.add_atmost([*literals, *ballast], len(literals))
