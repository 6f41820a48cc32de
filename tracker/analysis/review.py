"""The review of a game: what its moves were worth, and which of them were mistakes.

Every ask and claim of a player whose dealt hand is known is a *decision*, judged from that player's
chair. Its options are every legal ask, and every claim that is legal then, by its likeliest naming.
The *error* is the value of the best option less that of what was done, in points. It is an estimate
(``tracker.analysis.equity``). So a decision is called a mistake only where a reason stands beside
the error that is exact: a proof, or a chance counted over all deals (rules, "Judging a game").
Who has nothing better was *forced*, and is never blamed.

A teammate who lets the moment for a proven claim pass decides, too: to stay silent. What that was
worth is judged in the eyes of who could have claimed.

*Luck* is what the answer to an ask added. The *curve* is the value of each moment in everyone's
eyes, for the team of the first seat.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Final, Literal, TypeAlias, TypeVar

from tracker.analysis.audit import audit
from tracker.analysis.auditor import Audit, Missed
from tracker.analysis.curve import CurvePoint, curve_point
from tracker.analysis.each_filling import only_completion
from tracker.analysis.equity import Outlook, Outlooks, is_owned, next_seats
from tracker.analysis.game import Followed
from tracker.analysis.move_options import MoveOption, Options, after_claim, best_first
from tracker.analysis.result import Result, game_result
from tracker.answers import Answer, Brief, Depends, InSteps, certain, json_keys
from tracker.errors import UndecidedError
from tracker.game.claimants import may_wait
from tracker.game.events import Ask, Claim, Seat
from tracker.game.legality import is_legal
from tracker.game.record import Record, require_record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.knowledge.facts import ROUNDING
from tracker.messages import require_kind

DOUBTFUL: Final = 0.25
"""An error of so many points is a doubtful move, if there is a reason, …"""
GRAVE: Final = 0.5
"""… and one of so many a grave mistake."""
SAFE: Final = 0.8
"""A game is decided once the winner's chance stays above that."""
EVEN: Final = 0.5
"""It has turned where the winner's chance was below that."""
FIRST: Final = 4
"""So many moments are told on one screen."""

Reason: TypeAlias = Literal[
    "proven-claim-withheld",
    "sure-card-passed-up",
    "could-not-hit",
    "unlikely-ask",
    "worse-naming",
    "needless-guess",
    "rollouts",
]
"""Why a move was a mistake."""


@json_keys("event", "seat", "grade", "error", "reason", "why", "chosen", "better=best", "also")
@dataclass(frozen=True, repr=False)
class Decision(Brief):
    """What a player did, beside what they could have done; with a reason, it was a mistake."""

    event: int
    seat: Seat
    chosen: MoveOption | None
    """None: the player let the moment for a claim pass."""
    value: float
    """Of what was done."""
    options: tuple[MoveOption, ...]
    """The best first, what was done included; of a moment let pass, the claim."""
    luck: float | None = None
    """What the answer to an ask added; None for what is no ask."""
    could_wait: bool = False
    """Of a claim: whether it need not be made, and no opponent could get at the half-suit."""
    why: Reason | None = None
    """Why it was a mistake; None: there is no exact reason to call it one."""
    also: tuple[int, ...] = ()
    """Other events at which the same was passed up."""

    @property
    def best(self) -> MoveOption:
        """The best option."""
        return self.options[0]

    @property
    def other(self) -> MoveOption | None:
        """The best option that is not what was done; None: there was none."""
        return next((option for option in self.options if option is not self.chosen), None)

    @property
    def error(self) -> float:
        """What was given away, in points; 0 where nothing was better."""
        return max(self.best.value - self.value, 0.0)

    @property
    def grade(self) -> Literal["doubtful", "grave"]:
        """How bad the mistake is."""
        return "grave" if self.error >= GRAVE else "doubtful"

    @property
    def likelier(self) -> MoveOption | None:
        """The likeliest naming of a half-suit that was claimed, where another one was said."""
        chosen = self.chosen
        if chosen is None or not isinstance(chosen.move, Claim):
            return None
        likelier = [
            option
            for option in self.options
            if isinstance(option.move, Claim)
            and option.move.book == chosen.move.book
            and option.chance > chosen.chance + ROUNDING
        ]
        return max(likelier, key=lambda option: option.chance, default=None)


@json_keys("event", "seat", "reason")
@dataclass(frozen=True)
class PlayedWell:
    """A move that was clearly the best."""

    event: int
    seat: Seat
    move: MoveOption
    margin: float | None
    """How much better it was than the second option, in points; None: a claim at the first moment
    at which it was provable."""


@dataclass(frozen=True)
class Swing:
    """The event that changed most."""

    event: int
    kind: Literal["error", "luck"]


@dataclass(frozen=True)
class PlayerReview:
    """What one player gave away, and how lucky their asks were."""

    seat: Seat
    decisions: int
    """How many were judged; 0 where the dealt hand is not known."""
    error: float
    """Points, added up."""
    luck: float
    """Points, added up."""
    mistakes: int
    well_played: int


@json_keys(
    "result", "decided", "turning_point", "swing", "curve", "players", "moments", "well_played"
)
@dataclass(frozen=True, repr=False)
class Review(Answer):
    """How a game went, and what its moments were worth.

    Keys:
        result: ``score`` by team, and ``winner`` (null: none).
        decided: The event after which the winner's chance stays above 0.8; null without one.
        turning_point: The event after which the winner was ahead for good; null where they always
            were.
        swing: The ``event`` that changed the value most, and its ``kind``: ``error`` or ``luck``.
        curve: At the deal and after each ``event`` at which deals could be counted: ``value``, the
            margin in points that the first seat's team can expect, in everyone's eyes; ``wins``,
            its chance to win.
        players: By ``seat``: ``decisions`` judged, ``error`` and ``luck`` in points, ``mistakes``,
            ``well_played``.
        moments: The mistakes, the worst first: ``event``, ``seat``, ``grade`` (``doubtful`` or
            ``grave``), ``error``, ``reason`` in words, ``why`` (``proven-claim-withheld``,
            ``sure-card-passed-up``, ``could-not-hit``, ``unlikely-ask``, ``worse-naming``,
            ``needless-guess``), ``chosen`` (null: the player let the moment pass), ``better``, and
            in ``also`` other events at which the same was passed up. An option is an ``ask``
            (``target``, ``card``) or a ``claim`` (``book``, ``holdings``), with ``chance`` and
            ``value``.
        well_played: ``event``, ``seat``, ``reason``.
    """

    record: Record
    result: Result
    decided: int | None
    """The event after which the winner's chance never fell below ``SAFE``; None without one."""
    turning_point: int | None
    """The last event after which the winner's chance was below ``EVEN``, plus one."""
    swing: Swing | None
    curve: tuple[CurvePoint, ...]
    """At the deal, and after each event; those that could not be counted are left out."""
    players: tuple[PlayerReview, ...]
    moments: tuple[Decision, ...]
    """The mistakes, the worst first."""
    well_played: tuple[PlayedWell, ...]
    decisions: tuple[Decision, ...]
    """All that was judged, in the order of the game."""
    every: bool = False
    """Whether the text tells every moment, not the worst few."""

    @property
    def listed(self) -> tuple[Decision, ...]:
        """The moments that the text tells."""
        return self.moments if self.every else self.moments[:FIRST]


def review(
    record: Record,
    *,
    judged: Audit | None = None,
    followed: Followed | None = None,
    goes_on: Callable[[], object] = bool,
) -> Review:
    """Judge the moves of a game.

    Args:
        record: the game; it need not be over.
        judged: its audit, where it is worked out already.
        followed: what views knew at each moment, with chances, where that is.
        goes_on: called at every event that is judged; may raise to end the work.

    Raises:
        GapError: where the record has gaps that can be filled in several ways.
        ContradictionError: where no deal fits the record.
        UndecidedError: where it is not decided whether any does.

    Where the deals of a moment are beyond the budget of exact counting, what was done then is not
    judged, and the curve has no point.
    """
    steps = InSteps(review_steps(record, judged, followed))
    for _ in steps:
        goes_on()
    return steps.result


def review_steps(
    record: Record, judged: Audit | None = None, followed: Followed | None = None
) -> Generator[None, None, Review]:
    """Judge the moves of a game, a moment at a step: for who has other things to do in between.

    Takes and raises what ``review`` does; what it returns at the end is the review.
    """
    require_record(record)
    record = only_completion(record)
    require_kind(judged, Audit | None, "audit (expected what tracker.audit gives)")
    judged = audit(record, chances=False) if judged is None else judged
    positions = Outlooks(record, followed=followed)
    chairs = _Chairs(positions)
    curve = yield from _gathered(_curve(positions))
    decisions = yield from _gathered(chairs.decisions())
    silences = chain.from_iterable(map(chairs.silence, certain(judged.missed)))
    omissions = yield from _gathered(silences)
    mistakes = _told_once([*decisions, *omissions])
    well = tuple(_well_played(decisions, judged))
    result = game_result(record)
    decided, turned = _when_decided(record, result, curve)
    return Review(
        record=record,
        result=result,
        decided=decided,
        turning_point=turned,
        swing=_swing(curve, decisions, mistakes),
        curve=curve,
        players=tuple(_player(seat, decisions, mistakes, well) for seat in record.seats),
        moments=mistakes,
        well_played=well,
        decisions=decisions,
    )


_Step = TypeVar("_Step")


def _gathered(steps: Iterable[Sequence[_Step]]) -> Generator[None, None, tuple[_Step, ...]]:
    """What many steps give, each of them one thing or nothing."""
    gathered: list[_Step] = []
    for step in steps:
        gathered += step
        yield
    return tuple(gathered)


# -- what was done, beside what could be ----------------------------------------------------------


class _Chairs:
    """The decisions of a game, from the chairs of those who made them."""

    def __init__(self, positions: Outlooks) -> None:
        self._positions = positions
        self._record = positions.record
        self._options = Options(positions)

    def _state(self, at: int) -> State:
        return replay_of(self._record).state(at)

    def decisions(self) -> Iterator[Sequence[Decision]]:
        """Of each event the decision; none where no hand is known, or the rules were broken."""
        for number, event in enumerate(self._record.events, start=1):
            decided: list[Decision] = []
            if isinstance(event, Ask | Claim) and self._is_in_order(number):
                seat = event.asker if isinstance(event, Ask) else event.claimant
                if seat in self._positions.hands:
                    with suppress(UndecidedError):
                        decided.append(self._decision(number, seat, event))
            yield decided

    def _is_in_order(self, number: int) -> bool:
        """Whether an event breaks no rule, and is not marked as one that does."""
        event = self._record.events[number - 1]
        return not event.irregular and is_legal(self._state(number - 1), event)

    def _decision(self, number: int, seat: Seat, event: Ask | Claim) -> Decision:
        """One ask or claim, beside the other options."""
        at = number - 1
        position, state = self._positions.position(seat, at), self._state(at)
        chosen = (
            self._options.ask(position, event)
            if isinstance(event, Ask)
            else self._options.claim(position, state, event)
        )
        luck, could_wait = None, False
        if isinstance(event, Ask):
            luck = chosen.by_answer[event.answer != "yes"] - chosen.value
        else:
            owned = is_owned(position.books[event.book], position.team)
            could_wait = owned and may_wait(state, seat)
        possible = [*self._options.every(position, state)]
        if isinstance(event, Claim):  # how it would have been named best, however unlikely
            possible += self._options.claims(position, state, {event.book}, above=0)
        every = {option.move: option for option in (*possible, chosen)}.values()
        options = best_first(every)
        return _judged(Decision(number, seat, chosen, chosen.value, options, luck, could_wait))

    def silence(self, missed: Missed) -> Iterator[Sequence[Decision]]:
        """The worst moment at which a seat let a claim pass, while somebody else went on.

        It is the last step; those before it give nothing.
        """
        if missed.seat not in self._positions.hands or missed.team is not None:
            return
        each: list[Decision] = []
        for number in range(missed.start + 1, missed.end + 1):
            with suppress(UndecidedError):
                each += self._silent(number, missed.seat, missed.book)
            yield ()
        if each:
            yield [max(each, key=lambda decision: (decision.error, -decision.event))]

    def _silent(self, number: int, seat: Seat, book: str) -> Iterator[Decision]:
        """That a seat did not claim before an event, if that is somebody else's."""
        event, at = self._record.events[number - 1], number - 1
        if not isinstance(event, Ask) or event.asker == seat or not self._is_in_order(number):
            return
        position, state = self._positions.position(seat, at), self._state(at)
        claim = next(iter(self._options.claims(position, state, {book})), None)
        if claim is not None and claim.is_sure and position.turn == event.asker:
            let_go_on = self._options.ask(position, event).value
            option = self._with_ask_behind(claim, event, position, state)
            yield _judged(Decision(number, seat, None, let_go_on, (option,)))

    def _with_ask_behind(
        self, claim: MoveOption, ask: Ask, position: Outlook, state: State
    ) -> MoveOption:
        """A claim that was let pass, worth what the same ask makes of it where that still comes.

        Where the turn stays with who asks, a claim spares the team no bad ask.
        """
        assert isinstance(claim.move, Claim)
        after, rest = after_claim(position, state, claim.move)
        asked = self._record.deck.book_of[ask.card].name
        if after.over or next_seats(after) != (ask.asker,) or asked not in rest.books:
            return claim
        return replace(claim, value=self._options.ask(rest, ask).value)


# -- what was wrong with it -----------------------------------------------------------------------


def _judged(decision: Decision) -> Decision:
    """A decision with the exact reason why it was a mistake, if it was one."""
    return replace(decision, why=_reason(decision)) if decision.error >= DOUBTFUL else decision


def _reason(decision: Decision) -> Reason | None:
    """The exact reason why an option was better; how a claim was named comes last."""
    chosen, better = decision.chosen, decision.best
    is_claim = chosen is not None and isinstance(chosen.move, Claim)
    is_sure = chosen is not None and chosen.is_sure
    if isinstance(better.move, Claim) and better.is_sure:
        return None if is_claim and is_sure else "proven-claim-withheld"
    if chosen is None or is_sure:
        return None
    if isinstance(better.move, Ask):
        if chosen.chance == 0 < better.chance and (is_claim or not better.is_sure):
            return "could-not-hit"
        if better.is_sure:
            return "sure-card-passed-up"
        if is_claim and decision.could_wait:
            return "needless-guess"
        if not is_claim and chosen.chance < better.chance / 2:
            return "unlikely-ask"
    return "worse-naming" if decision.likelier else None


def _told_once(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The mistakes, the worst first; what was passed up again and again is one of them."""
    same: dict[object, list[Decision]] = {}
    for decision in decisions:
        if decision.why is not None:
            same.setdefault((decision.seat, _passed_up(decision)), []).append(decision)
    once = []
    for each in same.values():
        worst = max(each, key=lambda mistake: (mistake.error, -mistake.event))
        events = sorted(mistake.event for mistake in each if mistake is not worst)
        once.append(replace(worst, also=tuple(events)))
    return worst_first(once)


def _passed_up(mistake: Decision) -> object:
    """What was passed up, if that lasts; else the event. A claim is a mistake of its own."""
    chosen, better = mistake.chosen, mistake.best.move
    is_claim = chosen is not None and isinstance(chosen.move, Claim)
    if is_claim or mistake.why not in ("proven-claim-withheld", "sure-card-passed-up"):
        return mistake.event
    return better.book if isinstance(better, Claim) else better


def worst_first(mistakes: Iterable[Decision]) -> tuple[Decision, ...]:
    """Decisions by what they cost, to a hundredth of a point; then in the order of the game."""
    return tuple(sorted(mistakes, key=lambda mistake: (-round(mistake.error, 2), mistake.event)))


def _well_played(decisions: Iterable[Decision], judged: Audit) -> Iterator[PlayedWell]:
    """The moves that were clearly the best though another was likelier; claims made at once."""
    at_once = {
        claim.event
        for claim in judged.claims
        if claim.verdict == "proven" and claim.provable_since == claim.event - 1
    }
    for decision in decisions:
        chosen, others = decision.chosen, [*decision.options[1:]]
        if chosen is None or decision.best is not chosen:
            continue
        if isinstance(chosen.move, Claim):
            if decision.event in at_once:
                yield PlayedWell(decision.event, decision.seat, chosen, None)
        elif others:
            second = max(others, key=lambda option: option.value)
            margin = chosen.value - second.value
            if margin >= DOUBTFUL and second.chance > chosen.chance:
                yield PlayedWell(decision.event, decision.seat, chosen, margin)


def _player(
    seat: Seat,
    decisions: Iterable[Decision],
    mistakes: Iterable[Decision],
    well: Iterable[PlayedWell],
) -> PlayerReview:
    """What one player gave away, and how lucky their asks were."""
    own = [decision for decision in decisions if decision.seat == seat]
    return PlayerReview(
        seat,
        len(own),
        sum(decision.error for decision in own),
        sum(decision.luck or 0.0 for decision in own),
        sum(mistake.seat == seat for mistake in mistakes),
        sum(played.seat == seat for played in well),
    )


# -- the course of the game -----------------------------------------------------------------------


def _curve(positions: Outlooks) -> Iterator[Sequence[CurvePoint]]:
    """The value of each moment in everyone's eyes; nothing where that cannot be counted."""
    for at in range(len(positions.record.events) + 1):
        point = curve_point(positions, at)
        yield () if point is None else (point,)


def _when_decided(
    record: Record, result: Result, curve: Sequence[CurvePoint]
) -> tuple[int | None, int | None]:
    """From which event on the winner was safe, and the last at which the other side was ahead."""
    if result.winner is None or isinstance(result.winner, Depends) or not curve:
        return None, None
    ours = record.seats[0] in result.winner
    chances = {point.event: point.wins if ours else 1 - point.wins for point in curve}
    unsafe = [at for at, chance in chances.items() if chance < SAFE]
    behind = [at for at, chance in chances.items() if chance < EVEN]
    decided = unsafe[-1] + 1 if unsafe else curve[0].event
    turned = behind[-1] + 1 if behind else None
    end = len(record.events)
    return (decided if decided <= end else None), (turned if turned and turned <= end else None)


def _swing(
    curve: Sequence[CurvePoint], decisions: Iterable[Decision], mistakes: Iterable[Decision]
) -> Swing | None:
    """The event that changed the value most, and whether that was a mistake."""
    if len(curve) < 2:
        return None
    _, after = max(pairwise(curve), key=lambda pair: abs(pair[1].value - pair[0].value))
    errors = {decision.event: decision.error for decision in decisions}
    lucks = {decision.event: abs(decision.luck or 0.0) for decision in decisions}
    listed = {mistake.event for mistake in mistakes}
    is_error = after.event in listed or errors.get(after.event, 0) > lucks.get(after.event, 0)
    return Swing(after.event, "error" if is_error else "luck")
