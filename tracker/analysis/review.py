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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from tracker.analysis.audit import audit
from tracker.analysis.auditor import Audit, Missed
from tracker.analysis.equity import (
    Outlook,
    Outlooks,
    ask_values,
    best_to_follow,
    is_owned,
    is_proven,
    never_quite,
    next_seats,
    points_of,
    surely,
)
from tracker.analysis.odds import likeliest_holdings
from tracker.analysis.result import Result, game_result
from tracker.answers import HIDDEN, Answer, Brief, Depends, certain
from tracker.errors import GapError, UndecidedError
from tracker.game.cards import Card
from tracker.game.claimants import may_wait
from tracker.game.events import Ask, Claim, Outcome, Seat
from tracker.game.legality import is_legal, possible_asks
from tracker.game.record import Record, gap_numbers, require_record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.transition import apply, claimed_team
from tracker.knowledge.facts import ROUNDING
from tracker.messages import require_kind

DOUBTFUL: Final = 0.25
"""An error of so many points is a doubtful move, if there is a reason, …"""
GRAVE: Final = 0.5
"""… and one of so many a grave mistake."""
AS_GOOD: Final = 0.05
"""Options that differ by less are taken for equally good."""
HOPELESS: Final = 0.02
"""A claim that is right no oftener is no option that is looked at."""
SAFE: Final = 0.8
"""A game is decided once the winner's chance stays above that."""
EVEN: Final = 0.5
"""It has turned where the winner's chance was below that."""

Reason: TypeAlias = Literal[
    "proven-claim-withheld",
    "sure-card-passed-up",
    "could-not-hit",
    "unlikely-ask",
    "worse-naming",
    "needless-guess",
]
"""Why a move was a mistake."""


@dataclass(frozen=True, repr=False)
class MoveOption(Brief):
    """Something that a player could do, and what it was worth in the player's eyes."""

    move: Ask | Claim
    """An ask with the answer yes, if that can be; or a claim that comes out right."""
    chance: float
    """Of a yes, or that the naming is right; 0 and 1 only where that is certain."""
    value: float
    """The expected final margin for the player's team, in points."""
    proves: tuple[str, ...] = ()
    """The half-suits that a yes to the ask proves."""
    by_answer: tuple[float, float] = field(default=(0.0, 0.0), metadata=HIDDEN)
    """Of an ask: the value after a yes and after a no."""

    @property
    def is_sure(self) -> bool:
        """Whether it cannot fail."""
        return self.chance == 1


@dataclass(frozen=True, repr=False)
class Decision(Brief):
    """What a player did, beside what they could have done."""

    event: int
    seat: Seat
    chosen: MoveOption | None
    """None: the player did nothing, and let another go on."""
    value: float
    """Of what was done."""
    options: tuple[MoveOption, ...]
    """The best first."""
    luck: float | None
    """What the answer to an ask added; None for what is no ask."""
    could_wait: bool
    """Of a claim: whether it need not be made, and no opponent could get at the half-suit."""

    @property
    def best(self) -> MoveOption | None:
        """The best option; None: there was no other than what was done."""
        return self.options[0] if self.options else None

    @property
    def error(self) -> float:
        """What was given away, in points; 0 where nothing was better."""
        return max(self.best.value - self.value, 0.0) if self.best else 0.0


@dataclass(frozen=True, repr=False)
class Mistake(Brief):
    """A move that gave something away, with the reason."""

    event: int
    seat: Seat
    grade: Literal["doubtful", "grave"]
    error: float
    """Points."""
    why: Reason
    chosen: MoveOption | None
    """None: the player let the moment for a claim pass."""
    better: MoveOption
    also: tuple[int, ...] = ()
    """Other events at which the same was passed up."""


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
class CurvePoint:
    """How the game stood after an event, in everyone's eyes."""

    event: int
    value: float
    """The expected final margin for the team of the first seat."""
    wins: float
    """Its chance to win, a tie counting half."""


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


@dataclass(frozen=True, repr=False)
class Review(Answer):
    """How a game went, and what its moments were worth."""

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
    moments: tuple[Mistake, ...]
    """The mistakes, the worst first."""
    well_played: tuple[PlayedWell, ...]
    decisions: tuple[Decision, ...]
    """All that was judged, in the order of the game."""
    every: bool = False
    """Whether the text tells every moment, not the worst few."""


def review(
    record: Record, *, judged: Audit | None = None, goes_on: Callable[[], object] = bool
) -> Review:
    """Judge the moves of a game.

    Args:
        record: the game, without gaps; it need not be over.
        judged: its audit, where it is worked out already.
        goes_on: called at every event that is judged; may raise to end the work.

    Raises:
        GapError: where the record has gaps.
        ContradictionError: where no deal fits the record.
        UndecidedError: where it is not decided whether any does.

    Where the deals of a moment are beyond the budget of exact counting, what was done then is not
    judged, and the curve has no point.
    """
    require_record(record)
    if gaps := gap_numbers(record):
        raise GapError(gaps[0], "what moves were worth is not judged in a record with gaps")
    require_kind(judged, Audit | None, "audit (expected what tracker.audit gives)")
    judged = audit(record, chances=False) if judged is None else judged
    positions = Outlooks(record)
    chairs = _Chairs(positions, goes_on)
    curve = tuple(_curve(positions))
    decisions = tuple(chairs.decisions())
    omissions = [
        omission for missed in certain(judged.missed) for omission in chairs.silence(missed)
    ]
    mistakes = _told_once([*map(_mistake, decisions), *map(_mistake, omissions)])
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


def options(record: Record, seat: Seat, at: int) -> tuple[MoveOption, ...]:
    """What a player could do at a moment, the best first.

    Args:
        record: the game, without gaps before that moment.
        seat: the player, whose dealt hand has to be known.
        at: after so many events.
    """
    return _Chairs(Outlooks(record)).options(seat, at)


# -- what could be done ---------------------------------------------------------------------------


class _Chairs:
    """The decisions of a game, from the chairs of those who made them."""

    def __init__(self, positions: Outlooks, goes_on: Callable[[], object] = bool) -> None:
        self._positions = positions
        self._record = positions.record
        self._goes_on = goes_on

    def decisions(self) -> Iterator[Decision]:
        """The asks and claims whose player's hand is known, but for those against the rules."""
        for number, event in enumerate(self._record.events, start=1):
            self._goes_on()
            if not isinstance(event, Ask | Claim) or not self._is_in_order(number):
                continue
            seat = event.asker if isinstance(event, Ask) else event.claimant
            if seat in self._positions.hands:
                with suppress(UndecidedError):
                    yield self._decision(number, seat, event)

    def _is_in_order(self, number: int) -> bool:
        """Whether an event breaks no rule, and is not marked as one that does."""
        event = self._record.events[number - 1]
        return not event.irregular and is_legal(self._state(number - 1), event)

    def _decision(self, number: int, seat: Seat, event: Ask | Claim) -> Decision:
        """One ask or claim, beside the other options."""
        at = number - 1
        position, state = self._positions.position(seat, at), self._state(at)
        chosen = (
            self._asked(position, event)
            if isinstance(event, Ask)
            else self._claimed(position, state, event, self._right(position, state, event))
        )
        luck, could_wait = None, False
        if isinstance(event, Ask):
            luck = chosen.by_answer[event.answer != "yes"] - chosen.value
        else:
            owned = is_owned(position.books[event.book], position.team)
            could_wait = owned and may_wait(state, seat)
        every = sorted(
            {option.move: option for option in (*self._options(position, state), chosen)}.values(),
            key=_rank,
        )
        return Decision(
            number, seat, chosen, chosen.value, _with_best_first(every), luck, could_wait
        )

    def silence(self, missed: Missed) -> Iterator[Decision]:
        """The worst moment at which a seat let a claim pass, while somebody else went on."""
        if missed.seat not in self._positions.hands or missed.team is not None:
            return
        each: list[Decision] = []
        for number in range(missed.start + 1, missed.end + 1):
            self._goes_on()
            with suppress(UndecidedError):
                each += self._silent(number, missed.seat, missed.book)
        if each:
            yield max(each, key=lambda decision: (decision.error, -decision.event))

    def _silent(self, number: int, seat: Seat, book: str) -> Iterator[Decision]:
        """That a seat did not claim before an event, if that is somebody else's."""
        event, at = self._record.events[number - 1], number - 1
        if not isinstance(event, Ask) or event.asker == seat or not self._is_in_order(number):
            return
        position, state = self._positions.position(seat, at), self._state(at)
        claim = next(iter(self._claims(position, state, {book})), None)
        if claim is not None and claim.is_sure and position.turn == event.asker:
            let_go_on = self._asked(position, event).value
            yield Decision(number, seat, None, let_go_on, (claim,), None, False)

    def options(self, seat: Seat, at: int) -> tuple[MoveOption, ...]:
        """What a player could do, the best first."""
        possible = self._options(self._positions.position(seat, at), self._state(at))
        return tuple(sorted(possible, key=_rank))

    def _options(self, position: Outlook, state: State) -> Iterator[MoveOption]:
        """What a viewer could do."""
        yield from (self._asked(position, ask) for ask in self._legal_asks(position, state))
        yield from self._claims(position, state, state.open_books())

    def _state(self, at: int) -> State:
        return replay_of(self._record).state(at)

    def _legal_asks(self, position: Outlook, state: State) -> Iterator[Ask]:
        """The asks that a viewer may make, if it is their turn."""
        seat = position.viewer
        if seat is None or seat not in state.to_move or state.forced is not None:
            return
        hand = {
            card
            for book in position.books.values()
            for card, odds in zip(self._cards(book.name), book.mine, strict=True)
            if surely(odds, seat)
        }
        for target, card in possible_asks(state, seat, hand, hand):
            yield Ask(seat, target, card, "yes")

    def _cards(self, book: str) -> Sequence[Card]:
        return self._record.deck.by_name[book].cards

    def _asked(self, position: Outlook, ask: Ask) -> MoveOption:
        """An ask as an option, in any view."""
        book = position.books[self._record.deck.book_of[ask.card].name]
        place = self._cards(book.name).index(ask.card)
        odds = book.mine[place]
        chance = never_quite(odds.get(ask.target, 0.0), is_sure=surely(odds, ask.target))
        here = replace(position, turn=ask.asker)
        yes, no = ask_values(here, book, place, ask.target, looks_on=ask.asker == position.viewer)
        after = book.after(place, ask.asker, ask.target, yes=True)
        proves = chance > 0 and is_proven(after, position.team)
        return MoveOption(
            Ask(ask.asker, ask.target, ask.card, "yes" if chance else "no"),
            chance,
            chance * yes + (1 - chance) * no,
            (book.name,) if proves and not is_proven(book, position.team) else (),
            (yes, no),
        )

    # -- claims ---------------------------------------------------------------------------------

    def _claims(
        self, position: Outlook, state: State, books: Iterable[str]
    ) -> Iterator[MoveOption]:
        """The claims that a viewer may make for their own team, by the likeliest naming."""
        seat = position.viewer
        if seat is None:
            return
        posterior = self._positions.posterior(seat, state.at)
        for name in books:
            cards = self._cards(name)
            likeliest = likeliest_holdings(posterior, state.located, cards, position.team)
            if likeliest is not None and likeliest[1] > HOPELESS:
                claim = Claim(seat, name, likeliest[0], "correct")
                if is_legal(state, claim):
                    yield self._claimed(position, state, claim, likeliest[1])

    def _right(self, position: Outlook, state: State, claim: Claim) -> Fraction:
        """The chance that a naming is right."""
        if any(state.located.get(card, seat) != seat for card, seat in claim.holdings):
            return Fraction(0)
        hidden = {card: seat for card, seat in claim.holdings if card not in state.located}
        posterior = self._positions.posterior(position.viewer, state.at)
        return posterior.naming(hidden) if hidden else Fraction(1)

    def _owned(self, position: Outlook, state: State, claim: Claim) -> float:
        """The chance that the team named has the half-suit, however it is named."""
        team, cards = claimed_team(state, claim), self._cards(claim.book)
        if any(state.located.get(card, team[0]) not in team for card in cards):
            return 0.0
        hidden = [card for card in cards if card not in state.located]
        posterior = self._positions.posterior(position.viewer, state.at)
        return float(posterior.owned(hidden, team)) if hidden else 1.0

    def _claimed(
        self, position: Outlook, state: State, claim: Claim, chance: Fraction
    ) -> MoveOption:
        """A claim as an option, by the outcomes that it can have.

        Args:
            position: the view.
            state: the public state.
            claim: the claim; its outcome does not matter.
            chance: that its naming is right.
        """
        right = never_quite(float(chance), is_sure=chance == 1)
        owned = right if right == 1 else self._owned(position, state, claim)
        shares: Mapping[Outcome, float] = {
            "correct": right,
            "split": max(owned - right, 0.0),
            "opponents": 1 - max(owned, right),
        }
        value = sum(
            share * self._after_claim(position, state, replace(claim, outcome=outcome, shown=None))
            for outcome, share in shares.items()
            if share > ROUNDING
        )
        return MoveOption(replace(claim, outcome="correct", shown=None), right, value)

    def _after_claim(self, position: Outlook, state: State, claim: Claim) -> float:
        """The value after a claim with an outcome; the viewer who has the turn then plays on.

        Where several may go on, their team chooses.
        """
        after = apply(state, claim)
        points = points_of(after.score, position.team)
        books = {name: book for name, book in position.books.items() if name in after.open_books()}
        if after.over or not books:
            return points
        rest = replace(position, books=books, points=points)
        seats = next_seats(after)
        values = (
            best_to_follow(replace(rest, turn=seat))
            if seat == position.viewer
            else rest.value(seat)
            for seat in seats
        )
        return max(values) if seats[0] in position.team else min(values)


def _rank(option: MoveOption) -> tuple[float, bool]:
    """The order of options: the best first; of equals, claims first."""
    return -option.value, isinstance(option.move, Ask)


def _with_best_first(ranked: Sequence[MoveOption]) -> tuple[MoveOption, ...]:
    """Options by value; among those about as good as the best, it is the plainest that comes first.

    That is one that proves a half-suit on a yes, then the likelier one.
    """
    if not ranked:
        return ()
    close = [each for each in ranked if each.value > ranked[0].value - AS_GOOD]
    best = max(close, key=lambda option: (bool(option.proves), option.chance))
    return (best, *(option for option in ranked if option is not best))


# -- what was wrong with it -----------------------------------------------------------------------


def _mistake(decision: Decision) -> Mistake | None:
    """The mistake that a decision was; None where it was none that has an exact reason."""
    better = decision.best
    if better is None or decision.error < DOUBTFUL:
        return None
    why = _reason(decision, better)
    if why is None:
        return None
    grade: Literal["doubtful", "grave"] = "grave" if decision.error >= GRAVE else "doubtful"
    return Mistake(
        decision.event, decision.seat, grade, decision.error, why, decision.chosen, better
    )


def _reason(decision: Decision, better: MoveOption) -> Reason | None:
    """The exact reason why an option was better."""
    chosen = decision.chosen
    if isinstance(better.move, Claim) and better.is_sure:
        if chosen is None or not (isinstance(chosen.move, Claim) and chosen.is_sure):
            return "proven-claim-withheld"
        return None
    if chosen is None:
        return None
    if isinstance(chosen.move, Claim):
        return _reason_against_claim(decision, chosen, better)
    if not isinstance(better.move, Ask):
        return None
    if better.is_sure and not chosen.is_sure:
        return "sure-card-passed-up"
    if chosen.chance == 0 < better.chance:
        return "could-not-hit"
    return "unlikely-ask" if chosen.chance < better.chance / 2 else None


def _reason_against_claim(
    decision: Decision, chosen: MoveOption, better: MoveOption
) -> Reason | None:
    """The exact reason why something was better than a claim."""
    if chosen.is_sure:
        return None
    same_book = (
        option
        for option in decision.options
        if isinstance(option.move, Claim)
        and isinstance(chosen.move, Claim)
        and option.move.book == chosen.move.book
    )
    if any(option.chance > chosen.chance + ROUNDING for option in same_book):
        return "worse-naming"
    is_ask = isinstance(better.move, Ask)
    return "needless-guess" if is_ask and decision.could_wait else None


def _told_once(mistakes: Iterable[Mistake | None]) -> tuple[Mistake, ...]:
    """The mistakes, the worst first; what was passed up again and again is one of them."""
    same: dict[object, list[Mistake]] = {}
    for mistake in mistakes:
        if mistake is not None:
            lasting = mistake.why in ("proven-claim-withheld", "sure-card-passed-up")
            move = mistake.better.move
            what = move.book if isinstance(move, Claim) else move
            key = (mistake.seat, what) if lasting else (mistake.seat, mistake.event)
            same.setdefault(key, []).append(mistake)
    once = []
    for each in same.values():
        worst = max(each, key=lambda mistake: (mistake.error, -mistake.event))
        events = sorted(mistake.event for mistake in each if mistake is not worst)
        once.append(replace(worst, also=tuple(events)))
    return tuple(sorted(once, key=lambda mistake: (-round(mistake.error, 2), mistake.event)))


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
    mistakes: Iterable[Mistake],
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


def _curve(positions: Outlooks) -> Iterator[CurvePoint]:
    """The value of each moment in everyone's eyes."""
    for at in range(len(positions.record.events) + 1):
        with suppress(UndecidedError):
            position = positions.position(None, at)
            yield CurvePoint(at, position.value(), position.wins())


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
    curve: Sequence[CurvePoint], decisions: Iterable[Decision], mistakes: Iterable[Mistake]
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
