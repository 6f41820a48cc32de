"""A record on disk that is whole at every instant.

A save writes a new file beside the old one, syncs it, puts it in the old one's place in one step
(``rename``) and syncs the folder. So whatever happens at whatever moment, the file holds what it
held before or what it holds after, and when ``save`` returns, it holds the latter for good.

Others may write the file, too: an editor, or a second session. What the file held when this one
last read or wrote it is kept, and compared with what it holds before every save; a save never
overwrites what it has not seen. Sessions of ours take turns by a lock on the folder, so between
them nothing can slip in; an editor that takes no lock would have to write in the moment (some
microseconds) between comparing and renaming.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tracker.errors import TrackerError
from tracker.notation.problems import printable
from tracker.notation.source import MAX_BYTES, read_file

_NO_FOLDER_SYNC: Final = (errno.EINVAL, errno.ENOTSUP)
"""What file systems say whose folders need no syncing, or know none."""

_PATIENCE: Final = 5.0
"""Seconds to wait for another session's save."""


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
        if len(content) > MAX_BYTES:
            raise StorageError(f"a record has at most {MAX_BYTES // 2**20} MiB; this is longer")
        try:
            target = Path(os.path.realpath(self.path))
            with _locked(target.parent):
                self._replace(target, content)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StorageError(f"{self.name} could not be saved: {reason}") from error

    def _replace(self, target: Path, content: bytes) -> None:
        self._require_unchanged()
        _require_writable(target)
        temporary = target.with_name(_temporary_name(target.name))
        with contextlib.suppress(FileNotFoundError):
            temporary.unlink()  # of a session that was killed: only who holds the lock makes one
        try:
            _write(temporary, content, like=target)
            self._require_unchanged()
            os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
        self.seen = content
        _sync_folder(target.parent)

    def _require_unchanged(self) -> None:
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


def _temporary_name(name: str) -> str:
    """The name of the new file until it is whole: hidden, short, and the same for each save."""
    return f".tracker-{hashlib.sha256(os.fsencode(name)).hexdigest()[:16]}.tmp"


def _require_writable(target: Path) -> None:
    """Renaming would replace a read-only file without a word."""
    if not target.exists():
        return
    if not target.stat().st_mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only")


def _write(temporary: Path, content: bytes, like: Path) -> None:
    """Write a new file and sync it, with permissions and where possible owner of another."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(temporary, flags, 0o600 if like.exists() else 0o666)
    with os.fdopen(handle, "wb") as file:
        if like.exists():
            _take_over(like, temporary)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _take_over(old: Path, new: Path) -> None:
    """Give a new file the owner, the permissions and the attributes of an old one."""
    before = old.stat()
    if hasattr(os, "chown") and _owner(new.stat()) != _owner(before):
        with contextlib.suppress(OSError):  # only the superuser may give files away
            os.chown(new, before.st_uid, before.st_gid)
    with contextlib.suppress(OSError):  # extended attributes, which not all file systems have
        shutil.copystat(old, new)
    os.chmod(new, stat.S_IMODE(before.st_mode))


def _owner(info: os.stat_result) -> tuple[int, int]:
    return info.st_uid, info.st_gid


if sys.platform == "win32":

    @contextlib.contextmanager
    def _locked(folder: Path) -> Iterator[None]:
        """There are no locks on folders; comparing before each save has to do."""
        yield

    def _sync_folder(folder: Path) -> None:
        """Folders cannot be synced, and need not be."""

else:
    import fcntl

    @contextlib.contextmanager
    def _locked(folder: Path) -> Iterator[None]:
        """Hold the lock on a folder; a file system without locks is used without."""
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            _wait_for_lock(handle)
            yield
        finally:
            os.close(handle)

    def _wait_for_lock(handle: int) -> None:
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.005)
            except OSError:
                return
            else:
                return

    def _sync_folder(folder: Path) -> None:
        """Sync the names in a folder, so that a new one outlives a power cut."""
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise
        finally:
            os.close(handle)
