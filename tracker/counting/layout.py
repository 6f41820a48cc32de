"""The layout of a position: its columns, tables and what they combine to.

Seats that no fact tells apart are dealt to like one hand: their cards could be swapped in every
deal. Such a *group* of seats with room h_1, h_2, ... is one column with room H = h_1 + h_2 + ...;
each deal to groups stands for the product of H! / (h_1! h_2! ...) deals to seats. Before the first
ask all the seats are one group, and there is nothing to compute at all.

A tally that reaches across half-suits is a further column. An exact one splits its seat in two,
with a room each: the cards that it counts, and the others. One with two bounds is a *loose* column,
counted besides; that it may end anywhere between them is said by one more factor, 1 + z + ... +
z^(most - least), with ``most`` wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import factorial, prod
from typing import Final

import numpy as np

from tracker.counting.component import Component, connected
from tracker.counting.estimate import EstimatedComponent
from tracker.counting.filling_table import FillingTable, FillingTables, Integers, Numbers
from tracker.counting.narrow import Factor, Narrowed, narrow
from tracker.counting.open_deal import OpenBook, OpenDeal, Tally
from tracker.game.events import Seat

BUDGET: Final = 2**30
"""Numbers to transform at most: about 20 s of one core."""


class Layout:
    """A position with its groups of seats, tables and what they combine to.

    Args:
        position: what is open.
        tables: where to look for tables, and to keep them.
        budget: the most work that an exact answer may be, in numbers to transform (points of the
            grid by half-suits by primes); beyond it answers are estimates.
    """

    def __init__(
        self, position: OpenDeal, tables: FillingTables | None = None, budget: int = BUDGET
    ) -> None:
        self.position = position
        self._budget = budget
        self._kept = FillingTables() if tables is None else tables

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
        return tuple(self.position.room[i] for i in _members(group))

    @cached_property
    def shares(self) -> tuple[tuple[Seat, int, float], ...]:
        """Each seat with room, in seat order, with its group and its share of the group's room."""
        seats = enumerate(zip(self.position.seats, self.position.room, strict=True))
        rooms = dict(zip(self.groups, self.rooms, strict=True))
        group_of = {i: group for group in self.groups for i in _members(group)}
        return tuple(
            (seat, group_of[i], room / rooms[group_of[i]]) for i, (seat, room) in seats if room
        )

    @cached_property
    def multiple(self) -> int:
        """How many deals to seats each deal to groups stands for."""
        return prod(
            factorial(room) // prod(map(factorial, self.member_rooms(group)))
            for group, room in zip(self.groups, self.rooms, strict=True)
        )

    @cached_property
    def tables(self) -> tuple[FillingTable, ...]:
        """The table of each open half-suit."""
        return tuple(self._table(book) for book in self.position.books)

    def _table(self, book: OpenBook) -> FillingTable:
        possible = 0
        for choices in book.choices:
            possible |= choices
        groups = tuple(group for group in self.groups if group & possible)
        return self._kept.table(book, groups, self._tallies)

    @cached_property
    def _disjoint(self) -> tuple[Tally, ...]:
        """Exact tallies, no two of one seat on the same card."""
        chosen: list[Tally] = []
        for tally in self.position.tallies:
            rivals = (other for other in chosen if other.seat == tally.seat)
            if tally.least == tally.most and not any(tally.cards & each.cards for each in rivals):
                chosen.append(tally)
        return tuple(chosen)

    @cached_property
    def _tallies(self) -> tuple[Tally, ...]:
        """The tallies in the order of their columns."""
        loose = [tally for tally in self.position.tallies if tally not in self._disjoint]
        return (*self._disjoint, *loose)

    @property
    def _seat_columns(self) -> int:
        """The columns that are dealt to: groups, and exact tallies."""
        return len(self.groups) + len(self._disjoint)

    @cached_property
    def _factors(self) -> tuple[Factor, ...]:
        column = {group: i for i, group in enumerate(self.groups)}
        tables = [self._factor(table, [column[g] for g in table.groups]) for table in self.tables]
        loose = range(len(self._disjoint), len(self._tallies))
        return (*tables, *(self._slack(i) for i in loose))

    def _factor(self, table: FillingTable, columns: list[int]) -> Factor:
        """The table's vectors in the columns of the position."""
        vectors = self._blank(len(table.ways))
        vectors[:, [*columns, *range(len(self.groups), vectors.shape[1])]] = table.vectors
        for i, tally in enumerate(self._disjoint, len(self.groups)):
            vectors[:, self.groups.index(tally.seat)] -= vectors[:, i]
        return Factor(vectors, table.ways)

    def _slack(self, i: int) -> Factor:
        """What a loose tally may be below its upper bound."""
        values = np.arange(self._tallies[i].most - self._tallies[i].least + 1)
        vectors = self._blank(len(values))
        vectors[:, len(self.groups) + i] = values
        return Factor(vectors, np.ones_like(values))

    def _blank(self, vectors: int) -> Integers:
        return np.zeros((vectors, len(self.groups) + len(self._tallies)), np.int64)

    @cached_property
    def narrowed(self) -> Narrowed:
        """The tables in the position's columns, without what bounds decide."""
        rooms = dict(zip(self.groups, self.rooms, strict=True))
        for tally in self._disjoint:
            rooms[tally.seat] -= tally.most
        return narrow(self._factors, (*rooms.values(), *(tally.most for tally in self._tallies)))

    @cached_property
    def possible(self) -> bool:
        """Whether bounds leave a vector to every half-suit; where they do not, there is no deal."""
        return not self.tables or (
            all(len(table.ways) for table in self.tables) and self.narrowed.possible
        )

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """What is to be combined; nothing where there is no open card or no deal."""
        if not self.tables or not self.possible:
            return ()
        return tuple(map(self._component, connected(self.narrowed)))

    def _component(self, members: tuple[int, ...]) -> Component:
        """The component, estimated if its work is beyond the budget."""
        component = Component(self.narrowed, members, self._seat_columns)
        if component.work <= self._budget:
            return component
        return EstimatedComponent(self.narrowed, members, self._seat_columns)

    @property
    def exact(self) -> bool:
        """Whether all numbers are exact."""
        return all(component.exact for component in self.components)

    @property
    def interval(self) -> tuple[int, int]:
        """Where the number of deals to groups is; 95% each way where it is an estimate."""
        ends = [component.interval for component in self.components]
        low, high = prod(low for low, _ in ends), prod(high for _, high in ends)
        return (low * self._constant, high * self._constant) if self.possible else (0, 0)

    @cached_property
    def total(self) -> int:
        """The number of deals to groups."""
        if not self.possible:
            return 0
        return self._constant * prod(component.total for component in self.components)

    @cached_property
    def _constant(self) -> int:
        """The product of the factors with one vector."""
        factors = self.narrowed.factors if self.tables else ()
        return prod(int(factor.ways[0]) for factor in factors if len(factor.ways) == 1)

    def weights(self, book: int) -> Numbers:
        """[vector]: deals to groups that complete a filling of a half-suit, rounded to floats."""
        kept = self.narrowed.kept[book]
        weights = np.zeros(len(kept))
        component = self._component_of.get(book)
        if component is None:
            weights[kept] = float(self._outside(book))
        else:
            found = component.floats(book)
            weights[kept] = found * float(self._outside(book))
        return weights

    def exact_weights(self, book: int) -> Numbers:
        """[vector]: the same as Python integers."""
        kept = self.narrowed.kept[book]
        weights = np.zeros(len(kept), object)
        component = self._component_of.get(book)
        if component is None:
            weights[kept] = self._outside(book)
        else:
            found = component.integers(book)
            weights[kept] = found * self._outside(book)
        return weights

    @cached_property
    def _component_of(self) -> Mapping[int, Component]:
        return {i: component for component in self.components for i in component.members}

    def _outside(self, book: int) -> int:
        """The ways to fill all that is outside a half-suit's component; there is a deal."""
        component = self._component_of.get(book)
        if component is not None:
            return self.total // component.total if component.total else 0
        return self.total // int(self.narrowed.factors[book].ways[0])


def _parts(everyone: int, distinctions: Iterable[int]) -> Sequence[int]:
    """The classes of seats that lie in the same masks."""
    parts = [everyone] if everyone else []
    for mask in distinctions:
        halves = (half for part in parts for half in (part & mask, part & ~mask))
        parts = [half for half in halves if half]
    return parts


def _members(mask: int) -> list[int]:
    """The seats in a mask, by number."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _lowest(mask: int) -> int:
    return mask & -mask
