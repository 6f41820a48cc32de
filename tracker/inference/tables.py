"""Which placements are possible, by tables: the way out where the SAT solver would search for ever.

CDCL solvers cannot count. Hand sizes seldom make them, but after claims that showed nothing there
are bounds on how many of the hidden cards each seat had, and "nine cards among hands with room for
eight" is a pigeonhole. So where a search exceeds its budget, the ways to lay each half-suit are
listed and added up (``sums``); a placement is possible when it is in a way that is part of a deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Final

from tracker.game.cards import Card
from tracker.inference.half_suits import Marks, half_suits
from tracker.inference.narrowing import narrowed
from tracker.inference.sums import Sums, TooLargeError
from tracker.knowledge.cases import cases
from tracker.knowledge.facts import Fact, Knowledge, size_facts
from tracker.sat.placements import Placements

MOST_BITS: Final = 100_000_000_000
"""Give up where more bits than this would be shifted: some ten seconds."""
MOST_CASES: Final = 64
"""Give up where facts with alternatives leave more cases than this."""


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
    found = cases((*known.facts, *size_facts(known)), MOST_CASES)
    if found is None:
        return None
    marks = {card: _marks(placements, card, allowed) for card in known.cards}
    try:
        return reduce(
            or_, (_possible(known, facts, marks, MOST_BITS // len(found)) for facts in found)
        )
    except TooLargeError:
        return None


def _possible(
    known: Knowledge, facts: tuple[Fact, ...], marks: Mapping[Card, Marks], most_bits: int
) -> int:
    """The placements of the deals that fit facts without alternatives."""
    position = narrowed(*half_suits(known.seats, known.books, facts, marks), len(known.seats))
    return 0 if position is None else Sums(position, most_bits).marks()


def _marks(placements: Placements, card: Card, allowed: int) -> Marks:
    """The placements of a card that are allowed."""
    return tuple(placements.bit(card, seat) & allowed for seat in placements.seats)
