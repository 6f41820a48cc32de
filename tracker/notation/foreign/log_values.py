"""What the values of a log's events may be, and the problems of a log.

Each function gives the value that a node is, or notes what is wrong and raises ``SkipEventError``:
the event means nothing then, and reading goes on with the next one. Problems know the event of the
log that they are in.

Example: where the third event of a log has ``"asker": 7``, ``seat`` of that node notes ``event 3:
history[2].asker: found 7 (expected a whole number from 0 to 5)``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, NoReturn, cast

from tracker.errors import TextProblem
from tracker.game.cards import ALL_CARDS, Card
from tracker.game.events import Event
from tracker.messages import quote
from tracker.notation.json_document import Node
from tracker.notation.problems import Problems, Span

SEATS: Final = 6
"""How many play in all the formats but that of the package ``literature``."""
TEN_AS_T: Final[Mapping[str, Card]] = {card.replace("10", "T"): card for card in ALL_CARDS}
"""The cards as most programs write them: ``TD`` for the 10 of diamonds."""


# -- problems -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LogProblem(TextProblem):
    """One thing wrong in a log."""

    event: int | None = None
    """The number of the event in the log, from 1; None where it is not about one event."""


class LogProblems(Problems):
    """The problems of one game of a log.

    Args:
        source: the name of the file.
        first: the line of the file that the game begins in, where its own lines count from 1.
    """

    def __init__(self, source: str, first: int = 1) -> None:
        super().__init__(source, first)
        self.event: int | None = None
        """The number of the event that is being read."""
        self.record_event: int | None = None
        """The number that this event would have in the record."""

    def problem(self, line: int, column: int, message: str) -> LogProblem:
        """A problem of the event that is being read, as a value."""
        if self.event is not None:
            message = f"event {self.event}: {message}"
            if self.record_event not in (None, self.event):
                message += f" (event {self.record_event} of the record)"
        plain = super().problem(line, column, message)
        return LogProblem(plain.source, plain.line, plain.column, message, self.event)


# -- events ---------------------------------------------------------------------------------------


class SkipEventError(Exception):
    """An event cannot be read; why has been noted."""


def read_events(events: Node, into: list[Event], read: Callable[[Node], None]) -> None:
    """Reads the events of a log one by one, numbered from 1.

    Args:
        events: the events of the log.
        into: the events of the record, to which reading adds; each gets its number in the log.
        read: reads one event.
    """
    problems = cast(LogProblems, events.problems)
    for number, event in enumerate(events.items(), 1):
        before = len(into)
        problems.event, problems.record_event = number, before + 1
        if problems.stop():
            break
        with suppress(SkipEventError):
            read(event)
        into[before:] = [replace(added, log_event=number) for added in into[before:]]
    problems.event = problems.record_event = None


def kind_and_members(
    event: Node, key: str, kinds: Mapping[str, Sequence[str]], program: str
) -> tuple[str, dict[str, Node]]:
    """The kind of an event that is an object, and its members.

    Args:
        event: the event.
        key: the key that has the kind.
        kinds: the other keys of each kind; one that ends in ``?`` may be missing.
        program: whose events they are.
    """
    if not isinstance(event.value, dict) or key not in event.value:
        fail(event, f"this is not an event (expected an object with the key {key!r})")
    kind = one_of(event.entries()[key], tuple(kinds), f"an event of {program}")
    required = [name for name in kinds[kind] if not name.endswith("?")]
    optional = [name.rstrip("?") for name in kinds[kind] if name.endswith("?")]
    return kind, members(event, (key, *required), optional)


def fail(node: Node, message: str) -> NoReturn:
    """Notes what is wrong with a value, and skips the event."""
    node.problems.add(node.span, message)
    raise SkipEventError


# -- values ---------------------------------------------------------------------------------------


def members(node: Node, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Node]:
    """The members of an object that has these keys and no others."""
    before = len(node.problems)
    entries = node.fields(required, optional)
    if len(node.problems) > before:
        raise SkipEventError
    return entries


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


def seats(node: Node, length: int) -> list[int]:
    """An array of the numbers of seats."""
    return [seat(item) for item in array(node, length)]


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
    if not isinstance(node.value, str) or node.value not in codes:
        fail(node, f"found {_shown(node)} (expected a card of this deck, such as 5H or TD)")
    return codes[node.value]


def one_of(node: Node, known: Sequence[str], what: str) -> str:
    """One of some words.

    Args:
        node: the value.
        known: the words.
        what: what they are, with its article.
    """
    expected = f"expected {', '.join(known)}"
    if not isinstance(node.value, str):
        fail(node, f"found {_shown(node)} (expected {what}: {', '.join(known)})")
    if node.value not in known:
        node.problems.unknown(Span(node.value, path=node.path), what, expected, known)
        raise SkipEventError
    return node.value


def _shown(node: Node) -> str:
    """A value for a message: itself where it is short, else what kind it is."""
    value = node.value
    if isinstance(value, list):
        return f"an array of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return quote(value) if isinstance(value, str) else json.dumps(value)
