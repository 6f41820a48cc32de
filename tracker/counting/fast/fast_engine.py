"""The fast engine: it counts by transforms modulo primes, in arrays of NumPy.

Each half-suit has a table (``half_suit_tables``); all tables together are a ``Combination``. Beyond
the budget of exact counting it draws estimates (``estimates``).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Final

import numpy as np

from tracker.budget import Budget
from tracker.counting.engine import Engine, Rows, Status, Thinning
from tracker.counting.fast.coefficients import coefficients
from tracker.counting.fast.combination import Combination
from tracker.counting.fast.component import Component
from tracker.counting.fast.half_suit_tables import (
    Factor,
    HalfSuitTable,
    Integers,
    Numbers,
    tabulated,
)
from tracker.counting.fast.prefix_sums import PrefixSums
from tracker.counting.fast.running_totals import Completions, RunningTotal
from tracker.counting.placing import Columns, Vector, pick
from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat

_WIDEST: Final = 2
"""The ends of an interval are in this ratio at most, or no estimate is given."""
_AT_ONCE: Final = 2**20
"""Coefficients asked for at once, at most (or those of one deal)."""


class FastEngine(Engine):
    """Counts with NumPy."""

    @cached_property
    def tables(self) -> tuple[HalfSuitTable, ...]:
        """The table of each open half-suit."""
        return tuple(map(self._table, self.columns))

    def _table(self, columns: Columns) -> HalfSuitTable:
        """The table of one half-suit."""
        table: HalfSuitTable = self._cache.table(columns.unweighed, self._tabulated)
        return table.weighed(columns)

    def _tabulated(self, columns: Columns) -> HalfSuitTable:
        return tabulated(columns, self._budget)

    @cached_property
    def combination(self) -> Combination:
        """The tables put together; there are some, and none is empty."""
        factors = [self._factor(i) for i in self.order]
        # What the running total has counted is not too dear here, where the grid is smaller.
        budget = self._budget if self._running_total is None else Budget()
        return Combination(factors, self.rooms, self.stages.order, budget)

    def _factor(self, book: int) -> Factor:
        """The table's vectors in the columns of the position."""
        table = self.tables[book]
        groups = [self.groups.index(group) for group in table.columns.groups]
        parts = [len(self.groups) + self.stages.parts.index(part) for part in table.columns.parts]
        return table.factor(groups + parts, len(self.groups) + len(self.stages.parts))

    @cached_property
    def possible(self) -> bool:
        """Whether bounds leave a vector to every half-suit; where they do not, there is no deal."""
        return not self.tables or (
            all(len(table.ways) for table in self.tables) and self.combination.possible
        )

    @cached_property
    def status(self) -> Status:
        """Whether numbers are exact, estimates, or not to be had within the budget."""
        try:
            if self._running_total is not None:
                return "exact"
            if not self.tables or not self.possible or self.combination.exact:
                return "exact"
        except UndecidedError:
            return "unknown"
        if self.weighed:  # an estimate's draws are good for deals that weigh the same
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
        """The number of deals to groups, or an estimate of it."""
        if self._running_total is not None:
            return self._running_total
        if not self.tables:
            return 1
        if not self.possible:
            return 0
        begun = self._begun_total() if self._goes_on and self.combination.exact else None
        return self.combination.total if begun is None else begun

    @property
    def _goes_on(self) -> bool:
        """Whether the total may come from that of the position before."""
        position, cache = self.position, self._cache
        plain = not position.conditions and not any(book.weights for book in position.books)
        return cache.goes_on and cache.moves == self._move and plain

    @cached_property
    def _running_total(self) -> int | None:
        """The number of deals to groups, from what is kept of the position before, if it can be."""
        running = self._cache.running
        if running is None or not self._goes_on:
            return None
        books = self.position.books
        total: int | None = running.total(
            self.position,
            self.groups,
            lambda place: self._table(self.columns_of(books[place])),
            self._budget,
        )
        return total

    def _begun_total(self) -> int | None:
        """The number of deals to groups, from which those of later positions can come."""
        if self._cache.running is None:
            self._cache.running = RunningTotal()
        total: int | None = self._cache.running.begin(
            self.position, self.groups, self.combination.narrowed
        )
        return total

    def prepare(self, books: Collection[int] | None = None) -> None:
        """Work out the weights of half-suits, where they are exact and within the budget."""
        chosen = range(len(self.position.books)) if books is None else books
        with suppress(UndecidedError):
            if completions := self._running_completions(chosen):
                self._completions.update(zip(chosen, completions, strict=True))
            elif self.status == "exact" and self.tables and self.possible:
                members = {self.combination.member(self.order.index(book)) for book in chosen}
                self.combination.complete(members)
                vars(self)["total"] = self.combination.total

    def _running_completions(self, books: Collection[int]) -> Sequence[Completions]:
        """Those of some half-suits, from what is kept, if they can be had."""
        if not (self._running_total and books and self._goes_on):
            return ()
        tables = [self.tables[book] for book in books]
        completions: Sequence[Completions] = self._cache.running.completions(self.position, tables)
        return completions

    @cached_property
    def _completions(self) -> dict[int, Completions]:
        """By half-suit, those that came from what is kept."""
        return {}

    def weights(self, book: int) -> Mapping[Vector, int]:
        """By vector, how many deals to groups complete a filling of a half-suit."""
        vectors = map(tuple, self.tables[book].vectors.tolist())
        return dict(zip(vectors, self._exact_weights(book).tolist(), strict=True))

    def _exact_weights(self, book: int) -> Numbers:
        """[vector]: deals to groups that complete a filling of a half-suit, as Python integers."""
        if book in self._completions:
            return self._completions[book].integers()
        weights = np.zeros(len(self.tables[book].ways), object)
        i = self.order.index(book)
        weights[self.combination.places(i)] = self.combination.integers(i)
        return weights

    def exact_rows(self, book: int) -> Sequence[Sequence[int]]:
        """[card][group]: in how many deals to groups the card is with the group."""
        rows: list[list[int]] = self.tables[book].placements(self._exact_weights(book)).tolist()
        return rows

    def rows(self, book: int, thinning: Thinning | None = None) -> Rows:
        """Where the cards of a half-suit are, in floats; there is a deal."""
        table = self.tables[book]
        weights = np.zeros(len(table.ways))
        if book in self._completions:
            weights, total = self._completions[book].floats(), float(self.total)
        elif self.weighed:  # weights may be beyond what floats can be
            weights[:] = [n / self.total for n in self._exact_weights(book).tolist()]
            total = 1.0
        else:
            i = self.order.index(book)
            weights[self.combination.places(i)] = self.combination.floats(i)
            total = float(self.total)
        if thinning is None:
            return Rows(1.0, (table.placements(weights) / total).tolist())
        numbers = table.vectors[:, thinning.column]
        weights = weights * np.array(thinning.shares)[np.minimum(numbers, len(thinning.shares) - 1)]
        left = float(weights @ table.ways.astype(float))
        return Rows(left / total, (table.placements(weights) / (left or 1)).tolist())

    def sample(self, n: int, random: Random) -> list[dict[Card, Seat]]:
        """The places of the open cards in deals drawn at random, each equally likely; exactly."""
        longest = max((len(table.ways) for table in self.tables), default=1)
        batch = max(1, _AT_ONCE // longest)
        deals: list[dict[Card, Seat]] = []
        while len(deals) < n:
            chosen = self._drawn_vectors(min(batch, n - len(deals)), random)
            deals += [self._deal(vectors, random) for vectors in chosen]
        return deals

    def _drawn_vectors(self, n: int, random: Random) -> list[list[int]]:
        """For each deal, the vector of each half-suit, as its place in the table."""
        chosen = np.zeros((n, len(self.tables)), np.int64)
        if self.tables:
            drawn = Sampler(self.combination, random).vectors(n)
            for i, book in enumerate(self.order):
                chosen[:, book] = self.combination.places(i)[drawn[i]]
        return chosen.tolist()

    def _deal(self, vectors: Sequence[int], random: Random) -> dict[Card, Seat]:
        """A deal with these vectors."""
        placed: list[tuple[Card, int]] = []
        for table, vector in zip(self.tables, vectors, strict=True):
            placed += table.filling(vector, random)
        return self.dealt(placed, random)


# -- sampling -----------------------------------------------------------------------------------
#
# Sampling: the vectors of deals drawn at random, each deal exactly equally likely.
#
# Half-suit by half-suit, that with most vectors first, a vector v is drawn with weight T_b[v] *
# S[r - v], where r is what the half-suits before it left of the room, and S[u] counts the ways
# for the half-suits after it to add up to u (a coefficient of their product, see
# ``coefficients``). Many deals are drawn at once, so that these coefficients are asked for
# together.
#
# All weights are exact integers, and draws are ``random.Random``'s integers: no float decides
# anything, and the same seed gives the same deals everywhere.


class Sampler:
    """Draws vectors.

    Args:
        combination: tables with at least one deal; exact.
        random: where the draws come from.
    """

    def __init__(self, combination: Combination, random: Random) -> None:
        self._combination = combination
        self._random = random

    def vectors(self, n: int) -> list[Integers]:
        """[half-suit, deal]: the vectors drawn, half-suits in the order of the combination."""
        combination = self._combination
        members = np.zeros((len(combination.combined.factors), n), np.int64)
        for component in combination.components:
            for member, drawn in self._drawn_together(component, n).items():
                members[member] = drawn
        if combination.sums is None:
            return list(members)
        sums = np.flatnonzero(combination.combined.kept[0])[members[0]]
        return [*self._drawn_back(combination.sums, sums), *members[1:]]

    def _drawn_together(self, component: Component, n: int) -> dict[int, Integers]:
        """The vectors drawn of a component's factors."""
        left = np.tile(np.array(component.wanted), (n, 1))
        order = _order(component)
        factors = [self._combination.combined.factors[i] for i in order]
        drawn = {}
        for k, i in enumerate(order):
            rooms, which = np.unique(left, axis=0, return_inverse=True)
            weights = _weights(component, factors[k:], rooms)
            drawn[i] = self._drawn(weights, which.ravel())
            left -= factors[k].vectors[drawn[i]]
        return drawn

    def _drawn_back(self, sums: PrefixSums, vectors: Integers) -> list[Integers]:
        """The vectors drawn of the half-suits that were added up first.

        Args:
            sums: their sums.
            vectors: the last sums drawn, as vectors of ``sums.factor``.
        """
        left = np.array([self._drawn_sums(sums, vector) for vector in vectors.tolist()])
        chosen = []
        for stage in reversed(range(1, len(sums.factors))):
            factor = sums.factors[stage]
            rooms, which = np.unique(left, axis=0, return_inverse=True)
            rest = (rooms[:, None] - factor.vectors).reshape(-1, left.shape[1])
            weights = sums.before(stage, rest).reshape(len(rooms), -1) * factor.ways.astype(object)
            chosen.append(self._drawn(weights, which.ravel()))
            left -= factor.vectors[chosen[-1]]
        chosen.append((left[:, None] == sums.factors[0].vectors).all(axis=2).argmax(axis=1))
        return chosen[::-1]

    def _drawn_sums(self, sums: PrefixSums, vector: int) -> Integers:
        """The sums drawn of those that are a vector of ``sums.factor``."""
        vectors, ways = sums.last_sums(vector)
        drawn: Integers = vectors[pick(ways.tolist(), self._random)]
        return drawn

    def _drawn(self, weights: Numbers, which: Integers) -> Integers:
        """One draw for each deal, by the weights [room, vector] of its room."""
        sums = [list(accumulate(row)) for row in weights.tolist()]
        draws = [bisect_right(sums[k], self._random.randrange(sums[k][-1])) for k in which]
        return np.array(draws)


def _order(component: Component) -> list[int]:
    """The members, that with most vectors first."""
    lengths = {
        i: len(factor.ways) for i, factor in zip(component.members, component.factors, strict=True)
    }
    return sorted(lengths, key=lambda i: -lengths[i])


def _weights(component: Component, factors: Sequence[Factor], rooms: Integers) -> Numbers:
    """[room, vector of the first factor]: the ways to fill that room."""
    first, after = factors[0], factors[1:]
    rest = rooms[:, None] - first.vectors
    fits = (rest >= 0).all(axis=2) if after else (rest == 0).all(axis=2)
    weights: Numbers = fits.astype(object)
    if after:
        ways = coefficients(after, rest[fits], component.axes, component.moduli)
        weights[fits] = component.moduli.integers(ways)
    weights *= first.ways.astype(object)
    return weights
