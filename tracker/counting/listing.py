"""Sampling: deals drawn at random, each exactly equally likely.

Half-suit by half-suit, that with most vectors first, a vector v is drawn with weight T_b[v] * S[r -
v], where r is what the half-suits before it left of the room, and S[u] counts the ways for the
half-suits after it to add up to u (a coefficient of their product, see ``combine``). Many deals are
drawn at once, so that these coefficients are asked for together. Then a filling with that vector is
drawn by walking back through the table, and the cards of a group of seats are dealt to its places
as from a shuffled pack.

All weights are exact integers, and draws are ``random.Random``'s integers: no float decides
anything, and the same seed gives the same deals everywhere.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random

import numpy as np

from tracker.counting.book_odds import BookOdds
from tracker.counting.component import Component
from tracker.counting.filling_counts import coefficients
from tracker.counting.filling_table import Integers, Numbers, pick
from tracker.counting.layout import Layout
from tracker.counting.narrow import Factor
from tracker.counting.prefix_sums import PrefixSums
from tracker.game.cards import Card
from tracker.game.events import Seat

_AT_ONCE = 2**20
"""Coefficients asked for at once, at most (or those of one deal)."""


class Sampler:
    """Draws deals of a position.

    Args:
        layout: a position with at least one deal.
        random: where the draws come from.
    """

    def __init__(self, layout: Layout, random: Random) -> None:
        self._layout = layout
        self._random = random

    def deals(self, n: int) -> list[dict[Card, Seat]]:
        """The places of the open cards in ``n`` deals."""
        longest = max((len(table.ways) for table in self._layout.tables), default=1)
        batch = max(1, _AT_ONCE // longest)
        found: list[dict[Card, Seat]] = []
        while len(found) < n:
            vectors = self._vectors(min(batch, n - len(found)))
            found += [self._deal(chosen) for chosen in vectors]
        return found

    def _vectors(self, n: int) -> list[list[int]]:
        """For each deal, the vector of each half-suit, as its place in the table."""
        chosen = np.zeros((n, len(self._layout.tables)), np.int64)
        if self._layout.tables:
            drawn = self._drawn_vectors(n)
            for i, book in enumerate(self._layout.order):
                chosen[:, book] = self._layout.combination.places(i)[drawn[i]]
        return chosen.tolist()

    def _drawn_vectors(self, n: int) -> list[Integers]:
        """For each half-suit, in the order of the combination, the vectors drawn."""
        combination = self._layout.combination
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
        factors = [self._layout.combination.combined.factors[i] for i in order]
        found = {}
        for k, i in enumerate(order):
            rooms, which = np.unique(left, axis=0, return_inverse=True)
            weights = _weights(component, factors[k:], rooms)
            found[i] = self._drawn(weights, which.ravel())
            left -= factors[k].vectors[found[i]]
        return found

    def _drawn_back(self, sums: PrefixSums, vectors: Integers) -> list[Integers]:
        """The vectors drawn of the half-suits that were added up first.

        Args:
            sums: their sums.
            vectors: the last sums drawn, as vectors of ``sums.factor``.
        """
        left = np.array([self._drawn_sums(sums, vector) for vector in vectors.tolist()])
        found = []
        for stage in reversed(range(1, len(sums.factors))):
            factor = sums.factors[stage]
            rooms, which = np.unique(left, axis=0, return_inverse=True)
            rest = (rooms[:, None] - factor.vectors).reshape(-1, left.shape[1])
            weights = sums.before(stage, rest).reshape(len(rooms), -1) * factor.ways.astype(object)
            found.append(self._drawn(weights, which.ravel()))
            left -= factor.vectors[found[-1]]
        found.append((left[:, None] == sums.factors[0].vectors).all(axis=2).argmax(axis=1))
        return found[::-1]

    def _drawn_sums(self, sums: PrefixSums, vector: int) -> Integers:
        """The sums drawn of those that are a vector of ``sums.factor``."""
        found, ways = sums.last_sums(vector)
        drawn: Integers = found[pick(ways.tolist(), self._random)]
        return drawn

    def _drawn(self, weights: Numbers, which: Integers) -> Integers:
        """One draw for each deal, by the weights [room, vector] of its room."""
        sums = [list(accumulate(row)) for row in weights.tolist()]
        draws = [bisect_right(sums[k], self._random.randrange(sums[k][-1])) for k in which]
        return np.array(draws)

    def _deal(self, vectors: Sequence[int]) -> dict[Card, Seat]:
        """A deal with these vectors."""
        by_group: dict[int, list[Card]] = {group: [] for group in self._layout.groups}
        tables = zip(self._layout.position.books, self._layout.tables, vectors, strict=True)
        for book, table, vector in tables:
            for card, group in zip(book.cards, table.filling(vector, self._random), strict=True):
                by_group[group].append(card)
        deal: dict[Card, Seat] = {}
        for group, cards in by_group.items():
            deal.update(zip(cards, self._places(group), strict=True))
        return deal

    def _places(self, group: int) -> list[Seat]:
        """The places of a group's seats, shuffled."""
        position = self._layout.position
        places = [
            seat
            for i, (seat, room) in enumerate(zip(position.seats, position.room, strict=True))
            if group >> i & 1
            for _ in range(room)
        ]
        self._random.shuffle(places)
        return places


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
        found = coefficients(after, rest[fits], component.axes, component.moduli)
        weights[fits] = component.moduli.integers(found)
    weights *= first.ways.astype(object)
    return weights


# -- listing: every deal, one after another, in a fixed order -------------------------------------
#
# Listing: every deal, one after another, in a fixed order.
#
# Half-suit by half-suit, in deck order: each filling that some deal has is taken in turn, and
# what is open of the others is a smaller position of the same kind. No branch is a dead end,
# because a filling is taken only where a deal completes it.


def fillings(layout: Layout) -> Iterator[dict[Card, Seat]]:
    """The places of all open cards, deal by deal.

    Args:
        layout: a position with at least one deal.
    """
    if not layout.position.books:
        yield {}
        return
    for filling in BookOdds(layout, layout.position.books[0].name).fillings():
        rest = Layout(layout.position.without_first(filling))
        for others in fillings(rest):
            yield {**filling, **others}
