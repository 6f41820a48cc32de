"""The header of a new record, line by line."""

from __future__ import annotations

from tracker.entry.reading import without_lines
from tracker.errors import NotationError, TextProblem
from tracker.game.record import Record
from tracker.notation.text import loads

SOURCE = "header"
"""What errors call a line."""
ANY_SEATS = ("seats: A B C D", "dealer: A")
"""What to suppose while nobody knows the seats."""


class Draft:
    """A header that is being put together; every line is judged with those before it.

    Example::

        draft = Draft()
        draft.add("rules: india-52", *ANY_SEATS)
        draft.add("seats: Ann Bob Carl Dora")
        draft.record
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    @property
    def record(self) -> Record:
        """The record so far.

        Raises:
            NotationError: where the lines do not make one.
        """
        return without_lines(self._read())

    def add(self, line: str, *supposed: str) -> None:
        """Add a line.

        Args:
            line: the line.
            supposed: lines that are still to come, as they might be.

        Raises:
            NotationError: where it is no line of a header, or does not fit the others.
        """
        self._read(line, *supposed)
        self._lines.append(line)

    def _read(self, *more: str) -> Record:
        lines = [*self._lines, *more]
        record = loads("\n".join(lines), SOURCE)
        if record.events:
            problem = TextProblem(SOURCE, len(lines), 1, "this is an event (expected a header)")
            raise NotationError((problem,))
        return record
