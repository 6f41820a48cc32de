"""The JSON form of a record: ``load``, ``loads``, ``dump``, ``dumps``, ``to_data``, ``from_data``.

It says what the text says, comments and all, for programs to read; ``record.schema.json`` describes
it. Unlike the text it is read strictly: every name stands as the text has it canonically.
"""

from __future__ import annotations

import os

from tracker.game.record import Record
from tracker.notation.files import write_text
from tracker.notation.json_data import JsonObject, record_data
from tracker.notation.json_nodes import Node
from tracker.notation.json_reading import read_record
from tracker.notation.json_text import format_document, parse
from tracker.notation.problems import Problems
from tracker.notation.source import decode, read_file, require_readable
from tracker.notation.writer import canonical


def load(path: str | os.PathLike[str]) -> Record:
    """Reads the record in a JSON file.

    Raises:
        NotationError: where it is no record; with all its problems.
        OSError: where the file cannot be read.
    """
    return loads(read_file(path), os.fspath(path))


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


def from_data(data: object, source: str = "<data>") -> Record:
    """The record that the data of a JSON document describe.

    Args:
        data: what ``json.loads`` gives.
        source: the name that errors give it.

    Raises:
        NotationError: where they describe no record; with all their problems.
    """
    return _read(data, Problems(source))


def dump(record: Record, path: str | os.PathLike[str]) -> None:
    """Writes a record to a JSON file.

    Raises:
        RecordError: where the record says what cannot be written.
        OSError: where the file cannot be written.
    """
    write_text(path, dumps(record))


def dumps(record: Record) -> str:
    """The JSON document of a record, one event a line.

    Raises:
        RecordError: where the record says what cannot be written, or is too large to be read again.
    """
    document = format_document(to_data(record))
    require_readable(document)
    return document


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
