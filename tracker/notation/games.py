"""Files of many games: ``loads_all``, ``dump_all``, ``dumps_all``, ``read_each``.

Each game begins with its own header, and a line of three or more dashes stands between two of them.
A text without such a line is one game. Games are read one by one, so a file may be larger than
memory; no game may be larger than a file of one game.

What came of reading one game is a ``Reading``: its record, or what is wrong with it. So one broken
game need not end the run; ``records`` is for those who want all games or an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import BinaryIO

from tracker.errors import NotationError, TextProblem
from tracker.game.record import Record
from tracker.notation.problems import ENOUGH
from tracker.notation.source import MAX_BYTES, SEPARATOR, is_separator
from tracker.notation.text import dumps, loads


@dataclass(frozen=True)
class Reading:
    """One game of a file."""

    number: int
    """Which game of the file it is, from 1."""
    line: int
    """The line of the file that it begins in, from 1."""
    record: Record | None
    """None where it could not be read."""
    problems: tuple[TextProblem, ...] = ()
    """Why it could not be read; empty where it could."""


def attempt(number: int, line: int, read: Callable[[], Record]) -> Reading:
    """The reading of a game by a reader that raises.

    Args:
        number: which game of the file it is.
        line: the line that it begins in.
        read: gives the record, or raises ``NotationError``.
    """
    try:
        return Reading(number, line, read())
    except NotationError as error:
        return Reading(number, line, None, error.problems)


def records(readings: Iterable[Reading]) -> tuple[Record, ...]:
    """The records of games that can all be read.

    Raises:
        NotationError: where any cannot; with the problems of all that cannot, up to where there are
            so many that reading on helps nobody.
    """
    read: list[Record] = []
    problems: list[TextProblem] = []
    for reading in readings:
        problems += reading.problems
        if len(problems) >= ENOUGH:
            problems.append(replace(problems[-1], message="… and reading stopped here"))
            break
        if reading.record is not None:
            read.append(reading.record)
    if problems:
        raise NotationError(tuple(problems))
    return tuple(read)


# -- reading --------------------------------------------------------------------------------------


def loads_all(text: str | bytes, source: str = "<text>") -> tuple[Record, ...]:
    """Reads all the records in a text.

    Args:
        text: the text, or its bytes in UTF-8.
        source: the name that errors give it.

    Raises:
        NotationError: where one of them is no record; with the problems of all.
    """
    # A lone surrogate is a problem of the game that it stands in, for that game's reader to find.
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return records(read_each(BytesIO(data), source))


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """Reads the games of a text one by one, each to its record or its problems.

    Args:
        file: the text in UTF-8.
        source: the name that errors give it.
    """
    for number, (line, data) in enumerate(_games(file), 1):
        yield attempt(number, line, partial(loads, data, source, line))


def _games(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The games of a file, each with its first line; at least one, even of nothing.

    An empty piece at the start or the end is no game: a separator may stand behind every game as
    well. Between two games it is a game that is missing.
    """
    blank: list[tuple[int, bytes]] = []
    is_first = True
    for line, data in _pieces(file):
        if not data.strip(b"\xef\xbb\xbf \t\r\n"):
            blank.append((line, data))
            continue
        if not is_first:
            yield from blank
        yield line, data
        blank.clear()
        is_first = False
    if is_first:
        yield blank[0]


def _pieces(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Cuts a file at its separators; at least one piece.

    Of a piece that is too long for any game, as many lines as show that.
    """
    line, data = 1, bytearray()
    for number, raw in enumerate(_lines(file), 1):
        if raw.lstrip().startswith(b"-") and is_separator(raw.decode("utf-8", "replace").rstrip()):
            yield line, bytes(data)
            line, data = number + 1, bytearray()
        elif len(data) <= MAX_BYTES:
            data += raw
    yield line, bytes(data)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file with any ends; one that is too long for any game comes in parts."""
    while raw := file.readline(MAX_BYTES + 1):
        yield from raw.splitlines(keepends=True)


# -- writing --------------------------------------------------------------------------------------


def dump_all(games: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Writes records to a file, one by one.

    Raises:
        RecordError: where no text can say what a record says.
        OSError: where the file cannot be written.
    """
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(_written(games))


def dumps_all(games: Iterable[Record]) -> str:
    """The canonical text of records.

    Raises:
        RecordError: where no text can say what a record says.
    """
    return "".join(_written(games))


def _written(games: Iterable[Record]) -> Iterator[str]:
    """The texts of records, and what stands between them."""
    for number, record in enumerate(games):
        if number:
            yield f"{SEPARATOR}\n"
        yield dumps(record)
