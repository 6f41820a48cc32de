"""From a text to its statements, each with the comments that stand at it.

A comment is kept without its ``#`` and the one blank behind it. An empty line is kept as ``""``,
and a line with nothing but ``#``, which often divides paragraphs, as ``" "``.

Example: ``# why`` above ``Ann asks Bob 5H: no  # quickly`` is the statement ``Ann asks Bob 5H: no``
with ``("why",)`` above it and ``"quickly"`` beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tracker.notation.span import BLANKS, Span

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
