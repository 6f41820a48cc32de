"""Tables of half-suits: in how many ways can the open cards of one lie?

Facts but for hand sizes speak of one half-suit each. So all that the rest of the deck needs to know
of a half-suit is, for each vector v of how many of its cards each column has, the number T[v] of
*fillings* (a column for each card) that satisfy its clauses.

Cards are placed one by one. A state is the vector so far and the clauses satisfied so far, packed
into one integer: a bit for each clause at the bottom, a few bits for each column above. States that
break a clause are left out.

Example: cards 1 and 2, seats A and B, "A has one of them": T[(2, 0)] = 1, T[(1, 1)] = 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tracker.counting.open_deal import Shape
from tracker.counting.residues import Integers, distinct


class Layer(NamedTuple):
    """The states before a card is placed."""

    ways: npt.NDArray[Any]
    """[state]: the ways to it."""
    columns: Sequence[int]
    """[move]: where the card may go."""
    after: Integers
    """[state, move]: the state after it; where there is none, one more than there are."""


class HalfSuitTable:
    """The fillings of one half-suit.

    Args:
        shape: what is open of it.
        pay: called with the number of steps before they are taken.
    """

    def __init__(self, shape: Shape, pay: Callable[[int], None]) -> None:
        self.shape = shape
        used = sorted({column for moves in shape.moves for column, _ in moves})
        bits = len(shape.moves).bit_length()
        shift = {column: shape.clauses + bits * i for i, column in enumerate(used)}
        fits = shape.clauses + bits * len(used) < 63
        states = np.zeros(1, np.int64 if fits else object)
        ways = np.ones(1, np.int64 if prod(map(len, shape.moves)) < 2**62 else object)
        self.layers: list[Layer] = []
        for moves, ended in zip(shape.moves, shape.ended, strict=True):
            pay(len(states) * len(moves))
            columns, true = zip(*moves, strict=True)
            steps = np.array([1 << shift[column] for column in columns], states.dtype)
            placed = (states[:, None] + steps) | np.array(true, states.dtype)
            allowed = np.nonzero((placed & ended) == ended)
            states, which = distinct(placed[allowed])
            after = np.full(placed.shape, len(states))
            after[allowed] = which
            self.layers.append(Layer(ways, columns, after))
            more = ways[allowed[0]]
            ways = np.zeros(len(states), ways.dtype)
            np.add.at(ways, which, more)
        self.ways = ways
        """[vector]: how many fillings have it."""
        self.vectors = np.zeros((len(states), shape.width), np.int64)
        """[vector, column]"""
        for column in used:
            self.vectors[:, column] = (states >> shift[column]) & ((1 << bits) - 1)

    def by_column(self, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """[card, column]: the weight of all fillings in which the card is there.

        Args:
            weights: [vector]: that of each filling.
        """
        rows = np.zeros((len(self.layers), self.shape.width))
        after = weights
        for row, layer in zip(rows[::-1], reversed(self.layers), strict=True):
            by_move = np.append(after, 0.0)[layer.after]
            row[list(layer.columns)] = layer.ways.astype(float) @ by_move
            after = by_move.sum(axis=1)
        return rows
