"""Adding up half-suits: which ways to lay them can be parts of one deal?

Go from half-suit to half-suit (in the order of ``stages``) and keep the set of *sums* that can be
reached, a number for each column: a set of sums is one Python integer, the sum (a, b, …) being bit
a + R·b + …, and to add a vector is to shift. What must hold after a half-suit is applied there;
columns that end are taken out of the sums. Backwards, the same says which sums can still come out
right. A way is part of a deal when its vector leads from a sum reached to one that comes out right.

Example: A and B have room for one card each, half-suits {2C} and {2D}. Both have the vectors (1,0)
and (0,1); sums after the first are (1,0) and (0,1), and both come out right: everything is
possible. "2C is not with A" leaves (0,1), and then 2D is with A.

No solver has a part in this: certificates are verified by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import accumulate
from operator import mul, or_
from typing import TypeAlias

from tracker.inference.half_suits import Vector
from tracker.inference.narrowing import Narrowed, Range
from tracker.inference.stages import Layers, Stage, stages_of

_Step: TypeAlias = Callable[[int, int], int]
"""Every sum with one more, or one less, in a column."""


class TooLargeError(Exception):
    """The sums are too many for this method."""


class Sums:
    """Sets of sums on the way through a position.

    Args:
        position: what is left to add up.
        most_work: the most bits to shift.

    Raises:
        TooLargeError: where there would be more.
    """

    def __init__(self, position: Narrowed, most_work: int) -> None:
        self._stages, self._most = stages_of(position)
        self._unit = list(accumulate((most + 1 for most in self._most), mul, initial=1))
        if sum(self._unit[len(s.layers)] * _steps(s.layers) for s in self._stages) > most_work:
            raise TooLargeError
        self._below_most = [self._all(i, Range(0, most - 1)) for i, most in enumerate(self._most)]

    def is_possible(self) -> bool:
        """Whether there is a deal."""
        if not self._stages:
            return True
        *others, last = self._stages
        reached = reduce(self._after, others, 1)
        return bool(reached & self._moved(self._opened(1, last), last.layers, self._down))

    def marks(self) -> int:
        """The marks of all ways that are part of a deal."""
        reached = list(accumulate(self._stages[:-1], self._after, initial=1))
        found = 0
        for stage, right in zip(reversed(self._stages), self._right(), strict=False):
            found |= self._found(stage, reached.pop(), right)
        return found

    def _right(self) -> Iterator[int]:
        """The sums that can come out right after each half-suit, from the last to the first."""
        right = 1
        for stage in reversed(self._stages):
            right = self._opened(right, stage)
            yield right
            right = self._moved(right, stage.layers, self._down)

    def _found(self, stage: Stage, before: int, right: int) -> int:
        """The marks of a half-suit's ways that lead from a sum before it to one that is right.

        Vectors are tried in their order, so that what the last one began with need not be shifted
        again; those whose marks are all found need not be tried.
        """
        found = 0
        path: list[int] = [before]
        last: Vector = ()
        for vector, marks in sorted(stage.ways.marks.items()):
            if marks & ~found:
                del path[_alike(vector, last) + 1 :]
                for column in range(len(path) - 1, len(vector)):
                    path.append(self._times(vector[column], path[-1], column, self._up))
                last = vector
                found |= marks if path[-1] & right else 0
        return found

    # -- sets of sums -----------------------------------------------------------------------------

    def _after(self, sums: int, stage: Stage) -> int:
        """The sums after a half-suit."""
        sums = self._within(self._moved(sums, stage.layers, self._up), stage)
        for column in range(len(stage.layers) - 1, stage.going_on - 1, -1):
            sums = self._without(sums, column)
        return sums

    def _opened(self, right: int, stage: Stage) -> int:
        """The sums after a half-suit before columns end, where those after that are given."""
        for column in range(stage.going_on, len(stage.layers)):
            for _ in range(self._most[column]):
                right |= right << self._unit[column]
        return self._within(right, stage)

    def _within(self, sums: int, stage: Stage) -> int:
        """The sums that are what they must be after a half-suit."""
        for column, bound in stage.bounds:
            sums &= self._all(column, bound, len(stage.layers))
        return sums

    def _without(self, sums: int, column: int) -> int:
        """The sums without the column that comes last."""
        unit = self._unit[column]
        parts = (sums >> i * unit for i in range(self._most[column] + 1))
        return reduce(or_, parts) & ((1 << unit) - 1)

    def _moved(self, sums: int, layers: Layers, step: _Step) -> int:
        """Every sum with every vector added, or taken away."""
        at = {0: sums}
        for column, nodes in enumerate(layers):
            before, at = at, {}
            for node, sums in before.items():
                done = 0
                for part, further in nodes[node]:
                    sums = self._times(part - done, sums, column, step)
                    done = part
                    at[further] = at.get(further, 0) | sums
        return at[0]

    def _times(self, times: int, sums: int, column: int, step: _Step) -> int:
        for _ in range(times):
            sums = step(sums, column)
        return sums

    def _up(self, sums: int, column: int) -> int:
        """The sums with one more in a column, where there is room."""
        return (sums & self._below_most[column]) << self._unit[column]

    def _down(self, sums: int, column: int) -> int:
        """The sums with one less in a column, where it is not 0."""
        return sums >> self._unit[column] & self._below_most[column]

    def _all(self, column: int, bound: Range, columns: int | None = None) -> int:
        """All sums of some columns (none: of all) in which one is in a range."""
        unit, length = self._unit[column], self._unit[column + 1]
        size = self._unit[len(self._most) if columns is None else columns]
        pattern = max((1 << unit * (bound.most + 1)) - (1 << unit * bound.least), 0)
        while length < size:  # double it until it is long enough
            pattern |= pattern << length
            length *= 2
        return pattern & ((1 << size) - 1)


def _alike(vector: Vector, other: Vector) -> int:
    """How many parts two vectors have in common before they differ."""
    same = (i for i, (a, b) in enumerate(zip(vector, other, strict=False)) if a != b)
    return next(same, len(other))


def _steps(layers: Layers) -> int:
    """How many shifts it takes to add vectors."""
    return sum(edges[-1][0] + 1 for nodes in layers for edges in nodes)
