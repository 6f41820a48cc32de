"""A game while its log is read, and the way from a file of logs to records.

A format is a function from a document to a record. ``logs.schema.json`` says what shape its events
have. It takes each apart with ``match``, and tells a ``Log`` what happened; whose cards those are,
and how many everyone has, is the public state of the game. What is wrong is a ``ValueError``,
wherever it is found; it becomes a problem of the log where its game is read.

Seats go by their numbers in a log, and teams sit alternately.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any, BinaryIO, Final, TypeAlias

from tracker.errors import NotationError, TextProblem
from tracker.game.cards import ALL_CARDS, Card
from tracker.game.events import Ask, Claim, Outcome, Pass, PlainEvent, Seat, actor
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS
from tracker.game.transition import claim_result
from tracker.messages import clipped, printable, quote
from tracker.notation.games import Reading, attempt
from tracker.notation.json_document import parsed
from tracker.notation.json_schema import load_schema
from tracker.notation.names import seat_name_problem
from tracker.notation.text import canonical

JsonObject: TypeAlias = Mapping[str, Any]
Held: TypeAlias = dict[Card, Seat]
"""The seat of each card of a half-suit, in the order of the cards."""

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
_LONGEST: Final = 200
"""The most characters of a title, or of what a message shows of a log."""


# -- the shape of a log ---------------------------------------------------------------------------


def require_shape(value: object, name: str, path: str = "") -> None:
    """Goes on with a value that has the shape of that name; else says the first that is wrong.

    Args:
        value: what stands in the log.
        name: the name of the shape in ``logs.schema.json``.
        path: where the value stands, for the message; empty for an event.
    """
    shape = load_schema(__package__, "logs.schema.json", name)
    for place, message in shape.problems(value, path):
        raise ValueError(f"{place}: {message}" if place else message)


def object_in(document: JsonObject, key: str) -> JsonObject:
    """The object that stands there; an empty one where none does."""
    value = document.get(key)
    return value if isinstance(value, dict) else {}


def _shown(value: object) -> str:
    """A value for a message, cut off where it is long."""
    return clipped(json.dumps(value), _LONGEST)


# -- a game ---------------------------------------------------------------------------------------


class Log:
    """The events of a game so far, and what everyone can see by them.

    Args:
        document: the log, which may have ``meta`` with ``name``, ``source`` and ``bots``, and the
            dealt ``hands``, with which all answers and claims must agree: the cards of each seat,
            None for a hand that is not known.
        preset: the preset of the rules.
        changes: the values in which the rules differ from the preset.
    """

    def __init__(self, document: JsonObject, preset: str, changes: Mapping[str, str]) -> None:
        self.meta = object_in(document, "meta")
        self.names = tuple(_seat_name(self.meta.get("bots"), seat) for seat in range(SEATS))
        self.game = Record(self.names, PRESETS[preset].with_values(changes), preset)
        """The game without its events, as far as the log has told it."""
        self.deck = self.game.deck
        self.sizes = dict(self.game.table.sizes)
        """How many cards the seats have now, where that is known."""
        self.gone: set[Card] = set()
        """The cards that left play: nobody gets one any more."""
        self.turn: Seat | None = None
        """Whose turn it is, as far as asks and passes tell."""
        self.events: list[PlainEvent] = []
        self.number = 0
        """Which event of the log is read, from 1."""
        self.is_over = False
        self.hands: tuple[Hand, ...] = ()
        self.origin: Held = {}
        """Who was dealt the cards that moved, or were shown, in public."""
        self.holder: Held = {}
        """Where the cards are that moved, or of which the log tells who was dealt them."""
        if document.get("hands") is not None:
            self._deal(document["hands"])

    def _deal(self, hands: Any) -> None:
        """Takes in the dealt hands of a log."""
        size = len(self.deck.cards) // SEATS
        require_shape(hands, f"hands-of-{size}", "hands")
        for seat, codes in zip(self.names, hands, strict=True):
            if codes is not None:
                dealt = [self.card(code) for code in codes]
                self.holder |= dict.fromkeys(dealt, seat)
                self.hands += (Hand(seat, self.deck.in_order(dealt)),)
        if len(self.holder) < size * len(self.hands):
            raise ValueError("a card stands twice in the hands")

    # -- values -----------------------------------------------------------------------------------

    def card(self, code: str) -> Card:
        """A card of the deck, as any of the programs writes it."""
        card = CODES.get(code, "")
        if card not in self.deck.position:
            raise ValueError(f"{quote(code)} is not a card of this deck")
        return card

    def held(self, book: str, seat_of: Mapping[str, int]) -> Held:
        """The seat of each card of a half-suit, in the order of the cards.

        Args:
            book: the name of the half-suit.
            seat_of: the number of a seat for each card.
        """
        seats = {self.card(code): self.names[seat] for code, seat in seat_of.items()}
        cards = self.deck.by_name[book].cards if book in self.deck.by_name else ()
        if {*seats} != {*cards} or len(seat_of) != len(cards) or not cards:
            raise ValueError(f"these are not the six cards of {book}, each with a seat")
        return {card: seats[card] for card in cards}

    # -- what happens -----------------------------------------------------------------------------

    def begin(self, first: int) -> None:
        """Before the first event: whose turn it is."""
        self.turn = self.names[first]
        self.game = replace(self.game, dealer=self.turn)

    def ask(self, asker: int, target: int, code: str, *, hit: bool) -> None:
        """An ask and its answer."""
        by, of, card = self.names[asker], self.names[target], self.card(code)
        self._require_place(card, of, has=hit)
        self.events.append(Ask(by, of, card, "yes" if hit else "no", log_event=self.number))
        self.turn = by if hit else of
        if hit:
            self.holder[card] = by
            self.origin.setdefault(card, of)
            if card not in self.gone:
                self._resize(of, -1)
                self._resize(by, 1)

    def _resize(self, seat: Seat, change: int) -> None:
        """Cards come to a seat, or leave it."""
        if seat in self.sizes:
            self.sizes[seat] += change

    def _require_place(self, card: Card, seat: Seat, *, has: bool) -> None:
        """Goes on where a seat can have a card, or can lack it, by the hands that the log tells."""
        is_told = card in self.holder or seat in (hand.seat for hand in self.hands)
        if is_told and has != (self.holder.get(card) == seat):
            wrong = f"{seat} {'does not have' if has else 'has'} the {card} here"
            raise ValueError(f"by the dealt hands {wrong}")

    def pass_turn(self, passer: int, receiver: int, *, irregular: bool = False) -> None:
        """The turn goes from one seat to another."""
        by, to = self.names[passer], self.names[receiver]
        self.events.append(Pass(by, to, irregular=irregular, log_event=self.number))
        self.turn = to

    def claim(
        self,
        claimant: int,
        named: Held,
        winner: object,
        held: Held | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        """A claim.

        Args:
            claimant: who claimed.
            named: who was named for each card of the half-suit.
            winner: the team that the log names: 0, that of the even seats, or 1; None for nobody.
            held: who held each of them; None where nobody showed them.
            outcome: what came of it then; None where only the winner tells.
        """
        team, mates = claimant % 2, {*self.names[claimant % 2 :: 2]}
        if held is None and outcome is None and winner == team:
            held = named
        for card, seat in (held or {}).items():
            self._require_place(card, seat, has=True)
            self.origin.setdefault(card, seat)
        if held is not None:
            is_team = {*held.values()} <= mates
            outcome = "correct" if named == held else "split" if is_team else "opponents"
        outcome = outcome or self._hidden_outcome(mates, named, winner)
        shown = None if held in (None, named) else tuple(held.items())
        by, book = self.names[claimant], self.deck.book_of[next(iter(named))].name
        naming = tuple(named.items())
        self.events.append(Claim(by, book, naming, outcome, shown, log_event=self.number))
        self.gone |= named.keys()
        self._take_out(held or self.places(named), mates if outcome == "split" else {*self.names})
        winners = {"claimant": team, "others": 1 - team}
        if winner != winners.get(claim_result(self.game.rules, outcome)):
            raise ValueError(f"the claim came to {outcome!r}, which does not give this winner")

    def _hidden_outcome(self, mates: set[Seat], named: Held, winner: object) -> Outcome:
        """The outcome of a wrong claim, by its winner and by where its cards publicly were."""
        places = {*self.places(named).values()}
        is_cancelled = self.game.rules.wrong_split == "cancelled"
        if winner is not None and (is_cancelled or not places <= {None, *mates}):
            return "opponents"
        if winner is not None and None in places:
            raise ValueError("nothing tells whether the team held all the cards")
        return "split"

    def places(self, cards: Iterable[Card]) -> Mapping[Card, Seat | None]:
        """Where everyone can see each of some cards; None for a card that never moved."""
        return {card: self.holder[card] if card in self.origin else None for card in cards}

    def _take_out(self, places: Mapping[Card, Seat | None], seats: set[Seat]) -> None:
        """Takes the cards of a half-suit out of the hands.

        Args:
            places: who has each of them; None where that is not told.
            seats: who may have such a card.
        """
        for seat in filter(None, places.values()):
            self._resize(seat, -1)
        for seat in seats if None in places.values() else ():
            if self.sizes.get(seat):
                del self.sizes[seat]

    def require_sizes(self, sizes: Mapping[int, int]) -> None:
        """Goes on where seats have so many cards by the events so far, where that is known."""
        for seat, size in sizes.items():
            known = self.sizes.get(self.names[seat], size)
            if known != size:
                here = f"{self.names[seat]} has {size} cards here"
                raise ValueError(f"{here}, but by the events so far {known}")

    # -- the whole of it --------------------------------------------------------------------------

    def read(self, events: list[Any], shape: str, read: Callable[[Log, Any], None]) -> None:
        """Reads the events of a log one by one, numbered from 1, each with its number.

        Args:
            events: the events.
            shape: the shape of one of them.
            read: the function of the format for one event.
        """
        for self.number, event in enumerate(events, 1):
            try:
                if self.is_over:
                    raise ValueError("this stands behind the end of the game")
                require_shape(event, shape)
                read(self, event)
            except ValueError as error:
                message = f"event {self.number}: {error}: {_shown(event)}"
                raise ValueError(message, self.number) from error

    def tell_hand(self, player: Any, codes: Any, *, is_dealt: bool) -> None:
        """Takes in the one hand that a log tells, where it has not told all of them.

        Args:
            player: whose hand it is.
            codes: its cards.
            is_dealt: whether they are the cards that were dealt, not those after the events. Those
                that left play unseen are missing then.
        """
        require_shape(player, "seat", "the player")
        require_shape(codes, "cards", "hand")
        seat, hand = self.names[player], {self.card(code) for code in codes}
        if not is_dealt:
            hand -= self.origin.keys()
            hand |= {card for card, dealt in self.origin.items() if dealt == seat}
        size = len(self.deck.cards) // SEATS
        if len(hand) > size:
            raise ValueError(f"with this hand {seat} was dealt {len(hand)} cards, not {size}")
        self.hands = (Hand(seat, self.deck.in_order(hand), whole=len(hand) == size),)

    def record(self) -> Record:
        """The game as a record."""
        claims = [event for event in self.events if isinstance(event, Claim)]
        is_hidden = any(claim.outcome != "correct" and not claim.shown for claim in claims)
        is_hidden = is_hidden and not any(claim.shown for claim in claims)
        first = (actor(event) for event in self.events if isinstance(event, Ask | Pass))
        title, source = (_line(self.meta.get(key)) for key in ("name", "source"))
        more = ", bots only" if source and "bots" in self.meta else ""
        tags = (("title", title), ("source", source + more))
        return canonical(
            replace(
                self.game,
                rules=self.game.rules.with_values({"reveal": "nothing"} if is_hidden else {}),
                tags=tuple((tag, text) for tag, text in tags if text),
                dealer=self.game.dealer or next(first, None),
                hands=self.hands,
                events=tuple(self.events),
            )
        )


def _seat_name(bots: object, number: int) -> Seat:
    """The name of a seat: the bot that sat there, with the number, else ``S0`` … ``S5``."""
    bot = bots[number] if isinstance(bots, list) and len(bots) == SEATS else None
    name = re.sub(r"[^\w.-]", "_", bot[:_LONGEST_NAME]) if isinstance(bot, str) else ""
    whole = f"{name}-{number}"
    return whole if name and seat_name_problem(whole) is None else f"S{number}"


def _line(value: object) -> str:
    """A text as it can stand in a tag; empty for what is no text."""
    text = value[:_LONGEST] if isinstance(value, str) else ""
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
