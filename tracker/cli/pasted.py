"""Lines that come in one piece, pasted or from a file: what is not taken stays to be mended.

A line that is refused leaves a hole: nobody knows what it was to say. So until a statement is taken
that names who acts, no line may leave that out; and of a later line that does not fit it is said
whether it may fail only because of the hole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from tracker.cli.shell import Shell
from tracker.cli.shell_help import split_command
from tracker.messages import counted


@dataclass(frozen=True)
class _Refused:
    """A line that was not taken."""

    place: int
    """Its number among the lines."""
    line: str
    number: int
    """The number of the event that it was to be."""
    because: int | None
    """The line that may be all it fails because of; None where it is wrong in itself."""

    @property
    def is_hole(self) -> bool:
        """Whether an event is missing for it."""
        return self.because is None and split_command(self.line) is None


class Pasted:
    """Runs lines in a shell, and keeps those that were refused.

    Args:
        shell: the shell.
    """

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._lines = self._last = 0
        self._refused: list[_Refused] = []

    @property
    def is_stuck(self) -> bool:
        """Whether the last line was an insertion that was refused: later ones count on it."""
        last = self._refused[-1] if self._refused else None
        return last is not None and last.place == self._last and last.line.startswith("insert ")

    @property
    def any_refused(self) -> bool:
        """Whether a line was refused."""
        return bool(self._refused)

    @property
    def is_many(self) -> bool:
        """Whether there was more than one line, so that a tally tells more than they did."""
        return self._lines > 1

    def run(self, place: int, line: str) -> bool:
        """Run a line; whether to go on with those behind it.

        Args:
            place: its number among the lines.
            line: the line.

        Raises:
            StorageError: where it could not be saved.
        """
        shell, number = self._shell, len(self._shell.session.record.events) + 1
        self._lines += bool(line.strip())
        self._last = place
        shell.place = f"line {place}: "
        shell.holes = [(each.place, each.number) for each in self._refused if each.is_hole]
        if shell.run(line):
            return not shell.done
        self._refused.append(_Refused(place, line, number, shell.failed_because))
        return not shell.done

    def end(self) -> None:
        """The lines are over."""
        self._shell.place, self._shell.holes = "", []

    def tally(self) -> str:
        """How many lines were taken, and which were not."""
        own = _numbered(each.place for each in self._refused if not each.because)
        others = _numbered(each.place for each in self._refused if each.because)
        taken = f"{counted(self._lines, 'line')}: {self._lines - len(self._refused)} taken"
        if not self._refused:
            return taken
        lines = "line" if own.isdecimal() else "lines"
        because = f"; perhaps only because of that: {others}" if others else ""
        return f"{taken}, {len(self._refused)} refused ({lines} {own}{because})"

    def to_mend(self) -> list[str]:
        """The lines that were refused, each so that it gets its place when it is sent again.

        What belongs before other events is inserted there, the last of it first: so the numbers of
        the places before it stay as they are.
        """
        end = len(self._shell.session.record.events) + 1
        holes = [list(group) for _, group in groupby(self._refused, lambda each: each.number)]
        lines: list[str] = []
        for hole in reversed(holes):
            if hole[0].number < end:
                lines += _insertions(hole)
        return [*lines, *(each.line for each in self._refused if each.number >= end)]


def _insertions(hole: Iterable[_Refused]) -> Iterator[str]:
    """Commands that insert statements one behind the other; other commands stay as they are."""
    for more, each in enumerate(hole):
        is_command = split_command(each.line) is not None
        yield each.line if is_command else f"insert {each.number + more} {each.line.strip()}"


def _numbered(places: Iterable[int]) -> str:
    """Numbers of lines, those in a row together: ``7, 19-24``."""
    rows = [
        [place for _, place in row]
        for _, row in groupby(enumerate(places), lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(str(row[0]) if len(row) == 1 else f"{row[0]}-{row[-1]}" for row in rows)
