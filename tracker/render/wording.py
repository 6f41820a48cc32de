"""Causes, holdings, conflicts and repairs in plain English.

``Wording`` turns what ``tracker.explain`` names into clauses such as "at event 12 Doug asks
Christina for the 3H and does not get it" and "you hold 2H 4H 6H 7H". Whole explanations are told by
``ExplanationWords``. All texts are plain: names in them are printable, but no markup is escaped.

The one who looks is "you" where the view is one seat's. A card that has not publicly moved was
dealt to whoever holds it now, so the present tense does for it; of others it is said who *was
dealt* them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from tracker.explain.conflict import Conflict
from tracker.explain.explanation import Step, opposite
from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Gap,
    Give,
    HandSize,
    HandSizes,
    Missing,
    Now,
    Pass,
    Seat,
    Show,
    by_seat,
)
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.transition import is_gift_after
from tracker.game.turns import named_team
from tracker.inference.hands import view_of
from tracker.knowledge.facts import (
    Cause,
    Clause,
    EventCause,
    GapCause,
    HandCause,
    HeaderCause,
    Literal,
    OwnCause,
    SignalCause,
    SizeCause,
)
from tracker.knowledge.views import view_seats
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render.fact_words import NumberWords
from tracker.render.phrases import by_number, listed, neither, none_of

_OUTCOMES: Final = {
    "split": " (the team has all the cards, but not as named)",
    "opponents": " (the team does not have all the cards)",
}
"""What the outcomes of wrong claims say."""


class Wording:
    """Says causes, holdings, conflicts and repairs of a record.

    Args:
        record: the game.
        view: whose sentences they are: ``public``, a seat, or seats joined by ``+``.
        at: the moment, as the number of events before it; None: the end.
        address: whether the seat of a view is "you"; else it has its name.
    """

    def __init__(
        self,
        record: Record,
        view: str = "public",
        at: int | None = None,
        *,
        address: bool = True,
    ) -> None:
        self.record = record
        self.viewers = view_seats(record.table, view)
        self._you = self.viewers[0] if len(self.viewers) == 1 and address else None
        self.state = replay_of(record).state(at)

    @cached_property
    def numbers(self) -> NumberWords:
        """The words for bounds."""
        return NumberWords(self.record, self.state, self.who)

    def state_before(self, number: int) -> State:
        """The public state before an event, by its number from 1."""
        return replay_of(self.record).state(number - 1)

    def open_books(self) -> list[str]:
        """The half-suits that are in play."""
        books = self.state.books.items()
        return [name for name, book in books if book.status == "open"]

    # -- causes -----------------------------------------------------------------------------------

    def counted_off(self, causes: Sequence[Cause]) -> str:
        """How many facts causes are, and which: ``2 facts: 1 event (4) and 1 hand size (Bob)``."""
        kinds: dict[tuple[str, str], list[str]] = {}
        for cause in causes:
            kind, name = self._kind_and_name(cause)
            kinds.setdefault(kind, []).append(name)
        parts = [
            f"{what.format(counted(len(names), noun))} "
            f"({self.cards(names) if noun == 'card' else ', '.join(names)})"
            for (noun, what), names in kinds.items()
        ]
        if len(parts) == 1:
            return parts[0]
        return f"{counted(len(causes), 'fact')}: {listed(parts)}"

    def _kind_and_name(self, cause: Cause) -> tuple[tuple[str, str], str]:
        """What a cause is counted as (a noun, and what to say with its number), and its name."""
        match cause:
            case EventCause(number):
                return ("event", "{}"), f"{number}"
            case GapCause(number):
                return ("gap", "{}, in whatever way filled"), f"event {number}"
            case SignalCause(number):
                return ("signal", "{}"), f"event {number}"
            case HandCause(seat):
                return ("hand size", "{}"), self.who(seat)
            case SizeCause(seat):
                return ("dealt hand", "the size of {}"), self.who(seat)
            case OwnCause(card, seat):
                return ("card", f"what {self.whose(seat)} own hand shows of {{}}"), card
            case HeaderCause(text):
                return ("header line", "{}"), printable(text)

    def cause(self, cause: Cause, it: Card | None = None) -> str:
        """A cause as a clause of a sentence.

        Args:
            cause: the cause.
            it: the card that the sentence is about.
        """
        match cause:
            case EventCause(number):
                ask = self.ask_without_gift(number)
                no_gift = f" ({self.no_gift(ask)}, as whoever has the card must)" if ask else ""
                return f"{self.happening(number, it)}{no_gift}"
            case GapCause(number):
                written = printable(format_event(self.record.events[number - 1], self.record))
                return f"however the gap at event {number} is filled ({written})"
            case SizeCause(seat):
                size = self.record.table.sizes[seat]
                return f"{self.who(seat)} {self._was(seat)} dealt {_cards(size)}"
            case HandCause(seat):
                return self._hand(seat)
            case OwnCause():
                return self.holdings([self.own_literal(cause)])
            case SignalCause(number, card, seat):
                place = self.holdings([Literal(card, seat, True)])
                return f"event {number} is assumed to signal that {place}"
            case HeaderCause(text):
                return f"the header says {printable(text)}"

    def own_literal(self, cause: OwnCause) -> Literal:
        """What a hand that the view knows says of a card."""
        given = self.record.hand_of(cause.seat)
        if given is not None and (given.whole or cause.card in given.cards):
            return Literal(cause.card, cause.seat, cause.card in given.cards)
        (hand,) = view_of(self.record, (cause.seat,)).hands
        return Literal(cause.card, cause.seat, cause.card in hand.cards)

    def _hand(self, seat: Seat) -> str:
        """How many cards a seat holds, and which of them everyone has seen go there."""
        size = self.state.sizes[seat] or 0
        seen = [card for card, holder in self.state.located.items() if holder == seat]
        holder = f"{self.who(seat)} {self.verb(seat, dealt=False)}"
        if not size:
            return f"{self.does(seat, 'have')} no cards left"
        if not seen:
            none = {1: "not", 2: "neither"}.get(size, "none of them")
            return f"{holder} {_cards(size)}, {none} known to everyone"
        if size == len(seen):
            return f"{holder} {_cards(size)}, known to everyone: {self.cards(seen)}"
        if len(seen) == 1:
            return f"{holder} {_cards(size)}, the {seen[0]} among them, as everyone knows"
        return f"{holder} {_cards(size)}, {len(seen)} of them known to everyone: {self.cards(seen)}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in deck order."""
        return " ".join(self.record.deck.in_order(set(cards)))

    def happening(self, number: int, it: Card | None = None) -> str:
        """What happens at an event: ``at event 12 Ann asks Bob for the 5H and gets it``.

        Args:
            number: of the event, from 1.
            it: as for ``cause``.
        """
        event = self.record.events[number - 1]
        happens = self.event(event, it)
        if isinstance(event, Claim) and event.outcome == "correct" and event.holdings:
            happens = happens.replace(":", f", naming {self._named(event)}:", 1)
        elif isinstance(event, Claim):
            happens += _OUTCOMES.get(event.outcome, "")
        return f"at event {number} {happens}"

    def _named(self, claim: Claim) -> str:
        """Whom a claim named for which cards."""
        named = by_seat(claim.holdings)
        own = self._you if claim.claimant == self._you else None
        who = {seat: "yourself" if seat == own else self.who(seat) for seat in named}
        return listed([f"{who[seat]} for {self.cards(held)}" for seat, held in named.items()])

    def ask_without_gift(self, number: int) -> Ask | None:
        """The ask before an event that is not the gift of the card asked for, if one was awaited.

        So the asker does not have the card.
        """
        ask = replay_of(self.record).state(number - 1).awaited
        if ask is None or is_gift_after(ask, self.record.events[number - 1]):
            return None
        return ask

    def no_gift(self, ask: Ask, it: Card | None = None, *, past: bool = False) -> str:
        """That a player does not give up the card asked for: whoever has it must.

        Args:
            ask: the ask.
            it: as for ``cause``.
            past: whether to tell it in the past.
        """
        what = "it" if ask.card == it else f"the {ask.card}"
        have = "had" if past else self.form(ask.asker, "have")
        do = "did" if past else self.form(ask.asker, "do")
        asked = f"{self.who(ask.asker)}, who {have} just asked {self.who(ask.target)} for {what}"
        return f"{asked}, {do} not hand it over"

    def event(self, event: Event, it: Card | None = None) -> str:
        """What happens, in the present tense, as all is told.

        Args:
            event: the event.
            it: the card that the sentence is about: an ask for it says "it".
        """
        who, does = self.who, self.does
        match event:
            case Ask(asker=asker, target=target, card=card, answer=answer):
                result = {
                    "yes": f"{self.form(asker, 'get')} it",
                    "no": f"{self.form(asker, 'do')} not get it",
                    "surrender": f"{self.form(asker, 'have')} to give it up",
                }[answer]
                what = "it" if card == it else f"the {card}"
                return f"{does(asker, 'ask')} {who(target)} for {what} and {result}"
            case Claim(claimant=claimant, book=book, outcome=outcome):
                team = named_team(self.record.table, event)
                whose = "" if claimant in team else f" of {printable(str(team))}"
                claims = f"{does(claimant, 'claim')} {book}{whose}: {outcome}"
                return f"{claims}{self._shown(event.shown)}"
            case Pass(passer=passer, receiver=receiver):
                return f"{does(passer, 'pass')} the turn to {who(receiver)}"
            case HandSize(seat=seat, size=size):
                return f"{does(seat, 'have')} {_cards(size)}"
            case Show(seat=seat, cards=cards):
                return f"{does(seat, 'show')} {self.cards(cards)}"
            case Give(giver=giver, receiver=receiver, card=card):
                return f"{does(giver, 'give')} {who(receiver)} the {card}"
            case Award(book=book, seat=None):
                return f"{book} is thrown in{self._shown(event.shown)}"
            case Award(book=book, seat=str(seat)):
                return f"{book} is awarded to {who(seat)}{self._shown(event.shown)}"
            case Challenge(challenger=challenger, book=book):
                return f"{does(challenger, 'challenge')} {book}"
            case Decline(seat=seat):
                return does(seat, "decline")
            case HandSizes() | Now() | Gap() | Missing():
                return self._note(event)
            case _:
                raise NotImplementedError(f"no words for {type(event).__name__}")

    def _note(self, event: HandSizes | Now | Gap | Missing) -> str:
        """What somebody noted, or does not remember."""
        if isinstance(event, HandSizes):
            hands = [f"{self.who(seat)} {_cards(size)}" for seat, size in event.sizes]
            return f"the hands are {', '.join(hands)}"
        if isinstance(event, Now):
            more = "" if event.whole else " and perhaps more"
            return f"{self.does(event.seat, 'have')} {self.cards(event.cards)}{more}"
        return printable(format_event(event, self.record))

    def _shown(self, shown: tuple[tuple[Card, Seat], ...] | None) -> str:
        return "" if shown is None else " (all see the cards)"

    def does(self, seat: Seat, verb: str) -> str:
        """A player and what they do."""
        return f"{self.who(seat)} {self.form(seat, verb)}"

    def form(self, seat: Seat, verb: str) -> str:
        """A verb as it goes with a player: ``you pass``, ``Ann passes``."""
        if seat == self._you:
            return verb
        if verb == "have":
            return "has"
        return f"{verb}es" if verb.endswith(("s", "o")) else f"{verb}s"

    # -- contradictions ---------------------------------------------------------------------------

    def conflict(self, conflict: Conflict) -> str:
        """A conflict: statements that cannot all be true."""
        own = [cause for cause in conflict.because if isinstance(cause, OwnCause)]
        shown = [self.holdings(map(self.own_literal, own))] if own else []
        others = [self.cause(cause) for cause in conflict.because if cause not in own]
        statements = [*others, *shown]
        if len(conflict.because) > 1:
            listing = " ".join(map(sentence, statements))
            return f"These statements cannot all be true. {listing}"
        seen = " ".join(sentence(self.cause(EventCause(n))) for n in conflict.background)
        return sentence(f"it cannot be that {statements[0]}") + (
            f" Before that: {seen}" if seen else ""
        )

    # -- who holds what ---------------------------------------------------------------------------

    def holdings(self, literals: Iterable[Literal], *, now: bool = False) -> str:
        """Who holds what and who does not.

        Args:
            literals: about the dealt hands;
            now: or about the hands now.
        """
        literals = tuple(dict.fromkeys(literals))
        groups: dict[tuple[Seat, bool, int | None], list[Card]] = {}
        for card, seat, holds in literals:
            dealt = None if now else self.moved_at(card)
            groups.setdefault((seat, holds, dealt), []).append(card)
        alike: dict[tuple[bool, int | None, tuple[Card, ...]], list[Seat]] = {}
        for (seat, holds, dealt), held in groups.items():
            alike.setdefault((holds, dealt, self.record.deck.in_order(set(held))), []).append(seat)
        parts = [
            self._holding(seats[0], holds, dealt, held)
            if len(seats) == 1
            else self._nobody(held, seats, dealt=dealt)
            for (holds, dealt, held), seats in alike.items()
        ]
        return listed(parts)

    def one_of(self, clause: Clause) -> str:
        """A clause: where it is about one seat, as ``Ann holds one of …``."""
        literals = clause.literals
        seats = {literal.seat for literal in literals}
        if (
            len(literals) > 1
            and len(seats) == 1
            and len({literal.holds for literal in literals}) == 1
        ):
            seat, cards = literals[0].seat, " ".join(literal.card for literal in literals)
            dealt = any(self.has_moved(literal.card) for literal in literals)
            if literals[0].holds:
                return f"{self.who(seat)} {self.verb(seat, dealt)} one of {cards}"
            lacks = f"{self.who(seat)} {self.verb(seat, dealt)} not all of {cards}"
            return lacks if dealt else f"{self.does(seat, 'do')} not hold all of {cards}"
        if len(literals) == 1:
            return self.holdings(literals)
        return "one of these is true: " + ", ".join(
            self.holdings([literal]) for literal in literals
        )

    def conclusion(self, step: Step) -> str:
        """What a step concludes."""
        if step.rule == "not-all":
            return f"it cannot all be so that {self.holdings(map(opposite, step.conclusion))}"
        placed = [self.holdings(step.conclusion)] if step.conclusion else []
        chosen = [self.one_of(clause) for clause in step.clauses]
        bounds = [self.numbers.bound(bound) for bound in step.bounds]
        return " and ".join([*placed, *chosen, *bounds])

    def _nobody(self, cards: Sequence[Card], seats: Sequence[Seat], *, dealt: int | None) -> str:
        """Cards that none of several seats holds, or had until they moved."""
        names = [self.who(seat) for seat in sorted(seats, key=self.record.seats.index)]
        what = f"the {cards[0]}" if len(cards) == 1 else f"any of {' '.join(cards)}"
        if dealt:
            return f"{neither(names)} had {what} before event {dealt}"
        you = names[-1] == "you" and len(names) == 2
        verb = "hold" if you else "holds"
        if dealt is not None:
            verb = "were dealt" if you else "was dealt"
        return f"{neither(names)} {verb} {what}"

    def _holding(self, seat: Seat, holds: bool, dealt: int | None, cards: tuple[Card, ...]) -> str:
        """Which cards a seat holds or not; had until they moved, or not."""
        who, several = self.who(seat), " ".join(cards)
        them = several if len(cards) > 1 else f"the {several}"
        if dealt and holds:
            return f"{who} had {them} until event {dealt}"
        if dealt:
            none = f"had {none_of(cards)}" if len(cards) > 1 else f"did not have {them}"
            return f"{who} {none} before event {dealt}"
        verb = self.verb(seat, dealt is not None)
        if holds:
            return f"{who} {verb} {them}"
        if len(cards) > 1:
            return f"{who} {verb} {none_of(cards)}"
        if dealt is not None:
            return f"{who} {self._was(seat)} not dealt the {several}"
        return f"{who} {'do' if seat == self._you else 'does'} not hold the {several}"

    @cached_property
    def _first_moves(self) -> dict[Card, int]:
        """By card: the event that first showed where it was, or after which it was out of play."""
        moves: dict[Card, int] = {}
        for number, state in enumerate(replay_of(self.record).states(self.state.at)):
            left = (card for card in self.record.table.cards if not state.is_open(card))
            for card in (*state.located, *left):
                moves.setdefault(card, number)
        return moves

    def moved_at(self, card: Card) -> int | None:
        """The event until which a card was where it had been dealt; None: it has not moved.

        0 where hands are counted as they were dealt, as then that is said of every card.
        """
        if not self.has_moved(card):
            return None
        return 0 if None in self.state.sizes.values() else self._first_moves[card]

    def until(self, cards: Iterable[Card]) -> str:
        """The events until which moved cards were where they had been dealt, in deck order."""
        events = [self._first_moves[card] for card in self.record.deck.in_order({*cards})]
        return by_number("event", events if len({*events}) > 1 else events[:1])

    def verb(self, seat: Seat, dealt: bool) -> str:
        """Holds a card, if it has not publicly moved; was dealt it, if it has."""
        if dealt:
            return f"{self._was(seat)} dealt"
        return "hold" if seat == self._you else "holds"

    def has_moved(self, card: Card) -> bool:
        """Whether a card has publicly moved, or is out of play."""
        return card in self.state.located or not self.state.is_open(card)

    def _was(self, seat: Seat) -> str:
        return "were" if seat == self._you else "was"

    def who(self, seat: Seat) -> str:
        """A player's name in a sentence."""
        return "you" if seat == self._you else printable(seat)

    def whose(self, seat: Seat) -> str:
        """A player's name before what is theirs."""
        return "your" if seat == self._you else f"{printable(seat)}’s"


def sentence(text: str) -> str:
    """A text with a capital at its beginning and a full stop at its end."""
    return text[0].upper() + text[1:] + "."


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"
