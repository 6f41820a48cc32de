"""Writing an archive: a folder with one for each chunk of games, and in that a file for each table.

A manifest says how it was made; ``chunk-00000017/games.parquet`` is a part of the table
``games``. A chunk's folder gets its name when all that is in it is written, so it is there as a
whole or not at all, and a run that was stopped goes on where it ended. What stands in a chunk
depends on its games alone, not on who worked on it.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from tracker.archive.anonymous import pseudonym, without_names
from tracker.archive.chunks import DEFAULT_BUDGET, DEFAULT_CHUNK, Chunk, chunks_of
from tracker.archive.folder import (
    CHUNK_NOTE,
    FORMAT,
    MANIFEST,
    folder_of,
    is_archive,
    read_manifest,
)
from tracker.archive.parquet import arrow_table, parquet_bytes
from tracker.archive.rows import rows_of
from tracker.archive.schema import SCHEMA_VERSION, TABLES
from tracker.archive.source_games import SourceGame
from tracker.archive.work import spread
from tracker.errors import RecordError
from tracker.explain.certificate import digest
from tracker.messages import printable
from tracker.notation.atomic_write import exchange, locked, sync_folder

_UNFINISHED: Final = ".tracker-chunk.tmp"


@dataclass(frozen=True)
class Settings:
    """What the content of an archive depends on, besides its games."""

    chunk: int = DEFAULT_CHUNK
    """Games a chunk."""
    budget: float | None = DEFAULT_BUDGET
    """Seconds of processor time for each game; none: without end."""
    salt: str | None = None
    """The secret that pseudonyms are made with; none: names stay as they are."""

    def document(self) -> dict[str, Any]:
        """What the archive says of them; the secret itself stays out."""
        document = {"format": FORMAT, "schema": SCHEMA_VERSION, **asdict(self)}
        del document["salt"]
        document["anonymous"] = None if self.salt is None else pseudonym("", self.salt)
        return document


@dataclass(frozen=True)
class Shard:
    """What became of a chunk."""

    games: int
    problems: int
    """Rows in the table of this name."""
    resumed: bool = False
    """Whether it was there already."""


def write_archive(
    games: Iterable[SourceGame],
    folder: str | os.PathLike[str],
    settings: Settings = Settings(),
    *,
    workers: int = 1,
    scheduler: str | None = None,
    apart: bool = False,
) -> Iterator[Shard]:
    """Write the tables of games into a folder, chunk by chunk; what is there already is kept.

    Args:
        games: the games, in the same order each time.
        folder: the archive; it is made, or one that was begun with the same settings.
        settings: how.
        workers: processes, as ``spread`` has it.
        scheduler: a Dask scheduler instead.
        apart: in other processes than this one in any case, as ``spread`` has it.

    Raises:
        RecordError: where the folder holds something else, or an archive of other games or
            settings.
        OSError: where it cannot be written.
        TrackerError: as ``spread`` does.
    """
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    with locked(root):
        _begin(root, settings)
        finished = _Finished(root)
        chunks = finished.skipped(chunks_of(_named(games, settings.salt), settings.chunk))
        made = spread(
            partial(shard_files, settings.budget),
            chunks,
            workers=workers,
            scheduler=scheduler,
            apart=apart,
        )
        for chunk, files in made:
            yield from finished.shards()
            yield _write_shard(root, chunk, files)
        yield from finished.shards()
        finished.require_no_more()
        exchange(root / MANIFEST, _json({**settings.document(), "chunks": finished.count}))
        sync_folder(root)


def shard_files(budget: float | None, chunk: Chunk) -> Mapping[str, bytes]:
    """The files of a chunk's folder by their names: what a worker does.

    Args:
        budget: seconds of processor time for each game.
        chunk: the games.
    """
    rows: dict[str, list[Any]] = {name: [] for name in TABLES}
    for game in chunk.games:
        for name, found in rows_of(game, budget=budget).items():
            rows[name] += found
    files = {f"{name}.parquet": parquet_bytes(arrow_table(name, rows[name])) for name in TABLES}
    note = {
        "input": _input_digest(chunk),
        "games": len(chunk.games),
        "problems": len(rows["problems"]),
    }
    return {**files, CHUNK_NOTE: _json(note)}


def _named(games: Iterable[SourceGame], salt: str | None) -> Iterable[SourceGame]:
    return games if salt is None else (without_names(game, salt) for game in games)


def _input_digest(chunk: Chunk) -> str:
    """What tells the games of a chunk from others."""
    told = sha256()
    for game in chunk.games:
        said = [game.key, *map(str, game.problems)]
        said += [digest(game.record)] if game.record is not None else []
        told.update(json.dumps(said).encode())
    return told.hexdigest()


def _json(document: object) -> bytes:
    return (json.dumps(document, indent=2) + "\n").encode()


# -- the folder -----------------------------------------------------------------------------------


def _begin(root: Path, settings: Settings) -> None:
    """Say in a new folder what it is, or see to it that an old one is the same.

    Raises:
        RecordError: where it is not.
    """
    shutil.rmtree(root / _UNFINISHED, ignore_errors=True)
    wanted = settings.document()
    if not is_archive(root):
        if any(root.iterdir()):
            raise RecordError(f"{printable(str(root))} holds something that is not an archive")
        exchange(root / MANIFEST, _json(wanted))
        return
    there = read_manifest(root)
    for key, value in wanted.items():
        if there.get(key) != value:
            raise RecordError(
                f"{printable(str(root))} was begun with {key} {there.get(key)}, not {value} "
                "(name another folder, or use the same settings)"
            )


def _write_shard(root: Path, chunk: Chunk, files: Mapping[str, bytes]) -> Shard:
    """Write a chunk's folder: under another name first, then in one step under its own."""
    unfinished = root / _UNFINISHED
    unfinished.mkdir()
    for name, content in files.items():
        exchange(unfinished / name, content)
    sync_folder(unfinished)
    os.rename(unfinished, folder_of(root, chunk.number))
    sync_folder(root)
    return _shard(json.loads(files[CHUNK_NOTE]))


def _shard(note: Mapping[str, Any], *, resumed: bool = False) -> Shard:
    return Shard(note["games"], note["problems"], resumed)


class _Finished:
    """Leaves out the chunks that an archive has already.

    Args:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._shards: list[Shard] = []
        self.count = 0
        """Chunks seen, finished or not."""

    def skipped(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """The chunks that are not there yet.

        Raises:
            RecordError: where one is there with other games.
        """
        for chunk in chunks:
            self.count += 1
            folder = folder_of(self._root, chunk.number)
            if not folder.is_dir():
                yield chunk
                continue
            note = json.loads((folder / CHUNK_NOTE).read_bytes())
            if note["input"] != _input_digest(chunk):
                raise RecordError(
                    f"{printable(str(folder))} was made of other games: the sources have changed "
                    f"(name another folder) between {chunk.games[0].place} and "
                    f"{chunk.games[-1].place}"
                )
            self._shards.append(_shard(note, resumed=True))

    def shards(self) -> Iterator[Shard]:
        """Those left out since the last time."""
        while self._shards:
            yield self._shards.pop()

    def require_no_more(self) -> None:
        """Go on where no chunk is there beyond those seen.

        Raises:
            RecordError: where the sources had more games once.
        """
        if folder_of(self._root, self.count).exists():
            raise RecordError(
                f"{printable(str(self._root))} has more games than the sources: these have changed"
            )
