"""Tables as Arrow tables and as Parquet files, for which pyarrow is needed (the extra ``archive``).

Why pyarrow: its tables are what pandas, Polars and DuckDB all read without copying, its Parquet
files come out the same byte for byte, and its types are stated before there is a row. Polars would
do the work as well, but others would have to go through Arrow all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

from tracker.archive.rows import rows_of_all
from tracker.archive.schema import LEVELS, SCHEMA_VERSION, TABLES, Level, archives_of, chunk_folders
from tracker.archive.source_games import (
    Chunk,
    Games,
    each_game,
    sources_of,
)
from tracker.archive.work import DEFAULT_BUDGET, results_of
from tracker.errors import TrackerError
from tracker.messages import require_word

try:
    import pyarrow
    import pyarrow.parquet
except ImportError:  # who reads the help of all that there is needs none
    pyarrow = None

VERSION_KEY: Final = "tracker.schema"
"""Where a file says in its metadata of which version of the schema it is."""


def tables(
    games: Games,
    *,
    budget: float | None = DEFAULT_BUDGET,
    level: Level = "all",
    workers: int = 1,
) -> Mapping[str, Any]:
    """The tables of many games, by their names, as Arrow tables.

    pandas (``to_pandas()``), Polars (``from_arrow``) and DuckDB (a query that names the variable)
    read them as they are, the latter two without copying. A game that is there twice counts once.

    Args:
        games: the folders of one or more archives, which are read; or sources and records, which
            are analysed now.
        budget: seconds of processor time for each game that is analysed; None: no limit.
        level: what is worked out of games that are analysed: ``events``, ``claims`` or ``all``.
        workers: how many processes analyse them.

    Raises:
        RecordError: where a source is not there, there is no such level, or an archive's tables are
            of another version, or archives and other sources are named together.
        TrackerError: where pyarrow is not installed.
    """
    require_pyarrow()
    require_word(level, LEVELS, "level")
    named = sources_of(games)
    archives = archives_of(named)
    if archives:
        return _archived(archives)
    work = partial(_chunk_rows, budget, level)
    together: dict[str, list[Any]] = {name: [] for name in TABLES}
    for rows in results_of(work, each_game(named), workers=workers):
        for name, added in rows.items():
            together[name] += added
    return {name: arrow_table(name, rows) for name, rows in together.items()}


def _chunk_rows(budget: float | None, level: Level, chunk: Chunk) -> Mapping[str, list[Any]]:
    """The rows of a chunk: what a worker does."""
    return rows_of_all(chunk.games, budget, level)


def _archived(archives: Sequence[Path]) -> Mapping[str, Any]:
    """The tables of archives; games that an archive before them has are left out."""
    parts: dict[str, list[Any]] = {name: [] for name in TABLES}
    seen: set[str] = set()
    for root in archives:
        folders = chunk_folders(root)
        games = read_table("games", folders, ("game", "identity"))
        again = {row["game"] for row in rows_in(games) if row["identity"] in seen}
        seen.update(row["identity"] for row in rows_in(games) if row["identity"])
        for name, part in parts.items():
            part.append(without_games(read_table(name, folders), again))
    return {name: pyarrow.concat_tables(part) for name, part in parts.items()}


# -- Arrow ----------------------------------------------------------------------------------------


def require_pyarrow() -> None:
    """Go on where there is pyarrow.

    Raises:
        TrackerError: where it is not installed.
    """
    if pyarrow is None:
        raise TrackerError("this needs pyarrow: pip install 'literature-tracker[archive]'")


@cache
def arrow_schema(name: str) -> Any:
    """The Arrow schema of a table, by its name."""
    require_pyarrow()
    hints = get_type_hints(TABLES[name])
    columns = [(field.name, _arrow_type(hints[field.name])) for field in fields(TABLES[name])]
    return pyarrow.schema(columns, metadata={VERSION_KEY: str(SCHEMA_VERSION)})


def _arrow_type(hint: Any) -> Any:
    """The Arrow type of what a field holds. Every column may have nulls, with or without None."""
    plain = {
        str: pyarrow.string(),
        int: pyarrow.int64(),
        float: pyarrow.float64(),
        bool: pyarrow.bool_(),
    }
    if hint in plain:
        return plain[hint]
    options = (option for option in get_args(hint) if option not in (type(None), Ellipsis))
    inner = _arrow_type(next(options))
    return pyarrow.list_(inner) if get_origin(hint) is tuple else inner


def arrow_table(name: str, rows: Sequence[Any]) -> Any:
    """Rows as an Arrow table.

    Args:
        name: the name of the table.
        rows: values of its class.
    """
    schema = arrow_schema(name)
    columns = [
        pyarrow.array([getattr(row, field.name) for row in rows], field.type) for field in schema
    ]
    return pyarrow.Table.from_arrays(columns, schema=schema)


def rows_in(table: Any) -> Iterable[Mapping[str, Any]]:
    """The rows of an Arrow table, one by one."""
    for batch in table.to_batches():
        yield from batch.to_pylist()


# -- Parquet --------------------------------------------------------------------------------------


def parquet_bytes(table: Any) -> bytes:
    """An Arrow table as a Parquet file: the same bytes for the same rows."""
    file = BytesIO()
    pyarrow.parquet.write_table(table, file, compression="zstd")
    return file.getvalue()


def read_table(name: str, folders: Iterable[Path], columns: Sequence[str] | None = None) -> Any:
    """A table out of its parts.

    Args:
        name: the name of the table.
        folders: the folders of chunks that have a part of it, in order.
        columns: which columns; None: all.
    """
    wanted = None if columns is None else list(columns)
    files = [folder / f"{name}.parquet" for folder in folders]
    empty = arrow_table(name, ())
    parts = [empty if wanted is None else empty.select(wanted)]
    parts += [_part(file, parts[0].schema) for file in files]
    return pyarrow.concat_tables(parts)


def _part(file: Path, schema: Any) -> Any:
    """The columns of a schema from a file; null where an older version did not write one."""
    written = pyarrow.parquet.read_schema(file).names
    table = pyarrow.parquet.read_table(file, columns=[n for n in schema.names if n in written])
    columns = [
        table.column(field.name)
        if field.name in table.column_names
        else pyarrow.nulls(len(table), field.type)
        for field in schema
    ]
    return pyarrow.Table.from_arrays(columns, schema=schema)


def without_games(table: Any, games: Collection[str]) -> Any:
    """A table without the rows of some games, which are named by their keys."""
    if not games:
        return table
    kept = [key not in games for key in table["game"].to_pylist()]
    return table.filter(pyarrow.array(kept, pyarrow.bool_()))
