"""How likely each legal ask is to be answered with yes: that alone, for every ask of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from tracker.analysis.likelihood import Likelihoods, sayings
from tracker.budget import Budget
from tracker.counting import Posterior
from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.legality import possible_asks
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import Situation, State
from tracker.inference.deduction import Deduction
from tracker.inference.hands import view_of
from tracker.knowledge.views import View, ViewLike


class LegalChances(NamedTuple):
    """The chances of a yes, by who is asked for which card."""

    yes: Mapping[tuple[Seat, Card], float]
    exact: bool
    """Whether they come from exact counts."""


def ask_chances(
    deduction: Deduction, posterior: Posterior, budget: Budget | None = None
) -> LegalChances:
    """The chance of a yes, for every ask that is legal from the chair of a view's one seat.

    Args:
        deduction: the view of a seat.
        posterior: its counts.
        budget: what further counting may cost; none: no limit but for each position.

    Raises:
        UndecidedError: where that is not enough.
    """
    (seat,) = deduction.viewer.seats
    (hand,) = deduction.viewer.hands
    state = at_turn(deduction.state, seat)
    legal = tuple(asks_from_chair(deduction, state, seat))
    posterior.prepare_marginals()
    dealt = posterior.marginals({card for _, card in legal})
    # Asks of one moment say much alike, which is counted once.
    view = Likelihoods(deduction.knowledge, quick=True, budget=budget)
    found = {}
    for target, card in legal:
        chance: float | None
        if not hand.whole or state.awaited is not None or state.sizes[target] is None:
            chance = _chance_if_legal(view, state, Ask(seat, target, card, "yes"))
        else:
            chance = holder_chance(state.located, dealt, card, target)
        if chance is not None:
            found[target, card] = chance
    return LegalChances(found, posterior.exact and view.exact)


def chair(record: Record, seat: ViewLike, at: int | None) -> View:
    """The view of one seat: the one named, or the one at turn.

    Raises:
        RecordError: where that is not one seat.
    """
    if seat is None:
        state = replay_of(record).state(at)
        seat = None if state.over else state.turn
        if seat is None:
            raise RecordError("it is no single seat's turn: say whose asks are wanted")
    view = view_of(record, seat)
    if len(view.seats) != 1:
        raise RecordError(f"asks are those of one seat, not of {view.name}")
    return view


def at_turn(state: State, seat: Seat) -> State:
    """The same state, with the turn at a seat: what it could ask if it were to go on."""
    return replace(state, situations=(Situation((seat,), forced=state.forced),))


def holder_chance(
    located: Mapping[Card, Seat], dealt: Mapping[Card, Mapping[Seat, float]], card: Card, seat: Seat
) -> float:
    """The chance that a seat holds a card in play now.

    Args:
        located: where cards publicly are.
        dealt: the chances of where they were dealt.
        card: the card.
        seat: the seat.
    """
    if card in located:
        return float(located[card] == seat)
    return dealt[card].get(seat, 0.0)


def asks_from_chair(deduction: Deduction, state: State, seat: Seat) -> Iterator[tuple[Seat, Card]]:
    """The asks that break no rule that everyone, or the asker, can see.

    Args:
        deduction: the view of the seat.
        state: the public state, with the turn at the seat (``at_turn``).
        seat: whose asks; where the view knows its hand in part, all that may be legal.
    """
    own = {card for card in deduction.cards if deduction.holders(card) == (seat,)}
    may = {card for card in deduction.cards if seat in deduction.holders(card)}
    for ask in possible_asks(state, seat, own, may):
        yield ask.target, ask.card


def _chance_if_legal(view: Likelihoods, state: State, ask: Ask) -> float | None:
    """The chance of a yes where not every deal allows the ask; none where no deal does."""
    refused = replace(ask, answer="no")
    yes, no = view.of(ask, sayings(state, ask)), view.of(refused, sayings(state, refused))
    return float(yes / (yes + no)) if yes + no else None
