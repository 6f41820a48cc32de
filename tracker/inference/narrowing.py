"""What is left to add up: what bounds decide column by column is struck out before sums are formed.

If all other half-suits have at least m of a column that counts at most h, a half-suit has at most
h - m of it; likewise from below. Ways outside these bounds go, which moves the bounds, until
nothing changes. Then what all ways of a half-suit have is taken out of them and of the bounds:
whoever asks has a card of the half-suit, so in mid-game this is most of a hand.

Columns whose bounds cannot be broken any more need no sum; nor do, for one seat, those whose bounds
follow from all other seats', as cards that are with none of these are with that seat.

Example: A may have two cards, and every way to lay each of two half-suits gives A one: each gives A
exactly one, and A needs no sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.inference.half_suits import Column, Marks, Vector, Ways, columns_of, half_suits
from tracker.knowledge.facts import Clause, Count, Fact


class Position(NamedTuple):
    """What is left to add up: one way of each half-suit, to sums within the columns' bounds."""

    half_suits: Sequence[Ways]
    columns: Sequence[Column]


def position_of(
    seats: Sequence[Seat],
    books: Sequence[Book],
    facts: Sequence[Fact],
    marks: Mapping[Card, Marks] | None = None,
) -> Position | None:
    """What facts leave to add up; none where they leave no deal.

    Args:
        seats: all of them.
        books: the half-suits dealt.
        facts: what is known; hand sizes count only where a fact gives them.
        marks: where each card may be; none: anywhere, and marked 1.
    """
    clauses = [fact for fact in facts if isinstance(fact, Clause)]
    if not all(clause.literals for clause in clauses):
        return None
    columns = columns_of(seats, books, [fact for fact in facts if isinstance(fact, Count)])
    ways = half_suits(seats, books, clauses, columns, marks)
    while all(each.marks for each in ways):
        least = _total(len(columns), (each.least for each in ways))
        most = _total(len(columns), (each.most for each in ways))
        if any(c.least > most[i] or c.most < least[i] for i, c in enumerate(columns)):
            return None
        kept = [_within(each, columns, least, most) for each in ways]
        if kept == ways:
            return _needed(ways, columns, least, most, len(seats))
        ways = kept
    return None


def _total(length: int, vectors: Iterable[Vector]) -> Vector:
    return tuple(map(sum, zip((0,) * length, *vectors, strict=True)))


def _within(ways: Ways, columns: Sequence[Column], least: Vector, most: Vector) -> Ways:
    """The ways that can come within bounds, with the least and the most of all half-suits."""
    floor = [c.least - high + own for c, high, own in zip(columns, most, ways.most, strict=True)]
    ceiling = [c.most - low + own for c, low, own in zip(columns, least, ways.least, strict=True)]
    return ways.within(floor, ceiling)


def _needed(
    ways: Sequence[Ways], columns: Sequence[Column], least: Vector, most: Vector, seats: int
) -> Position:
    """The columns that need a sum, less what all ways have in them."""
    tight = [
        column._replace(least=max(column.least, low), most=min(column.most, high))
        for column, low, high in zip(columns, least, most, strict=True)
    ]
    used = {i for i, c in enumerate(tight) if (c.least, c.most) != (least[i], most[i])}
    rest = used - _following(tight, seats)

    def room(seat: int, some: set[int]) -> int:
        return max((tight[i].most - least[i] + 1 for i in some if tight[i].seat == seat), default=1)

    spared = max(range(seats), key=lambda seat: room(seat, used) / room(seat, rest))
    kept = [i for i in sorted(used) if i in rest or tight[i].seat != spared]
    return Position([each.onto(kept) for each in ways], [tight[i].less(least[i]) for i in kept])


def _following(columns: Sequence[Column], seats: int) -> set[int]:
    """The columns whose bounds follow from those of all other seats for the same cards."""
    groups: dict[frozenset[Card], list[int]] = {}
    for i, column in enumerate(columns):
        groups.setdefault(column.cards, []).append(i)
    found = set()
    for cards, group in groups.items():
        for i in group if len(group) == seats else ():
            others = [columns[j] for j in group if j != i]
            least = len(cards) - sum(other.most for other in others)
            most = len(cards) - sum(other.least for other in others)
            if columns[i].least <= least and most <= columns[i].most:
                found.add(i)
    return found
