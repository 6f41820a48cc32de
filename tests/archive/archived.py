"""Archives for the tests: made of sources, and read back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from tracker.archive.ratios import Ratio, ratio_of
from tracker.archive.schema import TABLES, Level, columns
from tracker.archive.source_games import games_of
from tracker.archive.store import Added, opened


def archived(file: Path, *sources: Path, level: Level = "events", **settings: Any) -> list[Added]:
    """Add sources to an archive, in this process; what became of each game."""
    with opened(file, level=level, **settings) as archive:
        told: list[Added] = []
        archive.add(games_of(sources), told.append)
        return told


class StoppedError(Exception):
    """Ends a run that adds games."""


def stop_after(number: int, told: list[Added]) -> Callable[[Added], None]:
    """What ends a run after so many games; ``told`` gets what became of them."""

    def tell(added: Added) -> None:
        told.append(added)
        if len(told) == number:
            raise StoppedError

    return tell


def rows(file: Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table, with its lists as lists, in an order that does not depend on how the
    archive was made."""
    kinds = columns(table)
    with closing(sqlite3.connect(file)) as base:
        found = base.execute(f"SELECT * FROM {table}").fetchall()
    told = [
        {
            name: json.loads(value) if kind == "JSON" and value is not None else value
            for (name, kind), value in zip(kinds.items(), row, strict=True)
        }
        for row in found
    ]
    return sorted(told, key=lambda row: str((row["game"], row.get("key"))))


def content(file: Path) -> dict[str, list[dict[str, Any]]]:
    """All that is in an archive."""
    return {table: rows(file, table) for table in TABLES}


def ratio(cases: Iterable[tuple[float | None, float | None]], *, share: bool) -> Ratio | None:
    """The ratio of some games, each with what was counted and what it is a ratio to."""
    known = [(x, y) for x, y in cases if x is not None and y]
    if not known:
        return None
    terms = [(x, y, x * x, y * y, x * y) for x, y in known]
    return ratio_of(len(known), *map(sum, zip(*terms, strict=True)), share=share)
