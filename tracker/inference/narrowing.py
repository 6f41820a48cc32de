"""Narrowing: what bounds decide column by column is struck out before any sums are formed.

If all other half-suits have at least m of a column that counts at most h, a half-suit has at most
h - m of it; likewise from below. Ways outside these bounds go, which moves the bounds, until
nothing changes. Then what all ways of a half-suit have is taken out of them and of the bounds:
whoever asks has a card of the half-suit, so in mid-game this is most of a hand.

Of what is left many columns need no sum: those whose bounds cannot be broken any more; and of one
seat all those whose bounds follow from the other seats', as the cards that are not with these are
with that seat. For each hand that is left out the sums are fewer by a factor.

Example: A may have two cards, and every way to lay each of two half-suits gives A one: each gives A
exactly one, and A needs no sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.game.cards import Card
from tracker.inference.half_suits import Column, Ways


class Range(NamedTuple):
    """From one number to another, inclusive."""

    least: int
    most: int


class Narrowed(NamedTuple):
    """What is left to add up."""

    half_suits: tuple[Ways, ...]
    bounds: tuple[Range, ...]
    """For each column left: what the sum of all half-suits must be, and can be."""


def narrowed(half_suits: Sequence[Ways], columns: Sequence[Column], seats: int) -> Narrowed | None:
    """The same question with fewer ways, smaller vectors and fewer columns; none: no deal fits.

    Args:
        half_suits: the ways to lay each.
        columns: what their vectors count.
        seats: how many there are.
    """
    left = list(half_suits)
    while all(ways.marks for ways in left):
        sums = _sums(left, len(columns))
        if any(s.most < c.least or s.least > c.most for s, c in zip(sums, columns, strict=True)):
            return None
        kept = [_within(ways, sums, columns) for ways in left]
        if kept == left:
            return _needed(left, sums, columns, seats)
        left = kept
    return None


def _sums(half_suits: Sequence[Ways], columns: int) -> list[Range]:
    """The least and the most that each column can add up to."""
    return [
        Range(sum(ways.least[i] for ways in half_suits), sum(ways.most[i] for ways in half_suits))
        for i in range(columns)
    ]


def _within(ways: Ways, sums: Sequence[Range], columns: Sequence[Column]) -> Ways:
    """The ways that can come within bounds, with the most and the least of all others."""
    parts = list(zip(ways.least, ways.most, sums, columns, strict=True))
    floor = [column.least - (total.most - most) for _, most, total, column in parts]
    ceiling = [column.most - (total.least - least) for least, _, total, column in parts]
    return ways.within(floor, ceiling)


def _needed(
    half_suits: Sequence[Ways], sums: Sequence[Range], columns: Sequence[Column], seats: int
) -> Narrowed:
    """The columns that need a sum, less what all ways have in them."""
    bounds = [
        Range(max(column.least - total.least, 0), min(column.most, total.most) - total.least)
        for column, total in zip(columns, sums, strict=True)
    ]
    can_be_broken = {
        i
        for i, (bound, total) in enumerate(zip(bounds, sums, strict=True))
        if bound != (0, total.most - total.least)
    }
    following = _following(columns, bounds, sums, seats)
    kept = sorted(can_be_broken - _left_out(columns, bounds, can_be_broken, following))
    onto = tuple(ways.onto(kept) for ways in half_suits)
    return Narrowed(onto, tuple(bounds[i] for i in kept))


def _following(
    columns: Sequence[Column], bounds: Sequence[Range], sums: Sequence[Range], seats: int
) -> set[int]:
    """The columns whose bounds follow from those of all other seats for the same cards."""
    groups: dict[frozenset[Card], list[int]] = {}
    for i, column in enumerate(columns):
        groups.setdefault(column.cards, []).append(i)
    found = set()
    for cards, group in groups.items():
        left = len(cards) - sum(sums[i].least for i in group)
        least, most = (sum(bounds[i][end] for i in group) for end in (0, 1))
        for i in group if len(group) == seats else ():
            at_least, at_most = left - (most - bounds[i].most), left - (least - bounds[i].least)
            if bounds[i].least <= at_least and at_most <= bounds[i].most:
                found.add(i)
    return found


def _left_out(
    columns: Sequence[Column], bounds: Sequence[Range], used: set[int], following: set[int]
) -> set[int]:
    """Columns that follow, of the one seat for which that saves most."""

    def saved(seat: int) -> float:
        room = {i: bounds[i].most + 1 for i in used if columns[i].seat == seat}
        rest = (room[i] for i in room if i not in following)
        return max(room.values(), default=1) / max(rest, default=1)

    best = max((column.seat for column in columns), key=saved, default=None)
    return {i for i in following if columns[i].seat == best}
