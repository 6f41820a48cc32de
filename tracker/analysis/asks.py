"""What to ask: every legal ask from a chair, as facts about it, each with its odds.

All numbers are expectations over the deals that the viewer can think possible and in which the ask
is legal, each equally likely. What an answer tells a view is the drop of its bits: log2 of the
number of deals that it can think possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import isnan, nan
from operator import or_
from typing import Final

from tracker.analysis.ask_chances import asks_from_chair, at_turn, chair
from tracker.analysis.likelihood import Likelihoods, Sayings, sayings
from tracker.analysis.listeners import DRAWN, Estimate, Listeners, Outcome
from tracker.answers import Answer, AnswerList
from tracker.budget import Budget
from tracker.counting import Counter, Posterior, game_budget
from tracker.errors import ContradictionError, RecordError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Ask, AskAnswer, Seat
from tracker.game.legality import answers, is_legal
from tracker.game.record import Record
from tracker.game.state import State
from tracker.game.transition import apply
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.hands import known_hands
from tracker.inference.possible_holders import Prospects
from tracker.knowledge.facts import Fact
from tracker.knowledge.views import ViewLike, knowledge


@dataclass(frozen=True)
class AskOdds:
    """One legal ask, and what could come of it."""

    target: Seat
    card: Card
    answers: Mapping[AskAnswer, Fraction]
    """How likely each answer is; those that cannot be are left out. ``surrender``: the asker holds
    the card, and gives it up."""
    public: float
    """The bits that it tells the public, as an expectation."""
    team: Estimate
    """Those that it tells the teammates, each by themselves, added up."""
    opponents: Estimate
    """Those that it tells the opponents."""
    proves: Mapping[AskAnswer, tuple[str, ...]]
    """After each answer, the half-suits that the asker could prove for the team."""

    @property
    def yes(self) -> Fraction:
        """How likely it is that the card is handed over."""
        return self.answers.get("yes", Fraction(0))

    @property
    def gives_up(self) -> bool:
        """Whether the asker holds the card, and gives it up (``own-card-asks=surrender``)."""
        return "surrender" in self.answers


@dataclass(frozen=True, repr=False)
class Asks(AnswerList[AskOdds]):
    """Every legal ask from a chair at a moment."""

    record: Record
    seat: Seat
    at: int
    exact: bool
    """Whether the chances and the public's bits are exact, and no estimates."""
    listed: bool
    """Whether what the other players learn is exact, too."""
    asks: tuple[AskOdds, ...]
    """Best chance first, ties in seat and deck order."""

    @property
    def items(self) -> tuple[AskOdds, ...]:
        """The asks."""
        return self.asks


def asks(
    record: Record, *, view: ViewLike = None, at: int | None = None, drawn: int = DRAWN
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
    with deduce(record, chair(record, view, at), at) as deduction:
        return _Chair(deduction, drawn).asks()


class _Chair:
    """The asks of one seat at one moment."""

    def __init__(self, deduction: Deduction, drawn: int) -> None:
        self._deduction = deduction
        (self._seat,) = deduction.viewer.seats
        self._state = at_turn(deduction.state, self._seat)
        budget = game_budget()
        public = knowledge(deduction.record, (), deduction.at)
        self._own = Likelihoods(deduction.knowledge, budget=budget)
        self._public = Likelihoods(public, quick=True, budget=budget)
        self._listeners = Listeners(deduction, self._own.posterior, drawn)

    def asks(self) -> Asks:
        """All of them."""
        legal = asks_from_chair(self._deduction, self._state, self._seat)
        odds = (self._odds(target, card) for target, card in legal)
        found = [one for one in odds if one is not None]
        found.sort(key=lambda one: (-one.yes, *self._place(one)))
        exact = self._own.exact and self._public.exact
        return Asks(
            record=self._deduction.record,
            seat=self._seat,
            at=self._state.at,
            exact=exact,
            listed=self._listeners.exact,
            asks=tuple(found),
        )

    def _place(self, one: AskOdds) -> tuple[int, int]:
        """Where an ask stands in seat and deck order."""
        table = self._state.table
        return table.seats.index(one.target), table.deck.position[one.card]

    def _odds(self, target: Seat, card: Card) -> AskOdds | None:
        """The odds of one ask; none where it is not legal."""
        outcomes = [one for one in self._outcomes(target, card) if one.share]
        if not outcomes:
            return None
        table = self._state.table
        legal = sum((one.share for one in outcomes), Fraction(0))
        told = (float(one.share / legal) * self._public.bits(one.ask, one.said) for one in outcomes)
        team, opponents = self._listeners.told(
            outcomes, table.team_of[self._seat], table.opponents_of[self._seat]
        )
        return AskOdds(
            target=target,
            card=card,
            answers={one.ask.answer: one.share / legal for one in outcomes},
            public=sum(told),
            team=team,
            opponents=opponents,
            proves={one.ask.answer: self._proven_after(one.ask, one.said) for one in outcomes},
        )

    def _outcomes(self, target: Seat, card: Card) -> Iterator[Outcome]:
        for ask in self._answered(target, card):
            said = sayings(self._state, ask)
            yield Outcome(ask, said, self._own.of(ask, said))

    def _answered(self, target: Seat, card: Card) -> Iterator[Ask]:
        """The ask with each answer that breaks no rule that everyone, or the asker, can see."""
        own = self._deduction.holders(card) == (self._seat,)
        for answer in answers(self._state.table.rules, holds=own):
            ask = Ask(self._seat, target, card, answer)
            if is_legal(self._state, ask):
                yield ask

    # -- what could then be proven ----------------------------------------------------------------

    def _proven_after(self, ask: Ask, said: Sayings) -> tuple[str, ...]:
        """The half-suits that the asker could prove for the team after an answer."""
        after = apply(self._state, ask)
        seen = self._seen(said.facts)
        if not any(self._may_be_proven(book, after, seen) for book in after.open_books()):
            return ()
        before = self._deduction
        prospects = before.prospects.with_facts(said.facts)
        with Deduction(before.record, before.viewer, prospects, after) as deduction:
            team = self._state.table.team_of[self._seat]
            return tuple(book for book, _ in deduction.provable(team))

    def _seen(self, facts: Sequence[Fact]) -> int:
        """The placements of the deals at hand that fit some facts: not all that are possible."""
        prospects = self._deduction.prospects
        return reduce(or_, prospects.placements.fitting_all(prospects.witnesses, facts), 0)

    def _may_be_proven(self, book: str, after: State, seen: int) -> bool:
        """Whether a half-suit may be the team's, each card at one seat: no deal at hand denies it.

        Args:
            book: the half-suit.
            after: the state then.
            seen: placements that are possible then.
        """
        cards, team = after.table.deck.by_name[book].cards, after.table.team_of[self._seat]
        of_card = self._deduction.prospects.placements.of_card
        hidden = (card for card in cards if card not in after.located)
        return all(after.located.get(card, team[0]) in team for card in cards) and all(
            (seen & of_card(card)).bit_count() < 2 for card in hidden
        )


# -- what if the answer had been another one? both answers to an ask, as a  -----------------------
#
# What if the answer had been another one? Both answers to an ask, as a view saw it before.
#
# Each answer tells bits, the drop of log2 of the number of deals, and it places cards: their
# holders are certain in every deal that is left. The answer that was not given is worked out like
# the one that was, from the moment before.

_OTHER: Final[Mapping[AskAnswer, AskAnswer]] = {"yes": "no", "no": "yes"}


@dataclass(frozen=True)
class AnswerNews:
    """What one answer to an ask tells a view, together with the ask."""

    bits: float
    """The drop of log2 of the number of deals; not a number where no honest one could be had."""
    exact: bool
    """Whether that is exact, and no estimate."""
    placed: Mapping[Card, Seat]
    """The cards in play whose holder is then certain and was not before, in deck order. A card
    that is handed over in view is not among them."""


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
            raise TypeError(ask)
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
    at = record.moment(event)
    with deduce(record, None, max(at - 1, 0)) as public:
        ask = asked_next(public) if at else None
        if ask is None:
            raise RecordError(f"event {event} is no ask that was answered with yes or no")
        views = {public.view: _both_answers(public, ask)}
    if view is None and ask.asker in known_hands(record):
        view = ask.asker
    if view is not None:
        with deduce(record, view, at - 1) as before:
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
    """What an ask with an answer tells a view; none where the view can rule that answer out.

    Args:
        before: the view at the moment before.
        posterior: its counts.
        ask: the ask; its own answer does not matter.
        answer: ``yes`` or ``no``.
        budget: what further counting may cost.
    """
    answered = replace(ask, answer=answer)
    said = sayings(before.state, answered)
    try:
        after = before.prospects.with_facts(said.facts)
    except ContradictionError:
        return None
    told = Likelihoods(before.knowledge, quick=True, budget=budget, posterior=posterior)
    try:
        bits = max(told.bits(answered, said), 0.0) + 0.0  # no minus before a zero
    except UndecidedError:
        bits = nan
    exact = not isnan(bits) and told.exact
    seen = {ask.card} if answer == "yes" else set()
    placed = dict(_placed(before, after, seen))
    after.release()
    return AnswerNews(bits, exact, placed)


def _placed(before: Deduction, after: Prospects, seen: set[Card]) -> Iterator[tuple[Card, Seat]]:
    """The cards in play that are certain once more is known, but for those that all could see."""
    for card in before.cards:
        if card in before.state.located or card in seen or len(before.dealt_to(card)) < 2:
            continue
        seats = after.dealt_to(card)
        if len(seats) == 1:
            yield card, seats[0]
