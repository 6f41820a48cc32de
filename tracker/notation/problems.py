"""Collecting what is wrong with an input.

Readers never stop at the first problem: they note it, put any value in the place of the broken one
and go on. No record is made of such a value, since ``Problems.raise_any`` is called before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from tracker.errors import NotationError, TextProblem
from tracker.messages import did_you_mean, printable, quote
from tracker.notation.span import Span

SHOWN: Final = 100
"""How many problems an error lists."""
ENOUGH: Final = 1000
"""After how many problems a reader may stop: so many are no slips in a record any more."""


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
        self._listed: list[TextProblem] = []
        self._unlisted = 0
        """How many problems came after the first ``ENOUGH``."""
        self._stopped = False

    def __len__(self) -> int:
        return len(self._listed) + self._unlisted

    def add(self, span: Span, message: str) -> None:
        """Notes a problem at a piece of the input, unless the piece is ``MISSING``."""
        if span.line == 0:
            return
        if len(self._listed) == ENOUGH:
            self._unlisted += 1
            return
        line, column = span.line, span.column
        if span.path:
            message = f"{span.path}: {message}"
            line, column = self.locate(span.path) if self.locate else (line, column)
        self._listed.append(self.problem(line, column, message))

    def problem(self, line: int, column: int, message: str) -> TextProblem:
        """A problem of this input as a value."""
        return TextProblem(self.source, line + self._first - 1, column, message)

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
            hint = did_you_mean(span.text, known) if len(self._listed) < ENOUGH else ""
            self.add(span, f"{quote(span.text)} is not {what} ({expected}){hint}")

    def stop(self) -> bool:
        """Whether there are so many problems that reading on helps nobody."""
        self._stopped = self._stopped or len(self) >= ENOUGH
        return self._stopped

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
            how = " before reading stopped" if self._stopped else ""
            more = f"… and {len(left) + self._unlisted} more{how}"
            shown.append(TextProblem(self.source, left[0].line, left[0].column, more))
        raise NotationError(tuple(shown))
