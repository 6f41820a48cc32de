"""Adding up half-suits: which ways to lay them can be parts of one deal?

Go from half-suit to half-suit and keep the set of *sums* that can be reached, a number for each
column: a set of sums is one Python integer, the sum (a, b, …) being bit a + R·b + …, and to add a
vector is to shift. Backwards, the same says which sums can still come out right. A way is part of a
deal when its vector leads from a sum reached to one that comes out right.

Where all half-suits of a column are behind, its bounds are applied. Where a column was the same as
another till then (the cards that left play unseen up to some event, and those up to a later one),
it needs no number: its bounds are bounds on the other at that point of the way.

Example: A and B have room for one card each, half-suits {2C} and {2D}. Both have the vectors (1,0)
and (0,1); sums after the first are (1,0) and (0,1), and both come out right: everything is
possible. "2C is not with A" leaves (0,1), and then 2D is with A.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import and_, mul, or_
from typing import NamedTuple

from tracker.errors import UndecidedError
from tracker.inference.half_suits import Column, Vector, Ways
from tracker.messages import gathered


class Sums:
    """Sets of sums on the way through a position.

    Args:
        position: what is left to add up.
        most_work: the most bits to shift.

    Raises:
        UndecidedError: where there would be more.
    """

    def __init__(self, position: Remainder, most_work: float) -> None:
        ends, hosts = _ends(position)
        columns = sorted(set(hosts))
        self._most = [position.columns[column].most for column in columns]
        self._unit = list(accumulate((most + 1 for most in self._most), mul, initial=1))
        self._ways = [ways.onto(columns).marks for ways in position.half_suits]
        self.work = self._unit[-1] * sum(
            2 + len(vector) - vector.count(0) for ways in self._ways for vector in ways
        )
        """The bits to shift."""
        if self.work > most_work:
            raise UndecidedError("there are too many ways to divide the cards")
        self._bounds = [
            [
                self._between(columns.index(host), column.least, column.most)
                for end, host, column in zip(ends, hosts, position.columns, strict=True)
                if end == i
            ]
            for i in range(len(self._ways))
        ]
        self._room = [
            [self._between(i, 0, most - part) for part in range(most + 1)]
            for i, most in enumerate(self._most)
        ]

    def is_possible(self) -> bool:
        """Whether there is a deal."""
        return bool(self._reached()[-1])

    def marks(self) -> int:
        """The marks of all ways that are part of a deal."""
        *reached, right = self._reached()
        all_marks = 0
        for before, ways in zip(reversed(reached), reversed(self._ways), strict=True):
            after, right = right, 0
            for vector, marks in ways.items():
                place, room = self._step(vector)
                led = after >> place & room & before
                all_marks |= marks if led else 0
                right |= led
        return all_marks

    def _reached(self) -> list[int]:
        """The sums before each half-suit, and after the last."""
        return list(accumulate(zip(self._ways, self._bounds, strict=True), self._after, initial=1))

    def _after(self, sums: int, stage: tuple[Mapping[Vector, int], Sequence[int]]) -> int:
        """The sums after a half-suit that are within bounds."""
        ways, bounds = stage
        steps = map(self._step, ways)
        moved = reduce(or_, ((sums & room) << place for place, room in steps), 0)
        return reduce(and_, bounds, moved)

    def _step(self, vector: Vector) -> tuple[int, int]:
        """By how many bits to shift to add a vector, and the sums that leave room for it."""
        rooms = [self._room[i][part] for i, part in enumerate(vector) if part]
        return sum(map(mul, vector, self._unit)), reduce(and_, rooms, -1)

    def _between(self, column: int, least: int, most: int) -> int:
        """All sums within the bounds of a column."""
        unit, length, size = self._unit[column], self._unit[column + 1], self._unit[-1]
        most = min(most, self._most[column])
        pattern = max((1 << unit * (most + 1)) - (1 << unit * least), 0)
        while length < size:  # double it until it is long enough
            pattern |= pattern << length
            length *= 2
        return pattern & ((1 << size) - 1)


def _ends(position: Remainder) -> tuple[list[int], list[int]]:
    """For each column, after which half-suit it ends, and the longest that is the same till then.

    That is itself where there is no other.
    """
    parts = [list(zip(*ways.marks, strict=True)) for ways in position.half_suits]
    columns = range(len(position.columns))
    ends = [max(i for i, part in enumerate(parts) if any(part[column])) for column in columns]
    hosts = []
    for column, end in enumerate(ends):
        same = (
            other
            for other in columns
            if ends[other] >= end and all(p[other] == p[column] for p in parts[: end + 1])
        )
        hosts.append(max(same, key=lambda other: (ends[other], -other)))
    return ends, hosts


# -- narrowing ------------------------------------------------------------------------------------
#
# What bounds decide column by column is struck out before sums are formed.
#
# If all other half-suits have at least m of a column that counts at most h, a half-suit has at
# most h - m of it; likewise from below. Ways outside these bounds go, which moves the bounds,
# until nothing changes. Then what all ways of a half-suit have is taken out of them and of the
# bounds: whoever asks has a card of the half-suit, so in mid-game this is most of a hand.
#
# Columns whose bounds cannot be broken any more need no sum. Of the columns of all seats for some
# cards, one more needs none if its bounds follow from those of the others.
#
# Example: A may have two cards, and every way to lay each of two half-suits gives A one: each
# gives A exactly one, and A needs no sum.


class Remainder(NamedTuple):
    """What is left to add up: one way of each half-suit, to sums within the columns' bounds."""

    half_suits: Sequence[Ways]
    columns: Sequence[Column]


def narrowed(ways: list[Ways], columns: Sequence[Column], seats: int) -> Remainder | None:
    """What is left to add up; None where there is no deal.

    Args:
        ways: the ways to lay each half-suit.
        columns: what their vectors count.
        seats: how many there are.
    """
    while all(each.marks for each in ways):
        least = _total(len(columns), (each.least for each in ways))
        most = _total(len(columns), (each.most for each in ways))
        tight = [c.within(least[i], most[i]) for i, c in enumerate(columns)]
        if any(column.least > column.most for column in tight):
            return None
        kept = [_within(each, columns, least, most) for each in ways]
        if kept == ways:
            return _needed(ways, tight, least, most, seats)
        ways = kept
    return None


def _total(length: int, vectors: Iterable[Vector]) -> Vector:
    return tuple(map(sum, zip((0,) * length, *vectors, strict=True)))


def _within(ways: Ways, columns: Sequence[Column], least: Vector, most: Vector) -> Ways:
    """The ways that can come within bounds, with the least and the most of all half-suits."""
    floor = [c.least - high + own for c, high, own in zip(columns, most, ways.most, strict=True)]
    ceiling = [c.most - low + own for c, low, own in zip(columns, least, ways.least, strict=True)]
    return ways.within(floor, ceiling)


def _needed(
    ways: Sequence[Ways], tight: Sequence[Column], least: Vector, most: Vector, seats: int
) -> Remainder:
    """The columns that need a sum, less what all ways have in them."""
    used = {i for i, c in enumerate(tight) if (c.least, c.most) != (least[i], most[i])}
    left = [
        c._replace(least=c.least - low, most=c.most - low)
        for c, low in zip(tight, least, strict=True)
    ]
    for group in gathered((_cards(c, seats), i) for i, c in enumerate(tight)).values():
        following = [
            i
            for i in used.intersection(group if len(group) == seats else ())
            if _follows(tight[i], [tight[j] for j in group if j != i])
        ]
        used -= {*sorted(following, key=lambda i: -left[i].most)[:1]}
    kept = sorted(used)
    return Remainder([each.onto(kept) for each in ways], [left[i] for i in kept])


def _cards(column: Column, seats: int) -> int:
    """What the columns of all seats for the same cards have in common."""
    return column.counted >> (column.counted.bit_length() - 1) % seats


def _follows(column: Column, others: Sequence[Column]) -> bool:
    """Whether a column's bounds follow from those of all other seats for the same cards."""
    cards = column.counted.bit_count()
    least = cards - sum(other.most for other in others)
    most = cards - sum(other.least for other in others)
    return column.least <= least and most <= column.most
