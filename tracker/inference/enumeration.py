"""All the deals consistent with some knowledge, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.knowledge.facts import Clause, Deal, HeaderCause, Knowledge, Literal
from tracker.sat import DealSolver, Placements


def deals_of(known: Knowledge) -> Iterator[Deal]:
    """The consistent deals, in no special order.

    Each deal found is blocked by a clause, so memory grows with the number of deals listed; this is
    for few deals, and for checking the counting engine.
    """
    placements = Placements(known.cards, known.seats)
    with DealSolver(placements, known.sizes) as solver:
        solver.add(known.facts)
        while (mask := solver.find()) is not None:
            deal = placements.deal_of(mask)
            yield deal
            solver.add([_other_than(deal)])


def _other_than(deal: Deal) -> Clause:
    literals = tuple(Literal(card, seat, False) for card, seat in deal.items())
    return Clause(literals, HeaderCause("listed already"))
