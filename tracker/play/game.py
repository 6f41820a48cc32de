"""A game being played: the true hands beside the public state.

A ``Game`` knows where every card is, so it can tell what a record cannot: which asks are legal in
truth, what the outcome of a claim is, and who has to pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tracker.errors import RecordError
from tracker.game.ask_rules import cards_to_ask, must_claim_first, refusal
from tracker.game.cards import Book, Card
from tracker.game.events import (
    Ask,
    AskAnswer,
    Claim,
    Event,
    HandSize,
    Holdings,
    Outcome,
    Pass,
    Seat,
)
from tracker.game.record import Record
from tracker.game.state import Forced, State, changed
from tracker.game.table import Team
from tracker.game.transition import apply, claimed_team, first_state
from tracker.game.turns import may_have_turn, steps, with_forced_end


class Game:
    """The true hands and the public state of a game, moved on event by event.

    Args:
        record: the header, with the whole hand of every seat; its events are played.

    Raises:
        RecordError: where a hand is missing, or the hands are not a deal.
    """

    def __init__(self, record: Record) -> None:
        self.header = record.with_events(())
        self.table = record.table
        self.state: State = first_state(record.table)
        self._face_up = self.state
        """The state of the same game, if all could see how many cards each hand has."""
        self.holder: dict[Card, Seat] = dealt(record)
        """Who holds each card in play, in deck order."""
        self.events: list[Event] = []
        self.owing: tuple[Seat, ...] = ()
        """Who came down to one card, or to none, and has not said so yet (``announce-last``)."""
        self._denied: set[tuple[Card, Seat]] = set()
        for event in record.events:
            self.play(event)

    @property
    def record(self) -> Record:
        """The game so far."""
        return self.header.with_events(tuple(self.events))

    # -- hands ------------------------------------------------------------------------------------

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The true hand of a seat now, in deck order."""
        return tuple(card for card, holder in self.holder.items() if holder == seat)

    def size(self, seat: Seat) -> int:
        """How many cards a seat truly holds."""
        return len(self.hand(seat))

    def able(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        """Those of some seats that truly hold cards."""
        holders = set(self.holder.values())
        return tuple(seat for seat in seats if seat in holders)

    def holdings(self, book: Book) -> Holdings:
        """Where the cards of a half-suit in play truly are."""
        return tuple((card, self.holder[card]) for card in book.cards)

    def open_books(self) -> tuple[Book, ...]:
        """The half-suits in play."""
        return tuple(self.table.deck.by_name[name] for name in self.state.open_books())

    def has_all(self, team: Iterable[Seat], book: Book) -> bool:
        """Whether some seats truly hold the whole of a half-suit."""
        return all(self.holder[card] in team for card in book.cards)

    def beaten(self) -> Team | None:
        """The team that is truly out of cards, so that asking has ended; None: neither is."""
        return next((team for team in self.table.teams if not self.able(team)), None)

    def known_to_lack(self, card: Card, seat: Seat) -> bool:
        """Whether everyone remembers that a seat lacks a card: it is elsewhere, or an ask told.

        Players take nobody for a bluffer here: who asks for a card lacks it.
        """
        place = self.state.located.get(card)
        return place != seat if place is not None else (card, seat) in self._denied

    # -- moving on --------------------------------------------------------------------------------

    def play(self, event: Event) -> None:
        """Let an event happen, to the hands as well as to the public state."""
        before = {seat: self.size(seat) for seat in self.table.seats}
        self.state = apply(self.state, event)
        # Every card that moves does so in public.
        self.holder = {
            card: self.state.located.get(card, seat)
            for card, seat in self.holder.items()
            if self.state.is_open(card)
        }
        sizes = {seat: self.size(seat) for seat in self.table.seats}
        self._face_up = changed(apply(self._face_up, event), sizes=sizes)
        self.events.append(event)
        self._note_denials(event)
        self._note_owing(event, before)

    def _note_denials(self, event: Event) -> None:
        """Note what an ask tells: who was asked in vain lacks the card, and so does the asker."""
        if isinstance(event, Ask) and event.answer == "no":
            self._denied.add((event.card, event.target))
            if not event.irregular:
                self._denied.add((event.card, event.asker))

    def _note_owing(self, event: Event, before: Mapping[Seat, int]) -> None:
        """Note who has to announce the last card, or the empty hand.

        Args:
            event: what has just happened.
            before: the true hand sizes before that.
        """
        if isinstance(event, HandSize):
            self.owing = tuple(seat for seat in self.owing if seat != event.seat)
        elif self.table.rules.announce_last == "yes":
            now = {seat: self.size(seat) for seat in self.table.seats}
            self.owing = tuple(seat for seat in now if now[seat] <= 1 and now[seat] < before[seat])

    # -- whose turn -------------------------------------------------------------------------------

    def movers(self) -> tuple[Seat, ...]:
        """The seats with cards that can go on without a pass being said."""
        return self.able(seat for seat in self.table.seats if self._has_turn(seat))

    def _has_turn(self, seat: Seat) -> bool:
        return may_have_turn(self._face_up, seat)

    def passes(self) -> tuple[Pass, ...]:
        """The passes that can be said: of a player who is out, or a team's choice."""
        seats = self.table.seats
        pairs = [Pass(seat, other) for other in self.able(seats) for seat in seats if seat != other]
        return tuple(pair for pair in pairs if steps(self._face_up, pair))

    def forced_orders(self) -> tuple[Forced, ...]:
        """The forced claims that are truly under way, once for each order they can come in."""
        orders = (
            now.forced
            for situation in self._face_up.situations
            if not situation.over
            for now, _ in with_forced_end(self._face_up, situation)
        )
        return tuple(dict.fromkeys(forced for forced in orders if forced is not None))

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more: every book is settled, or forfeited in truth."""
        return self._face_up.over

    @property
    def score(self) -> Mapping[Team, int]:
        """The points of each team, with those of what is forfeited in truth."""
        return self._face_up.score

    # -- asks -------------------------------------------------------------------------------------

    def asks(self, asker: Seat) -> Iterator[Ask]:
        """Every ask that is truly legal for a player at their turn, with its true answer."""
        hand = set(self.hand(asker))
        if must_claim_first(self.state, hand):
            return
        targets = self.able(self.table.opponents_of[asker])
        for book in self.state.open_books():
            for card in cards_to_ask(self.table, book, hand, hand):
                for target in targets:
                    yield Ask(asker, target, card, self.answer(asker, target, card))

    def answer(self, asker: Seat, target: Seat, card: Card) -> AskAnswer:
        """The true answer to an ask."""
        if self.holder[card] == target:
            return "yes"
        return refusal(self.table.rules, holds=self.holder[card] == asker)

    # -- claims -----------------------------------------------------------------------------------

    def claim(
        self, claimant: Seat, book: str, holdings: Holdings, *, irregular: bool = False
    ) -> Claim:
        """A claim with its true outcome, and the cards shown where the rules want it.

        Args:
            claimant: who claims.
            book: the half-suit.
            holdings: where the claimant says that the cards are.
            irregular: whether it is a claim out of turn that the table lets stand.
        """
        claim = Claim(claimant, book, holdings, "correct", irregular=irregular)
        outcome = self._outcome(claim)
        shows = outcome != "correct" and self.table.rules.reveal == "all"
        shown = self.holdings(self.table.deck.by_name[book]) if shows else None
        return replace(claim, outcome=outcome, shown=shown)

    def _outcome(self, claim: Claim) -> Outcome:
        """How a claim truly ends, by the deal and the rules."""
        team = claimed_team(self.state, claim)
        if not self.has_all(team, self.table.deck.by_name[claim.book]):
            return "opponents"
        if not claim.irregular and not self.may_claim(claim.claimant):
            return "cancelled"
        true = all(self.holder[card] == seat for card, seat in claim.holdings)
        return "correct" if true else "split"

    def may_claim(self, seat: Seat) -> bool:
        """Whether a claim of this seat's would not be penalised as out of turn."""
        rules = self.table.rules
        if rules.claims == "any-time" or self.forced_orders():
            return True
        team = self.table.team_of[seat] if rules.claims == "team-turn" else (seat,)
        if any(map(self._has_turn, team)):
            return True
        return rules.endgame == "any-player" and not self.able(self.table.opponents_of[seat])


def dealt(record: Record) -> dict[Card, Seat]:
    """The deal that the header's hands make, in deck order.

    Raises:
        RecordError: where a hand is missing, or the hands are not a deal.
    """
    given = {card: hand.seat for hand in record.hands if hand.whole for card in hand.cards}
    cards = record.table.cards
    sizes = {seat: list(given.values()).count(seat) for seat in record.seats}
    if set(given) != set(cards) or sizes != dict(record.table.sizes):
        raise RecordError("a game can be played only from a record with the hands of all seats")
    return {card: given[card] for card in cards}
