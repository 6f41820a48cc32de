"""Which asks are legal from a seat's chair, and how likely each is to be answered with yes.

Only the chance of a yes is worked out here, quickly enough for every ask of a game. All that could
come of an ask is in ``tracker.analysis.asks``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tracker.analysis.likelihood import Likelihoods, sayings
from tracker.counting import Posterior
from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.legality import possible_asks
from tracker.game.record import Record, has_gaps
from tracker.game.replay import replay_of
from tracker.game.state import Situation, State
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.hands import view_of
from tracker.knowledge.views import ViewLike


def ask_chances(
    deduction: Deduction, posterior: Posterior
) -> tuple[Mapping[tuple[Seat, Card], float], bool]:
    """The chance of a yes, for every ask that is legal from the chair of a view's one seat.

    Args:
        deduction: the view of a seat.
        posterior: its counts.

    Returns:
        The chances by who is asked for which card, and whether they come from exact counts.

    Raises:
        UndecidedError: beyond the budget of counting.
    """
    (seat,) = deduction.viewer.seats
    (hand,) = deduction.viewer.hands
    state = at_turn(deduction.state, seat)
    legal = tuple(asks_from_chair(deduction))
    cards = {card for _, card in legal}
    dealt = posterior.marginals(cards)
    # The asks of one moment say much alike. One object counts all of them, each part once.
    likelihoods = Likelihoods(posterior)
    chances = {}
    for target, card in legal:
        chance: float | None
        if not hand.whole or state.awaited is not None or state.sizes[target] is None:
            chance = _chance_if_legal(likelihoods, state, Ask(seat, target, card, "yes"))
        else:
            chance = holder_chance(state.located, dealt, card, target)
        if chance is not None:
            chances[target, card] = chance
    return chances, posterior.exact and likelihoods.exact


def _chance_if_legal(likelihoods: Likelihoods, state: State, ask: Ask) -> float | None:
    """The chance of a yes where not every deal allows the ask; None where no deal does."""
    refused = replace(ask, answer="no")
    yes, no = (likelihoods.share(sayings(state, answered)) for answered in (ask, refused))
    return float(yes / (yes + no)) if yes + no else None


def holder_chance(
    located: Mapping[Card, Seat], dealt: Mapping[Card, Mapping[Seat, float]], card: Card, seat: Seat
) -> float:
    """The chance that a seat holds a card in play now.

    Args:
        located: where cards publicly are.
        dealt: for each card, the chance of each seat that it was dealt to it.
        card: the card.
        seat: the seat.
    """
    if card in located:
        return float(located[card] == seat)
    return dealt[card].get(seat, 0.0)


# -- the asks of one seat -------------------------------------------------------------------------


def deduce_from_chair(record: Record, seat: ViewLike, at: int | None) -> Deduction:
    """What follows for one seat at a moment.

    Args:
        record: the game.
        seat: the seat; None: whose turn it is.
        at: after that many events; None: after all.

    Raises:
        RecordError: where that is not one seat, and what ``deduce`` raises.
    """
    if seat is None:
        seat = _only_at_turn(record, at)
        if seat is None:
            raise RecordError("it is no single seat's turn: say whose asks are wanted")
    view = view_of(record, seat)
    if len(view.seats) != 1:
        raise RecordError(f"asks are those of one seat, not of {view.name}")
    return deduce(record, view=view, at=at)


def _only_at_turn(record: Record, at: int | None) -> Seat | None:
    """The one seat that has the turn; None where it is nobody, or any of several."""
    if not has_gaps(record, at):
        state = replay_of(record).state(at)
        return None if state.over else state.turn
    with deduce(record, at=at) as public:
        seats = () if public.state.over else public.to_move()
    return seats[0] if len(seats) == 1 else None


def asks_from_chair(deduction: Deduction) -> Iterator[tuple[Seat, Card]]:
    """The asks of a view's one seat that break no rule that everyone, or the asker, can see.

    They are those that the seat could make if it were its turn. Where the view knows its hand in
    part, they are all that may be legal.
    """
    (seat,) = deduction.viewer.seats
    holders = deduction.all_holders()
    own = {card for card, seats in holders.items() if seats == (seat,)}
    may = {card for card, seats in holders.items() if seat in seats}
    yield from possible_asks(at_turn(deduction.state, seat), seat, own, may)


def sure_asks(deduction: Deduction) -> Iterator[tuple[Seat, Card]]:
    """The asks of ``asks_from_chair`` that are answered with yes in every deal."""
    holders = deduction.all_holders()
    return (
        (target, card) for target, card in asks_from_chair(deduction) if holders[card] == (target,)
    )


def at_turn(state: State, seat: Seat) -> State:
    """A state changed so that it is a seat's turn: what could the seat ask if it were to go on?

    Where the seat has the turn, it stays as it is: an ask may say that no forced end had come.
    """
    if state.turn == seat:
        return state
    return replace(state, situations=(Situation((seat,), forced=state.forced),))
