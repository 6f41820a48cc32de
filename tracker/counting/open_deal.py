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
condition is a check of the sums after one half-suit.

Example: low clubs are hidden, then low hearts; when both were, Ann had cards. Low clubs are added
up first, then low hearts, with the check "Ann's sum is at most her hand less one".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial, prod
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Count

Entries: TypeAlias = tuple[tuple[Card, int], ...]
"""A clause: (card, mask of seats), sorted; true where one of the cards is with one of its seats."""
Vector: TypeAlias = tuple[int, ...]
"""How many cards each group has."""


BEYOND: Final = "the position is beyond the budget of exact counting"
"""The message where something takes counting that is beyond the budget."""


class OpenBook(NamedTuple):
    """What is open of one half-suit, and what is known."""

    name: str
    cards: tuple[Card, ...]
    """Those that are open."""
    choices: tuple[int, ...]
    """The mask of seats that each of them may have been dealt to."""
    clauses: tuple[Entries, ...]
    known: tuple[tuple[Card, int], ...]
    """The other cards, each with the mask of the seat that it was dealt to."""


@dataclass(frozen=True)
class Shape:
    """What is open of a half-suit by columns, whatever its cards: equal ones have equal tables."""

    width: int
    """How many columns there are."""
    moves: tuple[tuple[tuple[int, int], ...], ...]
    """[place of a card]: (column that it may go to, bits of the clauses that are true then)."""
    ended: tuple[int, ...]
    """[place of a card]: the bits of the clauses that no later card can satisfy."""


class Check(NamedTuple):
    """The sum of a column over the first half-suits is between two numbers, both included."""

    column: int
    least: int
    most: int

    def passed(self, sums: Sequence[Any]) -> Any:
        """Whether sums pass.

        Args:
            sums: [column], numbers; or arrays, for many sums at once: then so is the answer.
        """
        return (self.least <= sums[self.column]) & (sums[self.column] <= self.most)


@dataclass(frozen=True)
class OpenDeal:
    """What is open of a deal."""

    seats: tuple[Seat, ...]
    known: Mapping[Card, Seat]
    room: tuple[int, ...]
    """Open cards that each seat was dealt."""
    books: tuple[OpenBook, ...]
    conditions: tuple[Count, ...]
    """What is to be true of the numbers that seats have of some open cards."""

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """Masks of the seats that nothing tells apart, lowest seat first; seats with room only."""
        everyone = sum([1 << i for i, room in enumerate(self.room) if room])
        told = {seats for book in self.books for seats in book.choices}
        told.update(seats for book in self.books for own in book.clauses for _, seats in own)
        told.update(self.mask([count.seat]) for count in self.conditions)
        return divided((everyone,) if everyone else (), told)

    def room_of(self, group: int) -> tuple[int, ...]:
        """The room of each seat of a group."""
        return tuple([room for i, room in enumerate(self.room) if group >> i & 1])

    @cached_property
    def rooms(self) -> Vector:
        """The room of each group."""
        return tuple([sum(self.room_of(group)) for group in self.groups])

    def seats_of(self, mask: int) -> tuple[Seat, ...]:
        """The seats of a mask, in seat order."""
        return tuple([seat for i, seat in enumerate(self.seats) if mask >> i & 1])

    def mask(self, seats: Iterable[Seat]) -> int:
        """Some seats as a mask."""
        return sum([1 << self.seats.index(seat) for seat in seats])

    @cached_property
    def multiple(self) -> int:
        """How many deals to seats each deal to groups stands for."""
        return prod(
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
            seats = zip(self.seats_of(group), self.room_of(group), strict=True)
            places = [seat for seat, room in seats for _ in range(room)]
            random.shuffle(places)
            own = (card for card, of_card in cards if of_card == column)
            deal.update(zip(own, places, strict=True))
        return deal

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """That of each half-suit; the columns are the groups."""
        return tuple([shape_of(book, self.groups) for book in self.books])

    @cached_property
    def order(self) -> Sequence[int]:
        """The half-suits with open cards, as they are added up: those with checks first."""
        rest = (i for i, book in enumerate(self.books) if book.cards and i not in self.checks)
        return [*self.checks, *rest]

    @cached_property
    def checks(self) -> Mapping[int, tuple[Check, ...]]:
        """By half-suit, in the order in which these are added up: what is to be true after it.

        Raises:
            UndecidedError: where conditions are on a part of a half-suit's cards, or not nested.
        """
        order: dict[int, tuple[Check, ...]] = {}
        for count in sorted(self.conditions, key=lambda each: len(each.cards)):
            seat = self.mask([count.seat])
            for i, book in enumerate(self.books):
                if not set(book.cards).isdisjoint(count.cards):
                    order.setdefault(i, ())
            for i in order:
                choices = zip(self.books[i].cards, self.books[i].choices, strict=True)
                if any(mask & seat and card not in count.cards for card, mask in choices):
                    raise UndecidedError("a number is known of other cards than whole half-suits")
            column = self.groups.index(seat)
            order[[*order][-1]] += (Check(column, count.least, count.most),)
        return order


def divided(groups: Iterable[int], distinctions: Iterable[int]) -> tuple[int, ...]:
    """Groups of seats divided further by some sets of seats, by lowest seat; all are masks."""
    parts = list(groups)
    for mask in distinctions:
        halves = [half for part in parts for half in (part & mask, part & ~mask)]
        parts = [half for half in halves if half]
    return tuple(sorted(parts, key=lambda mask: mask & -mask))


@lru_cache(maxsize=1024)
def shape_of(book: OpenBook, groups: tuple[int, ...]) -> Shape:
    """The shape of a half-suit; the columns are groups of seats, by their masks."""
    last = [max(book.cards.index(card) for card, _ in clause) for clause in book.clauses]
    order = sorted(range(len(last)), key=last.__getitem__)
    clauses = [dict(book.clauses[k]) for k in order]
    moves, ended = [], []
    for place, (card, choices) in enumerate(zip(book.cards, book.choices, strict=True)):
        trues = [(clause[card], 1 << k) for k, clause in enumerate(clauses) if card in clause]
        moves.append(
            tuple(
                [
                    (column, sum([bit for mask, bit in trues if mask & group]))
                    for column, group in enumerate(groups)
                    if group & choices
                ]
            )
        )
        ended.append(sum([1 << k for k, own in enumerate(order) if last[own] == place]))
    return Shape(len(groups), tuple(moves), tuple(ended))
