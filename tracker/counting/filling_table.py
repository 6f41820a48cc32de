"""The table of a half-suit: in how many ways can its cards lie, by how many each seat has?

Facts but for hand sizes speak of one half-suit each. So all that the rest of the deck needs to know
of a half-suit is, for each vector v of how many of its open cards each seat has, the number T[v] of
*fillings* (a seat for each card) that satisfy its clauses.

The fillings are counted card by card. A state is (v so far, the set of clauses satisfied so far);
from it a card goes to each seat it may be with. After the last card of a clause the states that do
not satisfy it go, and nothing is noted of it any more. Kept as a layered graph (one layer of states
after each card, and for each state where a card at each seat leads), it also answers where the
cards are: given a weight for each vector, ``placements`` sums the weights of all fillings by (card,
seat), forward counts times backward sums.

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
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.budget import Budget
from tracker.counting.costs import STEP
from tracker.counting.open_deal import OpenBook
from tracker.counting.stages import Part
from tracker.errors import UndecidedError

Integers: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[Any]
"""Machine numbers, or Python integers in an array of objects."""

_MOST_STEPS: Final = 3 * 2**23
"""Steps from a state to the next, over all the cards of a table: some 4 s, and 300 MB."""

_FEW: Final = 64
"""Steps at a card that take less time in plain Python than in arrays."""


class Columns(NamedTuple):
    """What is open of a half-suit, and what of its cards is counted."""

    book: OpenBook
    groups: tuple[int, ...]
    """Masks of seats that nothing in it tells apart; those it can go to."""
    parts: tuple[Part, ...]
    """Further columns, for cards that are counted apart."""
    rooms: tuple[int, ...]
    """The room of each group; nothing where it is not looked at."""


@dataclass(frozen=True)
class Layer:
    """One card of a table."""

    columns: tuple[int, ...]
    """The columns of the groups it may go to."""
    following: Numbers
    """[column, state]: the state after the card goes there; past the last one, if there is none."""
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
    """One for each card; the states after the last are the vectors."""

    def placements(self, weights: Numbers) -> Numbers:
        """Sums the weights of all fillings by where a card is.

        Args:
            weights: [vector], of each filling with that vector; floats, or objects to be exact.

        Returns:
            [card, group]: the weight of all fillings in which the card is with the group.
        """
        sums = np.zeros((len(self.layers), len(self.groups)), weights.dtype)
        after = weights
        for card in reversed(range(len(self.layers))):
            layer = self.layers[card]
            padded = np.zeros(len(after) + 1, after.dtype)
            padded[:-1] = after
            ahead = padded[layer.following]
            sums[card, layer.columns] = ahead @ layer.ways
            after = ahead.sum(axis=0)
        return sums

    def filling(self, vector: int, random: Random) -> tuple[int, ...]:
        """One of the fillings with a vector, each equally likely: the group of each card."""
        groups = []
        state = vector
        for layer in reversed(self.layers):
            columns, states = np.nonzero(layer.following == state)
            i = pick(layer.ways[states].tolist(), random)
            groups.append(self.groups[layer.columns[columns[i]]])
            state = int(states[i])
        return tuple(reversed(groups))


def pick(weights: Sequence[int], random: Random) -> int:
    """An index with a probability in exact proportion to its weight."""
    sums = list(accumulate(weights))
    return bisect_right(sums, random.randrange(sums[-1]))


class FillingTables:
    """The tables of a position and of the one before it, by what is open of each half-suit.

    Args:
        forgets: whether tables are forgotten that two positions running did not need; else those of
            all positions are kept.
    """

    def __init__(self, *, forgets: bool = True) -> None:
        self._forgets = forgets
        self._kept: dict[Columns, FillingTable] = {}
        self._before: dict[Columns, FillingTable] = {}

    def move_on(self) -> None:
        """A new position follows: forgets the tables that the last one did not need."""
        if self._forgets:
            self._before, self._kept = self._kept, {}

    def table(self, columns: Columns, budget: Budget) -> FillingTable:
        """The table of a half-suit, made only where neither position had it.

        Args:
            columns: what is open of it.
            budget: what pays for it.

        Raises:
            UndecidedError: where it would be too large.
        """
        if columns not in self._kept:
            found = self._before.get(columns)
            self._kept[columns] = found or _Tabulation(columns).table(budget)
        return self._kept[columns]


class _Tabulation:
    """The columns of a half-suit's table, and how they are packed into one integer.

    Below the columns (groups, parts) of the vector stand bits for the clauses; those that are not
    under way at the same time share one.
    """

    def __init__(self, columns: Columns) -> None:
        self.book = columns.book
        self.groups = columns.groups
        self.parts = columns.parts
        self.rooms = columns.rooms
        self.clauses = [dict(entries) for entries in self.book.clauses]
        place = {card: i for i, card in enumerate(self.book.cards)}
        self.spans = [sorted(place[card] for card in clause) for clause in self.clauses]
        self.bits = _shared([(span[0], span[-1]) for span in self.spans])
        self.width = len(self.book.cards).bit_length()
        self.base = max(self.bits, default=-1) + 1
        bits = self.base + self.width * (len(self.groups) + len(self.parts))
        self.dtype = np.dtype(np.int64 if bits < 63 else object)
        short = len(self.groups) ** len(self.book.cards) < 2**53
        self.numbers = np.dtype(np.int64 if short else object)

    def table(self, budget: Budget) -> FillingTable:
        """The table, card by card.

        Raises:
            UndecidedError: where there are too many states.
        """
        states = np.zeros(1, self.dtype)
        ways: Numbers = np.ones(1, self.numbers)
        layers = []
        left = _MOST_STEPS if self.dtype != object else _MOST_STEPS // 16
        for card in range(len(self.book.cards)):
            columns = self._columns(card)
            steps = len(states) * len(columns)
            left -= steps
            if left < 0 or not budget.pay(steps * STEP, beyond_each=True):
                raise UndecidedError
            reached, following = self._reached(states, card, columns)
            layers.append(Layer(columns, following.reshape(len(columns), -1), ways))
            ways = gathered(following, np.concatenate([ways] * len(columns)), len(reached) + 1)[:-1]
            states = reached
        vectors = [self._column(states, i) for i in range(len(self.groups) + len(self.parts))]
        return FillingTable(self.groups, self.parts, np.stack(vectors, axis=1), ways, tuple(layers))

    def _columns(self, card: int) -> tuple[int, ...]:
        choices = self.book.choices[card]
        return tuple(i for i, group in enumerate(self.groups) if group & choices)

    def _reached(
        self, states: Numbers, card: int, columns: tuple[int, ...]
    ) -> tuple[Numbers, Numbers]:
        """The states after a card, and for each column and state before it which of them follows.

        States that break a clause, or overfill a seat, are left out: past the last one.
        """
        ended = sum(1 << self.bits[i] for i, span in enumerate(self.spans) if span[-1] == card)
        moves = [self._move(card, column) for column in columns]
        if len(states) * len(moves) <= _FEW and not self.rooms:
            return self._few_reached(states.tolist(), moves, ended)
        steps = [(states + more) | satisfied for more, satisfied in moves]
        reached, following = np.unique(np.concatenate(steps), return_inverse=True)
        alive = np.ones(len(reached), bool)
        if ended:
            alive &= reached & ended == ended
        if self.rooms:
            for column in columns:
                alive &= self._column(reached, column) <= self.rooms[column]
        if not ended and alive.all():
            return reached, following.astype(np.int32)
        kept, merged = np.unique(reached[alive] & ~ended, return_inverse=True)
        place = np.full(len(reached), len(kept), np.int32)
        place[alive] = merged
        return kept, place[following]

    def _few_reached(
        self, states: list[int], moves: list[tuple[int, int]], ended: int
    ) -> tuple[Numbers, Numbers]:
        """The same in plain Python, which is faster where states are few."""
        steps = [(state + more) | satisfied for more, satisfied in moves for state in states]
        alive = [step & ~ended if step & ended == ended else -1 for step in steps]
        kept = sorted({state for state in alive if state >= 0})
        place = {state: i for i, state in enumerate(kept)}
        following = [place.get(state, len(kept)) for state in alive]
        return np.array(kept, self.dtype), np.array(following, np.int32)

    def _move(self, card: int, column: int) -> tuple[int, int]:
        """What a card that goes to a group adds to a state, and the bits of clauses satisfied."""
        name, group = self.book.cards[card], self.groups[column]
        satisfied = 0
        for bit, clause in zip(self.bits, self.clauses, strict=True):
            if clause.get(name, 0) & group:
                satisfied |= 1 << bit
        more = 1 << self._shift(column)
        for i, part in enumerate(self.parts, len(self.groups)):
            if part.seat == group and name in part.cards:
                more += 1 << self._shift(i)
        return more, satisfied

    def _shift(self, column: int) -> int:
        return self.base + self.width * column

    def _column(self, states: Numbers, column: int) -> Integers:
        """How many cards stand in a column, for each state."""
        below = states >> self._shift(column)
        return (below & ((1 << self.width) - 1)).astype(np.int64)


def _shared(spans: Sequence[tuple[int, int]]) -> list[int]:
    """A number for each span from one place to another, different ones for any two that meet."""
    ends: list[int] = []
    numbers = [0] * len(spans)
    for i in sorted(range(len(spans)), key=lambda i: spans[i]):
        start, stop = spans[i]
        free = next((bit for bit, end in enumerate(ends) if end < start), len(ends))
        ends[free : free + 1] = [stop]
        numbers[i] = free
    return numbers


def gathered(places: Integers, amounts: Numbers, length: int) -> Numbers:
    """Adds the amounts up by place; the floats inside are integers below 2^53."""
    if amounts.dtype != object:
        return np.bincount(places, weights=amounts, minlength=length).astype(np.int64)
    sums = np.zeros(length, object)
    np.add.at(sums, places, amounts)
    return sums
