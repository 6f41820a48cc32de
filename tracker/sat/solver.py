"""An incremental solver over deals.

MiniCard is MiniSat with native cardinality constraints (Liffiton and Maglalang, "A Cardinality
Solver: More Expressive Constraints for Free", SAT 2012), here through PySAT. Hand sizes need no
encoding: each is one constraint on the literals themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pysat.solvers import Solver

from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Either, Fact
from tracker.sat import encoding
from tracker.sat.encoding import AtMost
from tracker.sat.placements import Placements, bits
from tracker.sat.solver_holder import SolverHolder

SOLVER = "minicard"
ROUND = 20_000
"""Conflicts after which a solver that may go on for ever looks up first: Ctrl-C gets through."""


class UndecidedError(Exception):
    """The solver's budget ran out before it knew."""


class DealSolver(SolverHolder):
    """The deals that fit hand sizes and facts, as a satisfiability problem.

    Use it as a context manager, or ``close`` it: the solver lives outside Python.

    Args:
        placements: the numbering of placements.
        sizes: dealt hand sizes; a seat without one may have been dealt any number.
        allowed: the placements (a mask) not yet excluded; none: all. Only these get variables.
    """

    def __init__(
        self, placements: Placements, sizes: Mapping[Seat, int], allowed: int | None = None
    ) -> None:
        self.placements = placements
        self.calls = 0
        """How often the solver was asked so far."""
        self._allowed = placements.all if allowed is None else allowed
        self._names = encoding.name_placements(placements, self._allowed)
        self._top = len(self._names.variable)
        # What each variable, where it is true, adds to the mask of a deal.
        self._value = [0, *self._names.variable]
        self._solver = Solver(SOLVER)
        for clause in encoding.one_seat_each(placements, self._allowed, self._names):
            self._solver.add_clause(clause)
        for seat, size in sizes.items():
            self._add_at_most(encoding.between(self._names, placements.of_seat(seat), size, size))

    def close(self) -> None:
        """Free the solver."""
        super().close()
        self._solver.delete()

    @property
    def open_placements(self) -> int:
        """How many placements have a variable."""
        return len(self._names.variable)

    @property
    def conflicts(self) -> int:
        """How many conflicts its searches have taken so far."""
        self._require_open()
        return int(self._solver.accum_stats()["conflicts"])

    def add(self, facts: Iterable[Fact]) -> None:
        """Add facts, for good."""
        self._require_open()
        for fact in facts:
            if isinstance(fact, Clause):
                literals = encoding.clause(self.placements, self._names, fact)
                if literals is not None:
                    self._solver.add_clause(literals)
            elif isinstance(fact, Either):
                self._add_either(fact)
            else:
                self._add_at_most(encoding.count(self.placements, self._names, fact))

    def exclude(self, mask: int) -> None:
        """Rule placements out, for good."""
        for bit in bits(mask):
            literals = encoding.assume(self._names, [bit], holds=False)
            if literals is None:
                self._solver.add_clause([])
            elif literals:
                self._solver.add_clause(literals)

    def prefer(self, mask: int) -> None:
        """Look first for deals that have these placements and no others."""
        self._solver.set_phases(
            [name if bit & mask else -name for bit, name in self._names.variable.items()]
        )

    def find(self, holds: int = 0, lacks: int = 0, budget: int | None = None) -> int | None:
        """A deal that fits, as a mask.

        Args:
            holds: placements that it must have.
            lacks: placements that it must not have.
            budget: give up after so many conflicts; none: never.

        Returns:
            The deal; none where there is none.

        Raises:
            UndecidedError: where the budget ran out.
            ClosedError: once it is closed.
        """
        self._require_open()
        must = encoding.assume(self._names, bits(holds), holds=True)
        must_not = encoding.assume(self._names, bits(lacks), holds=False)
        if must is None or must_not is None:
            return None
        self.calls += 1
        if not self._is_satisfiable(must + must_not, budget):
            return None
        value = self._value
        model = self._solver.get_model()[: len(value) - 1]
        found: list[int] = [value[literal] for literal in model if literal > 0]
        return self._names.certain + sum(found)

    def _is_satisfiable(self, assumptions: list[int], budget: int | None) -> bool:
        """Whether there is a model; in rounds, so that a keyboard interrupt is heard.

        Raises:
            UndecidedError: where the budget of conflicts did not do.
        """
        limit = ROUND if budget is None else budget
        while True:
            self._solver.conf_budget(limit)
            answer = decide(self._solver, assumptions)
            if answer is not None:
                return answer
            if budget is not None:
                raise UndecidedError

    def _add_either(self, fact: Either) -> None:
        switches, parts = encoding.either(self.placements, self._names, fact, self._new_variable)
        self._solver.add_clause(switches)
        for literals in parts.clauses:
            self._solver.add_clause(literals)
        self._add_at_most(parts.at_most)

    def _new_variable(self) -> int:
        self._top += 1
        return self._top

    def _add_at_most(self, constraints: Iterable[AtMost]) -> None:
        for literals, bound in constraints:
            if bound < 0:
                self._solver.add_clause([])
            elif bound < len(literals):
                self._solver.add_atmost(literals, bound)


def decide(solver: Solver, assumptions: list[int]) -> bool | None:
    """Ask a solver within its budget; none where that ran out.

    PySAT would put a handler of its own in the place of Python's for Ctrl-C, jump out of the search
    and leave the handler behind; told to expect ``interrupt`` from another thread, it does not, and
    Ctrl-C is Python's as ever once the search returns.
    """
    answer: bool | None = solver.solve_limited(assumptions, expect_interrupt=True)
    return answer
