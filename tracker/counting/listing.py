"""Listing: every deal, one after another, in a fixed order.

Half-suit by half-suit, in deck order: each filling that some deal has is taken in turn, and what is
open of the others is a smaller position of the same kind. No branch is a dead end, because a
filling is taken only where a deal completes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from tracker.counting.book_odds import BookOdds
from tracker.counting.layout import Layout
from tracker.game.cards import Card
from tracker.game.events import Seat


def fillings(layout: Layout) -> Iterator[dict[Card, Seat]]:
    """The places of all open cards, deal by deal.

    Args:
        layout: a position with at least one deal.
    """
    if not layout.position.books:
        yield {}
        return
    for filling in BookOdds(layout, layout.position.books[0].name).fillings():
        rest = Layout(layout.position.without_first(filling))
        for others in fillings(rest):
            yield {**filling, **others}
