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

from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.inference.half_suits import MOST_STATES, Marks, half_suits
from tracker.inference.search_budget import SearchBudget
from tracker.inference.sums import Sums, narrowed
from tracker.knowledge.cases import cases
from tracker.knowledge.facts import Fact, Knowledge, size_facts
from tracker.sat.placements import Placements

VECTOR: Final = 30_000
"""To list a vector of a half-suit takes as long as to shift so many bits."""
MOST_CASES: Final = 64
"""Give up where facts with alternatives leave more cases than this."""


def possible_by_tables(
    placements: Placements, known: Knowledge, allowed: int, budget: SearchBudget | None = None
) -> int | None:
    """The placements, among some, that a consistent deal has.

    Args:
        placements: the numbering.
        known: sizes and facts.
        allowed: placements (a mask); a deal with others is left out of account.
        budget: what it may take, and is taken from; none: as much as the questions of a game.

    Returns:
        The possible ones, as a mask, 0 where there is no deal; none where the tables are too large.
    """
    if known.impossible:
        return 0
    found = cases((*known.facts, *size_facts(known)), MOST_CASES)
    if found is None:
        return None
    marks = {card: _marks(placements, card, allowed) for card in known.cards}
    budget = budget or SearchBudget()
    try:
        return reduce(or_, (_possible(known, facts, marks, budget) for facts in found))
    except UndecidedError:
        budget.bits.charge(VECTOR * MOST_STATES)
        return None


def _possible(
    known: Knowledge, facts: tuple[Fact, ...], marks: Mapping[Card, Marks], budget: SearchBudget
) -> int:
    """The placements of the deals that fit facts without alternatives.

    Raises:
        UndecidedError: where that would take more than what is left.
    """
    if budget.bits.left <= 0:
        raise UndecidedError
    ways, columns = half_suits(known.seats, known.books, facts, marks)
    budget.bits.charge(VECTOR * sum(len(one.marks) for one in ways))
    position = narrowed(ways, columns, len(known.seats))
    if position is None:
        return 0
    sums = Sums(position, budget.bits.allowed)
    budget.bits.charge(sums.work)
    return sums.marks()


def _marks(placements: Placements, card: Card, allowed: int) -> Marks:
    """The placements of a card that are allowed."""
    return tuple(placements.bit(card, seat) & allowed for seat in placements.seats)
