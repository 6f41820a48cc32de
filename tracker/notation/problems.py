"""Collecting what is wrong with an input.

Readers do not stop at the first problem, but only after ``ENOUGH`` of them: they note it, put any
value in the place of the broken one and go on. No record is made of such a value, since
``Problems.raise_any`` is called before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tracker.errors import NotationError, TextProblem
from tracker.messages import did_you_mean, printable, quote

# Pieces of the input that know where they stand, so that every error can name its place.
#
# Example: ``Span("Ann asks Bob", line=3).words()`` gives three spans of line 3, in columns 1, 5 and
# 10.

BLANKS: Final = "\t " + "".join(
    map(chr, (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000))
)
"""What separates words: the tab and every space of Unicode, but no control character."""

_LIST_WORD: Final = re.compile(f"[^{BLANKS},]+")
_TOKEN: Final = re.compile(f"[>:,;]|[^{BLANKS}>:,;]+")


class Span(NamedTuple):
    """A stretch of one line of a text, or a value of a JSON document."""

    text: str
    line: int = 1
    """Line number, from 1; 0 for a piece that is missing (``MISSING``)."""
    column: int = 1
    """Column of its first character, from 1."""
    path: str = ""
    """Where it stands in a JSON document, such as ``events[3].card``."""

    @property
    def word(self) -> str:
        """The text as keywords are compared: in lower case."""
        return self.text.lower()

    def part(self, start: int, end: int | None = None) -> Span:
        """The piece between two offsets, without the blanks around it."""
        text = self.text[start:end]
        bare = text.lstrip(BLANKS)
        column = self.column + start + len(text) - len(bare)
        return Span(bare.rstrip(BLANKS), self.line, column, self.path)

    def split(self, mark: str) -> list[Span]:
        """The pieces between the marks."""
        pieces, start = [], 0
        for piece in self.text.split(mark):
            pieces.append(self.part(start, start + len(piece)))
            start += len(piece) + len(mark)
        return pieces

    def words(self) -> list[Span]:
        """The words of a list, whether blanks or commas are between them."""
        return self._matches(_LIST_WORD)

    def tokens(self) -> list[Span]:
        """The words and the marks ``> : , ;`` of an event."""
        return self._matches(_TOKEN)

    def end(self) -> Span:
        """The empty piece behind the last character."""
        return Span("", self.line, self.column + len(self.text), self.path)

    def saying(self, text: str) -> Span:
        """Another text in the same place."""
        return self if text == self.text else Span(text, self.line, self.column, self.path)

    def _matches(self, pattern: re.Pattern[str]) -> list[Span]:
        line, column, path = self.line, self.column, self.path
        return [
            Span(match.group(), line, column + match.start(), path)
            for match in pattern.finditer(self.text)
        ]


MISSING: Final = Span("", 0, 0)
"""Stands for a piece whose absence has been reported: no further problem is noted at it."""


def split_at(tokens: Sequence[Span], mark: str) -> list[list[Span]]:
    """The runs of tokens between the marks; at least one run, which may be empty."""
    runs: list[list[Span]] = [[]]
    for token in tokens:
        if token.text == mark:
            runs.append([])
        else:
            runs[-1].append(token)
    return runs


def joined(tokens: Sequence[Span], otherwise: Span) -> Span:
    """Words as one piece with single blanks between them.

    Args:
        tokens: the words.
        otherwise: what to give where there are no words.
    """
    if len(tokens) < 2:
        return tokens[0] if tokens else otherwise
    return tokens[0].saying(" ".join(token.text for token in tokens))


SHOWN: Final = 100
"""How many problems an error lists."""
ENOUGH: Final = 1000
"""After so many problems reading stops: these are no slips any more, but no record."""


class Problems:
    """The problems of one input.

    Args:
        source: the name of the file, or ``<text>``.
        first: the line of the file that the input begins in, where its own lines count from 1.
    """

    def __init__(self, source: str, first: int = 1) -> None:
        self.source = printable(source)
        self._first = first
        self._listed: list[TextProblem] = []

    def __len__(self) -> int:
        return len(self._listed)

    def add(self, span: Span, message: str) -> None:
        """Notes a problem at a piece of the input, unless the piece is ``MISSING``.

        Raises:
            NotationError: where there are so many that reading on helps nobody.
        """
        if span.line == 0:
            return
        # A document has no lines and columns.
        where, column = (f"{span.path}: ", 1) if span.path else ("", span.column)
        line = span.line + self._first - 1
        self._listed.append(TextProblem(self.source, line, column, f"{where}{message}"))
        if len(self._listed) == ENOUGH:
            self.raise_any()

    def unknown(self, span: Span, what: str, expected: str, known: Iterable[str]) -> None:
        """Notes that a word is not one of those known.

        Args:
            span: the word.
            what: what the word is not, with its article.
            expected: what would have been right, in words.
            known: the words that a writing mistake may have meant.
        """
        if not span.text:
            self.add(span, f"{what} is missing here ({expected})")
        elif span.line:
            hint = did_you_mean(span.text, known)
            self.add(span, f"{quote(span.text)} is not {what} ({expected}){hint}")

    def take(self, other: Problems) -> None:
        """Notes the problems that were noted elsewhere."""
        self._listed += [replace(each, column=max(each.column, 1)) for each in other._listed]

    def raise_any(self) -> None:
        """Raises the problems noted, in the order of the text: ``SHOWN`` of them at most.

        Raises:
            NotationError: where there is any problem.
        """
        if not self._listed:
            return
        in_order = sorted(self._listed, key=lambda problem: (problem.line, problem.column))
        shown, left = in_order[:SHOWN], in_order[SHOWN:]
        if left:
            how = " before reading stopped" if len(self._listed) == ENOUGH else ""
            more = f"… and {len(left)} more{how}"
            shown.append(TextProblem(self.source, left[0].line, left[0].column, more))
        raise NotationError(tuple(shown))
