"""The ways to lay the open cards of a half-suit, and what they are worth.

Facts but for hand sizes speak of one half-suit each. So all that the rest of the deck needs to know
of a half-suit is, for each vector v of how many of its cards each column has, the number T[v] of
*fillings* (a column for each card) that satisfy its clauses.

Cards are laid one by one. A state is how many each column has and the clauses satisfied so far,
packed into one integer: a bit for each clause at the bottom, a few bits for each column above.
States that break a clause are left out. From the last states back, what a state is worth is the sum
of the weights of all ways to lay the rest.

Example: cards 1 and 2, seats A and B, "A has one of them": T[(2, 0)] = 1, T[(1, 1)] = 2.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random

from tracker.counting.open_deal import Shape, Vector


class Fillings:
    """The fillings of one half-suit.

    Args:
        shape: what is open of it.
        pay: called with the number of steps before they are taken.
    """

    def __init__(self, shape: Shape, pay: Callable[[int], object] = lambda steps: None) -> None:
        self._bits = len(shape.moves).bit_length()
        self._clauses = sum(shape.ended).bit_length()
        self._width = shape.width
        self.moves: Sequence[Sequence[tuple[int, int, int]]] = [
            [(column, 1 << self._clauses + self._bits * column, true) for column, true in moves]
            for moves in shape.moves
        ]
        """[card]: (column where it may go, what that adds to a state, bits of clauses)."""
        self._layers: list[Mapping[int, int]] = [{0: 1}]
        for moves, ended in zip(self.moves, shape.ended, strict=True):
            pay(len(self._layers[-1]) * len(moves))
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

    def vector(self, state: int) -> Vector:
        """How many cards each column has in a state."""
        numbers = state >> self._clauses
        bits, each = self._bits, (1 << self._bits) - 1
        return tuple([numbers >> bits * column & each for column in range(self._width)])

    def worth(self, weights: Mapping[Vector, int]) -> int:
        """What all fillings weigh together, each vector's with its weight; 0 left out."""
        return sum(self.ways[vector] * n for vector, n in weights.items())

    def weighed(
        self, weights: Mapping[Vector, int]
    ) -> tuple[list[Mapping[int, int]], list[list[int]]]:
        """What fillings with some weights make of states and of cards.

        Returns:
            [cards laid]: what each state is worth by the weights of all fillings, 0 left out; and
            [card][column]: the weights of all fillings in which the card is there.
        """
        rows: list[list[int]] = []
        worths: list[Mapping[int, int]] = [{self._states[v]: n for v, n in weights.items() if n}]
        for moves, layer in zip(self.moves[::-1], self._layers[-2::-1], strict=True):
            row, before, after = [0] * self._width, {}, worths[-1]
            for state, ways in layer.items():
                worth = 0
                for column, step, true in moves:
                    if n := after.get((state + step) | true):
                        worth += n
                        row[column] += ways * n
                if worth:
                    before[state] = worth
            rows.append(row)
            worths.append(before)
        return worths[::-1], rows[::-1]

    def paths(
        self, worths: Sequence[Mapping[int, int]], state: int = 0, laid: tuple[int, ...] = ()
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
    sums = [*accumulate(weights)]
    return bisect(sums, random.randrange(sums[-1]))
