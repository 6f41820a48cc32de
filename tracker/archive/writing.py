"""Writing an archive: a folder for each chunk of games, and in that a file for each table.

A chunk's folder gets its name when all that is in it is written. So it is there as a whole or not
at all, and a run that was stopped goes on where it ended. What stands in a chunk depends on its
games alone, not on who worked on it; it notes them, so that more games can be added at any time.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

from tracker.archive.arrow_tables import (
    arrow_table,
    parquet_bytes,
    read_table,
    rows_in,
    without_games,
)
from tracker.archive.rows import DUPLICATE, pseudonym, rows_of_all, same_game_as, without_names
from tracker.archive.schema import (
    CHUNK_NOTE,
    FORMAT,
    LEVELS,
    MANIFEST,
    SCHEMA_VERSION,
    TABLES,
    Level,
    chunk_folders,
    folder_of,
    is_archive,
    read_manifest,
)
from tracker.archive.source_games import (
    DEFAULT_CHUNK,
    Chunk,
    Duplicates,
    SourceGame,
    place_of,
)
from tracker.archive.work import DEFAULT_BUDGET, spread
from tracker.errors import RecordError
from tracker.explain.certificate import digest
from tracker.messages import printable
from tracker.notation.atomic_write import exchange, locked, sync_folder

_UNFINISHED: Final = ".tracker-chunk.tmp"
_REPLACED: Final = ".tracker-chunk.old"


@dataclass(frozen=True)
class Settings:
    """What the content of an archive depends on, besides its games."""

    chunk: int = DEFAULT_CHUNK
    """Games a chunk."""
    budget: float | None = DEFAULT_BUDGET
    """Seconds of processor time for each game; None: no limit."""
    salt: str | None = None
    """The secret that pseudonyms are made with; None: names stay as they are."""
    level: Level = "all"
    """What is worked out of each game, at least."""

    def manifest(self) -> dict[str, Any]:
        """What the archive says of them, but for the level; the secret itself stays out."""
        return {
            "format": FORMAT,
            "schema": SCHEMA_VERSION,
            "chunk": self.chunk,
            "budget": self.budget,
            "anonymous": None if self.salt is None else pseudonym("", self.salt),
        }


@dataclass(frozen=True)
class Shard:
    """What became of a chunk."""

    games: int
    problems: int
    """How many rows there are in the table of this name."""
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
    """Write the tables of games into a folder, chunk by chunk; games that are there already stay.

    So a run that was stopped goes on, and more games can be added at any time. A chunk that was
    analysed less than is wanted now is analysed again, if all its games are among these.

    Args:
        games: the games.
        folder: the archive: a new folder, or one that was begun with the same settings.
        settings: what the content depends on.
        workers: how many processes, as ``spread`` has it.
        scheduler: the address of a Dask scheduler, whose workers do it instead.
        apart: whether other processes than this one do it in any case, as ``spread`` has it.

    Yields:
        What became of each chunk, as soon as it is on the disk.

    Raises:
        RecordError: where the folder holds something else, an archive with other settings, or
            other games at the same places of the same sources.
        OSError: where it cannot be written.
        TrackerError: as ``spread`` does.
    """
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    with locked(root / MANIFEST):
        _begin(root, settings)
        there = _Content(root, settings.level)
        resumed: list[Shard] = []
        missing = there.missing(_named(games, settings.salt), settings.chunk, resumed)
        work = partial(shard_files, settings.budget, settings.level)
        made = spread(work, missing, workers=workers, scheduler=scheduler, apart=apart)
        yield from _shards(root, made, resumed)
        _finish(root)


def _shards(
    root: Path, made: Iterable[tuple[Chunk, Mapping[str, bytes]]], resumed: list[Shard]
) -> Iterator[Shard]:
    """What becomes of every chunk: those that come are written, others were there before.

    Args:
        root: the archive.
        made: chunks, each with its files.
        resumed: what was there before; it grows while chunks come.
    """
    for chunk, files in made:
        while resumed:
            yield resumed.pop()
        yield _write_shard(root, chunk.number, files)
    yield from resumed


@dataclass(frozen=True)
class _Part:
    """A chunk that is there."""

    number: int
    games: Mapping[str, str | None]
    """For the key of each of its games what tells that from others; None: that is not known."""
    problems: int
    is_enough: bool
    """Whether it was analysed as far as is wanted."""


class _Content:
    """What an archive has already.

    Args:
        root: the archive.
        level: what is wanted of each game.
    """

    def __init__(self, root: Path, level: Level) -> None:
        self._root = root
        self._parts = {part.number: part for part in _parts(root, level)}
        self._part_of = {key: part for part in self._parts.values() for key in part.games}
        self._met: dict[int, dict[str, SourceGame]] = {}
        """By the number of a chunk, its games that have come."""
        self._duplicates = Duplicates(_identities(root))

    def missing(
        self, games: Iterable[SourceGame], size: int, resumed: list[Shard]
    ) -> Iterator[Chunk]:
        """The chunks that are to be worked on: of games that are not there, or not far enough.

        Args:
            games: all the games.
            size: how many of them make a chunk.
            resumed: gets what the archive has of the others.

        Raises:
            RecordError: where a game is there in another form.
        """
        numbers = (number for number in count() if number not in self._parts)
        new: list[SourceGame] = []
        for game in games:
            part = self._part_of.get(game.key)
            if part is None:
                new.append(self._duplicates.marked(game))
            elif self._is_complete(part, game):
                if part.is_enough:
                    resumed.append(Shard(len(part.games), part.problems, resumed=True))
                else:
                    yield self._again(part)
            if len(new) == size:
                yield Chunk(next(numbers), tuple(new))
                new = []
        if new:
            yield Chunk(next(numbers), tuple(new))

    def _is_complete(self, part: _Part, game: SourceGame) -> bool:
        """Takes in a game of a chunk; whether it was the last one that had not come."""
        met = self._met.setdefault(part.number, {})
        if game.key in met:
            return False
        if part.games[game.key] not in (None, _game_digest(game)):
            raise RecordError(
                f"{printable(str(folder_of(self._root, part.number)))} was made of other games: "
                f"{printable(game.place)} has changed (name another folder, or take the games of "
                "that source out with --remove)"
            )
        # Only what is to be analysed again is kept.
        met[game.key] = game.without_record() if part.is_enough else game
        return len(met) == len(part.games)

    def _again(self, part: _Part) -> Chunk:
        """A chunk that is to be analysed further, with its games in their order."""
        met = self._met.pop(part.number)
        self._met[part.number] = {}
        return Chunk(part.number, tuple(self._duplicates.marked(met[key]) for key in part.games))


def _parts(root: Path, level: Level) -> Iterator[_Part]:
    """The chunks of an archive."""
    for folder in chunk_folders(root):
        note = _note(folder)
        enough = LEVELS.index(note.get("level", "all")) >= LEVELS.index(level)
        games = note.get("inputs") or dict.fromkeys(_keys(folder))
        yield _Part(int(folder.name.removeprefix("chunk-")), games, note["problems"], enough)


def _keys(folder: Path) -> list[str]:
    """The keys of the games of a chunk, also of those that could not be read."""
    tables = [read_table(name, [folder], ["game"]) for name in ("games", "problems")]
    return list(dict.fromkeys(key for table in tables for key in table["game"].to_pylist()))


def _identities(root: Path) -> dict[str, tuple[str, str]]:
    """For the identity of each game of an archive, its key and its place."""
    columns = ("identity", "game", "source", "index", "line")
    rows = rows_in(read_table("games", chunk_folders(root), columns))
    return {
        row["identity"]: (row["game"], place_of(row["source"], row["index"], row["line"]))
        for row in rows
        if row["identity"] is not None
    }


def _note(folder: Path) -> dict[str, Any]:
    """What a chunk's folder says of itself."""
    note: dict[str, Any] = json.loads((folder / CHUNK_NOTE).read_bytes())
    return note


# -- games that are taken out ---------------------------------------------------------------------


def remove_games(folder: str | os.PathLike[str], sources: Iterable[str], salt: str | None) -> int:
    """Take the games of some sources out of an archive.

    Games that were not counted because they were the same are no longer known, too: they count
    when they are added again.

    Args:
        folder: the archive.
        sources: the names of files, or of archives and folders that these were in.
        salt: the secret that pseudonyms were made with; None: names are as they were.

    Returns:
        How many games were taken out.

    Raises:
        RecordError: where the folder is no archive of this version.
        OSError: where it cannot be written.
    """
    root = Path(folder)
    read_manifest(root)
    with locked(root / MANIFEST):
        gone = _removed_keys(root, [os.fspath(name).rstrip("/") for name in sources], salt)
        if gone:
            for part in chunk_folders(root):
                _remove_from(root, part, gone)
            _finish(root)
    return len(gone)


def _removed_keys(root: Path, sources: Iterable[str], salt: str | None) -> frozenset[str]:
    """The keys of the games of some sources, and of those that were the same as one of them."""
    hidden = {name if salt is None else pseudonym(name, salt, "S") for name in sources}
    gone: set[str] = set()
    places: dict[str, str] = {}
    copies: list[tuple[str, str]] = []
    for row in rows_in(
        read_table("games", chunk_folders(root), ("game", "source", "index", "line"))
    ):
        if _is_from(row["source"], hidden):
            gone.add(row["game"])
            places[same_game_as(place_of(row["source"], row["index"], row["line"]))] = row["game"]
    columns = ("game", "source", "code", "message")
    for row in rows_in(read_table("problems", chunk_folders(root), columns)):
        if _is_from(row["source"], hidden):
            gone.add(row["game"])
        elif row["code"] == DUPLICATE:
            copies.append((row["game"], row["message"]))
    gone.update(key for key, message in copies if message in places)
    return frozenset(gone)


def _is_from(source: str, names: Iterable[str]) -> bool:
    return any(source == name or source.startswith(f"{name}/") for name in names)


def _remove_from(root: Path, folder: Path, gone: frozenset[str]) -> None:
    """Take some games out of a chunk; a chunk without games goes."""
    note = _note(folder)
    inputs: Mapping[str, str | None] = note.get("inputs") or dict.fromkeys(_keys(folder))
    left = {key: name for key, name in inputs.items() if key not in gone}
    if len(left) == len(inputs):
        return
    if not left:
        shutil.rmtree(folder)
        return
    tables = {name: without_games(read_table(name, [folder]), gone) for name in TABLES}
    number = int(folder.name.removeprefix("chunk-"))
    files = {f"{name}.parquet": parquet_bytes(table) for name, table in tables.items()}
    changed = note | {
        "input": _chunk_digest(left), "games": len(left), "problems": len(tables["problems"]),
        "inputs": left,
    }  # fmt: skip
    _write_shard(root, number, {**files, CHUNK_NOTE: _json(changed)})


# -- what a worker does ---------------------------------------------------------------------------


def _named(games: Iterable[SourceGame], salt: str | None) -> Iterable[SourceGame]:
    """Games with the names that they are to have in the archive."""
    return games if salt is None else (without_names(game, salt) for game in games)


def shard_files(budget: float | None, level: Level, chunk: Chunk) -> Mapping[str, bytes]:
    """The files of a chunk's folder by their names: what a worker does.

    Args:
        budget: seconds of processor time for each game.
        level: what to work out of each game.
        chunk: the games.
    """
    rows = rows_of_all(chunk.games, budget, level)
    files = {f"{name}.parquet": parquet_bytes(arrow_table(name, rows[name])) for name in TABLES}
    inputs = {game.key: _game_digest(game) for game in chunk.games}
    note = {
        "input": _chunk_digest(inputs),
        "games": len(chunk.games),
        "problems": len(rows["problems"]),
        "level": level,
        "inputs": inputs,
    }
    return {**files, CHUNK_NOTE: _json(note)}


def _game_digest(game: SourceGame) -> str:
    """What tells a game from others at the same place of the same source."""
    parts = [game.key, *map(str, game.problems)]
    parts += [digest(game.record)] if game.record is not None else []
    return sha256(json.dumps(parts).encode()).hexdigest()[:20]


def _chunk_digest(inputs: Mapping[str, str | None]) -> str:
    """What tells the games of a chunk from others."""
    return sha256(json.dumps(inputs).encode()).hexdigest()


def _json(document: object) -> bytes:
    return (json.dumps(document, indent=2) + "\n").encode()


# -- the folder -----------------------------------------------------------------------------------


def _begin(root: Path, settings: Settings) -> None:
    """Write the manifest of a new archive, or see to it that an old one has the same settings.

    Raises:
        RecordError: where it has not, or the folder holds something else.
    """
    for leftover in (_UNFINISHED, _REPLACED):
        shutil.rmtree(root / leftover, ignore_errors=True)
    wanted = settings.manifest()
    if not is_archive(root):
        if len(os.listdir(root)) > 1:  # the lock is there already
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


def _finish(root: Path) -> None:
    """Say in the manifest how many chunks there are."""
    manifest = read_manifest(root) | {"chunks": len(chunk_folders(root))}
    exchange(root / MANIFEST, _json(manifest))
    sync_folder(root)


def _write_shard(root: Path, number: int, files: Mapping[str, bytes]) -> Shard:
    """Write a chunk's folder: under another name first, then in one step under its own."""
    unfinished, replaced, folder = root / _UNFINISHED, root / _REPLACED, folder_of(root, number)
    unfinished.mkdir()
    for name, content in files.items():
        exchange(unfinished / name, content)
    sync_folder(unfinished)
    if folder.exists():  # in between, the chunk is not there, and would be made again
        os.rename(folder, replaced)
    os.rename(unfinished, folder)
    sync_folder(root)
    shutil.rmtree(replaced, ignore_errors=True)
    note = json.loads(files[CHUNK_NOTE])
    return Shard(note["games"], note["problems"])
