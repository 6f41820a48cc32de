"""Polynomials in several variables, each packed into one Python integer (Kronecker substitution).

The ways to place some half-suits are a polynomial with a variable for each column: the coefficient
of z^u is the number of ways to give the columns u cards. The coefficients stand side by side in one
integer, that of z^u at the place u_1 s_1 + u_2 s_2 + ... So to multiply by a variable is to shift.

The steps are s_1 = 1, s_2 = n_1, s_3 = n_1 n_2, and so on. How large must n_a be for a wanted term
z^t to be alone at its place? All terms have the same degree over the columns of groups, so one of
these columns, o, needs no step. Say that another term z^u stands at the place of z^t. At the first
column a where they differ u_a is t_a + n_a or more, and u is n_a - 1 or more above t in all columns
together. So u_o is as much below t_o; with n_a > t_o + 1 that cannot be. Nor can it where u_a < n_a
anyway.

Example: two half-suits of one card, two seats with one card each, (z_1 + z_2)^2. Only z_1 has a
step, and n_1 is 3. With a byte for each coefficient that is (256 + 1)^2 = 256^2 + 2 * 256 + 1, and
the number of deals, 2, stands at the place of z_1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import prod
from operator import add, mul, sub
from typing import TypeAlias

from tracker.counting.placing import Fillings, State, Vector

Polynomial: TypeAlias = int
Numbers: TypeAlias = Mapping[int, int]
"""Coefficients by place; a place that is missing has the coefficient 0."""


class Places:
    """Where the coefficients of a polynomial stand.

    What all vectors of a half-suit have in common is not counted: it only shifts the exponents.

    Args:
        fillings: of the half-suits, in the order in which they are added up; each has a filling.
        rooms: the room of each group; columns of parts come after those of groups.
        parts: how many columns are parts.
    """

    def __init__(self, fillings: Sequence[Fillings], rooms: Vector, parts: int) -> None:
        groups, nothing = len(rooms), (0,) * (len(rooms) + parts)
        self._common = [*accumulate((each.least for each in fillings), _sum, initial=nothing)]
        self._cards = [*accumulate((len(each.placing.cards) for each in fillings), initial=0)]
        *_, largest = accumulate((each.most for each in fillings), _sum, initial=nothing)
        most = tuple(map(sub, largest, self._common[-1]))
        wanted = (*map(sub, rooms, self._common[-1]), *most[groups:])
        self.possible = all(0 <= n <= top for n, top in zip(wanted, most, strict=True))
        """Whether there can be a term that fills the rooms."""
        sizes = [_sizes(wanted, most, out) for out in range(groups)] or [[]]
        self._sizes = min(sizes, key=prod)
        self._out, self._groups = sizes.index(self._sizes), groups
        self.parts = prod(self._sizes[groups:])
        """How many places stand together whose terms differ only in columns of parts."""
        steps = [
            *accumulate(self._sizes[:groups], mul, initial=self.parts),
            *accumulate(self._sizes[groups:], mul, initial=1),
        ]
        del steps[groups], steps[-1]
        self.steps = [n if size > 1 else 0 for n, size in zip(steps, self._sizes, strict=True)]
        """[column]: by how many places a term moves with one card more."""
        self.last = sum(map(mul, wanted, self.steps))
        """The place of the term that fills the rooms and has the most of each part."""
        self.wanted = self.last - self.last % self.parts
        """The place of the term that fills the rooms, where parts are no longer counted."""
        self.width: int = -(-prod(each.choices for each in fillings).bit_length() // 8)
        """The bytes of a coefficient."""

    def sums(self, place: int, added: int) -> Vector:
        """How many cards the columns have in the term at a place.

        Args:
            place: of a term of the product of the first half-suits.
            added: how many half-suits these are.
        """
        steps = zip(self.steps, self._sizes, strict=True)
        exponents = [place // step % size if step else 0 for step, size in steps]
        sums = _sum(exponents, self._common[added])
        others = sum(sums[: self._groups]) - sums[self._out]
        return (*sums[: self._out], self._cards[added] - others, *sums[self._out + 1 :])

    def reader(self, polynomial: Polynomial) -> Callable[[int], int]:
        """A function that gives the coefficient at a place; negative places have 0."""
        width = self.width
        data = polynomial.to_bytes((self.last + 1) * width, "little")

        def coefficient(place: int) -> int:
            start = place * width
            return int.from_bytes(data[start : start + width], "little") if place >= 0 else 0

        return coefficient

    def numbers(self, polynomial: Polynomial) -> Numbers:
        """The coefficients that are not 0."""
        numbers = enumerate(map(self.reader(polynomial), range(self.last + 1)))
        return {place: number for place, number in numbers if number}

    def polynomial(self, numbers: Numbers) -> Polynomial:
        """The polynomial with these coefficients."""
        data = bytearray((self.last + 1) * self.width)
        for place, number in numbers.items():
            start = place * self.width
            data[start : start + self.width] = number.to_bytes(self.width, "little")
        return int.from_bytes(data, "little")

    def without_parts(self, numbers: Numbers) -> Polynomial:
        """The polynomial in which terms that differ only in parts are added up."""
        sums: Counter[int] = Counter()
        for place, number in numbers.items():
            sums[place - place % self.parts] += number
        return self.polynomial(sums)

    @property
    def any_parts(self) -> Polynomial:
        """The sum of all terms without cards in groups: they complete any number in the parts."""
        return self.polynomial(dict.fromkeys(range(self.parts), 1))


def _sizes(wanted: Vector, most: Vector, out: int) -> list[int]:
    """The n_a of each column, where one group needs no step."""
    above = wanted[out] + 2
    sizes = [min(top + 1, max(n + 1, above)) for n, top in zip(wanted, most, strict=True)]
    return [*sizes[:out], 1, *sizes[out + 1 :]]


class PackedHalfSuit:
    """The polynomial of a half-suit, to multiply others by, less what its vectors have in common.

    Args:
        fillings: of the half-suit.
        places: where coefficients stand.
    """

    def __init__(self, fillings: Fillings, places: Places) -> None:
        steps = places.steps
        placing, bits = fillings.placing, 8 * places.width
        common: int = sum(map(mul, fillings.least, steps))
        self.places = {v: sum(map(mul, v, steps)) - common for v in fillings.vectors}
        """The place of the term of each vector."""
        self._common = bits * common
        self._all: int = (1 << bits * (places.last + 1)) - 1
        self._terms: list[tuple[int, int]] = []
        """(shift, ways) of each vector, where fillings have weights."""
        if placing.columns.book.weights:
            self._terms = [(bits * self.places[v], ways) for v, ways in fillings.vectors.items()]
        self._cards = [
            (
                placing.ended[card],
                [(bits * sum(steps[i] for i in columns), bit) for columns, _, bit in moves],
            )
            for card, moves in placing.moves.items()
        ]

    def __rmul__(self, polynomial: Polynomial) -> Polynomial:
        """The product, made card by card, without what stands beyond the last place.

        Where fillings have weights, it is made vector by vector.
        """
        if self._terms:
            return sum((polynomial << shift) * ways for shift, ways in self._terms) & self._all
        states = {0: polynomial}
        for ended, moves in self._cards:
            after: dict[State, Polynomial] = {}
            for satisfied, ways in states.items():
                for shift, more in moves:
                    state = satisfied | more
                    if state & ended == ended:
                        after[state] = after.get(state, 0) + (ways << shift)
            states = after
        return sum(states.values()) >> self._common & self._all


def _sum(a: Sequence[int], b: Sequence[int]) -> Vector:
    return tuple(map(add, a, b))
