"""Deals made from others by a swap: two cards change places, if the facts allow it.

A solver call is expensive; swapping two cards of a known deal usually gives a deal with the
placement that is wanted. All hands keep their sizes, and only the facts about one of the four
placements have to be checked.

Example: to have the 5H with Ann, where Bob has it in a known deal, swap it for each of Ann's cards
that Bob may have been dealt, until all facts are still true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from tracker.knowledge.facts import Clause, Fact
from tracker.knowledge.placements import FactMask, Placements, bits, fits_all
from tracker.sat.solver import DealSolver

# Exchanges of cards that turn one deal into another, and deals in which none is possible.
#
# An *exchange* moves some cards among seats so that every hand keeps its size. A clause about
# none of these cards stays true. A clause about one of them stays true if one of its other
# literals is true: these are its *rest*. So an exchange is possible where the cards are at the
# seats it takes them from, and every rest is true. To forbid it takes one clause, and one
# variable for each rest.
#
# Example: "Ann holds the 2H or the 3H" forbids that Ann's 2H and Bob's 4H change places, unless Ann
# holds the 3H.


class Exchange(NamedTuple):
    """Cards that change hands, where the rests of all clauses about them are true."""

    away: int
    """The placements given up, as a mask."""
    to: int
    """The placements taken instead, as a mask."""
    rests: tuple[int, ...]
    """The rests of the clauses about these placements, as masks: one of each has to hold."""

    def is_possible(self, deal: int) -> bool:
        """Whether it is possible in a deal (a mask) that fits what is known."""
        return not self.away & ~deal and all(deal & rest for rest in self.rests)


class ExchangeFreeSolver(DealSolver):
    """Finds deals in which none of some exchanges is possible."""

    def forbid(self, switch: int, exchange: Exchange) -> None:
        """Where a switch is on, rule out the deals in which an exchange is possible."""
        placed = [-literal for literal in self.literals(exchange.away)]
        self.add_clause([*placed, *map(self._untrue, exchange.rests)], switch)

    def _untrue(self, rest: int) -> int:
        """A literal that is true only where a rest is false."""
        if rest not in self._untruths:
            literal = self._untruths[rest] = self.new_variable()
            for present in self.literals(rest):
                self.add_clause([-literal, -present])
        return self._untruths[rest]

    @cached_property
    def _untruths(self) -> dict[int, int]:
        """The literals made so far, by their rest."""
        return {}


class Swaps:
    """Swaps that some facts allow.

    Placements that are wanted or allowed are never ones that a clause of one literal rules out. So
    these clauses, which are most of them, need not be tested.

    Args:
        placements: the numbering of placements.
    """

    def __init__(self, placements: Placements) -> None:
        self._placements = placements
        self._number = 0
        """How many facts are kept to."""
        self._touching: dict[int, list[FactMask]] = {}
        """For each placement, the facts about it."""

    def keep_to(self, facts: tuple[Fact, ...]) -> None:
        """Allow the swaps after which some facts are true: those of the last call, and more."""
        for fact in facts[self._number :]:
            if not isinstance(fact, Clause) or len(fact.literals) > 1:
                test = self._placements.fact_mask(fact)
                for bit in self._spoken_of(fact):
                    self._touching.setdefault(bit, []).append(test)
        self._number = len(facts)

    def _spoken_of(self, fact: Fact) -> set[int]:
        """The placements that a fact names: in no swap that leaves them as they are it changes."""
        if isinstance(fact, Clause):
            return {self._placements.bit(card, seat) for card, seat, _ in fact.literals}
        return {self._placements.bit(card, fact.seat) for card in fact.cards}

    def mended(
        self, deals: Iterable[int], new: Sequence[Fact], allowed: int, wanted: int
    ) -> Iterator[int]:
        """Deals that have wanted placements, by swaps from deals that have them.

        One new clause after the other is made true by a swap that leaves true what was true. New
        facts of other kinds are not made true.

        Args:
            deals: as masks; all the facts fit them, but for some new ones.
            new: these facts. No deal that they fit has a placement that is wanted.
            allowed: the placements that cards may go to, as a mask.
            wanted: a mask; what a deal has that is found, need not be in the next.
        """
        options = [self._placements.options(fact) for fact in new if isinstance(fact, Clause)]
        counts = [fact for fact in new if not isinstance(fact, Clause)]
        for deal in self._placements.fitting_all(deals, counts):
            mended = deal
            for true in options:
                if mended & wanted and not mended & true:
                    mended = self._swapped(mended, true & allowed, allowed, wanted)
            if mended & wanted:
                yield mended
                wanted &= ~mended

    def near(self, deals: Iterable[int], wanted: int, allowed: int) -> int | None:
        """A deal that has a placement, one swap away from one of some deals; None: none was found.

        Args:
            deals: as masks; all the facts fit them, and none has the placement.
            wanted: the placement.
            allowed: the placements that the other card may go to, as a mask.
        """
        for deal in deals:
            for swapped in swaps(self._placements, deal, wanted, allowed):
                if self._allow(swapped, deal ^ swapped):
                    return swapped
        return None

    def _swapped(self, deal: int, options: int, allowed: int, wanted: int) -> int:
        """A deal with one of some placements and a wanted one, one swap away from a deal; or 0."""
        for option in bits(options):
            for swapped in swaps(self._placements, deal, option, allowed):
                if swapped & wanted and self._allow(swapped, deal ^ swapped):
                    return swapped
        return 0

    def _allow(self, deal: int, changed: int) -> bool:
        """Whether the facts are still true in a deal in which some placements have changed."""
        touching = self._touching
        while changed:  # as in ``bits``, which would be a generator for each of very many swaps
            bit = changed & -changed
            changed ^= bit
            if bit in touching and not fits_all(deal, touching[bit]):
                return False
        return True


def swaps(placements: Placements, deal: int, wanted: int, allowed: int) -> Iterator[int]:
    """The deals that have a placement by swapping its card for one of the seat's.

    Args:
        placements: the numbering of placements.
        deal: a mask; it does not have the placement.
        wanted: the placement.
        allowed: the placements that the other card may go to, as a mask.
    """
    width = len(placements.seats)
    row, column = divmod(wanted.bit_length() - 1, width)
    gives = deal & placements.of_card(placements.cards[row])
    giver = (gives.bit_length() - 1) % width
    near = deal & placements.of_seat(placements.seats[column]) & _moved(allowed, column - giver)
    swapped, back = deal ^ gives ^ wanted, giver - column
    while near:  # as in ``bits``, and what follows as in ``_moved``: there are very many swaps
        given = near & -near
        near ^= given
        yield swapped ^ given ^ (given << back if back >= 0 else given >> -back)


def _moved(mask: int, seats: int) -> int:
    """A mask with each placement moved so many seats further on."""
    return mask << seats if seats >= 0 else mask >> -seats
