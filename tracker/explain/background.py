"""What everyone saw: it needs no cause, but whoever asks why may want to look it up."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.game.cards import Card
from tracker.game.state import State


def seen_at(states: Sequence[State], card: Card, at: int) -> int:
    """The event since which a card has publicly been where it is at a moment.

    Args:
        states: the public states from the deal on, up to the moment at least.
        card: a card whose place is public then.
        at: the moment.
    """
    place = states[at].located[card]
    return next(
        number for number in range(at, 0, -1) if states[number - 1].located.get(card) != place
    )
