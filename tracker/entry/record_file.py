"""A record on disk: whole at every instant, never overwritten unseen, watched while others write.

How a file is written is ``tracker.notation.atomic_write``'s business: it holds what it held before
or what it holds after, and when ``save`` returns, it holds the latter for good.

Others may write the file, too: an editor, or a second session. What the file held when this session
last read or wrote it is kept, and compared with what it holds before every save; a save never
overwrites what it has not seen. Sessions of ours take turns by a lock on the folder, so between
them nothing can slip in; an editor that takes no lock would have to write in the moment (some
microseconds) between comparing and renaming.

Editors write in several ways: into the file, which is then half written for a moment; or a new
file that takes the old one's place, which may be missing for a moment. So a ``Watcher`` only looks
at a file once it has stayed unchanged for a while, and gives one that is missing or no record a
little longer.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tracker.errors import NotationError, RecordError, TextProblem, TrackerError
from tracker.game.record import Record
from tracker.messages import printable
from tracker.notation.atomic_write import exchange, locked, sync_folder
from tracker.notation.record_files import JSON, TEXT, dumps, form_of, read
from tracker.notation.source import excess, read_file


class StorageError(TrackerError):
    """A record could not be saved; the file holds what it held, and nothing was acknowledged."""


class ChangedError(StorageError):
    """The file is not what it was when this session last read or wrote it."""


class Store:
    """One file, and what it held when it was last read or written here.

    Args:
        path: the file; links are followed at every save. It need not exist.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path: Final = Path(path)
        self.seen: bytes | None = None
        """What it held; None where there was no such file."""

    @property
    def name(self) -> str:
        """The file's name, fit for a message."""
        return printable(str(self.path))

    def read(self) -> bytes | None:
        """What the file holds now; None where there is no file.

        Raises:
            OSError: where it cannot be read.
        """
        self.seen = self._current()
        return self.seen

    def has_changed(self) -> bool:
        """Whether somebody else has written or removed the file; unreadable counts as changed."""
        try:
            return self._current() != self.seen
        except OSError:
            return True

    def save(self, text: str) -> None:
        """Make the file hold a text, for good.

        Where only the last step fails, the syncing of the folder, the file has the text, but not
        for good: it is not acknowledged either.

        Raises:
            ChangedError: where somebody else has written it; it is left as it is.
            StorageError: where it cannot be written.
        """
        too_much = excess(text)
        if too_much is not None:
            raise StorageError(too_much[2])
        content = text.encode()
        try:
            target = Path(os.path.realpath(self.path))
            with locked(target.parent):
                self._require_unchanged()
                exchange(target, content, self._require_unchanged)
                self.seen = content
                sync_folder(target.parent)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StorageError(f"{self.name} could not be saved: {reason}") from error

    def _require_unchanged(self) -> None:
        """Go on only while the file holds what it was last seen to hold.

        Raises:
            ChangedError: where somebody else wrote, made or removed it.
        """
        current = self._current()
        if current == self.seen:
            return
        if current is None:
            raise ChangedError(f"{self.name} was removed by somebody else meanwhile")
        how = "made" if self.seen is None else "changed"
        raise ChangedError(f"{self.name} was {how} by somebody else meanwhile")

    def _current(self) -> bytes | None:
        try:
            if not stat.S_ISREG(os.stat(self.path).st_mode):  # reading a pipe would wait forever
                raise OSError(errno.EINVAL, "it is not a regular file")
            return read_file(self.path)
        except FileNotFoundError:
            return None


# -- the record in a file -------------------------------------------------------------------------


@dataclass(frozen=True)
class RecordFile:
    """A file that holds a record, or is to hold one."""

    store: Store
    as_json: bool = False
    """Whether it has the JSON form."""

    def save(self, record: Record) -> None:
        """Make the file hold a record, for good.

        Raises:
            StorageError: where it cannot be written; it is as it was.
        """
        self.store.save(dumps(record, form=JSON if self.as_json else TEXT))

    def again(self) -> tuple[RecordFile, Record]:
        """The file as it is now, and the record in it.

        Raises:
            NotationError: where it is no record now.
            RecordError: where it is gone.
            OSError: where it cannot be read.
        """
        try:
            return opened(self.store.path)
        except FileNotFoundError as error:
            gone = f"{self.store.name} is not there any more (expected 'save as FILE')"
            raise RecordError(gone) from error


def opened(path: str | os.PathLike[str]) -> tuple[RecordFile, Record]:
    """A file, and the record in it.

    Raises:
        NotationError: where it is no record.
        OSError: where it cannot be read.
    """
    store = Store(path)
    data = store.read()
    if data is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    record, as_json = _parse(data, store.name)
    return RecordFile(store, as_json), record


def begun(path: str | os.PathLike[str], record: Record) -> RecordFile:
    """A new file with a record in it, in the form that its name says.

    Raises:
        RecordError: where there is such a file already.
        StorageError: where it cannot be written.
    """
    file = RecordFile(Store(path), Path(path).suffix.lower() == ".json")
    if os.path.lexists(file.store.path):
        raise RecordError(f"{file.store.name} is there already (expected a new file)")
    file.save(record)
    return file


def _parse(data: bytes, source: str) -> tuple[Record, bool]:
    """The record that a file's bytes are, and whether they are its JSON form.

    Raises:
        NotationError: where they are none.
    """
    form = form_of(data)
    if form not in (TEXT, JSON):
        message = f"this is a log of {form} (expected a record: 'tracker convert' makes one of it)"
        raise NotationError((TextProblem(source, 1, 1, message),))
    return read(data, source, form), form == JSON


# -- watching -------------------------------------------------------------------------------------

SETTLED: Final = 0.1
"""Seconds for which a file has to stay unchanged."""
PATIENCE: Final = 0.6
"""Seconds for which it may be missing, or no record, before that is reported."""


@dataclass(frozen=True)
class Sight:
    """What was seen of a file."""

    record: Record | None
    """The record; where the file is none now, the last one it was."""
    trouble: tuple[str, ...] = ()
    """Why the file is no record now."""


class Watcher:
    """Tells when a file that somebody else is writing has something new in it.

    Args:
        path: the file.
        clock: seconds, for tests.
    """

    def __init__(
        self, path: str | os.PathLike[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = os.fspath(path)
        self._clock = clock
        self._content: bytes | int | None = None
        self._since = clock()
        self._last: Record | None = None
        self._is_reported = False

    def look(self) -> Sight | None:
        """What is new; None where nothing is, or it is too early to tell."""
        content, now = self._read(), self._clock()
        if content != self._content:
            self._content, self._since, self._is_reported = content, now, False
        age = now - self._since
        if self._is_reported or age < SETTLED:
            return None
        sight = self._judge(content)
        if sight.trouble and age < PATIENCE:
            return None
        self._is_reported = True
        return sight

    def _read(self) -> bytes | int:
        """What the file holds, or the number of the error where it cannot be read."""
        try:
            return read_file(self._path)
        except OSError as error:
            return error.errno or 0

    def _judge(self, content: bytes | int) -> Sight:
        """What there is to see in a file: its record, or the last one and what is wrong now."""
        if isinstance(content, int):
            return Sight(self._last, (f"{self._path}: {os.strerror(content)}",))
        try:
            self._last, _ = _parse(content, self._path)
        except NotationError as error:
            return Sight(self._last, tuple(map(str, error.problems)))
        return Sight(self._last)
