"""Sets of placements as bits of one integer.

The placement of the i-th card in the j-th of S seats is bit i·S + j of a *mask*. A deal is a mask
with one bit for each card; "who can hold what" is a mask too. Python's integers make union,
intersection and difference of 300 placements one fast operation each.

Example: with cards ``("2C", "3C")`` and seats ``("A", "B", "C", "D")``, the deal "2C to B, 3C to D"
is ``0b1000_0010``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Deal, Fact

FactMasks: TypeAlias = tuple[int, int, int]
"""A clause or a count as three numbers, to be tested in many deals.

Of a clause: the placements that make it true, those whose absence does, and -1. Of a count: the
placements that it counts, how many of them hold at least, and how many at most."""


class Placements:
    """The numbering of the placements of some cards at some seats.

    Args:
        cards: in deck order.
        seats: in seat order.
    """

    def __init__(self, cards: Sequence[Card], seats: Sequence[Seat]) -> None:
        self.cards = tuple(cards)
        self.seats = tuple(seats)
        self._column = {seat: j for j, seat in enumerate(self.seats)}
        self._row = {card: i * len(self.seats) for i, card in enumerate(self.cards)}
        self._row_mask = (1 << len(self.seats)) - 1
        self._seats_of: dict[int, tuple[Seat, ...]] = {}
        """Seats by their mask: there are few such masks, and each is asked for often."""

    @cached_property
    def all(self) -> int:
        """Every placement."""
        return (1 << len(self.cards) * len(self.seats)) - 1

    def bit(self, card: Card, seat: Seat) -> int:
        """One placement, as a mask."""
        return 1 << (self._row[card] + self._column[seat])

    def of_card(self, card: Card) -> int:
        """All the placements of a card."""
        return self._row_mask << self._row[card]

    def of_seat(self, seat: Seat) -> int:
        """All the placements at a seat."""
        return self.all // self._row_mask << self._column[seat]

    def seats_of(self, mask: int, card: Card) -> tuple[Seat, ...]:
        """The seats at which a mask places a card, in seat order."""
        row = (mask >> self._row[card]) & self._row_mask
        if row not in self._seats_of:
            self._seats_of[row] = tuple(seat for j, seat in enumerate(self.seats) if row >> j & 1)
        return self._seats_of[row]

    def only_seat(self, mask: int, card: Card) -> Seat | None:
        """The seat at which a mask places a card; None unless it is exactly one."""
        row = (mask >> self._row[card]) & self._row_mask
        return None if row == 0 or row & (row - 1) else self.seats[row.bit_length() - 1]

    def settled(self, mask: int) -> dict[Card, Seat]:
        """The cards that a mask places at just one seat."""
        places = ((card, self.only_seat(mask, card)) for card in self.cards)
        return {card: seat for card, seat in places if seat is not None}

    def rivals(self, mask: int) -> int:
        """All other placements of the cards that a mask places."""
        rows = (self.of_card(card) for card in self.cards)
        return sum(row & ~mask for row in rows if row & mask)

    def denied(self, facts: Iterable[Fact]) -> int:
        """The placements that clauses with a single literal rule out."""
        denied = 0
        for fact in facts:
            if isinstance(fact, Clause) and len(fact.literals) == 1:
                ((card, seat, holds),) = fact.literals
                bit = self.bit(card, seat)
                denied |= self.of_card(card) & ~bit if holds else bit
        return denied

    def mask_of(self, deal: Deal) -> int:
        """A deal, or a part of one, as a mask."""
        return sum(self.bit(card, seat) for card, seat in deal.items())

    def deal_of(self, mask: int) -> Mapping[Card, Seat]:
        """The deal that a mask stands for: one bit for each card."""
        return {card: self.seats_of(mask, card)[0] for card in self.cards}

    def masks(self, clause: Clause) -> tuple[int, int]:
        """The placements that make a clause true, and those whose absence makes it true."""
        positive = negative = 0
        for card, seat, holds in clause.literals:
            if holds:
                positive |= self.bit(card, seat)
            else:
                negative |= self.bit(card, seat)
        return positive, negative

    def options(self, clause: Clause) -> int:
        """The placements of which each makes a clause true."""
        options = 0
        for card, seat, holds in clause.literals:
            bit = self.bit(card, seat)
            options |= bit if holds else self.of_card(card) & ~bit
        return options

    def fact_masks(self, fact: Fact) -> FactMasks:
        """A fact as masks."""
        if isinstance(fact, Clause):
            return (*self.masks(fact), -1)
        counted = sum(self.bit(card, fact.seat) for card in fact.cards)
        return (counted, fact.least, fact.most)

    def fitting_all(self, deals: Iterable[int], facts: Iterable[Fact]) -> list[int]:
        """Those of some deals (masks) that all of some facts fit."""
        left = list(deals)
        for mask, other, most in map(self.fact_masks, facts):
            if most < 0:
                left = [deal for deal in left if deal & mask or ~deal & other]
            else:
                left = [deal for deal in left if other <= (deal & mask).bit_count() <= most]
        return left


def fits_all(deal: int, facts: Iterable[FactMasks]) -> bool:
    """Whether some facts are true in a deal (a mask)."""
    for mask, other, most in facts:
        if most < 0:
            if not (deal & mask or ~deal & other):
                return False
        elif not other <= (deal & mask).bit_count() <= most:
            return False
    return True


def spoken_of(fact: FactMasks) -> int:
    """The placements that a fact is about, as a mask."""
    mask, other, most = fact
    return mask if most >= 0 else mask | other


def bits(mask: int) -> Iterator[int]:
    """The single placements of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
