"""Is there a deal at all? Answered exactly and without search, by tables of half-suits.

CDCL solvers cannot count: "eight half-suits, at least one card of each is with Ann, who was dealt
seven" may take them for ever. But the facts speak of one half-suit each, and only counts (hand
sizes above all) reach across. So for each half-suit we list the *vectors*: how many of its cards
each count counts, over all ways to lay them that satisfy its clauses; at most a few hundred. Then
we add the half-suits up, and look whether a sum lies within all bounds. A set of sums is one Python
integer, with a bit for each sum; to add a vector is to shift.

This is the counting engine's method with "any" in place of "how many", so that hand sizes can be
left out; where there are too many sums, for tables of ten seats and more, the counting engine
itself is asked, if the hand sizes are there. There is no SAT in it: it verifies certificates.

Example: Ann was dealt 1 card, one of {1, 2} in one half-suit, one of {3, 4} in another. Vectors:
{1, 2} and {1, 2}; sums: {2, 3, 4}; none is 1, so there is no deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple, TypeAlias

from tracker.counting import count
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Count, Fact, Knowledge

MOST_WORK: Final = 4_000_000_000
"""Give up above so many bits to shift (a few seconds)."""

Entries: TypeAlias = tuple[tuple[int, int], ...]
"""A clause: (card by its place in the half-suit, mask of seats); true where one of them is so."""

Vector: TypeAlias = tuple[int, ...]


class TooLargeError(Exception):
    """The sums are too many for this method."""


class _Block(NamedTuple):
    """A half-suit: what is asked of it."""

    cards: int
    """How many."""
    seats: int
    """How many."""
    clauses: frozenset[Entries]
    columns: tuple[tuple[int, int], ...]
    """For each count across half-suits: the cards it counts (a mask of places), and its seat."""
    local: tuple[tuple[int, int, int, int], ...]
    """For each count of cards of this half-suit alone: the same, and its bounds."""


def is_possible(seats: Sequence[Seat], books: Sequence[Book], facts: Iterable[Fact]) -> bool:
    """Whether a deal fits facts; hand sizes count only where a fact gives them.

    Args:
        seats: all of them.
        books: the half-suits dealt.
        facts: the facts.

    Raises:
        TooLargeError: where the tables get too large.
    """
    facts = tuple(facts)
    clauses = [fact for fact in facts if isinstance(fact, Clause)]
    counts = _merged(fact for fact in facts if isinstance(fact, Count))
    if not all(clause.literals for clause in clauses) or any(c.least > c.most for c in counts):
        return False
    homes = {fact: _home(books, fact) for fact in counts}
    across = [fact for fact in counts if homes[fact] is None]
    tables = [_vectors(block) for block in _blocks(seats, books, clauses, homes)]
    try:
        return _adds_up(tables, across)
    except TooLargeError:
        return _is_counted(seats, books, facts)


def _merged(counts: Iterable[Count]) -> list[Count]:
    """Counts with one for those of the same cards at the same seat."""
    merged: dict[tuple[Seat, tuple[Card, ...]], Count] = {}
    for one in counts:
        same = merged.setdefault((one.seat, one.cards), one)
        least, most = max(same.least, one.least), min(same.most, one.most)
        merged[one.seat, one.cards] = replace(same, least=least, most=most)
    return list(merged.values())


def _home(books: Sequence[Book], fact: Count) -> Book | None:
    """The half-suit that has all the cards of a count; none where they are of several."""
    return next((book for book in books if set(fact.cards) <= set(book.cards)), None)


def _blocks(
    seats: Sequence[Seat],
    books: Sequence[Book],
    clauses: list[Clause],
    homes: Mapping[Count, Book | None],
) -> list[_Block]:
    column = {seat: i for i, seat in enumerate(seats)}
    place = {card: i for book in books for i, card in enumerate(book.cards)}
    home = {card: book for book in books for card in book.cards}
    entries: dict[str, set[Entries]] = {book.name: set() for book in books}
    for clause in clauses:
        book = home[clause.literals[0].card]
        entries[book.name].add(_entries(clause, place, column))
    return [
        _Block(
            len(book.cards),
            len(seats),
            frozenset(entries[book.name]),
            tuple((_mask(book, c), column[c.seat]) for c, at in homes.items() if at is None),
            tuple(
                (_mask(book, c), column[c.seat], c.least, c.most)
                for c, at in homes.items()
                if at == book
            ),
        )
        for book in books
    ]


def _entries(clause: Clause, place: dict[Card, int], column: dict[Seat, int]) -> Entries:
    masks: dict[int, int] = {}
    everyone = (1 << len(column)) - 1
    for card, seat, holds in clause.literals:
        bit = 1 << column[seat]
        masks[place[card]] = masks.get(place[card], 0) | (bit if holds else everyone & ~bit)
    return tuple(sorted(masks.items()))


def _mask(book: Book, count: Count) -> int:
    counted = set(count.cards)
    return sum(1 << i for i, card in enumerate(book.cards) if card in counted)


def _is_counted(seats: Sequence[Seat], books: Sequence[Book], facts: tuple[Fact, ...]) -> bool:
    """The same from the counting engine, which needs the sizes of all hands.

    Raises:
        TooLargeError: where the facts do not give them.
    """
    cards = tuple(card for book in books for card in book.cards)
    sizes = {
        fact.seat: fact.most
        for fact in facts
        if isinstance(fact, Count) and fact.cards == cards and fact.least == fact.most
    }
    rest = len(cards) - sum(sizes.values())
    lacking = [seat for seat in seats if seat not in sizes]
    if rest < 0 or (rest > 0 and not lacking):
        return False
    if len(lacking) > 1 and rest > 0:
        raise TooLargeError
    sizes |= dict.fromkeys(lacking, rest)
    in_order = {seat: sizes[seat] for seat in seats}
    return count(Knowledge(tuple(seats), tuple(books), in_order, facts)).count > 0


# -- one half-suit --------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def _vectors(block: _Block) -> frozenset[Vector]:
    """The vectors of a half-suit, over all the ways to lay its cards that satisfy its clauses.

    Card by card; a state is the sums so far and, above them, a bit for each clause satisfied.
    """
    counted = (*block.columns, *((cards, seat) for cards, seat, _, _ in block.local))
    width = block.cards.bit_length()
    base = width * len(counted)
    clauses = [dict(entries) for entries in sorted(block.clauses)]
    states = {0}
    for card in range(block.cards):
        steps = {_step(counted, clauses, card, seat, width) for seat in range(block.seats)}
        states = {state + more | bits for more, bits in steps for state in states}
        for i, clause in enumerate(clauses):
            if max(clause) == card:
                states = {state & ~(1 << base + i) for state in states if state >> base + i & 1}
    digit = (1 << width) - 1
    vectors = {tuple(state >> shift & digit for shift in range(0, base, width)) for state in states}
    across, bounds = len(block.columns), [(least, most) for *_, least, most in block.local]
    return frozenset(
        vector[:across]
        for vector in vectors
        if all(lo <= part <= hi for part, (lo, hi) in zip(vector[across:], bounds, strict=True))
    )


def _step(
    counted: tuple[tuple[int, int], ...],
    clauses: list[dict[int, int]],
    card: int,
    seat: int,
    width: int,
) -> tuple[int, int]:
    """What a card at a seat adds to the sums, and which clauses it satisfies."""
    more = sum(
        1 << width * i for i, (cards, at) in enumerate(counted) if at == seat and cards >> card & 1
    )
    base = width * len(counted)
    bits = sum(1 << base + i for i, clause in enumerate(clauses) if clause.get(card, 0) >> seat & 1)
    return more, bits


# -- all half-suits -------------------------------------------------------------------------------


def _adds_up(tables: list[frozenset[Vector]], counts: list[Count]) -> bool:
    """Whether one vector from each table can be chosen so that the sums lie within all bounds."""
    if not all(tables):
        return False
    tables, counts = _without_idle(tables, counts)
    *others, last = sorted(tables, key=len)
    sums = _Sums([count.most for count in counts])
    work = sums.size * sum(map(len, others))
    if work > MOST_WORK:
        raise TooLargeError
    reached = 1
    for table in others:
        reached = sums.plus(reached, table)
    least = [count.least for count in counts]
    return any(reached & sums.between(vector, least) for vector in last)


def _without_idle(
    tables: list[frozenset[Vector]], counts: list[Count]
) -> tuple[list[frozenset[Vector]], list[Count]]:
    """The same without the counts that no choice of vectors can violate."""
    kept = [
        i
        for i, one in enumerate(counts)
        if sum(min(vector[i] for vector in table) for table in tables) < one.least
        or sum(max(vector[i] for vector in table) for table in tables) > one.most
    ]
    shorter = [frozenset(tuple(vector[i] for i in kept) for vector in table) for table in tables]
    return shorter, [counts[i] for i in kept]


class _Sums:
    """Sets of vectors of sums, each sum at most its bound, as the bits of one integer.

    Args:
        most: the bounds.
    """

    def __init__(self, most: Sequence[int]) -> None:
        self._most = most
        self._unit = [prod(bound + 1 for bound in most[:i]) for i in range(len(most))]
        self.size = prod(bound + 1 for bound in most)
        """How many bits."""
        self._rooms: dict[tuple[int, int, int], int] = {}

    def plus(self, reached: int, table: frozenset[Vector]) -> int:
        """The sums of one of ``reached`` and one of the table that stay within the bounds."""
        total = 0
        none = [0] * len(self._most)
        for vector in table:
            shift = sum(unit * part for unit, part in zip(self._unit, vector, strict=True))
            total |= (reached & self.between(vector, none)) << shift
        return total

    def between(self, vector: Vector, least: Sequence[int]) -> int:
        """The sums to which the vector can be added so that all parts lie within bounds."""
        mask = (1 << self.size) - 1
        for i, part in enumerate(vector):
            if part or least[i]:
                mask &= self._room(i, max(least[i] - part, 0), self._most[i] - part)
        return mask

    def _room(self, i: int, least: int, most: int) -> int:
        """The sums with part i between two bounds."""
        key = (i, least, most)
        if key not in self._rooms:
            self._rooms[key] = self._pattern(i, least, most)
        return self._rooms[key]

    def _pattern(self, i: int, least: int, most: int) -> int:
        if least > most:
            return 0
        unit, period = self._unit[i], self._unit[i] * (self._most[i] + 1)
        pattern = (1 << unit * (most + 1)) - (1 << unit * least)
        length = period
        while length < self.size:  # double it until it is long enough
            pattern |= pattern << length
            length *= 2
        return pattern & ((1 << self.size) - 1)
