"""Deals in which certain exchanges of cards are not possible.

An *exchange* moves some cards among seats so that every hand keeps its size. What a clause says is
still so after it, unless the clause spoke of one of these cards: then one of its other literals has
to be true (its *rest*). So "the exchange is possible" is: the cards are where it takes them from,
and every rest is true. To forbid it takes one clause, and one variable for each rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple, TypeAlias

from tracker.sat import encoding
from tracker.sat.placements import bits
from tracker.sat.solver import DealSolver

Rest: TypeAlias = tuple[int, int]
"""A clause as masks of placements: one of the first holds, or one of the second does not."""


class Exchange(NamedTuple):
    """Cards that change hands, if the rest of what is known allows it."""

    away: int
    """The placements given up, as a mask."""
    to: int
    """Those taken instead."""
    rests: tuple[Rest, ...]

    def is_possible(self, deal: int) -> bool:
        """Whether it is in a deal (a mask) that fits what is known."""
        return not self.away & ~deal and all(
            deal & positive or ~deal & negative for positive, negative in self.rests
        )


class ExchangeFreeSolver(DealSolver):
    """Finds deals in which none of some exchanges is possible."""

    def forbid(self, switch: int, away: int, rests: Iterable[Rest]) -> None:
        """Where a switch is on, no deal has certain placements and all of some rests."""
        placed = [-self.literal(bit) for bit in bits(away)]
        self.add_clause([-switch, *placed, *map(self._untrue, rests)])

    def find_free(self, switches: Iterable[int], lacks: int, budget: int) -> int | None:
        """A deal without what some switches forbid.

        Args:
            switches: those that are on; the others are left as they come.
            lacks: placements that it must not have.
            budget: give up after so many conflicts.

        Raises:
            UndecidedError: where it gave up.
            ClosedError: once it is closed.
        """
        must_not = encoding.assume(self._names, bits(lacks), holds=False)
        if must_not is None or not self.is_satisfiable([*switches, *must_not], budget):
            return None
        return self.deal()

    def _untrue(self, rest: Rest) -> int:
        """A literal that is true only where a rest is not."""
        if rest not in self._untruths:
            literal = self._untruths[rest] = self.new_variable()
            for bit in bits(rest[0]):
                self.add_clause([-literal, -self.literal(bit)])
            for bit in bits(rest[1]):
                self.add_clause([-literal, self.literal(bit)])
        return self._untruths[rest]

    @cached_property
    def _untruths(self) -> dict[Rest, int]:
        """The literals made so far."""
        return {}
