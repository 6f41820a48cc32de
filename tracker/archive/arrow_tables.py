"""The tables of an archive, or of games that are worked out now, for notebooks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from tracker.archive.chunks import DEFAULT_BUDGET
from tracker.archive.folder import chunk_folders, is_archive, read_manifest
from tracker.archive.parquet import arrow_table, read_parquet
from tracker.archive.rows import rows_of
from tracker.archive.schema import TABLES
from tracker.archive.source_games import SourceGame, games_of
from tracker.game.record import Record

Games: TypeAlias = str | os.PathLike[str] | Record | Iterable[str | os.PathLike[str] | Record]
"""A source or a record, or several of them."""


def tables(games: Games, *, budget: float | None = DEFAULT_BUDGET) -> Mapping[str, Any]:
    """The tables of many games, by their names, as Arrow tables.

    pandas (``to_pandas()``), Polars (``from_arrow``) and DuckDB (a query that names the variable)
    read them as they are, the latter two without copying.

    Args:
        games: the folder of an archive, which is read; or sources and records, which are analysed
            now, one after the other.
        budget: seconds of processor time for each game that is analysed; none: without end.

    Raises:
        RecordError: where a source is not there, or an archive's tables are of another version.
        TrackerError: where pyarrow is not installed.
    """
    if isinstance(games, str | os.PathLike) and is_archive(games):
        read_manifest(Path(games))
        folders = chunk_folders(Path(games))
        return {
            name: read_parquet(name, [folder / f"{name}.parquet" for folder in folders])
            for name in TABLES
        }
    rows: dict[str, list[Any]] = {name: [] for name in TABLES}
    for game in _games(games):
        for name, found in rows_of(game, budget=budget).items():
            rows[name] += found
    return {name: arrow_table(name, found) for name, found in rows.items()}


def _games(games: Games) -> Iterator[SourceGame]:
    """The games of sources; a record's source is ``<record>``, and its index its place."""
    several = [games] if isinstance(games, str | os.PathLike | Record) else games
    for number, one in enumerate(several, 1):
        if isinstance(one, Record):
            yield SourceGame("<record>", number, 1, one)
        else:
            yield from games_of([one])
