"""Who was dealt what of one half-suit: holders of cards, namings, ownership.

Every question is a sum over the fillings of a half-suit (``fillings``), with some cards kept to the
seats that it asks about: who owns the cards is the worth of the first state; a naming is one path;
the likeliest naming is the first path to the best state.

The weights are W[v], the number of deals with each filling that gives the groups v. Where a
question speaks of some seats of a group, these are columns of their own. Of the deals that give a
group of room H its n cards, those that deal them to its seats, r_s to seat s of room h_s, are

    prod_s h_s (h_s - 1) ... (h_s - r_s + 1)  /  H (H - 1) ... (H - n + 1).

Example: two cards of a group of two seats with room for two each. That the first seat has both is
W * 2 * 1 / (4 * 3), a sixth of these deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import perm, prod
from typing import NamedTuple, TypeAlias

from tracker.counting.fillings import Fillings
from tracker.counting.open_deal import OpenBook, OpenDeal, Vector, divided, shape_of
from tracker.game.cards import Card
from tracker.game.events import Seat

Naming: TypeAlias = tuple[tuple[tuple[Card, Seat], ...], Fraction]
"""Holdings and their probability."""


class _Asked(NamedTuple):
    """What a question is about: the deals that give some cards, laid first, to some seats."""

    cards: Sequence[Card]
    """The open cards, as they are laid."""
    columns: Sequence[int]
    """The mask of each column."""
    fillings: Fillings
    weights: Mapping[Vector, int]
    """That of each filling; 0 left out."""
    total: int
    """What all deals of the position weigh together."""

    @property
    def weight(self) -> int:
        """What these deals weigh together."""
        return sum(self.fillings.ways[vector] * n for vector, n in self.weights.items())


class HalfSuitOdds:
    """Probabilities within one half-suit of a position with at least one deal.

    Args:
        position: what is open.
        book: the half-suit.
        fillings: its fillings.
        weights: by vector, how many deals there are with each filling that has it.
        total: the number of deals to groups.
    """

    def __init__(
        self,
        position: OpenDeal,
        book: OpenBook,
        fillings: Fillings,
        weights: Mapping[Vector, int],
        total: int,
    ) -> None:
        self._position, self._book = position, book
        self._every = _Asked(book.cards, position.groups, fillings, weights, total)

    # -- holders of cards --------------------------------------------------------------------------

    @cached_property
    def marginals(self) -> Mapping[Card, Mapping[Seat, float]]:
        """The probability of each possible seat of each open card, in floats.

        It is what the card has in a column, divided among the column's seats by room.
        """
        asked, places = self._every, []
        wholes = [asked.total * room for room in self._position.rooms]
        seats = zip(self._position.seats, self._position.room, strict=True)
        for i, (seat, room) in enumerate(seats):
            for column, mask in enumerate(asked.columns):
                if mask >> i & 1:
                    places.append((seat, column, room, wholes[column]))
        return {
            card: {
                seat: row[column] * room / whole
                for seat, column, room, whole in places
                if row[column]
            }
            for card, row in self._rows.items()
        }

    @cached_property
    def _rows(self) -> Mapping[Card, Sequence[int]]:
        """By open card and column: how many deals to groups have the card there."""
        _, rows = self._every.fillings.weighed(self._every.weights)
        return dict(zip(self._every.cards, rows, strict=True))

    def _with(self, card: Card, mask: int) -> Fraction:
        """The probability that an open card is with one of some seats: by room, in each column."""
        room_of = self._position.room_of
        columns = zip(self._rows[card], self._every.columns, strict=True)
        shares = (
            Fraction(n * sum(room_of(column & mask)), sum(room_of(column)))
            for n, column in columns
            if n  # else the column takes no part
        )
        return sum(shares, Fraction(0)) / self._every.total

    # -- several cards at once ---------------------------------------------------------------------

    def owned(self, seats: Mapping[Card, Iterable[Seat]]) -> Fraction:
        """The probability that each of some cards is with one of its seats."""
        masks = {card: self._position.mask(own) for card, own in seats.items()}
        if len(masks) == 1 and masks.keys() <= self._rows.keys():
            return self._with(*next(iter(masks.items())))
        asked = self._asked(masks)
        return Fraction(asked.weight, asked.total) if asked else Fraction(0)

    def likeliest(self, cards: Sequence[Card], seats: Sequence[Seat]) -> Naming | None:
        """The likeliest holdings of cards by the seats; None where no deal gives them all these."""
        mask = self._position.mask(seats)
        asked = self._asked(dict.fromkeys(cards, mask), map(self._position.mask, zip(seats)))
        if asked is None:
            return None
        laid = len({*cards} & {*asked.cards})
        worths = asked.fillings.weighed(asked.weights)[0][: laid + 1]
        best = max(worths[-1].values(), default=0)
        if not best:
            return None
        worths[-1] = {state: worth for state, worth in worths[-1].items() if worth == best}
        holders = self._laid(asked, next(asked.fillings.paths(worths)))
        return tuple((card, holders[card]) for card in cards), Fraction(best, asked.total)

    def deals(self) -> Iterator[Mapping[Card, Seat]]:
        """Every way in which its cards can lie in some deal, in seat order card by card."""
        asked = self._asked({}, map(self._position.mask, zip(self._position.seats)))
        if asked is not None:
            for path in asked.fillings.paths(asked.fillings.weighed(asked.weights)[0]):
                yield self._laid(asked, path)

    def _laid(self, asked: _Asked, path: Sequence[int]) -> Mapping[Card, Seat]:
        """The holders of the first few open cards, by their columns, and of all known ones."""
        laid = zip(asked.cards, map(asked.columns.__getitem__, path), strict=False)
        places = (*self._book.known, *laid)
        return {card: self._position.seats_of(mask)[0] for card, mask in places}

    def _asked(self, masks: Mapping[Card, int], apart: Iterable[int] = ()) -> _Asked | None:
        """What a question is about.

        Args:
            masks: the seats of the cards that are kept to some.
            apart: more sets of seats that are columns of their own.

        Returns:
            None where a known card is with none of its seats.
        """
        position, book = self._position, self._book
        if not all(mask & masks.get(card, mask) for card, mask in book.known):
            return None
        choices = dict(zip(book.cards, book.choices, strict=True))
        first = {card: choices[card] & mask for card, mask in masks.items() if card in choices}
        choices = {**first, **{card: mask for card, mask in choices.items() if card not in first}}
        parts = divided(position.groups, (*masks.values(), *apart))
        asked = book._replace(cards=(*choices,), choices=(*choices.values(),))
        fillings = Fillings(shape_of(asked, parts))
        room = [sum(position.room_of(part)) for part in parts]
        columns = [next(i for i, g in enumerate(position.groups) if g & part) for part in parts]
        # Multiplied by so many, all numbers of ways to deal a group's cards to its seats are whole.
        scale = prod(perm(rooms, min(len(choices), rooms)) for rooms in position.rooms)
        weights = {}
        for vector in fillings.ways:
            sums = [0] * len(position.rooms)
            for column, n in zip(columns, vector, strict=True):
                sums[column] += n
            if weight := self._every.weights.get(tuple(sums), 0):
                own = scale // prod(map(perm, position.rooms, sums))
                weights[vector] = weight * own * prod(map(perm, room, vector))
        return _Asked((*choices,), parts, fillings, weights, self._every.total * scale)
