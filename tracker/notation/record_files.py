"""Records from files and texts in any form: text, JSON, a link, or the log of another program.

``load``, ``loads``, ``dump`` and ``dumps`` are for one game, ``load_all`` and ``read_all`` for all
the games of a file, and ``read_each`` for a run that a broken game must not end. Each form has
modules of its own: ``text`` and ``games``, ``record_json``, ``links``, and those of ``foreign``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from io import BytesIO
from types import MappingProxyType
from typing import BinaryIO, Final

from tracker.errors import NotationError, TextProblem
from tracker.game.record import Record, require_record
from tracker.messages import printable, require_kind, require_word
from tracker.notation import games, record_json
from tracker.notation import text as text_form
from tracker.notation.atomic_write import write_text
from tracker.notation.games import Reading, attempt, records
from tracker.notation.links import LINK, Link, is_link, link_text, read_link
from tracker.notation.source import MAX_BYTES, is_separator, read_file

# -- the formats of other programs, and which of them a log has ------------------------------------

FORMATS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "fishai": "fishai",
        "kv1514": "kv1514",
        "fishlab": "fishlab",
        "fishlab-record": "fishlab",
    }
)
"""The module of ``foreign`` that reads each format, imported when the first log of it is read."""


_OPS: Final = ("hello", "new_game", "declare_poll", "ask", "pass", "forced")


def detect(data: bytes) -> str | None:
    """The name of the format; None where it is not plain.

    Args:
        data: the beginning of the log, all of it where it is one document.
    """
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] not in (b"{", b"["):
        return None
    for part in (start.split(b"\n", 1)[0], start):
        try:
            return _of_document(json.loads(part))
        except (ValueError, RecursionError):
            continue
    return None


def _of_document(value: object) -> str | None:
    """The format of a document, the first of a file that has many."""
    match value:
        case {"header": _, "cards": _}:
            return "fishlab-record"
        case {"op": op} if op in _OPS:
            return "fishlab"
        case {"protocol": _} | {"history": [{"t": _}, *_]}:
            return "fishlab"
        case {"history": [{"type": _}, *_]}:
            return "kv1514"
        case [{"type": "game_started"}, *_] | {"events": [{"type": "game_started"}, *_]}:
            return "fishai"
    return None


# -- all forms ------------------------------------------------------------------------------------

TEXT: Final = "lit"
JSON: Final = "json"
FORMS: Final = (TEXT, JSON, LINK, *FORMATS)
"""The names of the forms that can be read."""


# -- one game -------------------------------------------------------------------------------------


def load(path: str | os.PathLike[str], *, form: str | None = None) -> Record:
    """Reads the one game in a file: text, JSON, or the log of another program.

    Args:
        path: the file.
        form: one of ``FORMS``; None for the one that is plain from the file.

    Raises:
        NotationError: where it is no record, or several; with all its problems.
        RecordError: where there is no such form.
        OSError: where the file cannot be read.
        WrongTypeError: for what is no path.
    """
    return read(read_file(_path(path)), os.fspath(path), form)


def load_all(path: str | os.PathLike[str], *, form: str | None = None) -> tuple[Record, ...]:
    """Reads all the games in a file: texts with a line of dashes between them, JSON, or a log.

    Args:
        path: the file.
        form: one of ``FORMS``; None for the one that is plain from the file.

    Raises:
        NotationError: where one of them cannot be read; with the problems of all.
        RecordError: where there is no such form.
        OSError: where the file cannot be read.
        WrongTypeError: for what is no path.
    """
    with open(_path(path), "rb") as file:
        return _all(file, os.fspath(path), form)


def _path(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """A path, and nothing else that can be opened, such as a number.

    Raises:
        WrongTypeError: for anything else.
    """
    require_kind(path, str | os.PathLike, "path (expected a string, or a path)")
    return path


def loads(text: str | bytes, *, source: str = "<text>", form: str | None = None) -> Record:
    """Reads the one game in a text, as ``load`` does in a file.

    Args:
        text: the text, or its bytes in UTF-8.
        source: the name that errors give it.
        form: one of ``FORMS``; None for the one that is plain from the text.

    Raises:
        NotationError: where it is no record, or several; with all its problems.
        RecordError: where there is no such form.
        WrongTypeError: for what is no text.
    """
    require_kind(text, str | bytes, "text (expected a string, or bytes)")
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return read(data, source, form)


def dump(record: Record, path: str | os.PathLike[str], *, form: str | None = None) -> None:
    """Writes a record to a file.

    Args:
        record: the record.
        path: the file.
        form: ``lit`` or ``json``; None for JSON where the name of the file ends in ``.json``, else
            text.

    Raises:
        RecordError: where the record says what cannot be written; or for another form.
        OSError: where the file cannot be written.
    """
    by_name = JSON if os.fspath(_path(path)).lower().endswith(".json") else TEXT
    write_text(path, dumps(record, form=form or by_name))


def dumps(record: Record, *, form: str = TEXT) -> str:
    """The canonical text of a record, or its JSON document.

    Args:
        record: the record.
        form: ``lit``, ``json``, or ``link``: the end of an address of the app, with the game in it.

    Raises:
        RecordError: where the record says what cannot be written; or for another form.
        WrongTypeError: for what is no record.
    """
    require_record(record)
    require_word(form, (TEXT, JSON, LINK), "form to write")
    if form == LINK:
        return link_text(Link(record)) + "\n"
    return text_form.dumps(record) if form == TEXT else record_json.dumps(record)


def read(data: bytes, source: str, form: str | None = None) -> Record:
    """Reads the one game of a file.

    Args:
        data: what the file holds.
        source: the name that errors give it.
        form: one of ``FORMS``; None for the one that is plain from the file.

    Raises:
        NotationError: where it cannot be read, or there are several.
        RecordError: where there is no such form.
    """
    form = form_of(data) if form is None else form
    if form == TEXT:
        return text_form.loads(data, source)
    readings = read_each(BytesIO(data), source, form)
    first, second = next(readings, None), next(readings, None)
    if first is None or second is not None:
        raise NotationError((_not_one(source, second),))
    (record,) = records((first,))
    return record


def _not_one(source: str, second: Reading | None) -> TextProblem:
    """What is wrong with a file that does not have one game.

    Args:
        source: the name of the file.
        second: the second game in it; None where it has no game.
    """
    if second is None:
        return TextProblem(printable(source), 1, 1, "there is no game in this log")
    message = "another game begins here (expected one game)"
    return TextProblem(printable(source), second.line, 1, message)


# -- many games -----------------------------------------------------------------------------------


def read_all(data: bytes, source: str, form: str | None = None) -> tuple[Record, ...]:
    """Reads all the games of a file.

    Args:
        data: what the file holds.
        source: the name that errors give it.
        form: one of ``FORMS``; None for the one that is plain from the file.

    Raises:
        NotationError: where one of them cannot be read; with the problems of all.
        RecordError: where there is no such form.
    """
    return _all(BytesIO(data), source, form)


def _all(file: BinaryIO, source: str, form: str | None) -> tuple[Record, ...]:
    """``read_all`` of a file that is open."""
    games_read = records(read_each(file, source, form))
    if not games_read:
        raise NotationError((_not_one(source, None),))
    return games_read


def read_each(file: BinaryIO, source: str, form: str | None = None) -> Iterator[Reading]:
    """Reads the games of a file one by one, each to its record or its problems.

    Args:
        file: the file; it can be rewound.
        source: the name that problems give it.
        form: one of ``FORMS``; None for the one that is plain from the file.

    Raises:
        RecordError: where there is no such form.
    """
    if form is None:
        start = file.tell()
        form = form_of(file.read(MAX_BYTES))
        file.seek(start)
    require_word(form, FORMS, "form of a record")
    if form == TEXT:
        return games.read_each(file, source)
    if form == JSON:
        return record_json.read_each(file, source)
    if form == LINK:
        address = file.read(MAX_BYTES).decode("ascii", "replace")
        return iter((attempt(1, 1, lambda: read_link(address).record),))
    from tracker.notation.foreign.log import read_each as read_log

    return read_log(import_module(f"tracker.notation.foreign.{FORMATS[form]}"), file, source)


# -- which form -----------------------------------------------------------------------------------


def form_of(data: bytes) -> str:
    """Which form a file has: text, unless another one is plain from its beginning.

    Args:
        data: its beginning, all of it where it is one JSON document.
    """
    foreign = detect(data[:MAX_BYTES])
    if foreign is not None:
        return foreign
    if is_link(data):
        return LINK
    return JSON if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"[")) else TEXT


def is_plainly_one(path: str | os.PathLike[str]) -> bool:
    """Whether a file is surely the text of one game at most, without reading that game.

    Of a file that cannot be read, or is too large, that is not sure.
    """
    try:
        data = read_file(path)
        lines = data.decode().splitlines()
    except (OSError, UnicodeDecodeError):
        return False
    if len(data) > MAX_BYTES or b"\0" in data or form_of(data) != TEXT:
        return False
    return not any(map(is_separator, lines))
