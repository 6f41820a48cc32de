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
ones. Half-suits that conditions speak of are one leaf together, the ``HiddenHalfSuits``.

Example: two half-suits of one card, two seats with one card each: F = z_1 + z_2 twice. Without z_2:
(z + 1)^2 at z = 1, -1 is 4, 0; coefficient of z^1: (4 * 1 - 0 * 1) / 2 = 2 deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, reduce
from itertools import accumulate
from math import factorial, prod
from operator import and_, mul
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

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
from tracker.counting.residues import Integers, Moduli, Residues, Terms, moduli_above, order_of
from tracker.counting.tables import HalfSuitTable, pick
from tracker.errors import NoDealError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat

STEP: Final = 4
"""The cost of a step in the making of a table, in numbers on a grid."""
_AT_ONCE: Final = 2**17
"""So many vectors are drawn from at a time."""
Boxes: TypeAlias = Mapping[str, tuple[Integers, Integers]]
"""By leaf, the lowest and the highest exponents of its terms."""


LeafKey: TypeAlias = "tuple[HalfSuitTable | HiddenHalfSuits, bytes, bytes, bytes]"
"""What a leaf is made of, its known cards by column, and its box, as bytes."""


class Grid(NamedTuple):
    """Points at which polynomials have values."""

    axes: tuple[int, ...]
    """Columns."""
    orders: tuple[int, ...]
    moduli: Moduli
    boxes: Boxes
    chained: tuple[str, ...]
    """The half-suits of the chain."""
    cards: int
    """How many were open when it was chosen."""

    def serves(self, position: OpenDeal) -> bool:
        """Whether a later position in the same columns need not look for a smaller one."""
        is_old = sum(position.rooms) < _OPEN * self.cards
        return not is_old and not self.chained and not position.checks

    @property
    def points(self) -> int:
        """How many there are."""
        return prod(self.orders)

    def terms(self, exponents: Integers) -> Terms:
        """Terms with some exponents [term, column]."""
        return Terms(exponents[:, list(self.axes)], self.orders)


@dataclass(frozen=True, eq=False)
class Leaf:
    """A half-suit, or those that conditions speak of, on a grid."""

    name: str
    key: LeafKey
    """Leaves of the same grid with equal keys have equal values."""
    rows: Integers
    """[term]: the place of its vector in the table, or of its sum in the chain."""
    exponents: Integers
    """[term, column]: cards of known place included."""
    terms: Terms
    values: Residues
    """[prime, point]"""


@dataclass(frozen=True, eq=False)
class Product:
    """The product of neighbouring leaves."""

    leaves: tuple[Leaf, ...]
    values: Residues
    halves: tuple[Product, Product] | None


def _tree(leaves: tuple[Leaf, ...], grid: Grid, before: Product | None) -> Product:
    """The products of leaves, with those of an earlier tree where the leaves are the same."""
    if before is not None and before.leaves == leaves:
        return before
    if len(leaves) < 2:
        ones = np.ones((len(grid.moduli.primes), grid.points))
        return Product(leaves, leaves[0].values if leaves else ones, None)
    middle = len(leaves) // 2
    old = (before and before.halves) or (None, None)
    left, right = _tree(leaves[:middle], grid, old[0]), _tree(leaves[middle:], grid, old[1])
    return Product(leaves, grid.moduli.product(left.values, right.values), (left, right))


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
        self._is_counted = False
        self._digits: dict[int, Integers] = {}

    @cached_property
    def total(self) -> int:
        """The number of deals."""
        return 0 if self._work is None else self._work.total

    def weights(self, book: int) -> Mapping[Vector, int]:
        """By vector of a half-suit, how many deals there are with each filling that has it."""
        table, numbers = self._table(book), self._numbers(book)
        return {
            tuple(vector): n
            for vector, n in zip(table.vectors.tolist(), numbers.tolist(), strict=True)
            if n
        }

    def rows(self, book: int, thinning: Thinning | None = None) -> Rows:
        """Where the cards of a half-suit are, in floats; there is a deal."""
        table = self._table(book)
        if table.shape.weights:  # beyond what floats can be
            numbers = [n / self.total for n in self._numbers(book).tolist()]
            ways = table.ways // table.weight
            weights = np.array(numbers)
        else:
            ways = table.ways
            weights = self._counted.grid.moduli.shares(self._completions(book), self.total)
        if thinning is not None:
            weights = weights * np.array(thinning.shares)[table.vectors[:, thinning.column]]
        rows = table.by_column(weights)
        sums = rows.sum(axis=1, keepdims=True)
        share = float(weights @ ways.astype(float))
        return Rows(share, (rows / np.where(sums > 0, sums, 1)).tolist())

    def _table(self, book: int) -> HalfSuitTable:
        return self._counted.tables[self.position.shapes[book]]

    @property
    def _counted(self) -> _Work:
        if self._work is None:
            raise AssertionError("there is no deal")
        return self._work

    def _numbers(self, book: int) -> npt.NDArray[np.object_]:
        """[vector]: how many deals there are with each filling."""
        numbers = self._counted.grid.moduli.integers(self._completions(book))
        table = self._table(book)
        return numbers * table.weight if table.shape.weights else numbers

    def _completions(self, book: int) -> Integers:
        """[prime, vector]: digits of the deals that complete a filling."""
        if book not in self._digits:
            work, table = self._counted, self._table(book)
            digits = np.zeros((len(work.grid.moduli.primes), len(table.ways)), np.int64)
            rows, ways = work.completed(book)
            digits[:, rows] = work.grid.moduli.digits(ways)
            self._digits[book] = digits
        return self._digits[book]

    # -- samples -----------------------------------------------------------------------------------

    def sample(self, n: int, random: Random) -> list[dict[Card, Seat]]:
        """The places of the open cards in deals drawn at random, each equally likely; exactly."""
        work = self._counted
        drawn = work.drawn(n, random)
        deals = []
        for i in range(n):
            filling: list[tuple[Card, int]] = []
            for book, vectors in drawn.items():
                columns = self._table(book).filling(int(vectors[i]), random)
                filling += zip(self.position.books[book].cards, columns, strict=True)
            deals.append(self.position.dealt(filling, random))
        return deals

    # -- the work ----------------------------------------------------------------------------------

    @cached_property
    def _work(self) -> _Work | None:
        """Everything that is put together; None where bounds leave no deal.

        Raises:
            UndecidedError: beyond the budget.
        """
        left = Budget(self._budget.allowed)

        def pay(cost: float) -> None:
            if not left.pay(cost):
                raise UndecidedError(BEYOND)
            self._budget.charge(cost)

        try:
            before = self._source._work if self._source is not None else None
            work = _work(self.position, before, pay)
        except NoDealError:
            work = None
        self._source, self._is_counted = None, True
        return work

    @property
    def nearest(self) -> NumpyEngine | None:
        """The last one up to this that has counted anything."""
        return self if self._is_counted else self._source


@dataclass(eq=False)
class _Work:
    """The tables of a position, and their polynomials.

    Attributes:
        tables: by what is open of a half-suit.
        wanted: [column]: the exponents of the deals.
        chain: the half-suits that conditions speak of; None: there are none.
        grid: where values are taken.
        root: the product of all half-suits.
        unit: values of z^-wanted, divided by the number of points: the sum of all points of a
            polynomial times it is the coefficient wanted.
    """

    position: OpenDeal
    tables: Mapping[Shape, HalfSuitTable]
    wanted: Integers
    chain: HiddenHalfSuits | None
    grid: Grid
    root: Product
    unit: Residues

    def completed(self, book: int) -> tuple[Integers, Residues]:
        """The places of vectors of a half-suit, and in how many ways the others complete each."""
        if book in self.position.checks:
            return self._in_chain[book]
        leaf = self._leaf(self.position.books[book].name)
        return leaf.rows, self._beside(leaf)

    @cached_property
    def _in_chain(self) -> Mapping[int, tuple[Integers, Residues]]:
        """By half-suit of the chain, as in ``completed``."""
        assert self.chain is not None
        leaf = self._leaf(_CHAIN)
        return dict(
            zip(
                self.position.checks,
                self.chain.completed(leaf.rows, self._beside(leaf)),
                strict=True,
            )
        )

    def _leaf(self, name: str) -> Leaf:
        return next(leaf for leaf in self.root.leaves if leaf.name == name)

    def _beside(self, leaf: Leaf) -> Residues:
        """[prime, term]: in how many ways the other leaves make up for each term of one."""
        ways = leaf.terms.sums(self._outside(leaf), self.grid.moduli)
        others = [other for other in self.root.leaves if other is not leaf]
        ways[:, ~self._fits(self.wanted - leaf.exponents, others)] = 0
        return ways

    def _fits(self, exponents: Integers, leaves: Sequence[Leaf]) -> npt.NDArray[np.bool_]:
        """[term]: whether the product of some leaves can have it, as far as their boxes say."""
        low, high = _bounds([self.grid.boxes[leaf.name] for leaf in leaves], self.wanted)
        fits: npt.NDArray[np.bool_] = np.logical_and.reduce(
            (low <= exponents) & (exponents <= high), axis=1
        )
        return fits

    @cached_property
    def total(self) -> int:
        """The number of deals."""
        moduli = self.grid.moduli
        total = moduli.product(self.root.values, self.unit).sum(axis=1, keepdims=True)
        return int(moduli.integers(moduli.digits(moduli.reduce(total)))[0])

    def _outside(self, leaf: Leaf) -> Residues:
        """The values of the product of all leaves but one, times those of the unit."""
        node, values = self.root, self.unit
        while node.halves is not None:
            left, right = node.halves
            node, other = (left, right) if leaf in left.leaves else (right, left)
            values = self.grid.moduli.product(values, other.values)
        return values

    # -- samples -----------------------------------------------------------------------------------

    def drawn(self, n: int, random: Random) -> Mapping[int, Integers]:
        """By half-suit, the places of vectors drawn [deal]; each deal equally likely."""
        left = np.tile(self.wanted, (n, 1))
        leaves = self.root.leaves
        products = list(accumulate((leaf.values for leaf in leaves), self.grid.moduli.product))
        places = {book.name: i for i, book in enumerate(self.position.books)}
        chosen: dict[int, Integers] = {}
        for i, leaf in reversed([*enumerate(leaves)]):
            if leaf.name == _CHAIN:
                assert self.chain is not None
                base = leaf.exponents[0] - self.chain.vectors[leaf.rows[0]]
                drawn = self.chain.drawn(left - base, random)
                chosen.update(zip(self.position.checks, drawn, strict=True))
            else:
                book = places[leaf.name]
                ways = self.tables[self.position.shapes[book]].ways[leaf.rows]
                own = self._drawn(left, leaf, ways, products[:i], random)
                left = left - leaf.exponents[own]
                chosen[book] = leaf.rows[own]
        return chosen

    def _drawn(
        self,
        left: Integers,
        leaf: Leaf,
        ways: npt.NDArray[Any],
        products: Sequence[Residues],
        random: Random,
    ) -> Integers:
        """[deal]: one term of a leaf for each deal, as often as the leaves before it allow.

        Args:
            left: [deal, column]: what that leaf and those before it have together.
            leaf: the leaf.
            ways: [term]: those of the leaf.
            products: the products of the first one, two, ... leaves before it.
            random: where the draws come from.
        """
        before = self.root.leaves[: len(products)]
        rooms, which = np.unique(left, axis=0, return_inverse=True)
        drawn = np.zeros(len(left), np.int64)
        for place, room in enumerate(rooms):
            rest = room - leaf.exponents
            fits = np.flatnonzero(self._fits(rest, before))
            numbers = ways[fits].astype(object)
            if products:
                moduli = self.grid.moduli
                residues = self.grid.terms(-rest[fits]).sums(products[-1], moduli)
                residues = moduli.shared(residues, self.grid.points)
                numbers = numbers * moduli.integers(moduli.digits(residues))
            for deal in np.flatnonzero(which.ravel() == place):
                drawn[deal] = fits[pick(numbers.tolist(), random)]
        return drawn


_CHAIN: Final = ""
"""The name of the leaf of the half-suits that conditions speak of."""


def _work(position: OpenDeal, before: _Work | None, pay: Callable[[float], None]) -> _Work:
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
    of_book = [tables[shape] for shape in position.shapes]
    rooms = np.array(position.rooms, np.int64)
    bases = np.array([_base(position, book.known) for book in position.books], np.int64)
    bases = bases.reshape(len(position.books), len(rooms))
    wanted = rooms + bases.sum(axis=0)
    chain = None
    if before is not None and before.grid.serves(position):
        grid = before.grid
    else:
        bounds = _narrowed([table.vectors for table in of_book], rooms)
        boxes = _boxes(position, bounds.low + bases, bounds.high + bases)
        grid = _grid(position, of_book, wanted, boxes, None if before is None else before.grid)
        old_chain = None if before is None else before.chain
        chain = _chain(position, of_book, bounds, grid.moduli, old_chain, pay)
    makers = [] if chain is None else [_Maker(_CHAIN, chain, bases[[*position.checks]].sum(axis=0))]
    makers += [
        _Maker(book.name, table, base)
        for i, (book, table, base) in enumerate(zip(position.books, of_book, bases, strict=True))
        if i not in position.checks
    ]
    same = before if before is not None and before.grid is grid else None
    leaves = _leaves(makers, grid, same, pay)
    if same is not None and np.array_equal(same.wanted, wanted):
        unit = same.unit
    else:
        one = np.ones((len(grid.moduli.primes), 1))
        unit = grid.terms(-wanted[None]).values(grid.moduli.shared(one, grid.points), grid.moduli)
    root = _tree(leaves, grid, None if same is None else same.root)
    return _Work(position, tables, wanted, chain, grid, root, unit)


class Bounds(NamedTuple):
    """What bounds leave of the half-suits."""

    kept: Sequence[Integers]
    """[half-suit]: the places of vectors."""
    low: Integers
    """[half-suit, column]: the least of these vectors."""
    high: Integers
    """[half-suit, column]: the most."""


def _narrowed(tables: Sequence[Integers], rooms: Integers) -> Bounds:
    """Strikes out vectors that leave another column too much or too little.

    Args:
        tables: [half-suit]: vectors [vector, column].
        rooms: [column]: what vectors add up to.

    Raises:
        NoDealError: where none is left of a half-suit.
    """
    if not tables:
        return Bounds([], np.zeros((0, len(rooms)), np.int64), np.zeros((0, len(rooms)), np.int64))
    rows = np.concatenate(tables)
    sizes = [len(table) for table in tables]
    owner = np.repeat(np.arange(len(tables)), sizes)
    places = np.concatenate([np.arange(size) for size in sizes])
    while True:
        counts = np.bincount(owner, minlength=len(tables))
        if not counts.all():
            raise NoDealError
        starts = np.cumsum(counts) - counts
        low, high = np.minimum.reduceat(rows, starts), np.maximum.reduceat(rows, starts)
        floor = rooms - high.sum(axis=0) + high
        ceiling = rooms - low.sum(axis=0) + low
        fits = ((floor[owner] <= rows) & (rows <= ceiling[owner])).all(axis=1)
        if fits.all():
            return Bounds(np.split(places, starts[1:]), low, high)
        rows, owner, places = rows[fits], owner[fits], places[fits]


def _base(position: OpenDeal, known: Sequence[tuple[int, int]]) -> list[int]:
    """[column]: how many cards of a half-suit are known to be there."""
    return [sum(n for seat, n in known if seat & group) for group in position.groups]


def _boxes(position: OpenDeal, low: Integers, high: Integers) -> Boxes:
    """By leaf, the lowest and highest exponents of its terms; the chain first."""
    chained = [*position.checks]
    boxes = {_CHAIN: (low[chained].sum(axis=0), high[chained].sum(axis=0))} if chained else {}
    for i, book in enumerate(position.books):
        if i not in position.checks:
            boxes[book.name] = low[i], high[i]
    return boxes


def _bounds(
    boxes: Sequence[tuple[Integers, Integers]], like: Integers
) -> tuple[Integers, Integers]:
    """The lowest and highest sums of exponents of some leaves."""
    nothing = np.zeros_like(like)
    return sum([box[0] for box in boxes], nothing), sum([box[1] for box in boxes], nothing)


def _grid(
    position: OpenDeal,
    tables: Sequence[HalfSuitTable],
    wanted: Integers,
    boxes: Boxes,
    before: Grid | None,
) -> Grid:
    """The smallest grid, or an earlier one that is not much larger.

    Raises:
        UndecidedError: where a column would need an order that there is not.
    """
    low, high = _bounds([*boxes.values()], wanted)
    axes, orders = _smallest_grid(tuple((high - low).tolist()), tuple((wanted - low).tolist()))
    chained = tuple(position.books[i].name for i in position.checks)
    if (
        before is not None
        and before.chained == chained
        and before.boxes.keys() >= boxes.keys()
        and before.points < _SMALLER * prod(orders)
    ):
        return before
    ways = prod(int(table.ways.sum()) for table in tables)
    if not any(table.shape.weights for table in tables):
        rooms = position.rooms
        ways = min(ways, factorial(sum(rooms)) // prod(map(factorial, rooms)))
    moduli = moduli_above(1 << ways.bit_length())
    return Grid(axes, orders, moduli, boxes, chained, sum(position.rooms))


_OPEN: Final = 0.93
"""While so many of the cards are open still, no smaller grid is looked for."""
_SMALLER: Final = 2
"""An earlier grid of so many times the points of the smallest one is given up."""


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


class _Maker(NamedTuple):
    """What a leaf is made of."""

    name: str
    source: HalfSuitTable | HiddenHalfSuits
    base: Integers
    """[column]: known cards."""


def _leaves(
    makers: Sequence[_Maker], grid: Grid, before: _Work | None, pay: Callable[[float], None]
) -> tuple[Leaf, ...]:
    """The half-suits on a grid; those of an earlier position there where they are equal."""
    old = {} if before is None else {(leaf.name, leaf.key): leaf for leaf in before.root.leaves}
    values = {leaf.key: leaf for leaf in old.values()}
    leaves = []
    number = len(grid.moduli.primes) * grid.points
    pay(number * (2 + len(makers).bit_length()))
    for name, source, base in makers:
        box = grid.boxes[name]
        key = (source, base.tobytes(), box[0].tobytes(), box[1].tobytes())
        if (name, key) not in old:
            if key not in values:
                pay(2 * number)
                values[key] = _leaf(name, key, grid)
            old[name, key] = replace(values[key], name=name)
        leaves.append(old[name, key])
    return tuple(leaves)


def _leaf(name: str, key: LeafKey, grid: Grid) -> Leaf:
    """A leaf.

    Raises:
        NoDealError: where it has no term.
    """
    source, base, _, _ = key
    low, high = grid.boxes[name]
    exponents = source.vectors + np.frombuffer(base, np.int64)
    rows = np.flatnonzero(((low <= exponents) & (exponents <= high)).all(axis=1))
    if not len(rows):
        raise NoDealError
    terms = grid.terms(exponents[rows])
    values = terms.values(source.residues(grid.moduli)[:, rows], grid.moduli)
    return Leaf(name, key, rows, exponents[rows], terms, values)


# -- half-suits that conditions speak of ----------------------------------------------------------


def _chain(
    position: OpenDeal,
    tables: Sequence[HalfSuitTable],
    bounds: Bounds,
    moduli: Moduli,
    before: HiddenHalfSuits | None,
    pay: Callable[[float], None],
) -> HiddenHalfSuits | None:
    """The half-suits that conditions speak of; the earlier chain where it is the same."""
    if not position.checks:
        return None
    links = [
        HiddenHalfSuit(
            tables[i],
            bounds.kept[i],
            checks,
            tuple(part.column if i in part.books else None for part in position.parts),
        )
        for i, checks in position.checks.items()
    ]
    beyond = np.array(position.rooms, np.int64) - bounds.low.sum(axis=0)
    if before is not None and before.is_of(links, beyond, moduli):
        return before
    return HiddenHalfSuits(links, beyond, moduli, pay)


def _chain_grid(most: Sequence[int], width: int) -> tuple[int, list[int], list[int]]:
    """The column without an axis, the axes, and their orders, of the smallest grid for a chain.

    Sums of the last cards beyond ``most`` are of no use, and are struck out. Say that one, u, is
    taken for a w that is not: as the degrees are the same, u_o is below w_o by some order, so with
    orders above the most of column o that cannot be. A part of a column has no such degree.

    Args:
        most: [column]: the largest sums of use; of parts, all sums.
        width: how many columns are no parts.
    """
    grids = []
    for out in range(width):
        least = [max(top, most[out]) if a < width else top for a, top in enumerate(most)]
        axes = [a for a, top in enumerate(most) if a != out and top]
        grids.append((out, axes, [order_of(least[a] + 1) for a in axes]))
    return min(grids, key=lambda grid: prod(grid[2]))


class HiddenHalfSuit(NamedTuple):
    """A half-suit of a chain."""

    table: HalfSuitTable
    kept: Integers
    """The vectors that bounds leave."""
    checks: tuple[Check, ...]
    """What is to be true of the sums once it is added."""
    parts: tuple[int | None, ...]
    """By part, the column that counts for it; None: it is not about this half-suit."""

    @property
    def vectors(self) -> Integers:
        """[vector, column]: those that bounds leave; parts are further columns."""
        own = self.table.vectors[self.kept]
        nothing = np.zeros(len(own), np.int64)
        parts = [nothing if part is None else own[:, part] for part in self.parts]
        return np.column_stack([own, *parts])


class HiddenHalfSuits:
    """Half-suits that conditions speak of, added up in an order in which these are simple checks.

    After each half-suit there is, for every vector u of how many of the cards so far each column
    has, the number of ways F_k[u] in which they can lie, with all the conditions seen to that are
    on the first k half-suits or fewer:

        F_k[u] = (u passes the checks of k) * sum over v of F_{k-1}[u - v] T_k[v].

    The last of them is one table for all these half-suits. From B_m[u], the ways to complete its
    sums u, come back

        B_{k-1}[u] = sum over v of T_k[v] B_k[u + v],
        W_k[v] = sum over u of F_{k-1}[u] B_k[u + v],

    with B_k[u] = 0 where u does not pass: W_k[v] is the number of deals that complete a filling of
    the k-th half-suit with vector v. All three sums are products of polynomials, on a grid of
    orders above the largest sums of use. The sum of one column is known from the others.

    Example: two half-suits of one card each, Ann and Bob; "of both, Ann has one at most". F_1 =
    {(1,0): 1, (0,1): 1}, F_2 = {(1,1): 2, (0,2): 1}. With room for one card each, B_2[(1,1)] = 1,
    so W_2 = 1 for either vector.

    Args:
        links: the half-suits in order.
        beyond: [column]: how many cards there can be beyond what all vectors have.
        moduli: by which their sums are known.
        pay: called with a cost before the work.

    Attributes:
        vectors: the sums of all of them [sum, column].
    """

    def __init__(
        self,
        links: Sequence[HiddenHalfSuit],
        beyond: Integers,
        moduli: Moduli,
        pay: Callable[[float], None],
    ) -> None:
        self._links, self._moduli, self._room = links, moduli, beyond
        tables = [link.vectors for link in links]
        self._width = links[0].table.shape.width
        lows = [vectors.min(axis=0) for vectors in tables]
        self._lows = list(accumulate(lows, initial=np.zeros_like(lows[0])))
        self._beyond = [vectors - low for vectors, low in zip(tables, lows, strict=True)]
        """[half-suit]: its vectors, beyond what all of them have."""
        tops = sum((vectors.max(axis=0) for vectors in self._beyond), np.zeros_like(lows[0]))
        tops[: self._width] = np.minimum(tops[: self._width], beyond)
        self._most = tops.tolist()
        self._out, self._axes, self._orders = _chain_grid(self._most, self._width)
        pay(6 * len(links) * len(moduli.primes) * prod(self._orders))
        shape = (len(self._axes), prod(self._orders))
        self._points = np.indices(self._orders[::-1]).reshape(shape)[::-1].T
        """[point, axis]: its exponents."""
        self._whole = Terms(self._points, self._orders)
        self._mirror = Terms(-self._points, self._orders)
        start = np.zeros((len(moduli.primes), shape[1]))
        start[:, 0] = 1
        self._sums = [start]
        """[half-suits added]: the ways to each sum, by point."""
        for k in range(len(links)):
            product = moduli.product(self._whole.values(self._sums[-1], moduli), self._table(k, 1))
            self._sums.append(self._coefficients(product) * self._passes(k))
        groups = zip(self._axes, self._orders, strict=True)
        self._without_parts = prod(order for axis, order in groups if axis < self._width)
        by_part = self._sums[-1].reshape(len(moduli.primes), -1, self._without_parts)
        self._all = moduli.reduce(by_part.sum(axis=1))
        self._left = np.flatnonzero(self._all.any(axis=0))
        self.vectors = np.array(self._all_columns(len(links))[: self._width]).T[self._left]

    def is_of(self, links: Sequence[HiddenHalfSuit], beyond: Integers, moduli: Moduli) -> bool:
        """Whether it is the chain of some half-suits."""
        return (
            moduli is self._moduli
            and np.array_equal(beyond, self._room)
            and len(links) == len(self._links)
            and all(
                mine.table is other.table
                and mine.checks == other.checks
                and mine.parts == other.parts
                and np.array_equal(mine.kept, other.kept)
                for mine, other in zip(self._links, links, strict=True)
            )
        )

    def residues(self, moduli: Moduli) -> Residues:
        """[prime, sum]: the ways to each sum."""
        assert moduli is self._moduli
        return self._all[:, self._left]

    def _table(self, k: int, sign: int) -> Residues:
        """The values of a half-suit's table; with sign -1 of the one with negative vectors."""
        table, kept, *_ = self._links[k]
        terms = Terms(sign * self._beyond[k][:, self._axes], self._orders)
        return terms.values(table.residues(self._moduli)[:, kept], self._moduli)

    def _coefficients(self, values: Residues) -> Residues:
        """[prime, point]: the coefficients of a polynomial by their exponents."""
        sums = self._mirror.sums(values, self._moduli)
        return self._moduli.shared(sums, len(self._points))

    def _all_columns(self, k: int) -> list[Any]:
        """[column]: the sums of the first half-suits at each point; some points are no sums."""
        beyond = sum(int(vectors[0, : self._width].sum()) for vectors in self._beyond[:k])
        columns = [np.zeros(len(self._points), np.int64)] * len(self._lows[0])
        for axis, column in enumerate(self._axes):
            columns[column] = self._points[:, axis]
        columns[self._out] = beyond - np.sum(columns[: self._width], axis=0)
        return [column + low for column, low in zip(columns, self._lows[k].tolist(), strict=True)]

    def _passes(self, k: int) -> Any:
        """Which points are of use, and pass the checks after a half-suit."""
        columns = self._all_columns(k + 1)
        lows = self._lows[k + 1].tolist()
        of_use = (
            (low <= column) & (column <= low + most)
            for column, low, most in zip(columns, lows, self._most, strict=True)
        )
        checks = (check.passed(columns) for check in self._links[k].checks)
        return reduce(and_, (*of_use, *checks))

    def completed(self, rows: Integers, weights: Residues) -> list[tuple[Integers, Residues]]:
        """[half-suit]: the places of its vectors that bounds leave, and the ways to complete each.

        Args:
            rows: the places of some sums; the others cannot be completed.
            weights: [prime, sum]: the ways to complete each of these.
        """
        moduli, completions = self._moduli, []
        after = np.zeros_like(self._all)
        after[:, self._left[rows]] = weights
        after = np.tile(after, len(self._points) // self._without_parts)
        after = after * self._passes(len(self._links) - 1)
        for k in reversed(range(len(self._links))):
            values = self._whole.values(after, moduli)
            before = self._mirror.values(self._sums[k], moduli)
            terms = Terms(-self._beyond[k][:, self._axes], self._orders)
            ways = terms.sums(moduli.product(values, before), moduli)
            completions.append((self._links[k].kept, moduli.shared(ways, len(self._points))))
            after = self._coefficients(moduli.product(values, self._table(k, -1)))
            after = after * (self._passes(k - 1) if k else 1)
        return completions[::-1]

    def _drawn_part(self, place: int, random: Random) -> int:
        """One of the points that are the same but for parts, as often as there are ways to it."""
        points = np.arange(place, len(self._points), self._without_parts)
        ways = self._moduli.integers(self._moduli.digits(self._sums[-1][:, points]))
        return int(points[pick(ways.tolist(), random)])

    def drawn(self, sums: Integers, random: Random) -> list[Integers]:
        """[half-suit]: the place of a vector for each deal, as often as those before it allow.

        Args:
            sums: [deal, column]: of all the half-suits.
            random: where the draws come from.
        """
        steps = np.array(list(accumulate(self._orders, mul, initial=1))[:-1], np.int64)
        axes = [axis for axis in self._axes if axis < self._width]
        places = (sums - self._lows[-1][: self._width])[:, axes] @ steps[: len(axes)]
        left = np.array([self._points[self._drawn_part(place, random)] for place in places])
        chosen = []
        for k in reversed(range(len(self._links))):
            table, kept, *_ = self._links[k]
            vectors = self._beyond[k][:, self._axes]
            own = np.zeros(len(left), np.int64)
            for deal, room in enumerate(left):
                fits = np.flatnonzero((room >= vectors).all(axis=1))
                before = self._sums[k][:, (room - vectors[fits]) @ steps]
                ways = self._moduli.integers(self._moduli.digits(before))
                own[deal] = fits[pick((ways * table.ways[kept][fits]).tolist(), random)]
            left = left - vectors[own]
            chosen.append(kept[own])
        return chosen[::-1]
