"""Counting along a game: a view's knowledge grows, and only what an event touches is done again.

A ``Counter`` keeps the plain consequences of the facts it has seen. Where new knowledge has more
facts after the same ones, it goes on from there; else it starts anew. An event that tells the view
nothing, as more than half of them do, leaves the position and all that was computed of it as it is.
Tables are kept by what is open of a half-suit, from one position to the next, so only half-suits
that the new facts touch are tabulated again.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Final

from tracker.budget import Budget
from tracker.counting.engine import Engine, TableCache, position_budget
from tracker.counting.half_suit_odds import PositionOdds
from tracker.counting.open_deal import HandWeights, OpenDeal, weighed
from tracker.counting.plain_engine import PlainEngine
from tracker.counting.posterior import Posterior
from tracker.counting.reduction import Reduction
from tracker.knowledge.facts import Knowledge

MOST_COUNTS: Final = 400
"""So many sets of deals are counted to count each deal once; beyond that, the number is unknown."""


class Counter:
    """Counts the deals of one view, moment after moment.

    Args:
        budget: what counting may cost; None: each position may cost ``POSITION``. Beyond it, there
            are estimates.
        forgets: whether tables of half-suits are forgotten that two positions running did not need;
            else those of all positions are kept.
        engine: what counts; None: the fast engine where NumPy can be imported, else the plain one.
        weights: what deals weigh; without any, each weighs 1.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        forgets: bool = True,
        engine: type[Engine] | None = None,
        weights: Sequence[HandWeights] = (),
    ) -> None:
        self._budget = budget or position_budget()
        self._cache = TableCache(forgets=forgets)
        self._engine = engine
        self._knowledge: Knowledge | None = None
        self._reduction: Reduction | None = None
        self._odds: PositionOdds | None = None
        self._posterior: Posterior | None = None
        self._weights = weights

    def fork(self) -> Counter:
        """Another counter that goes on from here, with the same tables and budget."""
        other = copy(self)
        if self._reduction is not None:
            other._reduction = self._reduction.copy()
        other._cache = self._cache.fork()
        return other

    def update(self, knowledge: Knowledge) -> Posterior:
        """What the knowledge leaves open.

        Args:
            knowledge: any; quickest where it is the last one with more facts.
        """
        if self._posterior is None or knowledge is not self._knowledge:
            before = self._reduction
            self._reduction = self._extended(knowledge)
            self._knowledge = knowledge
            position = self._reduction.position
            odds = self._odds_of(
                position and weighed(position, self._weights), more=self._reduction is before
            )
            self._posterior = Posterior(knowledge, odds)
        return self._posterior

    def _odds_of(self, position: OpenDeal | None, *, more: bool) -> PositionOdds | None:
        """The odds of a position: those of the last one, where it is the same.

        Args:
            position: what is open; None where no deal is left.
            more: whether facts were only added to those of the last position.
        """
        if position is None:
            return None
        if self._odds is None or position != self._odds.engine.position:
            self._cache.move_on(more=more)
            engine = self._engine or best_engine()
            self._odds = PositionOdds(engine(position, self._budget, self._cache))
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


@cache
def best_engine() -> type[Engine]:
    """The fast engine where NumPy can be imported, else the plain one.

    This is the one door to NumPy: nothing else imports the fast engine, and nothing but the fast
    engine imports NumPy.
    """
    try:
        from tracker.counting.fast.fast_engine import FastEngine
    except ImportError:
        return PlainEngine
    return FastEngine


def count(
    knowledge: Knowledge, most: float | None = None, weights: Sequence[HandWeights] = ()
) -> Posterior:
    """What one view's knowledge leaves open.

    Args:
        knowledge: the facts.
        most: what an exact answer may cost (``tracker.counting.engine``); beyond it, an estimate.
        weights: what deals weigh; without any, each weighs 1.
    """
    return Counter(position_budget(most), weights=weights).update(knowledge)


def count_deals(knowledge: Knowledge) -> int:
    """The exact number of deals consistent with a view, however long it takes."""
    return count(knowledge, most=2**99).count


def count_together(known: Sequence[Knowledge]) -> int | None:
    """How many deals are consistent with at least one of several kinds of knowledge.

    By inclusion and exclusion: the deals of each, less those of each two, and so on. Mostly two
    completions have no deal in common, and all that contain both need not be looked at.

    Returns:
        None where exact counting is beyond its budget, or too many sets would have to be counted.
    """
    left = MOST_COUNTS

    def together(chosen: Knowledge, rest: Sequence[Knowledge]) -> int | None:
        """The deals of ``chosen``, less those that it has in common with any of the rest."""
        nonlocal left
        left -= 1
        if chosen.impossible:
            return 0
        posterior = count(chosen) if left >= 0 else None
        if posterior is None or posterior.status == "unknown" or not posterior.exact:
            return None
        total = posterior.count
        for place, other in enumerate(rest if total else ()):
            shared = together(chosen.with_facts(other.facts), rest[place + 1 :])
            if shared is None:
                return None
            total -= shared
        return total

    sums = [together(part, known[place + 1 :]) for place, part in enumerate(known)]
    return None if None in sums else sum(filter(None, sums))
