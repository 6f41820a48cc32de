"""Running totals: the number of deals of one position after the other, as facts are added.

An event mostly says something of one half-suit. All others keep their tables, so the values of
these on the grid of ``coefficients`` are kept, too, and so are the products of neighbours in a
binary tree. A new position then takes the table of one half-suit, its values, and a product for
each level of the tree: no narrowing, and no transform of what has not changed.

A grid serves all later positions whose seats fall into the same groups. Facts are only added, so
vectors only go: what is left of a half-suit's vectors stays within the bounds that narrowing found
for it, and no exponent leaves the grid. A card that has become known since counts as a card in its
seat's column. The grid shrinks with what is open, so now and then a new one is begun.

The number of deals that complete a filling of a half-suit comes from the same tree: what stands
beside the way from its leaf to the root is the product of all other half-suits.

Example: two half-suits, values F and G on the grid, and an event that turns F into F': the number
of deals is the coefficient wanted of F' G, and G is there already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from math import factorial, prod
from typing import Final, NamedTuple

import numpy as np

from tracker.budget import Budget
from tracker.counting.fast.coefficients import Axis, axes_of, grid_values
from tracker.counting.fast.half_suit_tables import (
    HalfSuitTable,
    Integers,
    Mask,
    Narrowed,
    Numbers,
)
from tracker.counting.fast.modular import (
    Moduli,
    Residues,
    inverse_powers,
    moduli_of,
    powers,
    primes,
    transformed,
)
from tracker.counting.open_deal import OpenBook, OpenDeal
from tracker.game.cards import Card

_LARGEST: Final = 2**20
"""Numbers that the values of all half-suits may be: 8 MB, and as much for their products."""
_SMALL: Final = 2**12
"""Numbers on a grid that is kept, however little of it is needed."""
_SMALL_WAYS: Final = 2**24
"""Smaller numbers need not be reduced before they are multiplied."""
_OPEN: Final = 0.93
"""A larger grid is given up once less than this share of its cards is open."""


class RunningTotal:
    """Counts the deals of positions, each with the facts of the one before and more."""

    def __init__(self) -> None:
        self._grid: _Grid | None = None

    def total(
        self,
        position: OpenDeal,
        groups: Sequence[int],
        table: Callable[[int], HalfSuitTable],
        budget: Budget,
    ) -> int | None:
        """The number of deals to groups; None where no grid is there that serves the position.

        Args:
            position: without conditions.
            groups: the masks of its seats that nothing tells apart.
            table: gives the table of a half-suit, by its place in the position.
            budget: what it may cost.
        """
        grid = self._grid
        if grid is None or not grid.serves(position, groups):
            return None
        changed = grid.changed(position)
        if not budget.pay(grid.size * (len(changed) + 1)):
            return None
        self._grid = None  # it is not to be used where a table is beyond the budget
        for member, place in changed:
            grid.update(member, position, None if place is None else table(place))
        self._grid = grid
        total = grid.total()
        grid.keep_to(primes(max(total, 1)))
        return total

    def completions(self, position: OpenDeal, tables: Sequence[HalfSuitTable]) -> list[Completions]:
        """The number of deals to groups that complete a filling of some half-suits.

        Args:
            position: the one whose total was given last; it is not 0.
            tables: those of the half-suits, at least one.
        """
        assert self._grid is not None
        return self._grid.completions(position, tables)

    def begin(self, position: OpenDeal, groups: Sequence[int], narrowed: Narrowed) -> int | None:
        """Begin a grid at a position.

        Args:
            position: without conditions; each half-suit has vectors.
            groups: the masks of its seats that nothing tells apart.
            narrowed: its half-suits, in their order.

        Returns:
            The number of deals to groups; None where the grid would be too large to be kept.
        """
        self._grid = None
        axes = axes_of(narrowed.factors, narrowed.wanted)
        moduli = moduli_of(primes(_bound(narrowed)))
        points = prod(axis.order for axis in axes)
        if points * len(moduli.primes) * len(narrowed.factors) > _LARGEST:
            return None
        self._grid = _Grid(position, groups, narrowed, axes, moduli)
        total = self._grid.total()
        self._grid.keep_to(primes(max(total, 1)))
        return total


def _bound(narrowed: Narrowed) -> int:
    """No number of deals is larger, here or later."""
    hands = (np.array(narrowed.wanted) + np.sum(narrowed.common, axis=0)).tolist()
    fillings = prod(int(factor.ways.sum()) for factor in narrowed.factors)
    return min(fillings, factorial(sum(hands)) // prod(map(factorial, hands)))


class Completions(NamedTuple):
    """The number of deals to groups that complete a filling of a half-suit."""

    kept: Mask
    """[vector of its table]: whether any deal may have it."""
    digits: Integers
    """[prime, vector kept]: the numbers."""
    moduli: Moduli
    """The primes."""

    def floats(self) -> Numbers:
        """[vector of its table]: the numbers, rounded."""
        return self._of_all(self.moduli.floats(self.digits))

    def integers(self) -> Numbers:
        """[vector of its table]: the numbers as Python integers."""
        return self._of_all(self.moduli.integers(self.digits))

    def _of_all(self, of_kept: Numbers) -> Numbers:
        of_all = np.zeros(len(self.kept), of_kept.dtype)
        of_all[self.kept] = of_kept
        return of_all


class _Member(NamedTuple):
    """A half-suit, as it was when the grid was begun."""

    cards: tuple[Card, ...]
    least: Integers
    """[column]: what all of its vectors had then."""
    span: Integers
    """[column]: by how much they had more at most."""
    shape: tuple[int, ...]
    """[axis]: so many exponents its vectors can have."""


class _Grid:
    """The values of the half-suits of a position, and of their products, on one grid.

    Args:
        position: where it begins.
        groups: the masks of its seats that nothing tells apart.
        narrowed: its half-suits.
        axes: the axes of the grid.
        moduli: primes with a product above every number of deals.
    """

    def __init__(
        self,
        position: OpenDeal,
        groups: Sequence[int],
        narrowed: Narrowed,
        axes: Sequence[Axis],
        moduli: Moduli,
    ) -> None:
        self._groups, self._axes, self._moduli = tuple(groups), axes, moduli
        self._open = sum(position.room)
        self._books: list[OpenBook | None] = list(position.books)
        self._place = {book.name: i for i, book in enumerate(position.books)}
        self._column = {
            1 << seat: i
            for i, group in enumerate(groups)
            for seat in range(group.bit_length())
            if group >> seat & 1
        }
        """By the mask of a seat; those without room have none."""
        values = grid_values(narrowed.factors, axes, moduli)
        self._columns = [axis.column for axis in axes]
        self._orders = np.array([axis.order for axis in axes], np.int64)
        self._members = [
            self._member(book.cards, least, factor.most)
            for book, least, factor in zip(
                position.books, narrowed.common, narrowed.factors, strict=True
            )
        ]
        self._matrices = [
            powers(moduli.primes, axis.order, np.arange(axis.order)).transpose(0, 2, 1)
            for axis in axes
        ]
        self._back = _inverse(narrowed.wanted, axes, moduli)
        # Leaves are what the sum is taken with, then the values of the half-suits; node i is the
        # product of 2 i and 2 i + 1, but for node 1, of which only the sum is wanted.
        self._leaves = values.shape[1] + 1
        self._tree: list[Residues] = [
            *[self._back] * (self._leaves + 1), *values.transpose(1, 0, 2)
        ]  # fmt: skip
        for node in reversed(range(2, self._leaves)):
            self._multiply(node)

    def _member(self, cards: tuple[Card, ...], least: Integers, span: Integers) -> _Member:
        """A half-suit with its place among the exponents."""
        shape = tuple(np.minimum(span[self._columns] + 1, self._orders).tolist())
        return _Member(cards, least, span, shape)

    def serves(self, position: OpenDeal, groups: Sequence[int]) -> bool:
        """Whether the grid is that of a later position, and not much larger than it need be."""
        small = self.size <= _SMALL or sum(position.room) >= _OPEN * self._open
        return small and all(group in self._groups for group in groups)

    def changed(self, position: OpenDeal) -> list[tuple[int, int | None]]:
        """The half-suits that have changed: the place of each here, and in the position."""
        places: list[int | None] = [None] * len(self._books)
        for i, book in enumerate(position.books):
            places[self._place[book.name]] = i
        changed = []
        for member, (place, before) in enumerate(zip(places, self._books, strict=True)):
            now = None if place is None else position.books[place]
            if now is not before and now != before:
                changed.append((member, place))
        return changed

    def update(self, member: int, position: OpenDeal, table: HalfSuitTable | None) -> None:
        """Take in the table that a half-suit has in a later position.

        Args:
            member: its place here.
            position: the position.
            table: the table; None where all of its cards are known.
        """
        vectors, ways, kept = self._left(member, position, table)
        self._books[member] = None if table is None else table.columns.book
        node = self._leaves + 1 + member
        self._tree[node] = self._values(vectors[kept], ways[kept], self._members[member])
        while node > 3:
            node //= 2
            self._multiply(node)

    def _left(
        self, member: int, position: OpenDeal, table: HalfSuitTable | None
    ) -> tuple[Integers, Numbers, Mask]:
        """The vectors that a half-suit has in a later position.

        Returns:
            [vector, column]: what they have more than at least; [vector]: their ways; [vector]:
            whether they are within the bounds that narrowing found.
        """
        own = self._members[member]
        taken = -own.least
        for card in own.cards:
            if card in position.known:
                taken[self._column[1 << position.seats.index(position.known[card])]] += 1
        if table is None:
            vectors, ways = taken[None], np.ones(1, np.int64)
        else:
            places = [self._groups.index(group) for group in table.columns.groups]
            vectors, ways = table.factor(places, len(taken)).vectors + taken, table.ways
        return vectors, ways, np.logical_and.reduce((vectors >= 0) & (vectors <= own.span), axis=1)

    def _values(self, vectors: Integers, ways: Numbers, own: _Member) -> Residues:
        """[prime, point] of a half-suit.

        Args:
            vectors: [vector, column]: what it has more than at least.
            ways: [vector].
            own: the half-suit.
        """
        values = self._added(self._places(vectors, own.shape), ways, prod(own.shape))
        there = [
            matrix[:, :length].transpose(0, 2, 1)
            for matrix, length in zip(self._matrices, own.shape, strict=True)
        ]
        values = transformed(values.reshape(len(values), *own.shape), there, self._moduli)
        if len(values) < len(self._back):  # there is no axis
            return np.broadcast_to(values, self._back.shape)
        return values.reshape(self._back.shape)

    def _places(self, vectors: Integers, shape: Sequence[int]) -> Integers:
        """[vector]: its place in an array [exponent in the first axis, in the second, ...]."""
        strides = np.array([prod(shape[i + 1 :]) for i in range(len(shape))], np.int64)
        places: Integers = (vectors[:, self._columns] % self._orders) @ strides
        return places

    def completions(self, position: OpenDeal, tables: Sequence[HalfSuitTable]) -> list[Completions]:
        """The number of deals to groups that complete a filling of some half-suits.

        Args:
            position: the one that all tables were taken in of.
            tables: those of the half-suits, at least one.
        """
        members = [self._place[table.columns.book.name] for table in tables]
        shape = [max(some) for some in zip(*(self._members[i].shape for i in members), strict=True)]
        values = np.stack([self._without(member) for member in members], axis=2)
        values = values.reshape(len(values), *self._orders, len(members))
        back = [matrix[:, :length] for matrix, length in zip(self._matrices, shape, strict=True)]
        values = transformed(values, back, self._moduli).reshape(len(values), len(members), -1)
        numbers = []
        for i, (member, table) in enumerate(zip(members, tables, strict=True)):
            vectors, _, kept = self._left(member, position, table)
            residues = values[:, i, self._places(vectors[kept], shape)]
            numbers.append(Completions(kept, self._moduli.digits(residues), self._moduli))
        return numbers

    def _without(self, member: int) -> Residues:
        """[prime, point]: the product of what the sum is taken with and all other half-suits."""
        node = self._leaves + 1 + member
        rest: Residues = self._tree[node ^ 1]
        while node > 3:
            node //= 2
            rest = self._moduli.product(rest, self._tree[node ^ 1])
        return rest

    def _added(self, places: Integers, ways: Numbers, length: int) -> Residues:
        """[prime, place]: the ways added up by place; [1, place] where they are small."""
        if ways.dtype == object:
            rows = [np.bincount(places, row, length) for row in self._moduli.residues(ways)]
            return self._moduli.reduce(np.stack(rows))
        values: Residues = np.bincount(places, ways, length).astype(float)
        if np.maximum.reduce(values) < _SMALL_WAYS:
            return values[None]
        return self._moduli.reduce(np.tile(values, (len(self._back), 1)))

    def _multiply(self, node: int) -> None:
        """Work out a node from the two below it."""
        product = self._moduli.product(self._tree[2 * node], self._tree[2 * node + 1])
        self._tree[node] = product

    @cached_property
    def size(self) -> int:
        """How many numbers the values of a half-suit are when it is first asked for."""
        return self._back.size

    def keep_to(self, moduli: tuple[int, ...]) -> None:
        """Go on with the first few of the primes: no later number of deals is larger."""
        if len(moduli) < len(self._moduli.primes):
            self._moduli, kept = moduli_of(moduli), len(moduli)
            self._back = self._back[:kept]
            self._matrices = [matrix[:kept] for matrix in self._matrices]
            self._tree = [values[:kept] for values in self._tree]

    def total(self) -> int:
        """The coefficient wanted of the product."""
        return self._moduli.integer(self._moduli.dot(self._tree[2], self._tree[3]))


def _inverse(wanted: Sequence[int], axes: Sequence[Axis], moduli: Moduli) -> Residues:
    """[prime, point]: by what values are multiplied and added up to the coefficient wanted."""
    back = np.ones((len(moduli.primes), 1))
    for axis in axes:
        row = inverse_powers(moduli.primes, axis.order, np.array([wanted[axis.column]]))[:, :, 0]
        back = moduli.reduce(back[:, :, None] * row[:, None]).reshape(len(back), -1)
    return back
