"""Which placements are possible, by tables: the way out where the SAT solver would search for ever.

CDCL solvers cannot count. Hand sizes seldom make them, but after claims that showed nothing there
are bounds on how many of the hidden cards each seat had, and "nine cards among hands with room for
eight" is a pigeonhole. So where a search exceeds its budget, the ways to lay each half-suit are
listed and added up (``sums``); a placement is possible when it is in a way that is part of a deal.
"""

from __future__ import annotations

from typing import Final

from tracker.game.cards import Card
from tracker.inference.half_suits import Marks, half_suits
from tracker.inference.narrowing import narrowed
from tracker.inference.sums import Sums, TooLargeError
from tracker.knowledge.facts import Knowledge, size_facts
from tracker.sat.placements import Placements

MOST_BITS: Final = 100_000_000_000
"""Give up where more bits than this would be shifted: some ten seconds."""


def possible_by_tables(placements: Placements, known: Knowledge, allowed: int) -> int | None:
    """The placements, among some, that a consistent deal has.

    Args:
        placements: the numbering.
        known: sizes and facts.
        allowed: placements (a mask); a deal with others is left out of account.

    Returns:
        The possible ones, as a mask, 0 where there is no deal; none where the tables are too large.
    """
    if known.impossible:
        return 0
    marks = {card: _marks(placements, card, allowed) for card in known.cards}
    facts = (*known.facts, *size_facts(known))
    ways, columns = half_suits(known.seats, known.books, facts, marks)
    position = narrowed(ways, columns, len(known.seats))
    try:
        return 0 if position is None else Sums(position, MOST_BITS).marks()
    except TooLargeError:
        return None


def _marks(placements: Placements, card: Card, allowed: int) -> Marks:
    """The placements of a card that are allowed."""
    return tuple(placements.bit(card, seat) & allowed for seat in placements.seats)
