"""The open deal: what is still open of a deal once the plain consequences of the facts are drawn.

A fact about one card removes seats from those that it may have been dealt to; a card with one seat
left is known; a full hand takes no more cards. What is left is room per seat, per half-suit the
open cards with their seats and the clauses still to satisfy, and conditions on what seats have of
several half-suits together.

Sets of seats are bit masks over the seats. An *entry* of a clause, (card, seats), is true where the
card was dealt to one of these seats; a clause is a disjunction of entries on different cards.

Seats that no fact tells apart are dealt to like one hand: their cards could be swapped in every
deal. Such a *group* of seats with room h_1, h_2, ... is one column with room H = h_1 + h_2 + ...;
each deal to groups stands for H! / (h_1! h_2! ...) deals to seats. Before the first ask all the
seats are one group, and there is nothing to compute at all.

Conditions reach across half-suits: after a claim that shows nothing, a hand size, or an ask to
somebody, tells how many cards of all the hidden half-suits *together* a seat was dealt. What was
hidden stays hidden, so conditions are on nested sets of half-suits. Added up in this order, a
condition is a check of the sums after one half-suit. Where alternatives speak of different moments,
what a seat has of fewer half-suits is a column of its own, a ``Part``.

Example: low clubs are hidden, then low hearts; when both were, Ann had cards. Low clubs are added
up first, then low hearts, with the check "Ann's sum is at most her hand less one".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, reduce
from math import factorial, prod
from operator import and_, or_
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat

Entries: TypeAlias = tuple[tuple[Card, int], ...]
"""A clause: (card, mask of seats), sorted; true where one of the cards is with one of its seats."""
Vector: TypeAlias = tuple[int, ...]
"""How many cards each group has."""


BEYOND: Final = "the position is beyond the budget of exact counting"
"""The message where something takes counting that is beyond the budget."""


class Tally(NamedTuple):
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


class OpenBook(NamedTuple):
    """What is open of one half-suit."""

    name: str
    cards: tuple[Card, ...]
    choices: tuple[int, ...]
    """The mask of seats that each card may have been dealt to."""
    clauses: tuple[Entries, ...]
    known: tuple[tuple[int, int], ...]
    """(mask of a seat, how many of its cards the seat is known to have been dealt)."""
    weights: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """(mask of a seat, weights by how many open cards the seat was dealt): what a filling weighs
    is the product of these; without any, 1."""


@dataclass(frozen=True)
class Shape:
    """What is open of a half-suit by columns, whatever its cards: equal ones have equal tables."""

    width: int
    """How many columns there are."""
    choices: tuple[tuple[int, ...], ...]
    """The columns that each card may go to."""
    clauses: tuple[tuple[tuple[int, frozenset[int]], ...], ...]
    """Each: (place of a card, columns); one of these cards is in one of its columns."""
    weights: tuple[tuple[int, tuple[int, ...]], ...]
    """(column, weights by the number of cards in it)."""

    def weight(self, vector: Sequence[int]) -> int:
        """What each filling with a vector weighs."""
        return prod(by_number[vector[column]] for column, by_number in self.weights)

    @cached_property
    def satisfied(self) -> tuple[Mapping[int, int], ...]:
        """[place of a card]: by column, the bits of the clauses that the card satisfies there."""
        rows: list[dict[int, int]] = [dict.fromkeys(columns, 0) for columns in self.choices]
        for k, clause in enumerate(self.clauses):
            for place, columns in clause:
                for column in columns & rows[place].keys():
                    rows[place][column] |= 1 << k
        return tuple(rows)

    @cached_property
    def ended(self) -> tuple[int, ...]:
        """[place of a card]: the bits of the clauses that end with it."""
        last = [max(place for place, _ in clause) for clause in self.clauses]
        return tuple(
            sum(1 << k for k, end in enumerate(last) if end == place)
            for place in range(len(self.choices))
        )


class Check(NamedTuple):
    """What is to be true of the sums of some half-suits."""

    alternatives: tuple[tuple[tuple[int, int, int], ...], ...]
    """Each a tuple of (column, least, most); all the bounds of one of them hold."""

    def passed(self, sums: Sequence[Any]) -> Any:
        """Whether sums pass.

        Args:
            sums: [column], numbers; or arrays, for many sums at once: then so is the answer.
        """
        each = (
            reduce(and_, ((least <= sums[i]) & (sums[i] <= most) for i, least, most in bounds))
            for bounds in self.alternatives
        )
        return reduce(or_, each)


class Part(NamedTuple):
    """What a column has of some half-suits, beside what it has of all of them."""

    column: int
    books: frozenset[int]


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
    """What is to be true of the numbers that seats have of some open cards."""
    scale: int = 1
    """What all deals weigh in common, where they have weights."""

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """Masks of the seats that nothing tells apart, lowest seat first; seats with room only."""
        everyone = sum([1 << i for i, room in enumerate(self.room) if room])
        parts = [everyone] if everyone else []
        for mask in self._distinctions():
            if len(parts) == everyone.bit_count():  # soon after the deal every seat stands apart
                break
            halves = [half for part in parts for half in (part & mask, part & ~mask)]
            parts = [half for half in halves if half]
        return tuple(sorted(parts, key=lambda mask: mask & -mask))

    def _distinctions(self) -> Iterator[int]:
        """The sets of seats that facts speak of."""
        for book in self.books:
            yield from book.choices
            yield from (seats for entries in book.clauses for _, seats in entries)
            yield from (seat for seat, _ in book.weights)
        for condition in self.conditions:
            yield from (tally.seat for tallies in condition for tally in tallies)

    def room_of(self, group: int) -> tuple[int, ...]:
        """The room of each seat of a group."""
        return tuple([room for i, room in enumerate(self.room) if group >> i & 1])

    @cached_property
    def rooms(self) -> Vector:
        """The room of each group."""
        return tuple([sum(self.room_of(group)) for group in self.groups])

    @cached_property
    def multiple(self) -> int:
        """How many deals to seats each deal to groups stands for; or what these weigh together."""
        return self.scale * prod(
            factorial(room) // prod(map(factorial, self.room_of(group)))
            for group, room in zip(self.groups, self.rooms, strict=True)
        )

    def dealt(self, filling: Iterable[tuple[Card, int]], random: Random) -> dict[Card, Seat]:
        """The cards of each column dealt to the places of its seats, as from a shuffled pack.

        Args:
            filling: (card, column) of each open card.
            random: where the draws come from.
        """
        cards = list(filling)
        deal: dict[Card, Seat] = {}
        for column, group in enumerate(self.groups):
            seats = enumerate(zip(self.seats, self.room, strict=True))
            places = [seat for i, (seat, room) in seats if group >> i & 1 for _ in range(room)]
            random.shuffle(places)
            own = (card for card, of_card in cards if of_card == column)
            deal.update(zip(own, places, strict=True))
        return deal

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """That of each half-suit; the columns are the groups."""
        return tuple([shape_of(book, self.groups) for book in self.books])

    @property
    def checks(self) -> Mapping[int, tuple[Check, ...]]:
        """By half-suit, in the order in which these are added up: what is to be true after it.

        Raises:
            UndecidedError: where conditions are on a part of a half-suit's cards.
        """
        return self._checks_and_parts[0]

    @property
    def parts(self) -> tuple[Part, ...]:
        """The columns of checks after those of the groups."""
        return self._checks_and_parts[1]

    @cached_property
    def _checks_and_parts(self) -> tuple[Mapping[int, tuple[Check, ...]], tuple[Part, ...]]:
        """``checks`` and ``parts``, worked out together."""
        order: dict[int, tuple[Check, ...]] = {}
        parts: list[Part] = []
        for condition in sorted(self.conditions, key=lambda each: len(_cards(each))):
            cards = _cards(condition)
            for i, book in enumerate(self.books):
                if not cards.isdisjoint(book.cards):
                    order.setdefault(i, ())
            bounds = tuple(
                tuple(
                    (self._column_of(tally, [*order], parts), tally.least, tally.most)
                    for tally in tallies
                )
                for tallies in condition
            )
            order[[*order][-1]] += (Check(bounds),)
        return order, tuple(parts)

    def _column_of(self, tally: Tally, order: Sequence[int], parts: list[Part]) -> int:
        """The column of a tally in the sums of some half-suits; it may be a new part."""
        of_seat = {
            i: {c for c, mask in zip(book.cards, book.choices, strict=True) if mask & tally.seat}
            for i, book in enumerate(self.books)
            if i in order
        }
        held = frozenset(i for i, cards in of_seat.items() if cards and cards <= tally.cards)
        if any(cards & tally.cards for i, cards in of_seat.items() if i not in held):
            raise UndecidedError("a number of cards is known of a part of a half-suit")
        column = self.groups.index(tally.seat)
        if all(i in held for i, cards in of_seat.items() if cards):
            return column
        part = Part(column, held)
        if part not in parts:
            parts.append(part)
        return len(self.groups) + parts.index(part)


@lru_cache(maxsize=1024)
def shape_of(book: OpenBook, groups: tuple[int, ...]) -> Shape:
    """The shape of a half-suit; the columns are groups of seats, by their masks."""

    @cache
    def columns(mask: int) -> tuple[int, ...]:
        return tuple([i for i, group in enumerate(groups) if group & mask])

    place = {card: i for i, card in enumerate(book.cards)}
    clauses = (
        tuple((place[card], frozenset(columns(seats))) for card, seats in entries)
        for entries in book.clauses
    )
    weights = ((groups.index(seat), by_number) for seat, by_number in book.weights)
    return Shape(
        len(groups),
        tuple(map(columns, book.choices)),
        tuple(sorted(clauses, key=lambda clause: max(place for place, _ in clause))),
        tuple(weights),
    )


def _cards(condition: Alternatives) -> frozenset[Card]:
    """All the cards that a condition counts."""
    return frozenset[Card]().union(*(tally.cards for tallies in condition for tally in tallies))


class Rows(NamedTuple):
    """Where the open cards of a half-suit are, in some of the deals."""

    share: float
    """Of all deals."""
    by_column: Sequence[Sequence[float]]
    """[card][column]: in them, the probability that the card is there."""


class Thinning(NamedTuple):
    """Only some of the deals with a vector count."""

    column: int
    shares: Sequence[float]
    """By the number of cards in the column, what share of the deals counts."""


class Engine(Protocol):
    """What counts the deals of a position. Deals are to groups, and weigh what is said of them."""

    position: OpenDeal

    @property
    def total(self) -> int:
        """The number of deals.

        Raises:
            UndecidedError: beyond the budget; then all the rest raises it, too.
        """

    def weights(self, book: int) -> Mapping[Vector, int]:
        """By vector of a half-suit, how many deals there are with each filling that has it.

        Vectors without any may be left out.

        Args:
            book: the place of the half-suit among those of the position.
        """

    def rows(self, book: int, thinning: Thinning | None = None) -> Rows:
        """Where the cards of a half-suit are, in floats; there is a deal."""

    def sample(self, n: int, random: Random) -> list[dict[Card, Seat]]:
        """The places of the open cards in deals drawn at random, each equally likely; exactly.

        Args:
            n: how many deals; there is at least one.
            random: where the draws come from.
        """
