"""The JSON form of a record: ``loads``, ``dumps``, ``to_data``, ``from_data``.

It says what the text says, comments and all, for programs to read. ``record.schema.json`` says what
shape a document has. What stands in a document of that shape is read by the readers of the text:
the header by its lines, an event by the slots of its statement. So whatever is wrong with a seat, a
card or a hand is found, and worded, in one place. Unlike the text the document is read strictly:
every name stands as the text has it canonically.

Many records are an array of them, or a document in each line: ``read_each``, ``dumps_all``.

Example: of ``{"type": "pass", "passer": "Ann", "receiver": "carl"}`` the receiver is read as Carl,
which is another name: a problem of ``events[3]``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, BinaryIO, Final, TypeAlias

from tracker.errors import NotationError, RecordError
from tracker.game.events import KINDS, BaseEvent, Event, Gap, Missing, Open, by_seat, own_fields
from tracker.game.record import HeaderComment, Record
from tracker.messages import printable, require_kind
from tracker.notation import text as text_form
from tracker.notation.games import Reading, attempt
from tracker.notation.header import Header, HeaderLine
from tracker.notation.json_document import format_document, parse, parsed
from tracker.notation.json_schema import check_shape, load_schema, path_to
from tracker.notation.names import NOBODY, Names
from tracker.notation.problems import MISSING, Problems, Span
from tracker.notation.source import MAX_STATEMENT, TOO_LONG, Statement, require_readable
from tracker.notation.statements import Slots, made
from tracker.notation.text import canonical, format_event, header_data, header_lines, header_parts

JsonObject: TypeAlias = dict[str, Any]

FORMAT: Final = "literature-record"
VERSION: Final = 1
_EVENT_TYPES: Final = {kind.kind: kind for kind in KINDS}
_BY_KEY: Final = ("holdings", "shown", "sizes")
"""The fields of events that are objects here: what is with each card, or each seat."""
_NAMING: Final = ("books", "seats", "teams", "dealer", "sizes", "hands", "settled", "turn")
"""The keys of the header in which seats, books and cards are named."""
_MARKS: Final = ("irregular", "above", "comment")
"""What an event may have besides its own fields."""


def loads(text: str | bytes, source: str = "<json>") -> Record:
    """Reads the record in a JSON document.

    Args:
        text: the document, or its bytes in UTF-8.
        source: the name that errors give it.

    Raises:
        NotationError: where it is no record; with all its problems.
    """
    return from_data(parse(text, source), source)


def from_data(data: object, source: str = "<data>") -> Record:
    """The record that the data of a JSON document describe.

    Args:
        data: what ``json.loads`` gives.
        source: the name that errors give it.

    Raises:
        NotationError: where they describe no record; with all their problems.
    """
    return _record(data, Problems(source))


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """Reads the records of a file one by one, each to its record or its problems.

    Args:
        file: one document, which may be an array of records, or a document in each line.
        source: the name that errors give it.
    """
    numbers = count(1)
    for line, document in parsed(file, source):
        if isinstance(document, NotationError):
            yield Reading(next(numbers), line, None, document.problems)
            continue
        # An empty array is no record either, and is reported as that.
        games = enumerate(document) if isinstance(document, list) and document else [("", document)]
        for place, game in games:
            path = path_to("", place) if isinstance(place, int) else place
            read = partial(_record, game, Problems(source, line), path)
            yield attempt(next(numbers), line, read)


def dumps(record: Record) -> str:
    """The JSON document of a record, one event a line.

    Raises:
        RecordError: where the record says what cannot be written, or is too large to be read again.
    """
    document = format_document(to_data(record))
    require_readable(document)
    text_form.dumps(record)  # what no text can say is not read from JSON, either
    return document


def dumps_all(games: Iterable[Record]) -> str:
    """The JSON document of many records: an array.

    Raises:
        RecordError: where a record says what cannot be written.
    """
    return "[\n" + ",\n".join(dumps(game).rstrip() for game in games) + "\n]\n"


# -- from data to a record ------------------------------------------------------------------------


def _record(data: Any, problems: Problems, path: str = "") -> Record:
    """The record that data describe.

    Args:
        data: the data.
        problems: where to note what is wrong with them.
        path: where they stand in their document; empty for all of it.

    Raises:
        NotationError: where anything is wrong with them.
    """
    check_shape(data, load_schema("tracker.notation", "record.schema.json"), problems, path)
    problems.raise_any()
    prefix = f"{path}." if path else ""
    lines = [
        _line(Span(part.keyword, path=prefix + part.place), part.name, part.body, problems)
        for part in header_parts(data)
    ]
    header = Header(lines, Span("", path=path), problems)
    events = []
    for number, event in enumerate(data["events"]):
        events.append(_event(event, header.names, Span("", path=f"{prefix}events[{number}]")))
    problems.raise_any()
    record = replace(
        header.record,
        header_comments=tuple(
            HeaderComment(line, tuple(comment.get("above", ())), comment.get("beside", ""))
            for line, comment in data.get("header_comments", {}).items()
        ),
        events=tuple(events),
        closing=tuple(data.get("closing", ())),
    )
    record = canonical(record)
    _require_names(data, record, problems, prefix)
    return record


def _line(head: Span, name: str, body: str, problems: Problems) -> HeaderLine:
    """A line of the header; one that is too long to be written is reported.

    Args:
        head: its keyword.
        name: what stands between that and the colon, if anything does.
        body: what it says.
        problems: where to report it.
    """
    if len(" ".join([head.text, *name.split(), f": {body}"])) > MAX_STATEMENT + 1:
        problems.add(head, TOO_LONG)
    named = head.saying(name) if name else MISSING
    return HeaderLine(head.text, head, named, head.saying(body).part(0), Statement(head, (), ""))


def _event(data: JsonObject, names: Names, at: Span) -> Event:
    """The event that an object says; it means nothing where problems were noted.

    Args:
        data: the object.
        names: what words mean, and where to note problems.
        at: the place of the object.
    """
    marks: JsonObject = {key: data[key] for key in ("irregular", "comment") if key in data}
    marks["above"] = tuple(data.get("above", ()))
    if data["type"] == Missing.kind:
        asks = data.get("asks")
        number = asks if isinstance(asks, int) else None
        return Missing(number, only_asks=asks is not None, **marks)
    kind = _EVENT_TYPES[data["type"]]
    fields = [key for key in own_fields(kind) if key in data]
    words = {key: [at.saying(word) for word in _words(key, data[key])] for key in fields}
    return made(Slots(kind, words, at), names, marks)


def read_again(event: Event, record: Record) -> Event:
    """An event made by hand, such as ``Ask("ann", "bob", "10♥", "no")``, as its statement is read.

    So its seats, cards and half-suit have the names that the game has for them.

    Args:
        event: the event.
        record: a record with the header of the game; its events do not matter.

    Raises:
        WrongTypeError: for what is no event.
        RecordError: where it says what no statement of the game can say.
    """
    require_kind(event, BaseEvent, "event (expected such as Ask('A', 'B', '5H', 'no'))")
    problems = Problems("<event>")
    again = _event(_event_data(event), Names(problems, record.seats, record.deck), Span(""))
    try:
        problems.raise_any()
    except NotationError as error:
        raise RecordError(error.problems[0].message) from error
    if type(again) is not type(event) and not isinstance(event, Gap):
        raise RecordError(f"{event!r} says what no statement of its kind says")
    return replace(again, line=event.line, log_event=event.log_event)


def _words(key: str, value: Any) -> list[str]:
    """What would stand in a statement for the value of a field."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [word for item in value for word in _words("", item)]
    if isinstance(value, bool):
        return [] if value else ["..."]
    if not isinstance(value, dict):
        return [NOBODY if value is None else str(value)]
    if key not in _BY_KEY or value.get("any") is True:
        return ["/".join(word for item in value.get("one_of", ["?"]) for word in _words("", item))]
    if key == "sizes":
        return [str(word) for entry in value.items() for word in entry]
    held = by_seat(tuple(value.items()))
    words = [str(word) for seat in held for word in (seat, *held[seat], ",")]
    return ["shown", *words] if key == "shown" else words


def _require_names(data: JsonObject, record: Record, problems: Problems, prefix: str) -> None:
    """Goes on where reading changed nothing but the order of what has none.

    Args:
        data: the data of the document.
        record: what was read from them, canonically.
        problems: where to note what is wrong.
        prefix: the place of the data in their document, with what stands before a key.

    Raises:
        NotationError: where a name does not stand as the text has it, or was read as another; where
            a statement is too long; or for comments of a line that the header does not have.
    """
    given = {**data, "hands": [{"whole": True, **hand} for hand in data.get("hands", ())]}
    shown = _canonical_data(record)
    pairs = [(key, given.get(key) or None, shown.get(key)) for key in _NAMING]
    longest_name = max(map(len, record.deck.by_name))
    for number, (event, other) in enumerate(zip(data["events"], shown["events"], strict=True)):
        if event != other:
            bare = [
                {key: each[key] for key in each if key not in _MARKS} for each in (event, other)
            ]
            pairs.append((f"events[{number}]", bare[0], bare[1]))
        # No statement is longer than its object, but for the name of a half-suit in it.
        is_short = len(str(other)) + longest_name <= MAX_STATEMENT
        if not is_short and len(format_event(record.events[number], record)) > MAX_STATEMENT:
            problems.add(Span("", path=f"{prefix}events[{number}]"), TOO_LONG)
    for place, value, other in pairs:
        if value != other and _unordered(value) != _unordered(other):
            meant = printable(json.dumps(other, ensure_ascii=False))
            message = f"as text this means {meant}, but that is not what stands here"
            problems.add(Span("", path=prefix + place), message)
    known = header_lines(record)
    for line in (line for line in data.get("header_comments", {}) if line not in known):
        span = Span(line, path=path_to(f"{prefix}header_comments", line))
        problems.unknown(span, "a line of this header", f"expected {', '.join(known)}", known)
    problems.raise_any()


def _unordered(value: Any) -> Any:
    """A value that is equal to another where they differ only in the order of their items."""
    if isinstance(value, list):
        return sorted(repr(_unordered(item)) for item in value)
    if isinstance(value, dict):
        return sorted((key, _unordered(item)) for key, item in value.items())
    return value


# -- from a record to the data of its document -----------------------------------------------------


def to_data(record: Record) -> JsonObject:
    """The data of the JSON document of a record.

    Raises:
        RecordError: where the record says what cannot be written.
    """
    return _canonical_data(canonical(record))


def _canonical_data(record: Record) -> JsonObject:
    """The data of the JSON document of a record that is canonical."""
    data: JsonObject = {"format": FORMAT, "version": VERSION}
    optional: JsonObject = {
        **header_data(record),
        "header_comments": {
            comment.line: _comments_data(comment.above, "beside", comment.beside)
            for comment in record.header_comments
        },
        "events": [_event_data(event) for event in record.events],
        "closing": list(record.closing),
    }
    return data | {key: value for key, value in optional.items() if value or key == "events"}


def _comments_data(above: tuple[str, ...], key: str, beside: str) -> JsonObject:
    lines: JsonObject = {"above": list(above)} if above else {}
    return lines | ({key: beside} if beside else {})


def _event_data(event: Event) -> JsonObject:
    """An event as a JSON object, without the keys that it may lack and has no value for."""
    data: JsonObject
    if isinstance(event, Missing):
        data = {"type": event.kind}
        if event.only_asks:
            data["asks"] = _value_data("asks", Open() if event.asks is None else event.asks)
    else:
        kind = event.of if isinstance(event, Gap) else type(event)
        value_of = event.value if isinstance(event, Gap) else partial(getattr, event)
        values = {key: value_of(key) for key in own_fields(kind)}
        if values.get("shown", "") is None:
            del values["shown"]
        data = {"type": kind.kind} | {key: _value_data(key, value) for key, value in values.items()}
    if event.irregular:
        data["irregular"] = True
    return data | _comments_data(event.above, "comment", event.comment)


def _value_data(key: str, value: Any) -> Any:
    """The value of an event's field as the document has it."""
    if isinstance(value, Open):
        return {"any": True} if value.values is None else {"one_of": list(value.values)}
    if isinstance(value, tuple):
        return dict(value) if key in _BY_KEY else [_value_data("", item) for item in value]
    return value
