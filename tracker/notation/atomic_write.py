"""Writing files: the one way for records, reports and certificates, in commands and the library.

Only files of many games are written as the games come (``tracker.notation.games``).

A regular file is *exchanged* for a new one: that is written and synced, takes the old one's place
in one step (``rename``), and the folder is synced. So the file holds its old content or the new
one, whatever happens at whatever moment, and the new one for good when writing returns. The new
file has no name until it is whole (``O_TMPFILE``, where the system has that), so that a killed
process leaves nothing behind; it takes over the old one's permissions and owner. A symbolic link
stays a link, and the file that it leads to is exchanged.

Two kinds of file cannot be exchanged without loss, and are overwritten in place: one that has
several names (hard links), and one whose owner could not be kept. There a kill in the midst can
leave a mixture of the two contents.

A pipe or a device, such as ``/dev/stdout``, is written to.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Final

from tracker.messages import printable_lines

_STREAMS: Final = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_STREAM: Final = re.compile(r"/(?:dev|proc/self)/fd/([0-9]{1,9})")
_NO_FOLDER_SYNC: Final = (errno.EINVAL, errno.ENOTSUP)
"""The errors of file systems whose folders cannot be synced, or need not be."""
_NO_UNNAMED: Final = (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT)
"""The errors of file systems that cannot hold a file without a name."""
_PATIENCE: Final = 5.0
"""Seconds to wait for another process that writes in the same folder."""


def write_text(path: str | os.PathLike[str], content: str) -> None:
    """Make a file hold a text, or send the text to a pipe or a device.

    Args:
        path: the file; it need not exist.
        content: the text, written in UTF-8 with the line ends it has. What a terminal would not
            print as a character, it gets escaped.

    Raises:
        OSError: where it cannot be written; a file then has its old content.
    """
    handle = _open_stream(os.fspath(path))
    if handle is None:
        target = Path(os.path.realpath(path))
        with locked(target.parent):
            exchange(target, content.encode())
            sync_folder(target.parent)
        return
    with os.fdopen(handle, "wb") as file:
        file.write((printable_lines(content) if file.isatty() else content).encode())


def _open_stream(path: str) -> int | None:
    """An open pipe or device to be written to; None for a regular file and for no file."""
    known = _STREAM.fullmatch(path)
    number = int(known[1]) if known else _STREAMS.get(path)
    if number is not None:
        return os.dup(number)
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return None
    return None if stat.S_ISREG(mode) else os.open(path, os.O_WRONLY)


# -- regular files --------------------------------------------------------------------------------


def exchange(target: Path, content: bytes, check: Callable[[], object] = bool) -> None:
    """Make a file hold some bytes; its folder is yet to be synced.

    Args:
        target: the file, not a link. It need not exist.
        content: the bytes.
        check: called when nothing is left to do but the last step; may raise to prevent it.

    Raises:
        OSError: where it cannot be written; it then has its old content.
    """
    old = _writable(target)
    named = target.with_name(temporary_name(target.name))
    with contextlib.suppress(FileNotFoundError):
        named.unlink()  # of a process that was killed: only who holds the lock makes one
    if old is not None and not _is_replaceable(old):
        _overwrite(target, content, check)
        return
    try:
        if not _written_unnamed(named, content, target, check):
            _write_named(named, content, target, check)
        if old is not None or named.exists():
            os.replace(named, target)
    except BaseException:
        with contextlib.suppress(OSError):
            named.unlink()
        raise


def temporary_name(name: str) -> str:
    """The name of a new file until it is in place: hidden, short, and the same for each write."""
    import hashlib  # every command imports this module, and few write a file

    return f".tracker-{hashlib.sha256(os.fsencode(name)).hexdigest()[:16]}.tmp"


def _writable(target: Path) -> os.stat_result | None:
    """The metadata of a file that may be written; None where there is no file.

    Raises:
        OSError: for a read-only file, which exchanging would replace without a word.
    """
    try:
        old = target.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(old.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")
    if not old.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only")
    return old


def _is_replaceable(old: os.stat_result) -> bool:
    """Whether a new file can be all that this one is."""
    if old.st_nlink > 1:
        return False
    if sys.platform == "win32" or os.geteuid() == 0:
        return True
    return old.st_uid == os.geteuid() and old.st_gid in (os.getegid(), *os.getgroups())


def _overwrite(target: Path, content: bytes, check: Callable[[], object]) -> None:
    """Write into a file that has to stay the same one; if that fails, it gets back what it held."""
    with open(target, "r+b") as file:
        before = file.read()
        check()
        try:
            _fill(file, content)
        except BaseException:
            file.seek(0)
            file.truncate()
            _fill(file, before)
            raise


def _fill(file: IO[bytes], content: bytes) -> None:
    file.seek(0)
    file.write(content)
    file.truncate()
    file.flush()
    os.fsync(file.fileno())


def _written_unnamed(
    named: Path, content: bytes, target: Path, check: Callable[[], object]
) -> bool:
    """Write a new file that has no name before it is whole; whether the system can do that.

    Where there is no old file it gets the target's name, else the temporary one.
    """
    is_new = not target.exists()
    folder, flags = target.parent, getattr(os, "O_TMPFILE", None)
    if flags is None or not os.path.isdir("/proc/self/fd"):
        return False
    try:
        handle = os.open(folder, flags | os.O_WRONLY, 0o666 if is_new else 0o600)
    except OSError as error:
        if error.errno in _NO_UNNAMED and folder.is_dir():
            return False
        raise
    with os.fdopen(handle, "wb") as file:
        place = Path(f"/proc/self/fd/{handle}")
        _write(file, content, None if is_new else target, place)
        check()
        at = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:  # only with a folder given does Python follow the link to the file
            os.link(place, (target if is_new else named).name, dst_dir_fd=at)
        finally:
            os.close(at)
    return True


def _write_named(named: Path, content: bytes, target: Path, check: Callable[[], object]) -> None:
    is_new = not target.exists()
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(named, flags, 0o666 if is_new else 0o600)
    with os.fdopen(handle, "wb") as file:
        _write(file, content, None if is_new else target, named)
    check()


def _write(file: IO[bytes], content: bytes, old: Path | None, place: Path) -> None:
    """Write a new file and sync it, with what it takes over from an old one."""
    if old is not None:
        _take_over(old, place)
    file.write(content)
    file.flush()
    os.fsync(file.fileno())


def _take_over(old: Path, new: Path) -> None:
    """Give a new file the owner, the permissions and the attributes of an old one."""
    import shutil  # with its archives it takes 2% of a short command that writes no file

    before = old.stat()
    if hasattr(os, "chown") and _owner(new.stat()) != _owner(before):
        with contextlib.suppress(OSError):  # a superuser may still be refused, in a container
            os.chown(new, before.st_uid, before.st_gid)
    with contextlib.suppress(OSError):  # extended attributes, which not all file systems have
        shutil.copystat(old, new)
    os.chmod(new, stat.S_IMODE(before.st_mode))


def _owner(info: os.stat_result) -> tuple[int, int]:
    return info.st_uid, info.st_gid


# -- folders --------------------------------------------------------------------------------------

if sys.platform == "win32":

    @contextlib.contextmanager
    def locked(folder: Path) -> Iterator[None]:
        """There are no locks on folders; comparing before each save has to do."""
        yield

    def sync_folder(folder: Path) -> None:
        """Folders cannot be synced, and need not be."""

else:
    import fcntl

    @contextlib.contextmanager
    def locked(folder: Path) -> Iterator[None]:
        """Hold the lock on a folder; a file system without locks is used without.

        Raises:
            OSError: where there is no such folder, or another process does not let go.
        """
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            _wait_for_lock(handle)
            yield
        finally:
            os.close(handle)

    def _wait_for_lock(handle: int) -> None:
        """Take the lock once others let go of it; go on without it where there are no locks.

        Raises:
            BlockingIOError: where another process does not let go.
        """
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

    def sync_folder(folder: Path) -> None:
        """Sync the names in a folder, so that a new one outlives a power cut."""
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise
        finally:
            os.close(handle)
