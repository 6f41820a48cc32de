"""An archive: one SQLite file. The games' records are kept; every table is worked out of them.

A game and all that is said of it is one transaction. So a run that is stopped goes on where it
ended; games can be added, analysed further and taken out at any time. A game is known by what it is
(``source_games.identity``): where it is told several times, it has several rows in ``sources`` and
one in ``games``, and it is there for as long as one of its sources is.

A rollback journal (SQLite's default) stands beside the file only while a transaction is under way.
What a killed process leaves of one is undone by whoever opens the file next.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from tracker.archive.people import LEFT_OUT, anonymous, hidden_path, pseudonym, without_names
from tracker.archive.pool import DEFAULT_BUDGET, Lost, spread
from tracker.archive.rows import rows_of, source_row
from tracker.archive.schema import TABLES, VERSION, Level, Row, Rows, columns, includes
from tracker.archive.source_games import ARCHIVED, SourceGame, games_of
from tracker.errors import RecordError
from tracker.messages import counted, printable
from tracker.notation.atomic_write import locked
from tracker.notation.record_files import loads

APPLICATION: Final = 0x4C697421
"""What SQLite files of this program say that they are: ``Lit!``."""
_PRAGMAS: Final = (
    "secure_delete = ON", "temp_store = MEMORY", "foreign_keys = ON", "recursive_triggers = ON",
)  # fmt: skip
"""What is deleted is overwritten, in the file only; and what hangs on it goes with it, also where
another row takes its place."""
_SCHEMA: Final = (
    "BEGIN IMMEDIATE",
    *(f"CREATE TABLE {name} ({text})" for name, text in TABLES.items()),
    *(f"CREATE INDEX {name}_of_game ON {name} (game)" for name in TABLES),
    "CREATE INDEX problems_of_source ON problems (key)",
    "CREATE TRIGGER without_source AFTER DELETE ON sources BEGIN DELETE FROM games WHERE game = "
    "old.game AND NOT EXISTS (SELECT 1 FROM sources WHERE sources.game = old.game); END",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)
"""What makes a new archive. By its trigger a game is there for as long as one of its sources is."""
_OLD_MANIFEST: Final = "archive.json"
"""Was in the folder that an archive once was."""


@dataclass(frozen=True)
class Added:
    """What became of a game."""

    game: SourceGame
    problems: int = 0
    """How many rows of the table of this name it has."""
    resumed: bool = False
    """Whether it was there already."""
    fault: str | None = None
    """The error of the program at which its analysis ended; then it is not in the archive."""


Tell: TypeAlias = Callable[[Added], object]


@dataclass(repr=False)  # which would tell the secret
class Archive:
    """An archive that is open to be written, or a new one.

    Raises:
        RecordError: where it is no archive of this version, or was begun with other names.
    """

    base: sqlite3.Connection
    """The connection to its file."""
    level: Level = "all"
    """What is worked out of each game, at least."""
    budget: float | None = DEFAULT_BUDGET
    """Seconds of processor time for each game; None: no limit."""
    salt: str | None = None
    """The secret that pseudonyms are made with; None: names stay as they are."""
    records: bool = True
    """Whether the records are kept; without names they never are."""
    faults: list[str] = field(default_factory=list)
    """The errors of the program at which the analysis of games ended, each with its game."""

    def __post_init__(self) -> None:
        for pragma in _PRAGMAS:
            self.base.execute(f"PRAGMA {pragma}")
        anonymous = None if self.salt is None else pseudonym("", self.salt)
        if not self.base.execute("SELECT 1 FROM sqlite_master").fetchone():
            with self.base:
                for statement in _SCHEMA:
                    self.base.execute(statement)
                self.base.execute("INSERT INTO settings VALUES ('anonymous', ?)", (anonymous,))
        require_version(self.base)
        if self._noted["anonymous"] != anonymous:
            raise RecordError(
                "it was begun with other names: --anonymous and --salt have to be those that it "
                "was begun with"
            )

    @property
    def _noted(self) -> Mapping[str, str | None]:
        """What was written down about the archive."""
        return dict(self.base.execute("SELECT name, value FROM settings"))

    # -- adding ----------------------------------------------------------------------------------

    def add(self, games: Iterable[SourceGame], tell: Tell = bool, **spreading: Any) -> None:
        """Add games; those that are there already, analysed as far as is wanted, stay.

        Args:
            games: the games.
            tell: is called with what became of each game, once it is on the disk.
            spreading: who works on them, as ``spread`` has it.

        Raises:
            RecordError: where there is another game at the same place of the same source.
        """
        self._work_off(self._missing(games, tell), tell, spreading)

    def _work_off(
        self,
        games: Iterable[tuple[SourceGame, Level]],
        tell: Tell,
        spreading: Mapping[str, Any],
    ) -> None:
        """Work on games to a level and add them, each in the place of what was said of it."""
        work = partial(_rows_or_fault, self.budget)
        for (game, level), rows in spread(work, games, seconds=self.budget, **spreading):
            if isinstance(rows, Lost):
                rows = rows_of(game, level=level, lost=rows)
            if isinstance(rows, str):
                self.faults.append(f"{game.place}: {rows}")
                tell(Added(game, fault=rows))
            else:
                self._add(rows)
                tell(Added(game, len(rows["problems"])))

    def _missing(
        self, games: Iterable[SourceGame], tell: Tell
    ) -> Iterator[tuple[SourceGame, Level]]:
        """The games that are not there, or not far enough, and how far; others are told of."""
        for game in map(self._named, games):
            source = source_row(game)
            is_known = self._is_known(game, source.get("digest"))
            if self._is_enough(source, self.level) if game.record else is_known:
                if not is_known:
                    self._add({"sources": [source]})
                tell(Added(game, resumed=is_known))
            else:
                yield game, self.level

    def _named(self, game: SourceGame) -> SourceGame:
        """A game with the names that it is to have in the archive."""
        if self.salt is not None:
            return without_names(game, self.salt)
        salt = self._noted.get("salt") or ""
        forgotten = (self._noted.get("forgotten") or "").split()
        seats = game.record.seats if game.record else ()
        hidden = {seat: name for seat in seats if (name := pseudonym(seat, salt)) in forgotten}
        if game.record is None or not hidden:
            return game
        return replace(game, record=anonymous(game.record, lambda seat: hidden.get(seat, seat)))

    def _is_known(self, game: SourceGame, now: str | None) -> bool:
        """Whether what stands at a place is there already.

        Args:
            game: what stands there.
            now: the digest of its record.

        Raises:
            RecordError: where it was another game.
        """
        row = self.base.execute("SELECT digest FROM sources WHERE key = ?", (game.key,)).fetchone()
        if row in (None, (None,), (now,)):  # null: it could not be read then
            return bool(row == (now,))
        raise RecordError(
            f"{printable(game.place)} has changed: the archive has another game from there "
            "(name another file, or take the games of that source out with --remove)"
        )

    def _is_enough(self, of: Row, level: Level) -> bool:
        """Whether the game that a row is of is there, analysed as far as is wanted."""
        row = self.base.execute("SELECT level FROM games WHERE game = :game", of).fetchone()
        return row is not None and includes(row[0], level)

    def _add(self, rows: Rows) -> None:
        """Add a game, or another source of it, in one transaction.

        Args:
            rows: all that is said of it, which takes the place of what was said; of a game that is
                there already, its row in ``sources`` alone.
        """
        if not self.records or self.salt is not None:
            rows["sources"][0]["record"] = None
        if any(self._is_enough(game, game["level"]) for game in rows.get("games", ())):
            rows = {"sources": rows["sources"]}
        with self.base:
            for table, of_table in rows.items():
                names = columns(table)
                values = ([_cell(row.get(name)) for name in names] for row in of_table)
                marks = ", ".join("?" * len(names))
                self.base.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", values)

    # -- taking out ------------------------------------------------------------------------------

    def remove(self, named: Sequence[str], form: str | None = None) -> Mapping[str, int]:
        """Take games out, so that nothing of them is left in the file.

        Args:
            named: paths, as they were given then or another way, also of files that are not there
                any more; members of zip and tar archives; names of games (``games.game``).
            form: what the files are, as ``games_of`` has it.

        Returns:
            How many games were taken out, by their source in the archive.
        """
        rows = [
            (key, source, game, source if self.salt is not None else os.path.abspath(source))
            for key, source, game in self.base.execute("SELECT key, source, game FROM sources")
        ]
        archived = {path for *_, path in rows}
        paths = {path for name in named for path in self._paths(name)}
        below = tuple(os.path.join(path, "") for path in paths)
        games = set(named)
        for name in named:
            with suppress(RecordError):  # it may not be there any more
                for game in games_of([name], form):
                    if archived.isdisjoint(self._paths(game.source)):
                        games.add(str(source_row(self._named(game))["game"]))
        gone = {
            key: source
            for key, source, game, path in rows
            if game in games or path in paths or path.startswith(below)
        }
        with self.base:
            self.base.executemany("DELETE FROM sources WHERE key = ?", zip(gone, strict=True))
        self.base.execute("VACUUM")
        return Counter(gone.values())

    def _paths(self, path: str) -> set[str]:
        """A path as the archive may have it: absolute; or all ways to write it, hidden."""
        written = {path, os.path.normpath(path), os.path.abspath(path), os.path.relpath(path)}
        if self.salt is None:
            return {os.path.abspath(path)}
        return {hidden_path(name, self.salt) for name in written}

    def forget(self, name: str, tell: Tell = bool, **spreading: Any) -> None:
        """Put a pseudonym in the place of a player's name, in all games and their records.

        Args:
            name: the player's.
            tell: is called with what became of each game.
            spreading: who works on the games, which are analysed again, as ``spread`` has it.

        Raises:
            RecordError: where the record of a game was not kept.
        """
        kept = self.base.execute(
            "SELECT source, number, line, record, level FROM sources JOIN games USING (game) "
            "WHERE game IN (SELECT game FROM players WHERE player = ?)",
            (name,),
        ).fetchall()
        if lacking := sum(text is None for *_, text, _ in kept):
            raise RecordError(
                f"of {counted(lacking, 'game')} of this player it has no record, by which to tell "
                "the game anew (take the games out with --remove)"
            )
        salt = self._noted.get("salt") or secrets.token_hex(16)
        forgotten = f"{self._noted.get('forgotten', '')} {pseudonym(name, salt)}"
        with self.base:
            self.base.executemany(
                "INSERT OR REPLACE INTO settings VALUES (?, ?)",
                (("salt", salt), ("forgotten", forgotten)),
            )
            self.base.execute(
                "UPDATE problems SET message = ? WHERE game IS NULL AND instr(message, ?)",
                (LEFT_OUT, name),
            )
        games = (
            (
                self._named(SourceGame(number, line, loads(text, source=source), source=source)),
                level,
            )
            for source, number, line, text, level in kept
        )
        self._work_off(games, tell, spreading)
        self.base.execute("VACUUM")


def _rows_or_fault(seconds: float | None, wanted: tuple[SourceGame, Level]) -> Rows | str:
    """The rows of a game to a level, or the error of the program that ended its analysis."""
    game, level = wanted
    try:
        return rows_of(game, level=level, seconds=seconds)
    except Exception as error:  # one game must not end the run, whatever is wrong
        return f"{type(error).__name__}: {error}"


def _cell(value: Any) -> Any:
    """A value as SQLite has it: lists are JSON; what is not a number it makes null itself."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | tuple) else value


# -- files ----------------------------------------------------------------------------------------


def is_archive(path: str | os.PathLike[str]) -> bool:
    """Whether a file is an archive, of any version.

    Raises:
        RecordError: where it is a folder of tables, as versions before had it.
    """
    if os.path.isfile(os.path.join(path, _OLD_MANIFEST)):
        raise RecordError(
            f"{printable(str(path))} is an archive of an older version: make it anew from its "
            "games (tracker archive SOURCE… -o FILE.sqlite)"
        )
    if os.path.isfile(path):  # what a pipe has can be read only once
        with suppress(OSError), open(path, "rb") as file:
            return file.read(len(ARCHIVED)) == ARCHIVED
    return False


def require_version(base: sqlite3.Connection) -> None:
    """Go on where a file has the tables of this version.

    Raises:
        RecordError: where it has not.
    """
    application, version = base.execute(
        "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version"
    ).fetchone()
    if application != APPLICATION:
        raise RecordError("it is no archive of games")
    if version != VERSION:
        raise RecordError(
            f"it has tables of version {version} (expected {VERSION}): make it anew from its own "
            "records (tracker archive OLD.sqlite -o NEW.sqlite) or from its games"
        )


@contextmanager
def clear_errors(path: str) -> Iterator[None]:
    """What SQLite refuses to do inside is an error that says of which file.

    Raises:
        OSError: where the system refuses it: a full disk, a file that cannot be written.
        RecordError: where the file is no archive, or damaged.
    """
    try:
        yield
    except RecordError as error:
        raise RecordError(f"{printable(path)}: {error}") from error
    except sqlite3.OperationalError as error:
        raise OSError(errno.EIO, str(error), path) from error
    except sqlite3.DatabaseError as error:
        raise RecordError(f"{printable(path)}: it is no archive, or damaged ({error})") from error


@contextmanager
def opened(path: str | os.PathLike[str], *, new: bool = True, **settings: Any) -> Iterator[Archive]:
    """An archive, to be written by nobody else meanwhile.

    Args:
        path: its file.
        new: whether it is made where there is no file.
        settings: how games are worked on and kept, as ``Archive`` has it.

    Raises:
        RecordError: where the file is something else, or was begun with other settings.
        OSError: where it cannot be written, or somebody else writes it.
    """
    file = Path(os.path.realpath(path))
    if not is_archive(file) and not new:
        raise RecordError(f"{printable(os.fspath(path))}: there is no such archive")
    with (
        locked(file),
        clear_errors(os.fspath(path)),
        closing(sqlite3.connect(file, isolation_level="IMMEDIATE")) as base,
    ):
        yield Archive(base, **settings)
