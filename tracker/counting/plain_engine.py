"""The plain engine: a dynamic programme over half-suits, in Python integers.

Half-suits are added up one after the other. From the number of ways in which the first few give
each column u cards, for all u, come those for one half-suit more; the number of deals is that of
the ways in which all of them fill the rooms. The numbers for all u are one integer, a packed
polynomial, and to add a half-suit takes some dozens of shifts and additions
(``packed_polynomials``).

The weight W[v] of a vector of one half-suit is the number of ways in which the others give what v
leaves of the room. To get all the weights, one half of the half-suits is added up, and to that one
half of the others, and so on, until one is left; then the same with the halves exchanged.

Half-suits that conditions speak of come first, in order, and sums that fail a check are struck out
(``hidden_half_suits``). Their weights come from the sums before and after them:

    W_k[v] = sum over u of (ways of those before to give u) * (ways of those after to give the rest)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import accumulate
from operator import mul
from random import Random
from typing import Final

from tracker.budget import Budget
from tracker.counting.engine import Engine, Rows, Status, Thinning
from tracker.counting.open_deal import OpenBook
from tracker.counting.packed_polynomials import Numbers, PackedHalfSuit, Places, Polynomial
from tracker.counting.placing import Columns, Fillings, Placing, Vector, pick
from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat

_STEP: Final = 24
"""The cost of a step from one state to another, or of the shift of a short polynomial."""
_BYTES: Final = 100
"""So many bytes of a polynomial are shifted and added at the cost of 1."""
_PAIR: Final = 8
"""The cost of adding the product of two coefficients."""
_MOST_BYTES: Final = 2**24
"""Longer polynomials are beyond any budget: a few dozen are in memory at a time."""


class PlainEngine(Engine):
    """Counts in Python integers."""

    @cached_property
    def status(self) -> Status:
        """Exact, where that is within the budget; there are no estimates."""
        try:
            return "exact" if not self._possible or self._after is not None else "unknown"
        except UndecidedError:
            return "unknown"

    @cached_property
    def total(self) -> int:
        """The number of deals to groups."""
        return self._places.reader(self._free[-1])(self._places.wanted) if self._possible else 0

    def weights(self, book: int) -> Mapping[Vector, int]:
        """By vector, how many deals to groups complete a filling of a half-suit."""
        return self._weights[self.order.index(book)]

    def exact_rows(self, book: int) -> Sequence[Sequence[int]]:
        """[card][group]: in how many deals to groups the card is with the group."""
        return self._fillings[self.order.index(book)].by_group(self.weights(book))

    def rows(self, book: int, thinning: Thinning | None = None) -> Rows:
        """Where the cards of a half-suit are, in floats; there is a deal."""
        if thinning is None:
            return Rows(1.0, [[n / self.total for n in row] for row in self.exact_rows(book)])
        column, shares = thinning
        fillings = self._fillings[self.order.index(book)]
        total = self.total if self.weighed else 1  # weights may be beyond what floats can be
        weights = {v: n and n / total * shares[v[column]] for v, n in self.weights(book).items()}
        left = sum(weights[vector] * ways for vector, ways in fillings.vectors.items())
        rows = fillings.by_group(weights)
        return Rows(left * total / self.total, [[n / (left or 1) for n in row] for row in rows])

    # -- half-suits --------------------------------------------------------------------------------

    def columns_of(self, book: OpenBook) -> Columns:
        """The columns of a half-suit: all those of the position."""
        return super().columns_of(book)._replace(groups=self.groups, parts=self.stages.parts)

    @cached_property
    def _fillings(self) -> list[Fillings]:
        """Those of each half-suit, in the order in which half-suits are added up."""

        def make(columns: Columns) -> Fillings:
            return Fillings(Placing(columns), lambda steps: self._pay(_STEP * steps))

        return [self._cache.table(self.columns[book], make) for book in self.order]

    @cached_property
    def _places(self) -> Places:
        """Where sums stand; every half-suit has a filling."""
        return Places(self._fillings, self.rooms, len(self.stages.parts))

    @cached_property
    def _possible(self) -> bool:
        """Whether bounds leave a deal."""
        return all(fillings.vectors for fillings in self._fillings) and self._places.possible

    # -- sums --------------------------------------------------------------------------------------

    @cached_property
    def _factors(self) -> list[PackedHalfSuit]:
        """The half-suits; all their products are paid for.

        Raises:
            UndecidedError: where these cost too much.
        """
        places, hidden = self._places, len(self.stages.order)
        length = (places.last + 1) * places.width
        if length > _MOST_BYTES:
            raise UndecidedError
        products = 4 + (len(self._fillings) - hidden).bit_length()
        shifts = products * sum(fillings.shifts for fillings in self._fillings)
        self._pay(shifts * (_STEP + length / _BYTES) + 6 * hidden * _STEP * places.last)
        return [PackedHalfSuit(fillings, places) for fillings in self._fillings]

    @cached_property
    def _before(self) -> list[Numbers]:
        """[hidden half-suits added]: the ways to each sum."""
        sums: list[Numbers] = [{0: 1}]
        for k in range(len(self.stages.order)):
            product = self._places.polynomial(sums[-1]) * self._factors[k]
            passes, numbers = self._passes(k), self._places.numbers(product).items()
            sums.append({place: ways for place, ways in numbers if passes(place)})
        return sums

    def _passes(self, k: int) -> Callable[[int], bool]:
        """A check of the sum at a place, once the k-th half-suit is added."""
        checks = self.stages.order[k].checks

        def passes(place: int) -> bool:
            sums = self._places.sums(place, k + 1)
            return all(check.passed(sums) for check in checks)

        return passes

    @cached_property
    def _after(self) -> Mapping[int, Numbers]:
        """For each hidden half-suit the ways of all after it, by what the first ones leave them.

        Raises:
            UndecidedError: where the weights cost too much.
        """
        places, hidden = self._places, len(self.stages.order)
        product = reduce(mul, self._factors[hidden:], places.any_parts)
        after: dict[int, Numbers] = {}
        for k in reversed(range(hidden)):
            passes, numbers = self._passes(k), places.numbers(product).items()
            after[k] = {place: ways for place, ways in numbers if passes(places.last - place)}
            product = places.polynomial(after[k]) * self._factors[k]
            pairs = min(len(self._before[k]), len(after[k])) * len(self._fillings[k].vectors)
            self._pay(_PAIR * pairs)
        return after

    @cached_property
    def _free(self) -> list[Polynomial]:
        """[half-suits added after the hidden ones]: the ways to each sum."""
        free = self._factors[len(self.stages.order) :]
        start = self._places.without_parts(self._before[-1])
        return list(accumulate(free, mul, initial=start))

    # -- weights -----------------------------------------------------------------------------------

    @cached_property
    def _weights(self) -> Mapping[int, Mapping[Vector, int]]:
        """For each half-suit, by their order, the ways of the others to complete a vector."""
        hidden = len(self.stages.order)
        weights = {k: self._between(k) for k in range(hidden)}
        weights.update(self._of_all_others(range(hidden, len(self._factors)), self._free[0]))
        return weights

    def _between(self, k: int) -> Mapping[Vector, int]:
        """The weights of a hidden half-suit, from the sums before and after it."""
        fewer, more = sorted((self._before[k], self._after[k]), key=len)
        last = self._places.last
        return {
            vector: sum(ways * more.get(last - place - at, 0) for at, ways in fewer.items())
            for vector, place in self._factors[k].places.items()
        }

    def _of_all_others(
        self, left: Sequence[int], product: Polynomial
    ) -> Iterator[tuple[int, Mapping[Vector, int]]]:
        """The weights of some half-suits.

        Args:
            left: these half-suits.
            product: that of all the others.
        """
        if len(left) == 1:
            ways = self._places.reader(product)
            vectors = self._factors[left[0]].places.items()
            yield left[0], {vector: ways(self._places.wanted - place) for vector, place in vectors}
        elif left:
            halves = left[: len(left) // 2], left[len(left) // 2 :]
            for some, others in (halves, halves[::-1]):
                factors = [self._factors[k] for k in others]
                yield from self._of_all_others(some, reduce(mul, factors, product))

    # -- samples -----------------------------------------------------------------------------------

    def sample(self, n: int, random: Random) -> list[dict[Card, Seat]]:
        """The places of the open cards in deals drawn at random, each equally likely; exactly."""
        sums = [*map(self._places.polynomial, self._before[:-1]), *self._free]
        ways = [self._places.reader(polynomial) for polynomial in sums]
        return [self._deal(ways, random) for _ in range(n)]

    def _deal(self, ways: Sequence[Callable[[int], int]], random: Random) -> dict[Card, Seat]:
        """A deal: the last half-suit first, each vector as often as those before it allow."""
        placed: list[tuple[Card, int]] = []
        left = self._places.wanted
        for k in reversed(range(len(self._factors))):
            if k + 1 == len(self.stages.order):
                parts = range(left, left + self._places.parts)
                left += pick([self._before[-1].get(place, 0) for place in parts], random)
            fillings, places = self._fillings[k], self._factors[k].places
            weights = [n * ways[k](left - places[v]) for v, n in fillings.vectors.items()]
            vector = [*places][pick(weights, random)]
            left -= places[vector]
            placed += fillings.filling(vector, random)
        return self.dealt(placed, random)

    # -- cost --------------------------------------------------------------------------------------

    @cached_property
    def _left(self) -> Budget:
        """What the position may cost."""
        return Budget(self._budget.allowed)

    def _pay(self, cost: float) -> None:
        """Spend a cost.

        Raises:
            UndecidedError: where the position would cost more than it may.
        """
        self._left.require(cost)
        self._budget.charge(cost)
