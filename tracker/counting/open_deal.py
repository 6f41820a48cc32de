"""The open deal: what is still open of a deal once the plain consequences are drawn.

Room per seat, per half-suit the open cards with their seats and the clauses still to satisfy, and
conditions on what seats have of several half-suits together.

Sets of seats are bit masks over the seats. An *entry* of a clause, (card, seats), is true where the
card was dealt to one of these seats; a clause is a disjunction of entries on different cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, reduce
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

    @cached_property
    def distinctions(self) -> frozenset[int]:
        """The sets of seats that it speaks of."""
        in_clauses = (seats for entries in self.clauses for _, seats in entries)
        return frozenset((*self.choices, *in_clauses, *(seat for seat, _ in self.weights)))


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
    scale: int = 1
    """What all deals weigh in common, where they have weights."""

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

    Raises:
        ValueError: where a weight is not positive, or the cards that it is about do not include
            all open cards of the half-suit.
    """
    by_seat: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    books = {book.name: book for book in position.books}
    scale = 1
    for each in weights:
        numbers = _open_weights(position, books.get(each.book), each)
        if len(numbers) == 1:
            scale *= numbers[0]
        else:
            by_seat.setdefault((each.book, 1 << position.seats.index(each.seat)), []).append(
                numbers
            )
    own: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
    for (name, seat), factors in sorted(by_seat.items()):
        products = [*map(prod, zip(*factors, strict=True))]
        common = gcd(*products)
        scale *= common
        if min(products) < max(products):
            own.setdefault(name, []).append((seat, tuple(n // common for n in products)))
    opened = (replace(book, weights=tuple(own.get(book.name, ()))) for book in position.books)
    return replace(position, books=tuple(opened), scale=scale) if by_seat or scale > 1 else position


def _open_weights(
    position: OpenDeal, book: OpenBook | None, weights: HandWeights
) -> tuple[int, ...]:
    """The weights by the number of open cards that the seat was dealt."""
    seat, name, cards, numbers = weights
    choices = () if book is None else book.choices
    if min(numbers) <= 0 or (book is not None and not cards.issuperset(book.cards)):
        raise ValueError(f"these are no weights of the open cards of {name}: {weights}")
    known = sum(position.known.get(card) == seat for card in cards)
    most = sum(mask >> position.seats.index(seat) & 1 for mask in choices)
    return numbers[known : known + most + 1]
