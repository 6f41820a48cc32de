"""The layout of a position: its columns, tables and what they combine to.

Seats that no fact tells apart are dealt to like one hand: their cards could be swapped in every
deal. Such a *group* of seats with room h_1, h_2, ... is one column with room H = h_1 + h_2 + ...;
each deal to groups stands for the product of H! / (h_1! h_2! ...) deals to seats. Before the first
ask all the seats are one group, and there is nothing to compute at all.

A tally that reaches across half-suits is a further column; that it may end anywhere between two
bounds is said by one more factor, 1 + z + ... + z^(most - least), with ``most`` wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import factorial, prod

import numpy as np

from tracker.counting.combine import Axis, axes_of, completions
from tracker.counting.modular import Moduli, primes
from tracker.counting.narrow import Factor, Narrowed, narrow
from tracker.counting.position import OpenBook, Position, Tally
from tracker.counting.table import Integers, Numbers, Table, Tables


class Layout:
    """A position with its groups of seats, tables and what they combine to.

    Args:
        position: what is open.
        tables: where to look for tables, and to keep them.
    """

    def __init__(self, position: Position, tables: Tables | None = None) -> None:
        self.position = position
        self._kept = Tables() if tables is None else tables

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """Masks of the seats that nothing tells apart, lowest seat first."""
        everyone = sum(1 << i for i, room in enumerate(self.position.room) if room)
        return tuple(sorted(_parts(everyone, set(self._distinctions())), key=_lowest))

    def _distinctions(self) -> Iterable[int]:
        for book in self.position.books:
            yield from book.choices
            for entries in book.clauses:
                yield from (seats for _, seats in entries)
            yield from (tally.seat for tally in book.tallies)
        yield from (tally.seat for tally in self.position.tallies)

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """The room of each group."""
        return tuple(sum(self.member_rooms(group)) for group in self.groups)

    def member_rooms(self, group: int) -> tuple[int, ...]:
        """The room of each seat of a group."""
        return tuple(room for i, room in enumerate(self.position.room) if group >> i & 1)

    @cached_property
    def multiple(self) -> int:
        """How many deals to seats each deal to groups stands for."""
        return prod(
            factorial(room) // prod(map(factorial, self.member_rooms(group)))
            for group, room in zip(self.groups, self.rooms, strict=True)
        )

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The table of each open half-suit."""
        return tuple(self._table(book) for book in self.position.books)

    def _table(self, book: OpenBook) -> Table:
        possible = 0
        for choices in book.choices:
            possible |= choices
        groups = tuple(group for group in self.groups if group & possible)
        return self._kept.table(book, groups, self.position.tallies)

    @cached_property
    def _factors(self) -> tuple[Factor, ...]:
        column = {group: i for i, group in enumerate(self.groups)}
        tables = [self._factor(table, [column[g] for g in table.groups]) for table in self.tables]
        slack = [self._slack(i, tally) for i, tally in enumerate(self.position.tallies)]
        return (*tables, *slack)

    def _factor(self, table: Table, columns: list[int]) -> Factor:
        """The table's vectors in the columns of the position."""
        tallies = range(len(self.groups), len(self.groups) + len(table.tallies))
        vectors = np.zeros((len(table.ways), len(self.groups) + len(tallies)), np.int64)
        vectors[:, [*columns, *tallies]] = table.vectors
        return Factor(vectors, table.ways)

    def _slack(self, i: int, tally: Tally) -> Factor:
        values = np.arange(tally.most - tally.least + 1)
        vectors = np.zeros((len(values), len(self.groups) + len(self.position.tallies)), np.int64)
        vectors[:, len(self.groups) + i] = values
        return Factor(vectors, np.ones_like(values))

    @cached_property
    def narrowed(self) -> Narrowed:
        """The tables in the position's columns, without what bounds decide."""
        wanted = (*self.rooms, *(tally.most for tally in self.position.tallies))
        return narrow(self._factors, wanted)

    @cached_property
    def possible(self) -> bool:
        """Whether bounds leave a vector to every half-suit; where they do not, there is no deal."""
        return not self.tables or (
            all(len(table.ways) for table in self.tables) and self.narrowed.possible
        )

    @cached_property
    def varying(self) -> tuple[int, ...]:
        """The factors with more than one vector left."""
        factors = self.narrowed.factors
        return tuple(i for i, factor in enumerate(factors) if len(factor.ways) > 1)

    @cached_property
    def constant(self) -> int:
        """The product of the other factors."""
        factors = self.narrowed.factors
        return prod(int(factor.ways[0]) for factor in factors if len(factor.ways) == 1)

    @cached_property
    def axes(self) -> list[Axis]:
        """The axes of the grid that the varying factors are combined on."""
        factors = [self.narrowed.factors[i] for i in self.varying]
        room = dict(zip(self.groups, self.rooms, strict=True))
        common = self._common_of_tallies()
        most = [
            room[tally.seat] + tally.most - tally.least - taken
            for tally, taken in zip(self.position.tallies, common, strict=True)
        ]
        return axes_of(factors, self.narrowed.wanted, most) if factors else []

    def _common_of_tallies(self) -> list[int]:
        wanted = self.narrowed.wanted[len(self.groups) :]
        return [
            tally.most - left for tally, left in zip(self.position.tallies, wanted, strict=True)
        ]

    @property
    def grid(self) -> int:
        """The points of the grid that the tables are combined on; 1 where none is needed."""
        return prod(axis.order for axis in self.axes)

    @cached_property
    def _bound(self) -> int:
        factors = [self.narrowed.factors[i] for i in self.varying]
        fillings = prod(int(factor.ways.sum()) for factor in factors)
        deals = factorial(sum(self.rooms)) // prod(map(factorial, self.rooms))
        return min(fillings, deals)

    @cached_property
    def moduli(self) -> Moduli:
        """Primes with a product above every number of deals."""
        return Moduli(primes(self._bound))

    @cached_property
    def _completions(self) -> Mapping[int, Integers]:
        """For each factor that varies."""
        if not self.varying:
            return {}
        factors = [self.narrowed.factors[i] for i in self.varying]
        found = completions(factors, self.narrowed.wanted, self.axes, self.moduli)
        return dict(zip(self.varying, found, strict=True))

    def weights(self, book: int) -> Numbers:
        """[vector]: deals to groups that complete a filling of a half-suit, rounded to floats."""
        kept = self.narrowed.kept[book]
        weights = np.zeros(len(kept))
        if book in self._completions:
            found = self.moduli.floats(self._completions[book])
            weights[kept] = found * float(self.constant)
        else:
            weights[kept] = float(self._alone(book))
        return weights

    def exact_weights(self, book: int) -> Numbers:
        """[vector]: the same as Python integers."""
        kept = self.narrowed.kept[book]
        weights = np.zeros(len(kept), object)
        if book in self._completions:
            weights[kept] = self.moduli.integers(self._completions[book]) * self.constant
        else:
            weights[kept] = self._alone(book)
        return weights

    def _alone(self, book: int) -> int:
        """The deals that complete a filling of a half-suit with one vector."""
        return self.total // int(self.narrowed.factors[book].ways[0])

    @cached_property
    def total(self) -> int:
        """The number of deals to groups."""
        if not self.possible:
            return 0
        if not self.tables:
            return 1
        if not self.varying:
            return self.constant
        factors = self.narrowed.factors
        book = min(self.varying, key=lambda i: len(factors[i].ways))
        exact = self.moduli.integers(self._completions[book]) @ factors[book].ways.astype(object)
        return int(exact) * self.constant


def _parts(everyone: int, distinctions: Iterable[int]) -> Sequence[int]:
    """The classes of seats that lie in the same masks."""
    parts = [everyone] if everyone else []
    for mask in distinctions:
        halves = (half for part in parts for half in (part & mask, part & ~mask))
        parts = [half for half in halves if half]
    return parts


def _lowest(mask: int) -> int:
    return mask & -mask
