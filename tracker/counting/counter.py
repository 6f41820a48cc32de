"""Counting along a game: a view's knowledge grows, and only what an event touches is done again.

A ``Counter`` keeps the plain consequences of the facts it has seen. Where new knowledge has more
facts after the same ones, it goes on from there; else it starts anew. An event that tells the view
nothing, as more than half of them do, leaves the position and all that was computed of it as it is.
Tables are kept by what is open of a half-suit, from one position to the next, so only half-suits
that the new facts touch are tabulated again.
"""

from __future__ import annotations

from copy import copy

from tracker.budget import Budget
from tracker.counting.book_odds import OddsByBook
from tracker.counting.costs import POSITION, position_budget
from tracker.counting.filling_table import FillingTables
from tracker.counting.layout import Layout
from tracker.counting.open_deal import OpenDeal
from tracker.counting.posterior import Posterior
from tracker.counting.reduction import Reduction
from tracker.knowledge.facts import Knowledge


class Counter:
    """Counts the deals of one view, moment after moment.

    Args:
        budget: what counting may cost; None: each position may cost ``POSITION``. Beyond it, there
            are estimates.
        tables: where it looks for tables, and keeps them; none: those of the last two positions.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        tables: FillingTables | None = None,
    ) -> None:
        self._budget = budget or position_budget()
        self._knowledge: Knowledge | None = None
        self._reduction: Reduction | None = None
        self._odds: OddsByBook | None = None
        self._posterior: Posterior | None = None
        self._tables = FillingTables() if tables is None else tables

    def fork(self) -> Counter:
        """Another counter that goes on from here, with the same tables and budget."""
        other = copy(self)
        if self._reduction is not None:
            other._reduction = self._reduction.copy()
        return other

    def update(self, knowledge: Knowledge) -> Posterior:
        """What the knowledge leaves open.

        Args:
            knowledge: any; quickest where it is the last one with more facts.
        """
        if self._posterior is None or knowledge is not self._knowledge:
            reduction = self._extended(knowledge)
            self._knowledge, self._reduction = knowledge, reduction
            self._posterior = Posterior(knowledge, self._odds_of(reduction.position))
        return self._posterior

    def _odds_of(self, position: OpenDeal | None) -> OddsByBook | None:
        """The odds of a position: those of the last one, where it is the same."""
        if position is None:
            return None
        if self._odds is None or position != self._odds.layout.position:
            self._tables.move_on()
            self._odds = OddsByBook(Layout(position, self._tables, budget=self._budget))
        return self._odds

    def _extended(self, knowledge: Knowledge) -> Reduction:
        """The plain consequences of what is known, from where the last ones end if possible."""
        before = self._knowledge
        if before is None or self._reduction is None or not _extends(knowledge, before):
            reduction = Reduction(knowledge.seats, knowledge.books, knowledge.sizes)
            reduction.add(knowledge.facts)
            return reduction
        self._reduction.add(knowledge.facts[len(before.facts) :])
        return self._reduction


def _extends(knowledge: Knowledge, before: Knowledge) -> bool:
    return (
        knowledge.facts[: len(before.facts)] == before.facts
        and knowledge.books == before.books
        and knowledge.seats == before.seats
        and knowledge.sizes == before.sizes
    )


def count(knowledge: Knowledge, most: float = POSITION) -> Posterior:
    """What one view's knowledge leaves open.

    Args:
        knowledge: the facts.
        most: what an exact answer may cost (``tracker.counting.costs``); beyond it, an estimate.
    """
    return Counter(position_budget(most)).update(knowledge)


def count_deals(knowledge: Knowledge) -> int:
    """The exact number of deals consistent with a view, however long it takes."""
    return count(knowledge, most=2**99).count
