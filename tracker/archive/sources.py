"""Sources: what somebody names who means many games, and the files that this leads to.

A source is a file, a folder, a pattern (``games/**/*.lit``), a zip or tar archive, or standard
input (``-``). A file, and a tar archive as a whole, may be compressed with gzip. What is packed
inside that is not unpacked again: it is a problem. The first bytes of a file say what it is. In a
folder or an archive, only files are looked at whose names end like those of records, logs and
archives. Everything comes in one order: that in which sources are named, and in a folder that of
the names.

Nothing is ever unpacked to a path that an archive names. Only one file is open at a time, and what
is larger than a few records is not held in memory.

Example: ``files_of(["games"])`` gives ``games/a.lit``, then ``games/b.zip/one.lit`` …
"""

from __future__ import annotations

import glob
import gzip
import os
import re
import shutil
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO, Final, TypeAlias, cast

from tracker.errors import RecordError, TextProblem
from tracker.messages import printable

STANDARD: Final = "-"
"""The source that is standard input."""
_LOOKED_AT: Final = re.compile(
    r".*\.(?:zip|tgz|(?:tar|lit|json|jsonl|ndjson|log)(?:\.(?:gz|zst|xz|bz2))?)",
    re.IGNORECASE | re.DOTALL,
)
_IN_MEMORY: Final = 8 * 2**20
"""A copy of a file that is larger than so many bytes goes to a temporary file."""
_PACKED: Final = {
    (0, b"\x1f\x8b"): "gzip",
    (0, b"PK\x03\x04"): "zip",
    (0, b"PK\x05\x06"): "zip",
    (0, b"\x28\xb5\x2f\xfd"): "zstd",
    (0, b"\xfd7zXZ\x00"): "xz",
    (0, b"BZh"): "bzip2",
    (257, b"ustar"): "tar",
}
"""How files are packed that have some bytes at a place."""
_LONGEST: Final = 512
"""So many bytes tell what a file is."""
DAMAGED: Final = (OSError, EOFError, zlib.error, zipfile.BadZipFile, tarfile.TarError)
"""What reading raises where a file is damaged, or cut off."""
_UNREADABLE: Final = (*DAMAGED, RuntimeError, ValueError)
"""What opening raises as well, where an archive is encrypted, or packed in an unknown way."""


SourceFile: TypeAlias = tuple[str, BinaryIO | TextProblem]
"""A file that may hold games: its path, that of an archive first; and what it has, which can be
rewound and is closed when the next one is asked for, or why it is unreadable."""


def files_of(named: Iterable[str | os.PathLike[str]]) -> Iterator[SourceFile]:
    """The files that some sources lead to, one by one.

    Args:
        named: paths, patterns and ``-``.

    Raises:
        RecordError: at once, where one of them is not there.
    """
    sources = dict.fromkeys(os.fspath(name) for name in named)
    paths = _without_inner([path for name in sources for path in _matching(name)])
    return (file for path in paths for below in _files_below(path) for file in _read(below))


def record_paths(named: Iterable[str]) -> Sequence[str]:
    """The files that some names lead to, for a command that works on the files themselves.

    Args:
        named: files; folders and patterns, which stand for the records in text (``.lit``) there.

    Raises:
        RecordError: where there is none in a folder.
    """
    paths: list[str] = []
    for name in named:
        records = [name]
        if os.path.isdir(name) or (glob.has_magic(name) and not os.path.lexists(name)):
            below = (path for part in _matching(name) for path in _files_below(part))
            records = [path for path in below if path.lower().endswith(".lit")]
        if not records:
            raise RecordError(f"{printable(name)}: there are no records here (NAME.lit)")
        paths += records
    return paths


def shown(path: str) -> str:
    """A path as text; bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def unreadable(name: str, error: BaseException) -> TextProblem:
    """That a file cannot be read."""
    reason = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    return TextProblem(printable(name), 1, 1, f"cannot be read: {printable(reason)}")


# -- paths ----------------------------------------------------------------------------------------


def _matching(source: str) -> Sequence[str]:
    """The paths that a source stands for: itself, or what matches it as a pattern.

    Raises:
        RecordError: where there is nothing.
    """
    is_there = source == STANDARD or os.path.lexists(source)
    matching = [source] if is_there else sorted(glob.glob(source, recursive=True))
    if not matching:
        raise RecordError(f"{printable(source)}: there is no such file or folder")
    return matching


def _without_inner(paths: Iterable[str]) -> list[str]:
    """The paths without those that are inside another one, so that no game counts twice."""
    named = [(Path(p if p == STANDARD else os.path.realpath(p)), p) for p in paths]
    taken = {real for real, _ in named}
    outer = [(real, path) for real, path in named if taken.isdisjoint(real.parents)]
    return list(dict(reversed(outer)).values())[::-1]


def _files_below(path: str) -> Sequence[str]:
    """A file, or the files of a folder that are looked at, in the order of their names.

    Hidden files are left out, and links to folders are not followed. A folder that cannot be read
    is there itself: opening it will say why.
    """
    if path == STANDARD or not os.path.isdir(path):
        return [path]
    found: list[str] = []
    walk = os.walk(path, onerror=lambda error: found.append(str(error.filename)))
    for folder, inner, files in walk:
        inner[:] = (name for name in inner if not name.startswith("."))
        shown = (name for name in files if not name.startswith("."))
        found.extend(os.path.join(folder, name) for name in filter(_LOOKED_AT.fullmatch, shown))
    return sorted(found, key=lambda path: path.split(os.sep))


# -- files ----------------------------------------------------------------------------------------


def _read(path: str) -> Iterator[SourceFile]:
    """The games' files in a file of the file system, or in standard input."""
    name = "<stdin>" if path == STANDARD else shown(path)
    return _opened(name, partial(_open, path), _within)


def _opened(
    name: str,
    opened: Callable[[ExitStack], BinaryIO],
    read: Callable[[str, BinaryIO, ExitStack], Iterator[SourceFile]],
) -> Iterator[SourceFile]:
    """What is read of a file; one that is unreadable does not end the others."""
    try:
        with ExitStack() as stack:
            yield from read(name, opened(stack), stack)
    except _UNREADABLE as error:
        yield name, unreadable(name, error)


def _open(path: str, stack: ExitStack) -> BinaryIO:
    """A file of the file system; of standard input or a pipe a copy, since it cannot be rewound.

    Raises:
        RecordError: where there is no standard input.
    """
    if path != STANDARD:
        file = stack.enter_context(open(path, "rb"))  # noqa: SIM115 - the stack closes it
        return file if file.seekable() else _copied(file, stack)
    try:
        return _copied(sys.stdin.buffer, stack)
    except OSError as error:
        raise RecordError(f"<stdin>: {error.strerror or error}") from error


def _copied(file: IO[bytes], stack: ExitStack) -> BinaryIO:
    """What is left of a file, as one that can be rewound."""
    copy = stack.enter_context(SpooledTemporaryFile(_IN_MEMORY))  # noqa: SIM115
    shutil.copyfileobj(file, copy)
    copy.seek(0)
    # Its type does not say so, but it can do all that a BinaryIO can.
    return cast("BinaryIO", copy)


def _within(name: str, file: BinaryIO, stack: ExitStack) -> Iterator[SourceFile]:
    """A file that may hold games, or those that are packed in it."""
    if _packed(file) == "zip":
        with zipfile.ZipFile(file) as archive:
            for member in sorted(archive.infolist(), key=lambda member: member.filename):
                if not member.is_dir():
                    yield from _member(name, member.filename, partial(archive.open, member))
        return
    if _packed(file) == "gzip":
        file = cast("BinaryIO", stack.enter_context(gzip.GzipFile(fileobj=file, mode="rb")))
    if _packed(file) != "tar":
        yield from _unpacked(name, file, stack)
        return
    with tarfile.open(fileobj=file, mode="r:") as tar:  # in its own order: it is read once
        for entry in tar:
            if entry.isfile():
                yield from _member(name, entry.name, partial(tar.extractfile, entry))
            vars(tar)["members"] = []  # else it would keep them all


def _member(archive: str, name: str, opened: Callable[[], Any]) -> Iterator[SourceFile]:
    """A member of an archive, if it may hold games."""

    def copied(stack: ExitStack) -> BinaryIO:
        """A copy: to rewind a member itself would be to rewind the whole archive."""
        return _copied(stack.enter_context(opened()), stack)

    is_looked_at = _LOOKED_AT.fullmatch(name)
    return _opened(f"{archive}/{shown(name)}", copied, _unpacked) if is_looked_at else iter(())


def _unpacked(name: str, file: BinaryIO, _: ExitStack) -> Iterator[SourceFile]:
    """A file that may hold games, if it is not packed in a way that is not read here."""
    how = _packed(file)
    message = f"packed with {how} (expected at most one layer of zip, tar or gzip: unpack it)"
    yield name, TextProblem(printable(name), 1, 1, message) if how else file


def _packed(file: BinaryIO) -> str | None:
    """How a file is packed; None: it is not."""
    start = first_bytes(file)
    found = (how for (at, sign), how in _PACKED.items() if start.startswith(sign, at))
    return next(found, None)


def first_bytes(file: BinaryIO) -> bytes:
    """The first bytes of a file, by which it can be told what it is."""
    start = file.read(_LONGEST)
    file.seek(0)
    return start
