"""Archives that are read: one, several as one, or a temporary one of games that are analysed now.

Example: ``with archive_of(["club.sqlite"]) as (base, _): rows_of_query(base, "SELECT …")``.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from tracker.answers import Answer, json_keys
from tracker.archive.pool import DEFAULT_BUDGET
from tracker.archive.schema import LEVELS, TABLES, Level, columns
from tracker.archive.source_games import Games, games_of, sources_of
from tracker.archive.store import (
    Archive,
    Tell,
    clear_errors,
    is_archive,
    require_version,
)
from tracker.errors import RecordError, TrackerError
from tracker.messages import counted, printable, require_package, require_word

_MANY: Final = 20_000
"""So many rows are exported at a time."""
_ALLOWED: Final = (
    sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE,
)  # fmt: skip
"""What a query may do."""
_IS_NEW: Final = "game IS NULL OR game NOT IN (SELECT game FROM main.games)"
"""Whether a row of another archive is of a game that is not there yet."""


@contextmanager
def archive_of(
    games: Games,
    *,
    form: str | None = None,
    level: Level = "all",
    budget: float | None = DEFAULT_BUDGET,
    tell: Tell = bool,
    **spreading: Any,
) -> Iterator[tuple[sqlite3.Connection, list[str]]]:
    """A connection to an archive, and the faults of the program that its making met.

    Args:
        games: one or more archives, which are read; or sources and records, which are analysed now.
        form: what the files are, as ``games_of`` has it.
        level: what is worked out of games that are analysed.
        budget: seconds of processor time for each of them; None: no limit.
        tell: is called with what became of each of them.
        spreading: who works on them, as ``spread`` has it.

    Raises:
        RecordError: where a source is not there, an archive is of another version, or archives and
            other sources are named together.
        OSError: where an archive cannot be read.
    """
    require_word(level, LEVELS, "level")
    named = sources_of(games)
    paths = (os.fspath(source) for source in named if isinstance(source, str | os.PathLike))
    archives = list(filter(is_archive, paths))
    if archives and len(archives) < len(named):
        raise RecordError(
            f"{printable(archives[0])} is an archive, and other sources are not (name either "
            "archives, or games)"
        )
    if len(set(archives)) == 1:
        with _reading(archives[0]) as base:
            yield base, []
        return
    with closing(sqlite3.connect("")) as base:
        archive = Archive(base, level, budget)
        for path in dict.fromkeys(archives):
            _take_in(base, path)
        if not archives:
            archive.add(games_of(named, form), tell, **spreading)
        yield base, archive.faults


@contextmanager
def _reading(path: str) -> Iterator[sqlite3.Connection]:
    """A connection to an archive that writes nothing, but what a killed process left undone."""
    with clear_errors(path), closing(sqlite3.connect(_uri(path), uri=True)) as base:
        require_version(base)
        base.execute("PRAGMA query_only = ON")
        yield base


def _uri(path: str) -> str:
    """An archive that is there, as SQLite names it."""
    return f"{Path(path).resolve().as_uri()}?mode=rw"


def _take_in(base: sqlite3.Connection, path: str) -> None:
    """Copy an archive into another one; games that are there already have one more source."""
    with _reading(path), clear_errors(path):  # it can be read, and is one
        base.execute("PRAGMA foreign_keys = OFF")  # in any order, as nothing will be taken out
        base.execute("ATTACH ? AS other", (_uri(path),))
        with base:
            for table in ("sources", "problems"):  # another one may have a source with that key
                base.execute(f"UPDATE {table} SET key = '+' || key")
            for table in reversed(tuple(TABLES)):  # games and sources last
                where = "1" if table == "sources" else _IS_NEW
                base.execute(f"INSERT INTO main.{table} SELECT * FROM other.{table} WHERE {where}")
        base.execute("DETACH other")


@json_keys("rows")
@dataclass(frozen=True, repr=False)
class Found(Answer):
    """What a query finds.

    Keys:
        rows: With --sql: an object for each row.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def query(base: sqlite3.Connection, sql: str) -> Found:
    """Answer a query that may only read.

    Args:
        base: an archive.
        sql: one statement.

    Raises:
        RecordError: where SQLite cannot do it.
    """
    base.set_authorizer(
        lambda action, *_: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
    )
    try:
        chosen = base.execute(sql)
        if chosen.description is None:
            raise sqlite3.Warning("it is empty (expected SELECT …)")
        return Found(tuple(head for head, *_ in chosen.description), tuple(chosen))
    except (sqlite3.Error, sqlite3.Warning) as error:
        raise RecordError(f"the query cannot be answered: {printable(str(error))}") from error
    finally:
        base.set_authorizer(None)


# -- other forms ----------------------------------------------------------------------------------


def tables(
    games: Games, *, budget: float | None = DEFAULT_BUDGET, level: Level = "all", workers: int = 1
) -> Mapping[str, Any]:
    """The tables of many games, by their names, as Arrow tables, for which pyarrow is needed.

    pandas (``to_pandas()``), Polars (``from_arrow``) and DuckDB (a query that names the variable)
    read them as they are, the latter two without copying. A game that is there twice counts once.

    Args:
        games: one or more archives, which are read; or sources and records, which are analysed now.
        budget: seconds of processor time for each game that is analysed; None: no limit.
        level: what is worked out of games that are analysed: one of ``LEVELS``, from what stands in
            the record (``events``) to what the moves were worth (``review``).
        workers: how many processes analyse them.

    Raises:
        RecordError: where a source is not there, there is no such level, an archive is of another
            version, or archives and other sources are named together.
        TrackerError: where pyarrow is not installed, or a game met a fault of tracker.
    """
    require_pyarrow()
    with archive_of(games, level=level, workers=workers, budget=budget) as (base, faults):
        if faults:
            raise TrackerError(
                f"{counted(len(faults), 'game')} met a fault of tracker: {faults[0]}"
            )
        return {name: _reader(base, name).read_all() for name in TABLES}


def write_parquet(base: sqlite3.Connection, folder: str | os.PathLike[str]) -> None:
    """Write the tables of an archive into a folder, each as a Parquet file.

    Raises:
        OSError: where it cannot be written.
        TrackerError: where pyarrow is not installed.
    """
    require_pyarrow()
    from pyarrow.parquet import ParquetWriter

    Path(folder).mkdir(parents=True, exist_ok=True)
    for name in TABLES:
        rows, file = _reader(base, name), Path(folder, f"{name}.parquet")
        with ParquetWriter(file, rows.schema, compression="zstd") as writer:
            for batch in rows:
                writer.write_batch(batch)


def require_pyarrow() -> Any:
    """The library pyarrow.

    Raises:
        TrackerError: where it is not installed.
    """
    return require_package("pyarrow", "this needs pyarrow", "archive")


def _reader(base: sqlite3.Connection, table: str) -> Any:
    """A table as Arrow reads it, some rows at a time; lists are text (JSON)."""
    pyarrow = require_pyarrow()
    kinds = {
        "INTEGER": pyarrow.int64(), "REAL": pyarrow.float64(), "BOOLEAN": pyarrow.bool_(),
        "TEXT": pyarrow.string(), "JSON": pyarrow.string(),
    }  # fmt: skip
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns(table).items()])
    chosen = base.execute(f"SELECT * FROM {table}")
    batches = (
        pyarrow.record_batch(
            # SQLite has numbers for what is true or false.
            [
                pyarrow.array(column).cast(kind)
                for column, kind in zip(zip(*rows, strict=True), schema.types, strict=True)
            ],
            schema=schema,
        )
        for rows in iter(partial(chosen.fetchmany, _MANY), [])
    )
    return pyarrow.RecordBatchReader.from_batches(schema, batches)
