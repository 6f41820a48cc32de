"""The counting engine: all half-suits of a position put together, in arrays of NumPy.

Write the table of a half-suit (``fillings``) as a polynomial in one variable per column, F_b(z) =
sum over v of T_b[v] z^v. The number of deals is the coefficient of z^h, h the room of each column,
in the product of all F_b; and the number of deals that complete a filling of half-suit b with
vector v is W_b[v], that of z^(h - v) in the product of the others. All of it comes from values on a
grid of points, modulo several primes (``residues``), so it is exact: there is no noise in which a
small number could be taken for zero. The others of a half-suit are those before it times those
after it: products from both ends give all of them.

Bounds come first: vectors that leave another column too much or too little are struck out, until
nothing changes. What all vectors left of a half-suit have in common is no part of the problem: so
say that t, of the exponents wanted, is what goes beyond, and M the most that the product has of it.

How small can the grid be? A grid of order n_a sees exponents modulo n_a. All terms have the same
degree, the number of cards; so one column, o, needs no axis. A term z^u with u != t that is taken
for z^t has u_a = t_a + k_a n_a. Where n_a > t_a, k_a >= 0; so if one is at least 1, u_o <= t_o -
n_a, and with n_a > max(t_a, t_o) there is no such term. Or, the other way up, with n_a > max(M_a -
t_a, M_o - t_o). And n_a > M_a is always enough. Of all these the smallest grid is taken.

Along a game most half-suits stay as they are from one event to the next. A grid serves all later
positions whose seats fall into the same groups: facts are only added, so vectors only go, and a
card that has become known counts as one in its seat's column. So the values of a half-suit are kept
where it stays as it is, and so are the products of the first ones, as far as these all stay.

Checks on the first few half-suits are a ``Sieve`` for their product: from its values come its
coefficients, those that do not pass are struck out, and the rest has values again. Coefficients
that the other half-suits cannot complete to t are struck out with them; of those left none is taken
for another one, by the same argument as for t.

Example: two half-suits of one card, two seats with one card each: F = z_1 + z_2 twice. Without z_2:
(z + 1)^2 at z = 1, -1 is 4, 0; coefficient of z^1: (4 * 1 - 0 * 1) / 2 = 2 deals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import compress, islice, takewhile
from math import factorial, prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tracker.budget import Budget
from tracker.counting.fillings import Fillings
from tracker.counting.open_deal import BEYOND, Check, OpenDeal, Shape, Vector
from tracker.counting.residues import (
    Integers,
    Moduli,
    Residues,
    moduli_above,
    order_of,
    powers,
)
from tracker.errors import NoDealError, UndecidedError

STEP: Final = 4
"""The cost of a step in the making of a table, in numbers on a grid."""
_OPEN: Final = 0.93
"""While so many of the cards are open still, no smaller grid is looked for."""
_TOGETHER: Final = 2**16
"""So many numbers are transformed at once: calls cost more than numbers where these are few."""


@dataclass(frozen=True)
class Grid:
    """Points at which polynomials have values."""

    axes: tuple[int, ...]
    """Columns."""
    out: int
    """The column without an axis; others without one have only the exponent 0."""
    orders: tuple[int, ...]
    moduli: Moduli
    boxes: Mapping[str, tuple[Integers, Integers]]
    """By half-suit, the lowest and the highest exponents [column] at the time when it was
    chosen."""
    cards: int
    """How many were open then."""

    @cached_property
    def points(self) -> int:
        """How many there are."""
        return prod(self.orders)

    @property
    def numbers(self) -> int:
        """How many numbers stand for a polynomial."""
        return len(self.moduli.primes) * self.points

    @cached_property
    def exponents(self) -> Sequence[Integers]:
        """[axis]: those that a half-suit may have beyond its lowest."""
        ranges = [high - low for low, high in self.boxes.values()]
        return [np.arange(max(most[axis] for most in ranges) + 1) for axis in self.axes]

    def places(self, exponents: Integers) -> Integers:
        """[term]: where terms with some exponents [term, column] stand among all of them."""
        places = np.zeros(len(exponents), np.int64)
        for axis, some in zip(self.axes, self.exponents, strict=True):
            places = places * len(some) + exponents[:, axis]
        return places

    def together(self, some: Iterable[Any]) -> Iterator[Sequence[Any]]:
        """As many of some things at a time as are transformed together."""
        left, step = iter(some), max(1, _TOGETHER // self.numbers)
        while own := [*islice(left, step)]:
            yield own

    def values(self, coefficients: Residues, powers: Iterable[Residues]) -> Residues:
        """[prime, polynomial, point]: the values of some polynomials.

        Args:
            coefficients: [prime, term, polynomial], by all exponents of the powers.
            powers: those of the points.
        """
        return self._multiplied(powers, coefficients)

    def sums(self, values: Residues, powers: Iterable[Residues]) -> Residues:
        """[prime, polynomial, term]: for each term the sum over all points of values times its own.

        With the terms z^-e it is the coefficients of z^e, times the number of points.

        Args:
            values: [prime, point, polynomial].
            powers: those of the points; the terms have all their exponents.
        """
        return self._multiplied((matrix.swapaxes(1, 2) for matrix in powers), values)

    @cached_property
    def powers(self) -> Sequence[Residues]:
        """Those with the exponents that a half-suit may have."""
        return self.powers_of(self.exponents)

    def powers_of(self, exponents: Iterable[Integers]) -> Sequence[Residues]:
        """[axis][prime, point, number]: the powers of points with some exponents."""
        return [
            powers(self.moduli, order)[:, :, some % order]
            for order, some in zip(self.orders, exponents, strict=True)
        ]

    def _multiplied(self, matrices: Iterable[Residues], numbers: Residues) -> Residues:
        """Numbers [prime, axis by axis, polynomial] times a matrix on each axis.

        A step multiplies the first axis, and puts it last.
        """
        polynomials = numbers.shape[2]
        for matrix in matrices:
            flat = numbers.reshape(len(numbers), matrix.shape[2], -1)
            numbers = self.moduli.multiplied(matrix, flat)
        return numbers.reshape(len(numbers), polynomials, -1)

    def unit(self, wanted: Integers) -> Residues:
        """[prime, point]: the values of z^-wanted, divided by the number of points.

        The sum of all points of a polynomial times it is the coefficient wanted.
        """
        one = np.ones((len(self.moduli.primes), 1, 1))
        values = self.values(one, self.powers_of(-wanted[axis, None] for axis in self.axes))[:, 0]
        return self.moduli.shared(values, self.points)


@dataclass(frozen=True, eq=False)
class Leaf:
    """A half-suit on a grid."""

    key: tuple[Fillings, bytes, bytes]
    """Its fillings, its cards of known place by column beyond the lowest exponents, and the most
    that exponents are beyond these; equal keys have equal values."""
    vectors: Sequence[Vector]
    """[term]"""
    places: Integers
    """[term]: among all exponents."""
    values: Residues
    """[prime, point]"""


@dataclass(frozen=True, eq=False)
class Sieve:
    """What passes the checks after the first few half-suits: all but some terms is struck out."""

    exponents: Sequence[Integers]
    """[axis][number]: of the terms that the other half-suits can complete."""
    passing: npt.NDArray[np.bool_]
    """[term]"""

    def sifted(self, values: Residues, grid: Grid, sign: int = 1) -> Residues:
        """The values [prime, point] of a polynomial without the terms that do not pass.

        Args:
            values: those of a polynomial, or the ways to complete one at each point.
            grid: where they are.
            sign: -1 where it is the ways: those to complete what is left of it then come of them.
        """
        there, back = (
            grid.powers_of(sign * way * some for some in self.exponents) for way in (-1, 1)
        )
        sums = grid.moduli.shared(grid.sums(values[:, :, None], there), grid.points)
        return grid.values((sums * self.passing).swapaxes(1, 2), back)[:, 0]


@dataclass(frozen=True, eq=False)
class _Work:
    """The half-suits of a position, put together."""

    position: OpenDeal
    tables: Mapping[Shape, Fillings]
    grid: Grid
    beyond: Integers
    """[leaf, column]: cards of known place, beyond the lowest exponents."""
    leaves: Sequence[Leaf]
    sieves: Mapping[int, Sieve]
    """By how many of the first half-suits must pass it."""
    products: Sequence[Residues]
    """[number of leaves]: what is left of the product of the first ones."""
    wanted: Integers
    """[column]: the exponents of the deals in the product."""
    unit: Residues

    def completions(self, places: Collection[int]) -> Mapping[int, Residues]:
        """By leaf, [prime, term]: in how many ways the other leaves make up for each term."""
        return self.terms(self._beside(places))

    def _beside(self, places: Collection[int]) -> Iterator[tuple[int, Residues]]:
        """Some leaves, the last one first, with the values of what makes up for their terms."""
        moduli, after = self.grid.moduli, self.unit
        for place in reversed(range(min(places), len(self.leaves))):
            if place + 1 in self.sieves:
                after = self.sieves[place + 1].sifted(after, self.grid, -1)
            if place in places:
                yield place, moduli.product(self.products[place], after)
            after = moduli.product(after, self.leaves[place].values)

    def terms(self, values: Iterable[tuple[int, Residues]]) -> Mapping[int, Residues]:
        """By leaf, [prime, term]: the sum over all points of its values times each term."""
        terms = {}
        for some in self.grid.together(values):
            stacked = np.stack([own for _, own in some], axis=-1)
            sums = self.grid.sums(stacked, self.grid.powers)
            for i, (place, _) in enumerate(some):
                terms[place] = sums[:, i, self.leaves[place].places]
        return terms


class NumpyEngine:
    """Counts the deals of a position.

    Args:
        position: what is open.
        budget: what counting may cost.
        before: what counted some of the facts; None: there is nothing to share.
    """

    def __init__(self, position: OpenDeal, budget: Budget, before: object = None) -> None:
        self.position = position
        self._budget = budget
        # What was never counted is not kept: no line of positions stays in memory.
        self._source = before.nearest if isinstance(before, NumpyEngine) else None

    @property
    def nearest(self) -> NumpyEngine | None:
        """The last one up to this that has counted anything."""
        return self if "_work" in vars(self) else self._source

    @cached_property
    def _work(self) -> _Work:
        """Everything that is put together.

        Raises:
            NoDealError: where bounds leave no deal.
            UndecidedError: beyond the budget.
        """
        left = Budget(self._budget.allowed)

        def pay(cost: float) -> None:
            if not left.pay(cost):
                raise UndecidedError(BEYOND)
            self._budget.charge(cost)

        before, self._source = self._source, None
        return _put_together(self.position, None if before is None else before._work, pay)

    @cached_property
    def total(self) -> int:
        """The number of deals.

        Raises:
            UndecidedError: beyond the budget; then all the rest raises it, too.
        """
        if not self.position.order:
            return 1
        try:
            work, moduli = self._work, self._work.grid.moduli
        except NoDealError:
            return 0
        ways = moduli.product(work.products[-1], work.unit).sum(axis=1, keepdims=True)
        return moduli.integers(moduli.reduce(ways))[0]

    def fillings(self, book: int) -> Fillings:
        """Those of a half-suit.

        Args:
            book: its place among those of the position; some of its cards are open.
        """
        return self._work.tables[self.position.shapes[book]]

    def weights(self, books: Collection[int]) -> Mapping[int, Mapping[Vector, int]]:
        """By half-suit and vector, how many deals there are with each filling that has it.

        Vectors without any may be left out.

        Args:
            books: their places among those of the position; some of their cards are open.
        """
        places = {self.position.order.index(book): book for book in books}
        found = self._by_vector(self._work.completions(places))
        return {places[place]: each for place, each in found.items()}

    def likely(self, book: int, rooms: Vector) -> Mapping[Vector, int]:
        """By vector of a half-suit, the ways to lay it and those before it in order.

        Args:
            book: its place among those of the position; some of its cards are open.
            rooms: how many of all these cards each group has; some deal has them.
        """
        work, place = self._work, self.position.order.index(book)
        wanted = work.beyond[: place + 1].sum(axis=0) + rooms
        values = work.grid.moduli.product(work.products[place], work.grid.unit(wanted))
        numbers = self._by_vector(work.terms([(place, values)]))[place]
        return {
            vector: numbers[vector] * self.fillings(book).ways[vector] for vector in sorted(numbers)
        }

    def _by_vector(self, numbers: Mapping[int, Residues]) -> Mapping[int, Mapping[Vector, int]]:
        """By leaf and vector, the integers with some remainders [prime, term] by leaf."""
        together, leaves = np.concatenate([*numbers.values()], axis=1), self._work.leaves
        each = iter(self._work.grid.moduli.integers(together))
        return {place: dict(zip(leaves[place].vectors, each, strict=False)) for place in numbers}


# -- putting a position together -------------------------------------------------------------------


def _put_together(position: OpenDeal, before: _Work | None, pay: Callable[[float], None]) -> _Work:
    """What is put together for a position.

    Args:
        position: what is open.
        before: of some of the facts, if anything.
        pay: called with a cost before the work.

    Raises:
        NoDealError: where bounds leave no deal.
        UndecidedError: beyond the budget.
    """
    if before is not None and before.position.groups != position.groups:
        before = None
    tables: dict[Shape, Fillings] = {}
    for i in position.order:
        shape = position.shapes[i]
        if shape not in tables:
            old = before and before.tables.get(shape)
            tables[shape] = old or Fillings(shape, lambda steps: pay(STEP * steps))
    if before is None or sum(position.rooms) < _OPEN * before.grid.cards:
        before, grid = None, _grid(position, tables)
    else:
        grid = before.grid
    sifted = 0 if before else sum(map(bool, position.checks.values()))
    pay(grid.numbers * (2 + len(position.order).bit_length() + 4 * sifted))
    beyond = _known(position)
    for own, i in zip(beyond, position.order, strict=True):
        own -= grid.boxes[position.books[i].name][0]
    wanted = beyond.sum(axis=0) + position.rooms
    leaves = _leaves(position, tables, beyond, grid, before, pay)
    sieves = _sieves(position, beyond, wanted, grid)
    products = _products(leaves, sieves, grid, before)
    unit = before.unit if before and np.array_equal(before.wanted, wanted) else grid.unit(wanted)
    return _Work(position, tables, grid, beyond, leaves, sieves, products, wanted, unit)


def _vectors(position: OpenDeal, fillings: Fillings) -> Integers:
    """[vector, column]: those of a half-suit."""
    return np.array([*fillings.ways], np.int64).reshape(-1, len(position.rooms))


def _known(position: OpenDeal) -> Integers:
    """[half-suit in order, column]: how many of its cards are known to be there."""
    seats = [[seat for _, seat in position.books[i].known] for i in position.order]
    known = [[sum(seat & group > 0 for seat in own) for group in position.groups] for own in seats]
    return np.array(known, np.int64).reshape(len(known), len(position.groups))


def _grid(position: OpenDeal, tables: Mapping[Shape, Fillings]) -> Grid:
    """The smallest grid for a position.

    Raises:
        NoDealError: where bounds leave no deal.
    """
    own = [tables[position.shapes[i]] for i in position.order]
    rooms = np.array(position.rooms, np.int64)
    low, high = _narrowed([_vectors(position, fillings) for fillings in own], rooms)
    axes, out, orders = _smallest_grid(
        tuple((high - low).sum(axis=0).tolist()), tuple((rooms - low.sum(axis=0)).tolist())
    )
    ways = min(
        prod(sum(fillings.ways.values()) for fillings in own),
        factorial(sum(position.rooms)) // prod(map(factorial, position.rooms)),
    )
    known = _known(position)
    names = [position.books[i].name for i in position.order]
    boxes = dict(zip(names, zip(low + known, high + known, strict=True), strict=True))
    moduli = moduli_above(1 << ways.bit_length())
    return Grid(axes, out, orders, moduli, boxes, sum(position.rooms))


def _narrowed(tables: Sequence[Integers], rooms: Integers) -> tuple[Integers, Integers]:
    """The bounds of half-suits without vectors that leave another column too much or too little.

    Args:
        tables: [half-suit]: vectors [vector, column].
        rooms: [column]: what vectors add up to.

    Returns:
        The lowest and the highest exponents [half-suit, column].

    Raises:
        NoDealError: where no vector is left of a half-suit.
    """
    vectors = np.concatenate([np.zeros((0, len(rooms)), np.int64), *tables])
    owners = np.repeat(np.arange(len(tables)), [*map(len, tables)])
    while True:
        starts = np.flatnonzero(np.diff(owners, prepend=-1))
        if len(starts) < len(tables):
            raise NoDealError
        low, high = (bound.reduceat(vectors, starts, axis=0) for bound in (np.minimum, np.maximum))
        floor, ceiling = rooms - high.sum(axis=0) + high, rooms - low.sum(axis=0) + low
        fits = ((floor[owners] <= vectors) & (vectors <= ceiling[owners])).all(axis=1)
        if fits.all():
            return low, high
        vectors, owners = vectors[fits], owners[fits]


@lru_cache(maxsize=1024)
def _smallest_grid(
    top: tuple[int, ...], wanted: tuple[int, ...]
) -> tuple[tuple[int, ...], int, tuple[int, ...]]:
    """The axes of the smallest grid, the column without one, and the orders of the axes.

    Args:
        top: [column]: the largest exponent of the product; the least is 0.
        wanted: [column]: the exponent wanted.
    """
    above = tuple(high - want for high, want in zip(top, wanted, strict=True))
    grids = []
    for reach in (wanted, above):
        for out in range(len(top)):
            least = [min(top[a], max(reach[a], reach[out])) for a in range(len(top))]
            axes = tuple(a for a, n in enumerate(least) if a != out and n > 0)
            grids.append((axes, out, tuple(order_of(least[a] + 1) for a in axes)))
    return min(grids, key=lambda grid: prod(grid[2]), default=((), 0, ()))


def _leaves(
    position: OpenDeal,
    tables: Mapping[Shape, Fillings],
    beyond: Integers,
    grid: Grid,
    before: _Work | None,
    pay: Callable[[float], None],
) -> Sequence[Leaf]:
    """The half-suits on a grid; those of an earlier position there where they are equal."""
    known = {leaf.key: leaf for leaf in before.leaves} if before else {}
    keys = []
    for i, base in zip(position.order, beyond, strict=True):
        low, high = grid.boxes[position.books[i].name]
        keys.append((tables[position.shapes[i]], base.tobytes(), (high - low).tobytes()))
    new = [key for key in dict.fromkeys(keys) if key not in known]
    pay(2 * grid.numbers * len(new))
    for some in grid.together(new):
        rows = []
        terms = prod(map(len, grid.exponents))
        coefficients = np.zeros((len(grid.moduli.primes), terms, len(some)))
        for n, (fillings, base, most) in enumerate(some):
            exponents = _vectors(position, fillings) + np.frombuffer(base, np.int64)
            inside = (exponents >= 0) & (exponents <= np.frombuffer(most, np.int64))
            fits = np.logical_and.reduce(inside, axis=1)
            ways = np.array([*fillings.ways.values()])
            rows.append(([*compress(fillings.ways, fits)], grid.places(exponents[fits])))
            coefficients[:, rows[n][1], n] = [ways[fits] % p for p in grid.moduli.primes]
        values = grid.values(grid.moduli.reduce(coefficients), grid.powers)
        for n, key in enumerate(some):
            known[key] = Leaf(key, *rows[n], values[:, n].astype(np.float32))
    return [known[key] for key in keys]


def _sieves(
    position: OpenDeal, beyond: Integers, wanted: Integers, grid: Grid
) -> Mapping[int, Sieve]:
    """What is to be true after the first few half-suits, by their number."""
    sieves = {}
    boxes = [grid.boxes[position.books[i].name] for i in position.order]
    ranges = np.array([high - low for low, high in boxes], np.int64)
    for n, own in enumerate(position.checks.values(), 1):
        if own:
            base = beyond[:n].sum(axis=0)
            low = np.maximum(0, wanted - ranges[n:].sum(axis=0))
            high = np.minimum(ranges[:n].sum(axis=0), wanted)
            exponents = [np.arange(low[axis], high[axis] + 1) for axis in grid.axes]
            sums: list[Any] = [0] * len(wanted)
            for axis, some in zip(grid.axes, np.meshgrid(*exponents, indexing="ij"), strict=True):
                sums[axis] = some.ravel()
            cards = sum(len(position.books[i].cards) for i in position.order[:n])
            sums[grid.out] = cards + base.sum() - sum(sums)
            moved = [Check(c, least + base[c], most + base[c]) for c, least, most in own]
            inside = Check(grid.out, low[grid.out], high[grid.out])
            passed = [check.passed(sums) for check in (*moved, inside)]
            sieves[n] = Sieve(exponents, np.all(np.broadcast_arrays(*passed), axis=0))
    return sieves


def _products(
    leaves: Sequence[Leaf], sieves: Mapping[int, Sieve], grid: Grid, before: _Work | None
) -> Sequence[Residues]:
    """[number of leaves]: what is left of the product of the first ones.

    As far as these are those of an earlier position there, so is their product.
    """
    products: list[Residues] = [np.ones((len(grid.moduli.primes), grid.points))]
    if before and not sieves and not before.sieves:
        same = takewhile(lambda pair: pair[0] is pair[1], zip(leaves, before.leaves, strict=False))
        products = [*before.products[: len([*same]) + 1]]
    for n, leaf in enumerate(leaves[len(products) - 1 :], len(products)):
        values = grid.moduli.product(products[-1], leaf.values)
        values = sieves[n].sifted(values, grid) if n in sieves else values
        products.append(values.astype(np.float32))
    return products
