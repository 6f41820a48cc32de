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
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
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
_LAYERS: Final = ("zip", "tar", "gzip")
"""How a file may be packed; a tar archive may be packed with gzip, too."""
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
    files = (file for path in paths for file in _files_below(path))
    return (
        source for file in files for source in _read(shown(file), partial(_open, file), _LAYERS)
    )


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
    """A path as text, and what stands for standard input; bytes that are not UTF-8 are escaped."""
    return "<stdin>" if path == STANDARD else os.fsencode(path).decode("utf-8", "backslashreplace")


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
        looked_at = filter(_LOOKED_AT.fullmatch, files)
        found += [os.path.join(folder, name) for name in looked_at if not name.startswith(".")]
    return sorted(found, key=lambda path: path.split(os.sep))


# -- files ----------------------------------------------------------------------------------------


def _read(
    name: str, opened: Callable[[], BinaryIO], layers: Container[str | None]
) -> Iterator[SourceFile]:
    """The games' files in a file; one that is unreadable does not end the others.

    Args:
        name: its path, that of an archive first.
        opened: opens it, so that it can be rewound.
        layers: how it may be packed.
    """
    try:
        with opened() as file:
            yield from _unpacked(name, file, layers)
    except _UNREADABLE as error:
        yield name, unreadable(name, error)


def _open(path: str) -> BinaryIO:
    """A file of the file system; of standard input or a pipe a copy, since it cannot be rewound.

    Raises:
        RecordError: where there is no standard input.
    """
    if path != STANDARD:
        file = open(path, "rb")  # noqa: SIM115 - who asked for it closes it
        return file if file.seekable() else _copied(lambda: file)
    try:
        return _copied(lambda: nullcontext(sys.stdin.buffer))
    except OSError as error:
        raise RecordError(f"<stdin>: {error.strerror or error}") from error


def _copied(opened: Callable[[], AbstractContextManager[IO[bytes]]]) -> BinaryIO:
    """A copy of a file that is opened so, which can be rewound."""
    with opened() as file, ExitStack() as where_it_fails:
        copy = where_it_fails.enter_context(SpooledTemporaryFile(_IN_MEMORY))
        shutil.copyfileobj(file, copy)
        copy.seek(0)
        where_it_fails.pop_all()  # else who asked for it closes it
    # Its type does not say so, but it can do all that a BinaryIO can.
    return cast("BinaryIO", copy)


def _unpacked(name: str, file: BinaryIO, layers: Container[str | None]) -> Iterator[SourceFile]:
    """A file that may hold games, or those that are packed in it."""
    how = _packed(file)
    if how is None:
        yield name, file
    elif how not in layers:
        message = f"packed with {how} (expected at most one layer of zip, tar or gzip: unpack it)"
        yield name, TextProblem(printable(name), 1, 1, message)
    elif how == "gzip":
        with gzip.GzipFile(fileobj=file, mode="rb") as inner:
            yield from _unpacked(name, cast("BinaryIO", inner), ("tar",))
    else:
        for member, opened in _zipped(file) if how == "zip" else _tarred(file):
            if _LOOKED_AT.fullmatch(member):
                # A copy: to rewind a member itself would be to rewind the whole archive.
                yield from _read(f"{name}/{shown(member)}", partial(_copied, opened), ())


def _zipped(file: BinaryIO) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The members of a zip archive in the order of their names, with what opens them."""
    with zipfile.ZipFile(file) as archive:
        for member in sorted(archive.infolist(), key=lambda member: member.filename):
            yield member.filename, partial(archive.open, member)


def _tarred(file: BinaryIO) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The members of a tar archive in its own order, since it is read once."""
    with tarfile.open(fileobj=file, mode="r:") as archive:
        for member in archive:
            if member.isfile():
                yield member.name, partial(archive.extractfile, member)
            vars(archive)["members"] = []  # else it would keep them all


def _packed(file: BinaryIO) -> str | None:
    """How a file is packed; None: it is not."""
    start = first_bytes(file)
    return next((how for (at, sign), how in _PACKED.items() if start.startswith(sign, at)), None)


def first_bytes(file: BinaryIO) -> bytes:
    """The first bytes of a file, by which it can be told what it is."""
    start = file.read(_LONGEST)
    file.seek(0)
    return start
