"""From the values of a JSON document to a record.

The header is taken to the pieces that the reading of text gives, too, and is judged with them. An
event's keys are the fields of its class, and each value is read by the type of its field: a new
field of a known type needs no code here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from tracker.game.events import KINDS, Decline, Event, Holdings, Missing, Open
from tracker.game.record import HeaderComment, Record
from tracker.messages import quote
from tracker.notation.gaps import ANY, ONE_OF, alternatives, is_open_data, make_event
from tracker.notation.header import (
    TAGS,
    HandParts,
    HeaderParts,
    SeatsParts,
    SettledParts,
    read_header,
)
from tracker.notation.holdings import _cover
from tracker.notation.json_document import Node
from tracker.notation.names import Names
from tracker.notation.problems import BLANKS, Problems, Span
from tracker.notation.rules_and_deck import BookParts, RulesParts
from tracker.notation.source import unwritable
from tracker.notation.statements import FIELD_TYPES, OPTIONAL_FIELDS, SIZES_TYPE
from tracker.notation.text import header_lines

FORMAT: Final = "literature-record"
VERSION: Final = 1
_REQUIRED: Final = ("format", "version", "seats", "events")
_OPTIONAL: Final = (
    *("tags", "rules", "books", "teams", "dealer", "sizes", "hands", "settled", "turn"),
    *("header_comments", "closing"),
)
_EVENT_TYPES: Final = {kind.kind: kind for kind in KINDS}


def read_record(document: Node) -> Record:
    """The record of a document, which is of no use where problems were noted."""
    problems = document.problems
    entries = document.fields(_REQUIRED, _OPTIONAL)
    if not entries:
        return Record(())
    _judge_format(entries["format"], entries["version"])
    before = len(problems)
    parts = _header_parts(entries)
    record, names = Record(()), Names(problems, None, None, lax=False)
    # Pieces of the wrong shape would only make the judgement of the others wrong.
    if len(problems) == before:
        record, names = read_header(parts, problems)
    with_header = record if len(problems) == before else None
    return replace(
        record,
        header_comments=_header_comments(entries.get("header_comments"), with_header),
        events=tuple(_events(entries["events"], names)),
        closing=_comment_lines(entries.get("closing")),
    )


def _judge_format(format_: Node, version: Node) -> None:
    name, number = format_.text(), version.number()
    if name.text != FORMAT:
        format_.problems.add(name, f"this is not the format (expected {FORMAT!r})")
    if number.text != str(VERSION):
        version.problems.add(number, f"this is not a known version (expected {VERSION})")


def _header_parts(entries: Mapping[str, Node]) -> HeaderParts:
    """The parts of the header, as the reading of text has them too."""
    parts = HeaderParts(at=entries["seats"].span, lax=False)
    parts.seats = SeatsParts(entries["seats"].span, [_texts(entries["seats"])])
    if node := entries.get("tags"):
        parts.tags = _tags(node)
    if node := entries.get("rules"):
        parts.rules = _rules(node)
    if node := entries.get("teams"):
        parts.teams = SeatsParts(node.span, [_texts(team) for team in node.items()])
    if node := entries.get("sizes"):
        parts.sizes = _sizes(node)
    parts.dealer = entries["dealer"].text() if "dealer" in entries else None
    parts.turn = entries["turn"].text() if "turn" in entries else None
    parts.books = [
        BookParts(book["name"].text(), _texts(book["cards"]))
        for book in _objects(entries.get("books"), ("name", "cards"))
    ]
    parts.hands = [
        HandParts(
            hand["seat"].text(),
            _texts(hand["cards"]),
            whole="whole" not in hand or hand["whole"].flag(),
        )
        for hand in _objects(entries.get("hands"), ("seat", "cards"), ("whole",))
    ]
    parts.settled = [
        SettledParts(
            entry["book"].text(), None if entry["seat"].value is None else entry["seat"].text()
        )
        for entry in _objects(entries.get("settled"), ("book", "seat"))
    ]
    return parts


def _rules(node: Node) -> RulesParts:
    """The preset, and the keys that are changed."""
    keys = node.entries()
    preset = keys.pop("preset").text() if "preset" in keys else None
    changes = [(Span(key, path=value.path), value.text()) for key, value in keys.items()]
    return RulesParts(node.span, preset, changes)


def _sizes(node: Node) -> SeatsParts:
    """Each seat with the number of cards that it was dealt."""
    sizes = node.entries().items()
    return SeatsParts(
        node.span, [(Span(seat, path=size.path), size.number()) for seat, size in sizes]
    )


def _objects(
    node: Node | None, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Iterator[dict[str, Node]]:
    """The entries of each object in an array, but for objects that lack a required key."""
    for item in node.items() if node else ():
        entries = item.fields(required, optional)
        if entries:
            yield entries


def _texts(node: Node) -> list[Span]:
    return [item.text() for item in node.items()]


def _tags(node: Node) -> tuple[tuple[str, str], ...]:
    """The tags in their canonical order; reports text that no line of a header can have."""
    tags = {tag: text.text() for tag, text in node.fields((), TAGS).items()}
    for span in tags.values():
        if "#" in span.text:
            node.problems.add(span, "'#' begins a comment and cannot stand in a tag")
        _judge_line(span, node.problems)
    return tuple((tag, span.text.strip(BLANKS)) for tag, span in tags.items())


# -- comments -------------------------------------------------------------------------------------


def _header_comments(node: Node | None, record: Record | None) -> tuple[HeaderComment, ...]:
    """The comments of a header.

    Args:
        node: the comments by line.
        record: the record with that header; None where it is not sound, and any line will do.
    """
    lines = header_lines(record) if record is not None else None
    comments = []
    for line, comment in (node.entries() if node is not None else {}).items():
        if lines is not None and line not in lines:
            span = Span(line, path=comment.path)
            expected = f"expected {', '.join(lines)}"
            comment.problems.unknown(span, "a line of this header", expected, lines)
        entries = comment.fields((), ("above", "beside"))
        above, beside = _comment_lines(entries.get("above")), _comment(entries.get("beside"))
        comments.append(HeaderComment(line, above, beside))
    return tuple(comments)


def _comment_lines(node: Node | None) -> tuple[str, ...]:
    return tuple(_comment(item) for item in node.items()) if node else ()


def _comment(node: Node | None) -> str:
    if node is None:
        return ""
    span = node.text()
    _judge_line(span, node.problems)
    return span.text


def _judge_line(span: Span, problems: Problems) -> None:
    char = unwritable(span.text)
    if char is not None:
        problems.add(span, f"{quote(char)} cannot stand in a line")


# -- events ---------------------------------------------------------------------------------------

_UNREAD: Final = Decline("")
"""Stands for an event that could not be read; its problem was noted."""


def _events(node: Node, names: Names) -> Iterator[Event]:
    """The events, up to where there are too many problems."""
    for event in node.items():
        if names.problems.stop():
            return
        yield _event(event, names)


def _event(node: Node, names: Names) -> Event:
    """The event that an object is; ``_UNREAD`` where that has no known type or lacks a key."""
    type_node = node.entries().get("type")
    name = type_node.text().text if type_node is not None else ""
    if name == Missing.kind:
        return _missing(node, names)
    if name not in _EVENT_TYPES:
        _report_type(node, type_node)
        return _UNREAD
    kind = _EVENT_TYPES[name]
    optional = OPTIONAL_FIELDS[kind]
    required = (key for key in FIELD_TYPES[kind] if key not in optional)
    entries = node.fields(("type", *required), (*optional, "irregular", "above", "comment"))
    if not entries:
        return _UNREAD
    values = {
        key: _value(type_, entries[key], entries, names)
        for key, type_ in FIELD_TYPES[kind].items()
        if key in entries
    }
    return make_event(kind, values, _marks(entries))


def _marks(entries: Mapping[str, Node]) -> dict[str, Any]:
    """What any event may have besides."""
    return {
        "irregular": "irregular" in entries and entries["irregular"].flag(),
        "above": _comment_lines(entries.get("above")),
        "comment": _comment(entries.get("comment")),
    }


def _missing(node: Node, names: Names) -> Event:
    """The missing stretch that an object is."""
    entries = node.fields(("type",), ("asks", "irregular", "above", "comment"))
    if not entries:
        return _UNREAD
    asks = entries.get("asks")
    number = None
    if asks is not None and not is_open_data(asks.value):
        number = names.size(asks.number()) or None
        if number is None:
            names.problems.add(asks.span, "expected 1 or more missing asks")
    elif asks is not None and _open(asks, "int", names).values is not None:
        names.problems.add(asks.span, f"expected a number, or {{{quote(ANY)}: true}}")
    return Missing(number, only_asks=asks is not None, **_marks(entries))


def _report_type(node: Node, type_node: Node | None) -> None:
    if type_node is not None:
        known = (*_EVENT_TYPES, Missing.kind)
        expected = f"expected {', '.join(known)}"
        node.problems.unknown(type_node.text(), "a type of event", expected, known)
    elif isinstance(node.value, dict):
        node.problems.add(node.span, "the key 'type' is missing")


def _value(type_: str, node: Node, entries: Mapping[str, Node], names: Names) -> Any:
    """The value of an event's field.

    Args:
        type_: the type of the field, as the class of the event declares it.
        node: the value in the document.
        entries: all the entries of the event.
        names: what words mean.
    """
    if is_open_data(node.value) and type_ not in (SIZES_TYPE, "bool"):
        part = _open(node, type_, names)
        if type_.startswith("Holdings") and part.values is not None:
            names.problems.add(node.span, f"a naming is open as a whole: {{{quote(ANY)}: true}}")
        return part
    if type_.startswith("Holdings"):
        return _holdings(node, entries["book"].value, names)
    if type_ == SIZES_TYPE:
        sizes = {
            names.seat(Span(seat, path=size.path)): names.size(size.number())
            for seat, size in node.entries().items()
        }
        return tuple((seat, sizes[seat]) for seat in names.seats or () if seat in sizes)
    if type_ == "bool":
        return node.flag()
    if type_ == "tuple[Card, ...]":
        if any(is_open_data(item) for item in _list(node)):
            return tuple(_value("Card", item, entries, names) for item in node.items())
        if node.value == [] and "whole" not in entries:
            names.problems.add(node.span, "an empty array (expected at least one card)")
        return names.cards(_texts(node))
    if type_ == "Seat | None":
        return None if node.value is None else names.seat(node.text())
    return names.value(type_, node.number() if type_ == "int" else node.text())


def _list(node: Node) -> list[object]:
    return node.value if isinstance(node.value, list) else []


def _open(node: Node, type_: str, names: Names) -> Any:
    """An open part: ``{"any": true}``, or the values that it may have."""
    ((key, value),) = node.entries().items()
    if key == ANY:
        if value.value is not True:
            names.problems.add(value.span, "expected true")
        return Open()
    items = value.items()
    if len(items) < 2:
        names.problems.add(value.span, f"expected two values or more in {quote(ONE_OF)}")
        return Open()
    part = alternatives(type_, [_value(type_, item, {}, names) for item in items], names)
    return part if isinstance(part, Open) else Open((part,))


def _holdings(node: Node, name: object, names: Names) -> Holdings:
    """Where the cards of a half-suit are claimed or shown to be; reports those without a seat.

    Args:
        node: the seats by card.
        name: the name of the half-suit, which may be anything.
        names: what words mean.
    """
    held = [
        (Span(card, path=seat.path), names.seat(seat.text()))
        for card, seat in node.entries().items()
    ]
    can_judge = isinstance(name, str) and isinstance(node.value, dict)
    return _cover(names, names.book_called(str(name)) if can_judge else None, held, node.span)
