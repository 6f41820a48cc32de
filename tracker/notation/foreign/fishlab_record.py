"""FishLab's record files: JSON lines, a header with the order of the cards, then a game a line.

An event is an array: kind, actor, target, card, set, success, owner, counts. What an event of its
kind has no use for is in it all the same, and means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, Final

from tracker.errors import NotationError
from tracker.game.record import Hand, Record
from tracker.notation.foreign.fishlab_game import FishLabGame, Sets, read_sets
from tracker.notation.foreign.log_header import (
    NUMBERED_SEATS,
    finished,
    log_document,
    numbered,
    required,
)
from tracker.notation.foreign.log_values import SEATS, array, fail, number, read_events, seat
from tracker.notation.games import Reading, attempt
from tracker.notation.json_document import Node, documents

VERSION: Final = "record files of header 1, 54 cards"

_ASK, _DECLARE, _PASS, _FORCED, _END = range(5)
"""The kinds of events."""
_RULES: Final = {"reveal": "nothing", "endgame": "any-player"}
"""In what the rules differ from ``canadian-54``."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a record file.

    Args:
        file: the file.
        source: the name that problems give it.
    """
    return numbered(_readings(file, source))


def _readings(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games, still without their numbers."""
    sets: Sets | None = None
    for line, data in documents(file):
        try:
            node = log_document(data, source, line)
            if sets is None or (isinstance(node.value, dict) and "header" in node.value):
                sets = finished(_header, node)
                continue
        except NotationError as error:
            yield Reading(0, line, None, error.problems)
            if sets is None:  # without the order of the cards no game can be read
                return
        else:
            yield attempt(0, line, partial(finished, partial(_record, sets), node))


def _header(node: Node) -> Sets:
    """The cards in their order, from a header of a known version."""
    entries = node.entries()
    for key in ("header", "cards"):
        if key not in entries:
            fail(node, f"a record file begins with a header, which has the key {key!r}")
    version = entries["header"].value
    if not version or (isinstance(version, int | float) and version != 1):
        fail(entries["header"], f"this header is of no known version ({VERSION})")
    return read_sets(entries["cards"])


def _record(sets: Sets, node: Node) -> Record:
    """The game of a line."""
    entries = node.entries()
    dealt, events = (required(entries, key, node) for key in ("dealt", "events"))
    log = _Log(FishLabGame(NUMBERED_SEATS, sets, "canadian-54", _RULES), entries.get("setWinner"))
    hands = _hands(dealt, log.game)
    read_events(events, log.read)
    return log.game.record(hands)


def _hands(node: Node, game: FishLabGame) -> tuple[Hand, ...]:
    """The dealt hands, from the numbers of their cards."""
    taken: set[int] = set()
    hands = []
    for name, hand in zip(game.names, array(node, SEATS), strict=True):
        cards = []
        for item in array(hand, game.dealt_size):
            index = number(item, len(game.sets.cards) - 1)
            if index in taken:
                fail(item, f"{game.sets.cards[index]} is dealt twice")
            taken.add(index)
            cards.append(game.sets.cards[index])
        hands.append(Hand(name, game.deck.in_order(cards)))
    return tuple(hands)


class _Log:
    """Reads the events of one game.

    Args:
        game: the game, in which nothing has happened yet.
        winners: who won each half-suit, by the log; None where it does not say that.
    """

    def __init__(self, game: FishLabGame, winners: Node | None) -> None:
        self.game = game
        self._winners = winners
        self._is_over = False

    def read(self, event: Node) -> None:
        """Reads one event."""
        kind_at, actor_at, target, card, which, success, owner, counts = array(event, 8)
        kind = number(kind_at, _END)
        if self._is_over:
            fail(event, "this stands behind the end of the game")
        if kind == _END:
            self._is_over = True
            return
        actor = seat(actor_at)
        if kind == _PASS:
            self.game.passes(actor, seat(target), counts)
        elif kind == _ASK:
            cards = self.game.sets.cards
            asked = cards[number(card, len(cards) - 1)]
            self.game.asks(actor, seat(target), asked, _truth(success), counts)
        else:
            winner = self.game.declares(actor, which, _truth(success), owner, counts)
            self._judge_winner(which, winner)

    def _judge_winner(self, which: Node, winner: int) -> None:
        """Notes a half-suit that the log gives to another team at its end."""
        books = len(self.game.deck.books)
        if self._winners is None:
            return
        logged = array(self._winners, books)[number(which, books - 1)]
        if logged.value != winner:
            fail(which, f"this half-suit goes to team {winner} here, but not by 'setWinner'")


def _truth(node: Node) -> bool:
    """A truth value, which is a number in these files."""
    return node.value if isinstance(node.value, bool) else number(node, 1) == 1
