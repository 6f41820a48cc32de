"""Chains of deals, found together by one solver: what do players know of each other's knowledge?

"B can prove it" is a statement about all the deals that B has to think possible: those in which B
has the same hand. So "A knows that B can prove where some cards are" is refuted by two deals: one
that A thinks possible, and another in which B holds the same hand and the cards lie otherwise.
Longer chains ("A knows that B knows that C can …") take one more deal for each link. All the deals
are found at once. Each shares a hand with the deal before: the two have the same truth values for
the placements of that hand.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Knowledge
from tracker.knowledge.placements import Placements
from tracker.sat.solver import DealSolver


def deals_apart(
    placements: Placements,
    views: Sequence[tuple[Knowledge, int]],
    shared: Sequence[Seat],
    cards: Iterable[Card] | None,
    seats: Container[Seat],
    budget: int,
) -> tuple[int, ...] | None:
    """Deals found together, each of which shares the hand of one seat with the deal before it.

    The last two differ in the place of a card, or place one elsewhere.

    Args:
        placements: the numbering of placements.
        views: for each deal, what it has to fit, and the placements (a mask) that are possible.
        shared: for each deal but the first, the seat whose hand is that of the deal before.
        cards: the cards that matter; None: any deals will do.
        seats: a card that the last deals place at none of these is elsewhere.
        budget: give up after so many conflicts.

    Returns:
        The deals, as masks; None where there are none.

    Raises:
        UndecidedError: where it gave up.
    """
    deals: list[DealSolver] = []
    for known, possible in views:
        beside = deals[0] if deals else None
        deals.append(DealSolver(placements, known, possible, beside))
    for (first, second), seat in zip(pairwise(deals), shared, strict=True):
        hand = placements.of_seat(seat)
        for here, there in zip(first.literals(hand), second.literals(hand), strict=True):
            first.add_clause([-here, there])
            first.add_clause([here, -there])
    assumed: list[int] = []
    if cards is not None:
        assumed.append(deals[0].new_variable())
        ways = list(_ways_apart(deals[-2], deals[-1], cards, seats))
        deals[0].add_clause(ways, assumed[0])
    if not deals[0].is_satisfiable(assumed, budget):
        return None
    return tuple(deal.deal() for deal in deals)


def _ways_apart(
    first: DealSolver, second: DealSolver, cards: Iterable[Card], seats: Container[Seat]
) -> Iterator[int]:
    """Literals, one of which is true where a card is elsewhere in one of two deals."""
    for card in cards:
        for seat in first.placements.seats:
            bit = first.placements.bit(card, seat)
            (here,), (there,) = first.literals(bit), second.literals(bit)
            differs = first.new_variable()
            first.add_clause([-differs, here])
            first.add_clause([-differs, -there])
            yield differs if seat in seats else here
