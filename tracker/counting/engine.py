"""The counting engine: all half-suits of a position put together, in arrays of NumPy.

Write the table of a half-suit (``tables``) as a polynomial in one variable per column, F_b(z) = sum
over v of T_b[v] z^v. The number of deals is the coefficient of z^h, h the room of each column, in
the product of all F_b; and the number of deals that complete a filling of half-suit b with vector v
is W_b[v], that of z^(h - v) in the product of the others. All of it comes from values on a grid of
points, modulo several primes (``residues``), so it is exact: there is no noise in which a small
number could be taken for zero.

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
card that has become known counts as one in its seat's column. Values are kept, and so are the
products of neighbours in a binary tree: a new position takes the values of the half-suits that
changed, and the products on their way to the root. What stands beside the way from a leaf to the
root is the product of all other half-suits. Trees are values; later ones share parts of earlier
ones.

Checks on the first few half-suits make their product a node of the tree, with a ``Sieve``: from its
values come its coefficients, those that do not pass are struck out, and the rest has values again.
Coefficients that the other half-suits cannot complete to t are struck out with them; of those left
none is taken for another one, by the same argument as for t.

Example: two half-suits of one card, two seats with one card each: F = z_1 + z_2 twice. Without z_2:
(z + 1)^2 at z = 1, -1 is 4, 0; coefficient of z^1: (4 * 1 - 0 * 1) / 2 = 2 deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import factorial, prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from tracker.budget import Budget
from tracker.counting.open_deal import (
    BEYOND,
    Check,
    Engine,
    OpenDeal,
    Rows,
    Shape,
    Thinning,
    Vector,
)
from tracker.counting.residues import (
    Integers,
    Moduli,
    Residues,
    Terms,
    kept,
    moduli_above,
    order_of,
)
from tracker.counting.tables import HalfSuitTable
from tracker.errors import NoDealError, UndecidedError

STEP: Final = 4
"""The cost of a step in the making of a table, in numbers on a grid."""
_OPEN: Final = 0.93
"""While so many of the cards are open still, no smaller grid is looked for."""
_SMALLER: Final = 2
"""An earlier grid of so many times the points of the smallest one is given up."""


class Box(NamedTuple):
    """The lowest and the highest exponents of some terms, [..., column]."""

    low: Integers
    high: Integers


@dataclass(frozen=True)
class Grid:
    """Points at which polynomials have values."""

    axes: tuple[int, ...]
    """Columns."""
    orders: tuple[int, ...]
    moduli: Moduli
    boxes: Mapping[str, Box]
    """By half-suit; bounds at the time when it was chosen."""
    cards: int
    """How many were open then."""

    @property
    def points(self) -> int:
        """How many there are."""
        return prod(self.orders)

    @property
    def numbers(self) -> int:
        """How many numbers stand for a polynomial."""
        return len(self.moduli.primes) * self.points

    def terms(self, exponents: Integers) -> Terms:
        """Terms with some exponents [term, column]."""
        return Terms(exponents[:, list(self.axes)], self.orders)

    def coefficients(self, values: Residues, exponents: Integers) -> Residues:
        """[prime, term]: the coefficients of a polynomial at some exponents [term, column]."""
        sums = self.terms(-exponents).sums(values, self.moduli)
        return self.moduli.shared(sums, self.points)


@dataclass(frozen=True, eq=False)
class Leaf:
    """A half-suit on a grid."""

    key: tuple[HalfSuitTable, bytes, bytes, bytes]
    """Its table, its cards of known place by column, and its box; equal keys have equal values."""
    rows: Integers
    """[term]: the place of its vector in the table."""
    exponents: Integers
    """[term, column]: cards of known place included."""
    terms: Terms
    values: Residues
    """[prime, point]"""


@dataclass(frozen=True, eq=False)
class Sieve:
    """What passes the checks after the first few half-suits: all but some terms is struck out."""

    key: tuple[tuple[Check, ...], bytes, bytes]
    """The checks, and the box of the terms that the other half-suits can complete."""
    passing: Terms
    mirrored: Terms
    """Those with negative exponents."""

    def sifted(self, values: Residues, grid: Grid) -> Residues:
        """The values of a polynomial without the terms that do not pass."""
        sums = grid.moduli.shared(self.mirrored.sums(values, grid.moduli), grid.points)
        return self.passing.values(sums, grid.moduli)

    def sifted_beside(self, values: Residues, grid: Grid) -> Residues:
        """From the ways to complete a polynomial, those to complete what is left of it."""
        sums = grid.moduli.shared(self.passing.sums(values, grid.moduli), grid.points)
        return self.mirrored.values(sums, grid.moduli)


@dataclass(frozen=True, eq=False)
class Product:
    """The product of neighbouring leaves."""

    leaves: tuple[Leaf, ...]
    sieves: Mapping[int, Sieve]
    """By how many of the first leaves must pass it."""
    values: Residues
    halves: tuple[Product, Product] | None


def _tree(
    leaves: tuple[Leaf, ...], sieves: Mapping[int, Sieve], grid: Grid, before: Product | None
) -> Product:
    """The products of leaves, with those of an earlier tree where the leaves are the same."""
    if before is not None and (before.leaves, before.sieves) == (leaves, sieves):
        return before
    halves = None
    if len(leaves) < 2:
        values = leaves[0].values if leaves else np.ones((len(grid.moduli.primes), grid.points))
    else:
        middle = max((n for n in sieves if n < len(leaves)), default=len(leaves) // 2)
        first = {n: sieve for n, sieve in sieves.items() if n <= middle}
        old = (before and before.halves) or (None, None)
        left = _tree(leaves[:middle], first, grid, old[0])
        right = _tree(leaves[middle:], {}, grid, old[1])
        halves, values = (left, right), grid.moduli.product(left.values, right.values)
    if len(leaves) in sieves:
        values = sieves[len(leaves)].sifted(values, grid)
    return Product(leaves, sieves, kept(values), halves)


@dataclass(frozen=True, eq=False)
class _Work:
    """The half-suits of a position, put together."""

    position: OpenDeal
    tables: Mapping[Shape, HalfSuitTable]
    """By what is open of a half-suit."""
    bases: Integers
    """[leaf, column]: cards of known place."""
    wanted: Integers
    """[column]: the exponents of the deals."""
    grid: Grid
    root: Product
    unit: Residues
    """Values of z^-wanted, divided by the number of points: the sum of all points of a polynomial
    times it is the coefficient wanted."""

    def beside(self, place: int) -> Residues:
        """[prime, term]: in how many ways the other leaves make up for each term of one."""
        node, values, moduli = self.root, self.unit, self.grid.moduli
        leaf = node.leaves[place]
        while True:
            if len(node.leaves) in node.sieves:
                values = node.sieves[len(node.leaves)].sifted_beside(values, self.grid)
            if node.halves is None:
                return leaf.terms.sums(values, moduli)
            left, right = node.halves
            if place < len(left.leaves):
                node, other = left, right
            else:
                node, other, place = right, left, place - len(left.leaves)
            values = moduli.product(values, other.values)

    @cached_property
    def before(self) -> Sequence[Residues]:
        """[leaf]: the product of those before it."""
        products: list[Residues] = [np.ones((len(self.grid.moduli.primes), self.grid.points))]
        for place, leaf in enumerate(self.root.leaves[:-1], 1):
            values = self.grid.moduli.product(products[-1], leaf.values)
            sieve = self.root.sieves.get(place)
            products.append(sieve.sifted(values, self.grid) if sieve else values)
        return products


class NumpyEngine:
    """Counts the deals of a position.

    Args:
        position: what is open.
        budget: what counting may cost.
        before: what counted some of the facts; None: there is nothing to share.
    """

    def __init__(self, position: OpenDeal, budget: Budget, before: Engine | None = None) -> None:
        self.position = position
        self._budget = budget
        # What was never counted is not kept: no line of positions stays in memory.
        self._source = before.nearest if isinstance(before, NumpyEngine) else None
        self._digits: dict[int, Integers] = {}

    @property
    def nearest(self) -> NumpyEngine | None:
        """The last one up to this that has counted anything."""
        return self if "_possible" in vars(self) else self._source

    @cached_property
    def _possible(self) -> _Work | None:
        """Everything that is put together; None where bounds leave no deal.

        Raises:
            UndecidedError: beyond the budget.
        """
        left = Budget(self._budget.allowed)

        def pay(cost: float) -> None:
            if not left.pay(cost):
                raise UndecidedError(BEYOND)
            self._budget.charge(cost)

        before = self._source._possible if self._source is not None else None
        try:
            work = _put_together(self.position, before, pay)
        except NoDealError:
            work = None
        self._source = None
        return work

    @property
    def _work(self) -> _Work:
        if self._possible is None:
            raise NoDealError
        return self._possible

    @cached_property
    def total(self) -> int:
        """The number of deals."""
        if self._possible is None:
            return 0
        moduli = self._work.grid.moduli
        ways = moduli.product(self._work.root.values, self._work.unit).sum(axis=1, keepdims=True)
        return int(moduli.integers(moduli.digits(moduli.reduce(ways)))[0])

    def weights(self, book: int) -> Mapping[Vector, int]:
        """By vector of a half-suit, how many deals there are with each filling that has it."""
        table = self._table(book)
        numbers = self._work.grid.moduli.integers(self._completions(book))
        pairs = zip(table.vectors.tolist(), numbers.tolist(), strict=True)
        return {tuple(vector): number for vector, number in pairs if number}

    def rows(self, book: int, thinning: Thinning | None = None) -> Rows:
        """Where the cards of a half-suit are, in floats; there is a deal."""
        table = self._table(book)
        weights = self._work.grid.moduli.shares(self._completions(book), self.total)
        if thinning is not None:
            weights = weights * np.array(thinning.shares)[table.vectors[:, thinning.column]]
        rows = table.by_column(weights)
        sums = rows.sum(axis=1, keepdims=True)
        share = float(weights @ table.ways.astype(float))
        return Rows(share, (rows / np.where(sums > 0, sums, 1)).tolist())

    def _table(self, book: int) -> HalfSuitTable:
        return self._work.tables[self.position.shapes[book]]

    def _completions(self, book: int) -> Integers:
        """[prime, vector]: digits of the deals that complete a filling."""
        if book not in self._digits:
            work = self._work
            place = self.position.order.index(book)
            moduli = work.grid.moduli
            digits = np.zeros((len(moduli.primes), len(self._table(book).ways)), np.int64)
            digits[:, work.root.leaves[place].rows] = moduli.digits(work.beside(place))
            self._digits[book] = digits
        return self._digits[book]

    def likely(self, book: int, rooms: Vector) -> Mapping[Vector, int]:
        """By vector of a half-suit, the ways to lay it and those before it in order."""
        work, place = self._work, self.position.order.index(book)
        leaf, table, moduli = work.root.leaves[place], self._table(book), work.grid.moduli
        vectors = table.vectors[leaf.rows]
        others = rooms - vectors + work.bases[:place].sum(axis=0)
        ways = moduli.integers(moduli.digits(work.grid.coefficients(work.before[place], others)))
        numbers = (ways * table.ways[leaf.rows]).tolist()
        return dict(sorted(zip(map(tuple, vectors.tolist()), numbers, strict=True)))


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
    tables: dict[Shape, HalfSuitTable] = {}
    for shape in position.shapes:
        if shape not in tables:
            old = before and before.tables.get(shape)
            tables[shape] = old or HalfSuitTable(shape, lambda steps: pay(STEP * steps))
    order = position.order
    of_book = [tables[position.shapes[i]] for i in order]
    names = [position.books[i].name for i in order]
    rooms = np.array(position.rooms, np.int64)
    bases = np.array([_base(position, position.books[i].known) for i in order], np.int64)
    bases = bases.reshape(len(order), len(rooms))
    wanted = rooms + bases.sum(axis=0)
    if before is not None and sum(position.rooms) >= _OPEN * before.grid.cards:
        grid = before.grid
    else:
        low, high = _narrowed([table.vectors for table in of_book], rooms)
        boxes = dict(zip(names, map(Box, low + bases, high + bases), strict=True))
        grid = _grid(of_book, rooms, wanted, boxes, None if before is None else before.grid)
    same = before if before is not None and before.grid is grid else None
    pay(grid.numbers * (2 + len(order).bit_length()))
    sources = [*zip(of_book, bases, map(grid.boxes.__getitem__, names), strict=True)]
    leaves = _leaves(sources, grid, same, pay)
    sieves = _sieves(position.checks, sources, wanted, grid, same, pay)
    if same is not None and np.array_equal(same.wanted, wanted):
        unit = same.unit
    else:
        ones = np.ones((len(grid.moduli.primes), 1))
        unit = grid.terms(-wanted[None]).values(grid.moduli.shared(ones, grid.points), grid.moduli)
    root = _tree(leaves, sieves, grid, None if same is None else same.root)
    return _Work(position, tables, bases, wanted, grid, root, unit)


def _base(position: OpenDeal, known: Sequence[tuple[int, int]]) -> list[int]:
    """[column]: how many cards of a half-suit are known to be there."""
    return [sum(n for seat, n in known if seat & group) for group in position.groups]


def _narrowed(tables: Sequence[Integers], rooms: Integers) -> Box:
    """The bounds of half-suits without vectors that leave another column too much or too little.

    Args:
        tables: [half-suit]: vectors [vector, column].
        rooms: [column]: what vectors add up to.

    Returns:
        Exponents [half-suit, column].

    Raises:
        NoDealError: where no vector is left of a half-suit.
    """
    shape = len(tables), len(rooms)
    while all(map(len, tables)):
        low = np.array([table.min(axis=0) for table in tables], np.int64).reshape(shape)
        high = np.array([table.max(axis=0) for table in tables], np.int64).reshape(shape)
        floor, ceiling = rooms - high.sum(axis=0) + high, rooms - low.sum(axis=0) + low
        fitting = [
            table[((least <= table) & (table <= most)).all(axis=1)]
            for table, least, most in zip(tables, floor, ceiling, strict=True)
        ]
        if [*map(len, fitting)] == [*map(len, tables)]:
            return Box(low, high)
        tables = fitting
    raise NoDealError


def _sum(boxes: Iterable[Box], like: Integers) -> Box:
    """The bounds of a product of half-suits with some bounds."""
    low, high = np.zeros_like(like), np.zeros_like(like)
    for box in boxes:
        low, high = low + box.low, high + box.high
    return Box(low, high)


def _grid(
    tables: Sequence[HalfSuitTable],
    rooms: Integers,
    wanted: Integers,
    boxes: Mapping[str, Box],
    before: Grid | None,
) -> Grid:
    """The smallest grid, or an earlier one that is not much larger.

    Raises:
        UndecidedError: where a column would need an order that there is not.
    """
    low, high = _sum(boxes.values(), wanted)
    axes, orders = _smallest_grid(tuple((high - low).tolist()), tuple((wanted - low).tolist()))
    if before is not None and before.points < _SMALLER * prod(orders):
        return before
    cards = rooms.tolist()
    ways = min(
        prod(int(table.ways.sum()) for table in tables),
        factorial(sum(cards)) // prod(map(factorial, cards)),
    )
    return Grid(axes, orders, moduli_above(1 << ways.bit_length()), boxes, sum(cards))


@lru_cache(maxsize=1024)
def _smallest_grid(
    top: tuple[int, ...], wanted: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The axes of the smallest grid, and their orders.

    Args:
        top: [column]: the largest exponent of the product; the least is 0.
        wanted: [column]: the exponent wanted.

    Raises:
        UndecidedError: where a column would need an order that there is not.
    """
    above = tuple(high - want for high, want in zip(top, wanted, strict=True))
    grids = []
    for reach in (wanted, above):
        for out in range(len(top)):
            least = [min(top[a], max(reach[a], reach[out])) for a in range(len(top))]
            axes = tuple(a for a, n in enumerate(least) if a != out and n > 0)
            orders = tuple(order_of(least[a] + 1) for a in axes)
            grids.append((axes, orders))
    axes, orders = min(grids, key=lambda grid: prod(grid[1]), default=((), ()))
    by_order = sorted(zip(orders, axes, strict=True))
    return tuple(axis for _, axis in by_order), tuple(order for order, _ in by_order)


Source: TypeAlias = tuple[HalfSuitTable, Integers, Box]
"""Of a half-suit its table, its cards of known place by column, and the bounds of its terms."""


def _leaves(
    sources: Sequence[Source], grid: Grid, before: _Work | None, pay: Callable[[float], None]
) -> tuple[Leaf, ...]:
    """The half-suits on a grid; those of an earlier position there where they are equal.

    Raises:
        NoDealError: where one has no term.
    """
    known = {} if before is None else {leaf.key: leaf for leaf in before.root.leaves}
    leaves = []
    for table, base, (low, high) in sources:
        key = table, base.tobytes(), low.tobytes(), high.tobytes()
        if key not in known:
            pay(2 * grid.numbers)
            exponents = table.vectors + base
            rows = np.flatnonzero(((low <= exponents) & (exponents <= high)).all(axis=1))
            if not len(rows):
                raise NoDealError
            terms = grid.terms(exponents[rows])
            values = terms.values(grid.moduli.residues(table.ways[rows]), grid.moduli)
            known[key] = Leaf(key, rows, exponents[rows], terms, kept(values))
        leaves.append(known[key])
    return tuple(leaves)


def _sieves(
    checks: Mapping[int, Sequence[Check]],
    sources: Sequence[Source],
    wanted: Integers,
    grid: Grid,
    before: _Work | None,
    pay: Callable[[float], None],
) -> Mapping[int, Sieve]:
    """What is to be true after the first few half-suits, by their number.

    Raises:
        NoDealError: where it is never true.
    """
    sieves = {}
    for n, own in enumerate(checks.values(), 1):
        if not own:
            continue
        base = np.sum([base for _, base, _ in sources[:n]], axis=0).tolist()
        moved = tuple(Check(c, least + base[c], most + base[c]) for c, least, most in own)
        (low, high), rest = (
            _sum([box for *_, box in some], wanted) for some in (sources[:n], sources[n:])
        )
        low, high = np.maximum(low, wanted - rest.high), np.minimum(high, wanted - rest.low)
        key = moved, low.tobytes(), high.tobytes()
        old = None if before is None else before.root.sieves.get(n)
        if old is None or old.key != key:
            pay(4 * grid.numbers)
            cards = sum(base) + sum(len(table.layers) for table, *_ in sources[:n])
            exponents = _within(low, high, cards)
            passed = [check.passed([*exponents.T]) for check in moved]
            exponents = exponents[np.logical_and.reduce(passed)]
            if not len(exponents):
                raise NoDealError
            old = Sieve(key, grid.terms(exponents), grid.terms(-exponents))
        sieves[n] = old
    return sieves


def _within(low: Integers, high: Integers, total: int) -> Integers:
    """The vectors [vector, column] with a total between two others."""
    sizes = np.maximum(high - low + 1, 0)
    out = int(sizes.argmax())
    sizes[out] = 1
    vectors = np.indices(sizes).reshape(len(sizes), -1).T + low
    vectors[:, out] += total - vectors.sum(axis=1)
    fits = (low[out] <= vectors[:, out]) & (vectors[:, out] <= high[out])
    return np.array(vectors[fits])
