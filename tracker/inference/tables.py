"""Which placements are possible, by tables: the way out where the SAT solver would search for ever.

CDCL solvers cannot count. Hand sizes seldom make them, but after claims that showed nothing there
are bounds on how many of the hidden cards each seat had, and "nine cards among hands with room for
eight" is a pigeonhole. So where a search exceeds its budget, the question is answered like this.

Facts speak of one half-suit each; only sizes and counts reach across. For each half-suit, list the
*vectors*: how many of its cards each seat gets, over all ways that satisfy its clauses. Going from
half-suit to half-suit, keep the set of sums that can be reached, as the bits of one integer (the
sum (a, b, …) is bit a + R·b + …): adding a vector is a shift. A count is about the half-suits that
left play up to some event, so with these first, in that order, it is a bound on the sum at a point
of the way. The same backwards says which sums can still come out right. A placement is possible
when it is in a way whose vector leads from a sum reached to one that comes out right.

Example: two seats with room for one card each, half-suits {2C} and {2D}. Both have the vectors
(1,0) and (0,1); sums after the first are (1,0) and (0,1), and both come out right: everything is
possible. "2C is not with A" leaves (0,1), and then 2D is with A.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import prod
from operator import ge, or_, sub
from typing import Final, NamedTuple

from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Knowledge
from tracker.sat.placements import Placements

MOST_BITS: Final = 100_000_000_000
"""Give up where more bits than this would be shifted: some twenty seconds."""

Vector = tuple[int, ...]
Ways = dict[Vector, int]
"""For each vector of a half-suit, the placements (a mask) in ways that have it."""


class _Stage(NamedTuple):
    """A half-suit on the way, and what must hold after it."""

    ways: Ways
    bounds: tuple[tuple[int, int, int], ...]
    """(seat, least, most): bounds on the sums after it."""


def possible_by_tables(placements: Placements, known: Knowledge, allowed: int) -> int | None:
    """The placements, among some, that a consistent deal has.

    Args:
        placements: the numbering.
        known: sizes and facts.
        allowed: placements (a mask); a deal with others is left out of account.

    Returns:
        The possible ones, as a mask, 0 where there is no deal; none where the tables are too large.
    """
    if known.impossible:
        return 0
    stages = _stages(placements, known, allowed)
    if stages is None:
        return None
    room = tuple(known.sizes[seat] for seat in known.seats)
    stages, room = _narrowed(stages, room)
    grid = _Grid(room)
    if grid.size * sum(len(stage.ways) for stage in stages) > MOST_BITS:
        return None
    return _possible(grid, stages)


def _narrowed(stages: list[_Stage], room: Vector) -> tuple[list[_Stage], Vector]:
    """The same question with less room: what all vectors of a half-suit have is taken out.

    Whoever asks has a card of the half-suit, so this is much. Vectors that no room is left for go.
    Where a half-suit has no vector left, there is no deal: it stays, for ``_possible`` to find.
    """
    size = -1
    while size != (size := sum(len(stage.ways) for stage in stages)):
        if not stages or not all(stage.ways for stage in stages):
            return stages, room
        least = [tuple(map(min, zip(*stage.ways, strict=True))) for stage in stages]
        left = tuple(map(sub, room, map(sum, zip(*least, strict=True))))
        if min(left) < 0:
            return [stage._replace(ways={}) for stage in stages], room
        stages = [
            stage._replace(ways=_within(stage.ways, common, left))
            for stage, common in zip(stages, least, strict=True)
        ]
    gone = [tuple(map(sum, zip(*least[: i + 1], strict=True))) for i in range(len(stages))]
    return [
        _Stage(
            {tuple(map(sub, vector, common)): ways for vector, ways in stage.ways.items()},
            tuple(
                (seat, low - taken[seat], high - taken[seat]) for seat, low, high in stage.bounds
            ),
        )
        for stage, common, taken in zip(stages, least, gone, strict=True)
    ], left


def _within(ways: Ways, common: Vector, left: Vector) -> Ways:
    """The vectors that, beyond what all have, take no more than is left."""
    return {
        vector: placements
        for vector, placements in ways.items()
        if all(map(ge, left, map(sub, vector, common)))
    }


def _possible(grid: _Grid, stages: Sequence[_Stage]) -> int:
    reached = [1]
    for stage in stages:
        reached.append(grid.bounded(grid.add(reached[-1], stage.ways), stage.bounds))
    right = grid.full
    possible = 0
    for stage, before in zip(reversed(stages), reversed(reached[:-1]), strict=True):
        right = grid.bounded(right, stage.bounds)
        for vector, ways in stage.ways.items():
            if grid.shift(before, vector) & right:
                possible |= ways
        right = grid.subtract(right, stage.ways)
    return possible


class _Grid:
    """Sets of sums as integers, one bit for each sum.

    Args:
        sizes: how many cards each seat gets in all: no sum exceeds it.
    """

    def __init__(self, sizes: Vector) -> None:
        self._radices = [size + 1 for size in sizes]
        self._strides = [prod(self._radices[:i]) for i in range(len(sizes))]
        self._sizes = sizes
        self.size = prod(self._radices)
        self.full = 1 << self._offset(sizes)
        self._up_to: dict[tuple[int, int], int] = {}

    def add(self, sums: int, ways: Ways) -> int:
        """Every sum plus every vector."""
        return reduce(or_, (self.shift(sums, vector) for vector in ways), 0)

    def shift(self, sums: int, vector: Vector) -> int:
        """Every sum plus one vector, where no seat gets too many."""
        for seat, count in enumerate(vector):
            if count:
                sums &= self._at_most(seat, self._sizes[seat] - count)
        return sums << self._offset(vector)

    def subtract(self, sums: int, ways: Ways) -> int:
        """Every sum less every vector, where no seat is left with fewer than none."""
        found = 0
        for vector in ways:
            left = sums
            for seat, count in enumerate(vector):
                if count:
                    left &= ~self._at_most(seat, count - 1)
            found |= left >> self._offset(vector)
        return found

    def bounded(self, sums: int, bounds: Sequence[tuple[int, int, int]]) -> int:
        """The sums within some bounds."""
        for seat, least, most in bounds:
            sums &= self._at_most(seat, most)
            if least > 0:
                sums &= ~self._at_most(seat, least - 1)
        return sums

    def _offset(self, vector: Vector) -> int:
        return sum(count * stride for count, stride in zip(vector, self._strides, strict=True))

    def _at_most(self, seat: int, most: int) -> int:
        """All sums in which a seat has at most so many."""
        if most < 0:
            return 0
        key = seat, min(most, self._sizes[seat])
        if key not in self._up_to:
            stride, radix = self._strides[seat], self._radices[seat]
            pattern = (1 << stride * (key[1] + 1)) - 1
            self._up_to[key] = _repeated(pattern, stride * radix, self.size)
        return self._up_to[key]


def _repeated(pattern: int, period: int, size: int) -> int:
    """A pattern of bits, again and again up to a size."""
    length = period
    while length < size:
        pattern |= pattern << length
        length *= 2
    return pattern & ((1 << size) - 1)


# -- half-suits -----------------------------------------------------------------------------------


def _stages(placements: Placements, known: Knowledge, allowed: int) -> list[_Stage] | None:
    """The half-suits, those that counts are about first; none where counts cut across them."""
    allowed = _without_plain_falsehoods(placements, known, allowed)
    left = list(known.books)
    done: list[Book] = []
    stages: list[_Stage] = []
    for counted in sorted({frozenset(count.cards) for count in known.counts}, key=len):
        group = [book for book in left if not counted.isdisjoint(book.cards)]
        left = [book for book in left if book not in group]
        done += group
        apart = [card for book in done for card in book.cards if card not in counted]
        fixed = {card: placements.only_seat(allowed, card) for card in apart}
        if not counted <= {card for book in done for card in book.cards} or None in fixed.values():
            return None
        stages += [_Stage(_ways(placements, known, book, allowed), ()) for book in group]
        bounds = tuple(_bounds(known, counted, list(fixed.values())))
        stages.append(_Stage({(0,) * len(known.seats): 0}, bounds))
    return stages + [_Stage(_ways(placements, known, book, allowed), ()) for book in left]


def _without_plain_falsehoods(placements: Placements, known: Knowledge, allowed: int) -> int:
    """The allowed placements that no clause of one literal rules out."""
    for fact in known.facts:
        if isinstance(fact, Clause) and len(fact.literals) == 1:
            card, seat, holds = fact.literals[0]
            bit = placements.bit(card, seat)
            allowed &= ~(placements.of_card(card) & ~bit) if holds else ~bit
    return allowed


def _bounds(
    known: Knowledge, counted: frozenset[Card], fixed: Sequence[Seat | None]
) -> Iterator[tuple[int, int, int]]:
    """What the counts of some cards say of the sums after their half-suits.

    The sums have cards of these half-suits that are not counted, too: ``fixed``, by their seats.
    """
    for count in known.counts:
        if counted == frozenset(count.cards):
            more = fixed.count(count.seat)
            yield known.seats.index(count.seat), count.least + more, count.most + more


def _ways(placements: Placements, known: Knowledge, book: Book, allowed: int) -> Ways:
    """The vectors of a half-suit, card by card, with a bit for each clause satisfied so far."""
    clauses = [placements.masks(clause) for clause in known.blocks[book.name]]
    states: _States = {((0,) * len(known.seats), 0): 0}
    for card in book.cards:
        states = _dealt(states, _options(placements, card, allowed, clauses))
    complete = (1 << len(clauses)) - 1
    return {vector: ways for (vector, done), ways in states.items() if done == complete}


_States = dict[tuple[Vector, int], int]
"""By vector and clauses satisfied: the placements in ways that lead there."""


class _Option(NamedTuple):
    """A card at a seat."""

    seat: int
    placement: int
    satisfies: int
    """A bit for each clause that it makes true."""


def _options(
    placements: Placements, card: Card, allowed: int, clauses: Sequence[tuple[int, int]]
) -> list[_Option]:
    found = []
    for seat, name in enumerate(placements.seats):
        bit = placements.bit(card, name)
        elsewhere = placements.of_card(card) & ~bit
        satisfies = sum(
            1 << i
            for i, (positive, negative) in enumerate(clauses)
            if bit & positive or elsewhere & negative
        )
        if bit & allowed:
            found.append(_Option(seat, bit, satisfies))
    return found


def _dealt(states: _States, options: Sequence[_Option]) -> _States:
    """The states after one more card."""
    after: _States = {}
    for (vector, done), ways in states.items():
        for seat, placement, satisfies in options:
            more = (*vector[:seat], vector[seat] + 1, *vector[seat + 1 :])
            key = more, done | satisfies
            after[key] = after.get(key, 0) | ways | placement
    return after
