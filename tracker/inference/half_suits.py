"""The ways to lay the cards of one half-suit, by what the counts count of them.

Facts speak of one half-suit each; only counts reach across, and hand sizes are counts of all cards.
So for each half-suit list its *vectors*: how many of its cards each count counts, over all ways to
lay them that satisfy its clauses. They are a few hundred, and all that the others need to know.

Card by card: a state is the vector so far and a bit for each clause satisfied; a clause is looked
at for the last time with the last of its cards.

Example: {2C, 3C}, seats A and B, "A holds one of them". Counting what A holds, the vectors are
(1), by two ways, and (2), by one.

No solver has a part in this, nor in ``narrowing`` and ``sums``: certificates are verified by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import le
from typing import Final, NamedTuple, TypeAlias

from tracker.errors import UndecidedError
from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Count, Fact

Vector: TypeAlias = tuple[int, ...]

Entries: TypeAlias = tuple[tuple[int, int], ...]
"""A clause: (card by its place in the half-suit, mask of seats); true where one of them is so."""

Marks: TypeAlias = tuple[int, ...]
"""For each seat a mask that stands for a card being there; 0 where it cannot be."""


MOST_STATES: Final = 500_000
"""Give up where the cards laid so far can be in more states than this: a second or so."""


class Column(NamedTuple):
    """What is counted: how many of some cards a seat has, between two bounds."""

    seat: int
    cards: frozenset[Card]
    least: int
    most: int

    def within(self, least: int, most: int) -> Column:
        """This column between narrower bounds."""
        return self._replace(least=max(self.least, least), most=min(self.most, most))


class HalfSuit(NamedTuple):
    """A half-suit: where its cards may be, what is asked of it, and what is counted."""

    choices: tuple[Marks, ...]
    """For each card."""
    clauses: tuple[Entries, ...]
    counted: tuple[tuple[int, int], ...]
    """For each part of the vectors: the seats (a mask) and the cards (of places) it counts."""


class Ways:
    """The ways to lay a half-suit.

    Args:
        marks: by vector; all the marks in ways that have it.
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
    seats: Sequence[Seat],
    books: Sequence[Book],
    facts: Sequence[Fact],
    marks: Mapping[Card, Marks] | None = None,
) -> tuple[list[Ways], list[Column]]:
    """The ways to lay each half-suit, those that counts of fewest cards count first.

    Args:
        seats: all of them.
        books: the half-suits dealt.
        facts: no clause without literals; hand sizes count only where a fact gives them.
        marks: where each card may be; None: anywhere, and marked 1.

    Returns:
        The ways, and what their vectors count.
    """
    columns = _columns(seats, books, [fact for fact in facts if isinstance(fact, Count)])
    home = {card: book.name for book in books for card in book.cards}
    asked: dict[str, list[Clause]] = {book.name: [] for book in books}
    for fact in facts:
        if isinstance(fact, Clause):
            asked[home[fact.literals[0].card]].append(fact)
    marks = marks or dict.fromkeys(home, (1,) * len(seats))

    def fewest(book: Book) -> int:
        return min((len(c.cards) for c in columns if c.cards & set(book.cards)), default=len(home))

    return [
        ways_of(_half_suit(seats, book, asked[book.name], _counted(book, columns), marks))
        for book in sorted(books, key=fewest)
    ], columns


def _columns(seats: Sequence[Seat], books: Sequence[Book], counts: Iterable[Count]) -> list[Column]:
    """What some facts count, each once, with the bounds of all that count it."""
    dealt = frozenset(card for book in books for card in book.cards)
    merged: dict[tuple[int, frozenset[Card]], Column] = {}
    for count in counts:
        key = seats.index(count.seat), dealt.intersection(count.cards)
        same = merged.get(key, Column(*key, count.least, count.most))
        merged[key] = same.within(count.least, count.most)
    return list(merged.values())


def _counted(book: Book, columns: Iterable[Column]) -> tuple[tuple[int, int], ...]:
    """What columns count of a half-suit."""
    place = {card: i for i, card in enumerate(book.cards)}
    return tuple((1 << c.seat, sum(1 << place[x] for x in c.cards & set(place))) for c in columns)


def _half_suit(
    seats: Sequence[Seat],
    book: Book,
    clauses: Iterable[Clause],
    counted: tuple[tuple[int, int], ...],
    marks: Mapping[Card, Marks],
) -> HalfSuit:
    """A half-suit by numbers; clauses of one card are told by the choices for it."""
    place = {card: i for i, card in enumerate(book.cards)}
    entries = {_entries(clause, place, seats) for clause in clauses}
    choices = [marks[card] for card in book.cards]
    for (card, mask), *others in entries:
        if not others:
            choices[card] = tuple(m * (mask >> seat & 1) for seat, m in enumerate(choices[card]))
    return HalfSuit(tuple(choices), tuple(sorted(e for e in entries if len(e) > 1)), counted)


def _entries(clause: Clause, place: Mapping[Card, int], seats: Sequence[Seat]) -> Entries:
    masks: dict[int, int] = {}
    for card, seat, holds in clause.literals:
        bit = 1 << seats.index(seat)
        others = (1 << len(seats)) - 1 - bit
        masks[place[card]] = masks.get(place[card], 0) | (bit if holds else others)
    return tuple(sorted(masks.items()))


@lru_cache(maxsize=500)
def ways_of(half_suit: HalfSuit, most: int = MOST_STATES) -> Ways:
    """The ways to lay a half-suit, card by card.

    Args:
        half_suit: by numbers.
        most: give up where the cards laid so far can be in more states than this.

    Raises:
        UndecidedError: where they are too many.
    """
    width = len(half_suit.choices).bit_length()
    base = width * len(half_suit.counted)
    states = {0: 0}
    for card in range(len(half_suit.choices)):
        states = _laid(states, _steps(half_suit, card, width), most)
        for i, clause in enumerate(half_suit.clauses, base):
            if clause[-1][0] == card:
                states = {s ^ 1 << i: marks for s, marks in states.items() if s >> i & 1}
    digit, shifts = (1 << width) - 1, range(0, base, width)
    return Ways({tuple([s >> i & digit for i in shifts]): marks for s, marks in states.items()})


def _steps(half_suit: HalfSuit, card: int, width: int) -> dict[tuple[int, int], int]:
    """What a card may add to a vector, with the clauses that it then satisfies, and its marks."""
    base = width * len(half_suit.counted)
    masks = [dict(clause).get(card, 0) for clause in half_suit.clauses]
    steps: dict[tuple[int, int], int] = {}
    for seat, mark in enumerate(half_suit.choices[card]):
        if mark:
            more = sum(
                (cards >> card & 1) << width * i
                for i, (at, cards) in enumerate(half_suit.counted)
                if at >> seat & 1
            )
            bits = sum((mask >> seat & 1) << base + i for i, mask in enumerate(masks))
            steps[more, bits] = steps.get((more, bits), 0) | mark
    return steps


def _laid(
    states: Mapping[int, int], steps: Mapping[tuple[int, int], int], most: int
) -> dict[int, int]:
    """The states after one more card."""
    after: dict[int, int] = {}
    for (more, bits), mark in steps.items():
        for state, marks in states.items():
            key = state + more | bits
            after[key] = after.get(key, 0) | marks | mark
        if len(after) > most:
            raise UndecidedError("there are too many ways to divide the cards")
    return after
