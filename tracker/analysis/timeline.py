"""The timeline: how much a view knows at a moment, and what each event told each view.

Beside that stands what the moment was worth in everyone's eyes, which is an estimate
(``tracker.analysis.equity``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import isnan
from typing import Final, TypeAlias

from tracker.analysis.auditor import Audit, audit_of, chairs
from tracker.analysis.curve import CurvePoint, curve_point
from tracker.analysis.each_filling import answered, first_section
from tracker.analysis.equity import Outlooks
from tracker.analysis.game import Game
from tracker.analysis.knows import Knows, asked_views, knows_of
from tracker.analysis.view_progress import Gain, gain
from tracker.answers import (
    KEY,
    MOMENT,
    OPTIONAL,
    SHARED,
    Answer,
    Case,
    cases_of,
    json_keys,
)
from tracker.game.cards import Card
from tracker.game.events import Event, Seat
from tracker.game.record import Record
from tracker.inference.hands import known_views, view_of
from tracker.knowledge.facts import Between
from tracker.knowledge.views import View, ViewLike

# -- what each event told -------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """What an event told each view in one of several ways to fill the gaps of a record."""

    bits: Mapping[str, float | Between | None]
    """None where they are not known."""
    placed: Mapping[str, tuple[Card, ...]]


def _told(event: TimelineEvent) -> Told:
    """What an event told each view; floats that only rounding tells apart are the same."""
    bits = {view: gain.least for view, gain in event.gains.items()}
    return Told(
        {view: None if isnan(number) else round(number, 9) for view, number in bits.items()},
        {view: tuple(gain.placed) for view, gain in event.gains.items()},
    )


@json_keys(
    "event=number",
    "text=event",
    "value",
    "wins",
    "bits",
    "exact",
    "forced",
    "placed",
    "proven",
    "cases",
)
@dataclass(frozen=True)
class TimelineEvent:
    """What an event told each view."""

    number: int = field(metadata=KEY)
    event: Event
    gains: Mapping[str, Gain] = field(metadata=SHARED)
    """What each view learnt from it, by the view's name; of cards what a gap decides is left
    out."""
    cases: tuple[Case[Told], ...] | None = field(default=None, metadata=OPTIONAL | cases_of(_told))
    """Where that depends on gaps: how it was in each case."""
    value: float | Between | None = None
    """The final margin that the team of the first seat can expect after it, in everyone's eyes: an
    estimate. None where the deals cannot be counted."""
    wins: float | Between | None = None
    """The chance of that team to win, likewise."""

    @property
    def weight(self) -> float:
        """The bits that all views learnt from it, added up, as far as they are known."""
        return sum(gain.least for gain in self.gains.values() if not isnan(gain.least))

    @property
    def inferred(self) -> Mapping[str, Mapping[Card, Seat]]:
        """For each view, the cards that it placed without moving or showing them for all to see."""
        return {view: gain.inferred for view, gain in self.gains.items()}

    @property
    def deductions(self) -> int:
        """How many cards all views could infer from it, added up."""
        return sum(map(len, self.inferred.values()))


Statements: TypeAlias = Iterable[tuple[Event, int, int]]
"""The events of a record as it is written, each with the moments of a game that it lies between: in
a way to fill gaps several events may stand for one."""


def written(record: Record, moments: Sequence[int]) -> Statements:
    """The statements of a record, by the moments that its own are in a way to fill its gaps."""
    return [(event, *ends) for event, ends in zip(record.events, pairwise(moments), strict=False)]


MOST_TURNING_POINTS: Final = 5
"""So many events are turning points."""


@json_keys("start", "events", "turning_points", "*=undecided")
@dataclass(frozen=True, repr=False)
class Timeline(Answer):
    """What each event of a whole game told some views.

    Keys:
        start: By view, the bits at the deal.
        events.bits, events.exact: By view, the drop in bits, and whether it comes from exact
            counts.
        events.forced, events.placed: By view, how many cards became certain, those that moved or
            were shown included, and which.
        events.proven: By view, the claims that became proven, as ``book`` and ``team``.
        events.cases: Only where gaps decide it: how it is in each case: ``bits``, ``placed``,
            ``when``.
        events.value, events.wins: The final margin in points that is expected then for the team of
            the first seat, and its chance to win, in everyone's eyes; null where deals cannot be
            counted.
        turning_points: The five events from which most could be inferred.
        undecided_from: Only past too many gaps: from this event on all is null.
    """

    record: Record
    start: Mapping[str, float | Between] = field(metadata=SHARED)
    """Bits (log2 of the number of deals) of each view at the deal; the fewest and the most where a
    gap decides them."""
    events: tuple[TimelineEvent, ...]
    decided: int | None = field(default=None, metadata=MOMENT)
    """How many events are told of, where the rest is undecided, as there are too many ways to fill
    the gaps; None: all."""

    def of(self, views: Iterable[str]) -> Timeline:
        """What each event told some of the views."""
        names = tuple(views)
        events = (
            replace(event, gains={view: event.gains[view] for view in names})
            for event in self.events
        )
        start = {view: self.start[view] for view in names}
        return replace(self, start=start, events=tuple(events))

    def turning_points(self) -> tuple[TimelineEvent, ...]:
        """The events from which most could be inferred, in the order of the game.

        The number of cards that views could infer counts first, then the bits that they learnt.
        """
        by_weight = sorted(
            self.events[: self.decided], key=lambda event: (-event.deductions, -event.weight)
        )
        return tuple(sorted(by_weight[:MOST_TURNING_POINTS], key=lambda event: event.number))


def timeline(record: Record, *, views: Iterable[ViewLike] | None = None) -> Timeline:
    """What each event of a record told each view.

    Args:
        record: the game.
        views: whose, each as ``deduce`` takes it; None: ``known_views``.

    Raises:
        RecordError: for a view that the record does not have.
        MissingHandError: where a view's dealt hand is not known.
        ContradictionError: where no deal fits.
        UndecidedError: where no honest number of deals could be had of a record without gaps.

    The players were there: where gaps can be filled in several ways, each view is asked in each of
    them. What is the same in all is said; bits that differ have a lowest and a highest value.
    """
    wanted = None if views is None else tuple(views)
    return answered(
        record,
        lambda way, moments: timeline_of_moves(way, wanted, written(way, moments)),
        in_each=lambda way, moments: timeline_of_moves(way, wanted, written(record, moments)),
    )


def timeline_of_moves(
    record: Record, views: Iterable[ViewLike] | None, statements: Statements
) -> Timeline:
    """The timeline of a record without gaps.

    Args:
        record: the game.
        views: whose; None: ``known_views``.
        statements: what is told of.
    """
    wanted = known_views(record) if views is None else tuple(views)
    names = dict.fromkeys(view_of(record, view).name for view in wanted)
    game = Game(record, wanted, counted=names, strict=True)
    positions = Outlooks(record, counters=game.counters)
    curve = []
    for at in range(len(record.events) + 1):
        curve.append(curve_point(positions, at))
        game.known(at)
    return with_values(timeline_of(game, names, statements), curve)


def with_values(timeline: Timeline, curve: Iterable[CurvePoint | None]) -> Timeline:
    """A timeline of moves, with what each moment was worth."""
    points = {point.event: point for point in curve if point is not None}
    events = tuple(
        replace(event, value=points[event.number].value, wins=points[event.number].wins)
        if event.number in points
        else event
        for event in timeline.events
    )
    return replace(timeline, events=events)


def timeline_of(game: Game, views: Iterable[str], statements: Statements) -> Timeline:
    """The timeline of a game in some of its views.

    Bits are NaN where they were not counted, or no honest number of deals could be had.

    Args:
        game: the game.
        views: their names.
        statements: what is told of.
    """
    names = tuple(views)
    events = [
        TimelineEvent(
            number,
            event,
            {view: gain(game.known(start)[view], game.known(end)[view]) for view in names},
        )
        for number, (event, start, end) in enumerate(statements, 1)
    ]
    bits = {view: game.known(0)[view].bits for view in names}
    return Timeline(game.record, bits, tuple(events), decided=first_section(game.record))


# -- a whole game in one go -----------------------------------------------------------------------


@dataclass(frozen=True)
class WholeGame:
    """All that the analyses say of a game."""

    audit: Audit
    knows: Knows
    timeline: Timeline
    """In the ``known_views``. Bits are NaN where no honest number could be had."""


def whole_game(
    record: Record,
    *,
    chances: bool = True,
    counted: bool = True,
    goes_on: Callable[[], object] = bool,
) -> WholeGame:
    """What ``audit``, ``knows`` and ``timeline`` say of a game.

    Each of the three follows a game in many views. Here the game is followed only once.

    Args:
        record: the game.
        chances: whether to work out the chance of every ask.
        counted: whether to count deals; else bits are NaN.
        goes_on: called at every moment of the game; may raise to end the work.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    names = [view.name for view in known_views(record)]
    end = len(record.events)
    game = Game(record, all_views(record), counted=names if counted else ())
    judged = audit_of(game, chances=chances, goes_on=goes_on)
    told = timeline_of(game, names, written(record, range(end + 1)))
    return WholeGame(judged, knows_of(game, end), told)


def all_views(record: Record) -> Collection[View]:
    """The views in which a game is followed for all that the analyses say of it."""
    return dict.fromkeys((*asked_views(record), *chairs(record)))
