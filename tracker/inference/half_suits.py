"""The ways to lay the cards of one half-suit, by what the counts count of them.

Facts speak of one half-suit each; only counts reach across, and hand sizes are counts of all cards.
So for each half-suit list its *vectors*: how many of its cards each count counts, over all ways to
lay them that satisfy its clauses. They are a few hundred, and all that the others need to know.

Card by card: a state is the vector so far and a bit for each clause satisfied; a clause is looked
at for the last time with the last of its cards.

Example: {2C, 3C}, seats A and B, "A holds one of them". Counting what A holds, the vectors are
(1), by two ways, and (2), by one.

No solver has a part in this, nor in ``sums``: certificates are verified by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from operator import and_, le
from typing import Final, NamedTuple, TypeAlias

from tracker.errors import UndecidedError
from tracker.game.cards import Book
from tracker.knowledge.facts import Clause, Count, Fact
from tracker.knowledge.placements import Placements

Vector: TypeAlias = tuple[int, ...]

MOST_STATES: Final = 500_000
"""Give up where the cards laid so far can be in more states than this: a second or so."""


class Column(NamedTuple):
    """What is counted: how many of some placements (a mask) hold, between two bounds.

    They are those of some cards at one seat.
    """

    counted: int
    least: int
    most: int

    def within(self, least: int, most: int) -> Column:
        """This column between narrower bounds."""
        return self._replace(least=max(self.least, least), most=min(self.most, most))


class Ways:
    """The ways to lay a half-suit.

    Args:
        marks: by vector, the placements (a mask) in ways that have it.
    """

    def __init__(self, marks: Mapping[Vector, int]) -> None:
        self.marks = marks

    @cached_property
    def least(self) -> Vector:
        """The least of each part of the vectors, of which there is one."""
        return tuple(map(min, zip(*self.marks, strict=True)))

    @cached_property
    def most(self) -> Vector:
        """The most, likewise."""
        return tuple(map(max, zip(*self.marks, strict=True)))

    def within(self, floor: Sequence[int], ceiling: Sequence[int]) -> Ways:
        """Those with vectors between bounds; itself where these are all."""
        if all(map(le, floor, self.least)) and all(map(le, self.most, ceiling)):
            return self
        return Ways(
            {
                vector: marks
                for vector, marks in self.marks.items()
                if all(map(le, floor, vector)) and all(map(le, vector, ceiling))
            }
        )

    def onto(self, columns: Sequence[int]) -> Ways:
        """These ways for some of the columns, less what all of them have in each column."""
        taken = [(i, self.least[i]) for i in columns]
        merged: dict[Vector, int] = {}
        for vector, marks in self.marks.items():
            part = tuple([vector[i] - least for i, least in taken])
            merged[part] = merged.get(part, 0) | marks
        return Ways(merged)


def half_suits(
    placements: Placements, books: Sequence[Book], facts: Sequence[Fact], allowed: int = -1
) -> tuple[list[Ways], list[Column]]:
    """The ways to lay each half-suit, those that counts of fewest cards count first.

    Args:
        placements: the numbering of placements.
        books: the half-suits dealt.
        facts: no clause without literals; hand sizes count only where a fact gives them.
        allowed: the placements (a mask) that there are.

    Returns:
        The ways, and what their vectors count.
    """
    columns = _columns(placements, facts)
    clauses = {placements.options(fact) for fact in facts if isinstance(fact, Clause)}
    tables = []
    for book in books:
        rows = [placements.of_card(card) for card in book.cards]
        near = (column.counted for column in columns if column.counted & sum(rows))
        tables.append((min(map(int.bit_count, near), default=len(placements.cards)), rows))
    return [
        _laid_out([row & allowed for row in rows], rows, clauses, columns)
        for _, rows in sorted(tables, key=lambda table: table[0])
    ], columns


def _columns(placements: Placements, facts: Iterable[Fact]) -> list[Column]:
    """What some facts count, each once, with the bounds of all that count it."""
    merged: dict[int, Column] = {}
    for column in (Column(*placements.fact_mask(it)) for it in facts if isinstance(it, Count)):
        same = merged.get(column.counted, column)
        merged[column.counted] = same.within(column.least, column.most)
    return list(merged.values())


def _laid_out(
    places: Sequence[int], rows: Sequence[int], clauses: Iterable[int], columns: Iterable[Column]
) -> Ways:
    """The ways to lay the cards of some rows; clauses of one card are told by its places."""
    own = sum(rows)
    asked = [clause for clause in clauses if clause & own]
    choices = [
        reduce(and_, (clause for clause in asked if not clause & ~row), left)
        for row, left in zip(rows, places, strict=True)
    ]
    several = sorted(clause for clause in asked if all(clause & ~row for row in rows))
    return ways_of(tuple(choices), tuple(several), tuple(c.counted & own for c in columns))


@lru_cache(maxsize=500)
def ways_of(
    choices: tuple[int, ...],
    clauses: tuple[int, ...],
    counted: tuple[int, ...],
    most: int = MOST_STATES,
) -> Ways:
    """The ways to lay a half-suit, card by card.

    Args:
        choices: for each card, where it may be: placements, as a mask.
        clauses: of each, one placement has to hold.
        counted: for each part of the vectors, the placements that it counts.
        most: give up where the cards laid so far can be in more states than this.

    Raises:
        UndecidedError: where they are too many.
    """
    width = len(choices).bit_length()
    base = width * len(counted)
    signs = [(1 << width * i, 0, mask) for i, mask in enumerate(counted)]
    signs += [(0, 1 << i, clause) for i, clause in enumerate(clauses, base)]
    last = [max((i for i, row in enumerate(choices) if row & c), default=0) for c in clauses]
    states = {0: 0}
    for card, row in enumerate(choices):
        states = _laid(states, _steps(row, signs), most)
        for i, end in enumerate(last, base):
            if end == card:
                states = {s ^ 1 << i: marks for s, marks in states.items() if s >> i & 1}
    digit, shifts = (1 << width) - 1, range(0, base, width)
    return Ways({tuple([s >> i & digit for i in shifts]): marks for s, marks in states.items()})


def _steps(row: int, signs: Iterable[tuple[int, int, int]]) -> Mapping[tuple[int, int], int]:
    """What a card may add to a vector, with the clauses that it then satisfies, and where it is.

    Args:
        row: where it may be.
        signs: what some placements (a mask) add, and which clauses they satisfy.
    """
    steps = {(0, 0): row} if row else {}
    for more, true, mask in signs:
        parts = [(step, mark & ~mask) for step, mark in steps.items()]
        parts += [((a + more, b | true), mark & mask) for (a, b), mark in steps.items()]
        steps = {step: mark for step, mark in parts if mark}
    return steps


def _laid(
    states: Mapping[int, int], steps: Mapping[tuple[int, int], int], most: int
) -> dict[int, int]:
    """The states after one more card."""
    after: dict[int, int] = {}
    for (more, true), mark in steps.items():
        for state, marks in states.items():
            key = state + more | true
            after[key] = after.get(key, 0) | marks | mark
        if len(after) > most:
            raise UndecidedError("there are too many ways to divide the cards")
    return after
