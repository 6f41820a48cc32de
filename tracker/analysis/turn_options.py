"""To whom the turn could go from a seat's chair, and what they could be sure to win with it.

The endgame depends on this: to which teammate to pass, whom not to ask (a refusal gives them the
turn), to whom to surrender a card. Each option is an event that could come next. After it, some
seat has the turn. Of that seat it is said which half-suits it could be sure to win, and in how many
of the deals that the viewer then thinks possible. That is no advice: what else an option brings is
not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import nan
from typing import Final

from tracker.analysis.ask_chances import (
    ask_chances,
    asks_from_chair,
    at_turn,
    deduce_from_chair,
)
from tracker.analysis.shares import SEED, UNKNOWN_SHARE, Share, share_of
from tracker.answers import AnswerList, Brief, json_keys
from tracker.counting import Posterior, count
from tracker.errors import UndecidedError
from tracker.game.ask_rules import refusal
from tracker.game.cards import Card
from tracker.game.events import Ask, Event, Pass, Seat
from tracker.game.legality import is_legal
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.deduction import Deduction
from tracker.inference.possible_holders import possible_holders_of
from tracker.inference.who_can_prove import Provability
from tracker.knowledge.facts import Fact
from tracker.knowledge.gather import facts_of, facts_of_no_gift
from tracker.knowledge.views import ViewLike, knowledge

MOST_LISTED: Final = 100
"""Where a view has at most so many deals, all of them are looked at; else some are drawn."""
DRAWN: Final = 100
"""How many deals are drawn."""


@dataclass(frozen=True, repr=False)
class TurnOption(Brief):
    """An event that gives the turn to somebody else, and what they could win then."""

    event: Event
    """An ask that is refused, a card surrendered, or a pass."""
    chance: float
    """The chance that the event comes so: of an ask, that it is refused; NaN where that was not
    worked out, as gaps can be filled in several ways."""
    exact: bool
    """Whether the chance comes from exact counts."""
    receiver: Seat
    """Whose turn it is then."""
    wins: tuple[tuple[str, Share], ...]
    """For each half-suit in play, how likely the receiver can be sure of it: they can prove where
    all its cards are, and their team has them, or they hold one of them and can ask for the rest,
    or the other team has them and the rules let it be claimed there. A half-suit is left out where
    no deal looked at lets them win it. Where that was not decided, each half-suit has an unknown
    share."""
    nothing: Share
    """How likely they can be sure of no half-suit."""


@json_keys("view=seat", "at", "options")
@dataclass(frozen=True, repr=False)
class TurnOptions(AnswerList[TurnOption], field="options"):
    """To whom the turn could go from a seat's chair at a moment.

    Keys:
        options.event: The event in the notation: an ask that is refused, a card surrendered, a
            pass.
        options.chance, options.exact: How likely it comes so; null where gaps leave it open.
        options.receiver: Whose turn it is then.
        options.wins: By half-suit, the share of deals in which they are sure of it:
            ``probability``, ``exact``, and where it is not exact ``interval``, its 95% limits;
            half-suits without such a deal are left out.
        options.nothing: The share of deals in which they are sure of none, likewise.
    """

    record: Record
    seat: Seat
    at: int
    options: tuple[TurnOption, ...]
    """Passes first, then asks; in seat and deck order."""


def turns(record: Record, *, view: ViewLike = None, at: int | None = None) -> TurnOptions:
    """To whom the turn could go from a seat's chair, and what they could be sure to win with it.

    Args:
        record: the game.
        view: the seat whose chair it is; None: whose turn it is.
        at: after that many events; None: after all.

    Raises:
        RecordError: for a seat or a moment that the record does not have, or where it is nobody's
            turn, or any of several.
        MissingHandError: where the seat's dealt hand is not known.
        ContradictionError: where no deal is left.
        UndecidedError: where the deals that are left cannot be drawn.
    """
    with deduce_from_chair(record, view, at) as deduction:
        (seat,) = deduction.viewer.seats
        state = deduction.state
        if deduction.has_knowledge:
            posterior = count(deduction.knowledge)
            option = _Position(deduction, posterior).option
            chances = ask_chances(deduction, posterior)
        else:
            state = at_turn(state, seat)
            option, chances = partial(_uncounted, state), _sure_chances(deduction)
        options = [option(event, chance) for event, chance in _events(deduction, state, chances)]
        known = tuple(each for each in options if each is not None)
        return TurnOptions(record, seat, deduction.at, () if state.over else known)


def _sure_chances(deduction: Deduction) -> Mapping[tuple[Seat, Card], float]:
    """The chance of a yes of each ask where it is certain; else NaN: gaps decide it."""
    holders = {ask: deduction.holders(ask[1]) for ask in asks_from_chair(deduction)}
    return {
        (target, card): nan if target in seats and len(seats) > 1 else float(target in seats)
        for (target, card), seats in holders.items()
    }


def _uncounted(state: State, event: Ask | Pass, chance: float) -> TurnOption:
    """What may give the turn away, where it is not worked out what could be won then."""
    receiver = event.receiver if isinstance(event, Pass) else event.target
    wins = tuple((book, UNKNOWN_SHARE) for book in state.open_books())
    return TurnOption(event, chance, chance == 1, receiver, wins, UNKNOWN_SHARE)


def _events(
    deduction: Deduction, state: State, chances: Mapping[tuple[Seat, Card], float]
) -> Iterator[tuple[Ask | Pass, float]]:
    """The events by which the seat could give the turn away, each with its chance.

    Args:
        deduction: the view of the seat.
        state: the public state.
        chances: that each ask is answered with yes.
    """
    (seat,) = deduction.viewer.seats
    for mate in deduction.record.seats:
        event = Pass(seat, mate)
        if mate != seat and is_legal(state, event):
            yield event, 1.0
    for (target, card), yes in chances.items():
        answer = refusal(deduction.record.rules, holds=deduction.holders(card) == (seat,))
        if answer == "surrender":
            yield Ask(seat, target, card, answer), 1.0
        elif yes != 1:
            yield Ask(seat, target, card, answer), 1 - yes


class _Position:
    """A view at a moment, from which the options are looked at."""

    def __init__(self, deduction: Deduction, posterior: Posterior) -> None:
        record = deduction.record
        self._deduction = deduction
        self._placements = deduction.possible_holders.placements
        self._played = record.with_events(record.events[: deduction.at])
        self._public = possible_holders_of(knowledge(self._played))
        self._listed = posterior.exact and posterior.count <= MOST_LISTED
        deals = posterior.deals() if self._listed else posterior.sample(3 * DRAWN, SEED)
        self._deals = list(map(self._placements.mask_of, deals))

    def option(self, event: Ask | Pass, chance: float) -> TurnOption | None:
        """The facts about an event, if it gives the turn to one other seat."""
        record = self._played.with_events((*self._played.events, event))
        replay = replay_of(self._played).to(record)
        state = replay.state()
        receiver = state.turn
        if receiver is None or receiver in self._deduction.viewer.seats:
            return None
        facts = (*facts_of(replay.played()[-1]), *facts_of_no_gift(state))
        deals = self._deals_with(facts)
        if not deals:
            return None
        won = self._won(facts, state, receiver, deals)
        if won is None:
            return replace(_uncounted(state, event, chance), exact=True, receiver=receiver)
        hits = {book: sum(book in books for books in won) for book in state.open_books()}
        share = partial(share_of, deals=len(won), listed=self._listed)
        wins = tuple((book, share(n)) for book, n in hits.items() if n)
        nothing = share(won.count(frozenset()))
        return TurnOption(event, chance, True, receiver, wins, nothing)

    def _deals_with(self, facts: Sequence[Fact]) -> list[int]:
        """The deals that are left once facts are known: all, or some drawn, as masks."""
        left = self._placements.fitting_all(self._deals, facts)
        if self._listed:
            return left
        if len(left) >= DRAWN:
            return left[:DRAWN]
        after = count(self._deduction.knowledge.with_facts(facts))
        drawn = after.sample(DRAWN, SEED) if after.count else []
        return list(map(self._placements.mask_of, drawn))

    def _won(
        self, facts: Sequence[Fact], state: State, receiver: Seat, deals: Sequence[int]
    ) -> list[frozenset[str]] | None:
        """For each deal, the half-suits that a seat could be sure of, once facts are public.

        Returns:
            None where that was not decided within the budget, or nothing is left of it.
        """
        if self._public.budget.left <= 0:
            return None
        books = state.open_books()
        try:
            with Provability(self._public.with_facts(facts, deals), state) as provability:
                return [
                    frozenset(book for book in books if provability.can_win(deal, receiver, book))
                    for deal in deals
                ]
        except UndecidedError:
            return None
