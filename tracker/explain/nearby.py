"""Deals near a given one: one card moved, or two swapped.

From a deal that fits all that is known they are the gentlest ways to make a conclusion false, so
each violates few causes; the search for a smallest explanation begins with them.

Example: to deny that Ann has the 5H, give it to Bob, as it is, or for each of Bob's cards in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.game.events import Seat
from tracker.knowledge.facts import Literal
from tracker.sat import Placements
from tracker.sat.swaps import swaps


def deals_without(placements: Placements, deal: int, literals: Iterable[Literal]) -> Iterator[int]:
    """Deals near a deal, in each of which one of some literals that the deal fits is false."""
    for card, seat, holds in literals:
        others = (other for other in placements.seats if other != seat)
        for receiver in others if holds else (seat,):
            yield from _with_card_at(placements, deal, card, receiver)


def deals_with(placements: Placements, deal: int, literals: Iterable[Literal]) -> Iterator[int]:
    """Deals near a deal, in each of which all of some literals are true."""
    places = placements.deal_of(deal)
    wrong = [part for part in literals if (places[part.card] == part.seat) != part.holds]
    if len(wrong) == 1:
        card, seat, holds = wrong[0]
        yield from deals_without(placements, deal, [Literal(card, seat, not holds)])
    elif all(part.holds for part in wrong):
        for card, seat, _ in wrong:
            deal = deal & ~placements.of_card(card) | placements.bit(card, seat)
        yield deal


def _with_card_at(placements: Placements, deal: int, card: str, receiver: Seat) -> Iterator[int]:
    """The deals nearest to one in which a card is with another seat: it moves, or is swapped."""
    row, wanted = placements.of_card(card), placements.bit(card, receiver)
    if deal & row and not deal & wanted:
        yield deal & ~row | wanted
        yield from swaps(placements, deal, wanted, placements.all)
