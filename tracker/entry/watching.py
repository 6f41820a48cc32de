"""Watching a file that somebody else is writing.

Editors write in several ways: into the file, which is then half written for a moment; or a new
file that takes the old one's place, which may be missing for a moment. So a file is only looked at
once it has stayed the same for a while, and one that is missing or no record gets a little longer.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tracker.entry.record_file import parse
from tracker.errors import NotationError
from tracker.game.record import Record
from tracker.notation.source import read_file

SETTLED: Final = 0.1
"""Seconds for which a file has to stay the same."""
PATIENCE: Final = 0.6
"""Seconds for which it may be missing, or no record, before that is said."""


@dataclass(frozen=True)
class Sight:
    """What was seen of a file."""

    record: Record | None
    """The record; where it is none now, the last one it was."""
    trouble: tuple[str, ...] = ()
    """Why it is none now."""


class Watcher:
    """Says when a file has something new in it.

    Args:
        path: the file.
        clock: seconds, for tests.
    """

    def __init__(
        self, path: str | os.PathLike[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = path
        self._clock = clock
        self._content: bytes | OSError | None = None
        self._since = clock()
        self._last: Record | None = None
        self._told = False

    def look(self) -> Sight | None:
        """What is new; none where nothing is, or it is too early to tell."""
        content, now = self._read(), self._clock()
        if not _same(content, self._content):
            self._content, self._since, self._told = content, now, False
        age = now - self._since
        if self._told or age < SETTLED:
            return None
        sight = self._judge(content)
        if sight.trouble and age < PATIENCE:
            return None
        self._told = True
        return sight

    def _read(self) -> bytes | OSError:
        try:
            return read_file(self._path)
        except OSError as error:
            return error

    def _judge(self, content: bytes | OSError) -> Sight:
        """What there is to see in a file: its record, or the last one and what is wrong now."""
        if isinstance(content, OSError):
            return Sight(self._last, (f"{os.fspath(self._path)}: {content.strerror}",))
        try:
            self._last, _ = parse(content, os.fspath(self._path))
        except NotationError as error:
            return Sight(self._last, tuple(map(str, error.problems)))
        return Sight(self._last)


def _same(one: bytes | OSError, other: bytes | OSError | None) -> bool:
    if isinstance(one, OSError) and isinstance(other, OSError):
        return one.errno == other.errno
    return one == other
