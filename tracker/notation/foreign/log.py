"""A game while its log is read, and the way from a file of logs to records.

A format is a function from a document to a record. It takes the document apart with ``match``, and
tells a ``Log`` what happened. The ``Log`` judges seats, cards and what follows from the events
before. What is wrong is a ``ValueError``, wherever it is found; it becomes a problem of the log
where its game is read.

Seats go by their numbers, and teams sit alternately.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any, BinaryIO, Final, TypeAlias

from tracker.errors import NotationError, TextProblem
from tracker.game.cards import ALL_CARDS, DECKS, Book, Card
from tracker.game.events import (
    Ask,
    AskAnswer,
    Claim,
    Event,
    Holdings,
    Outcome,
    Pass,
    Seat,
    actor,
)
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS
from tracker.game.transition import claim_result
from tracker.messages import printable, quote
from tracker.notation.games import Reading, attempt
from tracker.notation.json_document import parsed
from tracker.notation.names import seat_name_problem
from tracker.notation.text import canonical

JsonObject: TypeAlias = Mapping[str, Any]
Held: TypeAlias = dict[Card, int]
"""The number of a seat for each card of a half-suit, in the order of the cards."""

SEATS: Final = 6
"""How many play in all the formats."""
CODES: Final[Mapping[str, Card]] = {
    **{card: card for card in ALL_CARDS},
    **{card.replace("10", "T"): card for card in ALL_CARDS},
    "XR": "RJ",
    "XB": "BJ",
}
"""The cards as any of the programs writes them: ``TD`` for the 10 of diamonds."""
_LONGEST_NAME: Final = 40
LONGEST: Final = 200
"""The most characters of a title, or of what a message shows of a log."""


# -- a game ---------------------------------------------------------------------------------------


class Log:
    """The events of a game so far, and what everyone can see by them.

    Args:
        document: the log, which may have ``meta`` with ``name``, ``source`` and ``bots``, and the
            dealt ``hands``, with which all answers and claims must agree: the cards of each seat,
            None for a hand that is not known.
        preset: the preset of the rules.
        changes: the values in which the rules differ from the preset.
        first: who begins; None where the log does not say so, but by who asks or passes first.
    """

    def __init__(
        self,
        document: JsonObject,
        preset: str,
        changes: Mapping[str, str],
        first: int | None = None,
    ) -> None:
        self.meta = object_in(document, "meta")
        self.names = tuple(_seat_name(self.meta.get("bots"), seat) for seat in range(SEATS))
        self.preset = preset
        self.rules = PRESETS[preset].with_values(changes)
        self.deck = DECKS[self.rules.deck]
        self.first = first
        self.turn: int | None = None
        """Whose turn it is, but for what a claim does to it."""
        self.is_over = False
        self.hands: tuple[Hand, ...] = ()
        self.events: list[Event] = []
        self.sizes = [len(self.deck.cards) // SEATS] * SEATS
        """How many cards each seat holds by the events so far; see ``is_hidden``."""
        self.is_hidden = False
        """Whether nobody showed the cards after some wrong claim."""
        self.origin: dict[Card, int] = {}
        """Who was dealt the cards that moved, or were shown, in public."""
        self.moved: set[Card] = set()
        """The cards in play that moved in public."""
        self.holder: dict[Card, int] = {}
        """Where the cards are that moved, or of which the log tells who was dealt them."""
        self.number = 0
        """Which event of the log is read, from 1."""
        if document.get("hands") is not None:
            self._deal(document["hands"])

    def _deal(self, hands: object) -> None:
        """Takes in the dealt hands of a log."""
        for number, cards in enumerate(whole_list(hands, SEATS)):
            if cards is not None:
                dealt = [self.card(code) for code in whole_list(cards, self.sizes[number])]
                self.holder |= dict.fromkeys(dealt, number)
                self.hands += (Hand(self.names[number], self.deck.in_order(dealt)),)
        if len(self.holder) < sum(len(hand.cards) for hand in self.hands):
            raise ValueError("a card stands twice in the hands")

    # -- values -----------------------------------------------------------------------------------

    def card(self, code: object) -> Card:
        """A card of the deck."""
        card = CODES.get(code, "") if isinstance(code, str) else ""
        if card not in self.deck.position:
            raise ValueError(f"{shown(code)} is not a card of this deck (such as 5H or TD)")
        return card

    def held(self, seat_of: object) -> Held:
        """The seat of each card of a half-suit, in the order of the cards.

        Args:
            seat_of: the number of a seat for each card.
        """
        given = seat_of if isinstance(seat_of, dict) else {}
        seats = {self.card(code): seat_number(seat) for code, seat in given.items()}
        cards = self.book(seats).cards
        if seats.keys() != {*cards} or len(seats) != len(given):
            raise ValueError("these are not the six cards of a half-suit, each with a seat")
        return {card: seats[card] for card in cards}

    def book(self, cards: Iterable[Card]) -> Book:
        """The half-suit of some cards."""
        return self.deck.book_of[next(iter(cards), self.deck.cards[0])]

    # -- what happens -----------------------------------------------------------------------------

    def ask(self, asker: object, target: object, code: object, *, hit: bool) -> None:
        """An ask and its answer."""
        by, of, card = seat_number(asker), seat_number(target), self.card(code)
        if self._has(of, card) not in (None, hit):
            has = "does not have" if hit else "has"
            raise ValueError(f"by the dealt hands {self.names[of]} {has} the {card} here")
        answer: AskAnswer = "yes" if hit else "no"
        ask = Ask(self.names[by], self.names[of], card, answer, log_event=self.number)
        self.events.append(ask)
        self.turn = by if hit else of
        if hit:
            self.sizes[of] -= 1
            self.sizes[by] += 1
            self.holder[card] = by
            self.moved.add(card)
            self.origin.setdefault(card, of)

    def pass_turn(self, passer: object, receiver: object, *, irregular: bool = False) -> None:
        """The turn goes from one seat to another."""
        by, self.turn = seat_number(passer), seat_number(receiver)
        names = self.names[by], self.names[self.turn]
        self.events.append(Pass(*names, irregular=irregular, log_event=self.number))

    def claim(
        self, claimant: int, named: Held, held: Held | None, outcome: Outcome = "correct"
    ) -> Outcome:
        """A claim.

        Args:
            claimant: who claimed.
            named: who was named for each card of the half-suit.
            held: who held each of them; None where nobody showed them.
            outcome: what came of it in that case; ``sizes`` stay as they were then.

        Returns:
            What came of it.
        """
        if held is not None:
            is_team = not any((seat - claimant) % 2 for seat in held.values())
            outcome = "correct" if named == held else "split" if is_team else "opponents"
        for card, seat in (held or {}).items():
            if self._has(seat, card) is False:
                wrong = f"{self.names[seat]} does not have the {card} here"
                raise ValueError(f"by the dealt hands {wrong}, but the claim says so")
            self.sizes[seat] -= 1
            self.origin.setdefault(card, seat)
        self.moved -= named.keys()
        self.is_hidden |= held is None
        shown = None if held in (None, named) else self._named(held)
        by, book = self.names[claimant], self.book(named).name
        claim = Claim(by, book, self._named(named), outcome, shown, log_event=self.number)
        self.events.append(claim)
        return outcome

    def _named(self, held: Held | None) -> Holdings:
        """Cards with the names of their seats."""
        return tuple((card, self.names[seat]) for card, seat in (held or {}).items())

    def won_claim(
        self, claimant: object, naming: object, holders: object, winner: int | None
    ) -> None:
        """A claim of which the log names the winner, and perhaps the holders of the cards.

        Args:
            claimant: who claimed.
            naming: who was named for each card.
            holders: who held each of them; None where the log does not tell.
            winner: the team that the log names: 0, that of the even seats, or 1; None for nobody.
        """
        by, named = seat_number(claimant), self.held(naming)
        held = named if winner == by % 2 else None
        if holders is not None:
            held = self.held(holders)
        outcome = self._hidden_outcome(by, named, winner) if held is None else "correct"
        outcome = self.claim(by, named, held, outcome)
        teams = {"claimant": by % 2, "others": 1 - by % 2}
        if winner != teams.get(claim_result(self.rules, outcome)):
            raise ValueError(f"the claim came to {outcome!r}, which does not give this winner")

    def require_empty(self, seats: Iterable[int]) -> None:
        """Goes on where seats are out of cards, as far as anyone can tell."""
        for seat in () if self.is_hidden else seats:
            if self.sizes[seat]:
                out = f"{self.names[seat]} is out of cards here"
                raise ValueError(f"{out}, but by the events before has {self.sizes[seat]}")

    def _has(self, seat: int, card: Card) -> bool | None:
        """Whether a seat has a card by the hands that the log tells; None where they do not say."""
        if card in self.holder:
            return self.holder[card] == seat
        return False if self.names[seat] in (hand.seat for hand in self.hands) else None

    def _hidden_outcome(self, claimant: int, named: Held, winner: int | None) -> Outcome:
        """The outcome of a wrong claim, by its winner and by where its cards publicly were."""
        public = self.moved & named.keys()
        others = any((self.holder[card] - claimant) % 2 for card in public)
        if winner is not None and (others or self.rules.wrong_split == "cancelled"):
            return "opponents"
        if winner is not None and len(public) < len(named):
            raise ValueError(
                "without the holders nothing tells whether the team held all the cards"
            )
        return "split"

    # -- the whole of it --------------------------------------------------------------------------

    def read(self, events: object, read: Callable[[Log, Any], None], keys: Iterable[str]) -> None:
        """Reads the events of a log one by one, numbered from 1, each with its number.

        Args:
            events: the events.
            read: the function of the format for one event.
            keys: the keys that an event may have, where it is an object.
        """
        for self.number, event in enumerate(whole_list(events), 1):
            try:
                if self.is_over:
                    raise ValueError("this stands behind the end of the game")
                for key in sorted({*event} - {*keys}) if isinstance(event, dict) else ():
                    raise ValueError(f"{quote(key)} is not a key that is known")
                read(self, event)
            except ValueError as error:
                message = f"event {self.number}: {error}: {shown(event, LONGEST)}"
                raise ValueError(message, self.number) from error

    def tell_hand(self, player: object, cards: object, *, is_dealt: bool) -> None:
        """Takes in the one hand that a log tells, where it has not told all of them.

        Args:
            player: whose hand it is.
            cards: its cards.
            is_dealt: whether they are the cards that were dealt, not those after the events. Those
                that left play unseen are missing then.
        """
        seat, hand = seat_number(player), {self.card(code) for code in whole_list(cards)}
        if not is_dealt:
            hand -= self.origin.keys()
            hand |= {card for card, dealt in self.origin.items() if dealt == seat}
        name, size = self.names[seat], len(self.deck.cards) // SEATS
        if len(hand) > size:
            raise ValueError(f"with this hand {name} was dealt {len(hand)} cards, not {size}")
        self.hands = (Hand(name, self.deck.in_order(hand), whole=len(hand) == size),)

    def record(self) -> Record:
        """The game as a record."""
        is_shown = any(isinstance(event, Claim) and event.shown for event in self.events)
        changes = {"reveal": "nothing"} if self.is_hidden and not is_shown else {}
        acting = (actor(event) for event in self.events if isinstance(event, Ask | Pass))
        title, source = (_line(self.meta.get(key)) for key in ("name", "source"))
        more = ", bots only" if source and "bots" in self.meta else ""
        tags = (("title", title), ("source", source + more))
        return canonical(
            Record(
                seats=self.names,
                rules=self.rules.with_values(changes),
                preset=self.preset,
                tags=tuple((tag, text) for tag, text in tags if text),
                dealer=next(acting, None) if self.first is None else self.names[self.first],
                hands=self.hands,
                events=tuple(self.events),
            )
        )


# -- values of a log ------------------------------------------------------------------------------


def whole_number(value: object, most: int, what: str) -> int:
    """A whole number from 0.

    Args:
        value: what stands there.
        most: the largest that it may be.
        what: what it is the number of, with an article.
    """
    if type(value) is int and 0 <= value <= most:
        return value
    raise ValueError(f"{shown(value)} is not {what} (expected a whole number from 0 to {most})")


def seat_number(value: object) -> int:
    """The number of a seat."""
    return whole_number(value, SEATS - 1, "a seat")


def whole_list(value: object, length: int | None = None) -> list[Any]:
    """An array, of that length where one is given."""
    if isinstance(value, list) and length in (None, len(value)):
        return value
    raise ValueError(f"found {shown(value)} (expected an array{f' of {length}' if length else ''})")


def shown(value: object, most: int = 40) -> str:
    """A value for a message, of so many characters at most."""
    text = json.dumps(value)
    return text if len(text) <= most else f"{text[:most]}…"


def judge_version(document: JsonObject, known: str) -> None:
    """Goes on with a log that does not say its version; those that are known do not.

    Args:
        document: the log.
        known: the version that is known, in words.
    """
    for key in ("version", "format", "protocol"):
        if key in document:
            raise ValueError(f"{key} {shown(document[key])} is not known (known: {known})")


def object_in(document: JsonObject, key: str) -> JsonObject:
    """The object that stands there; an empty one where none does."""
    value = document.get(key)
    return value if isinstance(value, dict) else {}


def _seat_name(bots: object, number: int) -> Seat:
    """The name of a seat: the bot that sat there, with the number, else ``S0`` … ``S5``."""
    bot = bots[number] if isinstance(bots, list) and len(bots) == SEATS else None
    name = re.sub(r"[^\w.-]", "_", bot[:_LONGEST_NAME]) if isinstance(bot, str) else ""
    whole = f"{name}-{number}"
    return whole if name and seat_name_problem(whole) is None else f"S{number}"


def _line(value: object) -> str:
    """A text as it can stand in a tag; empty for what is no text."""
    text = value[:LONGEST] if isinstance(value, str) else ""
    return " ".join("".join(c if c.isprintable() and c != "#" else " " for c in text).split())


# -- from a file to its games ---------------------------------------------------------------------


@dataclass(frozen=True)
class LogProblem(TextProblem):
    """What is wrong with a log."""

    event: int | None = None
    """The number of the event in the log, from 1; None where it is not about one event."""


def read_each(form: ModuleType, file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a file, each as its record or its problem.

    Args:
        form: the module of the format. Its ``record_of`` makes a record of a document. It may have
            ``games_of``, from the documents of the file to those that are games, which may take
            parts from several; it hands on what is no document, says in the same way what is no
            game, and ends where nothing behind can be read.
        file: the file.
        source: the name that problems give it.
    """
    documents = parsed(file, source)
    games = form.games_of(documents) if hasattr(form, "games_of") else documents
    for number, (line, game) in enumerate(games, 1):
        yield attempt(number, line, partial(_record, form.record_of, game, source, line))


def _record(record_of: Callable[[Any], Record], game: Any, source: str, line: int) -> Record:
    """The record of a game.

    Raises:
        NotationError: where it is none.
    """
    try:
        if isinstance(game, Exception):
            raise game
        return record_of(game)
    except ValueError as error:
        message, *number = error.args  # that of an event has its number, too
        problem = LogProblem(printable(source), line, 1, printable(message), *number)
        raise NotationError((problem,)) from error
