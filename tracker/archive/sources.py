"""Sources: what somebody names who means many games, and the files that this leads to.

A source is a file, a folder, a pattern (``games/**/*.lit``), an archive (zip, tar) or standard
input (``-``). Files may be compressed (gzip, xz, bzip2; zstd where pyarrow is installed). The first
bytes of a file say what it is. In a folder or an archive, only files are looked at whose names end
like those of records, logs and archives. Everything comes in one order: that in which sources are
named, and in a folder that of the names.

Nothing is ever unpacked to a path that an archive names. Only one file is open at a time, and what
is larger than a few records is not held in memory.

Example: ``Sources(["games"]).files()`` gives ``games/a.lit``, then ``games/b.zip/one.lit`` …
"""

from __future__ import annotations

import bz2
import glob
import gzip
import lzma
import os
import re
import shutil
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, Final, cast

from tracker.errors import RecordError, TextProblem
from tracker.messages import printable

STANDARD: Final = "-"
"""The source that is standard input."""
_GAMES: Final = ("lit", "json", "jsonl", "ndjson", "log")
_ARCHIVES: Final = ("zip", "tar", "tgz", "tar.gz", "tar.zst", "tar.xz", "tar.bz2")
_COMPRESSED: Final = ("gz", "zst", "xz", "bz2")
_LOOKED_AT: Final = re.compile(
    rf".*\.(?:(?:{'|'.join(_GAMES)})(?:\.(?:{'|'.join(_COMPRESSED)}))?|"
    rf"{'|'.join(map(re.escape, _ARCHIVES))})",
    re.IGNORECASE | re.DOTALL,
)
_IN_MEMORY: Final = 8 * 2**20
"""A copy of a file that is larger than so many bytes goes to a temporary file."""
_DEEPEST: Final = 4
"""How many archives and compressions may be nested."""
DAMAGED: Final = (
    OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError,
)  # fmt: skip
"""What reading raises where a file is damaged, or cut off."""
_UNREADABLE: Final = (*DAMAGED, RuntimeError, ValueError)
"""What opening raises as well, where an archive is encrypted, or packed in an unknown way."""


@dataclass(frozen=True)
class SourceFile:
    """A file that may hold games."""

    name: str
    """The path, that of an archive first."""
    file: BinaryIO | None
    """It can be rewound, and is closed when the next one is asked for. None where it is
    unreadable."""
    problem: TextProblem | None = None
    """Why it is unreadable."""


class Sources:
    """The files that some sources lead to, one by one, with how far that has got.

    Args:
        named: paths, patterns and ``-``.

    Raises:
        RecordError: where one of them is not there, or standard input is named twice.
    """

    def __init__(self, named: Iterable[str | os.PathLike[str]]) -> None:
        sources = dict.fromkeys(os.fspath(name) for name in named)
        self._paths = _without_inner([path for name in sources for path in _matching(name)])
        self._done = 0
        self._current: BinaryIO | None = None
        self._total: int | None = None

    def files(self) -> Iterator[SourceFile]:
        """The files in their order."""
        for path in self._paths:
            for file in _files_below(path):
                yield from self._opened(file)

    @property
    def share(self) -> float | None:
        """Which share of the bytes has been read; None where it is unknown how many there are."""
        if STANDARD in self._paths:
            return None
        if self._total is None:
            self._total = sum(_size(file) for path in self._paths for file in _files_below(path))
        here = self._current.tell() if self._current is not None else 0
        return min((self._done + here) / self._total, 1.0) if self._total else 1.0

    def _opened(self, path: str) -> Iterator[SourceFile]:
        """The games' files in a file of the file system, or in standard input."""
        name = "<stdin>" if path == STANDARD else shown(path)
        try:
            with ExitStack() as stack:
                file = _open(path, stack)
                self._current = None if path == STANDARD else file
                yield from _within(name, file, 0)
        except _UNREADABLE as error:
            self._current = None  # it is closed
            yield unreadable(name, error)
        self._current = None
        self._done += _size(path)


def record_paths(named: Iterable[str]) -> Sequence[str]:
    """The files that some names lead to, for a command that works on the files themselves.

    Args:
        named: files; folders and patterns, which stand for the records in text (``.lit``) there.

    Raises:
        RecordError: where there is none in a folder.
    """
    paths: list[str] = []
    for name in named:
        if not os.path.isdir(name) and (os.path.lexists(name) or not glob.has_magic(name)):
            paths.append(name)
            continue
        below = (path for part in _matching(name) for path in _files_below(part))
        records = [path for path in below if path.lower().endswith(".lit")]
        if not records:
            raise RecordError(f"{printable(name)}: there are no records here (NAME.lit)")
        paths += records
    return paths


def shown(path: str) -> str:
    """A path as text; bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def unreadable(name: str, error: BaseException) -> SourceFile:
    """A file that cannot be read."""
    reason = (isinstance(error, OSError) and error.strerror) or str(error) or type(error).__name__
    message = f"cannot be read: {printable(reason)}"
    return SourceFile(name, None, TextProblem(printable(name), 1, 1, message))


# -- paths ----------------------------------------------------------------------------------------


def _matching(source: str) -> Sequence[str]:
    """The paths that a source stands for: itself, or what matches it as a pattern.

    Raises:
        RecordError: where there is nothing.
    """
    if source == STANDARD or os.path.lexists(source):
        return (source,)
    matching = sorted(glob.glob(source, recursive=True)) if glob.has_magic(source) else []
    if not matching:
        raise RecordError(f"{printable(source)}: there is no such file or folder")
    return matching


def _without_inner(paths: Iterable[str]) -> list[str]:
    """The paths without those that are inside another one, so that no game counts twice."""
    resolved = {path: Path(os.path.realpath(path)) for path in paths if path != STANDARD}
    taken = set(resolved.values())
    kept: dict[Path | str, str] = {}
    for path in paths:
        real = resolved.get(path)
        if real is None:
            kept[STANDARD] = STANDARD
        elif taken.isdisjoint(real.parents):
            kept.setdefault(real, path)
    return list(kept.values())


def _files_below(path: str) -> Iterator[str]:
    """A file, or the files of a folder that are looked at, in the order of their names.

    Hidden files are left out, and links to folders are not followed.
    """
    if path == STANDARD or not os.path.isdir(path):
        yield path
        return
    try:
        names = sorted(name for name in os.listdir(path) if not name.startswith("."))
    except OSError:
        yield path  # opening it will say why
        return
    for name in names:
        inner = os.path.join(path, name)
        if os.path.isdir(inner):
            if not os.path.islink(inner):
                yield from _files_below(inner)
        elif _LOOKED_AT.fullmatch(name):
            yield inner


def _size(path: str) -> int:
    try:
        return 0 if path == STANDARD else os.stat(path).st_size
    except OSError:
        return 0


# -- files ----------------------------------------------------------------------------------------


def _open(path: str, stack: ExitStack) -> BinaryIO:
    """A file of the file system; of standard input or a pipe a copy, since it cannot be rewound.

    Raises:
        RecordError: where there is no standard input.
    """
    if path != STANDARD:
        file = stack.enter_context(open(path, "rb"))  # noqa: SIM115 - the stack closes it
        return file if file.seekable() else stack.enter_context(_copied(file))
    try:
        return stack.enter_context(_copied(sys.stdin.buffer))
    except OSError as error:
        raise RecordError(f"<stdin>: {error.strerror or error}") from error


def _copied(file: BinaryIO) -> BinaryIO:
    """What is left of a file, as one that can be rewound."""
    copy = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - who asked for it closes it
    try:
        shutil.copyfileobj(file, copy)
    except BaseException:
        copy.close()
        raise
    copy.seek(0)
    # Its type does not say so, but it can do all that a BinaryIO can.
    return cast("BinaryIO", copy)


def _within(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    """A file that may hold games, or those that are packed in it.

    Args:
        name: what the file is called.
        file: the file.
        depth: in how many archives and compressions it is nested.
    """
    unpack = _unpacking(file)
    if unpack is None:
        yield SourceFile(name, file)
    elif depth == _DEEPEST:
        problem = TextProblem(printable(name), 1, 1, f"more than {_DEEPEST} archives in each other")
        yield SourceFile(name, None, problem)
    else:
        try:
            yield from unpack(name, file, depth + 1)
        except _UNREADABLE as error:
            yield unreadable(name, error)


Unpacking = Callable[[str, BinaryIO, int], Iterator[SourceFile]]


def _unpacking(file: BinaryIO) -> Unpacking | None:
    """What unpacks a file, by its first bytes; None: it is not packed."""
    start = file.read(512)
    file.seek(0)
    for offset, magic, unpack in _MAGIC:
        if start[offset : offset + len(magic)] == magic:
            return unpack
    return None


def _gunzipped(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    with gzip.GzipFile(fileobj=file, mode="rb") as inner:
        yield from _within(name, cast("BinaryIO", inner), depth)


def _unzstd(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    """What is compressed with zstd, for which pyarrow is needed."""
    try:
        import pyarrow
    except ImportError:
        raise NotImplementedError(
            "zstd needs the extra 'archive' (pip install 'literature-tracker[archive]')"
        ) from None
    with pyarrow.CompressedInputStream(file, "zstd") as stream, _copied(stream) as inner:
        yield from _within(name, inner, depth)


def _unxz(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    with lzma.LZMAFile(file) as inner:
        yield from _within(name, cast("BinaryIO", inner), depth)


def _unbz2(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    with bz2.BZ2File(file) as inner:
        yield from _within(name, cast("BinaryIO", inner), depth)


def _unzipped(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    with zipfile.ZipFile(file) as archive:
        for member in sorted(archive.infolist(), key=lambda member: member.filename):
            if not member.is_dir() and _LOOKED_AT.fullmatch(member.filename):
                yield from _member(name, member.filename, depth, partial(archive.open, member))


def _untarred(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    """The members of a tar archive, in its own order: it is read once, from its start."""
    with tarfile.open(fileobj=file, mode="r:") as archive:
        for member in archive:
            if member.isfile() and _LOOKED_AT.fullmatch(member.name):
                yield from _member(name, member.name, depth, partial(_extracted, archive, member))
            vars(archive)["members"] = []  # else it would keep them all


def _extracted(archive: tarfile.TarFile, member: tarfile.TarInfo) -> BinaryIO:
    """A copy of a member: to rewind the member itself would be to rewind the whole archive."""
    return _copied(cast("BinaryIO", archive.extractfile(member)))


def _member(
    archive: str, name: str, depth: int, opened: Callable[[], IO[bytes]]
) -> Iterator[SourceFile]:
    """The games' files in a member of an archive; an unreadable one does not end the others."""
    full = f"{archive}/{shown(name)}"
    try:
        with opened() as file:
            yield from _within(full, cast("BinaryIO", file), depth)
    except _UNREADABLE as error:
        yield unreadable(full, error)


_MAGIC: Final[Sequence[tuple[int, bytes, Unpacking]]] = (
    (0, b"\x1f\x8b", _gunzipped),
    (0, b"\x28\xb5\x2f\xfd", _unzstd),
    (0, b"\xfd7zXZ\x00", _unxz),
    (0, b"BZh", _unbz2),
    (0, b"PK\x03\x04", _unzipped),
    (0, b"PK\x05\x06", _unzipped),
    (257, b"ustar", _untarred),
)
