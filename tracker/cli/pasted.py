"""Lines that come in one piece, pasted or from a file: what is not taken stays to be mended.

A line that is refused leaves a hole: nobody knows what it was to say. So until a statement is taken
that names who acts, no line may leave that out; and of a later line that does not fit it is said
whether it may fail only because of the hole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from tracker.cli.shell import Shell, split_command
from tracker.messages import counted


@dataclass(frozen=True)
class RefusedLine:
    """A line that was not taken."""

    place: int
    """Its number among the lines."""
    line: str
    number: int
    """The number of the event that it was to be."""
    because: int | None
    """The line that may be all it fails because of; None where it is wrong in itself."""


class Pasted:
    """Runs lines in a shell, and keeps those that were refused."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._place = self.lines = 0
        self.refused: list[RefusedLine] = []

    def run(self, line: str) -> bool:
        """Run a line; whether to go on with those behind it.

        Raises:
            StorageError: where it could not be saved.
        """
        shell, number = self._shell, len(self._shell.session.record.events) + 1
        holes = [
            (each.place, each.number)
            for each in self.refused
            if each.because is None and split_command(each.line) is None
        ]
        self._place += 1
        self.lines += bool(line.strip())
        if not shell.run(line, self._place, holes[-1] if holes else None):
            self.refused.append(RefusedLine(self._place, line, number, shell.failed_because))
        return not shell.done

    @property
    def is_stuck(self) -> bool:
        """Whether the last line was an insertion that was refused: later ones count on it."""
        last = self.refused[-1] if self.refused else None
        return last is not None and last.place == self._place and last.line.startswith("insert ")

    def tally(self) -> str:
        """How many lines were taken, and which were not."""
        own = _numbered(each.place for each in self.refused if not each.because)
        others = _numbered(each.place for each in self.refused if each.because)
        taken = f"{counted(self.lines, 'line')}: {self.lines - len(self.refused)} taken"
        if not self.refused:
            return taken
        lines = "line" if own.isdecimal() else "lines"
        because = f"; perhaps only because of that: {others}" if others else ""
        return f"{taken}, {len(self.refused)} refused ({lines} {own}{because})"

    def to_mend(self) -> list[str]:
        """The lines that were refused, each so that it gets its place when it is sent again.

        What belongs before other events is inserted there, the last of it first: so the numbers of
        the places before it stay as they are.
        """
        end = len(self._shell.session.record.events) + 1
        holes = [list(hole) for _, hole in groupby(self.refused, lambda each: each.number)]
        middle = [
            _insertion(each, more)
            for hole in reversed(holes)
            for more, each in enumerate(hole)
            if each.number < end
        ]
        return [*middle, *(each.line for each in self.refused if each.number >= end)]


def _insertion(refused: RefusedLine, more: int) -> str:
    """What inserts a statement, behind so many others; another command stays as it is."""
    is_command = split_command(refused.line) is not None
    return refused.line if is_command else f"insert {refused.number + more} {refused.line.strip()}"


def _numbered(places: Iterable[int]) -> str:
    """Numbers of lines, those in a row together: ``7, 19-24``."""
    rows = [
        [place for _, place in row]
        for _, row in groupby(enumerate(places), lambda pair: pair[1] - pair[0])
    ]
    return ", ".join(str(row[0]) if len(row) == 1 else f"{row[0]}-{row[-1]}" for row in rows)
