"""Deals made from others by a swap: two cards change places, if the facts allow it.

To find a deal with a certain placement takes a solver a search. Where there is a deal that lacks
it, another is mostly near: the seat that has the card gives it for one of those of the seat that is
to have it. All hands keep their sizes, and only what facts say of the four placements needs a look.

Example: to have the 5H with Ann, where Bob has it in some deal: swap it for each of Ann's cards
that Bob may have been dealt, until all facts are still true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from tracker.knowledge.facts import Clause, Either, Fact
from tracker.sat.placements import Placements, bits

_Masks: TypeAlias = tuple[int, int]
"""A clause: one of the first placements holds, or one of the second does not."""


class Swap(NamedTuple):
    """Two cards that change places."""

    deal: int
    """What comes of it, as a mask."""
    given: tuple[int, int]
    """The placements given up,"""
    taken: tuple[int, int]
    """and those taken instead."""


class Swaps:
    """Swaps that some facts allow.

    Args:
        placements: the numbering of placements.
    """

    def __init__(self, placements: Placements) -> None:
        self._placements = placements
        self._facts: tuple[Fact, ...] = ()
        self._wanting: dict[int, list[_Masks]] = {}
        """By a placement, the clauses that may be true for it."""
        self._barring: dict[int, list[_Masks]] = {}
        """By a placement, the clauses that may be true for its absence."""
        self._counts: list[tuple[int, int, int]] = []
        self._choices: list[Either] = []

    def keep_to(self, facts: tuple[Fact, ...]) -> None:
        """Allow what all of some facts allow; quickest where they are the last ones and more."""
        known = len(self._facts)
        if facts[:known] != self._facts:
            known = 0
            for kept in (self._wanting, self._barring, self._counts, self._choices):
                kept.clear()
        self._facts = facts
        for fact in facts[known:]:
            self._add(fact)

    def _add(self, fact: Fact) -> None:
        """Look at a fact whenever a placement that it speaks of is given up, or taken."""
        if isinstance(fact, Clause):
            masks = positive, negative = self._placements.masks(fact)
            for bit in bits(positive):
                self._wanting.setdefault(bit, []).append(masks)
            for bit in bits(negative):
                self._barring.setdefault(bit, []).append(masks)
        elif isinstance(fact, Either):
            self._choices.append(fact)
        else:
            counted = self._placements.mask_of_count(fact)
            self._counts.append((counted, fact.least, fact.most))

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
            for swap in swaps(self._placements, deal, wanted, allowed, liked):
                if self._allow(swap):
                    return swap.deal
        return None

    def _allow(self, swap: Swap) -> bool:
        """Whether the facts are still true where some placements have become others."""
        deal = swap.deal
        for bit in swap.given:
            for positive, negative in self._wanting.get(bit, ()):
                if not (deal & positive or ~deal & negative):
                    return False
        for bit in swap.taken:
            for positive, negative in self._barring.get(bit, ()):
                if not (deal & positive or ~deal & negative):
                    return False
        for counted, least, most in self._counts:
            if not least <= (deal & counted).bit_count() <= most:
                return False
        return all(self._placements.fitting([deal], choice) for choice in self._choices)


def swaps(
    placements: Placements, deal: int, wanted: int, allowed: int, liked: int = 0
) -> Iterator[Swap]:
    """The ways to have a placement by swapping its card for one of the seat's.

    Args:
        placements: the numbering of placements.
        deal: a mask; it has not the placement.
        wanted: the placement.
        allowed: those that the other card may go to.
        liked: those of which come first.
    """
    width = len(placements.seats)
    row, column = divmod(wanted.bit_length() - 1, width)
    every = (1 << width) - 1
    gives = deal & every << row * width
    giver = (gives.bit_length() - 1) % width
    near = deal & placements.all // every << column & _moved(allowed, column - giver)
    first = near & _moved(liked, column - giver)
    for some in (first, near & ~first):
        for given in bits(some):
            other = _moved(given, giver - column)
            yield Swap(deal ^ gives ^ wanted ^ given ^ other, (gives, given), (wanted, other))


def _moved(mask: int, seats: int) -> int:
    """The same placements so many seats further on."""
    return mask << seats if seats >= 0 else mask >> -seats
