"""To whom the turn could go from a chair, and what they could be sure to win with it.

The endgame turns on this: to which teammate to pass, whom not to ask (a refusal gives them the
turn), to whom to surrender a card. Each option is an event that could come next, with facts about
whoever is at turn after it, in the deals that the viewer then thinks possible, each as likely as
any other. They are no advice: what else an option brings is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.analysis.ask_chances import ask_chances, chair
from tracker.analysis.shares import (
    SEED,
    UNKNOWN_SHARE,
    Share,
    deals_looked_at,
    share_of,
)
from tracker.answers import AnswerList
from tracker.counting import Posterior, count
from tracker.errors import UndecidedError
from tracker.game.events import Ask, Event, Pass, Seat
from tracker.game.legality import is_legal, refusal
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.possible_holders import prospects_of
from tracker.inference.who_can_prove import Provers
from tracker.knowledge.facts import Fact
from tracker.knowledge.gather import said_by
from tracker.knowledge.views import ViewLike, knowledge

MOST_LISTED: Final = 100
"""Up to so many deals are listed; of more, some are drawn."""
DRAWN: Final = 100
"""Deals drawn."""


@dataclass(frozen=True)
class TurnOption:
    """An event that gives the turn to somebody else, and what they could win then."""

    event: Event
    """An ask that is refused, a card surrendered, or a pass."""
    chance: float
    """That it comes so: of an ask, that it is refused."""
    exact: bool
    """Whether the chance comes from exact counts."""
    receiver: Seat
    """Whose turn it is then."""
    wins: tuple[tuple[str, Share], ...]
    """For each half-suit in play, how likely the receiver can be sure of it: they can prove where
    all its cards are, and their team has them, or they hold one of them and can ask for the rest.
    Those that no deal looked at lets them win are left out; where it was not found out, each has
    an unknown share."""
    nothing: Share
    """How likely they can be sure of no half-suit."""


@dataclass(frozen=True, repr=False)
class TurnOptions(AnswerList[TurnOption]):
    """To whom the turn could go from a seat's chair at a moment."""

    record: Record
    seat: Seat
    at: int
    options: tuple[TurnOption, ...]
    """Passes first, then asks; in seat and deck order."""

    @property
    def items(self) -> tuple[TurnOption, ...]:
        """The options."""
        return self.options


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
    with deduce(record, chair(record, view, at), at) as deduction:
        posterior = count(deduction.knowledge)
        here = _Here(deduction, posterior)
        found = (here.option(*possible) for possible in _events(deduction, posterior))
        options = tuple(option for option in found if option is not None)
        return TurnOptions(record, deduction.viewer.seats[0], deduction.at, options)


def _events(deduction: Deduction, posterior: Posterior) -> Iterator[tuple[Event, float, bool]]:
    """The events by which the seat could give the turn away, each with its chance."""
    (seat,) = deduction.viewer.seats
    if deduction.state.over:
        return
    for mate in deduction.record.seats:
        event = Pass(seat, mate)
        if mate != seat and is_legal(deduction.state, event):
            yield event, 1.0, True
    chances = ask_chances(deduction, posterior)
    for (target, card), yes in chances.yes.items():
        answer = refusal(deduction.record.rules, holds=deduction.holders(card) == (seat,))
        if answer == "surrender":
            yield Ask(seat, target, card, answer), 1.0, True
        elif yes < 1:
            yield Ask(seat, target, card, answer), 1 - yes, chances.exact


class _Here:
    """A view at a moment: what may come next."""

    def __init__(self, deduction: Deduction, posterior: Posterior) -> None:
        record = deduction.record
        self._deduction = deduction
        self._placements = deduction.prospects.placements
        self._played = record.with_events(record.events[: deduction.at])
        self._public = prospects_of(knowledge(self._played))
        looked_at = deals_looked_at(posterior, MOST_LISTED, 3 * DRAWN)
        self._listed = looked_at.all
        self._deals = list(map(self._placements.mask_of, looked_at.deals))

    def option(self, event: Event, chance: float, exact: bool) -> TurnOption | None:
        """The facts about an event, if it gives the turn to one other seat."""
        record = self._played.with_events((*self._played.events, event))
        replay = replay_of(self._played).to(record)
        state = replay.state(None)
        receiver = state.turn
        if receiver is None or receiver in self._deduction.viewer.seats:
            return None
        facts = said_by(replay.played()[-1])
        deals = self._after(facts)
        if not deals:
            return None
        books = state.open_books()
        won = self._won(facts, state, receiver, deals)
        if won is None:
            unknown = tuple((book, UNKNOWN_SHARE) for book in books)
            return TurnOption(event, chance, exact, receiver, unknown, UNKNOWN_SHARE)
        hits = {book: sum(book in one for one in won) for book in books}
        wins = tuple(
            (book, share_of(n, len(won), listed=self._listed)) for book, n in hits.items() if n
        )
        nothing = share_of(sum(not one for one in won), len(won), listed=self._listed)
        return TurnOption(event, chance, exact, receiver, wins, nothing)

    def _after(self, facts: Sequence[Fact]) -> list[int]:
        """The deals that are left once facts are known: all, or some drawn, as masks."""
        left = self._placements.fitting_all(self._deals, facts)
        if self._listed or len(left) >= DRAWN:
            return left if self._listed else left[:DRAWN]
        after = count(self._deduction.knowledge.with_facts(facts))
        drawn = after.sample(DRAWN, SEED) if after.count else []
        return list(map(self._placements.mask_of, drawn))

    def _won(
        self, facts: Sequence[Fact], state: State, receiver: Seat, deals: Sequence[int]
    ) -> list[frozenset[str]] | None:
        """For each deal, the half-suits that a seat could be sure of, once facts are public.

        None: that was not found out, or there is nothing left to spend on it.
        """
        if self._public.budget.conflicts.left <= 0:
            return None
        try:
            public = self._public.with_facts(facts, deals)
        except UndecidedError:
            return None
        try:
            with Provers(public, state) as provers:
                return [
                    frozenset(
                        book for book in state.open_books() if provers.can_win(deal, receiver, book)
                    )
                    for deal in deals
                ]
        except UndecidedError:
            return None
        finally:
            public.release()
