"""The JSON form of a record: ``loads``, ``dumps``, ``to_data``, ``from_data``.

It says what the text says, comments and all, for programs to read; ``record.schema.json`` describes
it. Unlike the text it is read strictly: every name stands as the text has it canonically. Many
records are an array of them, or a document in each line: ``read_each``, ``dumps_all``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from typing import Any, BinaryIO, TypeAlias

from tracker.errors import NotationError
from tracker.game.events import Event, Gap, Missing, Open
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.notation.games import Reading, attempt
from tracker.notation.gaps import open_data
from tracker.notation.json_document import Node, documents, format_document, read_document
from tracker.notation.json_reader import FORMAT, VERSION, read_record
from tracker.notation.problems import Problems
from tracker.notation.source import require_readable
from tracker.notation.statements import FIELD_TYPES, OPTIONAL_FIELDS, SIZES_TYPE, fields_of
from tracker.notation.text import canonical

JsonObject: TypeAlias = dict[str, Any]


def loads(text: str | bytes, source: str = "<json>") -> Record:
    """Reads the record in a JSON document.

    Args:
        text: the document, or its bytes in UTF-8.
        source: the name that errors give it.

    Raises:
        NotationError: where it is no record; with all its problems.
    """
    return _record(read_document(text, Problems(source)))


def from_data(data: object, source: str = "<data>") -> Record:
    """The record that the data of a JSON document describe.

    Args:
        data: what ``json.loads`` gives.
        source: the name that errors give it.

    Raises:
        NotationError: where they describe no record; with all their problems.
    """
    return _record(Node(data, "", Problems(source)))


def _record(document: Node) -> Record:
    """The record of a document.

    Raises:
        NotationError: where problems were noted.
    """
    record = read_record(document)
    document.problems.raise_any()
    return canonical(record)


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """Reads the records of a file one by one, each to its record or its problems.

    Args:
        file: one document, which may be an array of records, or a document in each line.
        source: the name that errors give it.
    """
    numbers = count(1)
    for line, data in documents(file):
        problems = Problems(source, line)
        try:
            document = read_document(data, problems, line)
            games = document.items() if isinstance(document.value, list) else [document]
            if not games:
                problems.add(document.span, "an empty array (expected at least one record)")
            problems.raise_any()
        except NotationError as error:
            yield Reading(next(numbers), line, None, error.problems)
            continue
        for game in games:
            # Each record has problems of its own, which have their places in the same text.
            own = Problems(source, line)
            own.locate = problems.locate
            read = partial(_record, Node(game.value, game.path, own))
            yield attempt(next(numbers), line, read)


def dumps(record: Record) -> str:
    """The JSON document of a record, one event a line.

    Raises:
        RecordError: where the record says what cannot be written, or is too large to be read again.
    """
    document = format_document(to_data(record))
    require_readable(document)
    return document


def dumps_all(games: Iterable[Record]) -> str:
    """The JSON document of many records: an array.

    Raises:
        RecordError: where a record says what cannot be written.
    """
    return "[\n" + ",\n".join(dumps(game).rstrip() for game in games) + "\n]\n"


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
    if isinstance(event, Missing):
        data: JsonObject = {"type": event.kind}
        if event.only_asks:
            data["asks"] = open_data(Open()) if event.asks is None else event.asks
    else:
        kind = event.of if isinstance(event, Gap) else type(event)
        data = {"type": kind.kind}
        for key, value in fields_of(event).items():
            if value is None and key in OPTIONAL_FIELDS[kind]:
                continue
            data[key] = _value_data(value, FIELD_TYPES[kind][key])
    if event.irregular:
        data["irregular"] = True
    return data | _comments_data(event.above, "comment", event.comment)


def _value_data(value: Any, type_: str) -> Any:
    """The value of an event's field as the document has it."""
    if isinstance(value, Open):
        return open_data(value)
    if type_.startswith("Holdings") or type_ == SIZES_TYPE:
        return dict(value)
    return [_value_data(item, "") for item in value] if isinstance(value, tuple) else value
