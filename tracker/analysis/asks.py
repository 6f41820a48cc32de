"""What to ask: every legal ask from a seat's chair, and what could come of it.

Chances and bits are expectations over the deals that the viewer can think possible and in which the
ask is legal, each equally likely. A view's *bits* are log2 of the number of deals that it can think
possible. What an answer tells a view is by how much they fall. What an ask is worth is an estimate
(``tracker.analysis.equity``).

``what_if`` compares the two answers to an ask of the record: the one that was given, and the one
that was not. Both are worked out from the moment before the ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial, reduce
from math import isnan, nan
from operator import and_
from typing import Final

from tracker.analysis.ask_chances import (
    Likelihoods,
    asks_from_chair,
    at_turn,
    deduce_from_chair,
)
from tracker.analysis.each_filling import Filled, merged
from tracker.analysis.equity import Outlooks
from tracker.analysis.move_options import Options
from tracker.answers import (
    HIDDEN,
    KEY,
    Answer,
    AnswerList,
    Brief,
    Case,
    in_all,
    in_any_case,
    json_key,
    json_keys,
    put_together,
)
from tracker.budget import ODDS_COST, spend
from tracker.counting import Counter, Posterior, game_budget, game_counters
from tracker.errors import RecordError, UndecidedError
from tracker.game.ask_rules import answers
from tracker.game.cards import Card
from tracker.game.events import Ask, AskAnswer, Seat
from tracker.game.legality import is_legal
from tracker.game.record import Record, require_record
from tracker.game.table import Table
from tracker.game.transition import apply
from tracker.inference.deduction import Deduction, deduce, deduction_of
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import Between, Fact
from tracker.knowledge.gather import event_facts
from tracker.knowledge.views import ViewLike


@dataclass(frozen=True)
class AskBits:
    """What an ask is expected to tell, in bits."""

    public: float | Between | None
    """What it tells everyone; None where it is not worked out."""


@dataclass(frozen=True)
class AskProves:
    """The half-suits that the asker could prove for the team after each answer."""

    yes: tuple[str | Case[str], ...] = ()
    no: tuple[str | Case[str], ...] = ()
    """After a no; where the asker gives the card up, after that."""


@dataclass(frozen=True, repr=False)
class AskOdds(Brief):
    """One legal ask, and what could come of it. ``None`` stands for what is not worked out."""

    target: Seat = field(metadata=KEY)
    card: Card = field(metadata=KEY)
    yes: Fraction | Between | None
    """How likely it is that the card is handed over."""
    surrender: bool
    """Whether the asker holds the card, and gives it up (``own-card-asks=surrender``)."""
    exact: bool
    """Whether the chance and the bits are counted."""
    bits: AskBits
    proves: AskProves
    margin: float | Between | None = None
    """What it is worth: the expected final margin of the asker's team, in points. An estimate."""
    error: float | Between | None = None
    """How much less that is than for the best option, which may be a claim."""


@dataclass(frozen=True, repr=False)
class Asks(AnswerList[AskOdds | Case[AskOdds]], field="asks"):
    """Every legal ask from a chair at a moment."""

    record: Record = field(metadata=HIDDEN)
    seat: Seat = field(metadata=json_key("view"))
    at: int
    exact: bool = field(metadata=put_together(in_all))
    """Whether the chances and the public's bits could be counted."""
    asks: tuple[AskOdds | Case[AskOdds], ...]
    """Best chance first, ties in seat and deck order; last those that are legal only in some ways
    to fill gaps."""
    every: bool = field(default=False, metadata=HIDDEN)
    """Whether the text is a table of all of them, not the best ones in words."""


def asks(record: Record, *, view: ViewLike = None, at: int | None = None) -> Asks:
    """Every legal ask from a seat's chair, as if it were its turn.

    Args:
        record: the game.
        view: the seat whose chair it is; None: whose turn it is.
        at: after that many events; None: after all.

    Raises:
        RecordError: for a seat or a moment that the record does not have, or where it is nobody's
            turn, or any of several.
        MissingHandError: where the seat's dealt hand is not known.
        ContradictionError: where no deal is left.
        UndecidedError: where no honest number of deals could be had.
    """
    with deduce_from_chair(record, view, at) as deduction:
        try:
            ways = deduction.ways if deduction.has_knowledge else deduction.apart
            each = tuple(_Chair(Deduction(way)).asks() for way in ways)
        except UndecidedError:
            if deduction.has_knowledge:
                raise
            return _undecided_asks(deduction)
    filled = tuple(filter(None, (way.completion for way in ways)))
    of_all = merged(Filled(filled, each))
    in_order = tuple(sorted(of_all.asks, key=partial(_place_in, record.table)))
    return replace(of_all, record=record, at=record.moment(at), asks=in_order)


def _place_in(table: Table, ask: AskOdds | Case[AskOdds]) -> tuple[object, ...]:
    """Where an ask stands: best chance first, ties in seat and deck order."""
    odds = in_any_case(ask)
    chance = odds.yes.low if isinstance(odds.yes, Between) else odds.yes
    place = table.seats.index(odds.target), table.deck.position[odds.card]
    return isinstance(ask, Case), chance is None, -(chance or 0), *place


def _undecided_asks(deduction: Deduction) -> Asks:
    """The asks that may be legal, where there are too many ways to fill the gaps.

    What is proven across the gaps is said: that a yes is certain, or that it cannot be.
    """
    sure = deduction.forced()
    asks: list[Case[AskOdds]] = []
    for target, card in asks_from_chair(deduction):
        is_no = target not in deduction.holders(card)
        yes = Fraction(sure.get(card) == target)
        chance = yes if yes or is_no else None
        odds = AskOdds(target, card, chance, False, False, AskBits(None), AskProves())
        asks.append(Case(odds, ()))
    asks.sort(key=partial(_place_in, deduction.record.table))
    (seat,) = deduction.viewer.seats
    return Asks(deduction.record, seat, deduction.at, False, tuple(asks))


class _Chair:
    """The asks of one seat at one moment."""

    def __init__(self, deduction: Deduction) -> None:
        self._deduction = deduction
        (self._seat,) = deduction.viewer.seats
        self._team = deduction.record.table.team_of[self._seat]
        self._state = at_turn(deduction.state, self._seat)
        own = {hand.seat: hand for hand in deduction.viewer.hands if hand.whole}
        counters = game_counters()
        positions = Outlooks(deduction.record, own, counters)
        self._options = Options(positions)
        posterior = counters[self._seat].update(deduction.knowledge)
        self._own = Likelihoods(self._state, posterior)
        self._public = Likelihoods(self._state, positions.posterior(None, deduction.at))

    def asks(self) -> Asks:
        """All the legal asks, in no special order."""
        possible = (self._odds(target, card) for target, card in asks_from_chair(self._deduction))
        legal = [odds for odds in possible if odds is not None]
        each = tuple(self._valued(legal))
        return Asks(self._deduction.record, self._seat, self._state.at, True, each)

    def _odds(self, target: Seat, card: Card) -> AskOdds | None:
        """The odds of one ask; None where it is legal in no deal."""
        spend(ODDS_COST)
        each = {ask: self._own.share(ask) for ask in self._answered(target, card)}
        shares = {ask: share for ask, share in each.items() if share}
        if not shares:
            return None
        legal = sum(shares.values(), Fraction(0))
        chances = {ask.answer: share / legal for ask, share in shares.items()}
        public = sum(float(chances[ask.answer]) * self._public.bits(ask) for ask in shares)
        proves = {ask.answer: self._proven_after(ask) for ask in shares}
        surrenders, yes = "surrender" in chances, chances.get("yes", Fraction(0))
        return AskOdds(
            target=target,
            card=card,
            yes=yes,
            surrender=surrenders,
            exact=True,
            bits=AskBits(public),
            proves=AskProves(
                proves.get("yes", ()), proves.get("surrender" if surrenders else "no", ())
            ),
        )

    def _answered(self, target: Seat, card: Card) -> Iterator[Ask]:
        """The ask with each answer that breaks no rule that everyone, or the asker, can see."""
        own = self._deduction.holders(card) == (self._seat,)
        each = answers(self._state.table.rules, holds=own)
        asks = (Ask(self._seat, target, card, answer) for answer in each)
        return (ask for ask in asks if is_legal(self._state, ask))

    def _valued(self, asks: Sequence[AskOdds]) -> Sequence[AskOdds]:
        """The asks with what each is worth, and how much less that is than the best option.

        That cannot be said where the hand is not known whole, or its deals cannot be counted.
        """
        positions = self._options.positions
        if self._seat not in positions.hands:
            return asks
        try:
            position = replace(positions.position(self._seat, self._state.at), turn=self._seat)
        except UndecidedError:
            return asks
        values = [
            self._options.ask(position, Ask(self._seat, odds.target, odds.card, "yes"), odds.yes)
            for odds in asks
            if isinstance(odds.yes, Fraction)
        ]
        claims = self._options.claims(position, self._state, self._state.open_books())
        best = max((option.value for option in (*values, *claims)), default=0.0)
        return [
            replace(odds, margin=option.value, error=best - option.value)
            for odds, option in zip(asks, values, strict=True)
        ]

    # -- what could then be proven ----------------------------------------------------------------

    def _proven_after(self, ask: Ask) -> tuple[str, ...]:
        """The half-suits that the asker could prove for the team after an answer."""
        facts, before = event_facts(self._state, ask), self._deduction
        if not self._may_be_placed(facts):
            return ()
        after, holders = apply(self._state, ask), before.possible_holders.with_facts(facts)
        with deduction_of(before.record, before.viewer, holders, after) as deduction:
            return tuple(book for book, _ in deduction.provable(self._team))

    def _may_be_placed(self, facts: Sequence[Fact]) -> bool:
        """Whether the deals that were found, and fit some facts, agree on a half-suit in play."""
        possible, state = self._deduction.possible_holders, self._state
        deals = possible.placements.fitting_all(possible.witnesses, facts)
        agreed = reduce(and_, deals, possible.possible)
        books = (state.table.deck.by_name[name].cards for name in state.open_books())
        return any(
            all(
                card in state.located or agreed & possible.placements.of_card(card) for card in book
            )
            for book in books
        )


# -- both answers to an ask of the record ---------------------------------------------------------

OTHER: Final[Mapping[AskAnswer, AskAnswer]] = {"yes": "no", "no": "yes"}
"""The answer that an ask did not get."""


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


@json_keys("event", "text=ask", "answer=ask.answer", "views")
@dataclass(frozen=True, repr=False)
class WhatIf(Answer):
    """Both answers to one ask, as some views saw it when it was made.

    Keys:
        text, answer: With --event: the statement, and the answer that it got.
        views: By view, what is told by ``yes`` and by ``no``; null for an answer that the view can
            rule out. ``bits`` is the drop in bits (null where it could not be counted, see
            ``exact``); ``placed`` the cards that are then certain and were not before, with their
            holders, but for the card handed over.
    """

    record: Record
    event: int
    ask: Ask
    """The ask, with the answer that it got."""
    views: Mapping[str, Mapping[AskAnswer, AnswerNews | None]]
    """By view, ``yes`` and ``no``, each with what it tells; None where the view can rule it out."""


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
    return WhatIf(record, event, ask, views)


def _both_answers(before: Deduction, ask: Ask) -> dict[AskAnswer, AnswerNews | None]:
    """What either answer to an ask tells a view."""
    posterior = Counter(game_budget()).update(before.knowledge)
    return {answer: answer_news(before, posterior, ask, answer) for answer in OTHER}


def asked_next(before: Deduction) -> Ask | None:
    """The next event of the record, where it is an ask that was answered with yes or no."""
    events = before.record.events
    ask = events[before.at] if before.at < len(events) else None
    return ask if isinstance(ask, Ask) and ask.answer in OTHER else None


def answer_news(
    before: Deduction, posterior: Posterior, ask: Ask, answer: AskAnswer
) -> AnswerNews | None:
    """What an ask with an answer tells a view; None where the view can rule that answer out.

    Args:
        before: the view at the moment before.
        posterior: its counts.
        ask: the ask; its own answer does not matter.
        answer: ``yes`` or ``no``.
    """
    answered = replace(ask, answer=answer)
    placed = before.possible_holders.placed_by(event_facts(before.state, answered))
    if placed is None:
        return None
    try:
        bits = Likelihoods(before.state, posterior).bits(answered)
    except UndecidedError:
        bits = nan
    hidden = {
        card: placed[card]
        for card in before.cards
        if card in placed
        and card not in before.state.located
        and (card, answer) != (ask.card, "yes")
    }
    return AnswerNews(bits, not isnan(bits), hidden)
