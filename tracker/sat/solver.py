"""An incremental solver over deals.

MiniCard is MiniSat with native cardinality constraints (Liffiton and Maglalang, "A Cardinality
Solver: More Expressive Constraints for Free", SAT 2012), here through PySAT. Hand sizes need no
encoding: each is one constraint on the literals themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import compress, count
from struct import calcsize
from typing import TYPE_CHECKING, Any, Final, Self

import pysolvers

from tracker.budget import (
    CALL_COST,
    CONFLICT_COST,
    QUICK_CONFLICTS,
    charge,
    is_charged,
    may_be_spent,
)
from tracker.errors import ClosedError, UndecidedError
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Fact
from tracker.sat import encoding
from tracker.sat.encoding import AtMost
from tracker.sat.placements import Placements, bits

_SHORT_LONG: Final = calcsize("l") < 8
"""Whether a C long has 32 bits, as in browsers and on Windows.

PySAT 1.9.dev17 reads a budget as a long, into 64 bits that it has not set. What the upper half is
then, is what the stack had there, and the search may never end. To add a clause leaves zeros there.
"""
_TAUTOLOGY: Final = [1, -1]
"""A clause that says nothing."""


class MiniCard:
    """The solver itself: what PySAT has of it in C, without PySAT's classes around it.

    To import those takes 5% of a short command, and each call goes through three functions. And
    their ``delete`` forgets a solver only after it is freed: an exception in between, Ctrl-C or the
    end of a budget, would let it be freed a second time, and that ends the process.
    """

    def __init__(self) -> None:
        self._handle = pysolvers.minicard_new()

    def free(self) -> None:
        """Free what it has outside Python, once, wherever a signal may interrupt it.

        After that there is no handle to be used: a call raises, and does not end the process.
        """
        handle = vars(self).pop("_handle", None)
        if handle is not None:
            pysolvers.minicard_del(handle)

    __del__ = free

    def add_clause(self, literals: list[int]) -> None:
        """One of some literals is true."""
        pysolvers.minicard_add_cl(self._handle, literals)

    def add_atmost(self, literals: list[int], most: int) -> None:
        """So many of some literals are true at most."""
        pysolvers.minicard_add_am(self._handle, literals, most)

    def set_phases(self, literals: list[int]) -> None:
        """Try these literals first, where a search branches."""
        pysolvers.minicard_setphases(self._handle, literals)

    def solve(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Whether there is a model; None where so many conflicts did not tell.

        PySAT could put a handler of its own in the place of Python's for Ctrl-C, jump out of the
        search and leave the handler behind; told to expect ``interrupt`` from another thread (the
        last argument), it does not, and Ctrl-C is Python's as ever once the search returns.
        """
        if _SHORT_LONG:
            pysolvers.minicard_add_cl(self._handle, _TAUTOLOGY)
        pysolvers.minicard_cbudget(self._handle, conflicts)
        answer: bool | None = pysolvers.minicard_solve_lim(self._handle, assumptions, 0, 1)
        return answer

    def model(self) -> list[int]:
        """A literal for each variable, as the last search, which had a model, left them."""
        return pysolvers.minicard_model(self._handle) or []

    def core(self) -> list[int]:
        """Assumptions of the last search that have no model together; none if it had one."""
        return pysolvers.minicard_core(self._handle) or []

    def conflicts(self) -> int:
        """How many conflicts all its searches have taken."""
        return int(pysolvers.minicard_acc_stats(self._handle)["conflicts"])


class SolverHolder:
    """A context manager that lets go of all that it has at the end, and then answers no more.

    Solvers live outside Python. Each is freed with the last object that refers to it, so whoever
    holds one need not care, and can be closed to free it early.
    """

    closed = False
    """Whether it has been closed."""

    def close(self) -> None:
        """Let go of everything; what is asked then raises ``ClosedError``."""
        vars(self).clear()
        self.closed = True

    if not TYPE_CHECKING:  # which would take any name for one that is there

        def __getattr__(self, name: str) -> Any:
            """What is not there: once it is closed, nothing is."""
            if self.closed and not name.startswith("__"):
                raise ClosedError(type(self).__name__)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __enter__(self) -> Self:
        if self.closed:
            raise ClosedError(type(self).__name__)
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


ROUND = 20_000
"""Conflicts in a round of a search that has no budget."""


class DealSolver(SolverHolder):
    """The deals that fit hand sizes and facts, as a satisfiability problem.

    Use it as a context manager, or ``close`` it: the solver lives outside Python.

    Args:
        placements: the numbering of placements.
        sizes: dealt hand sizes; a seat without one may have been dealt any number.
        allowed: the placements (a mask) not yet excluded; None: all. Only these get variables.
        beside: another deal, of the same numbering, that is to be found together with this one. The
            two share a solver, which is freed with the other deal.
    """

    def __init__(
        self,
        placements: Placements,
        sizes: Mapping[Seat, int],
        allowed: int | None = None,
        beside: DealSolver | None = None,
    ) -> None:
        self.placements = placements
        self._asked = False
        self._conflicts: int | None = None  # not looked up since the last search
        self._allowed = placements.all if allowed is None else allowed
        self._numbers: Iterator[int] = beside._numbers if beside else count(1)
        self._names = encoding.name_placements(placements, self._allowed, self._numbers)
        # What each variable, where it is true, adds to the mask of a deal.
        self._first = min(self._names.variable.values(), default=1)
        self._value = [*[0] * self._first, *self._names.variable]
        self._each = tuple(self._names.variable.values())
        self._is_open = tuple(map(int, self._digits(self._names.open)))
        self._beside = beside
        self._solver: MiniCard = beside._solver if beside else MiniCard()
        for seats in encoding.seats_of_each(placements, self._allowed, self._names):
            self._solver.add_clause(seats)
            self.add_bounds((AtMost(seats, 1),))
        for seat, size in sizes.items():
            self.add_bounds(encoding.between(self._names, placements.of_seat(seat), size, size))

    @property
    def conflicts(self) -> int:
        """How many conflicts its searches have taken so far."""
        if self._conflicts is None:
            self._conflicts = self._solver.conflicts()
        return self._conflicts

    def add(self, facts: Iterable[Fact], switch: int | None = None) -> None:
        """Add facts for good.

        Args:
            facts: the facts.
            switch: a variable; the facts then count only where it is true.
        """
        for fact in facts:
            if isinstance(fact, Clause):
                literals = encoding.clause(self.placements, self._names, fact)
                if literals is not None:
                    self.add_clause(literals, switch)
            else:
                self.add_bounds(encoding.count(self.placements, self._names, fact), switch)

    def exclude(self, mask: int) -> None:
        """Rule placements out, for good."""
        for bit in bits(mask):
            literals = encoding.assume(self._names, [bit], holds=False)
            if literals is None:
                self.add_clause([])
            elif literals:
                self.add_clause(literals)

    def prefer(self, mask: int) -> None:
        """Look first for deals that have these placements and no others."""
        chosen = zip(compress(self._digits(mask), self._is_open), self._each, strict=True)
        # All of them: the solver changes those that it is not told again.
        self._solver.set_phases([name if digit == "1" else -name for digit, name in chosen])

    def _digits(self, mask: int) -> str:
        """A mask as a digit for each placement, in their order."""
        return bin(mask | self.placements.all + 1)[:2:-1]

    def find(self, holds: int = 0, lacks: int = 0, budget: int | None = None) -> int | None:
        """A deal that fits, as a mask.

        Args:
            holds: placements that it must have.
            lacks: placements that it must not have.
            budget: give up after so many conflicts; None: never.

        Returns:
            The deal; None where there is none.

        Raises:
            UndecidedError: where the budget ran out.
            ClosedError: once it is closed.
        """
        self._asked = False
        must = encoding.assume(self._names, bits(holds), holds=True)
        must_not = encoding.assume(self._names, bits(lacks), holds=False)
        if must is None or must_not is None:
            return None
        return self.deal() if self.is_satisfiable(must + must_not, budget) else None

    def core(self) -> int:
        """Placements that the last ``find``, which had no deal, was to have, as a mask.

        With these alone there is no deal either.
        """
        literals = self.core_literals() if self._asked else ()
        return sum(self._value[literal] for literal in literals if literal > 0)

    # -- literals, for the solvers of this package that are built on this one ---------------------

    def literal(self, placement: int) -> int:
        """The literal that is true where a placement (a one-bit mask) holds."""
        variable = self._names.variable.get(placement)
        if variable is not None:
            return variable
        return self.truth if placement & self._names.certain else -self.truth

    @cached_property
    def truth(self) -> int:
        """A literal that is true; the same for deals beside each other."""
        if self._beside is not None:
            return self._beside.truth
        literal = self.new_variable()
        self.add_clause([literal])
        return literal

    def new_variable(self) -> int:
        """A variable that no constraint has yet."""
        return next(self._numbers)

    def add_clause(self, literals: list[int], switch: int | None = None) -> None:
        """Say that one of some literals is true: for good, or where a switch is."""
        self._solver.add_clause(literals if switch is None else [-switch, *literals])

    def add_bounds(self, bounds: Iterable[AtMost], switch: int | None = None) -> None:
        """Say how many of some literals are true at most: for good, or where a switch is."""
        for bound in bounds:
            literals, most = bound if switch is None else encoding.switched(switch, bound)
            if bound.most < 0:
                self.add_clause([], switch)
            elif bound.most < len(bound.literals):
                self._solver.add_atmost(literals, most)

    def is_satisfiable(self, assumptions: list[int], budget: int | None) -> bool:
        """Whether there is a model. It is searched for in rounds, so that Ctrl-C gets through.

        Raises:
            UndecidedError: where the budget of conflicts ran out.
            ClosedError: once it is closed.
        """
        self._asked = True
        self._conflicts = None
        limit = ROUND if budget is None else budget
        if is_charged():
            return self._charged(assumptions, limit)
        while True:
            answer = self._solver.solve(assumptions, limit)
            if answer is not None:
                return answer
            if budget is not None:
                raise UndecidedError

    def _charged(self, assumptions: list[int], limit: int) -> bool:
        """``is_satisfiable`` by a search that whoever opened an account pays for.

        Once that is spent, easy questions are still answered.

        Raises:
            UndecidedError: where it took more conflicts than allowed.
        """
        before = self._solver.conflicts()
        most = min(limit, max(may_be_spent() / CONFLICT_COST, QUICK_CONFLICTS))
        answer = self._solver.solve(assumptions, int(most))
        charge(CALL_COST + CONFLICT_COST * (self._solver.conflicts() - before))
        if answer is None:
            raise UndecidedError
        return answer

    def deal(self) -> int:
        """The deal of the last model, as a mask."""
        value = self._value
        model = self._solver.model()[self._first - 1 : len(value) - 1]
        placed: list[int] = [value[literal] for literal in model if literal > 0]
        return self._names.certain + sum(placed)

    def core_literals(self) -> list[int]:
        """Assumptions of the last search, which had no model, that have none together already."""
        return self._solver.core()


# -- facts that can be switched on and off --------------------------------------------------------


class SwitchedSolver(SolverHolder):
    """Finds deals that fit the groups of facts switched on; not even hand sizes count besides.

    Use it as a context manager, or ``close`` it: the solver lives outside Python.

    Args:
        placements: the numbering of placements.
    """

    def __init__(self, placements: Placements) -> None:
        self.placements = placements
        self._deals = DealSolver(placements, {})
        self._switches: list[int] = []

    def add_group(self, facts: Iterable[Fact]) -> int:
        """Add a group of facts, switched off.

        Returns:
            Its number: 0, 1, 2 …
        """
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

    def find(
        self,
        groups: Iterable[int],
        conflicts: int = QUICK_CONFLICTS,
        *,
        holds: int = 0,
        any_of: Collection[int] = (),
    ) -> int | None:
        """A deal that fits some groups.

        Args:
            groups: numbers of the groups to switch on.
            conflicts: give up after so many conflicts.
            holds: placements that it must have, as a mask.
            any_of: numbers of other groups, of which it must fit at least one.

        Returns:
            The deal as a mask; None where there is none.

        Raises:
            UndecidedError: where it gave up.
            ClosedError: once it is closed.
        """
        assumed = [self._switches[group] for group in groups]
        assumed += map(self._deals.literal, bits(holds))
        if not any_of:
            return self._find(assumed, conflicts)
        switch = self._deals.new_variable()
        self._deals.add_clause([self._switches[group] for group in any_of], switch)
        try:
            return self._find([switch, *assumed], conflicts)
        finally:
            self._deals.add_clause([-switch])

    def core(self) -> list[int]:
        """Groups of the last ``find``, which had no deal, that already have none together."""
        literals = set(self._deals.core_literals())
        return [group for group, switch in enumerate(self._switches) if switch in literals]

    def _find(self, assumed: list[int], conflicts: int) -> int | None:
        """A deal with some literals true."""
        return self._deals.deal() if self._deals.is_satisfiable(assumed, conflicts) else None
