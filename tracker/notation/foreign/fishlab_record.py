"""FishLab's record files: JSON lines, a header with the order of the cards, then a game a line.

An event is an array: kind, actor, target, card, set, success, owner, counts. What an event of its
kind has no use for is in it all the same, and means nothing. It says what an event of FishLab's
protocol says, and is read as that (``fishlab``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, BinaryIO, Final

from tracker.game.record import Record
from tracker.notation.foreign.fishlab import RULES, order_of, read_event
from tracker.notation.foreign.log import (
    Games,
    Log,
    LostError,
    read_games,
    shown,
    whole_list,
    whole_number,
)
from tracker.notation.games import Reading

VERSION: Final = "record files of header 1, 54 cards"
_KINDS: Final = ("ask", "declare", "pass", "declare", "end")
"""The kinds of events by their numbers; the second kind of declaration is a forced one."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a record file.

    Args:
        file: the file.
        source: the name that problems give it.
    """
    return read_games(file, source, record_of, _RecordFile().games_of)


class _RecordFile:
    """What the header says. A game is given on as a document with that."""

    def __init__(self) -> None:
        self._cards: list[str] | None = None

    def games_of(self, line: int, document: Any) -> Games:
        """The game that a line is; none for a header."""
        match document:
            case {"header": version, "cards": cards}:
                if not version or (isinstance(version, int | float) and version != 1):
                    raise LostError(f"header {shown(version)} is of no known version ({VERSION})")
                self._cards = order_of(cards)
            case None:
                pass
            case _ if self._cards is None:
                raise LostError("a record file begins with a header, with 'header' and 'cards'")
            case {**game}:
                return [(line, {**game, "cards": self._cards})]
            case _:
                raise ValueError("this is no game of FishLab (expected an object)")
        return []


def record_of(document: Any) -> Record:
    """The game of a line, with the cards of the header."""
    match document:
        case {"dealt": [*dealt], "events": events, "cards": cards}:
            pass
        case _:
            raise ValueError("this is no game of FishLab (expected 'dealt' and 'events')")
    log = Log({}, "canadian-54", RULES)
    log.deal([[_at(cards, index) for index in whole_list(hand)] for hand in dealt])
    log.read(events, partial(_read_event, cards, document.get("setWinner")), ())
    return log.record()


def _read_event(order: Sequence[str], winners: Any, log: Log, event: Any) -> None:
    """Tells a log of one event.

    Args:
        order: the cards in the order of the header.
        winners: who won each half-suit, by the log; None where it does not say that.
        log: the game so far.
        event: the event.
    """
    number, actor, target, card, which, success, owner, counts = whole_list(event, 8)
    kind = _KINDS[whole_number(number, len(_KINDS) - 1, "a kind of event")]
    if kind == "end":
        log.is_over = True
        return
    entries = {"t": kind, "actor": actor, "target": target, "set": which, "owner": owner}
    if kind == "ask":
        entries["card"] = _at(order, card)
    if kind != "pass":
        entries["success"] = success is True or bool(whole_number(success, 1, "yes or no"))
    if kind == "declare" and winners is not None:
        books = len(log.deck.books)
        half_suit = whole_number(which, books - 1, "a half-suit")
        entries["winner"] = whole_list(winners, books)[half_suit]
    read_event(order, log, {**entries, "counts": counts})


def _at(order: Sequence[str], index: object) -> str:
    """The card of that number."""
    return order[whole_number(index, len(order) - 1, "a card")]
