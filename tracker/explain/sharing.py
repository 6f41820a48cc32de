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
    """The same that begin with some, and go on with one that wants a card of theirs."""
    if chosen and len(chosen) == len(cards):
        yield chosen
        return
    seats = {want.seat for want in chosen}
    left = [want for want in rest if want.seat not in seats]
    for want in tuple(left):
        if not chosen or not cards.isdisjoint(want.cards):
            left.remove(want)  # with it, and then without
            union = cards | want.cards
            if len(union) <= MOST_SHARED:
                yield from _added([*chosen, want], union, left)
