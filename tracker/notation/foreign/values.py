"""What the values of a log's events may be.

Each function gives the value that a node is, or notes what is wrong and raises ``SkipEventError``:
the event means nothing then, and reading goes on with the next.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NoReturn, cast

from tracker.game.cards import ALL_CARDS, Card
from tracker.messages import quote
from tracker.notation.foreign.problems import LogProblems
from tracker.notation.json_nodes import Node
from tracker.notation.span import Span

SEATS: Final = 6
"""How many play in all the formats but one."""
TEN_AS_T: Final[Mapping[str, Card]] = {card.replace("10", "T"): card for card in ALL_CARDS}
"""The cards as most programs write them: ``TD`` for the 10 of diamonds."""


class SkipEventError(Exception):
    """An event cannot be read; why has been noted."""


def read_events(events: Node, read: Callable[[Node], None]) -> None:
    """Reads the events of a log one by one, numbered from 1."""
    problems = cast(LogProblems, events.problems)
    for number, event in enumerate(events.items(), 1):
        problems.event = number
        if problems.stop():
            break
        with suppress(SkipEventError):
            read(event)
    problems.event = None


def fail(node: Node, message: str) -> NoReturn:
    """Notes what is wrong with a value, and skips the event."""
    node.problems.add(node.span, message)
    raise SkipEventError


def members(node: Node, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Node]:
    """The members of an object that has these keys and no others."""
    before = len(node.problems)
    found = node.fields(required, optional)
    if len(node.problems) > before:
        raise SkipEventError
    return found


def array(node: Node, length: int) -> list[Node]:
    """The items of an array of that length."""
    if not isinstance(node.value, list) or len(node.value) != length:
        fail(node, f"found {_shown(node)} (expected an array of {length})")
    return node.items()


def number(node: Node, most: int) -> int:
    """A whole number from 0."""
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        fail(node, f"found {_shown(node)} (expected a whole number from 0 to {most})")
    return value


def seat(node: Node) -> int:
    """The number of a seat."""
    return number(node, SEATS - 1)


def flag(node: Node) -> bool:
    """True or false."""
    if not isinstance(node.value, bool):
        fail(node, f"found {_shown(node)} (expected true or false)")
    return node.value


def card(node: Node, codes: Mapping[str, Card]) -> Card:
    """A card of the deck.

    Args:
        node: the value.
        codes: the cards of the deck, as the log writes them.
    """
    found = codes.get(node.value) if isinstance(node.value, str) else None
    if found is None:
        fail(node, f"found {_shown(node)} (expected a card of this deck, such as 5H or TD)")
    return found


def one_of(node: Node, known: Sequence[str], what: str) -> str:
    """One of some words.

    Args:
        node: the value.
        known: the words.
        what: what they are, with its article.
    """
    if node.value not in known:
        span = Span(node.value, path=node.path) if isinstance(node.value, str) else None
        if span is None:
            fail(node, f"found {_shown(node)} (expected {what}: {', '.join(known)})")
        node.problems.unknown(span, what, f"expected {', '.join(known)}", known)
        raise SkipEventError
    return cast(str, node.value)


def _shown(node: Node) -> str:
    """A value for a message: itself where it is short, else what kind it is."""
    value = node.value
    if isinstance(value, list):
        return f"an array of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return quote(value)
    return json.dumps(value)
