"""The table of a half-suit, in arrays: in how many ways can its cards lie, by vector?

This is ``placing`` for many states at once: one layer of states after each card, and for each state
where a card at each group leads. Kept as a layered graph, it also answers where the cards are:
given a weight for each vector, ``placements`` sums the weights of all fillings by (card, group),
forward counts times backward sums.

Everything is an exact integer: a table counts at most (groups ^ cards) fillings.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import compress
from operator import itemgetter
from random import Random
from threading import Lock
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tracker.budget import Budget
from tracker.counting.engine import STEP
from tracker.counting.placing import Columns, Move, Placing, pick
from tracker.errors import UndecidedError
from tracker.game.cards import Card

Integers: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[Any]
"""Machine numbers, or Python integers in an array of objects."""

_MOST_STEPS: Final = 3 * 2**23
"""Steps from a state to the next, over all the cards of a table: some 4 s, and 300 MB."""

_MOST_SHAPES: Final = 1024
"""Tables that are kept by shape; with 10 KB in the mean they take some 10 MB."""
_LARGE: Final = 2000 * STEP
"""A table that costs more takes less time in arrays, and more memory than is kept."""

_FEW: Final = 64
"""Steps at a card that take less time in plain Python than in arrays."""


@dataclass(frozen=True)
class Layer:
    """One card of a table."""

    groups: tuple[int, ...]
    """The columns of the groups it may go to."""
    following: Numbers
    """[group, state]: the state after the card goes there; past the last one, if there is none."""
    ways: Numbers
    """[state]: in how many ways the cards before it lead to the state."""


@dataclass(frozen=True)
class HalfSuitTable:
    """The fillings of a half-suit by vector."""

    columns: Columns
    vectors: Integers
    """[vector, column]: how many cards."""
    ways: Numbers
    """[vector]: how many fillings, at least one."""
    made_layers: Callable[[], tuple[Layer, ...]]
    """Makes the layers, or gives those that it made."""
    each: Numbers | None = None
    """[vector]: what each of its fillings weighs; None: 1. Then ``ways`` are sums of weights."""

    def weighed(self, columns: Columns) -> HalfSuitTable:
        """A table whose fillings weigh what the columns say."""
        if not columns.book.weights:
            return self
        weights = [columns.weight(tuple(vector)) for vector in self.vectors.tolist()]
        each = np.array(weights, object)
        return replace(self, columns=columns, ways=self.ways.astype(object) * each, each=each)

    @property
    def heaviest(self) -> int:
        """The most that a filling weighs."""
        return 1 if self.each is None else max(self.each, default=1)

    def factor(self, places: Sequence[int], width: int) -> Factor:
        """The table in the columns of a whole position, made once for all positions like it.

        Args:
            places: which of them its columns are.
            width: how many they are.
        """
        key = (*places, width)
        if key not in self._factors:
            vectors = np.zeros((len(self.ways), width), np.int64)
            vectors[:, places] = self.vectors
            self._factors[key] = Factor(vectors, self.ways, self.heaviest)
        return self._factors[key]

    @cached_property
    def _factors(self) -> dict[tuple[int, ...], Factor]:
        """By its columns and the width."""
        return {}

    @property
    def layers(self) -> tuple[Layer, ...]:
        """One for each card; the states after the last are the vectors."""
        return self.made_layers()

    def placements(self, weights: Numbers) -> Numbers:
        """Sums the weights of all fillings by where a card is.

        Args:
            weights: [vector], of each filling with that vector; floats, or objects to be exact.

        Returns:
            [card, group]: the weight of all fillings in which the card is with the group.
        """
        layers, after = self.layers, weights
        sums = np.zeros((len(layers), len(self.columns.groups)), weights.dtype)
        if self.each is not None:
            after = weights * (self.each if weights.dtype == object else self.each.astype(float))
        for card in reversed(range(len(layers))):
            layer = layers[card]
            padded = np.zeros(len(after) + 1, after.dtype)
            padded[:-1] = after
            ahead = padded[layer.following]
            sums[card, layer.groups] = ahead @ layer.ways
            after = np.add.reduce(ahead)
        return sums

    def filling(self, vector: int, random: Random) -> list[tuple[Card, int]]:
        """One of the fillings with a vector, each equally likely: each card with its group."""
        groups = []
        state = vector
        for layer in reversed(self.layers):
            columns, states = np.nonzero(layer.following == state)
            i = pick(layer.ways[states].tolist(), random)
            groups.append(self.columns.groups[layer.groups[columns[i]]])
            state = int(states[i])
        return list(zip(self.columns.book.cards, reversed(groups), strict=True))


def tabulated(columns: Columns, budget: Budget) -> HalfSuitTable:
    """The table of a half-suit; a copy of one that has the same shape, if there is one.

    Raises:
        UndecidedError: where there are too many states.
    """
    if columns.parts:
        return _by_arrays(columns, budget)
    shape = _shape(columns)
    kept = _SHAPES.get(shape)
    if kept is None:
        kept = _few(columns, shape)
        if kept is None:
            return _by_arrays(columns, budget)
        _SHAPES.keep(shape, *kept)
    table, costs = kept
    if sum(costs) > _MOST_STEPS * STEP:
        return _by_arrays(columns, budget)
    if not budget.pay_all(costs):
        raise UndecidedError
    return HalfSuitTable(columns, table.vectors, table.ways, table.made_layers)


def _by_arrays(columns: Columns, budget: Budget) -> HalfSuitTable:
    """The table of a half-suit, card by card, in arrays.

    Raises:
        UndecidedError: where there are too many states.
    """
    tabulation = _Tabulation(columns)
    groups, placing = len(columns.groups), tabulation.placing
    states = np.zeros(1, tabulation.dtype)
    ways: Numbers = np.ones(1, _dtype(columns))
    layers = []
    left = _MOST_STEPS if states.dtype != object else _MOST_STEPS // 16
    for card, moves in placing.moves.items():
        steps = len(states) * len(moves)
        left -= steps
        if left < 0 or not budget.pay(steps * STEP, beyond_each=True):
            raise UndecidedError
        reached, following = tabulation.reached(states, moves, placing.ended[card])
        to = tuple(move.columns[0] for move in moves)
        layers.append(Layer(to, following.reshape(len(moves), -1), ways))
        ways = gathered(following, np.concatenate([ways] * len(moves)), len(reached) + 1)[:-1]
        states = reached
    vectors = [tabulation.column(states, i) for i in range(groups + len(columns.parts))]
    made = tuple(layers)
    return HalfSuitTable(columns, np.stack(vectors, axis=1), ways, lambda: made)


def _dtype(columns: Columns) -> type:
    """The type of the numbers of ways: machine numbers only where floats have them all."""
    return np.int64 if len(columns.groups) ** len(columns.book.cards) < 2**53 else object


def _few(columns: Columns, shape: _Shape) -> tuple[HalfSuitTable, tuple[int, ...]] | None:
    """The table of a half-suit with few states, in plain Python, and what each card costs.

    It is ``Placing`` without names. Layers are made once they are asked for: bits need none.

    Args:
        columns: without parts.
        shape: theirs.

    Returns:
        None where there are more than a few steps, or rooms to keep to.
    """
    groups, choices, clauses, rooms = shape
    if rooms:
        return None
    moves = _moves(shape)
    layers, costs, left = [{0: 1}], [], _LARGE
    for steps, ended in moves:
        costs.append(len(layers[-1]) * len(steps) * STEP)
        left -= costs[-1]
        if left < 0:
            return None
        layers.append(_placed(layers[-1], steps, ended))
    states = sorted(layers[-1])
    width, first = len(choices).bit_length(), len(clauses)
    packed = np.array(states, np.int64 if first + width * groups < 63 else object)
    places = np.array(range(first, first + width * groups, width), packed.dtype)
    vectors = (packed[:, None] >> places & (1 << width) - 1).astype(np.int64)
    ways: Numbers = np.array([layers[-1][state] for state in states], _dtype(columns))
    made_layers = cache(lambda: _in_arrays(moves, layers, ways.dtype))
    return HalfSuitTable(columns, vectors, ways, made_layers), tuple(costs)


_Step: TypeAlias = tuple[int, int, int]
"""Where a card can go: the column, what is added to the state, and the bits that are set then."""


_Moves: TypeAlias = list[tuple[list[_Step], int]]
"""For each card the steps, and the bits of the clauses of which it is the last card."""


def _moves(shape: _Shape) -> _Moves:
    """How the cards of a shape can be placed, one by one.

    States are those of ``placing``.
    """
    groups, choices, clauses, _ = shape
    width, first = len(choices).bit_length(), len(clauses)
    of_card: list[list[tuple[int, int]]] = [[] for _ in choices]
    ended = [0] * len(choices)
    spans = [(min(clause)[0], max(clause)[0], clause) for clause in clauses]
    for k, (_, last, clause) in enumerate(sorted(spans, key=itemgetter(0, 1))):
        for card, seats in clause:
            of_card[card].append((1 << k, seats))
        ended[last] |= 1 << k
    moves = [
        [
            (i, 1 << first + width * i, sum([bit for bit, true in own if true >> i & 1]))
            for i in range(groups)
            if seats >> i & 1
        ]
        for seats, own in zip(choices, of_card, strict=True)
    ]
    return list(zip(moves, ended, strict=True))


def _placed(before: dict[int, int], steps: Sequence[_Step], ended: int) -> dict[int, int]:
    """The ways to each state after a card, from those before it.

    Args:
        before: by state.
        steps: where the card can go.
        ended: the bits of the clauses of which it is the last card.
    """
    after: dict[int, int] = {}
    get = after.get
    for _, step, satisfied in steps:
        if satisfied or ended:
            for state, ways in before.items():
                placed = (state + step) | satisfied
                if placed & ended == ended:
                    after[placed] = get(placed, 0) + ways
        elif after:
            for state, ways in before.items():
                placed = state + step
                after[placed] = get(placed, 0) + ways
        else:  # of all steps the quickest: no two states meet
            after.update({state + step: ways for state, ways in before.items()})
    return after


def _in_arrays(
    moves: _Moves, layers: list[dict[int, int]], dtype: np.dtype[Any]
) -> tuple[Layer, ...]:
    """The layers of a table with few states, as arrays."""
    made = []
    for (steps, _), before, after in zip(moves, layers, layers[1:], strict=False):
        states = sorted(before)
        place = {state: i for i, state in enumerate(sorted(after))}
        following = [
            [place.get((state + step) | satisfied, len(place)) for state in states]
            for _, step, satisfied in steps
        ]
        to = tuple([column for column, _, _ in steps])
        ways = np.array([before[state] for state in states], dtype)
        made.append(Layer(to, np.array(following, np.int32), ways))
    return tuple(made)


# -- tables of the same shape ---------------------------------------------------------------------
#
# What a table says depends on the number of cards and columns, on which columns each card can go
# to, and on the clauses; not on which cards and seats these are. In one moment, several half-suits
# and views have tables of the same shape.

_Shape: TypeAlias = tuple[Any, ...]


def _shape(columns: Columns) -> _Shape:
    """What a table without parts is made from, without the names of cards and seats."""
    book, groups, _, rooms = columns
    masks = {
        seats: sum([1 << i for i, group in enumerate(groups) if group & seats])
        for seats in book.distinctions
    }
    place = {card: i for i, card in enumerate(book.cards)}
    clauses = tuple(
        tuple((place[card], masks[seats]) for card, seats in clause) for clause in book.clauses
    )
    return len(groups), tuple(masks[seats] for seats in book.choices), clauses, rooms


class _Shapes:
    """The tables last used, by shape, with what each of their cards costs."""

    def __init__(self) -> None:
        self._kept: OrderedDict[_Shape, tuple[HalfSuitTable, tuple[int, ...]]] = OrderedDict()
        self._lock = Lock()

    def get(self, shape: _Shape) -> tuple[HalfSuitTable, tuple[int, ...]] | None:
        """The table of a shape, and its costs; None where it is not kept."""
        with self._lock:
            kept = self._kept.get(shape)
            if kept is not None:
                self._kept.move_to_end(shape)
            return kept

    def keep(self, shape: _Shape, table: HalfSuitTable, costs: tuple[int, ...]) -> None:
        """Keep a table, as the one last used."""
        with self._lock:
            self._kept[shape] = table, costs
            if len(self._kept) > _MOST_SHAPES:
                self._kept.popitem(last=False)


_SHAPES: Final = _Shapes()


class _Tabulation:
    """The states of a half-suit as arrays."""

    def __init__(self, columns: Columns) -> None:
        self.placing = Placing(columns)
        self.rooms = columns.rooms
        bits = self.placing.shift(len(columns.groups) + len(columns.parts))
        self.dtype = np.dtype(np.int64 if bits < 63 else object)

    def reached(
        self, states: Numbers, moves: Sequence[Move], ended: int
    ) -> tuple[Numbers, Numbers]:
        """The states after a card, and for each move and state before it which of them follows.

        States that break a clause, or overfill a group, are left out: past the last one.
        """
        if len(states) * len(moves) <= _FEW and not self.rooms:
            return self._few_reached(states.tolist(), moves, ended)
        steps = [(states + step) | satisfied for _, step, satisfied in moves]
        reached, following = np.unique(np.concatenate(steps), return_inverse=True)
        alive = reached & ended == ended
        for i, room in enumerate(self.rooms):
            alive &= self.column(reached, i) <= room
        place = np.cumsum(alive) - 1
        place[~alive] = alive.sum()
        return reached[alive], place[following].astype(np.int32)

    def _few_reached(
        self, states: Sequence[int], moves: Sequence[Move], ended: int
    ) -> tuple[Numbers, Numbers]:
        """What ``reached`` gives, in plain Python: it is faster where states are few."""
        steps = [(state + step) | satisfied for _, step, satisfied in moves for state in states]
        kept = sorted({state for state in steps if state & ended == ended})
        place = {state: i for i, state in enumerate(kept)}
        following = [place.get(state, len(kept)) for state in steps]
        return np.array(kept, self.dtype), np.array(following, np.int32)

    def column(self, states: Numbers, column: int) -> Integers:
        """How many cards stand in a column, for each state."""
        return (states >> self.placing.shift(column) & self.placing.full).astype(np.int64)


def gathered(places: Integers, amounts: Numbers, length: int) -> Numbers:
    """Adds the amounts up by place; the floats inside are integers below 2^53."""
    if amounts.dtype != object:
        return np.bincount(places, weights=amounts, minlength=length).astype(np.int64)
    sums = np.zeros(length, object)
    np.add.at(sums, places, amounts)
    return sums


# -- narrowing ------------------------------------------------------------------------------------
#
# Narrowing: which vectors can be completed at all, as far as bounds column by column tell?
#
# If all other half-suits have at least m cards of a seat with room h, a half-suit has at most h - m
# of them; likewise from below. Vectors outside these bounds go, which moves the bounds, until
# nothing changes (bounds consistency of the linear equations "the vectors add up to the rooms").
#
# Conditions on the sums of the first few half-suits narrow these in the same way.
#
# Then what a half-suit has of a seat in every vector left is taken out of its vectors and of the
# room. An ask says that the asker holds a card of the half-suit, so in mid-game most of a hand is
# taken out in this way, and what is combined is the rest: the grid of ``coefficients`` shrinks by a
# factor for every such card.
#
# Example: seat A with room 2, and every filling of each of two half-suits gives A a card: each
# half-suit gives A exactly one, and nothing is left of A to combine.

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Factor:
    """A table in the columns of the whole position."""

    vectors: Integers
    """[vector, column]."""
    ways: Numbers
    """[vector]."""
    heaviest: int = 1
    """The most that a filling weighs; where fillings have no weights, 1."""

    @cached_property
    def least(self) -> Integers:
        """[column]: the least of all vectors, of which there is one."""
        lowest: Integers = np.minimum.reduce(self.vectors)  # ``min`` does it by a longer way
        return lowest

    @cached_property
    def most(self) -> Integers:
        """[column]: the most, likewise."""
        highest: Integers = np.maximum.reduce(self.vectors)
        return highest

    def where(self, kept: Mask) -> Factor:
        """A table with some of the vectors."""
        return Factor(self.vectors[kept], self.ways[kept], self.heaviest)

    def less(self, taken: Integers) -> Factor:
        """A table with so much less in each column of all vectors."""
        if not taken.any():
            return self
        return Factor(self.vectors - taken, self.ways, self.heaviest)

    def equals(self, other: Factor) -> bool:
        """Whether they are the same table."""
        return len(self.ways) == len(other.ways) and bool(
            np.logical_and.reduce(self.ways == other.ways)
            and np.logical_and.reduce(self.vectors == other.vectors, axis=None)
        )


@dataclass(frozen=True)
class Narrowed:
    """Factors without what bounds decide."""

    factors: tuple[Factor, ...]
    """With the vectors kept, less what all of a factor's vectors have."""
    kept: tuple[Mask, ...]
    """[vector], for each factor: whether it was kept."""
    common: tuple[Integers, ...]
    """[column], for each factor: what all of its vectors had."""
    wanted: tuple[int, ...]
    """[column]: what the vectors, one of each factor, are to add up to (at most)."""

    @property
    def possible(self) -> bool:
        """Whether every factor has vectors left."""
        return all(len(factor.ways) for factor in self.factors)


@dataclass(frozen=True)
class Limit:
    """Bounds on what the vectors of the first factors, or of all, add up to."""

    factors: int
    """How many they are."""
    least: Integers
    """[column]."""
    most: Integers
    """[column]."""


def narrow(factors: Sequence[Factor], limits: Sequence[Limit]) -> Narrowed:
    """Strikes out vectors, and takes out what is common.

    Args:
        factors: at least one, each with at least one vector.
        limits: what is known of sums of vectors; the last of them is on all the factors.
    """
    kept = [np.ones(len(factor.ways), bool) for factor in factors]
    left = list(factors)
    while all(len(factor.ways) for factor in left):
        least = np.array([factor.least for factor in left])
        most = np.array([factor.most for factor in left])
        floor, ceiling = _bounds(limits, least, most)
        narrower = np.logical_or.reduce((floor > least) | (most > ceiling), axis=1).tolist()
        if True not in narrower:
            break
        for i in compress(range(len(factors)), narrower):
            vectors = factors[i].vectors
            fits = (floor[i] <= vectors) & (vectors <= ceiling[i])
            kept[i] &= np.logical_and.reduce(fits, axis=1)
            left[i] = factors[i].where(kept[i])
    nothing = np.zeros_like(limits[-1].most)
    common = [factor.least if len(factor.ways) else nothing for factor in left]
    rest = [factor.less(taken) for factor, taken in zip(left, common, strict=True)]
    wanted = tuple((limits[-1].most - np.add.reduce(common)).tolist())
    return Narrowed(tuple(rest), tuple(kept), tuple(common), wanted)


def _bounds(limits: Iterable[Limit], least: Integers, most: Integers) -> tuple[Integers, Integers]:
    """[factor, column]: what a vector is at least and at most, for the others to fit."""
    floor, ceiling = least.copy(), most.copy()
    for limit in limits:
        own = slice(limit.factors)
        low, high = least[own], most[own]
        floor[own] = np.maximum(floor[own], limit.least - np.add.reduce(high) + high)
        ceiling[own] = np.minimum(ceiling[own], limit.most - np.add.reduce(low) + low)
    return floor, ceiling
