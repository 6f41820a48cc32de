"""The layout of a position: its columns, tables and what they combine to.

Seats that no fact tells apart are dealt to like one hand: their cards could be swapped in every
deal. Such a *group* of seats with room h_1, h_2, ... is one column with room H = h_1 + h_2 + ...;
each deal to groups stands for the product of H! / (h_1! h_2! ...) deals to seats. Before the first
ask all the seats are one group, and there is nothing to compute at all.

A tally that reaches across half-suits is a further column; that it may end anywhere between two
bounds is said by one more factor, 1 + z + ... + z^(most - least), with ``most`` wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

import numpy as np

from tracker.counting.combine import Factor, completions, grid_size
from tracker.counting.modular import Moduli
from tracker.counting.position import OpenBook, Position, Tally
from tracker.counting.table import Integers, Numbers, Table, tabulate


@dataclass(frozen=True)
class Layout:
    """A position with its groups of seats."""

    position: Position

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
        return tabulate(book, groups, self.position.tallies)

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
    def _wanted(self) -> tuple[int, ...]:
        return (*self.rooms, *(tally.most for tally in self.position.tallies))

    @cached_property
    def _reach(self) -> tuple[int, ...]:
        room = dict(zip(self.groups, self.rooms, strict=True))
        return tuple(room[t.seat] + t.most - t.least for t in self.position.tallies)

    @cached_property
    def grid(self) -> int:
        """The points of the grid that the tables are combined on."""
        return grid_size(self._factors, self._wanted, self._reach)

    @cached_property
    def possible(self) -> bool:
        """Whether every half-suit has a filling."""
        return all(len(table.ways) for table in self.tables)

    @cached_property
    def _bound(self) -> int:
        fillings = prod(int(table.ways.sum()) for table in self.tables)
        deals = factorial(sum(self.rooms)) // prod(map(factorial, self.rooms))
        return min(fillings, deals)

    @cached_property
    def _completions(self) -> list[tuple[Moduli, Integers]]:
        return completions(self._factors, self._wanted, self._reach, self._bound)

    def weights(self, book: int) -> Numbers:
        """[vector]: deals to groups that complete a filling of a half-suit, rounded to floats."""
        moduli, digits = self._completions[book]
        return moduli.floats(digits)

    def exact_weights(self, book: int) -> Numbers:
        """[vector]: the same as Python integers."""
        moduli, digits = self._completions[book]
        return moduli.integers(digits)

    @cached_property
    def total(self) -> int:
        """The number of deals to groups."""
        if not self.possible:
            return 0
        if not self.tables:
            return 1
        book = min(range(len(self.tables)), key=lambda i: len(self.tables[i].ways))
        return int(self.exact_weights(book) @ self.tables[book].ways.astype(object))


def _parts(everyone: int, distinctions: Iterable[int]) -> Sequence[int]:
    """The classes of seats that lie in the same masks."""
    parts = [everyone] if everyone else []
    for mask in distinctions:
        halves = (half for part in parts for half in (part & mask, part & ~mask))
        parts = [half for half in halves if half]
    return parts


def _lowest(mask: int) -> int:
    return mask & -mask
