"""Deals of cards in several versions: where a card was dealt, and where it was after each stretch.

Past a missing stretch a card has a new version (``tracker.knowledge.stretch_facts``). A deal of all
versions, found by a solver, is one way in which cards and stretches can have gone. What no such
deal has is impossible. A search that takes too long is given up: then nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tracker.errors import UndecidedError
from tracker.knowledge.facts import Deal, Knowledge
from tracker.knowledge.stretch_facts import can_be_out
from tracker.sat import DealSolver, Placements
from tracker.sat.placements import bits
from tracker.sat.solver import SolverHolder

CONFLICTS: Final = 10_000
"""After so many conflicts one search is given up."""
ALL_CONFLICTS: Final = 60_000
"""After so many in all, every search is."""


class Spread(NamedTuple):
    """Which of some placements (masks) are possible."""

    possible: int
    """Those that some deal has."""
    undecided: int
    """Those of which it was given up to find out."""


class VersionSearch(SolverHolder):
    """Searches the deals of all versions of the cards.

    It holds a solver: use it as a context manager, or ``close`` it.

    Args:
        known: all that is known of them.
    """

    def __init__(self, known: Knowledge) -> None:
        self.known = known
        self.placements = Placements(known.cards, known.seats)
        out = can_be_out(known)
        *_, nowhere = known.seats
        never = sum(self.placements.bit(card, nowhere) for card in known.cards if card not in out)
        allowed = self.placements.all & ~never & ~self.placements.denied(known.facts)
        self._solver = self._hold(DealSolver(self.placements, {}, allowed))
        self._solver.add(known.facts)

    def find(self, holds: int = 0, lacks: int = 0) -> int | None:
        """A deal, as a mask, that has some placements and lacks others; None where there is none.

        Raises:
            UndecidedError: where the search was given up.
        """
        left = ALL_CONFLICTS - self._solver.conflicts
        if left <= 0:
            raise UndecidedError("not decided: the search was given up")
        return self._solver.find(holds, lacks, min(left, CONFLICTS))

    def deal(self) -> Deal | None:
        """A deal; None where there is none.

        Raises:
            UndecidedError: where the search was given up.
        """
        mask = self.find()
        return None if mask is None else self.placements.deal_of(mask)

    def spread(self, wanted: int) -> Spread:
        """Which of some placements are possible."""
        possible = undecided = 0
        unseen = wanted
        while unseen:
            bit = unseen & -unseen
            self._solver.prefer(unseen)
            try:
                deal = self.find(holds=bit)
            except UndecidedError:
                undecided |= bit
                deal = bit
            else:
                possible |= (deal or 0) & wanted
            unseen &= ~(deal or bit)
        return Spread(possible, undecided & ~possible)

    def dealt(self, cards: Iterable[str]) -> Iterator[Deal]:
        """The ways in which some cards can be placed, each once.

        Raises:
            UndecidedError: where the search was given up.
        """
        rows = sum(map(self.placements.of_card, cards))
        while (mask := self.find()) is not None:
            chosen = mask & rows
            yield {
                card: self.placements.seats_of(chosen, card)[0]
                for card in self.placements.cards
                if chosen & self.placements.of_card(card)
            }
            literals = [-self._solver.literal(bit) for bit in bits(chosen)]
            self._solver.add_clause(literals)
