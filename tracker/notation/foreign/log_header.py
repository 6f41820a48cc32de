"""The header of a game: what stands around its events in a log.

A log may be wrapped in an object with ``meta`` (``name``, ``source``, ``bots``) and ``hands``, the
dealt cards of each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import BinaryIO

from tracker.game.cards import Card, Deck
from tracker.game.events import Ask, Claim, Event, Seat
from tracker.game.record import Hand, Record
from tracker.notation.foreign.values import SEATS, LogProblems, SkipEventError, array, card, fail
from tracker.notation.games import Reading, attempt
from tracker.notation.json_nodes import Node
from tracker.notation.json_text import parse, pieces
from tracker.notation.names import has_only_letters
from tracker.notation.source import decode
from tracker.notation.writer import canonical

_LONGEST = 40
_VERSION_KEYS = ("version", "format", "protocol")


def judge_version(entries: Mapping[str, Node], known: str) -> None:
    """Notes where a log says that it is of a version; those that are known do not say it.

    Args:
        entries: the members of the log.
        known: the version that is known, in words.
    """
    for key in _VERSION_KEYS:
        if key in entries:
            node = entries[key]
            said = node.value if isinstance(node.value, str | int | float) else "this"
            node.problems.add(
                node.span, f"{str(said)[:_LONGEST]!r} is not a known version ({known})"
            )


def seat_names(meta: Mapping[str, Node]) -> tuple[Seat, ...]:
    """The names of the seats: the bots that sat there, numbered, else ``S0`` … ``S5``."""
    bots = meta["bots"].value if "bots" in meta else None
    if not isinstance(bots, list) or len(bots) != SEATS:
        return tuple(f"S{i}" for i in range(SEATS))
    return tuple(
        f"{name}-{i}" if (name := _seat_name(bot)) else f"S{i}" for i, bot in enumerate(bots)
    )


def _seat_name(bot: object) -> str:
    """A bot's name with what cannot stand in a seat's replaced."""
    if not isinstance(bot, str):
        return ""
    return "".join(c if has_only_letters(c, "_-.") else "_" for c in bot[:_LONGEST])


def tags(meta: Mapping[str, Node]) -> tuple[tuple[str, str], ...]:
    """The title and the source of a game."""
    title = _line(meta["name"].value) if "name" in meta else ""
    source = _line(meta["source"].value) if "source" in meta else ""
    if source and "bots" in meta:
        source += ", bots only"
    return tuple((tag, text) for tag, text in (("title", title), ("source", source)) if text)


def _line(value: object) -> str:
    """A text as it can stand in a tag; nothing for what is no text."""
    if not isinstance(value, str):
        return ""
    kept = "".join(c if c.isprintable() and c != "#" else " " for c in value[: 5 * _LONGEST])
    return " ".join(kept.split())


def read_hands(
    node: Node, names: tuple[Seat, ...], codes: Mapping[str, Card], deck: Deck
) -> tuple[Hand, ...]:
    """The dealt hands; ``null`` stands for one that is not known.

    Args:
        node: an array with the cards of each seat.
        names: the seats.
        codes: the cards as the log writes them.
        deck: the deck.
    """
    found: list[Hand] = []
    taken: set[Card] = set()
    size = len(deck.cards) // len(names)
    with suppress(SkipEventError):
        for seat, hand in zip(names, array(node, len(names)), strict=True):
            if hand.value is not None:
                found.append(Hand(seat, deck.in_order(read_hand(hand, codes, taken, size))))
    return tuple(found)


def read_hand(
    node: Node, codes: Mapping[str, Card], taken: set[Card], size: int | None
) -> list[Card]:
    """The cards of a hand.

    Args:
        node: an array of cards.
        codes: the cards as the log writes them.
        taken: the cards that are in other hands; those of this one are added.
        size: how many there are; none: any number.
    """
    cards = []
    for item in node.items() if size is None else array(node, size):
        found = card(item, codes)
        if found in taken:
            fail(item, f"{found} stands twice in the hands")
        taken.add(found)
        cards.append(found)
    return cards


def dealt_hand(seat: Seat, now: Iterable[Card], events: Iterable[Event]) -> set[Card]:
    """What a seat was dealt, as far as its hand after some events tells.

    Cards that left play unseen are missing.

    Args:
        seat: the seat.
        now: its hand after the events.
        events: the events.
    """
    hand = set(now)
    for event in reversed(tuple(events)):
        if isinstance(event, Ask) and event.answer == "yes":
            if event.asker == seat:
                hand.discard(event.card)
            elif event.target == seat:
                hand.add(event.card)
        elif isinstance(event, Claim):
            shown = event.holdings if event.outcome == "correct" else event.shown
            hand |= {held for held, holder in shown or () if holder == seat}
    return hand


# -- from the documents of a log to its games -----------------------------------------------------
#
# From the documents of a log to its games.


def document(data: bytes, source: str, line: int) -> Node:
    """The data of a document; their problems go to problems of their own.

    Raises:
        NotationError: where it is no JSON.
    """
    problems = LogProblems(source, line)
    return Node(parse(decode(data, source, line), problems), "", problems)


def read_each_document(
    file: BinaryIO, source: str, read: Callable[[Node], Record]
) -> Iterator[Reading]:
    """The games of a file that has a document for each.

    Args:
        file: the log.
        source: the name that problems give it.
        read: makes a record of a document, and notes what is wrong with it.
    """
    for number, (line, data) in enumerate(pieces(file), 1):
        yield attempt(number, line, partial(_read, data, source, line, read))


def _read(data: bytes, source: str, line: int, read: Callable[[Node], Record]) -> Record:
    return finished(read, document(data, source, line))


def finished(read: Callable[[Node], Record], node: Node) -> Record:
    """The record of a document without problems.

    Raises:
        NotationError: where there are any.
    """
    record = read(node)
    node.problems.raise_any()
    return canonical(record)
