"""Adding up half-suits: which ways to lay them can be parts of one deal?

Go from half-suit to half-suit and keep the set of *sums* that can be reached, a number for each
column: a set of sums is one Python integer, the sum (a, b, …) being bit a + R·b + …, and to add a
vector is to shift. Backwards, the same says which sums can still come out right. A way is part of a
deal when its vector leads from a sum reached to one that comes out right.

Where all half-suits of a column are behind, it ends: its bounds are applied, and it is taken out of
the sums. Where a column was the same as another till then (the cards that left play unseen up to
some event, and those up to a later one), it needs no number: its bounds are bounds on the other at
that point of the way.

The vectors of a half-suit are added all at once, part by part as an automaton reads them: what goes
on alike is one node. For the 462 ways to divide six cards among six seats that is some 50 shifts.

Example: A and B have room for one card each, half-suits {2C} and {2D}. Both have the vectors (1,0)
and (0,1); sums after the first are (1,0) and (0,1), and both come out right: everything is
possible. "2C is not with A" leaves (0,1), and then 2D is with A.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import accumulate
from operator import mul, or_
from typing import NamedTuple, TypeAlias

from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.inference.half_suits import Column, Vector, Ways

Nodes: TypeAlias = Sequence[Sequence[tuple[int, int]]]
"""For each node of a column: (part of the vector, node of the next column), upwards."""


SumBound: TypeAlias = tuple[int, int, int]
"""A column is between two numbers."""


class Addend(NamedTuple):
    """A half-suit on the way."""

    ways: Ways
    """Their vectors have the columns that have not ended before; those that end first come last."""
    layers: Sequence[Nodes]
    """The vectors, column by column."""
    bounds: Sequence[SumBound]
    """What must hold after it."""
    going_on: int
    """How many columns do not end after it."""

    @property
    def shifts(self) -> int:
        """How many it takes to add the vectors."""
        return sum(edges[-1][0] + 1 for nodes in self.layers for edges in nodes)


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
        columns = sorted(set(hosts), key=lambda column: -ends[column])
        self._most = [position.columns[column].most for column in columns]
        self._unit = list(accumulate((most + 1 for most in self._most), mul, initial=1))
        self._stages: list[Addend] = []
        for i, ways in enumerate(position.half_suits):
            onto = ways.onto([column for column in columns if ends[column] >= i])
            bounds = [
                (columns.index(host), bound.least, bound.most)
                for end, host, bound in zip(ends, hosts, position.columns, strict=True)
                if end == i
            ]
            going_on = sum(ends[column] > i for column in columns)
            self._stages.append(Addend(onto, _layers(onto.marks), bounds, going_on))
            if self.work > most_work:
                raise UndecidedError("there are too many ways to divide the cards")
        self._below_most = [self._all((i, 0, most - 1)) for i, most in enumerate(self._most)]

    @property
    def work(self) -> int:
        """The bits to shift."""
        return sum(self._unit[len(stage.layers)] * stage.shifts for stage in self._stages)

    def is_possible(self) -> bool:
        """Whether there is a deal."""
        if not self._stages:
            return True
        *others, last = self._stages
        reached = reduce(self._after, others, 1)
        return bool(reached & self._moved(self._opened(1, last), last, up=False))

    def marks(self) -> int:
        """The marks of all ways that are part of a deal."""
        reached = list(accumulate(self._stages[:-1], self._after, initial=1))
        all_marks, right = 0, 1
        for stage in reversed(self._stages):
            right = self._opened(right, stage)
            all_marks |= self._found(stage, reached.pop(), right)
            right = self._moved(right, stage, up=False) if reached else 0
        return all_marks

    def _found(self, stage: Addend, before: int, right: int) -> int:
        """The marks of a half-suit's ways that lead from a sum before it to one that is right.

        Vectors are tried in their order, so that what the last one began with need not be shifted
        again; those whose marks are all found need not be tried.
        """
        marks_found = 0
        path, last = [before], [-1] * len(stage.layers)
        for vector, marks in sorted(stage.ways.marks.items()):
            if marks & ~marks_found:
                differ = (i for i, part in enumerate(vector) if part != last[i])
                del path[next(differ, 0) + 1 :]
                for column in range(len(path) - 1, len(vector)):
                    path.append(self._shifted(path[-1], column, vector[column], up=True))
                last = list(vector)
                marks_found |= marks if path[-1] & right else 0
        return marks_found

    def _after(self, sums: int, stage: Addend) -> int:
        """The sums after a half-suit, where columns have ended."""
        sums = self._within(self._moved(sums, stage, up=True), stage)
        for column in range(len(stage.layers) - 1, stage.going_on - 1, -1):
            unit = self._unit[column]
            parts = (sums >> i * unit for i in range(self._most[column] + 1))
            sums = reduce(or_, parts) & ((1 << unit) - 1)
        return sums

    def _opened(self, right: int, stage: Addend) -> int:
        """The sums after a half-suit from which, where columns have ended, some are left."""
        for column in range(stage.going_on, len(stage.layers)):
            for _ in range(self._most[column]):
                right |= right << self._unit[column]
        return self._within(right, stage)

    def _within(self, sums: int, stage: Addend) -> int:
        """The sums that are what they must be after a half-suit."""
        for bound in stage.bounds:
            sums &= self._all(bound)
        return sums

    def _moved(self, sums: int, stage: Addend, *, up: bool) -> int:
        """Every sum with every vector added, or taken away."""
        at = {0: sums}
        for column, nodes in enumerate(stage.layers):
            before, at = at, {}
            for node, moved in before.items():
                done = 0
                for part, further in nodes[node]:
                    moved = self._shifted(moved, column, part - done, up=up)
                    at[further] = at.get(further, 0) | moved
                    done = part
        return at[0]

    def _shifted(self, sums: int, column: int, times: int, *, up: bool) -> int:
        """The sums with so many more in a column where there is room, or less where there are."""
        unit, below = self._unit[column], self._below_most[column]
        for _ in range(times):
            sums = (sums & below) << unit if up else sums >> unit & below
        return sums

    def _all(self, bound: SumBound) -> int:
        """All sums within a bound."""
        column, least, most = bound
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


def _layers(vectors: Iterable[Vector]) -> Sequence[Nodes]:
    """Vectors as an automaton, from their ends: beginnings that can go on alike are one node."""
    layers: list[Nodes] = []
    nodes = dict.fromkeys(sorted(vectors), 0)
    for _ in next(iter(nodes)):
        edges: dict[Vector, list[tuple[int, int]]] = {}
        for beginning, node in nodes.items():
            edges.setdefault(beginning[:-1], []).append((beginning[-1], node))
        numbers: dict[tuple[tuple[int, int], ...], int] = {}
        nodes = {b: numbers.setdefault(tuple(leads), len(numbers)) for b, leads in edges.items()}
        layers.append(list(numbers))
    return layers[::-1]


# -- narrowing ------------------------------------------------------------------------------------
#
# What bounds decide column by column is struck out before sums are formed.
#
# If all other half-suits have at least m of a column that counts at most h, a half-suit has at
# most h - m of it; likewise from below. Ways outside these bounds go, which moves the bounds,
# until nothing changes. Then what all ways of a half-suit have is taken out of them and of the
# bounds: whoever asks has a card of the half-suit, so in mid-game this is most of a hand.
#
# Columns whose bounds cannot be broken any more need no sum; nor do, for one seat, those whose
# bounds follow from all other seats', as cards that are with none of these are with that seat.
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
    rest = used - _following(tight, seats)
    left = [
        c._replace(least=c.least - low, most=c.most - low)
        for c, low in zip(tight, least, strict=True)
    ]

    def room(seat: int, some: set[int]) -> int:
        return max((left[i].most + 1 for i in some if left[i].seat == seat), default=1)

    spared = max(range(seats), key=lambda seat: room(seat, used) / room(seat, rest))
    kept = [i for i in sorted(used) if i in rest or left[i].seat != spared]
    return Remainder([each.onto(kept) for each in ways], [left[i] for i in kept])


def _following(columns: Sequence[Column], seats: int) -> set[int]:
    """The columns whose bounds follow from those of all other seats for the same cards."""
    groups: dict[frozenset[Card], list[int]] = {}
    for i, column in enumerate(columns):
        groups.setdefault(column.cards, []).append(i)
    following = set()
    for cards, group in groups.items():
        for i in group if len(group) == seats else ():
            others = [columns[j] for j in group if j != i]
            least = len(cards) - sum(other.most for other in others)
            most = len(cards) - sum(other.least for other in others)
            if columns[i].least <= least and most <= columns[i].most:
                following.add(i)
    return following
