"""A record on disk that is whole at every instant, and never overwritten unseen.

How a file is written is ``tracker.notation.atomic_write``'s business: it holds what it held before
or what it holds after, and when ``save`` returns, it holds the latter for good.

Others may write the file, too: an editor, or a second session. What the file held when this one
last read or wrote it is kept, and compared with what it holds before every save; a save never
overwrites what it has not seen. Sessions of ours take turns by a lock on the folder, so between
them nothing can slip in; an editor that takes no lock would have to write in the moment (some
microseconds) between comparing and renaming.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tracker.errors import NotationError, RecordError, TextProblem, TrackerError
from tracker.game.record import Record
from tracker.messages import printable
from tracker.notation.atomic_write import exchange, locked, sync_folder, write_text
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
        """What it held; none: there was no such file."""

    @property
    def name(self) -> str:
        """The file's name, fit for a message."""
        return printable(str(self.path))

    def read(self) -> bytes | None:
        """What the file holds now; none where there is none.

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
        content = text.encode()
        too_much = excess(text)
        if too_much is not None:
            raise StorageError(too_much[2])
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


# -- the file of a record that is being entered: text, or its json form ---------------------------
#
# The file of a record that is being entered: text, or its JSON form.


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
        self.store.save(dumps(record, JSON if self.as_json else TEXT))

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
    record, as_json = parse(data, store.name)
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


def parse(data: bytes, source: str) -> tuple[Record, bool]:
    """The record that a file's bytes are, and whether they are its JSON form.

    Raises:
        NotationError: where they are none.
    """
    form = form_of(data)
    if form not in (TEXT, JSON):
        message = f"this is a log of {form} (expected a record: 'tracker convert' makes one of it)"
        raise NotationError((TextProblem(source, 1, 1, message),))
    return read(data, source, form), form == JSON


# -- what is remembered of a file from one session to the next: whose view  -----------------------
#
# What is remembered of a file from one session to the next: whose view was taken.
#
# It is kept beside the records, not in them: in a file of the folder that the system has for such
# things (``XDG_STATE_HOME``, else ``~/.local/state``). Where that cannot be read or written,
# nothing is remembered, and nothing is said about it.

_MOST: Final = 200
"""How many files are remembered; those seen longest ago are forgotten."""


def remembered_view(path: str | os.PathLike[str]) -> str | None:
    """The view that was taken of a file last; none where that is not known."""
    return _views().get(_key(path))


def remember_view(path: str | os.PathLike[str], view: str) -> None:
    """Remember whose view was taken of a file."""
    views = _views()
    views.pop(_key(path), None)
    views[_key(path)] = view
    kept = dict(list(views.items())[-_MOST:])
    place = _place()
    if place is None:
        return
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(str(place), json.dumps(kept, indent=1) + "\n")


def _views() -> dict[str, str]:
    """All that is remembered; nothing where it cannot be read."""
    place = _place()
    try:
        found = json.loads(place.read_bytes()) if place else {}
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: view for key, view in found.items() if isinstance(view, str)}


def _place() -> Path | None:
    """The file; none where there is no home folder."""
    folder = os.environ.get("XDG_STATE_HOME") or os.path.join("~", ".local", "state")
    found = os.path.expanduser(folder)
    return None if found.startswith("~") else Path(found) / "tracker" / "views.json"


def _key(path: str | os.PathLike[str]) -> str:
    return os.path.realpath(path)
