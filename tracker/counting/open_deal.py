"""The open deal: what is still open of a deal once the plain consequences are drawn.

Room per seat, per half-suit the open cards with their seats and the clauses still to satisfy, and
conditions on what seats have of several half-suits together.

Sets of seats are bit masks over the seats. An *entry* of a clause, (card, seats), is true where the
card was dealt to one of these seats; a clause is a disjunction of entries on different cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from math import gcd, prod
from typing import NamedTuple, TypeAlias

from tracker.game.cards import Card
from tracker.game.events import Seat

Entries: TypeAlias = tuple[tuple[Card, int], ...]
"""A clause: (card, mask of seats), sorted; true where one of the cards is with one of its seats."""


@dataclass(frozen=True)
class Tally:
    """Between ``least`` and ``most`` of the open ``cards`` were dealt to one seat."""

    seat: int
    """Its mask: one bit."""
    cards: frozenset[Card]
    least: int
    most: int


Alternatives: TypeAlias = tuple[tuple[Tally, ...], ...]
"""A condition: all the tallies of at least one of the alternatives are true."""


class HandWeights(NamedTuple):
    """How much a deal weighs by how many of some cards one seat was dealt.

    The weight of a deal is the product of all such weights. They are positive, so they change how
    likely deals are, and never which of them are possible.
    """

    seat: Seat
    book: str
    cards: frozenset[Card]
    """Cards of the half-suit, among them all whose place is open."""
    weights: tuple[int, ...]
    """By the number of these cards that the seat was dealt."""


Weights: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""(mask of a seat, weights by how many open cards of a half-suit the seat was dealt)."""


@dataclass(frozen=True)
class OpenBook:
    """What is open of one half-suit; equal ones have equal tables."""

    name: str
    cards: tuple[Card, ...]
    choices: tuple[int, ...]
    """The mask of seats that each card may have been dealt to."""
    clauses: tuple[Entries, ...]
    weights: Weights = ()
    """What a filling weighs is the product of these; without any, 1."""


@dataclass(frozen=True)
class OpenDeal:
    """What is open of a deal."""

    seats: tuple[Seat, ...]
    known: Mapping[Card, Seat]
    room: tuple[int, ...]
    """Open cards that each seat was dealt."""
    books: tuple[OpenBook, ...]
    """Those with open cards."""
    conditions: tuple[Alternatives, ...]
    """What is to be true of the numbers that seats have of some cards."""

    def without_first(self, filling: Mapping[Card, Seat]) -> OpenDeal:
        """What is open of the others, once the first half-suit's open cards are placed.

        Args:
            filling: their places in some deal.
        """
        dealt = list(filling.values())
        room = tuple(
            room - dealt.count(seat) for seat, room in zip(self.seats, self.room, strict=True)
        )
        full = sum(1 << i for i, left in enumerate(room) if left == 0)
        placed = [(card, 1 << self.seats.index(seat)) for card, seat in filling.items()]
        conditions = []
        for condition in self.conditions:
            left = _settled(reduce(less, placed, condition), full)
            if () not in left:
                conditions.append(left)
        return OpenDeal(self.seats, self.known, room, self.books[1:], tuple(conditions))


def without(tally: Tally, card: Card, seat: int) -> Tally:
    """The tally once a card is known."""
    if card not in tally.cards:
        return tally
    dealt = tally.seat == seat
    return Tally(tally.seat, tally.cards - {card}, tally.least - dealt, tally.most - dealt)


def less(condition: Alternatives, placed: tuple[Card, int]) -> Alternatives:
    """The condition once a card is known."""
    return tuple(tuple(without(tally, *placed) for tally in tallies) for tallies in condition)


def _settled(condition: Alternatives, full: int) -> Alternatives:
    """The condition without what is decided, as no card is left to count, or no room.

    Args:
        condition: one that can still be true.
        full: the seats without room.
    """
    left = []
    for tallies in condition:
        decided = [tally for tally in tallies if not tally.cards or tally.seat & full]
        if all(tally.least <= 0 <= tally.most for tally in decided):
            left.append(tuple(tally for tally in tallies if tally not in decided))
    return tuple(left)


# -- deals that do not weigh the same -------------------------------------------------------------


def weighed(position: OpenDeal, weights: Iterable[HandWeights]) -> OpenDeal:
    """A position whose deals weigh what some weights say.

    What all the deals have in common is left out: so weights count up to a factor.

    Raises:
        ValueError: where a weight is not positive, or the cards that it is about do not include
            all open cards of the half-suit.
    """
    own: dict[str, list[HandWeights]] = {}
    for each in weights:
        own.setdefault(each.book, []).append(each)
    if not own:
        return position
    books = (
        replace(b, weights=_open_weights(position, b, own[b.name])) if b.name in own else b
        for b in position.books
    )
    return replace(position, books=tuple(books))


def _open_weights(position: OpenDeal, book: OpenBook, weights: Iterable[HandWeights]) -> Weights:
    """By seat, the weights of the numbers of open cards, where they are not all the same."""
    by_seat: dict[int, list[tuple[int, ...]]] = {}
    for each in weights:
        if not each.cards.issuperset(book.cards) or min(each.weights) <= 0:
            raise ValueError(f"no weights of {book.name}: {each}")
        place = position.seats.index(each.seat)
        known = sum(position.known.get(card) == each.seat for card in each.cards)
        most = sum(choices >> place & 1 for choices in book.choices)
        by_seat.setdefault(1 << place, []).append(each.weights[known : known + most + 1])
    products = {seat: [*map(prod, zip(*all_of, strict=True))] for seat, all_of in by_seat.items()}
    return tuple(
        (seat, tuple(number // gcd(*numbers) for number in numbers))
        for seat, numbers in sorted(products.items())
        if min(numbers) < max(numbers)
    )
