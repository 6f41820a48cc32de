"""The JSON form of a record: ``loads``, ``dumps``, ``to_data``, ``from_data``.

Many records are an array of them, or a document in each line: ``read_each``, ``dumps_all``.

It says what the text says, comments and all, for programs to read; ``record.schema.json`` describes
it. Unlike the text it is read strictly: every name stands as the text has it canonically.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import count
from typing import BinaryIO

from tracker.errors import NotationError
from tracker.game.record import Record
from tracker.notation.games import Reading, attempt
from tracker.notation.json_nodes import Node
from tracker.notation.json_record import (
    JsonObject,
    read_record,
    record_data,
)
from tracker.notation.json_text import format_document, parse, pieces
from tracker.notation.problems import Problems
from tracker.notation.source import decode, require_readable
from tracker.notation.writer import canonical


def loads(text: str | bytes, source: str = "<json>") -> Record:
    """Reads the record in a JSON document.

    Args:
        text: the document, or its bytes in UTF-8.
        source: the name that errors give it.

    Raises:
        NotationError: where it is no record; with all its problems.
    """
    problems = Problems(source)
    return _read(parse(decode(text, source), problems), problems)


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """Reads the records of a file one by one, each to its record or its problems.

    Args:
        file: one document, which may be an array of records, or a document in each line.
        source: the name that errors give it.
    """
    numbers = count(1)
    for line, data in pieces(file):
        problems = Problems(source, line)
        try:
            document = Node(parse(decode(data, source, line), problems), "", problems)
            games = document.items() if isinstance(document.value, list) else [document]
            if not games:
                problems.add(document.span, "an empty array (expected at least one record)")
            problems.raise_any()
        except NotationError as error:
            yield Reading(next(numbers), line, None, error.problems)
            continue
        for game in games:
            read = partial(_read_one, game, Problems(source, line))
            yield attempt(next(numbers), line, read)


def _read_one(game: Node, problems: Problems) -> Record:
    """A record of several in a document, each with problems of its own."""
    problems.locate = game.problems.locate
    record = read_record(Node(game.value, game.path, problems))
    problems.raise_any()
    return canonical(record)


def from_data(data: object, source: str = "<data>") -> Record:
    """The record that the data of a JSON document describe.

    Args:
        data: what ``json.loads`` gives.
        source: the name that errors give it.

    Raises:
        NotationError: where they describe no record; with all their problems.
    """
    return _read(data, Problems(source))


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


def to_data(record: Record) -> JsonObject:
    """The data of the JSON document of a record.

    Raises:
        RecordError: where the record says what cannot be written.
    """
    return record_data(canonical(record))


def _read(data: object, problems: Problems) -> Record:
    record = read_record(Node(data, "", problems))
    problems.raise_any()
    return canonical(record)
