"""What bounds decide column by column is struck out before sums are formed.

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

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tracker.game.cards import Card
from tracker.inference.half_suits import Column, Vector, Ways


class Remainder(NamedTuple):
    """What is left to add up: one way of each half-suit, to sums within the columns' bounds."""

    half_suits: Sequence[Ways]
    columns: Sequence[Column]


def narrowed(ways: list[Ways], columns: Sequence[Column], seats: int) -> Remainder | None:
    """What is left to add up; none where there is no deal.

    Args:
        ways: the ways to lay each half-suit.
        columns: what their vectors count.
        seats: how many there are.
    """
    while all(each.marks for each in ways):
        least = _total(len(columns), (each.least for each in ways))
        most = _total(len(columns), (each.most for each in ways))
        tight = [c.within(least[i], most[i]) for i, c in enumerate(columns)]
        if any(column.least > column.most for column in tight):
            return None
        kept = [_within(each, columns, least, most) for each in ways]
        if kept == ways:
            return _needed(ways, tight, least, most, seats)
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
    ways: Sequence[Ways], tight: Sequence[Column], least: Vector, most: Vector, seats: int
) -> Remainder:
    """The columns that need a sum, less what all ways have in them."""
    used = {i for i, c in enumerate(tight) if (c.least, c.most) != (least[i], most[i])}
    rest = used - _following(tight, seats)
    left = [
        c._replace(least=c.least - low, most=c.most - low)
        for c, low in zip(tight, least, strict=True)
    ]

    def room(seat: int, some: set[int]) -> int:
        return max((left[i].most + 1 for i in some if left[i].seat == seat), default=1)

    spared = max(range(seats), key=lambda seat: room(seat, used) / room(seat, rest))
    kept = [i for i in sorted(used) if i in rest or left[i].seat != spared]
    return Remainder([each.onto(kept) for each in ways], [left[i] for i in kept])


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
