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

FactMask: TypeAlias = tuple[int, int, int]
"""A fact, to be tested in many deals: some placements, how many of them hold at least and at most.

A clause is such a count, too: it is true where at least one placement holds that makes it true."""


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

    def settled(self, mask: int) -> dict[Card, Seat]:
        """The cards that a mask places at just one seat."""
        places = ((card, self.seats_of(mask, card)) for card in self.cards)
        return {card: seats[0] for card, seats in places if len(seats) == 1}

    def rivals(self, mask: int) -> int:
        """All other placements of the cards that a mask places."""
        width = len(self.seats)
        starts = {(bit.bit_length() - 1) // width * width for bit in bits(mask)}
        return sum(self._row_mask << start for start in starts) & ~mask

    def denied(self, facts: Iterable[Fact]) -> int:
        """The placements that clauses with a single literal rule out."""
        denied = 0
        for fact in facts:
            if isinstance(fact, Clause) and len(fact.literals) == 1:
                denied |= self.of_card(fact.literals[0].card) & ~self.options(fact)
        return denied

    def mask_of(self, deal: Deal) -> int:
        """A deal, or a part of one, as a mask."""
        return sum(self.bit(card, seat) for card, seat in deal.items())

    def deal_of(self, mask: int) -> Mapping[Card, Seat]:
        """The deal that a mask stands for: one bit for each card."""
        return {card: self.seats_of(mask, card)[0] for card in self.cards}

    def options(self, clause: Clause) -> int:
        """The placements of which each makes a clause true: not with Ann is with another seat."""
        options = 0
        for card, seat, holds in clause.literals:
            bit = self.bit(card, seat)
            options |= bit if holds else self.of_card(card) & ~bit
        return options

    def fact_mask(self, fact: Fact) -> FactMask:
        """A fact as placements, and how many of them hold."""
        if isinstance(fact, Clause):
            return self.options(fact), 1, len(self.cards)
        counted = sum(self.bit(card, fact.seat) for card in fact.cards)
        return counted, fact.least, fact.most

    def fitting_all(self, deals: Iterable[int], facts: Iterable[Fact]) -> list[int]:
        """Those of some deals (masks) that all of some facts fit."""
        left = list(deals)
        for mask, least, most in map(self.fact_mask, facts):
            left = [deal for deal in left if least <= (deal & mask).bit_count() <= most]
        return left


def fits_all(deal: int, facts: Iterable[FactMask]) -> bool:
    """Whether some facts are true in a deal (a mask)."""
    for mask, least, most in facts:  # noqa: SIM110 (no generator for each of very many deals)
        if not least <= (deal & mask).bit_count() <= most:
            return False
    return True


def bits(mask: int) -> Iterator[int]:
    """The single placements of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
