"""Which placements are possible, by tables: the way out where the SAT solver would search for ever.

CDCL solvers cannot count. Hand sizes seldom make them, but after claims that showed nothing there
are bounds on how many of the hidden cards each seat had, and "nine cards among hands with room for
eight" is a pigeonhole. So where a search exceeds its budget, the ways to lay each half-suit are
listed and added up (``sums``); a placement is possible when it is in a way that is part of a deal.
"""

from __future__ import annotations

from typing import Final

from tracker.game.cards import Card
from tracker.inference.half_suits import Marks, columns_of, half_suits, ways_of
from tracker.inference.narrowing import narrowed
from tracker.inference.sums import Sums, TooLargeError
from tracker.knowledge.facts import Clause, Knowledge, size_facts
from tracker.sat.placements import Placements

MOST_BITS: Final = 100_000_000_000
"""Give up where more bits than this would be shifted: some twenty seconds."""


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
    clauses = [fact for fact in known.facts if isinstance(fact, Clause)]
    columns = columns_of(known.seats, known.books, (*size_facts(known), *known.counts))
    marks = {card: _marks(placements, card, allowed) for card in known.cards}
    blocks = half_suits(known.seats, known.books, clauses, columns, marks)
    position = narrowed([ways_of(each) for each in blocks], columns, len(known.seats))
    try:
        return Sums(position, MOST_BITS).marks() if position else 0
    except TooLargeError:
        return None


def _marks(placements: Placements, card: Card, allowed: int) -> Marks:
    """The placements of a card that are allowed."""
    return tuple(placements.bit(card, seat) & allowed for seat in placements.seats)
