"""The table of a half-suit: in how many ways can its cards lie, by how many each seat has?

Facts but for hand sizes speak of one half-suit each. So all that the rest of the deck needs to know
of a half-suit is, for each vector v of how many of its open cards each seat has, the number T[v] of
*fillings* (a seat for each card) that satisfy its clauses.

The fillings are counted card by card. A state is (v so far, the set of clauses satisfied so far);
from it a card goes to each seat it may be with. Kept as a layered graph (one layer of states after
each card, and for each state where a card at each seat leads), it also answers where the cards are:
given a weight for each vector, ``placements`` sums the weights of all fillings by (card, seat),
forward counts times backward sums.

Seats that no fact tells apart are one *group*: a column of the vector is a group of seats, or how
many of certain cards a seat has (a ``Part``). Everything is an exact integer: a table counts at
most (seats ^ cards) fillings.

Example: cards 1 and 2, seats A and B, "A has one of them": T[(2, 0)] = 1, T[(1, 1)] = 2.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.counting.open_deal import OpenBook
from tracker.counting.stages import Part

Integers: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[Any]
"""Machine numbers, or Python integers in an array of objects."""


@dataclass(frozen=True)
class Layer:
    """One card of a table."""

    columns: tuple[int, ...]
    """The columns of the groups it may go to."""
    following: Integers
    """[column, state]: the state after the card goes there."""
    ways: Numbers
    """[state]: in how many ways the cards before it lead to the state."""


@dataclass(frozen=True)
class FillingTable:
    """The fillings of a half-suit by vector."""

    groups: tuple[int, ...]
    """Masks of seats: the first columns of a vector."""
    parts: tuple[Part, ...]
    """The columns after them."""
    vectors: Integers
    """[vector, column]: how many cards."""
    ways: Numbers
    """[vector]: how many fillings, at least one."""
    layers: tuple[Layer, ...]
    """One for each card."""
    reached: Numbers
    """[last state]: in how many ways the cards lead to it."""
    ends: Integers
    """[last state]: its vector; ``len(vectors)`` where a clause or tally is not satisfied."""

    def placements(self, weights: Numbers) -> Numbers:
        """Sums the weights of all fillings by where a card is.

        Args:
            weights: [vector], of each filling with that vector; floats, or objects to be exact.

        Returns:
            [card, group]: the weight of all fillings in which the card is with the group.
        """
        sums = np.zeros((len(self.layers), len(self.groups)), weights.dtype)
        after = np.append(weights, 0)[self.ends]
        for card in reversed(range(len(self.layers))):
            layer = self.layers[card]
            ahead = after[layer.following]
            sums[card, layer.columns] = ahead @ layer.ways
            after = ahead.sum(axis=0)
        return sums

    def filling(self, vector: int, random: Random) -> tuple[int, ...]:
        """One of the fillings with a vector, each equally likely: the group of each card."""
        states = np.flatnonzero(self.ends == vector)
        state = states[pick(self.reached[states].tolist(), random)]
        groups = []
        for layer in reversed(self.layers):
            columns, states = np.nonzero(layer.following == state)
            i = pick(layer.ways[states].tolist(), random)
            groups.append(self.groups[layer.columns[columns[i]]])
            state = states[i]
        return tuple(reversed(groups))


def pick(weights: Sequence[int], random: Random) -> int:
    """An index with a probability in exact proportion to its weight."""
    sums = list(accumulate(weights))
    return bisect_right(sums, random.randrange(sums[-1]))


class FillingTables:
    """The tables of a position and of the one before it, by what is open of each half-suit."""

    def __init__(self) -> None:
        self._kept: dict[object, FillingTable] = {}
        self._before: dict[object, FillingTable] = {}

    def move_on(self) -> None:
        """A new position follows: forgets the tables that the last one did not need."""
        self._before, self._kept = self._kept, {}

    def table(
        self, book: OpenBook, groups: tuple[int, ...], parts: tuple[Part, ...]
    ) -> FillingTable:
        """The table of a half-suit, made only where neither position had it.

        Args:
            book: what is open of it.
            groups: masks of seats that nothing in it tells apart; those it can go to.
            parts: further columns, for cards that are counted apart.
        """
        key = (book, groups, parts)
        if key not in self._kept:
            found = self._before.get(key)
            self._kept[key] = found or _Tabulation(book, groups, parts).table()
        return self._kept[key]


class _Tabulation:
    """The columns of a half-suit's table, and how they are packed into one integer.

    Below the columns (groups, parts) of the vector stands one bit for each clause.
    """

    def __init__(self, book: OpenBook, groups: tuple[int, ...], parts: tuple[Part, ...]) -> None:
        self.book = book
        self.groups = groups
        self.parts = parts
        self.clauses = [dict(entries) for entries in book.clauses]
        self.width = len(book.cards).bit_length()
        bits = len(self.clauses) + self.width * (len(groups) + len(parts))
        self.dtype = np.dtype(np.int64 if bits < 63 else object)
        short = len(groups) ** len(book.cards) < 2**53
        self.numbers = np.dtype(np.int64 if short else object)

    def table(self) -> FillingTable:
        states = np.zeros(1, self.dtype)
        ways: Numbers = np.ones(1, self.numbers)
        layers = []
        for card in range(len(self.book.cards)):
            columns = self._columns(card)
            steps = [self._step(states, card, column) for column in columns]
            reached, following = np.unique(np.concatenate(steps), return_inverse=True)
            layers.append(Layer(columns, following.reshape(len(columns), -1), ways))
            ways = gathered(following, np.concatenate([ways] * len(columns)), len(reached))
            states = reached
        vectors, ends = self._ends(states)
        return FillingTable(
            groups=self.groups,
            parts=self.parts,
            vectors=vectors,
            ways=gathered(ends, ways, len(vectors) + 1)[:-1],
            layers=tuple(layers),
            reached=ways,
            ends=ends,
        )

    def _columns(self, card: int) -> tuple[int, ...]:
        choices = self.book.choices[card]
        return tuple(i for i, group in enumerate(self.groups) if group & choices)

    def _shift(self, column: int) -> int:
        return len(self.clauses) + self.width * column

    def _step(self, states: Numbers, card: int, column: int) -> Numbers:
        """The states after a card goes to a group."""
        name, group = self.book.cards[card], self.groups[column]
        satisfied = sum(
            1 << i for i, clause in enumerate(self.clauses) if clause.get(name, 0) & group
        )
        more = 1 << self._shift(column)
        for i, part in enumerate(self.parts, len(self.groups)):
            if part.seat == group and name in part.cards:
                more += 1 << self._shift(i)
        return (states + more) | satisfied

    def _ends(self, states: Numbers) -> tuple[Integers, Integers]:
        """The vectors of the last states, and which of them is whose."""
        satisfied = (1 << len(self.clauses)) - 1
        fits = (states & satisfied) == satisfied
        columns = len(self.groups) + len(self.parts)
        within = (1 << self._shift(columns)) - 1 - satisfied
        packed, which = np.unique(states[fits] & within, return_inverse=True)
        vectors = np.stack([self._column(packed, i) for i in range(columns)], axis=1)
        ends = np.full(len(states), len(vectors))
        ends[fits] = which
        return vectors, ends

    def _column(self, states: Numbers, column: int) -> Integers:
        """How many cards stand in a column, for each state."""
        below = states >> self._shift(column)
        return (below & ((1 << self.width) - 1)).astype(np.int64)


def gathered(places: Integers, amounts: Numbers, length: int) -> Numbers:
    """Adds the amounts up by place; the floats inside are integers below 2^53."""
    if amounts.dtype != object:
        return np.bincount(places, weights=amounts, minlength=length).astype(np.int64)
    sums = np.zeros(length, object)
    np.add.at(sums, places, amounts)
    return sums
