"""FishLab's record files: JSON lines, a header with the order of the cards, then a game a line.

An event is an array: kind, actor, target, card, set, success, owner, counts. What an event of its
kind has no use for is in it all the same, and means nothing. It says what an event of FishLab's
protocol says, and is read as that (``fishlab``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from tracker.game.record import Record
from tracker.notation.foreign.fishlab import RULES, order_of, read_event
from tracker.notation.foreign.log import (
    JsonObject,
    Log,
    shown,
    whole_list,
    whole_number,
)
from tracker.notation.json_document import Documents

VERSION: Final = "record files of header 1, 54 cards"
_KINDS: Final = ("ask", "declare", "pass", "declare", "end")
"""The kinds of events by their numbers; the second kind of declaration is a forced one."""


def games_of(lines: Documents) -> Documents:
    """The games of a record file, each as a document with the cards of the header."""
    cards: list[str] | None = None
    for line, document in lines:
        match document:
            case Exception():
                yield line, document
            case {"header": _, "cards": _}:
                try:
                    cards = _cards_of(document)
                except ValueError as error:
                    yield line, error
                    return
            case _ if cards is None:
                begin = "a record file begins with a header, with 'header' and 'cards'"
                yield line, ValueError(begin)
                return
            case {**game}:
                yield line, {**game, "cards": cards}
            case _:
                yield line, ValueError("this is no game of FishLab (expected an object)")


def _cards_of(header: JsonObject) -> list[str]:
    """The order of the cards that a header says, of a version that is known."""
    version = header["header"]
    if not version or (isinstance(version, int | float) and version != 1):
        raise ValueError(f"header {shown(version)} is of no known version ({VERSION})")
    return order_of(header["cards"])


def record_of(document: Any) -> Record:
    """The game of a line, with the cards of the header."""
    match document:
        case {"dealt": [*dealt], "events": events, "cards": cards}:
            pass
        case _:
            raise ValueError("this is no game of FishLab (expected 'dealt' and 'events')")
    hands = [[_at(cards, index) for index in whole_list(hand)] for hand in dealt]
    log = Log({"hands": hands}, "canadian-54", RULES)
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
