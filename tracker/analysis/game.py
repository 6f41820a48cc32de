"""A game as a value: what each view knew at every moment, worked out in one pass and kept.

Audit, timeline, report and who could prove what are functions over it. What takes the solvers and
the counts of a moment itself, such as judging the move that comes next, is asked during the pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isnan
from typing import Final, Generic, TypeVar

from tracker.analysis.view_progress import Progress, measure
from tracker.counting import BEYOND, Counter
from tracker.errors import UndecidedError
from tracker.game.record import Record
from tracker.game.table import Team
from tracker.inference.follow import Moment, follow
from tracker.knowledge.views import ViewLike

Told = TypeVar("Told", covariant=True)
NOT_COUNTED: Final[Mapping[str, Counter]] = {}
"""Of no view the deals are counted."""


@dataclass(frozen=True)
class Game(Generic[Told]):
    """A game in some views, from the deal to the end of its record."""

    record: Record
    moments: tuple[Mapping[str, Progress], ...]
    """What each view knew at the deal and after each event, by the view's name."""
    told: tuple[Told, ...]
    """What was asked at the moments, in their order."""

    def moments_proven(self, book: str, team: Team, view: str) -> list[int]:
        """The moments at which a view could prove a half-suit for a team, in order.

        A view is asked about each team that all its seats belong to; where a claim may name the
        other team, about both.
        """
        return [
            at
            for at, known in enumerate(self.moments)
            if view in known and (book, team) in known[view].proven
        ]


def played_through(
    record: Record,
    views: Iterable[ViewLike],
    ask: Callable[[Moment], Iterable[Told]],
    *,
    counted: Mapping[str, Counter] = NOT_COUNTED,
    strict: bool = False,
) -> Game[Told]:
    """Follow a game in some views, once.

    Args:
        record: the game.
        views: whose, each as ``deduce`` takes it.
        ask: asked at each moment, before its deals are counted: the odds of an ask give the number
            of deals, but not the other way round.
        counted: what counts the deals of each view whose deals are counted, by its name.
        strict: whether to end at the first moment at which bits cannot be had.

    Raises:
        ContradictionError: where no deal fits the record.
        UndecidedError: where bits cannot be had, if ``strict``.
    """
    moments: list[Mapping[str, Progress]] = []
    told: list[Told] = []
    for moment in follow(record, views=views):
        told += ask(moment)
        known = {
            view: measure(deduction, counted.get(view))
            for view, deduction in moment.deductions.items()
        }
        if strict and not moment.state.section and any(isnan(known[view].bits) for view in counted):
            raise UndecidedError(BEYOND)
        moments.append(known)
    return Game(record, tuple(moments), tuple(told))
