"""Hidden half-suits: in which order to add half-suits up, so that each condition is a simple check.

A claim that shows nothing hides where its cards were. From then on a hand size, or an ask to
somebody, is a condition on how many cards of the hidden half-suits *together* a seat was dealt, or
one of several such conditions. What was hidden stays hidden, so conditions speak of nested sets of
half-suits: the first one hidden, the first two, and so on. Added up in this order, a condition is a
check of the sums after one half-suit, its *stage*, column by column.

Where the sets of cards are not nested (no event says so, but facts may), the cards that a condition
counts get a column of their own, a ``Part`` of a seat's, and the condition is a check of that.

Example: low clubs are hidden, then low hearts; when both were, Ann had cards. The stages are low
clubs, then low hearts with the check "Ann's sum is at most her hand less one".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any, NamedTuple

from tracker.counting.open_deal import Alternatives, OpenBook, Tally
from tracker.game.cards import Card


class Part(NamedTuple):
    """Some of the cards that a seat may have."""

    seat: int
    """Its mask: one bit."""
    cards: frozenset[Card]


class ColumnBound(NamedTuple):
    """A column of the sums is between two numbers, both included."""

    column: int
    least: int
    most: int


@dataclass(frozen=True)
class Check:
    """Which vectors of sums fulfil a condition."""

    alternatives: tuple[tuple[ColumnBound, ...], ...]
    """All the bounds of at least one of them hold."""

    def passed(self, sums: Sequence[Any]) -> Any:
        """Whether the sums pass.

        Args:
            sums: [column], numbers; or NumPy arrays that broadcast together, for many vectors at
                once: then the answer is an array, too.
        """
        return reduce(
            or_,
            (
                reduce(and_, ((least <= sums[i]) & (sums[i] <= most) for i, least, most in bounds))
                for bounds in self.alternatives
            ),
        )


class Stage(NamedTuple):
    """A half-suit, and what must be true once it is added."""

    book: int
    """Its place among the position's."""
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Stages:
    """The order of the half-suits that conditions speak of."""

    parts: tuple[Part, ...]
    """The columns after those of the groups."""
    order: tuple[Stage, ...]


def staged(
    books: Sequence[OpenBook], groups: Sequence[int], conditions: Sequence[Alternatives]
) -> Stages:
    """Puts half-suits in order, conditions on fewest cards first.

    Args:
        books: what is open of each half-suit.
        groups: masks of seats, the columns; a seat with a condition is a group of its own.
        conditions: on open cards, each on at least one.
    """
    parts: list[Part] = []
    order: list[int] = []
    checks: dict[int, list[Check]] = {}
    for condition in sorted(conditions, key=lambda condition: len(_cards(condition))):
        cards = _cards(condition)
        order += [i for i, book in enumerate(books) if i not in order and cards & {*book.cards}]
        so_far = frozenset(card for i in order for card in books[i].cards)
        checks.setdefault(order[-1], []).append(_check(condition, so_far, groups, parts))
    return Stages(tuple(parts), tuple(Stage(i, tuple(checks.get(i, ()))) for i in order))


def _check(
    condition: Alternatives, so_far: frozenset[Card], groups: Sequence[int], parts: list[Part]
) -> Check:
    """The condition as a check of columns; adds the parts that it needs to those there are."""

    def bound(tally: Tally) -> ColumnBound:
        if tally.cards == so_far:
            return ColumnBound(groups.index(tally.seat), tally.least, tally.most)
        part = Part(tally.seat, tally.cards)
        if part not in parts:
            parts.append(part)
        return ColumnBound(len(groups) + parts.index(part), tally.least, tally.most)

    return Check(tuple(tuple(map(bound, tallies)) for tallies in condition))


def _cards(condition: Alternatives) -> frozenset[Card]:
    """All the cards that a condition counts."""
    return frozenset[Card]().union(*(tally.cards for tallies in condition for tally in tallies))
