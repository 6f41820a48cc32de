"""The timeline: how much a view knows at a moment, and what each event told each view.

Beside that stands what the moment was worth in everyone's eyes, which is an estimate
(``tracker.analysis.equity``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import isnan, nan
from typing import TYPE_CHECKING, Final

from tracker.analysis.auditor import Audit, Auditor
from tracker.analysis.curve import CurvePoint, curve_point
from tracker.analysis.each_filling import Filled, answered, first_section
from tracker.analysis.equity import Outlooks
from tracker.analysis.knows import Knows, ProofLog, asked_views
from tracker.analysis.view_progress import BookOfTeam, Gain, Progress, gain, measure, require_bits
from tracker.answers import OPTIONAL, Answer, When, json_keys
from tracker.counting import Counter, game_counters
from tracker.game.cards import Card
from tracker.game.events import Ask, Event, Gap, Holdings, Now, Seat, cards_in
from tracker.game.record import Record
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_views
from tracker.knowledge.facts import Between, span
from tracker.knowledge.views import ViewLike

if TYPE_CHECKING:  # most records have no gaps
    from tracker.inference.completions import Completion

# -- what each event told -------------------------------------------------------------------------


@dataclass(frozen=True)
class GainCase:
    """What an event told each view in one of several ways to fill the gaps of a record."""

    bits: Mapping[str, float]
    placed: Mapping[str, tuple[Card, ...]]
    when: When


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

    number: int
    event: Event
    gains: Mapping[str, Gain]
    """What each view learnt from it, by the view's name; what a gap decides is left out."""
    cases: tuple[GainCase, ...] | None = field(default=None, metadata=OPTIONAL)
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
        seen = cards_seen(self.event)
        return {
            view: {card: seat for card, seat in gain.placed.items() if card not in seen}
            for view, gain in self.gains.items()
        }

    @property
    def deductions(self) -> int:
        """How many cards all views could infer from it, added up."""
        return sum(map(len, self.inferred.values()))


def cards_seen(event: Event) -> frozenset[Card]:
    """The cards that an event moves or shows for all to see.

    They are those that it names and, of a claim or an award, those that were shown. Only an ask
    that is refused names a card that does not move, and only a hand that somebody remembers
    (``now``) names cards that nobody else saw.
    """
    if isinstance(event, Now) or (isinstance(event, Ask) and event.answer == "no"):
        return frozenset()
    if isinstance(event, Gap):
        refused = event.of is Ask and event.value("answer") == "no"
        return frozenset() if refused else frozenset(_cards_named(event))
    shown: Holdings = getattr(event, "shown", None) or ()
    return frozenset([*cards_in(event), *(card for card, _ in shown)])


def _cards_named(gap: Gap) -> Iterator[Card]:
    """The cards that a half-forgotten statement names for certain."""
    for value in gap.values:
        for part in value if isinstance(value, tuple) else (value,):
            card = part[0] if isinstance(part, tuple) else part
            if isinstance(card, str):
                yield card


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
        events.forced, events.placed: By view, how many cards became certain beyond those that
            moved, and which.
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
    start: Mapping[str, float]
    """Bits (log2 of the number of deals) of each view at the deal."""
    events: tuple[TimelineEvent, ...]
    start_between: Mapping[str, Between] = field(default_factory=dict)
    """The fewest and the most bits at the deal, for the views for which a gap decides them."""
    decided: int | None = None
    """How many events are told of, where the rest is undecided, as there are too many ways to fill
    the gaps; None: all."""

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
        plain=partial(timeline_of_moves, views=wanted),
        each=lambda filled: timeline_as_written(
            timeline_of_moves(filled.record, views=wanted), filled, record
        ),
        merged=partial(merged_timelines, record),
    )


def timeline_of_moves(record: Record, *, views: Iterable[ViewLike] | None = None) -> Timeline:
    """The timeline of a record without gaps."""
    measurer = Measurer(record, strict=True)
    positions = Outlooks(record, counters=measurer.counters)
    curve = []
    for moment in follow(record, views=known_views(record) if views is None else views):
        measurer.look(moment)
        curve.append(curve_point(positions, moment.state.at))
    return with_values(measurer.timeline(), curve)


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


class Measurer:
    """Goes through a game once, and measures what each event told some views.

    Args:
        record: the game.
        views: their names; None: all that are followed.
        strict: whether to end at the first moment at which bits cannot be had.
    """

    def __init__(
        self, record: Record, views: Collection[str] | None = None, *, strict: bool = False
    ) -> None:
        self._record = record
        self._views = views
        self._strict = strict
        self.counters: Mapping[str, Counter] = game_counters()
        """What counts the deals of each view."""
        self._latest: dict[str, Progress] = {}
        self._start: dict[str, float] = {}
        self._gains: list[dict[str, Gain]] = []

    def look(self, moment: Moment) -> None:
        """Take in a moment.

        Raises:
            UndecidedError: where bits cannot be had, if ``strict``.
        """
        before = self._latest
        self._latest = {
            view: measure(deduction, self.counters[view])
            for view, deduction in moment.deductions.items()
            if self._views is None or view in self._views
        }
        if moment.state.at:
            gains = {view: gain(before[view], now) for view, now in self._latest.items()}
            self._gains.append(gains)
        else:
            self._start = {view: progress.bits for view, progress in self._latest.items()}
        for progress in self._latest.values() if self._strict and not moment.state.section else ():
            require_bits(progress)

    def timeline(self) -> Timeline:
        """The timeline, once every moment has been taken in.

        Bits are NaN where no honest number of deals could be had.
        """
        gains = enumerate(zip(self._record.events, self._gains, strict=True), 1)
        events = tuple(TimelineEvent(number, event, by_view) for number, (event, by_view) in gains)
        decided = first_section(self._record)
        return Timeline(self._record, self._start, events, decided=decided)


def unmeasured(record: Record) -> Timeline:
    """The timeline of a record in the ``known_views`` in which no bits were counted."""
    unknown = Gain(nan, nan, exact=False, placed={}, unplaced=(), proven={}, unproven=())
    names = [view.name for view in known_views(record)]
    gains = dict.fromkeys(names, unknown)
    events = enumerate(record.events, 1)
    uncounted = tuple(TimelineEvent(number, event, gains) for number, event in events)
    return Timeline(record, dict.fromkeys(names, nan), uncounted)


# -- across gaps ----------------------------------------------------------------------------------


def timeline_as_written(answer: Timeline, completion: Completion, record: Record) -> Timeline:
    """The timeline of a completion, event by event of the record with gaps."""
    ends = completion.positions
    events = tuple(
        TimelineEvent(
            number,
            event,
            {
                view: joined([each.gains[view] for each in answer.events[start:end]], answer, view)
                for view in answer.start
            },
            value=answer.events[end - 1].value if end else None,
            wins=answer.events[end - 1].wins if end else None,
        )
        for number, (event, start, end) in enumerate(
            zip(record.events, ends, ends[1:], strict=False), start=1
        )
    )
    decided = answer.decided
    if decided is not None:
        decided = completion.original(decided + 1) - 1
    return Timeline(record, answer.start, events, decided=decided)


def joined(gains: Sequence[Gain], answer: Timeline, view: str) -> Gain:
    """What a view learnt from several events in a row, as from one."""
    if len(gains) == 1:
        return gains[0]
    placed: dict[Card, Seat] = {}
    proven: dict[BookOfTeam, Holdings] = {}
    for each in gains:
        placed = {c: s for c, s in placed.items() if c not in each.unplaced} | {**each.placed}
        proven = {c: n for c, n in proven.items() if c not in each.unproven} | {**each.proven}
    unplaced = (card for each in gains for card in each.unplaced if card not in placed)
    unproven = (claim for each in gains for claim in each.unproven if claim not in proven)
    return Gain(
        bits=sum(each.bits for each in gains),
        left=gains[-1].left if gains else answer.start[view],
        exact=all(each.exact for each in gains),
        placed=placed,
        unplaced=tuple(dict.fromkeys(unplaced)),
        proven=proven,
        unproven=tuple(dict.fromkeys(unproven)),
    )


def merged_timelines(record: Record, filled: Filled[Timeline]) -> Timeline:
    """The timelines of all completions as one, for the views that are known in each of them."""
    each = filled.answers
    views = [view for view in each[0].start if all(view in answer.start for answer in each)]
    starts = {view: span([answer.start[view] for answer in each]) for view in views}
    return Timeline(
        record,
        {view: _or_nan(bits) for view, bits in starts.items()},
        tuple(
            _merged_event(filled, [answer.events[place] for answer in each], views)
            for place in range(len(record.events))
        ),
        {view: bits for view, bits in starts.items() if isinstance(bits, Between)},
        min((answer.decided for answer in each if answer.decided is not None), default=None),
    )


def _or_nan(bits: float | Between | None) -> float:
    """The bits, where they are the same over all completions; else NaN."""
    return nan if bits is None or isinstance(bits, Between) else bits


def _merged_event(
    filled: Filled[Timeline], each: Sequence[TimelineEvent], views: Sequence[str]
) -> TimelineEvent:
    """What an event told some views, over all completions."""
    kinds = [
        tuple(
            (view, round(entry.gains[view].bits, 9), tuple(entry.gains[view].placed))
            for view in views
        )
        for entry in each
    ]
    cases = None
    if len(set(kinds)) > 1:
        cases = tuple(
            GainCase(
                {view: bits for view, bits, _ in case.value},
                {view: cards for view, _, cards in case.value},
                case.when,
            )
            for case in filled.which_way(kinds)
        )
    gains = {view: _merged_gain([entry.gains[view] for entry in each]) for view in views}
    value, wins = span(entry.value for entry in each), span(entry.wins for entry in each)
    return TimelineEvent(each[0].number, each[0].event, gains, cases, value, wins)


def _merged_gain(gains: Sequence[Gain]) -> Gain:
    """What a view learnt from an event, over all completions: what is so in each."""
    bits, left = span([each.bits for each in gains]), span([each.left for each in gains])
    first = gains[0]
    return Gain(
        bits=_or_nan(bits),
        left=_or_nan(left),
        exact=all(each.exact for each in gains),
        placed={
            card: seat
            for card, seat in first.placed.items()
            if all(each.placed.get(card) == seat for each in gains)
        },
        unplaced=tuple(c for c in first.unplaced if all(c in each.unplaced for each in gains)),
        proven={
            claim: naming
            for claim, naming in first.proven.items()
            if all(each.proven.get(claim) == naming for each in gains)
        },
        unproven=tuple(c for c in first.unproven if all(c in each.unproven for each in gains)),
        between=bits if isinstance(bits, Between) else None,
        left_between=left if isinstance(left, Between) else None,
    )


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
    measured: Timeline | None = None,
    strict: bool = False,
    every: bool = False,
    goes_on: Callable[[], object] = bool,
) -> WholeGame:
    """What ``audit``, ``knows`` and ``timeline`` say of a game.

    Each of the three follows a game in many views. Here the game is followed only once.

    Args:
        record: the game.
        chances: whether to work out the chance of every ask.
        measured: its timeline in the ``known_views``, where it is worked out already.
        strict: whether to end at the first moment at which bits cannot be had.
        every: whether half-suits are listed that nobody ever could prove, too.
        goes_on: called at every moment of the game; may raise to end the work.

    Raises:
        ContradictionError: where no deal fits the record.
        UndecidedError: where bits cannot be had, if ``strict``.
    """
    asked = asked_views(record)
    names = () if measured else [view.name for view in known_views(record)]
    measurer = Measurer(record, names, strict=strict)
    proofs = ProofLog(record, asked)
    counters = None if measured else measurer.counters
    auditor = Auditor(record, chances=chances, proofs=proofs, counters=counters)
    for moment in follow(record, views=dict.fromkeys((*asked, *auditor.views.values()))):
        goes_on()
        # First, as the odds of an ask give the number of deals, but not the other way round.
        auditor.look(moment)
        measurer.look(moment)
    end = len(record.events)
    return WholeGame(
        auditor.audit(), proofs.knows(end, every=every), measured or measurer.timeline()
    )
