"""A record on disk: whole at every instant, and never overwritten unseen.

How a file is written is ``tracker.notation.atomic_write``'s business: it holds what it held before
or what it holds after, and when ``save`` returns, it holds the latter for good.

Others may write the file, too: an editor, or a second session. What the file held when this session
last read or wrote it is kept, and compared with what it holds before every save; a save never
overwrites what it has not seen. Sessions of ours take turns by a lock, so between them nothing can
slip in; an editor that takes no lock would have to write in the moment (some microseconds) between
comparing and replacing.

Whose view was taken of a file is remembered from one session to the next. It is kept beside the
records, not in them: in a file of the folder that the system has for such things
(``XDG_STATE_HOME``, else ``~/.local/state``). Where that cannot be read or written, nothing is
remembered, and nothing is said about it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from pathlib import Path
from typing import Final

from tracker.errors import NotationError, RecordError, TextProblem, TrackerError
from tracker.game.record import Record
from tracker.messages import printable
from tracker.notation.atomic_write import exchange, locked, sync_folder, write_text
from tracker.notation.record_files import JSON, TEXT, dumps, form_of, read
from tracker.notation.source import excess, read_file

_MOST_REMEMBERED: Final = 200
"""How many files are remembered; those seen longest ago are forgotten."""


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
        self.form = JSON if self.path.suffix.lower() == ".json" else TEXT
        """The form of the record in it; until one was read, that which its name says."""

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

    def read_record(self) -> Record:
        """The record that the file holds now.

        Raises:
            NotationError: where it is none.
            OSError: where it cannot be read, or there is none.
        """
        data = self.read()
        if data is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
        self.form = form_of(data)
        if self.form not in (TEXT, JSON):
            expected = "expected a record: 'tracker convert' makes one of it"
            message = f"this is a log of {self.form} ({expected})"
            raise NotationError((TextProblem(self.name, 1, 1, message),))
        return read(data, self.name, self.form)

    def has_changed(self) -> bool:
        """Whether somebody else has written or removed the file; unreadable counts as changed."""
        try:
            return self._current() != self.seen
        except OSError:
            return True

    def save_record(self, record: Record) -> None:
        """Make the file hold a record, in its form; see ``save``."""
        self.save(dumps(record, form=self.form))

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
            raise StorageError(too_much[1])
        content = text.encode()
        try:
            target = Path(os.path.realpath(self.path))
            with locked(target):
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
        if current != self.seen:
            made = "made" if self.seen is None else "changed"
            how = "removed" if current is None else made
            raise ChangedError(f"{self.name} was {how} by somebody else meanwhile")

    def _current(self) -> bytes | None:
        try:
            if not stat.S_ISREG(os.stat(self.path).st_mode):  # reading a pipe would wait forever
                raise OSError(errno.EINVAL, "it is not a regular file")
            return read_file(self.path)
        except FileNotFoundError:
            return None


def begun(path: str | os.PathLike[str], record: Record) -> Store:
    """A new file with a record in it, in the form that its name says.

    Raises:
        RecordError: where there is such a file already.
        StorageError: where it cannot be written.
    """
    store = Store(path)
    if os.path.lexists(store.path):
        raise RecordError(f"{store.name} is there already (expected a new file)")
    store.save_record(record)
    return store


# -- the view that was taken of a file ------------------------------------------------------------


def remembered_view(path: str | os.PathLike[str]) -> str | None:
    """The view that was taken of a file last; None where that is not known."""
    return _views().get(os.path.realpath(path))


def remember_view(path: str | os.PathLike[str], view: str) -> None:
    """Remember whose view was taken of a file."""
    place = _views_file()
    if place is None:
        return
    file = os.path.realpath(path)
    others = [(other, seen) for other, seen in _views().items() if other != file]
    kept = dict([*others, (file, view)][-_MOST_REMEMBERED:])
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(place, json.dumps(kept, indent=1) + "\n")


def _views() -> dict[str, str]:
    """The views by file; nothing where they cannot be read."""
    place = _views_file()
    try:
        views = json.loads(place.read_bytes()) if place else {}
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(views, dict):
        return {}
    return {key: view for key, view in views.items() if isinstance(view, str)}


def _views_file() -> Path | None:
    """The file that remembers; None where there is no home folder."""
    folder = os.environ.get("XDG_STATE_HOME") or os.path.join("~", ".local", "state")
    place = os.path.expanduser(folder)
    return None if place.startswith("~") else Path(place) / "tracker" / "views.json"
