"""The cheap propagator: what a beginner's program sees, who crosses off one cell after the other.

It knows four things, and nothing of how they go together: a card is with one seat; a seat that has
all its cards has no others; a seat that can have only so many cards as it must has all of these;
and of "one of these", what is left once all others are crossed off. Puzzles of the higher levels
must not fall to it.

Example: Ann lacks the 5H, so do Bob and Carl: Dora has it. Her hand is full then: she has no 6H.
"""

from __future__ import annotations

from collections.abc import Iterable

from tracker.explain.smallest.causes import present
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Clause, Count, Knowledge, Literal
from tracker.sat import Placements
from tracker.sat.placements import bits


class CheapView:
    """What the cheap propagator makes of a position.

    Args:
        deduction: the position.
    """

    def __init__(self, deduction: Deduction) -> None:
        known: Knowledge = deduction.knowledge
        grounds = present(known, deduction.state)
        self._placements = Placements(known.cards, known.seats)
        self._possible = self._placements.all
        clauses = [fact for fact in grounds.facts if isinstance(fact, Clause)]
        self._clauses = [self._placements.masks(clause) for clause in clauses]
        counts = (fact for fact in grounds.facts if isinstance(fact, Count))
        self._counts = [
            (self._placements.mask_of_count(one), one.least, one.most) for one in counts
        ]
        self._spread()

    def settles(self, literals: Iterable[Literal]) -> bool:
        """Whether it finds all of some things (of the dealt hands) out."""
        return all(self._knows(*literal) for literal in literals)

    def refutes(self, literals: Iterable[Literal]) -> bool:
        """Whether it finds out that one of some things is not so."""
        return any(self._knows(card, seat, not holds) for card, seat, holds in literals)

    def _knows(self, card: str, seat: str, holds: bool) -> bool:
        row = self._possible & self._placements.of_card(card)
        bit = self._placements.bit(card, seat)
        return row == bit if holds else not row & bit

    def _spread(self) -> None:
        """Cross off until nothing changes."""
        before = -1
        while before != self._possible:
            before = self._possible
            for holds, lacks in self._clauses:
                self._one_of(holds, lacks)
            for cells, least, most in self._counts:
                self._count(cells, least, most)

    def _certain(self) -> int:
        """The cells that must hold: the only ones of their cards."""
        found = 0
        for card in self._placements.cards:
            row = self._possible & self._placements.of_card(card)
            if row and not row & (row - 1):
                found |= row
        return found

    def _one_of(self, holds: int, lacks: int) -> None:
        """The one literal of a clause that is not false must be true."""
        certain = self._certain() if lacks else 0
        open_holds = holds & self._possible
        open_lacks = lacks & ~certain
        if (lacks & ~self._possible) or (open_holds | open_lacks).bit_count() != 1:
            return
        if open_holds:
            self._place(open_holds)
        else:
            self._possible &= ~open_lacks

    def _count(self, cells: int, least: int, most: int) -> None:
        """A full hand has no others; one short of cards has all that are left."""
        open_cells = cells & self._possible
        sure = cells & self._certain()
        if sure.bit_count() == most:
            self._possible &= ~(open_cells & ~sure)
        elif open_cells.bit_count() == least:
            for bit in bits(open_cells):
                self._place(bit)

    def _place(self, bit: int) -> None:
        self._possible &= ~self._placements.rivals(bit)
