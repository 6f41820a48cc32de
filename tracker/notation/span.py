"""Pieces of the input that know where they stand, so that every error can name its place.

Example: ``Span("Ann asks Bob", line=3).words()`` gives three spans of line 3, in columns 1, 5 and
10.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

BLANKS: Final = "\t " + "".join(
    map(chr, (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000))
)
"""What separates words: the tab and every space of Unicode, but no control character."""

_LIST_WORD: Final = re.compile(f"[^{BLANKS},]+")
_TOKEN: Final = re.compile(f"[>:,;]|[^{BLANKS}>:,;]+")


@dataclass(frozen=True, slots=True)
class Span:
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
    if not tokens:
        return otherwise
    first = tokens[0]
    return Span(" ".join(token.text for token in tokens), first.line, first.column, first.path)
