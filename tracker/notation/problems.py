"""Collecting what is wrong with an input, and saying it.

Readers never stop at the first problem: they note it, put any value in the place of the broken one
and go on. Nothing made of such a value gets out, since ``Problems.raise_any`` stands before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from tracker.errors import NotationError, TextProblem
from tracker.game.words import closest as closest
from tracker.game.words import did_you_mean as did_you_mean
from tracker.game.words import quote as quote
from tracker.notation.span import Span

SHOWN: Final = 100
"""How many problems an error lists."""
ENOUGH: Final = 1000
"""After how many problems a reader may stop: this is no record with slips any more."""


class Problems:
    """The problems of one input.

    Args:
        source: the name of the file, or ``<text>``.
        first: the line of the file that the input begins in, where its own lines count from 1.
    """

    def __init__(self, source: str, first: int = 1) -> None:
        self.source = printable(source)
        self._first = first
        self.locate: Callable[[str], tuple[int, int]] | None = None
        """Line and column of a path in a JSON document, where there is a text of it."""
        self._found: list[TextProblem] = []
        self._uncounted = 0
        """How many more there were after enough had been found."""
        self._stopped = False

    def __len__(self) -> int:
        return len(self._found) + self._uncounted

    def add(self, span: Span, message: str) -> None:
        """Notes a problem at a piece of the input; of a missing piece nothing is said twice."""
        if span.line == 0:
            return
        if len(self._found) == ENOUGH:
            self._uncounted += 1
            return
        line, column = span.line, span.column
        if span.path:
            message = f"{span.path}: {message}"
            line, column = self.locate(span.path) if self.locate else (line, column)
        self._found.append(self.problem(line, column, message))

    def problem(self, line: int, column: int, message: str) -> TextProblem:
        """A problem of this input as a value."""
        return TextProblem(self.source, line + self._first - 1, column, message)

    def unknown(self, span: Span, what: str, expected: str, known: Iterable[str]) -> None:
        """Notes that a word is not one of those known.

        Args:
            span: the word.
            what: what it is not, with its article.
            expected: what would have been right, in words.
            known: the words that a slip of the pen may have meant.
        """
        if not span.text:
            self.add(span, f"{what} is missing here ({expected})")
        elif span.line:
            hint = did_you_mean(span.text, known) if len(self._found) < ENOUGH else ""
            self.add(span, f"{quote(span.text)} is not {what} ({expected}){hint}")

    def stop(self) -> bool:
        """Whether there are so many that reading on helps nobody."""
        self._stopped = self._stopped or len(self) >= ENOUGH
        return self._stopped

    def raise_any(self) -> None:
        """Raises what was found.

        Raises:
            NotationError: where there is any problem.
        """
        if self._found:
            raise NotationError(self._listed())

    def _listed(self) -> tuple[TextProblem, ...]:
        found = sorted(self._found, key=lambda problem: (problem.line, problem.column))
        shown, left = found[:SHOWN], found[SHOWN:]
        if left:
            more = f"… and {len(left) + self._uncounted} more" + (
                " before reading stopped" if self._stopped else ""
            )
            shown.append(TextProblem(self.source, left[0].line, left[0].column, more))
        return tuple(shown)


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 card``, ``2 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def printable(text: str) -> str:
    """The text with everything escaped that a terminal would not print as a character."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def printable_lines(text: str) -> str:
    """A text of several lines for a terminal: only line ends and tabs are not escaped."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    lines = ("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))
    return "\n".join(lines)
