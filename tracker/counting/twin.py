"""The twin of the engine: the obvious dynamic programme, in Python integers.

It counts where NumPy cannot be imported, as in a browser, and it checks the engine.

Half-suits are added up one after the other. From the number of ways in which the first few give
each column u cards, for all u, come those for one half-suit more. A half-suit is added card by
card; a state is the clauses satisfied so far. The numbers for all u stand side by side in one long
integer (Kronecker substitution): that of u at the place u_1 s_1 + u_2 s_2 + ..., so that a card
more in a column is a shift. The same programme from the other end gives the ways in which the last
few half-suits fill what is left; and the number of deals with a filling of vector v is

    W_k[v] = sum over u of (ways of those before to give u) * (ways of those after to give the rest)

which is a coefficient of the product of two long integers.

The steps are s_1 = 1, s_2 = n_1, s_3 = n_1 n_2, and so on; one column, o, needs no step, as the sum
over all columns is known. Say that t is wanted, and another u stands at the place of some w <= t.
At the first column a where they differ u_a is w_a + n_a or more, and u is n_a - 1 or more above w
in all columns with a step together. So u_o is as much below w_o, and with n_a > t_o + 1 and n_a >
t_a that cannot be.

Example: two half-suits of one card, two seats with one card each, (z_1 + z_2)^2. Only z_1 has a
step. With a byte for each coefficient that is (256 + 1)^2 = 256^2 + 2 * 256 + 1, and the number of
deals, 2, stands at the place of z_1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from operator import mul
from random import Random
from typing import Any, Final, TypeAlias

from tracker.budget import Budget
from tracker.counting.open_deal import BEYOND, OpenDeal, Rows, Shape, Thinning, Vector
from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat

_LONGEST: Final = 2**24
"""Bytes of an integer; longer ones are beyond any budget, as some dozens are in memory."""
_State: TypeAlias = tuple[Vector, int]
"""How many cards each column has, and the bits of the clauses satisfied."""
_Layers: TypeAlias = Sequence[Mapping[_State, int]]
"""The ways to each state, after no card, after the first, and so on."""


class Twin:
    """Counts the deals of a position in Python integers.

    Args:
        position: what is open.
        budget: what counting may cost.
    """

    def __init__(self, position: OpenDeal, budget: Budget) -> None:
        self.position = position
        self._budget = budget

    @cached_property
    def total(self) -> int:
        """The number of deals.

        Raises:
            UndecidedError: beyond the budget.
        """
        if self.position.parts:
            raise UndecidedError("alternatives on different half-suits are beyond plain counting")
        last = self._place(self.position.rooms)
        length = self._width * (last + 1)
        moves = sum(len(columns) for shape in self._shapes for columns in shape.choices)
        if length > _LONGEST or not self._budget.pay(moves * length / 64):
            raise UndecidedError(BEYOND)
        return self._reader(self._before[-1])(last)

    def weights(self, book: int) -> Mapping[Vector, int]:
        """By vector of a half-suit, how many deals there are with each filling that has it."""
        k, shape = self._order.index(book), self.position.shapes[book]
        read = self._reader(self._before[k] * self._after[k])
        last = self._place(self.position.rooms)
        return {
            vector: shape.weight(vector) * read(last - self._place(vector))
            for vector in self._vectors(k)
            if all(n <= room for n, room in zip(vector, self.position.rooms, strict=True))
        }

    def rows(self, book: int, thinning: Thinning | None = None) -> Rows:
        """Where the cards of a half-suit are, in floats; there is a deal."""
        weights: Mapping[Vector, float] = {v: n / self.total for v, n in self.weights(book).items()}
        if thinning is not None:
            column, shares = thinning
            weights = {v: n and n * shares[v[column]] for v, n in weights.items()}
        k = self._order.index(book)
        share = sum(weights.get(vector, 0.0) * ways for vector, ways in self._vectors(k).items())
        scale = 1 / share if thinning is not None and share else 1.0
        rows = [[n * scale for n in row] for row in self._by_column(k, weights)]
        return Rows(1.0 if thinning is None else share, rows)

    def _by_column(self, k: int, weights: Mapping[Vector, float]) -> list[list[float]]:
        """[card][column]: the weight of all fillings in which the card is there."""
        shape, rows = self._shapes[k], []
        after = {(vector, self._whole(shape)): weight for vector, weight in weights.items()}
        for card, layer in reversed([*enumerate(self._layers[k][:-1])]):
            row, before = [0.0] * shape.width, dict.fromkeys(layer, 0.0)
            for state, ways in layer.items():
                for column, to in _steps(shape, card, state):
                    weight = after.get(to, 0.0)
                    row[column] += ways * weight
                    before[state] += weight
            rows.append(row)
            after = before
        return rows[::-1]

    def sample(self, n: int, random: Random) -> list[dict[Card, Seat]]:
        """The places of the open cards in deals drawn at random, each equally likely; exactly."""
        ways = [self._reader(polynomial) for polynomial in self._before]
        return [self.position.dealt(self._drawn(ways, random), random) for _ in range(n)]

    def _drawn(
        self, ways: Sequence[Callable[[int], int]], random: Random
    ) -> Iterator[tuple[Card, int]]:
        """A deal: the last half-suit first, each vector as often as those before it allow."""
        left = self._place(self.position.rooms)
        for k in reversed(range(len(self._order))):
            shape, vectors = self._shapes[k], self._vectors(k)
            likely = {
                v: n * shape.weight(v) * ways[k](left - self._place(v)) for v, n in vectors.items()
            }
            vector = _pick(likely, random)
            left -= self._place(vector)
            state = vector, self._whole(shape)
            for place, layer in reversed([*enumerate(self._layers[k][:-1])]):
                origins = {
                    (column, before): n
                    for before, n in layer.items()
                    for column, to in _steps(shape, place, before)
                    if to == state
                }
                column, state = _pick(origins, random)
                yield self.position.books[self._order[k]].cards[place], column

    # -- half-suits --------------------------------------------------------------------------------

    @cached_property
    def _order(self) -> tuple[int, ...]:
        """The half-suits as they are added up: those with checks first."""
        rest = (i for i in range(len(self.position.books)) if i not in self.position.checks)
        return (*self.position.checks, *rest)

    @cached_property
    def _shapes(self) -> Sequence[Shape]:
        return [self.position.shapes[i] for i in self._order]

    @staticmethod
    def _whole(shape: Shape) -> int:
        """The bits of all clauses."""
        return (1 << len(shape.clauses)) - 1

    @cached_property
    def _layers(self) -> Sequence[_Layers]:
        """[half-suit]: the ways to place its cards one by one."""
        half_suits = []
        for shape in self._shapes:
            layers: list[dict[_State, int]] = [{((0,) * shape.width, 0): 1}]
            for card in range(len(shape.choices)):
                after: dict[_State, int] = defaultdict(int)
                for state, ways in layers[-1].items():
                    for _, to in _steps(shape, card, state):
                        after[to] += ways
                layers.append(after)
            half_suits.append(layers)
        return half_suits

    def _vectors(self, k: int) -> Mapping[Vector, int]:
        """The number of fillings of a half-suit with each vector."""
        return {vector: ways for (vector, _), ways in self._layers[k][-1].items()}

    # -- sums --------------------------------------------------------------------------------------

    @cached_property
    def _before(self) -> list[int]:
        """[half-suits added]: the ways to each sum."""
        sums, cards = [1], 0
        for k, shape in enumerate(self._shapes):
            cards += len(shape.choices)
            sums.append(self._passed(self._added(sums[-1], shape), k, cards))
        return sums

    @cached_property
    def _after(self) -> list[int]:
        """[half-suit]: the ways of all after it to fill each rest, where what is before passes."""
        cards, last = sum(self.position.rooms), len(self._shapes) - 1
        sums = [self._passed(1, last, cards, of_rest=True)]
        for k in reversed(range(last)):
            cards -= len(self._shapes[k + 1].choices)
            rest = self._added(sums[-1], self._shapes[k + 1])
            sums.append(self._passed(rest, k, cards, of_rest=True))
        return sums[::-1]

    def _added(self, polynomial: int, shape: Shape) -> int:
        """The sums with one half-suit more."""
        weighed = [column for column, _ in shape.weights]
        states = {((0,) * len(weighed), 0): polynomial}
        for bits_of, ended in zip(shape.satisfied, shape.ended, strict=True):
            after: dict[tuple[Vector, int], int] = defaultdict(int)
            for (counts, satisfied), ways in states.items():
                for column, bits in bits_of.items():
                    if (satisfied | bits) & ended == ended:
                        more = tuple(
                            n + (column == own) for n, own in zip(counts, weighed, strict=True)
                        )
                        after[more, satisfied | bits] += (
                            ways << 8 * self._width * self._steps[column]
                        )
            states = after
        sums = 0
        for (counts, _), ways in states.items():
            by_number = (numbers for _, numbers in shape.weights)
            sums += ways * prod(numbers[n] for numbers, n in zip(by_number, counts, strict=True))
        return sums & ((1 << 8 * self._width * (self._place(self.position.rooms) + 1)) - 1)

    def _passed(self, polynomial: int, k: int, cards: int, *, of_rest: bool = False) -> int:
        """The sums that pass the checks after a half-suit.

        Args:
            polynomial: the ways by sums, or by what is left of the rooms.
            k: the half-suit's place in the order.
            cards: how many cards are in these sums.
            of_rest: whether it is by what is left.
        """
        checks = self.position.checks.get(self._order[k], ()) if self._order else ()
        if not checks:
            return polynomial
        read, last = self._reader(polynomial), self._place(self.position.rooms)
        kept = bytearray()
        for place in range(last + 1):
            sums = self._sums(last - place if of_rest else place, cards)
            passes = all(check.passed(sums) for check in checks)
            kept += (read(place) if passes else 0).to_bytes(self._width, "little")
        return int.from_bytes(kept, "little")

    def _sums(self, place: int, cards: int) -> list[int]:
        """The sums [column] that stand at a place."""
        steps = zip(self._steps, self._sizes, strict=True)
        sums = [place // step % size if size else 0 for step, size in steps]
        sums[self._sizes.index(0)] = cards - sum(sums)
        return sums

    @cached_property
    def _sizes(self) -> Sequence[int]:
        """[column]: how many places it takes; 0 for the one that has no step."""
        rooms = self.position.rooms
        sizes = [
            [0 if a == out else max(rooms[a] + 1, rooms[out] + 2) for a in range(len(rooms))]
            for out in range(len(rooms))
        ]
        return min(sizes, key=lambda each: prod(filter(None, each)), default=[0])

    @cached_property
    def _steps(self) -> Sequence[int]:
        """[column]: by how many places a card more moves a term."""
        steps = accumulate((size or 1 for size in self._sizes), mul, initial=1)
        return [step if size else 0 for step, size in zip(steps, self._sizes, strict=False)]

    @cached_property
    def _width(self) -> int:
        """Bytes of a coefficient: of all ways to lay the cards, each with the most weight."""
        ways = prod(
            prod(map(len, shape.choices)) * prod(max(numbers) for _, numbers in shape.weights)
            for shape in self._shapes
        )
        return ways.bit_length() // 8 + 1

    def _place(self, vector: Vector) -> int:
        return sum(map(mul, vector, self._steps))

    def _reader(self, polynomial: int) -> Callable[[int], int]:
        """Gives the coefficient at a place; those below the first are 0."""
        width = self._width
        data = polynomial.to_bytes(polynomial.bit_length() // 8 + 1, "little")
        return lambda at: (
            int.from_bytes(data[at * width : (at + 1) * width], "little") if at >= 0 else 0
        )


def _steps(shape: Shape, card: int, state: _State) -> Iterator[tuple[int, _State]]:
    """The columns that a card may go to, each with the state after that."""
    vector, satisfied = state
    ended = shape.ended[card]
    for column, bits in shape.satisfied[card].items():
        if (satisfied | bits) & ended == ended:
            after = (*vector[:column], vector[column] + 1, *vector[column + 1 :])
            yield column, (after, satisfied | bits)


def _pick(weights: Mapping[Any, int], random: Random) -> Any:
    """A key with a probability in exact proportion to its weight."""
    left = random.randrange(sum(weights.values()))
    for key, weight in weights.items():
        left -= weight
        if left < 0:
            return key
    raise AssertionError
