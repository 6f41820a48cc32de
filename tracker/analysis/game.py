"""A game as a value: what each view knew at every moment, worked out once and kept.

Audit, timeline, report and who could prove what are functions over it; so is the report of a page,
which has followed the views already. What takes the solvers of a moment itself, such as judging a
claim, asks for that moment alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isnan
from typing import TypeAlias

from tracker.analysis.view_progress import Progress, measure
from tracker.counting import BEYOND, game_counters
from tracker.errors import UndecidedError
from tracker.game.record import Record
from tracker.game.table import Team
from tracker.inference.follow import Moment, moment_of, views_followed
from tracker.knowledge.views import ViewLike

Followed: TypeAlias = Mapping[str, Sequence[Progress]]
"""What views knew at each moment of a game, by their names."""


class Game:
    """A game in some views, from the deal to the end of its record.

    Args:
        record: the game.
        views: whose, each as ``deduce`` takes it.
        counted: the names of those whose deals are counted.
        strict: whether to end at the first moment at which bits cannot be had.
        followed: what the views knew, where that is worked out already; None: it is not.
    """

    def __init__(
        self,
        record: Record,
        views: Iterable[ViewLike],
        *,
        counted: Collection[str] = (),
        strict: bool = False,
        followed: Followed | None = None,
    ) -> None:
        self.record = record
        self.counters = game_counters()
        """What counts the deals of each view; quickest where moments come in order."""
        self._views = views_followed(record, views)
        self._moments: dict[int, Moment] = {}
        self._counted = counted
        self._strict = strict
        each = (followed or {}).values()
        self._known = [
            dict(zip(followed or (), known, strict=True)) for known in zip(*each, strict=True)
        ]

    def moment(self, at: int) -> Moment:
        """What follows at a moment in each view.

        Raises:
            ContradictionError: where no deal is left for a view.
        """
        if at not in self._moments:
            before = max((number for number in self._moments if number < at), default=at)
            self._moments[at] = moment_of(self.record, self._views, at, self._moments.get(before))
        return self._moments[at]

    def known(self, at: int) -> Mapping[str, Progress]:
        """What each view knows at a moment, by the view's name.

        Raises:
            ContradictionError: where no deal is left for a view by then.
            UndecidedError: where bits cannot be had, if ``strict``.
        """
        for number in range(len(self._known), at + 1):
            self._known.append(self._measured(self.moment(number)))
        return self._known[at]

    def _measured(self, moment: Moment) -> dict[str, Progress]:
        """What each view knows at a moment."""
        known = {
            view: measure(deduction, self.counters[view] if view in self._counted else None)
            for view, deduction in moment.deductions.items()
        }
        unknown = [view for view in self._counted if isnan(known[view].bits)]
        if self._strict and unknown and not moment.state.is_partial:
            raise UndecidedError(BEYOND)
        return known

    def moments_proven(self, book: str, team: Team, view: str, end: int | None = None) -> list[int]:
        """The moments at which a view could prove a half-suit for a team, in order.

        A view is asked about each team that all its seats belong to; where a claim may name the
        other team, about both.

        Args:
            book: the half-suit.
            team: the team.
            view: the name of a view.
            end: up to that many events; None: all.
        """
        each = map(self.known, range(self.record.moment(end) + 1))
        return [at for at, of in enumerate(each) if view in of and (book, team) in of[view].proven]
