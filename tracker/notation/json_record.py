"""From JSON data to a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from tracker.game.cards import Card
from tracker.game.events import KINDS, Event, Holdings, Seat, own_fields
from tracker.game.record import HeaderComment, Record
from tracker.game.rules import PRESETS
from tracker.messages import quote
from tracker.notation.deck_lines import BookParts
from tracker.notation.header import (
    HandParts,
    HeaderParts,
    HeaderReader,
    SeatsParts,
    SettledParts,
)
from tracker.notation.header_lines import TAGS
from tracker.notation.holdings import cover
from tracker.notation.json_nodes import Node
from tracker.notation.lines import unwritable
from tracker.notation.names import Names
from tracker.notation.problems import Problems
from tracker.notation.span import BLANKS, Span
from tracker.notation.writer import header_lines

_REQUIRED: Final = ("format", "version", "seats", "events")
_OPTIONAL: Final = (
    "tags",
    "rules",
    "books",
    "teams",
    "dealer",
    "sizes",
    "hands",
    "settled",
    "turn",
    "header_comments",
    "closing",
)


def read_record(document: Node) -> Record:
    """The record of a document; its problems are noted in ``document.problems``."""
    problems = document.problems
    entries = document.fields(_REQUIRED, _OPTIONAL)
    if not entries:
        return Record(())
    _judge_format(entries["format"], entries["version"])
    before = len(problems)
    parts = _header_parts(entries)
    # Pieces of the wrong shape would only make the judgement of the others wrong.
    reader = HeaderReader(parts, problems)
    sound = len(problems) == before
    record = reader.read() if sound else Record(())
    names = reader.names if sound else Names(problems, None, None, lax=False)
    with_header = record if len(problems) == before else None
    comments = _header_comments(entries.get("header_comments"), with_header)
    events = tuple(_events(entries["events"], names))
    closing = _comment_lines(entries.get("closing"))
    return replace(record, events=events, header_comments=comments, closing=closing)


def _judge_format(format_: Node, version: Node) -> None:
    name, number = format_.text(), version.number()
    if name.text != FORMAT:
        format_.problems.add(name, f"this is not the format (expected {FORMAT!r})")
    if number.text != str(VERSION):
        version.problems.add(number, f"this is not a known version (expected {VERSION})")


def _header_parts(entries: dict[str, Node]) -> HeaderParts:
    """The parts of the header, as the reading of text has them too."""
    parts = HeaderParts(at=entries["seats"].span, lax=False)
    parts.seats = SeatsParts(entries["seats"].span, [_texts(entries["seats"])])
    if "tags" in entries:
        parts.tags = _tags(entries["tags"])
    if "rules" in entries:
        rules = entries["rules"].entries()
        parts.rules_at = entries["rules"].span
        parts.preset = rules.pop("preset").text() if "preset" in rules else None
        parts.overrides = [(Span(key, path=node.path), node.text()) for key, node in rules.items()]
    if "teams" in entries:
        teams = [_texts(team) for team in entries["teams"].items()]
        parts.teams = SeatsParts(entries["teams"].span, teams)
    if "sizes" in entries:
        sizes = entries["sizes"].entries().items()
        groups = [(Span(seat, path=node.path), node.number()) for seat, node in sizes]
        parts.sizes = SeatsParts(entries["sizes"].span, groups)
    parts.dealer = entries["dealer"].text() if "dealer" in entries else None
    parts.turn = entries["turn"].text() if "turn" in entries else None
    parts.books = list(_books(_items(entries.get("books"))))
    parts.hands = list(_hands(_items(entries.get("hands"))))
    parts.settled = list(_settled(_items(entries.get("settled"))))
    return parts


def _items(node: Node | None) -> list[Node]:
    return node.items() if node is not None else []


def _texts(node: Node) -> list[Span]:
    return [item.text() for item in node.items()]


def _tags(node: Node) -> tuple[tuple[str, str], ...]:
    found = {tag: text.text() for tag, text in node.fields((), TAGS).items()}
    for span in found.values():
        if "#" in span.text:
            node.problems.add(span, "'#' begins a comment and cannot stand in a tag")
        _judge_line(span, node.problems)
    return tuple((tag, span.text.strip(BLANKS)) for tag, span in found.items())


def _judge_line(span: Span, problems: Problems) -> None:
    char = unwritable(span.text)
    if char is not None:
        problems.add(span, f"{quote(char)} cannot stand in a line")


def _books(nodes: Iterable[Node]) -> Iterable[BookParts]:
    for node in nodes:
        if entries := node.fields(("name", "cards")):
            yield BookParts(entries["name"].text(), _texts(entries["cards"]))


def _hands(nodes: Iterable[Node]) -> Iterable[HandParts]:
    for node in nodes:
        if entries := node.fields(("seat", "cards"), ("whole",)):
            whole = "whole" not in entries or entries["whole"].flag()
            yield HandParts(entries["seat"].text(), _texts(entries["cards"]), whole)


def _settled(nodes: Iterable[Node]) -> Iterable[SettledParts]:
    for node in nodes:
        if entries := node.fields(("book", "seat")):
            seat = entries["seat"]
            yield SettledParts(entries["book"].text(), None if seat.value is None else seat.text())


def _header_comments(node: Node | None, record: Record | None) -> tuple[HeaderComment, ...]:
    """The comments of a header.

    Args:
        node: the comments by line.
        record: the record with that header; none where it is not sound, and any line will do.
    """
    lines = header_lines(record) if record is not None else None
    found = []
    for line, comment in (node.entries() if node is not None else {}).items():
        if lines is not None and line not in lines:
            span = Span(line, path=comment.path)
            known = ", ".join(lines)
            comment.problems.unknown(span, "a line of this header", f"expected {known}", lines)
        entries = comment.fields((), ("above", "beside"))
        beside = _comment(entries.get("beside"))
        found.append(HeaderComment(line, _comment_lines(entries.get("above")), beside))
    return tuple(found)


def _comment_lines(node: Node | None) -> tuple[str, ...]:
    return tuple(_comment(item) for item in _items(node))


def _comment(node: Node | None) -> str:
    if node is None:
        return ""
    span = node.text()
    _judge_line(span, node.problems)
    return span.text


def _events(node: Node, names: Names) -> Iterable[Event]:
    for event in node.items():
        if names.problems.stop():
            return
        yield _event(event, names)


def _event(node: Node, names: Names) -> Event:
    """The event that an object is; an empty one where that has no known type or lacks a key."""
    type_node = node.entries().get("type")
    if type_node is None or type_node.text().text not in EVENT_TYPES:
        _report_type(node, type_node)
        return Event()
    name = type_node.text().text
    required = [key for key in EVENT_KEYS[name] if key != "shown"]
    optional = [key for key in EVENT_KEYS[name] if key == "shown"]
    entries = node.fields(("type", *required), (*optional, "irregular", "above", "comment"))
    if not entries:
        return Event()
    values = {key: _READ[key](entries, key, names) for key in EVENT_KEYS[name] if key in entries}
    event = EVENT_TYPES[name](**values)
    return replace(
        event,
        irregular="irregular" in entries and entries["irregular"].flag(),
        above=_comment_lines(entries.get("above")),
        comment=_comment(entries.get("comment")),
    )


def _report_type(node: Node, type_node: Node | None) -> None:
    if type_node is not None:
        expected = f"expected {', '.join(EVENT_TYPES)}"
        node.problems.unknown(type_node.text(), "a type of event", expected, EVENT_TYPES)
    elif isinstance(node.value, dict):
        node.problems.add(node.span, "the key 'type' is missing")


_Reader = Callable[[dict[str, Node], str, Names], Any]


def _seat(entries: dict[str, Node], key: str, names: Names) -> Seat:
    return names.seat(entries[key].text())


def _winner(entries: dict[str, Node], key: str, names: Names) -> Seat | None:
    """The seat of an award; the only one that may be nobody."""
    nobody = entries["type"].value == "award" and entries[key].value is None
    return None if nobody else names.seat(entries[key].text())


def _holdings(entries: dict[str, Node], key: str, names: Names) -> Holdings:
    """Where the cards of a half-suit are said to be; reports those that nobody is named for."""
    node, book = entries[key], entries["book"].value
    held = [
        (Span(card, path=seat.path), names.seat(seat.text()))
        for card, seat in node.entries().items()
    ]
    known = (
        names.book_called(book) if isinstance(book, str) and isinstance(node.value, dict) else None
    )
    return cover(names, known, held, node.span)


def _cards(node: Node, names: Names) -> tuple[Card, ...]:
    if node.value == []:
        names.problems.add(node.span, "an empty array (expected at least one card)")
    return names.cards(_texts(node))


_READ: Final[dict[str, _Reader]] = {
    **dict.fromkeys(("asker", "target", "claimant", "passer", "receiver"), _seat),
    **dict.fromkeys(("challenger", "giver"), _seat),
    "seat": _winner,
    "holdings": _holdings,
    "shown": _holdings,
    "card": lambda entries, key, names: names.card(entries[key].text()),
    "cards": lambda entries, key, names: _cards(entries[key], names),
    "book": lambda entries, key, names: names.book(entries[key].text()),
    "answer": lambda entries, key, names: names.answer(entries[key].text()),
    "outcome": lambda entries, key, names: names.outcome(entries[key].text()),
    "size": lambda entries, key, names: names.size(entries[key].number()),
}


# -- what the json form is made of, and from a record to its data ---------------------------------
#
# What the JSON form is made of, and from a record to its data.
#
# An event's keys are the fields of its class, so that reading and writing cannot drift apart.

JsonObject: TypeAlias = dict[str, Any]

FORMAT: Final = "literature-record"
VERSION: Final = 1
EVENT_TYPES: Final = {kind.kind: kind for kind in KINDS}
EVENT_KEYS: Final = {kind.kind: own_fields(kind) for kind in KINDS}


def record_data(record: Record) -> JsonObject:
    """The data of a record whose comments are tidy."""
    data: JsonObject = {"format": FORMAT, "version": VERSION}
    optional: JsonObject = {
        "tags": dict(record.tags),
        "rules": {"preset": record.preset, **record.rules.overrides(PRESETS[record.preset])},
        "books": [{"name": book.name, "cards": list(book.cards)} for book in record.books],
        "seats": list(record.seats),
        "teams": record.teams and [list(team) for team in record.teams],
        "dealer": record.dealer,
        "sizes": record.sizes and dict(record.sizes),
        "hands": [
            {"seat": hand.seat, "cards": list(hand.cards), "whole": hand.whole}
            for hand in record.hands
        ],
        "settled": [{"book": entry.book, "seat": entry.seat} for entry in record.settled],
        "turn": record.turn,
        "header_comments": {
            comment.line: _comments(comment.above, "beside", comment.beside)
            for comment in record.header_comments
        },
        "events": [_event_data(event) for event in record.events],
        "closing": list(record.closing),
    }
    return data | {key: value for key, value in optional.items() if value or key == "events"}


def _comments(above: tuple[str, ...], key: str, beside: str) -> JsonObject:
    lines: JsonObject = {"above": list(above)} if above else {}
    return lines | ({key: beside} if beside else {})


def _event_data(event: Event) -> JsonObject:
    """An event as a JSON object; it has ``shown`` only where cards were shown."""
    data: JsonObject = {"type": event.kind}
    for key in EVENT_KEYS[event.kind]:
        if key != "shown" or getattr(event, key) is not None:
            data[key] = _value_data(key, getattr(event, key))
    if event.irregular:
        data["irregular"] = True
    return data | _comments(event.above, "comment", event.comment)


def _value_data(key: str, value: Any) -> Any:
    if key in ("holdings", "shown"):
        return dict(value)
    return list(value) if key == "cards" else value
