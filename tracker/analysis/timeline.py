"""The timeline: what each event told each view.

An event's *bits* for a view are the drop in log2 of the number of deals the view could still think
possible: one bit halves them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from tracker.analysis.audit import Audit, Auditor
from tracker.analysis.entropy import Gain, Progress, ProgressMeter, gain, require_bits
from tracker.analysis.knows import Knows, KnowsCollector, asked_views
from tracker.answers import Answer
from tracker.counting import game_budget
from tracker.game.cards import Card
from tracker.game.events import Ask, Award, Claim, Event, Give, Seat, Show
from tracker.game.record import Record
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_views
from tracker.knowledge.views import ViewLike


@dataclass(frozen=True)
class Told:
    """What an event told each view."""

    number: int
    event: Event
    gains: Mapping[str, Gain]
    """By the name of the view."""

    @property
    def weight(self) -> float:
        """Bits, over all views."""
        return sum(gain.bits for gain in self.gains.values())

    @property
    def inferred(self) -> Mapping[str, Mapping[Card, Seat]]:
        """By view: the cards that it placed beyond those that it moved or showed for all to see."""
        seen = cards_seen(self.event)
        return {
            view: {card: seat for card, seat in gain.placed.items() if card not in seen}
            for view, gain in self.gains.items()
        }

    @property
    def deductions(self) -> int:
        """How many cards it let views infer, over all of them."""
        return sum(map(len, self.inferred.values()))


def cards_seen(event: Event) -> frozenset[Card]:
    """The cards that an event moves or shows for all to see."""
    match event:
        case Ask(card=card, answer="yes" | "surrender") | Give(card=card):
            return frozenset([card])
        case Show(cards=cards):
            return frozenset(cards)
        case Claim(shown=tuple(shown)) | Award(shown=tuple(shown)):
            return frozenset(card for card, _ in shown)
        case _:
            return frozenset()


@dataclass(frozen=True, repr=False)
class Timeline(Answer):
    """What each event of a whole game told some views."""

    record: Record
    start: Mapping[str, float]
    """Bits (log2 of the number of deals) of each view at the deal."""
    events: tuple[Told, ...]

    def turning_points(self, most: int = 5) -> tuple[Told, ...]:
        """The events from which most could be inferred, in the order of the game.

        What an event let views place beyond the cards that moved in view counts first, then the
        bits that it told.
        """
        heaviest = sorted(self.events, key=lambda told: (-told.deductions, -told.weight))[:most]
        return tuple(sorted(heaviest, key=lambda told: told.number))


def timeline(record: Record, *, views: Iterable[ViewLike] | None = None) -> Timeline:
    """What each event of a record told each view.

    Args:
        record: the game.
        views: whose, each as ``deduce`` takes it; none: ``known_views``.

    Raises:
        RecordError: for a view that the record does not have.
        MissingHandError: where a view's dealt hand is not known.
        ContradictionError: where no deal fits.
        UndecidedError: where no honest number of deals could be had.
    """
    measurer = Measurer(record)
    for moment in follow(record, known_views(record) if views is None else views):
        measurer.look(moment)
        for progress in measurer.latest.values():
            require_bits(progress)
    return measurer.timeline()


class Measurer:
    """Goes through a game once, and measures what each event told some views.

    Args:
        record: the game.
        views: their names; none: all that are followed.
    """

    def __init__(self, record: Record, views: Collection[str] | None = None) -> None:
        self._record = record
        self._views = views
        meter = partial(ProgressMeter, game_budget())
        self.meters: dict[str, ProgressMeter] = defaultdict(meter)
        """What measures each view."""
        self.latest: dict[str, Progress] = {}
        """How far each view has come at the last moment taken in."""
        self._start: dict[str, float] = {}
        self._gains: list[dict[str, Gain]] = []

    def look(self, moment: Moment) -> None:
        """Take in a moment."""
        before, self.latest = (
            self.latest,
            {
                view: self.meters[view].measure(deduction)
                for view, deduction in moment.deductions.items()
                if self._views is None or view in self._views
            },
        )
        if before:
            self._gains.append({view: gain(before[view], now) for view, now in self.latest.items()})
        else:
            self._start = {view: progress.bits for view, progress in self.latest.items()}

    def timeline(self) -> Timeline:
        """What was found, once every moment has been taken in.

        Bits are not a number where no honest number of deals could be had.
        """
        told = zip(self._record.events, self._gains, strict=True)
        return Timeline(
            self._record,
            self._start,
            tuple(Told(number, event, gains) for number, (event, gains) in enumerate(told, 1)),
        )


# -- a whole game in one go: the audit, who could prove what, and what each -----------------------
#
# A whole game in one go: the audit, who could prove what, and what each event told whom.
#
# Each of the three follows a game through many views. Together they need them only once.


@dataclass(frozen=True)
class WholeGame:
    """All that the analyses say of a game."""

    audit: Audit
    knows: Knows
    timeline: Timeline
    """In the ``known_views``. Bits are not a number where no honest number could be had."""


def whole_game(
    record: Record,
    *,
    chances: bool = True,
    measured: Timeline | None = None,
    strict: bool = False,
    goes_on: Callable[[], object] = bool,
) -> WholeGame:
    """What ``audit``, ``knows`` and ``timeline`` say of a game, which is followed once.

    Args:
        record: the game.
        chances: whether to work out the chance of every ask.
        measured: its timeline in the ``known_views``, where it is worked out already.
        strict: whether to end at the first moment at which bits cannot be had.
        goes_on: called at every moment of the game; may raise to end the work.

    Raises:
        ContradictionError: where no deal fits the record.
        UndecidedError: as ``strict`` has it.
    """
    asked = asked_views(record)
    names = () if measured else [view.name for view in known_views(record)]
    measurer = Measurer(record, names)
    auditor = Auditor(record, chances=chances, meters=None if measured else measurer.meters)
    collector = KnowsCollector(record, asked)
    for moment in follow(record, dict.fromkeys((*asked, *auditor.views.values()))):
        goes_on()
        # First, as the odds of an ask give the number of deals, but not the other way round.
        auditor.look(moment)
        measurer.look(moment)
        for progress in measurer.latest.values() if strict else ():
            require_bits(progress)
        collector.look(moment)
    return WholeGame(
        auditor.found(), collector.found(len(record.events)), measured or measurer.timeline()
    )
