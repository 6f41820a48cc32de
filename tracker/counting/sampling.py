"""Sampling: deals drawn at random, each exactly equally likely.

Half-suit by half-suit, a vector v is drawn with weight T_b[v] * S[r - v], where r is what the
half-suits before it left of the room, and S[u] counts the ways for the half-suits after it to add
up to u (a coefficient of their product, see ``combine``). Many deals are drawn at once, so that
these coefficients are asked for together. Then a filling with that vector is drawn by walking back
through the table, and the cards of a group of seats are dealt to its places as from a shuffled
pack.

All weights are exact integers, and draws are ``random.Random``'s integers: no float decides
anything, and the same seed gives the same deals everywhere.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from random import Random

import numpy as np

from tracker.counting.combine import coefficients
from tracker.counting.layout import Layout
from tracker.counting.table import Integers, Numbers
from tracker.game.cards import Card
from tracker.game.events import Seat

_AT_ONCE = 2**18
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
        narrowed = self._layout.narrowed if self._layout.tables else None
        if narrowed is None:
            return [[] for _ in range(n)]
        left = np.tile(np.array(narrowed.wanted), (n, 1))
        chosen = np.zeros((n, len(narrowed.factors)), np.int64)
        for i, factor in enumerate(narrowed.factors):
            places = self._drawn(i, left) if len(factor.ways) > 1 else chosen[:, i]
            left -= factor.vectors[places]
            chosen[:, i] = np.flatnonzero(narrowed.kept[i])[places]
        return [row[: len(self._layout.tables)] for row in chosen.tolist()]

    def _drawn(self, i: int, left: Integers) -> Integers:
        """The vectors drawn of a factor, given what is left of the room in each deal."""
        rooms, which = np.unique(left, axis=0, return_inverse=True)
        sums = [list(accumulate(row)) for row in self._weights(i, rooms).tolist()]
        draws = [bisect_right(sums[k], self._random.randrange(sums[k][-1])) for k in which.ravel()]
        return np.array(draws)

    def _weights(self, i: int, rooms: Integers) -> Numbers:
        """[room, vector]: the ways to fill this half-suit and those after it."""
        narrowed = self._layout.narrowed
        factor = narrowed.factors[i]
        after = [narrowed.factors[j] for j in self._layout.varying if j > i]
        rest = rooms[:, None] - factor.vectors
        fits = (rest >= 0).all(axis=2) if after else (rest == 0).all(axis=2)
        weights = fits.astype(object)
        if after:
            moduli = self._layout.moduli
            found = coefficients(after, rest[fits], self._layout.axes, moduli)
            weights[fits] = moduli.integers(found)
        weights *= factor.ways.astype(object)
        return weights

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
