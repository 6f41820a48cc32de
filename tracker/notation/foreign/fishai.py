"""FishAI's event log (MeagerPotato/FishAI, ``PublicEvent`` of its engine).

Known are the variants ``pagat48`` and ``us54`` with all toggles off, and the events of ``_EVENTS``.

In old versions a claim out of turn that emptied the hand of the player at turn sent the turn
clockwise, even to the other team. No rule of ours does: the record has its owner pass it, as an
irregular event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO, Final

from tracker.game.cards import SUIT_NAMES
from tracker.game.record import Record
from tracker.notation.foreign.log_game import LogGame
from tracker.notation.foreign.log_header import (
    deal_hands,
    entries_of,
    judge_version,
    read_each_document,
    required,
    seat_names,
    tags,
)
from tracker.notation.foreign.log_values import (
    array,
    card,
    fail,
    flag,
    kind_and_members,
    members,
    number,
    one_of,
    read_events,
    seat,
)
from tracker.notation.games import Reading
from tracker.notation.json_document import Node

VERSION: Final = "the events of 2026, variants pagat48 and us54"

_VARIANTS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "pagat48": ("pagat", {}),
    "us54": ("canadian-54", {"endgame": "any-player"}),
}
"""The preset and its changes for each variant."""
_JOKERS: Final = {"RJ": "XR", "BJ": "XB"}
_BOOKS: Final = {
    "EIGHTS": "eights",
    **{
        f"{half.upper()}-{letter}": f"{half} {suit}"
        for half in ("low", "high")
        for letter, suit in SUIT_NAMES.items()
    },
}
_EIGHTS: Final = ("8C", "8D", "8H", "8S", "XR", "XB")
_OUTCOMES: Final = {"team0": 0, "team1": 1, "void": None}
"""The team that scores; None for nobody."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a log: one, or one in each line.

    Args:
        file: the log.
        source: the name that problems give it.
    """
    return read_each_document(file, source, read_record)


def read_record(node: Node) -> Record:
    """The game of a document: its events, perhaps wrapped in an object."""
    entries = {} if isinstance(node.value, list) else node.entries()
    events = node if isinstance(node.value, list) else required(entries, "events", node)
    judge_version(entries, VERSION)
    meta = entries_of(entries, "meta")
    preset, changes = _VARIANTS[_variant(entries, meta, events)]
    log = _Log(LogGame(seat_names(meta), preset, changes))
    hands = deal_hands(entries, log.game, log.codes)
    read_events(events, log.game.events, log.read)
    return log.game.record(hands, tags(meta))


def _variant(entries: Mapping[str, Node], meta: Mapping[str, Node], events: Node) -> str:
    """The variant: what the log says, else what only one of them has."""
    config = entries_of(entries, "config")
    for toggle in entries_of(config, "toggles").values():
        if toggle.value is not False:
            fail(toggle, f"no toggle but false is known ({VERSION})")
    for place in (meta, entries, config):
        if "variant" in place:
            return one_of(place["variant"], tuple(_VARIANTS), "a variant")
    variant = _evident_variant([event.value for event in events.items()])
    if variant is None:
        fail(events, f"the log does not say its variant (expected {' or '.join(_VARIANTS)})")
    return variant


def _evident_variant(events: Iterable[object]) -> str | None:
    """The variant, where something happened that can happen in one of them only."""
    objects = [event for event in events if isinstance(event, dict)]
    if any(event.get("book") == "EIGHTS" or event.get("card") in _EIGHTS for event in objects):
        return "us54"
    return "pagat48" if any(event.get("outcome") == "void" for event in objects) else None


class _Log:
    """Reads the events of one game.

    Args:
        game: the game, in which nothing has happened yet.
    """

    def __init__(self, game: LogGame) -> None:
        self.game = game
        self.codes = {_JOKERS.get(c, c.replace("10", "T")): c for c in game.deck.cards}
        """The cards as the log writes them."""
        self._code_of = {card: code for code, card in self.codes.items()}
        self._turn: int | None = None
        """Whose turn it is by our rules."""
        self._has_begun = False
        self._is_over = False

    def read(self, event: Node) -> None:
        """Reads one event."""
        keys = {kind: keys for kind, (keys, _) in _EVENTS.items()}
        kind, values = kind_and_members(event, "type", keys, "FishAI")
        if self._is_over:
            fail(event, "this stands behind the end of the game")
        had_begun, self._has_begun = self._has_begun, True
        if had_begun == (kind == "game_started"):
            fail(event, "a log begins with 'game_started', which stands nowhere else")
        _, read = _EVENTS[kind]
        read(self, values)

    def _started(self, values: Mapping[str, Node]) -> None:
        self.game.first = self._turn = seat(values["startingSeat"])

    def _ask(self, values: Mapping[str, Node]) -> None:
        asker, target = seat(values["asker"]), seat(values["target"])
        asked, hit = card(values["card"], self.codes), flag(values["hit"])
        self._send_turn(asker)
        self.game.ask(asker, target, asked, hit=hit, at=values["hit"])
        self._turn = asker if hit else target

    def _send_turn(self, asker: int) -> None:
        """Sends the turn of a player without cards on, as old versions do."""
        game, turn = self.game, self._turn
        if turn is None or game.has_hidden_cards or game.sizes[turn] > 0:
            return
        mates = [i for i in range(turn % 2, len(game.sizes), 2) if game.sizes[i] > 0]
        if mates and game.are_opponents(turn, asker):
            game.pass_turn(turn, asker, irregular=True)

    def _claim(self, values: Mapping[str, Node]) -> None:
        """Reads a claim; the log may not tell who held the cards."""
        claimant, by_name = seat(values["claimer"]), self.game.deck.by_name
        codes = tuple(code for code, name in _BOOKS.items() if name in by_name)
        book = by_name[_BOOKS[one_of(values["book"], codes, "a book of this deck")]]
        cards = [self._code_of[card] for card in book.cards]
        named = _in_order(values["assignments"], cards)
        outcome, held_at = values["outcome"], values.get("actualHolders")
        winner = _OUTCOMES[one_of(outcome, tuple(_OUTCOMES), "an outcome")]
        held = _in_order(held_at, cards) if held_at is not None and held_at.value else None
        self.game.won_claim(claimant, book, named, held, winner, outcome)

    def _pass(self, values: Mapping[str, Node]) -> None:
        passer, receiver = seat(values["from"]), seat(values["to"])
        self.game.pass_turn(passer, receiver)
        self._turn = receiver

    def _player_out(self, values: Mapping[str, Node]) -> None:
        self._require_empty(values["seat"], [seat(values["seat"])])

    def _endgame(self, values: Mapping[str, Node]) -> None:
        team = number(values["claimingTeam"], 1)
        seats = range(1 - team, len(self.game.sizes), 2)
        self._require_empty(values["claimingTeam"], seats)

    def _require_empty(self, node: Node, seats: Iterable[int]) -> None:
        """Goes on where seats are out of cards, as the log says that they are."""
        game = self.game
        for i in () if game.has_hidden_cards else seats:
            if game.sizes[i] != 0:
                out = f"{game.names[i]} is out of cards here"
                fail(node, f"{out}, but by the events before has {game.sizes[i]}")

    def _game_over(self, values: Mapping[str, Node]) -> None:
        """Ends the game, perhaps before all half-suits are claimed."""
        for points in array(values["score"], 2):
            number(points, 2 * len(self.game.deck.books))
        self._is_over = True


def _in_order(node: Node, cards: list[str]) -> list[int]:
    """The seats that an object has for the cards of a half-suit, in the order of the cards."""
    seats = members(node, cards)
    return [seat(seats[code]) for code in cards]


_EVENTS: Final[Mapping[str, tuple[tuple[str, ...], Callable[[_Log, Mapping[str, Node]], None]]]] = {
    "game_started": (("startingSeat",), _Log._started),
    "ask": (("asker", "target", "card", "hit"), _Log._ask),
    "claim": (("claimer", "book", "assignments", "outcome", "actualHolders?"), _Log._claim),
    "pass": (("from", "to"), _Log._pass),
    "designate": (("from", "to"), _Log._pass),
    "player_out": (("seat",), _Log._player_out),
    "endgame": (("claimingTeam",), _Log._endgame),
    "game_over": (("score", "winner"), _Log._game_over),
}
"""The keys of each event, and what reads it."""
