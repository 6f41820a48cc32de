"""How many cards of one half-suit some seats can have, by what is known of that half-suit alone.

Card by card, with a bit for each clause that is satisfied: of the ways to lay the cards so far that
satisfy the same clauses only the one with the most (or fewest) cards at the seats matters. Exact,
and there are few such sets: a half-suit has at most some ten cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause

MOST_SETS: Final = 20_000
"""Give up where more sets of satisfied clauses than this have to be kept."""


class Room:
    """The cards of one half-suit, some of which are counted where they are with some seats.

    Args:
        cards: of the half-suit.
        seats: all of them.
        counted: the cards that count;
        inside: the seats at which they do.
    """

    def __init__(
        self,
        cards: Sequence[Card],
        seats: Sequence[Seat],
        counted: Collection[Card],
        inside: Collection[Seat],
    ) -> None:
        self._cards = cards
        self._seats = seats
        self._counted = set(counted)
        self._inside = set(inside)

    def range(self, clauses: Iterable[Clause]) -> tuple[int, int] | None:
        """The fewest and the most cards with the seats; none where the clauses leave no way.

        Args:
            clauses: what is known, of cards of this half-suit.

        Raises:
            OverflowError: where there are too many cases.
        """
        clauses = tuple(clauses)
        kept: dict[int, tuple[int, int]] = {0: (0, 0)}
        for card, due in zip(self._cards, self._due(clauses), strict=True):
            ways = tuple(self._ways(card, clauses))
            found: dict[int, tuple[int, int]] = {}
            for done, (least, most) in kept.items():
                for met, gain in ways:
                    now = done | met
                    if now & due == due:
                        low, high = found.get(now, (least + gain, most + gain))
                        found[now] = min(low, least + gain), max(high, most + gain)
            if len(found) > MOST_SETS:
                raise OverflowError
            kept = found
        if not kept:
            return None
        return min(low for low, _ in kept.values()), max(high for _, high in kept.values())

    def _due(self, clauses: Sequence[Clause]) -> list[int]:
        """For each card, the clauses that have to be satisfied once it is laid."""
        due, total = [], 0
        for place, _ in enumerate(self._cards):
            rest = self._cards[place + 1 :]
            for i, clause in enumerate(clauses):
                if not any(literal.card in rest for literal in clause.literals):
                    total |= 1 << i
            due.append(total)
        return due

    def _ways(self, card: Card, clauses: Sequence[Clause]) -> Iterator[tuple[int, int]]:
        """The clauses that a card satisfies, and whether it counts, for each place it can have."""
        about = [
            (1 << i, literal)
            for i, clause in enumerate(clauses)
            for literal in clause.literals
            if literal.card == card
        ]
        ways: dict[tuple[int, int], None] = {}
        for seat in self._seats:
            met = 0
            for bit, literal in about:
                if (literal.seat == seat) == literal.holds:
                    met |= bit
            ways[met, int(card in self._counted and seat in self._inside)] = None
        yield from ways
