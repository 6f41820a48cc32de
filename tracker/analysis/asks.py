"""What to ask: every legal ask from a seat's chair, and what could come of it.

All numbers are expectations over the deals that the viewer can think possible and in which the ask
is legal, each equally likely. A view's *bits* are log2 of the number of deals that it can think
possible. What an answer tells a view is by how much they fall.

``what_if`` compares the two answers to an ask of the record: the one that was given, and the one
that was not. Both are worked out from the moment before the ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from math import nan
from operator import or_
from typing import TYPE_CHECKING, Final, cast

from tracker.analysis.ask_chances import asks_from_chair, at_turn, deduce_from_chair
from tracker.analysis.each_filling import Filled
from tracker.analysis.likelihood import Likelihoods, Sayings, sayings
from tracker.analysis.listeners import DRAWN, Estimate, Listeners, Outcome
from tracker.answers import Answer, AnswerList, Brief, When
from tracker.budget import ODDS_COST, Budget, spend
from tracker.counting import Counter, Posterior, game_budget
from tracker.errors import ContradictionError, RecordError, UndecidedError
from tracker.game.ask_rules import answers
from tracker.game.cards import Card
from tracker.game.events import Ask, AskAnswer, Seat
from tracker.game.legality import is_legal
from tracker.game.record import Record, require_record
from tracker.game.state import State
from tracker.game.transition import apply
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import Between, Fact, span
from tracker.knowledge.views import ViewLike, knowledge

if TYPE_CHECKING:  # most records have no gaps
    from tracker.inference.gap_deduction import GapDeduction


@dataclass(frozen=True)
class AskCase:
    """How likely a yes is in one of several ways to fill the gaps of a record."""

    yes: Fraction | None
    """None where the ask is not legal then."""
    when: When


@dataclass(frozen=True, repr=False)
class AskOdds(Brief):
    """One legal ask, and what could come of it."""

    target: Seat
    card: Card
    answers: Mapping[AskAnswer, Fraction]
    """How likely each answer is; those that cannot be are left out. ``surrender``: the asker holds
    the card, and gives it up."""
    public: float
    """The bits that the ask tells the public, as an expectation."""
    team: Estimate
    """The bits that it tells each of the teammates, added up."""
    opponents: Estimate
    """The bits that it tells each of the opponents, added up."""
    proves: Mapping[AskAnswer, tuple[str, ...]]
    """After each answer, the half-suits that the asker could prove for the team."""
    between: Mapping[str, Between] = field(default_factory=dict)
    """Of what a gap decides (``yes``, ``public``, ``team``, ``opponents``) the lowest and highest
    value; what is said of it elsewhere does not count then."""
    perhaps: bool = False
    """Whether it is legal in some ways to fill the gaps only."""
    perhaps_proves: Mapping[AskAnswer, tuple[str, ...]] = field(default_factory=dict)
    """After each answer, the half-suits that could be proven in some ways to fill the gaps only."""
    cases: tuple[AskCase, ...] | None = None
    """Where it depends on gaps: how it is in each case."""
    undecided: bool = False
    """Whether the chance, and what the ask tells, were not worked out, as there are too many ways
    to fill the gaps."""

    @property
    def chance(self) -> Fraction | Between | None:
        """How likely a yes is; from the lowest to the highest value where a gap decides it."""
        return None if self.undecided else self.between.get("yes", self.yes)

    @property
    def yes(self) -> Fraction:
        """How likely it is that the card is handed over."""
        return self.answers.get("yes", Fraction(0))

    @property
    def gives_up(self) -> bool:
        """Whether the asker holds the card, and gives it up (``own-card-asks=surrender``)."""
        return "surrender" in self.answers


@dataclass(frozen=True, repr=False)
class Asks(AnswerList[AskOdds], field="asks"):
    """Every legal ask from a chair at a moment."""

    record: Record
    seat: Seat
    at: int
    exact: bool
    """Whether the chances and the public's bits could be counted."""
    listed: bool
    """Whether what the other players learn is exact, too."""
    asks: tuple[AskOdds, ...]
    """Best chance first, ties in seat and deck order."""
    every: bool = False
    """Whether the text is a table of all of them, not the best ones in words."""


def asks(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
    drawn: int = DRAWN,
) -> Asks:
    """Every legal ask from a seat's chair, as if it were its turn.

    Args:
        record: the game.
        view: the seat whose chair it is; None: whose turn it is.
        at: after that many events; None: after all.
        drawn: how many deals to draw for what the other players learn, where there are too many
            to look at each.

    Raises:
        RecordError: for a seat or a moment that the record does not have, or where it is nobody's
            turn, or any of several.
        MissingHandError: where the seat's dealt hand is not known.
        ContradictionError: where no deal is left.
        UndecidedError: where no honest number of deals could be had.
    """
    with deduce_from_chair(record, view, at) as deduction:
        if not deduction.has_knowledge:
            return _asks_across_gaps(cast("GapDeduction", deduction), drawn)
        return replace(_Chair(deduction, drawn).asks(), record=record, at=record.moment(at))


def _asks_across_gaps(deduction: GapDeduction, drawn: int) -> Asks:
    """The asks where gaps can be filled in several ways, by the beginning of the record."""
    try:
        completions, parts = zip(*deduction.each_way, strict=True)
        each = tuple(_Chair(part, drawn).asks() for part in parts)
    except UndecidedError:
        return _undecided_asks(deduction)
    filled = Filled(completions, each)
    by_ask = [{(odds.target, odds.card): odds for odds in asks} for asks in each]
    table = deduction.record.table
    legal = sorted(
        {ask for of_one in by_ask for ask in of_one},
        key=lambda ask: (table.seats.index(ask[0]), table.deck.position[ask[1]]),
    )
    merged = [_merged_ask(filled, [of_one.get(ask) for of_one in by_ask]) for ask in legal]
    merged.sort(key=lambda odds: (odds.perhaps, -_lowest(odds.chance)))
    return Asks(
        record=deduction.record,
        seat=each[0].seat,
        at=deduction.at,
        exact=all(asks.exact for asks in each),
        listed=all(asks.listed for asks in each),
        asks=tuple(merged),
    )


def _lowest(chance: Fraction | Between | None) -> float:
    """A chance, or the lowest that it can be."""
    return float(chance.low if isinstance(chance, Between) else chance or 0)


def _merged_ask(filled: Filled[Asks], each: Sequence[AskOdds | None]) -> AskOdds:
    """One ask over all completions; in some of them it may not be legal."""
    legal = [odds for odds in each if odds is not None]
    numbers: dict[str, list[Fraction] | list[float]] = {
        "yes": [odds.yes for odds in legal],
        "public": [odds.public for odds in legal],
        "team": [odds.team.bits for odds in legal],
        "opponents": [odds.opponents.bits for odds in legal],
    }
    spans = {name: span([float(of) for of in values]) for name, values in numbers.items()}
    proves: dict[AskAnswer, tuple[str, ...]] = {}
    perhaps: dict[AskAnswer, tuple[str, ...]] = {}
    for answer in dict.fromkeys(answer for odds in legal for answer in odds.proves):
        books = [odds.proves[answer] for odds in legal if answer in odds.proves]
        some = dict.fromkeys(book for of_one in books for book in of_one)
        proves[answer] = tuple(book for book in some if all(book in of_one for of_one in books))
        perhaps[answer] = tuple(book for book in some if book not in proves[answer])
    chances = [None if odds is None else odds.yes for odds in each]
    cases = filled.which_way(chances) if len(set(chances)) > 1 else ()
    return replace(
        legal[0],
        team=_widest([odds.team for odds in legal]),
        opponents=_widest([odds.opponents for odds in legal]),
        proves=proves,
        between={name: of for name, of in spans.items() if isinstance(of, Between)},
        perhaps=len(legal) < len(each),
        perhaps_proves={answer: books for answer, books in perhaps.items() if books},
        cases=tuple(AskCase(case.value, case.when) for case in cases) or None,
    )


def _widest(estimates: Sequence[Estimate]) -> Estimate:
    """An estimate with limits that hold in every completion."""
    low, high = min(e.low for e in estimates), max(e.high for e in estimates)
    return Estimate(estimates[0].bits, low, high)


def _undecided_asks(deduction: GapDeduction) -> Asks:
    """The asks that may be legal, where there are too many ways to fill the gaps.

    What is proven across the gaps is said: that a yes is certain, or that it cannot be.
    """
    unknown = Estimate(nan, nan, nan)
    sure = deduction.forced()
    asks = []
    for target, card in asks_from_chair(deduction):
        is_no = target not in deduction.holders(card)
        is_yes = sure.get(card) == target
        answers: dict[AskAnswer, Fraction] = {"yes": Fraction(1)} if is_yes else {}
        asks.append(
            AskOdds(
                target, card, answers, nan, unknown, unknown, {},
                perhaps=True, undecided=not is_yes and not is_no,
            )
        )  # fmt: skip
    asks.sort(key=lambda odds: (-odds.yes, not odds.undecided))
    (seat,) = deduction.viewer.seats
    return Asks(deduction.record, seat, deduction.at, False, True, tuple(asks))


class _Chair:
    """The asks of one seat at one moment."""

    def __init__(self, deduction: Deduction, drawn: int) -> None:
        self._deduction = deduction
        (self._seat,) = deduction.viewer.seats
        self._team = deduction.record.table.team_of[self._seat]
        self._state = at_turn(deduction.state, self._seat)
        budget = game_budget()
        public = knowledge(deduction.record, (), deduction.at)
        self._own = Likelihoods(deduction.knowledge, counter=Counter(budget))
        self._public = Likelihoods(public, quick=True, counter=Counter(budget))
        self._listeners = Listeners(deduction, self._own.posterior, drawn)

    def asks(self) -> Asks:
        """All the legal asks."""
        possible = (self._odds(target, card) for target, card in asks_from_chair(self._deduction))
        legal = [odds for odds in possible if odds is not None]
        legal.sort(key=lambda odds: (-odds.yes, *self._place(odds)))
        return Asks(
            record=self._deduction.record,
            seat=self._seat,
            at=self._state.at,
            exact=self._own.exact and self._public.exact,
            listed=self._listeners.exact,
            asks=tuple(legal),
        )

    def _place(self, odds: AskOdds) -> tuple[int, int]:
        """Where an ask stands in seat and deck order."""
        table = self._state.table
        return table.seats.index(odds.target), table.deck.position[odds.card]

    def _odds(self, target: Seat, card: Card) -> AskOdds | None:
        """The odds of one ask; None where it is legal in no deal."""
        spend(ODDS_COST)
        outcomes = [outcome for outcome in self._outcomes(target, card) if outcome.share]
        if not outcomes:
            return None
        legal = sum((outcome.share for outcome in outcomes), Fraction(0))
        chances = {outcome.ask.answer: outcome.share / legal for outcome in outcomes}
        public = sum(
            float(chances[ask.answer]) * self._public.bits(ask, says) for ask, says, _ in outcomes
        )
        team, opponents = self._listeners.told(
            outcomes, public, self._team, self._state.table.opponents_of[self._seat]
        )
        return AskOdds(
            target=target,
            card=card,
            answers=chances,
            public=public,
            team=team,
            opponents=opponents,
            proves={ask.answer: self._proven_after(ask, says) for ask, says, _ in outcomes},
        )

    def _outcomes(self, target: Seat, card: Card) -> Iterator[Outcome]:
        """The ask with each answer that breaks no rule that everyone, or the asker, can see."""
        own = self._deduction.holders(card) == (self._seat,)
        for answer in answers(self._state.table.rules, holds=own):
            ask = Ask(self._seat, target, card, answer)
            if is_legal(self._state, ask):
                says = sayings(self._state, ask)
                yield Outcome(ask, says, self._own.of(ask, says))

    # -- what could then be proven ----------------------------------------------------------------

    def _proven_after(self, ask: Ask, says: Sayings) -> tuple[str, ...]:
        """The half-suits that the asker could prove for the team after an answer."""
        after, before = apply(self._state, ask), self._deduction
        seen = self._seen(says.facts)
        if not any(self._may_be_proven(book, after, seen) for book in after.open_books()):
            return ()
        holders = before.possible_holders.with_facts(says.facts)
        with Deduction(before.record, before.viewer, holders, after) as deduction:
            return tuple(book for book, _ in deduction.provable(self._team))

    def _seen(self, facts: Sequence[Fact]) -> int:
        """The placements of the known deals that fit some facts: not all that are possible."""
        holders = self._deduction.possible_holders
        return reduce(or_, holders.placements.fitting_all(holders.witnesses, facts), 0)

    def _may_be_proven(self, book: str, after: State, seen: int) -> bool:
        """Whether no known deal denies that the team has a half-suit, each card at one seat.

        Args:
            book: the half-suit.
            after: the state after the answer.
            seen: placements that are possible then.
        """
        of_card = self._deduction.possible_holders.placements.of_card
        for card in after.table.deck.by_name[book].cards:
            if card in after.located:
                if after.located[card] not in self._team:
                    return False
            elif (seen & of_card(card)).bit_count() > 1:
                return False
        return True


# -- both answers to an ask of the record ---------------------------------------------------------

_OTHER: Final[Mapping[AskAnswer, AskAnswer]] = {"yes": "no", "no": "yes"}


@dataclass(frozen=True)
class AnswerNews:
    """What one answer to an ask tells a view, together with the ask."""

    bits: float
    """The drop of log2 of the number of deals; NaN where no honest number could be had."""
    exact: bool
    """Whether they could be counted."""
    placed: Mapping[Card, Seat]
    """The cards in play whose holder is then certain and was not before, in deck order. A card
    that is handed over for all to see is not among them."""


@dataclass(frozen=True, repr=False)
class WhatIf(Answer):
    """Both answers to one ask, as some views saw it when it was made."""

    record: Record
    event: int
    views: Mapping[str, Mapping[AskAnswer, AnswerNews | None]]
    """By view, ``yes`` and ``no``, each with what it tells; None where the view can rule it out."""

    @property
    def ask(self) -> Ask:
        """The ask, with the answer that it got."""
        ask = self.record.events[self.event - 1]
        if not isinstance(ask, Ask):
            raise TypeError(f"event {self.event} is no ask: {ask}")
        return ask


def what_if(record: Record, event: int, *, view: ViewLike = None) -> WhatIf:
    """What an ask told or would have told everyone and one view, with a yes and with a no.

    Args:
        record: the game.
        event: the number of the ask.
        view: who else is told, as ``deduce`` takes it; None: the asker, where that hand is known.

    Raises:
        RecordError: for a view that the record does not have, or where the event is no ask that was
            answered with yes or no.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is left.
    """
    require_record(record)
    at = record.moment(event)
    with deduce(record, at=max(at - 1, 0)) as public:
        ask = asked_next(public) if at else None
        if ask is None:
            raise RecordError(f"event {event} is no ask that was answered with yes or no")
        views = {public.view: _both_answers(public, ask)}
    if view is None and ask.asker in known_hands(record):
        view = ask.asker
    if view is not None:
        with deduce(record, view=view, at=at - 1) as before:
            views.setdefault(before.view, _both_answers(before, ask))
    return WhatIf(record, event, views)


def _both_answers(before: Deduction, ask: Ask) -> dict[AskAnswer, AnswerNews | None]:
    """What either answer to an ask tells a view."""
    budget = game_budget()
    posterior = Counter(budget=budget).update(before.knowledge)
    return {answer: answer_news(before, posterior, ask, answer, budget) for answer in _OTHER}


def asked_next(before: Deduction) -> Ask | None:
    """The next event of the record, where it is an ask that was answered with yes or no."""
    events = before.record.events
    ask = events[before.at] if before.at < len(events) else None
    return ask if isinstance(ask, Ask) and ask.answer in _OTHER else None


def other_answer(ask: Ask) -> AskAnswer:
    """The answer that an ask did not get: no for a yes, yes for a no."""
    return _OTHER[ask.answer]


def answer_news(
    before: Deduction, posterior: Posterior, ask: Ask, answer: AskAnswer, budget: Budget
) -> AnswerNews | None:
    """What an ask with an answer tells a view; None where the view can rule that answer out.

    Args:
        before: the view at the moment before.
        posterior: its counts.
        ask: the ask; its own answer does not matter.
        answer: ``yes`` or ``no``.
        budget: what further counting may cost.
    """
    answered = replace(ask, answer=answer)
    says = sayings(before.state, answered)
    try:
        certain = before.possible_holders.placed_by(says.facts)
    except ContradictionError:
        return None
    likelihoods = Likelihoods(
        before.knowledge, quick=True, counter=Counter(budget), posterior=posterior
    )
    try:
        bits = max(likelihoods.bits(answered, says), 0.0) + 0.0  # no minus before a zero
        exact = likelihoods.exact
    except UndecidedError:
        bits, exact = nan, False
    moved = ask.card if answer == "yes" else None
    hidden = (card for card in before.cards if card not in before.state.located)
    placed = {card: certain[card] for card in hidden if card in certain and card != moved}
    return AnswerNews(bits, exact, placed)
