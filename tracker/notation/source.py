"""From the bytes of a file to its text, or to an error that says why they are none.

An input larger than a record can sensibly be is not read. So it is not written either: ``excess``
judges both.
"""

from __future__ import annotations

import os
from typing import Final, NoReturn

from tracker.errors import NotationError, RecordError, TextProblem
from tracker.messages import printable

MAX_BYTES: Final = 4 * 1024 * 1024
"""The largest input that is read: hundreds of times a long game."""
MAX_LINES: Final = 50_000
"""The largest number of lines that is read."""
MAX_STATEMENT: Final = 4096
"""The longest statement that is read, in characters; its comments are not counted."""
TOO_LARGE: Final = f"a record has at most {MAX_BYTES // 2**20} MiB; this is longer"
TOO_LONG: Final = f"a statement has at most {MAX_STATEMENT:,} characters"


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file; of one that is too large, one byte more than may be read.

    Raises:
        OSError: where the file cannot be read.
    """
    with open(path, "rb") as file:
        return file.read(MAX_BYTES + 1)


def decode(data: str | bytes, source: str, line: int = 1) -> str:
    r"""The text with ``\n`` for every end of line and without a byte order mark.

    Args:
        data: a text, or the bytes of one in UTF-8.
        source: the name that errors give it.
        line: the number of its first line.

    Raises:
        NotationError: where it is too large, binary or not UTF-8.
    """
    if len(data) > MAX_BYTES:
        _fail(source, (line, 1), TOO_LARGE)
    text = data if isinstance(data, str) else _from_utf8(data, source, line)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    _require_sound(text, source, line)
    return text


def _from_utf8(data: bytes, source: str, line: int) -> str:
    """The text that bytes are.

    Raises:
        NotationError: at the first byte that is not UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        _fail(
            source,
            _place(before, len(before), line),
            f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8 "
            "(expected a text file saved as UTF-8)",
        )


def _require_sound(text: str, source: str, line: int) -> None:
    """Goes on with a text that can be read.

    Raises:
        NotationError: at a NUL or half a character, or where the text is too large.
    """
    nul = text.find("\0")
    if nul >= 0:
        message = r"'\x00' stands in no text (is this a binary file?)"
        _fail(source, _place(text, nul, line), message)
    try:
        too_much = excess(text)
    except UnicodeEncodeError as error:
        half = repr(text[error.start])
        message = f"{half} is half a character (a lone surrogate)"
        _fail(source, _place(text, error.start, line), message)
    if too_much is not None:
        at, column, message = too_much
        _fail(source, (line + at - 1, column), message)


def excess(text: str) -> tuple[int, int, str] | None:
    """Line, column and message of what makes a text too large to be read; None where nothing does.

    Raises:
        UnicodeEncodeError: where the text has half a character.
    """
    if len(text.encode()) > MAX_BYTES:
        return 1, 1, TOO_LARGE
    if text.count("\n") > MAX_LINES:
        return MAX_LINES + 1, 1, f"a record has at most {MAX_LINES:,} lines; this has more"
    return None


def require_readable(text: str) -> None:
    """Goes on with a text that could be read again after it was written.

    Raises:
        RecordError: where it is too large.
    """
    too_much = excess(text)
    if too_much is not None:
        raise RecordError(f"written out, the record is too large: {too_much[2]}")


def _place(text: str, offset: int, line: int) -> tuple[int, int]:
    """Line and column of an offset in a text, the column from 1.

    Args:
        text: the text.
        offset: the offset in it.
        line: the number of its first line.
    """
    start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset) + line, offset - start + 1


def _fail(source: str, place: tuple[int, int], message: str) -> NoReturn:
    raise NotationError((TextProblem(printable(source), *place, message),))
