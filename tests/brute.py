"""The slow, obvious twin of counting: every deal of a tiny deck, tried one by one."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Knowledge


def all_deals(knowledge: Knowledge) -> Iterator[dict[Card, Seat]]:
    """Every way to deal the cards by the sizes, whatever the facts."""
    yield from _dealt(knowledge.cards, dict(knowledge.sizes), {})


def _dealt(
    cards: tuple[Card, ...], room: dict[Seat, int], deal: dict[Card, Seat]
) -> Iterator[dict[Card, Seat]]:
    if not cards:
        yield dict(deal)
        return
    for seat in room:
        if room[seat] > 0:
            room[seat] -= 1
            deal[cards[0]] = seat
            yield from _dealt(cards[1:], room, deal)
            room[seat] += 1


def consistent_deals(knowledge: Knowledge) -> list[dict[Card, Seat]]:
    """The deals that fit, in lexicographic order of cards (deck order) and seats."""
    ordered = Knowledge(
        knowledge.seats,
        knowledge.books,
        {seat: knowledge.sizes[seat] for seat in knowledge.seats},
        knowledge.facts,
    )
    return [deal for deal in all_deals(ordered) if knowledge.fits(deal)]
