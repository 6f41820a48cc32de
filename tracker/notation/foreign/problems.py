"""Problems of a log, which know the event of the log that they are in."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.errors import TextProblem
from tracker.notation.problems import Problems


@dataclass(frozen=True)
class LogProblem(TextProblem):
    """One thing wrong in a log."""

    event: int | None = None
    """The number of the event in the log, from 1; none where it is not of one event."""


class LogProblems(Problems):
    """The problems of one game of a log.

    Args:
        source: the name of the file.
        first: the line of the file that the game begins in, where its own lines count from 1.
    """

    def __init__(self, source: str, first: int = 1) -> None:
        super().__init__(source, first)
        self.event: int | None = None
        """The number of the event that is being read."""

    def problem(self, line: int, column: int, message: str) -> LogProblem:
        """A problem of the event that is being read, as a value."""
        said = message if self.event is None else f"event {self.event}: {message}"
        found = super().problem(line, column, said)
        return LogProblem(found.source, found.line, found.column, said, self.event)
