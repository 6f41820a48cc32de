"""So many seats, so many cards, each seat has one of them: one each, and nobody else has any.

Example: Ann has one of 3D 4D, Bob has one of 3D 4D: the two cards are theirs. With Carl's "one of
3D 4D 5D" all three are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause

MOST_SHARED: Final = 5
"""At most so many cards are looked at."""


class Want(NamedTuple):
    """A clause that says that a seat has one of some cards."""

    clause: Clause
    seat: Seat
    cards: frozenset[Card]


def shared_out(wants: Sequence[Want]) -> Iterator[list[Want]]:
    """The ways to choose as many seats as cards that they want, each seat once."""
    few = [want for want in wants if len(want.cards) <= MOST_SHARED]
    yield from _added([], frozenset(), sorted(few, key=lambda want: len(want.cards)))


def _added(
    chosen: list[Want], cards: frozenset[Card], rest: Sequence[Want]
) -> Iterator[list[Want]]:
    """The same that begin with some."""
    if chosen and len(chosen) == len(cards):
        yield chosen
        return
    seats = {want.seat for want in chosen}
    for i, want in enumerate(rest):
        union = cards | want.cards
        joined = not chosen or bool(cards & want.cards)
        if joined and len(union) <= MOST_SHARED and want.seat not in seats:
            yield from _added([*chosen, want], union, rest[i + 1 :])
