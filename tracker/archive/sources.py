"""Sources: what a person names to speak of many games, and the files that it leads to.

A source is a file, a folder, a pattern (``games/**/*.lit``), an archive (zip, tar) or standard
input (``-``). Files may be compressed (gzip; zstd where pyarrow is there). What a file is, its
first bytes say; of the files in a folder or an archive only those are looked at whose names end as
those of records, logs and archives do. Everything comes in one order: that in which sources are
named, and in a folder that of the names.

Nothing is ever unpacked to a path that an archive names. No more than one file is held at a time,
and none of it in memory that is larger than a few records.
"""

from __future__ import annotations

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
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, Final, cast

from tracker.errors import RecordError, TextProblem
from tracker.messages import printable

STANDARD: Final = "-"
"""The source that is standard input."""
_GAMES: Final = ("lit", "json", "jsonl", "ndjson", "log")
_ARCHIVES: Final = ("zip", "tar", "tgz", "tar.gz", "tar.zst", "tar.xz", "tar.bz2")
_COMPRESSED: Final = ("gz", "zst")
_LOOKED_AT: Final = re.compile(
    rf".*\.(?:(?:{'|'.join(_GAMES)})(?:\.(?:{'|'.join(_COMPRESSED)}))?|"
    rf"{'|'.join(map(re.escape, _ARCHIVES))})",
    re.IGNORECASE | re.DOTALL,
)
_IN_MEMORY: Final = 8 * 2**20
"""A member of an archive that is larger than this many bytes goes to a temporary file."""
_DEEPEST: Final = 4
"""So many archives and compressions may lie in each other."""
DAMAGED: Final = (
    OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, tarfile.TarError,
)  # fmt: skip
"""What reading a file raises that is damaged, or cut off."""
_UNREADABLE: Final = (*DAMAGED, RuntimeError, ValueError)
"""What opening an archive raises as well: it is encrypted, or packed in a way that is unknown."""


@dataclass(frozen=True)
class SourceFile:
    """A file that may hold games."""

    name: str
    """As problems call it: the path, that of an archive first."""
    file: BinaryIO | None
    """It can be rewound, and is closed when the next is asked for; none where it is unreadable."""
    problem: TextProblem | None = None
    """Why it cannot be read."""


class Sources:
    """The files that some sources lead to, one by one, with how far that has got.

    Args:
        named: paths, patterns and ``-``.

    Raises:
        RecordError: where one of them is not there, or standard input is named twice.
    """

    def __init__(self, named: Iterable[str | os.PathLike[str]]) -> None:
        given = list(dict.fromkeys(os.fspath(one) for one in named))
        self._paths = _without_inner([path for one in given for path in _matching(one)])
        self._done = 0
        self._current: BinaryIO | None = None
        self._total: int | None = None

    def files(self) -> Iterator[SourceFile]:
        """The files in their order."""
        for path in self._paths:
            for one in _files_below(path):
                yield from self._opened(one)

    @property
    def share(self) -> float | None:
        """Which share of the bytes has been read; none where it is unknown how many there are."""
        if STANDARD in self._paths:
            return None
        if self._total is None:
            self._total = sum(_size(one) for path in self._paths for one in _files_below(path))
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
    """The files that some names lead to, for what works on the files themselves.

    Args:
        named: files, as they are; of folders, and by patterns, the records in text (``.lit``).

    Raises:
        RecordError: where there is none in a folder.
    """
    found: list[str] = []
    for one in named:
        if os.path.isdir(one) or (not os.path.lexists(one) and glob.has_magic(one)):
            below = [path for part in _matching(one) for path in _files_below(part)]
            records = [path for path in below if path.lower().endswith(".lit")]
            if not records:
                raise RecordError(f"{printable(one)}: there are no records here (NAME.lit)")
            found += records
        else:
            found.append(one)
    return found


def shown(path: str) -> str:
    """A path as text: bytes that are no UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def unreadable(name: str, error: BaseException) -> SourceFile:
    """A file that cannot be read."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    message = f"cannot be read: {printable(said or type(error).__name__)}"
    return SourceFile(name, None, TextProblem(printable(name), 1, 1, message))


# -- paths ----------------------------------------------------------------------------------------


def _matching(source: str) -> Sequence[str]:
    """The paths that a source is: itself, or what matches it as a pattern.

    Raises:
        RecordError: where there is nothing.
    """
    if source == STANDARD or os.path.lexists(source):
        return (source,)
    found = sorted(glob.glob(source, recursive=True)) if glob.has_magic(source) else []
    if not found:
        raise RecordError(f"{printable(source)}: there is no such file or folder")
    return found


def _without_inner(paths: Iterable[str]) -> list[str]:
    """The paths without those that lie in another one: no game counts twice."""
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
    # Its type says nothing of being a BinaryIO, but it is all that one is.
    return cast("BinaryIO", copy)


def _within(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    """What a file holds: itself, or what is packed in it."""
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
    """How to get at what a file holds, by its first bytes; none: it holds games."""
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


def _unzipped(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    with zipfile.ZipFile(file) as archive:
        for member in sorted(archive.infolist(), key=lambda one: one.filename):
            if not member.is_dir() and _LOOKED_AT.fullmatch(member.filename):
                yield from _member(name, member.filename, depth, _zip_opener(archive, member))


def _zip_opener(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[], BinaryIO]:
    return lambda: cast("BinaryIO", archive.open(member))


def _untarred(name: str, file: BinaryIO, depth: int) -> Iterator[SourceFile]:
    """The members of a tar archive, in its own order: it is read once, from its start."""
    with tarfile.open(fileobj=file, mode="r:") as archive:
        for member in archive:
            if member.isfile() and _LOOKED_AT.fullmatch(member.name):
                yield from _member(name, member.name, depth, _tar_opener(archive, member))
            vars(archive)["members"] = []  # else it would keep them all


def _tar_opener(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Callable[[], BinaryIO]:
    # It is copied, because rewinding it would rewind all of a compressed archive.
    return lambda: _copied(cast("BinaryIO", archive.extractfile(member)))


def _member(
    archive: str, name: str, depth: int, opened: Callable[[], BinaryIO]
) -> Iterator[SourceFile]:
    """A member of an archive; one that cannot be read does not end the others."""
    full = f"{archive}/{shown(name)}"
    try:
        with opened() as file:
            yield from _within(full, file, depth)
    except _UNREADABLE as error:
        yield unreadable(full, error)


_MAGIC: Final[Sequence[tuple[int, bytes, Unpacking]]] = (
    (0, b"\x1f\x8b", _gunzipped),
    (0, b"\x28\xb5\x2f\xfd", _unzstd),
    (0, b"PK\x03\x04", _unzipped),
    (0, b"PK\x05\x06", _unzipped),
    (257, b"ustar", _untarred),
)
