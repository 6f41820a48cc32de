"""Writing files: the one way for records, reports and certificates, in commands and the library.

Only files of many games are written as the games come (``tracker.notation.games``).

A regular file is *exchanged* for a new one: a temporary file beside it is written and synced, takes
its place in one step (``replace``), and the folder is synced. So the file holds its old content or
the new one, whatever happens at whatever moment, and the new one for good when writing returns. It
keeps its permissions and, where the system allows that, its owner. A symbolic link stays a link,
and the file that it leads to is exchanged. Another name of the same file (a hard link) keeps the
old content.

Who writes a file holds its lock: a file beside it, too, that is there only meanwhile. What a killed
process leaves behind, the next one that writes the file clears away.

A pipe or a device, such as ``/dev/stdout``, is written to.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tracker.messages import printable_lines

_STREAMS: Final = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_STREAM: Final = re.compile(r"/(?:dev|proc/self)/fd/([0-9]{1,9})")
_NO_FOLDER_SYNC: Final = (errno.EINVAL, errno.ENOTSUP)
"""The errors of file systems whose folders cannot be synced, or need not be."""
_PATIENCE: Final = 5.0
"""Seconds to wait for another process that writes the same file."""


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
        with locked(target):
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


def beside(target: Path, kind: str) -> Path:
    """A hidden place beside a file: its ``lock``, or ``tmp``, the new file until it is in place.

    The name is short, and the same every time.
    """
    import hashlib  # every command imports this module, and few write a file

    name = hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]
    return target.with_name(f".tracker-{name}.{kind}")


@contextlib.contextmanager
def locked(target: Path) -> Iterator[None]:
    """Hold the lock of a file.

    Args:
        target: the file, not a link. It need not exist.

    Raises:
        OSError: where there is no such folder, or another process does not let go.
    """
    from filelock import FileLock, Timeout

    place = beside(target, "lock")
    lock = FileLock(place, timeout=_PATIENCE, mode=0o666, poll_interval=0.005)
    target.parent.stat()  # the lock would make a folder that is not there
    try:
        lock.acquire()
    except Timeout as error:
        raise BlockingIOError(errno.EAGAIN, "somebody else is writing it") from error
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            place.unlink()  # whoever waits for this lock finds out, and makes another one
        lock.release()


def exchange(target: Path, content: bytes, check: Callable[[], object] = bool) -> None:
    """Make a file hold some bytes; its folder is yet to be synced, and its lock is held.

    Args:
        target: the file, not a link. It need not exist.
        content: the bytes.
        check: called when nothing is left to do but the last step; may raise to prevent it.

    Raises:
        OSError: where it cannot be written; it then has its old content.
    """
    old = _writable(target)
    new = beside(target, "tmp")
    new.unlink(missing_ok=True)
    try:
        _write(new, content, old)
        check()
        os.replace(new, target)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise


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


def _write(new: Path, content: bytes, old: os.stat_result | None) -> None:
    """Write and sync a file that was not there, with the owner and permissions of an old one."""
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if old is None else 0o600)
    with os.fdopen(handle, "wb") as file:
        if old is not None:
            if hasattr(os, "chown"):
                with contextlib.suppress(OSError):  # few may give a file away
                    os.chown(new, old.st_uid, old.st_gid)
            os.chmod(new, stat.S_IMODE(old.st_mode))
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder, so that a new one outlives a power cut."""
    if os.name == "nt":
        return  # where folders cannot be synced, and need not be
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(handle)
