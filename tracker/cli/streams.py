"""The standard streams: what comes in and what goes out, unharmed.

A record, a page or a document that goes to a file or a pipe goes there byte for byte, in UTF-8,
whatever the locale. On a terminal it is text: what would not be printed as a character is escaped,
as in all that is printed for people (``say``, and ``tracker.cli.console``). For these the locale's
encoding counts: where it has not even our own marks, ASCII stands in for them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Final, TextIO

from tracker.messages import printable_lines

STANDARD: Final = "-"
"""What stands for standard input or output in the place of a file's name."""
_PLAIN: Final = {
    "–": "-",
    "—": "-",
    "−": "-",
    "’": "'",
    "‘": "'",
    "“": '"',
    "”": '"',
    "→": ">",
    "·": ".",
    "…": "...",
    "×": "x",
    "±": "+/-",
    "≤": "<=",
    "≥": ">=",
    "≈": "~",
    "●": "#",
    "■": "@",
    "✔": "*",
    "✘": "-",
    **dict(zip("▁▂▃▄▅▆▇█", "..:::###", strict=True)),
}
"""The marks in our words, tables and charts, and what stands in for them."""
LEAST_COLUMNS: Final = 20
_MOST_COLUMNS: Final = 1000
"""Widths that a terminal can have; others are a mistake of whoever set them."""
_LONGEST: Final = 1 << 20
"""The longest line that is read at once, in bytes."""
_MARKS: Final = "".join(_PLAIN)
_SIZE: Final = re.compile("0*[1-9][0-9]{0,17}")
_TABLE: Final = str.maketrans(_PLAIN)


def input_lines() -> Iterator[str]:
    """The lines of standard input, which is UTF-8 whatever the locale.

    Bytes that are no text become half characters, which whoever reads them refuses.
    """
    while line := sys.stdin.buffer.readline(_LONGEST):
        yield line.decode("utf-8", "surrogateescape").rstrip("\r\n")


def open_missing() -> None:
    """Put something in the place of standard streams that are closed: using it is an error.

    Else the next file opened would get a stream's number, and what is meant for the stream.
    """
    # The wrong way round: so reading, or writing, fails.
    ways = ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY))
    for number, way in ways:
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, way)  # the lowest number that is free
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)


def never_fail_to_encode() -> None:
    """Let text streams escape what their encoding has not, instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def mend_sizes() -> None:
    """Put sizes that a terminal can have in the place of those that the environment gives it.

    Libraries take any number there, and fail, or fill the memory with blanks.
    """
    for name in ("COLUMNS", "LINES"):
        size = os.environ.get(name, "")
        if _SIZE.fullmatch(size):
            os.environ[name] = str(max(LEAST_COLUMNS, min(int(size), _MOST_COLUMNS)))
        elif size:
            del os.environ[name]


def flush_or_drop(stream: TextIO) -> None:
    """Write out what a stream still holds; it is dropped where the stream takes no more.

    Python flushes at the end once more, and would complain.
    """
    try:
        stream.flush()
    except OSError:
        with suppress(OSError, ValueError):  # it has no number, and so is not flushed at the end
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def needs_plain(stream: IO[str] | None = None) -> bool:
    """Whether a stream's encoding has not the marks that we draw with."""
    encoding = getattr(stream or sys.stdout, "encoding", None) or "ascii"
    try:
        _MARKS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def plain_marks(text: str) -> str:
    """The text with ASCII in the place of our marks."""
    return text.translate(_TABLE)


def say(line: str, *, err: bool = False, end: str = "\n") -> None:
    """Print a line for people, on standard output or standard error.

    Args:
        line: the line; what is data in it has been made printable.
        err: whether it goes to standard error, at once.
        end: what stands behind it.
    """
    stream = sys.stderr if err else sys.stdout
    print(plain_marks(line) if needs_plain(stream) else line, end=end, file=stream, flush=err)


def send(text: str) -> None:
    """Write a document to standard output."""
    if sys.stdout.isatty():
        sys.stdout.write(printable_lines(text))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
