"""The games of some sources, one by one: each with where it stands, and its record or its problems.

Everything that works on many games reads them here. A game that cannot be read is a value, and does
not end the run.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from tracker.archive.sources import DAMAGED, SourceFile, Sources, unreadable
from tracker.errors import TextProblem
from tracker.game.record import Record
from tracker.notation.games import Reading
from tracker.notation.record_files import read_each

FATAL: Final = "lost"
"""The code of the problem of a game of which workers die …"""
LOST: Final = "each process that analysed it was ended by the system (out of memory, or stuck?)"
"""… and its message."""


@dataclass(frozen=True)
class SourceGame:
    """A game of a source."""

    source: str
    """The name of the file, that of an archive first."""
    index: int
    """Which game of the file it is, from 1; 0 for a file that cannot be read."""
    line: int
    """The line that it begins in, from 1."""
    record: Record | None
    """None where it could not be read."""
    problems: tuple[TextProblem, ...] = ()
    """Why not; none where it could."""
    fatal: bool = False
    """Whether the work on it ends processes: it is not to be analysed."""

    @property
    def key(self) -> str:
        """A short name that only this game has: twenty digits made of its source and its index."""
        return sha256(f"{self.source}\0{self.index}".encode("utf-8", "replace")).hexdigest()[:20]

    @property
    def place(self) -> str:
        """Where it stands: ``file`` or, where it is not the first of its file, ``file:line``."""
        return f"{self.source}:{self.line}" if self.index > 1 else self.source

    def without_record(self) -> SourceGame:
        """The same without the record, where only its place is needed."""
        return replace(self, record=None)


class SourceGames:
    """The games of sources, with how far reading has got.

    Args:
        sources: files, folders, patterns, archives, ``-`` for standard input.
        form: what the files are, as ``tracker convert --from`` has it; none: as it is plain.

    Raises:
        RecordError: where a source is not there.
    """

    def __init__(self, sources: Iterable[str | os.PathLike[str]], form: str | None = None) -> None:
        self._sources = Sources(sources)
        self._form = form

    @property
    def share(self) -> float | None:
        """Which share of the sources has been read; none where their size is unknown."""
        return self._sources.share

    def __iter__(self) -> Iterator[SourceGame]:
        for file in self._sources.files():
            yield from _games(file, self._form)


def games_of(
    sources: Iterable[str | os.PathLike[str]], form: str | None = None
) -> Iterator[SourceGame]:
    """The games of sources; see ``SourceGames``."""
    return iter(SourceGames(sources, form))


def _games(source: SourceFile, form: str | None) -> Iterator[SourceGame]:
    """The games of a file; where it cannot be read on, a last one that says so."""
    if source.file is None:
        yield _broken(source, 0)
        return
    last = 0
    try:
        for reading in read_each(source.file, source.name, form):
            last = reading.number
            yield _game(source.name, reading)
    except DAMAGED as error:
        yield _broken(unreadable(source.name, error), last + 1)


def _broken(source: SourceFile, index: int) -> SourceGame:
    problems = () if source.problem is None else (source.problem,)
    return SourceGame(source.name, index, 1, None, problems)


def _game(source: str, reading: Reading) -> SourceGame:
    return SourceGame(source, reading.number, reading.line, reading.record, reading.problems)
