"""What came of reading one game of many: its record, or what is wrong with it.

Where one broken game must not end the run, games are read to ``Reading`` values; ``records`` is for
those who want all of them or an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tracker.errors import NotationError, TextProblem
from tracker.game.record import Record
from tracker.notation.problems import ENOUGH


@dataclass(frozen=True)
class Reading:
    """One game of a file."""

    number: int
    """Which game of the file it is, from 1."""
    line: int
    """The line of the file that it begins in, from 1."""
    record: Record | None
    """None where it could not be read."""
    problems: tuple[TextProblem, ...] = ()
    """Why not; none where it could."""


def attempt(number: int, line: int, read: Callable[[], Record]) -> Reading:
    """The reading of a game by a reader that raises.

    Args:
        number: which game of the file it is.
        line: the line that it begins in.
        read: gives the record, or raises ``NotationError``.
    """
    try:
        return Reading(number, line, read())
    except NotationError as error:
        return Reading(number, line, None, error.problems)


def records(readings: Iterable[Reading]) -> tuple[Record, ...]:
    """The records of games that can all be read.

    Raises:
        NotationError: where any cannot; with the problems of all that cannot, up to where there are
            so many that reading on helps nobody.
    """
    found: list[Record] = []
    problems: list[TextProblem] = []
    for reading in readings:
        problems += reading.problems
        if len(problems) >= ENOUGH:
            problems.append(replace(problems[-1], message="… and reading stopped here"))
            break
        if reading.record is not None:
            found.append(reading.record)
    if problems:
        raise NotationError(tuple(problems))
    return tuple(found)
