"""From the bytes of a file to its text, or to an error that says why they are none.

An input larger than a record can sensibly be is not read. So it is not written either: ``excess``
judges both.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Final, NoReturn

from tracker.errors import NotationError, RecordError, TextProblem
from tracker.messages import printable
from tracker.notation.problems import BLANKS, Span

MAX_BYTES: Final = 4 * 1024 * 1024
"""The largest input that is read: hundreds of times a long game."""
MAX_LINES: Final = 50_000
"""The largest number of lines that is read."""
MAX_STATEMENT: Final = 4096
"""The longest statement that is read, in characters; its comments are not counted."""
TOO_LARGE: Final = f"a record has at most {MAX_BYTES // 2**20} MiB; this is longer"
_NO_TEXT: Final = re.compile("[\0\ud800-\udfff]")
"""What stands in binary files, or is half a character."""
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
    bad = _NO_TEXT.search(text)
    if bad is not None:
        half = "is half a character (a lone surrogate)"
        what = half if bad[0] != "\0" else "stands in no text (is this a binary file?)"
        _fail(source, _place(text, bad.start(), line), f"{bad[0]!r} {what}")
    too_much = excess(text)
    if too_much is not None:
        at, message = too_much
        _fail(source, (line + at - 1, 1), message)


def excess(text: str) -> tuple[int, str] | None:
    """Line and message of what makes a text too large to be read; None where nothing does.

    Raises:
        UnicodeEncodeError: where the text has half a character.
    """
    if len(text.encode()) > MAX_BYTES:
        return 1, TOO_LARGE
    if text.count("\n") > MAX_LINES:
        return MAX_LINES + 1, f"a record has at most {MAX_LINES:,} lines; this has more"
    return None


def require_readable(text: str) -> None:
    """Goes on with a text that could be read again after it was written.

    Raises:
        RecordError: where it is too large.
    """
    too_much = excess(text)
    if too_much is not None:
        raise RecordError(f"written out, the record is too large: {too_much[1]}")


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


# -- lines ----------------------------------------------------------------------------------------
#
# From a text to its statements, each with the comments that stand at it.
#
# A comment is kept without its ``#`` and the one blank behind it. An empty line is kept as ``""``,
# and a line with nothing but ``#``, which often divides paragraphs, as ``" "``.
#
# Example: ``# why`` above ``Ann asks Bob 5H: no  # quickly`` is the statement ``Ann asks Bob 5H:
# no`` with ``("why",)`` above it and ``"quickly"`` beside it.

BARE: Final = " "
"""A comment line with nothing behind its ``#``."""
SEPARATOR: Final = "---"
"""The line between two games of one file, as it is written."""
_UNWRITABLE: Final = re.compile("[\n\r\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its text without comments, never empty."""

    span: Span
    above: tuple[str, ...]
    comment: str


@dataclass(frozen=True, slots=True)
class Page:
    """All the statements of a text, and the comment lines after the last."""

    statements: tuple[Statement, ...]
    closing: tuple[str, ...]
    first: int = 1
    """The number of its first line."""


def read_lines(text: str, start: int = 1) -> Page:
    r"""Splits a text into statements and comments.

    Args:
        text: the text, with ``\n`` at the ends of its lines.
        start: the number of its first line.
    """
    statements: list[Statement] = []
    above: list[str] = []
    for number, line in enumerate(text.split("\n"), start):
        code, mark, comment = line.partition("#")
        span = Span(code, number).part(0)
        if span.text:
            statements.append(Statement(span, tuple(above), _comment_text(comment)))
            above.clear()
        else:
            above.append(comment_line(comment) if mark else "")
    return Page(tuple(statements), tuple(above), start)


def is_separator(line: str) -> bool:
    """Whether a line is three or more dashes and nothing else but blanks."""
    bare = line.strip(BLANKS)
    return len(bare) >= len(SEPARATOR) and not bare.strip("-")


def comment_line(raw: str) -> str:
    """A line that is only a comment as it is kept.

    Args:
        raw: the text behind its ``#``.
    """
    return _comment_text(raw) or BARE


def _comment_text(raw: str) -> str:
    return raw.removeprefix(" ").rstrip(" \t")


def write_comment(text: str) -> str:
    """A comment line as it is written; an empty line for an empty text."""
    if not text:
        return ""
    # ``##`` stays as it is; anything else is set off by a blank.
    return f"#{text}" if text.startswith("#") else f"# {text}".rstrip(" \t")


def unwritable(text: str) -> str | None:
    """The first character that no line of a text can have; None where there is none."""
    match = _UNWRITABLE.search(text)
    return match[0] if match else None
