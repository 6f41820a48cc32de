"""The layout of a position: its columns, tables and what they combine to.

Seats that no fact tells apart are dealt to like one hand: their cards could be swapped in every
deal. Such a *group* of seats with room h_1, h_2, ... is one column with room H = h_1 + h_2 + ...;
each deal to groups stands for the product of H! / (h_1! h_2! ...) deals to seats. Before the first
ask all the seats are one group, and there is nothing to compute at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import factorial, prod
from typing import Final, Literal, TypeAlias

import numpy as np

from tracker.budget import Budget
from tracker.counting.combination import Combination
from tracker.counting.costs import position_budget
from tracker.counting.filling_table import Columns, FillingTable, FillingTables, Numbers
from tracker.counting.narrow import Factor
from tracker.counting.open_deal import OpenBook, OpenDeal
from tracker.counting.stages import Stages, staged
from tracker.errors import UndecidedError
from tracker.game.events import Seat

_LARGE: Final = 9
"""Half-suits of more cards are tabulated within the rooms, which is less; smaller ones without, so
that their tables stay the same when somebody's room shrinks."""
_WIDEST: Final = 2
"""The ends of an interval are in this ratio at most, or no estimate is given."""

Status: TypeAlias = Literal["exact", "estimate", "unknown"]


class Layout:
    """A position with its groups of seats, tables and what they combine to.

    Args:
        position: what is open.
        tables: where to look for tables, and to keep them.
        budget: what an exact answer may cost, in numbers to transform (points of the grid by
            half-suits by primes); beyond it answers are estimates. None: as much as one may.
    """

    def __init__(
        self,
        position: OpenDeal,
        tables: FillingTables | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.position = position
        self._budget = budget or position_budget()
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
        for condition in self.position.conditions:
            yield from (tally.seat for tallies in condition for tally in tallies)

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """The room of each group."""
        return tuple(sum(self.member_rooms(group)) for group in self.groups)

    def member_rooms(self, group: int) -> tuple[int, ...]:
        """The room of each seat of a group."""
        return tuple(self.position.room[i] for i in _members(group))

    @cached_property
    def places(self) -> tuple[tuple[Seat, int, int, int], ...]:
        """Each seat with room, in seat order, with its group, its room and that of the group."""
        seats = enumerate(zip(self.position.seats, self.position.room, strict=True))
        rooms = dict(zip(self.groups, self.rooms, strict=True))
        group_of = {i: group for group in self.groups for i in _members(group)}
        return tuple(
            (seat, group_of[i], room, rooms[group_of[i]]) for i, (seat, room) in seats if room
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
        """The table of a half-suit, in the columns of the groups that it can go to."""
        possible = 0
        for choices in book.choices:
            possible |= choices
        groups = tuple(group for group in self.groups if group & possible)
        parts = tuple(part for part in self._stages.parts if part.cards & {*book.cards})
        rooms = dict(zip(self.groups, self.rooms, strict=True))
        large = len(book.cards) > _LARGE
        seen = tuple(min(rooms[group], len(book.cards)) for group in groups) if large else ()
        return self._kept.table(Columns(book, groups, parts, seen), self._budget)

    @cached_property
    def _stages(self) -> Stages:
        return staged(self.position.books, self.groups, self.position.conditions)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The half-suits in the order in which they are combined: those with stages first."""
        first = [stage.book for stage in self._stages.order]
        rest = (i for i in range(len(self.position.books)) if i not in first)
        return (*first, *rest)

    @cached_property
    def combination(self) -> Combination:
        """The tables put together; there are some, and none is empty."""
        factors = [self._factor(i) for i in self.order]
        return Combination(factors, self.rooms, self._stages.order, self._budget)

    def _factor(self, book: int) -> Factor:
        """The table's vectors in the columns of the position."""
        table = self.tables[book]
        groups = [self.groups.index(group) for group in table.groups]
        parts = [len(self.groups) + self._stages.parts.index(part) for part in table.parts]
        vectors = np.zeros((len(table.ways), len(self.groups) + len(self._stages.parts)), np.int64)
        vectors[:, groups + parts] = table.vectors
        return Factor(vectors, table.ways)

    @cached_property
    def possible(self) -> bool:
        """Whether bounds leave a vector to every half-suit; where they do not, there is no deal."""
        return not self.tables or (
            all(len(table.ways) for table in self.tables) and self.combination.possible
        )

    @cached_property
    def status(self) -> Status:
        """Whether all numbers are exact, estimates, or not to be had."""
        try:
            if not self.tables or not self.possible or self.combination.exact:
                return "exact"
        except UndecidedError:
            return "unknown"
        low, high = self.combination.interval
        return "estimate" if 0 < high <= _WIDEST * low else "unknown"

    @property
    def interval(self) -> tuple[int, int]:
        """Where the number of deals to groups is; 95% each way where it is an estimate."""
        if not self.tables or not self.possible:
            return self.total, self.total
        return self.combination.interval

    @cached_property
    def total(self) -> int:
        """The number of deals to groups."""
        if not self.tables:
            return 1
        return self.combination.total if self.possible else 0

    def weigh(self) -> None:
        """Work out the weights of all half-suits, where they are exact; else nothing."""
        if self.status == "exact" and self.tables and self.possible:
            self.combination.complete()

    def weights(self, book: int) -> Numbers:
        """[vector]: deals to groups that complete a filling of a half-suit, rounded to floats."""
        weights = np.zeros(len(self.tables[book].ways))
        i = self.order.index(book)
        weights[self.combination.places(i)] = self.combination.floats(i)
        return weights

    def exact_weights(self, book: int) -> Numbers:
        """[vector]: the same as Python integers."""
        weights = np.zeros(len(self.tables[book].ways), object)
        i = self.order.index(book)
        weights[self.combination.places(i)] = self.combination.integers(i)
        return weights


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
