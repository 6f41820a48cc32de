"""What stands around the events in a log, and the way from the documents of a log to its games.

A log may be wrapped in an object with ``meta`` (``name``, ``source``, ``bots``) and ``hands``, the
dealt cards of each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import BinaryIO, Final, TypeVar

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.notation.foreign.log_game import LogGame
from tracker.notation.foreign.log_values import (
    SEATS,
    LogProblems,
    SkipEventError,
    array,
    card,
    fail,
    seat,
)
from tracker.notation.games import Reading, attempt
from tracker.notation.json_document import Node, documents, read_document
from tracker.notation.names import SEAT_MARKS, has_only_letters

Thing = TypeVar("Thing")

NUMBERED_SEATS: Final = tuple(f"S{number}" for number in range(SEATS))
"""The names of the seats where the log has none."""
_LONGEST: Final = 40
_VERSION_KEYS: Final = ("version", "format", "protocol")


# -- documents ------------------------------------------------------------------------------------


def read_each_document(
    file: BinaryIO, source: str, read: Callable[[Node], Record]
) -> Iterator[Reading]:
    """The games of a log that has a document for each: one, or one in each line.

    Args:
        file: the log.
        source: the name that problems give it.
        read: makes a record of a document, and notes what is wrong with it.
    """

    def record(data: bytes, line: int) -> Record:
        return finished(read, log_document(data, source, line))

    for number, (line, data) in enumerate(documents(file), 1):
        yield attempt(number, line, partial(record, data, line))


def log_document(data: bytes, source: str, line: int) -> Node:
    """The value of a document, which has problems of its own.

    Raises:
        NotationError: where it is no JSON.
    """
    return read_document(data, LogProblems(source, line), line)


def finished(read: Callable[[Node], Thing], node: Node) -> Thing:
    """What is read from a document without problems.

    Args:
        read: reads a document, and notes what is wrong with it.
        node: the document.

    Raises:
        NotationError: where there are any problems.
    """
    try:
        value = read(node)
    except SkipEventError:
        node.problems.raise_any()
        raise
    node.problems.raise_any()
    return value


def numbered(readings: Iterable[Reading]) -> Iterator[Reading]:
    """The readings of a file in their order, with their numbers."""
    for number, reading in enumerate(readings, 1):
        yield replace(reading, number=number)


# -- the header -----------------------------------------------------------------------------------


def required(entries: Mapping[str, Node], key: str, node: Node) -> Node:
    """The entry of a key that a log must have."""
    if key not in entries:
        fail(node, f"the key {key!r} is missing")
    return entries[key]


def entries_of(entries: Mapping[str, Node], key: str) -> dict[str, Node]:
    """The entries of an object in an object; empty where there is no such key."""
    return entries[key].entries() if key in entries else {}


def judge_version(entries: Mapping[str, Node], known: str) -> None:
    """Notes where a log says that it is of a version; those that are known do not say it.

    Args:
        entries: the entries of the log.
        known: the version that is known, in words.
    """
    for key in _VERSION_KEYS:
        if key in entries:
            node = entries[key]
            version = node.value if isinstance(node.value, str | int | float) else "this"
            message = f"{str(version)[:_LONGEST]!r} is not a known version ({known})"
            node.problems.add(node.span, message)


def seat_names(meta: Mapping[str, Node]) -> tuple[Seat, ...]:
    """The names of the seats: the bots that sat there, numbered, else ``S0`` … ``S5``."""
    bots = meta["bots"].value if "bots" in meta else None
    if not isinstance(bots, list) or len(bots) != SEATS:
        return NUMBERED_SEATS
    return tuple(
        f"{name}-{i}" if (name := _seat_name(bot)) else f"S{i}" for i, bot in enumerate(bots)
    )


def _seat_name(bot: object) -> str:
    """A bot's name with what cannot stand in a seat's replaced; empty for what is no name."""
    if not isinstance(bot, str):
        return ""
    return "".join(c if has_only_letters(c, SEAT_MARKS) else "_" for c in bot[:_LONGEST])


def tags(meta: Mapping[str, Node]) -> tuple[tuple[str, str], ...]:
    """The title and the source of a game."""
    title, source = _line(meta.get("name")), _line(meta.get("source"))
    if source and "bots" in meta:
        source += ", bots only"
    return tuple((tag, text) for tag, text in (("title", title), ("source", source)) if text)


def _line(node: Node | None) -> str:
    """A text as it can stand in a tag; empty for what is no text."""
    if node is None or not isinstance(node.value, str):
        return ""
    kept = "".join(c if c.isprintable() and c != "#" else " " for c in node.value[: 5 * _LONGEST])
    return " ".join(kept.split())


# -- hands ----------------------------------------------------------------------------------------


def deal_hands(
    entries: Mapping[str, Node], game: LogGame, codes: Mapping[str, Card]
) -> tuple[Hand, ...]:
    """Deals the hands that a log tells under ``hands``, as far as they can be read.

    They are an array with the cards of each seat; ``null`` stands for a hand that is not known.

    Args:
        entries: the entries of the log.
        game: the game.
        codes: the cards as the log writes them.

    Returns:
        The hands; empty where the log does not tell them.
    """
    hands: list[Hand] = []
    taken: set[Card] = set()
    with suppress(SkipEventError):
        seats = array(entries["hands"], len(game.names)) if "hands" in entries else []
        for name, hand in zip(game.names, seats, strict=False):
            if hand.value is not None:
                cards = _cards(array(hand, game.dealt_size), codes, taken)
                hands.append(Hand(name, game.deck.in_order(cards)))
    game.deal(hands)
    return tuple(hands)


def own_hand(
    seat_at: Node, hand_at: Node, game: LogGame, codes: Mapping[str, Card], *, is_dealt: bool
) -> tuple[Hand, ...]:
    """The one hand that a log tells, as it was dealt.

    Args:
        seat_at: whose hand it is.
        hand_at: its cards.
        game: the game, with all its events.
        codes: the cards as the log writes them.
        is_dealt: whether the cards are those that were dealt, not those after the events.
    """
    player = seat(seat_at)
    cards = set(_cards(hand_at.items(), codes, set()))
    if not is_dealt:
        cards = game.dealt_hand(player, cards)
    name, size = game.names[player], game.dealt_size
    if len(cards) > size:
        fail(hand_at, f"with this hand {name} was dealt {len(cards)} cards, not {size}")
    return (Hand(name, game.deck.in_order(cards), whole=len(cards) == size),)


def _cards(items: list[Node], codes: Mapping[str, Card], taken: set[Card]) -> list[Card]:
    """The cards of a hand.

    Args:
        items: the cards in the log.
        codes: the cards as the log writes them.
        taken: the cards that are in other hands; those of this one are added.
    """
    cards = []
    for item in items:
        code = card(item, codes)
        if code in taken:
            fail(item, f"{code} stands twice in the hands")
        taken.add(code)
        cards.append(code)
    return cards
