"""Who was dealt what of one half-suit: holders of cards, namings, ownership.

``Fillings`` lays the open cards one by one. A state is how many each column has and the clauses
satisfied so far, packed into one integer: a bit for each clause at the bottom, a few bits for each
column above. From the last states back, what a state is worth is the sum of the weights of all ways
to lay the rest. Every question is this sum, with some cards kept to the seats that it asks about:
who owns the cards is the worth of the first state; a naming is one path; the likeliest naming is
the first path to the best state.

The weights are W[v], the number of deals with each filling that gives the groups v. Where a
question speaks of some seats of a group, these are columns of their own. Of the deals that give a
group of room H its n cards, those that deal them to its seats, r_s to seat s of room h_s, are

    prod_s h_s (h_s - 1) ... (h_s - r_s + 1)  /  H (H - 1) ... (H - n + 1).

Example: two cards of a group of two seats with room for two each. That the first seat has both is
W * 2 * 1 / (4 * 3), a sixth of these deals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import perm, prod
from random import Random
from typing import Any, NamedTuple, TypeAlias

from tracker.counting.open_deal import Engine, Shape, Thinning, Vector, divided, shape_of
from tracker.game.cards import Card
from tracker.game.events import Seat

Naming: TypeAlias = tuple[tuple[tuple[Card, Seat], ...], Fraction]
"""Holdings and their probability."""

Worths: TypeAlias = Mapping[int, Any]
"""What states are worth, in any kind of number."""


class Fillings:
    """The ways to lay the open cards of a half-suit in the columns.

    Args:
        shape: what is open of it.
    """

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._bits = len(shape.moves).bit_length()
        self.moves: Sequence[Sequence[tuple[int, int, int]]] = [
            [(column, self.step(column), true) for column, true in moves] for moves in shape.moves
        ]
        """[card]: (column where it may go, what that adds to a state, bits of clauses)."""
        self._layers: list[Mapping[int, int]] = [{0: 1}]
        for moves, ended in zip(self.moves, shape.ended, strict=True):
            after: dict[int, int] = defaultdict(int)
            for state, ways in self._layers[-1].items():
                for _, step, true in moves:
                    to = (state + step) | true
                    if to & ended == ended:
                        after[to] += ways
            self._layers.append(after)
        self._states = {self.vector(state): state for state in self._layers[-1]}
        self.ways = {vector: self._layers[-1][state] for vector, state in self._states.items()}
        """By vector of how many cards each column has."""

    def step(self, column: int) -> int:
        """What a card in a column adds to a state."""
        return 1 << self._shape.clauses + self._bits * column

    def vector(self, state: int) -> Vector:
        """How many cards each column has in a state."""
        numbers = state >> self._shape.clauses
        bits, each = self._bits, (1 << self._bits) - 1
        return tuple([numbers >> bits * column & each for column in range(self._shape.width)])

    def worths(self, weights: Mapping[Vector, Any]) -> list[Worths]:
        """[cards laid]: what each state is worth by the weights of all fillings; 0 left out."""
        worths: list[Worths] = [{self._states[v]: n for v, n in weights.items() if n}]
        for moves, layer in zip(self.moves[::-1], self._layers[-2::-1], strict=True):
            after, before = worths[-1], {}
            for state in layer:
                worth = sum([after.get((state + step) | true, 0) for _, step, true in moves])
                if worth:
                    before[state] = worth
            worths.append(before)
        return worths[::-1]

    def by_column(self, weights: Mapping[Vector, Any]) -> list[list[Any]]:
        """[card][column]: the weights of all fillings in which the card is there."""
        rows = []
        worths = self.worths(weights)[1:]
        for moves, layer, after in zip(self.moves, self._layers[:-1], worths, strict=True):
            row = [0] * self._shape.width
            for column, step, true in moves:
                row[column] = sum(
                    [ways * after.get((state + step) | true, 0) for state, ways in layer.items()]
                )
            rows.append(row)
        return rows

    def paths(
        self, worths: Sequence[Worths], state: int = 0, laid: tuple[int, ...] = ()
    ) -> Iterator[tuple[int, ...]]:
        """The columns of one card after the other, on each way through states of some worth."""
        if len(laid) == len(worths) - 1:
            yield laid
            return
        for column, step, true in self.moves[len(laid)]:
            to = (state + step) | true
            if to in worths[len(laid) + 1]:
                yield from self.paths(worths, to, (*laid, column))

    def drawn(self, vector: Vector, random: Random) -> list[int]:
        """[card]: the columns in one of the fillings with a vector, each equally likely."""
        columns, state = [], self._states[vector]
        for moves, layer in zip(self.moves[::-1], self._layers[-2::-1], strict=True):
            origins = [
                (column, before)
                for column, step, true in moves
                if state & true == true
                for before in (state - step - some for some in _subsets(true))
                if before in layer
            ]
            column, state = origins[pick([layer[before] for _, before in origins], random)]
            columns.append(column)
        return columns[::-1]


def _subsets(bits: int) -> Iterator[int]:
    """All sets of some of the bits."""
    some = bits
    while some:
        yield some
        some = (some - 1) & bits
    yield 0


def pick(weights: Iterable[int], random: Random) -> int:
    """An index with a probability in exact proportion to its weight."""
    numbers = list(weights)
    left = random.randrange(sum(numbers))
    for place, weight in enumerate(numbers):
        left -= weight
        if left < 0:
            return place
    raise AssertionError


class Absence(NamedTuple):
    """What is where a seat was dealt none of a half-suit's open cards."""

    share: float
    """Of the deals."""
    marginals: Mapping[Card, Mapping[Seat, float]]
    """In them, the probability of each possible seat of each open card."""


class _Asked(NamedTuple):
    """What a question is about: fillings with some cards, laid first, kept to some seats."""

    fillings: Fillings
    weights: Mapping[Vector, int]
    """That of each filling; 0 left out."""
    total: int
    """What all deals weigh together."""
    seats: Sequence[Seat]
    """[column]: its first seat."""


class HalfSuitOdds:
    """Probabilities within one half-suit.

    Args:
        engine: of a position with at least one deal.
        book: the place of the half-suit among those of the position.
    """

    def __init__(self, engine: Engine, book: int) -> None:
        self._engine, self._index = engine, book
        self._position = engine.position
        self._book = self._position.books[book]
        self.cards = self._book.cards
        """Its open cards."""

    # -- holders of cards --------------------------------------------------------------------------

    @cached_property
    def marginals(self) -> Mapping[Card, Mapping[Seat, float]]:
        """The probability of each possible seat of each open card, in floats."""
        return self._by_seat(self._engine.rows(self._index).by_column, self._position.room)

    @cached_property
    def exact_marginals(self) -> Mapping[Card, Mapping[Seat, Fraction]]:
        """Exactly, what ``marginals`` has in floats."""
        rows = Fillings(self._position.shapes[self._index]).by_column(self._weights)
        total = self._engine.total
        shares = [[Fraction(n, total) for n in row] for row in rows]
        return self._by_seat(shares, [Fraction(room) for room in self._position.room])

    def absent(self, cards: Sequence[Card], seat: Seat) -> Absence | None:
        """How things are where a seat was dealt none of its open cards, in floats.

        Only the weights of the vectors change: where the seat is alone in its group, those with a
        card there have none; of m cards of a group, it has none in a share of the deals to seats.

        Args:
            cards: those that it was not dealt.
            seat: the seat.

        Returns:
            None where it may have other cards.
        """
        own = self._position.seats.index(seat)
        choices = zip(self.cards, self._book.choices, strict=True)
        if any(mask >> own & 1 and card not in cards for card, mask in choices):
            return None
        column = next((i for i, g in enumerate(self._position.groups) if g >> own & 1), None)
        if column is None:
            return Absence(1.0, self.marginals)
        rooms = self._position.rooms[column]
        elsewhere = rooms - self._position.room[own]
        none = [
            perm(elsewhere, m) / perm(rooms, m) if m <= rooms else 0.0
            for m in range(len(self.cards) + 1)
        ]
        share, by_column = self._engine.rows(self._index, Thinning(column, none))
        room = [0 if i == own else n for i, n in enumerate(self._position.room)]
        return Absence(share, self._by_seat(by_column, room) if share else {})

    def _by_seat(
        self, rows: Sequence[Sequence[Any]], room: Sequence[Any]
    ) -> Mapping[Card, Mapping[Seat, Any]]:
        """What each open card has in the columns, divided among their seats by room.

        Args:
            rows: [card][column].
            room: [seat].
        """
        places = []
        for i, seat in enumerate(self._position.seats):
            for column, group in enumerate(self._position.groups):
                if group >> i & 1 and room[i]:
                    rooms = sum([n for k, n in enumerate(room) if group >> k & 1])
                    places.append((seat, column, room[i] / rooms))
        return {
            card: {seat: row[column] * share for seat, column, share in places if row[column]}
            for card, row in zip(self.cards, rows, strict=True)
        }

    # -- several cards at once ---------------------------------------------------------------------

    def owned(self, seats: Mapping[Card, Sequence[Seat]]) -> Fraction:
        """The probability that each of some open cards is with one of its seats."""
        masks = {card: self._mask(own) for card, own in seats.items()}
        asked = self._asked(masks, masks.values())
        ways = sum(asked.fillings.ways[vector] * n for vector, n in asked.weights.items())
        return Fraction(ways, asked.total)

    def likeliest(self, cards: Sequence[Card], seats: Sequence[Seat]) -> Naming | None:
        """The likeliest holdings of open cards by the seats."""
        asked = self._asked(
            dict.fromkeys(cards, self._mask(seats)), [self._mask([seat]) for seat in seats]
        )
        worths = asked.fillings.worths(asked.weights)[: len(cards) + 1]
        best = max(worths[-1].values(), default=0)
        if not best:
            return None
        worths[-1] = {state: worth for state, worth in worths[-1].items() if worth == best}
        path = next(asked.fillings.paths(worths))
        holders = [asked.seats[column] for column in path]
        return tuple(zip(cards, holders, strict=True)), Fraction(best, asked.total)

    def fillings(self) -> Iterator[dict[Card, Seat]]:
        """Every way in which its open cards can lie in some deal, in seat order card by card."""
        asked = self._asked({}, [self._mask([seat]) for seat in self._position.seats])
        for path in asked.fillings.paths(asked.fillings.worths(asked.weights)):
            holders = [asked.seats[column] for column in path]
            yield dict(zip(self.cards, holders, strict=True))

    def _mask(self, seats: Iterable[Seat]) -> int:
        return sum([1 << self._position.seats.index(seat) for seat in seats])

    def _asked(self, masks: Mapping[Card, int], apart: Iterable[int]) -> _Asked:
        """What a question is about.

        Args:
            masks: the seats of the cards that are kept to some.
            apart: sets of seats that are columns of their own.
        """
        position, book = self._position, self._book
        choices = dict(zip(book.cards, book.choices, strict=True))
        kept = {card: choices[card] & mask for card, mask in masks.items()}
        choices = kept | {card: mask for card, mask in choices.items() if card not in kept}
        parts = divided(position.groups, apart)
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
            if weight := self._weights.get(tuple(sums), 0):
                own = scale // prod(map(perm, position.rooms, sums))
                weights[vector] = weight * own * prod(map(perm, room, vector))
        seats = [position.seats[(part & -part).bit_length() - 1] for part in parts]
        return _Asked(fillings, weights, self._engine.total * scale, seats)

    @cached_property
    def _weights(self) -> Mapping[Vector, int]:
        return self._engine.weights(self._index)
