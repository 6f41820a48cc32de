"""Writing an archive: a folder for each chunk of games, and in that a file for each table.

A chunk's folder gets its name when all that is in it is written. So it is there as a whole or not
at all, and a run that was stopped goes on where it ended. What stands in a chunk depends on its
games alone, not on who worked on it; it notes them, so that more games can be added at any time.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

from tracker.archive.arrow_tables import (
    arrow_table,
    parquet_bytes,
    read_table,
    require_pyarrow,
    rows_in,
)
from tracker.archive.rows import (
    DUPLICATE,
    FAILURE,
    pseudonym,
    rows_of_all,
    same_game_as,
    without_names,
)
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
    games_of,
    identity,
    place_of,
)
from tracker.archive.work import DEFAULT_BUDGET, spread
from tracker.errors import RecordError, TextProblem
from tracker.explain.certificate import digest
from tracker.messages import printable, require_word
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

    def __post_init__(self) -> None:
        require_word(self.level, LEVELS, "level")

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
    require_pyarrow()
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
        games = dict(_inputs(folder))
        yield _Part(int(folder.name.removeprefix("chunk-")), games, note["problems"], enough)


def _inputs(folder: Path) -> Iterable[tuple[str, str | None]]:
    """The games of a chunk by their keys, each with what tells it from others, where known."""
    inputs: Mapping[str, str | None] | None = _note(folder).get("inputs")
    return (inputs or dict.fromkeys(_keys(folder))).items()


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


@dataclass(frozen=True)
class _Entry:
    """Where a game of an archive stands."""

    game: str
    source: str
    index: int
    line: int | None

    @property
    def place(self) -> str:
        """Where it stands, as ``SourceGame.place``."""
        return place_of(self.source, self.index, self.line or 1)


def remove_games(
    folder: str | os.PathLike[str],
    sources: Iterable[str],
    salt: str | None,
    form: str | None = None,
) -> Mapping[str, int]:
    """Take the games of some sources out of an archive.

    They are known by the path that they were archived from, else by what they are. Of equal games
    another one counts when the one that counted is taken out.

    Args:
        folder: the archive.
        sources: paths, as given then or another way; files that are not there any more, too.
        salt: the secret that pseudonyms were made with; None: names are as they were.
        form: what the files are; None: as it is plain.

    Returns:
        How many games were taken out, by their source in the archive.

    Raises:
        RecordError: where the folder is no archive of this version, or has other pseudonyms.
        OSError: where it cannot be written.
        TrackerError: where pyarrow is not installed.
    """
    root = Path(folder)
    _require_settings(root, {"anonymous": Settings(salt=salt).manifest()["anonymous"]})
    with locked(root / MANIFEST):
        entries = _entries(root)
        gone = _taken_out(root, entries.values(), sources, salt, form)
        if gone:
            removal = _Removal(root, entries, gone)
            for part in chunk_folders(root):
                removal.from_part(part)
            _finish(root)
    return Counter(entry.source for key, entry in entries.items() if key in gone)


def _entries(root: Path) -> dict[str, _Entry]:
    """The games of an archive by their keys, also those that could not be read or do not count."""
    columns = ("game", "source", "index", "line")
    return {
        row["game"]: _Entry(**row)
        for name in ("problems", "games")
        for row in rows_in(read_table(name, chunk_folders(root), columns))
    }


def _taken_out(
    root: Path,
    entries: Iterable[_Entry],
    sources: Iterable[str],
    salt: str | None,
    form: str | None,
) -> frozenset[str]:
    """The keys of the games of some sources: by their paths, else by what the games are."""
    keys: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        path = entry.source if salt is not None else os.path.abspath(entry.source)
        keys[path].add(entry.game)
    identities = _identities(root)
    gone: set[str] = set()
    for source in sources:
        below = tuple(os.path.join(path, "") for path in _paths(source, salt))
        inside = [path for path in keys if path.startswith(below)]
        gone.update(*(keys[path] for path in (*_paths(source, salt), *inside) if path in keys))
        for game in _games_at(source, form):
            known = [path for path in _paths(game.source, salt) if path in keys]
            gone.update(*(keys[path] for path in known))
            if not known and game.record is not None:
                named = game if salt is None else without_names(game, salt)
                equal = identities.get(identity(named.record or game.record))
                gone.update(() if equal is None else equal[:1])
    return frozenset(gone)


def faults_in(root: Path) -> list[str]:
    """The games of an archive at which the program itself failed, each with its error."""
    columns = ("source", "line", "code", "message")
    rows = rows_in(read_table("problems", chunk_folders(root), columns))
    return [f"{row['source']}: {row['message']}" for row in rows if row["code"] == FAILURE]


def _paths(path: str, salt: str | None) -> tuple[str, ...]:
    """A path as an archive may have it: absolute; or the pseudonyms of all ways to write it."""
    if salt is None:
        return (os.path.abspath(path),)
    written = (path, os.path.normpath(path), os.path.abspath(path), os.path.relpath(path))
    return tuple(pseudonym(name, salt, "S") for name in dict.fromkeys(written))


def _games_at(source: str, form: str | None) -> Iterator[SourceGame]:
    """The games of a source; none where it is not there any more."""
    with suppress(RecordError):
        yield from games_of([source], form)


class _Removal:
    """Takes games out of an archive, part by part.

    Args:
        root: the archive.
        entries: its games by their keys.
        gone: the keys of those that are taken out.
    """

    def __init__(self, root: Path, entries: Mapping[str, _Entry], gone: frozenset[str]) -> None:
        self._root = root
        self._gone = gone
        self._inputs = {key: name for part in chunk_folders(root) for key, name in _inputs(part)}
        self._next: dict[str, _Entry] = {}
        """For games that counted, the equal game that counts now."""
        self._messages: dict[str, str] = {}
        """The messages of the other equal games, and what they are now."""
        counted = {same_game_as(entries[key].place): key for key in gone}
        columns = ("game", "code", "message")
        for row in rows_in(read_table("problems", chunk_folders(root), columns)):
            key = counted.get(row["message"])
            if key is None or row["code"] != DUPLICATE or row["game"] in gone | self._next.keys():
                continue
            equal = self._next.setdefault(key, entries[row["game"]])
            self._messages[row["message"]] = same_game_as(equal.place)
        self._counting = {entry.game for entry in self._next.values()}

    def from_part(self, folder: Path) -> None:
        """Take them out of a chunk; a chunk without games goes."""
        before = dict(_inputs(folder))
        left: dict[str, str | None] = {}
        for key, name in before.items():
            if key in self._next:
                left[self._next[key].game] = self._inputs[self._next[key].game]
            elif key not in self._gone | self._counting:
                left[key] = name
        if not left:
            shutil.rmtree(folder)
            return
        tables = {name: self._table(name, folder) for name in TABLES}
        note = _note(folder) | {
            "input": _chunk_digest(left), "games": len(left), "inputs": left,
            "problems": len(tables["problems"]),
        }  # fmt: skip
        files = {f"{name}.parquet": parquet_bytes(table) for name, table in tables.items()}
        number = int(folder.name.removeprefix("chunk-"))
        _write_shard(self._root, number, {**files, CHUNK_NOTE: _json(note)})

    def _table(self, name: str, folder: Path) -> Any:
        """A table of a chunk without the games, and with those that count in their place."""
        rows = rows_in(read_table(name, [folder]))
        return arrow_table(name, [TABLES[name](**row) for row in self._rows(rows)])

    def _rows(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        """The rows that stay: what is told of another game that counts now is told of that one."""
        for row in rows:
            key, is_equal = row["game"], row.get("code") == DUPLICATE
            if key in self._next:
                yield {**row, **self._moved(row, self._next[key])}
            elif is_equal and key not in self._gone | self._counting:
                message = row["message"]
                yield {**row, "message": self._messages.get(message, message)}
            elif not is_equal and key not in self._gone:
                yield {**row}

    def _moved(self, row: Mapping[str, Any], entry: _Entry) -> dict[str, Any]:
        """What changes in a row of a game when an equal one counts in its place.

        Where it has each event is not known; nor is what it says besides the game, such as its
        title, if it was told otherwise.
        """
        changes = {key: value for key, value in asdict(entry).items() if key in row}
        if "digest" not in row:
            return changes | ({"line": None} if "line" in row else {})
        if row["digest"] is not None:
            same_text = _input_digest(entry.game, (), row["digest"])
            if self._inputs[entry.game] != same_text:
                changes |= dict.fromkeys(("digest", "title", "date", "place"))
        return changes


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
    record = None if game.record is None else digest(game.record)
    return _input_digest(game.key, game.problems, record)


def _input_digest(key: str, problems: Iterable[TextProblem], record: str | None) -> str:
    """``_game_digest`` by the key, the problems and the digest of the record."""
    parts = [key, *map(str, problems), *([] if record is None else [record])]
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
    _require_settings(root, wanted)


def _require_settings(root: Path, wanted: Mapping[str, Any]) -> None:
    """Go on where an archive was begun with some settings.

    Raises:
        RecordError: where it was not, or the folder is no archive of this version.
    """
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
