"""An incremental solver over deals.

MiniCard is MiniSat with native cardinality constraints (Liffiton and Maglalang, "A Cardinality
Solver: More Expressive Constraints for Free", SAT 2012), here through PySAT. Hand sizes need no
encoding: each is one constraint on the literals themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from struct import calcsize
from typing import TYPE_CHECKING, Any, Final, Self

import pysolvers

from tracker.budget import (
    CALL_COST,
    CONFLICT_COST,
    QUICK_CONFLICTS,
    charge,
    may_be_spent,
)
from tracker.errors import ClosedError, UndecidedError
from tracker.knowledge.facts import Clause, Fact, Knowledge, Literal
from tracker.knowledge.placements import Placements

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
        self.variables = 0
        """How many variables have been given out."""
        self.conflicts = 0
        """How many conflicts all its searches have taken."""

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
        self.conflicts = pysolvers.minicard_acc_stats(self._handle)["conflicts"]
        return answer

    def model(self) -> list[int]:
        """A literal for each variable, as the last search, which had a model, left them."""
        return pysolvers.minicard_model(self._handle) or []

    def core(self) -> list[int]:
        """Assumptions of the last search that have no model together; none if it had one."""
        return pysolvers.minicard_core(self._handle) or []


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
"""Conflicts in a round of a search: between two rounds Ctrl-C gets through."""


class DealSolver(SolverHolder):
    """The deals that fit hand sizes and facts, as a satisfiability problem.

    Each placement is a variable, in the order of its bits. Use it as a context manager, or
    ``close`` it: the solver lives outside Python.

    Args:
        placements: the numbering of placements.
        known: dealt hand sizes, and facts; a seat without a size may have been dealt any number.
            None: any deal fits.
        allowed: the placements (a mask) not yet excluded; None: all.
        beside: another deal, of the same numbering, that is to be found together with this one. The
            two share a solver, which is freed with the other deal.
    """

    def __init__(
        self,
        placements: Placements,
        known: Knowledge | None = None,
        allowed: int | None = None,
        beside: DealSolver | None = None,
    ) -> None:
        self.placements = placements
        self._solver: MiniCard = beside._solver if beside else MiniCard()
        self._before = self._solver.variables
        self._solver.variables += placements.all.bit_length()
        self._last = self._solver.variables
        self._none = [-literal for literal in self.literals(placements.all)]
        if allowed is not None:
            self.exclude(placements.all & ~allowed)
        for card in placements.cards:
            seats = self.literals(placements.of_card(card))
            self.add_clause(seats)
            self.add_bound(seats, 1)
        if known is not None:
            for seat, size in known.sizes.items():
                self._add_count(placements.of_seat(seat), size, size)
            self.add(known.facts)

    @property
    def conflicts(self) -> int:
        """How many conflicts its searches have taken so far."""
        return self._solver.conflicts

    def add(self, facts: Iterable[Fact], switch: int | None = None) -> None:
        """Add facts for good.

        Args:
            facts: the facts.
            switch: a variable; the facts then count only where it is true.
        """
        for fact in facts:
            if isinstance(fact, Clause):
                self.add_clause(list(map(self._literal, fact.literals)), switch)
            else:
                self._add_count(*self.placements.fact_mask(fact), switch)

    def _literal(self, literal: Literal) -> int:
        """A literal of a clause as the solver has it."""
        variable = self._before + self.placements.bit(literal.card, literal.seat).bit_length()
        return variable if literal.holds else -variable

    def _add_count(self, counted: int, least: int, most: int, switch: int | None = None) -> None:
        """Say how many of some placements (a mask) hold, at least and at most."""
        present = self.literals(counted)
        self.add_bound(present, most, switch)
        self.add_bound([-literal for literal in present], len(present) - least, switch)

    def exclude(self, mask: int) -> None:
        """Rule placements out, for good."""
        for literal in self.literals(mask):
            self.add_clause([-literal])

    def prefer(self, mask: int) -> None:
        """Look first for deals that have these placements and no others."""
        self._solver.set_phases(self._none)  # the solver changes those that it is not told again
        self._solver.set_phases(self.literals(mask))

    def find(
        self,
        holds: int = 0,
        lacks: int = 0,
        budget: int | None = None,
        switches: Iterable[int] = (),
    ) -> int | None:
        """A deal that fits, as a mask.

        Args:
            holds: placements that it must have.
            lacks: placements that it must not have.
            budget: give up after so many conflicts; None: never.
            switches: the switches that are on; the solver may turn on others.

        Returns:
            The deal; None where there is none.

        Raises:
            UndecidedError: where the budget ran out.
            ClosedError: once it is closed.
        """
        must_not = [-literal for literal in self.literals(lacks)]
        assumed = [*switches, *self.literals(holds), *must_not]
        return self.deal() if self.is_satisfiable(assumed, budget) else None

    # -- literals, for the solvers of this package that are built on this one ---------------------

    def literals(self, mask: int) -> list[int]:
        """The literals that are true where placements (a mask) hold, in the order of their bits."""
        literals = []
        while mask:  # as in ``bits``, which would be a generator for each of very many masks
            bit = mask & -mask
            literals.append(self._before + bit.bit_length())
            mask ^= bit
        return literals

    def new_variable(self) -> int:
        """A variable that no constraint has yet."""
        self._solver.variables += 1
        return self._solver.variables

    def add_clause(self, literals: list[int], switch: int | None = None) -> None:
        """Say that one of some literals is true: for good, or where a switch is."""
        self._solver.add_clause(literals if switch is None else [-switch, *literals])

    def add_bound(self, literals: list[int], most: int, switch: int | None = None) -> None:
        """Say how many of some literals are true at most: for good, or where a switch is.

        "At most k of n literals" gets the switch n - k times: with these, at most n of them all are
        true, which says nothing where the switch is false. (The solver takes a literal that stands
        there several times for as many.)

        Example: "at most 1 of a, b, c" with the switch s becomes "at most 3 of a, b, c, s, s".
        """
        if most < 0:
            self.add_clause([], switch)
        elif most < len(literals):
            copies = [] if switch is None else [switch] * (len(literals) - most)
            self._solver.add_atmost([*literals, *copies], most + len(copies))

    def is_satisfiable(self, assumptions: list[int], budget: int | None) -> bool:
        """Whether there is a model. It is searched for in rounds, so that Ctrl-C gets through.

        Whoever opened an account pays for it; once that is spent, easy questions are still
        answered.

        Raises:
            UndecidedError: where the budget of conflicts ran out.
            ClosedError: once it is closed.
        """
        before, answer = self.conflicts, None
        left = max(may_be_spent() / CONFLICT_COST, QUICK_CONFLICTS)
        left = left if budget is None else min(left, budget)
        while answer is None:
            answer = self._solver.solve(assumptions, int(min(left, ROUND)))
            left -= ROUND
            if left <= 0:
                break
        charge(CALL_COST + CONFLICT_COST * (self.conflicts - before))
        if answer is None:
            raise UndecidedError
        return answer

    def deal(self) -> int:
        """The deal of the last model, as a mask."""
        model = self._solver.model()[self._before : self._last]
        placed = [literal for literal in model if literal > 0]
        return sum([1 << literal - self._before - 1 for literal in placed])

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
        self._deals = DealSolver(placements)
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
        moved = [-literal for literal in self._deals.literals(deal)]
        self._deals.add_bound(moved, most, self._switches[group])
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
        switches = [self._switches[group] for group in groups]
        if not any_of:
            return self._deals.find(holds, budget=conflicts, switches=switches)
        switch = self._deals.new_variable()
        self._deals.add_clause([self._switches[group] for group in any_of], switch)
        try:
            return self._deals.find(holds, budget=conflicts, switches=[switch, *switches])
        finally:
            self._deals.add_clause([-switch])

    def core(self) -> list[int]:
        """Groups of the last ``find``, which had no deal, that already have none together."""
        literals = set(self._deals.core_literals())
        return [group for group, switch in enumerate(self._switches) if switch in literals]
