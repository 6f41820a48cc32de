"""The JSON form of a record: ``loads``, ``dumps``, ``to_data``, ``from_data``.

It says what the text says, comments and all, for programs to read. ``record.schema.json`` says what
shape a document has. What stands in a document of that shape is written as text, and that text is
read: so whatever is wrong with a seat, a card or a hand is found, and worded, in one place. Unlike
the text the document is read strictly: every name stands as the text has it canonically.

Many records are an array of them, or a document in each line: ``read_each``, ``dumps_all``.

Example: ``{"type": "pass", "passer": "Ann", "receiver": "carl"}`` says ``Ann passes to carl``. That
is read as ``Ann passes to Carl``, which is another name: a problem of ``events[3]``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from itertools import count, zip_longest
from typing import Any, BinaryIO, Final, TypeAlias

from tracker.errors import NotationError
from tracker.game.events import KINDS, Event, Gap, Missing, Open, is_open, own_fields
from tracker.game.record import HeaderComment, Record
from tracker.game.rules import PRESETS
from tracker.messages import printable, quote
from tracker.notation import text as text_form
from tracker.notation.games import Reading, attempt
from tracker.notation.json_document import documents, format_document, parse
from tracker.notation.json_schema import Schema, check_shape, load_schema, path_to
from tracker.notation.names import NOBODY
from tracker.notation.problems import Problems, Span
from tracker.notation.source import require_readable, unwritable
from tracker.notation.text import canonical, format_event, header_lines

JsonObject: TypeAlias = dict[str, Any]

FORMAT: Final = "literature-record"
VERSION: Final = 1
_EVENT_TYPES: Final = {kind.kind: kind for kind in KINDS}
_BY_KEY: Final = ("holdings", "shown", "sizes")
"""The fields of events that are objects here: what is with each card, or each seat."""
_NAMING: Final = ("books", "seats", "teams", "dealer", "sizes", "hands", "settled", "turn")
"""The keys of the header in which seats, books and cards are named."""
_MARKS: Final = ("irregular", "above", "comment", "beside")
"""What an event may have besides its statement, or a line of the header beside itself."""


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
    for line, data in documents(file):
        try:
            document = parse(data, source, line)
        except NotationError as error:
            yield Reading(next(numbers), line, None, error.problems)
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


@cache
def _schema() -> Schema:
    return load_schema("tracker.notation", "record.schema.json")


def _record(data: Any, problems: Problems, path: str = "") -> Record:
    """The record that data describe.

    Args:
        data: the data.
        problems: where to note what is wrong with them.
        path: where they stand in their document; empty for all of it.

    Raises:
        NotationError: where anything is wrong with them.
    """
    check_shape(data, _schema(), problems, path)
    problems.raise_any()
    prefix = f"{path}." if path else ""
    lines = {f"{prefix}{key}": line for key, line in _lines(data)}
    for place, line in lines.items():
        wrong = "#" if "#" in line else unwritable(line)
        if wrong:
            problems.add(Span("", path=place), f"{quote(wrong)} cannot stand in a line")
    problems.raise_any()
    record = _read(lines, problems)
    _require_names(data, record, problems, prefix)
    return _with_comments(data, record, problems, prefix)


def _lines(data: JsonObject) -> Iterator[tuple[str, str]]:
    """What a document says, line by line as text, each with its place in the document."""
    yield from ((f"tags.{tag}", f"{tag}: {words}") for tag, words in data.get("tags", {}).items())
    rules = dict(data.get("rules", {}))
    preset = rules.pop("preset", Record.preset)
    yield "rules", ", ".join([f"rules: {preset}", *(f"{key}={rules[key]}" for key in rules)])
    for number, book in enumerate(data.get("books", ())):
        yield f"books[{number}]", " ".join([f"book {book['name']}:", *book["cards"]])
    yield "seats", " ".join(["seats:", *data["seats"]])
    if "teams" in data:
        yield "teams", "teams: " + " / ".join(map(" ".join, data["teams"]))
    if "sizes" in data:
        yield "sizes", " ".join(["sizes:", *(f"{seat} {n}" for seat, n in data["sizes"].items())])
    for number, hand in enumerate(data.get("hands", ())):
        more = () if hand.get("whole", True) else ("...",)
        yield f"hands[{number}]", " ".join([f"hand {hand['seat']}:", *hand["cards"], *more])
    for number, entry in enumerate(data.get("settled", ())):
        yield f"settled[{number}]", f"settled: {entry['book']} {entry['seat'] or NOBODY}"
    yield from ((key, f"{key}: {data[key]}") for key in ("dealer", "turn") if key in data)
    for number, event in enumerate(data["events"]):
        yield f"events[{number}]", format_event(_event(event))


def _event(data: JsonObject) -> Event:
    """The event that an object says, whatever the names in it mean, without its marks."""
    if data["type"] == Missing.kind:
        asks = data.get("asks")
        return Missing(asks if isinstance(asks, int) else None, only_asks=asks is not None)
    kind = _EVENT_TYPES[data["type"]]
    values = {key: _value(key, data[key]) for key in own_fields(kind) if key in data}
    if any(map(is_open, values.values())):
        return Gap(kind, tuple(values.get(key) for key in own_fields(kind)))
    return kind(**values)


def _value(key: str, data: Any) -> Any:
    """The value of an event's field: ``{"any": true}`` and ``{"one_of": …}`` are open."""
    if key in _BY_KEY and data.get("any") is not True:
        return tuple(data.items())
    if isinstance(data, list):
        return tuple(_value("", item) for item in data)
    if isinstance(data, dict):
        return Open(tuple(data["one_of"]) if "one_of" in data else None)
    return data


def _read(lines: Mapping[str, str], problems: Problems) -> Record:
    """The record that lines say, without comments.

    Raises:
        NotationError: where they say none; its problems have the places of the lines.
    """
    try:
        return text_form.loads("\n".join(lines.values()))
    except NotationError as error:
        places = list(lines)
        raise NotationError(
            tuple(
                problems.problem(1, 1, f"{places[wrong.line - 1]}: {wrong.message}")
                for wrong in error.problems
            )
        ) from error


def _require_names(data: JsonObject, record: Record, problems: Problems, prefix: str) -> None:
    """Goes on where reading changed nothing but the order of what has none.

    Raises:
        NotationError: where a name does not stand as the text has it, or was read as another.
    """
    given = {**data, "hands": [{"whole": True, **hand} for hand in data.get("hands", ())]}
    shown = to_data(record)
    pairs = [(key, given.get(key) or None, shown.get(key)) for key in _NAMING]
    for number, (event, other) in enumerate(zip_longest(data["events"], shown["events"])):
        bare = {key: value for key, value in (event or {}).items() if key not in _MARKS}
        pairs.append((f"events[{number}]", bare, other))
    for place, value, other in pairs:
        if value != other and _unordered(value) != _unordered(other):
            meant = printable(json.dumps(other, ensure_ascii=False))
            message = f"as text this means {meant}, but that is not what stands here"
            problems.add(Span("", path=prefix + place), message)
    problems.raise_any()


def _unordered(value: Any) -> Any:
    """A value that is equal to another where they differ only in the order of their items."""
    if isinstance(value, list):
        return sorted(repr(_unordered(item)) for item in value)
    if isinstance(value, dict):
        return sorted((key, _unordered(item)) for key, item in value.items())
    return value


def _with_comments(data: JsonObject, record: Record, problems: Problems, prefix: str) -> Record:
    """The record with its comments, and with its irregular events.

    Raises:
        NotationError: where comments are of a line that the header does not have.
    """
    known = header_lines(record)
    comments: JsonObject = data.get("header_comments", {})
    for line in (line for line in comments if line not in known):
        span = Span(line, path=path_to(f"{prefix}header_comments", line))
        problems.unknown(span, "a line of this header", f"expected {', '.join(known)}", known)
    problems.raise_any()
    return canonical(
        replace(
            record,
            header_comments=tuple(
                HeaderComment(line, **_marks(marks)) for line, marks in comments.items()
            ),
            events=tuple(map(_marked, record.events, data["events"])),
            closing=tuple(data.get("closing", ())),
        )
    )


def _marked(event: Event, data: JsonObject) -> Event:
    return replace(event, line=None, **_marks(data))


def _marks(data: JsonObject) -> JsonObject:
    """What stands in an object besides: comments, and whether an event is irregular."""
    marks = {key: data[key] for key in _MARKS if key in data}
    return marks | ({"above": tuple(marks["above"])} if "above" in marks else {})


# -- from a record to the data of its document -----------------------------------------------------


def to_data(record: Record) -> JsonObject:
    """The data of the JSON document of a record.

    Raises:
        RecordError: where the record says what cannot be written.
    """
    record = canonical(record)
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
