"""Deals made from others by a swap: two cards change places, if the facts allow it.

To find a deal with a certain placement takes a solver a search. Where there is a deal that lacks
it, another is mostly near: the seat that has the card gives it for one of those of the seat that is
to have it. All hands keep their sizes, and only what facts say of the four placements needs a look.

Example: to have the 5H with Ann, where Bob has it in some deal: swap it for each of Ann's cards
that Bob may have been dealt, until all facts are still true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.knowledge.facts import Either, Fact
from tracker.sat.placements import FactMasks, Placements, bits, fits_all, spoken_of


class Swaps:
    """Swaps that some facts allow.

    Args:
        placements: the numbering of placements.
    """

    def __init__(self, placements: Placements) -> None:
        self._placements = placements
        self._facts: tuple[Fact, ...] = ()
        self._touching: dict[int, list[FactMasks]] = {}
        """By a placement, the facts that speak of it."""
        self._choices: list[Either] = []

    def keep_to(self, facts: tuple[Fact, ...]) -> None:
        """Allow what all of some facts allow; quickest where they are the last ones, or more."""
        if facts is self._facts:
            return
        known = len(self._facts)
        if facts[:known] != self._facts:
            known = 0
            self._touching.clear()
            self._choices.clear()
        self._facts = facts
        for fact in facts[known:]:
            self._add(fact)

    def _add(self, fact: Fact) -> None:
        """Look at a fact whenever a placement that it speaks of is given up, or taken."""
        if isinstance(fact, Either):
            self._choices.append(fact)
            return
        masks = self._placements.fact_masks(fact)
        for bit in bits(spoken_of(masks)):
            self._touching.setdefault(bit, []).append(masks)

    def with_placement(
        self, deals: Iterable[int], wanted: int, allowed: int, liked: int
    ) -> int | None:
        """A deal that has a placement, one swap away from one of some deals.

        Args:
            deals: as masks; all the facts fit them, and none has the placement.
            wanted: the placement.
            allowed: those that the other card may go to.
            liked: those that it should go to, if it can.

        Returns:
            The first that is found; none where there is none, which does not say that no deal has
            the placement.
        """
        for deal in deals:
            for found in swaps(self._placements, deal, wanted, allowed, liked):
                if self._allow(found, deal ^ found):
                    return found
        return None

    def _allow(self, deal: int, changed: int) -> bool:
        """Whether the facts are still true in a deal, where some placements are others now."""
        touching = (self._touching.get(bit, ()) for bit in bits(changed))
        return all(fits_all(deal, facts) for facts in touching) and all(
            self._placements.fitting([deal], choice) for choice in self._choices
        )


def swaps(
    placements: Placements, deal: int, wanted: int, allowed: int, liked: int = 0
) -> Iterator[int]:
    """The deals that have a placement by swapping its card for one of the seat's.

    Args:
        placements: the numbering of placements.
        deal: a mask; it has not the placement.
        wanted: the placement.
        allowed: those that the other card may go to.
        liked: those of which come first.
    """
    width = len(placements.seats)
    row, column = divmod(wanted.bit_length() - 1, width)
    gives = deal & placements.of_card(placements.cards[row])
    giver = (gives.bit_length() - 1) % width
    near = deal & placements.of_seat(placements.seats[column]) & _moved(allowed, column - giver)
    first = near & _moved(liked, column - giver)
    for some in (first, near & ~first):
        for given in bits(some):
            yield deal ^ gives ^ wanted ^ given ^ _moved(given, giver - column)


def _moved(mask: int, seats: int) -> int:
    """The same placements so many seats further on."""
    return mask << seats if seats >= 0 else mask >> -seats
