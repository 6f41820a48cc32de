"""The twin of the engine: the obvious dynamic programme, in Python integers.

It counts where NumPy cannot be imported, as in a browser, and it checks the engine.

Half-suits are added up one after the other. From the number of ways in which the first few give
each column u cards, for all u, come those for one half-suit more. A half-suit is added card by
card; a state is the clauses satisfied so far. The numbers for all u stand side by side in one long
integer (Kronecker substitution): that of u at the place u_1 s_1 + u_2 s_2 + ..., so that a card
more in a column is a shift. The number of deals with a filling of vector v is the number of ways in
which all other half-suits give what v leaves: one half of them is added to what is beside the other
half, and so on. Half-suits with checks come first. For these the same programme from the other end
gives the ways in which those after it fill what is left, and

    W_k[v] = sum over u of (ways of those before to give u) * (ways of those after to give the rest)

is a coefficient of the product of two long integers.

The steps are s_1 = 1, s_2 = n_1, s_3 = n_1 n_2, and so on; one column, o, needs no step, as the sum
over all columns is known. Say that t is wanted, and another u stands at the place of some w <= t.
At the first column a where they differ u_a is w_a + n_a or more, and u is n_a - 1 or more above w
in all columns with a step together. So u_o is as much below w_o, and with n_a > t_o + 1 and n_a >
t_a that cannot be. What all vectors of a half-suit have in common is left out.

Example: two half-suits of one card, two seats with one each, (z_1 + z_2)^2. Only z_1 has a step. By
bytes, (256 + 1)^2 = 256^2 + 2 * 256 + 1: at the place of z_1 stands the number of deals, 2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import accumulate, repeat
from math import prod
from operator import add, mul, sub
from typing import Final

from tracker.budget import Budget
from tracker.counting.fillings import Fillings
from tracker.counting.open_deal import BEYOND, OpenDeal, Shape, Vector
from tracker.errors import UndecidedError

_LONGEST: Final = 2**22
"""Bytes of an integer; longer ones are beyond any budget, as some dozens are in memory."""


class Twin:
    """Counts the deals of a position in Python integers.

    Args:
        position: what is open.
        budget: what counting may cost.
    """

    def __init__(self, position: OpenDeal, budget: Budget) -> None:
        self.position = position
        self._budget = budget

    @cached_property
    def total(self) -> int:
        """The number of deals.

        Raises:
            UndecidedError: beyond the budget.
        """
        if not all(fillings.ways for fillings in self._fillings) or min(self._rooms, default=0) < 0:
            return 0
        length = self._width * (self._last + 1)
        moves = sum(len(columns) for shape in self._shapes for columns in shape.moves)
        if length > _LONGEST or not self._budget.pay(moves * length / 64):
            raise UndecidedError(BEYOND)
        return self._reader(self._before[-1])(self._last)

    def fillings(self, book: int) -> Fillings:
        """Those of a half-suit."""
        return self._fillings[self.position.order.index(book)]

    def weights(self, books: Collection[int]) -> Mapping[int, Mapping[Vector, int]]:
        """By half-suit and vector, how many deals there are with each filling that has it."""
        places = {book: self.position.order.index(book) for book in books}
        return {book: self._filled(k, self._others[k], self._last) for book, k in places.items()}

    def likely(self, book: int, rooms: Vector) -> Mapping[Vector, int]:
        """By vector of a half-suit, the ways to lay it and those before it in order."""
        k = self.position.order.index(book)
        filled = self._filled(k, self._before[k], self._place(rooms, self._taken[k + 1]))
        return {vector: n * self._fillings[k].ways[vector] for vector, n in filled.items()}

    def _filled(self, k: int, others: int, place: int) -> Mapping[Vector, int]:
        """By vector of a half-suit, the ways of the others for each filling with it, to a place."""
        read, low = self._reader(others), self._lows[k]
        vectors = sorted(self._fillings[k].ways)
        return {v: read(place - self._place(v, low)) for v in vectors}

    # -- half-suits --------------------------------------------------------------------------------

    @cached_property
    def _shapes(self) -> Sequence[Shape]:
        return [self.position.shapes[i] for i in self.position.order]

    @cached_property
    def _fillings(self) -> Sequence[Fillings]:
        return [Fillings(shape) for shape in self._shapes]

    @cached_property
    def _lows(self) -> Sequence[Vector]:
        """[half-suit]: what all its vectors have in common."""
        return [tuple(map(min, zip(*fillings.ways, strict=True))) for fillings in self._fillings]

    @cached_property
    def _taken(self) -> Sequence[Vector]:
        """[half-suits added]: what all their vectors have in common, together."""
        nothing = (0,) * len(self.position.rooms)
        return [*accumulate(self._lows, lambda *two: tuple(map(add, *two)), initial=nothing)]

    @cached_property
    def _rooms(self) -> Vector:
        """What is wanted beyond that, by column."""
        return tuple(map(sub, self.position.rooms, self._taken[-1]))

    # -- sums --------------------------------------------------------------------------------------

    @cached_property
    def _before(self) -> Sequence[int]:
        """[half-suits added]: the ways to each sum."""
        sums = [1]
        for k in range(len(self.position.order)):
            sums.append(self._passed(self._added(sums[-1], k), k))
        return sums

    @cached_property
    def _after(self) -> Sequence[int]:
        """[half-suit with checks]: the ways of all after it to fill each rest that may be left."""
        checked = len(self.position.checks)
        rest = reduce(self._added, range(checked, len(self.position.order)), 1)
        sums = [self._passed(rest, checked - 1, of_rest=True)]
        for k in reversed(range(1, checked)):
            sums.append(self._passed(self._added(sums[-1], k), k - 1, of_rest=True))
        return sums[::-1]

    @cached_property
    def _others(self) -> Sequence[int]:
        """[half-suit]: the ways of all others to leave it each sum."""
        start, stop = len(self.position.checks), len(self.position.order)
        checked = map(mul, self._before[:start], self._after)
        return [*checked, *self._beside(start, stop, self._before[start])]

    def _beside(self, start: int, stop: int, sums: int) -> Iterator[int]:
        """For each half-suit of a stretch, the sums with all others of the stretch."""
        middle = (start + stop) // 2
        if stop - start < 2:
            yield from [sums] * (stop - start)
        else:
            yield from self._beside(start, middle, reduce(self._added, range(middle, stop), sums))
            yield from self._beside(middle, stop, reduce(self._added, range(start, middle), sums))

    def _added(self, polynomial: int, k: int) -> int:
        """The sums with one half-suit more."""
        shape, fillings = self._shapes[k], self._fillings[k]
        states = {0: polynomial}
        for moves, ended in zip(fillings.moves, shape.ended, strict=True):
            after: dict[int, int] = defaultdict(int)
            for state, ways in states.items():
                for column, _, true in moves:
                    to = state | true
                    if to & ended == ended:
                        after[to] += ways << 8 * self._width * self._steps[column]
            states = after
        sums = sum(states.values())
        sums >>= 8 * self._width * self._place(self._lows[k])
        return sums & ((1 << 8 * self._width * (self._last + 1)) - 1)

    def _passed(self, polynomial: int, k: int, *, of_rest: bool = False) -> int:
        """The sums that pass the checks after a half-suit.

        Args:
            polynomial: the ways by sums, or by what is left of the rooms.
            k: the half-suit's place in the order.
            of_rest: whether it is by what is left.
        """
        checks = self.position.checks.get(self.position.order[k], ())
        if not checks:
            return polynomial
        read, kept, lows = self._reader(polynomial), bytearray(), self._taken[k + 1]
        cards = sum(len(shape.moves) for shape in self._shapes[: k + 1]) - sum(lows)
        for place in range(self._last + 1):
            ways = read(place)
            if ways:
                sums = self._sums(self._last - place if of_rest else place, cards)
                ways *= all(check.passed([*map(add, sums, lows)]) for check in checks)
            kept += ways.to_bytes(self._width, "little")
        return int.from_bytes(kept, "little")

    def _sums(self, place: int, cards: int) -> list[int]:
        """The sums [column] that stand at a place."""
        steps = zip(self._steps, self._sizes, strict=True)
        sums = [place // step % size if size else 0 for step, size in steps]
        sums[self._sizes.index(0)] = cards - sum(sums)
        return sums

    @cached_property
    def _sizes(self) -> Sequence[int]:
        """[column]: how many places it takes; 0 for the one that has no step."""
        rooms = [*enumerate(self._rooms)]
        sizes = [[0 if a == out else max(n + 1, o + 2) for a, n in rooms] for out, o in rooms]
        return min(sizes, key=lambda each: prod(filter(None, each)), default=[0])

    @cached_property
    def _steps(self) -> Sequence[int]:
        """[column]: by how many places a card more moves a term."""
        steps = accumulate((size or 1 for size in self._sizes), mul, initial=1)
        return [step if size else 0 for step, size in zip(steps, self._sizes, strict=False)]

    @cached_property
    def _width(self) -> int:
        """Bytes of a coefficient: of all ways to lay the cards."""
        ways = prod(len(moves) for shape in self._shapes for moves in shape.moves)
        return ways.bit_length() // 8 + 1

    @cached_property
    def _last(self) -> int:
        """The place of what is wanted."""
        return self._place(self._rooms)

    def _place(self, vector: Iterable[int], low: Iterable[int] = repeat(0)) -> int:
        """By how many places a vector moves a term; without ``low``, which is left out."""
        return sum((n - own) * step for n, own, step in zip(vector, low, self._steps, strict=False))

    def _reader(self, polynomial: int) -> Callable[[int], int]:
        """Gives the coefficient at a place; those below the first are 0."""
        width = self._width
        data = polynomial.to_bytes(polynomial.bit_length() // 8 + 1, "little")
        return lambda at: (
            int.from_bytes(data[at * width : (at + 1) * width], "little") if at >= 0 else 0
        )
