"""What an archive consists of: its tables with their columns, and its folder.

A row of a table is a value of its class; the fields are the columns, in this order. In a game with
gaps a column is null where a gap decides it. ``SCHEMA_VERSION`` changes when a column changes its
name, its type or its meaning, or goes; new columns may come at the end of a table without that. The
columns are described in the reference of the documentation, which a test holds to this module.

In the folder of an archive, the manifest (``MANIFEST``) says how it was made. Each chunk of
games has a folder, and in that a file for each table: ``chunk-00000017/games.parquet`` is a part of
the table ``games``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from math import isnan
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args

from tracker.errors import RecordError
from tracker.messages import printable

SCHEMA_VERSION: Final = 1

Level: TypeAlias = Literal["events", "claims", "all"]
"""How much is worked out of a game: what stands in the record; who could prove what, and the audit
of its claims; the odds and the bits as well."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""The levels, each with all that the one before it has."""

Names: TypeAlias = tuple[str, ...]
Lengths: TypeAlias = tuple[int, ...]
Numbers: TypeAlias = tuple[float | None, ...]


@dataclass(frozen=True)
class GameRow:
    """A game that could be read."""

    game: str
    source: str
    index: int
    line: int
    digest: str
    title: str | None
    date: str | None
    place: str | None
    preset: str
    rules: str
    deck: str
    seats: Names
    teams: Names
    dealer: str | None
    hands: int
    events: int
    asks: int | None
    claims: int | None
    over: bool | None
    winner: str | None
    points: tuple[int | None, ...]
    problems: int
    analysed: bool
    exact: bool | None
    identity: str
    decided: bool | None
    margin: int | None
    level: str
    waits: Lengths | None
    unclaimed: Lengths | None
    open_gaps: int | None
    first_turn: str | None


@dataclass(frozen=True)
class PlayerRow:
    """A player of a game."""

    game: str
    player: str
    place: int
    team: str
    hand_known: bool
    won: bool | None
    points: int | None
    asks: int | None
    hits: int | None
    turns: int | None
    dead: int | None
    sure: int | None
    asks_judged: int | None
    chance: float | None
    bits_to_public: float | None
    bits_to_team: float | None
    bits_to_opponents: float | None
    claims: int | None
    correct: int | None
    proven: int | None
    guessed: int | None
    unjudged: int | None
    missed: int | None
    latency: int | None
    latencies: int | None
    drawn: bool | None
    margin: int | None
    dealt: Names | None
    given_up: float | None


@dataclass(frozen=True)
class EventRow:
    """An event of a game."""

    game: str
    event: int
    line: int | None
    kind: str
    actor: str | None
    target: str | None
    card: str | None
    book: str | None
    result: str | None
    irregular: bool
    text: str
    bits_public: float | None
    bits: Numbers
    left_public: float | None
    left: Numbers
    exact: bool | None


@dataclass(frozen=True)
class AskRow:
    """An ask of a game."""

    game: str
    event: int
    asker: str | None
    target: str | None
    card: str | None
    book: str | None
    answer: str | None
    hit: bool | None
    irregular: bool
    kind: str | None
    chance: float | None
    best: float | None
    rank: int | None
    exact: bool | None
    bits_public: float | None
    bits_team: float | None
    bits_opponents: float | None


@dataclass(frozen=True)
class ClaimRow:
    """A claim of a game."""

    game: str
    event: int
    claimant: str | None
    team: str | None
    book: str | None
    outcome: str | None
    correct: bool | None
    verdict: str | None
    chance: float | None
    exact: bool | None
    since: int | None
    latency: int | None
    also_proven_for: Names | None
    provable_by: Names | None
    team_since: int | None
    team_latency: int | None
    scored_by: str | None
    points: int | None


@dataclass(frozen=True)
class ProofRow:
    """Moments without a break at which a view could prove a half-suit."""

    game: str
    book: str
    team: str
    view: str
    start: int
    end: int


@dataclass(frozen=True)
class ProblemRow:
    """Something wrong with a game, or a game that could not be read."""

    game: str
    source: str
    index: int
    line: int | None
    column: int | None
    event: int | None
    code: str
    message: str


TABLES: Final[Mapping[str, type[Any]]] = MappingProxyType(
    {
        "games": GameRow,
        "players": PlayerRow,
        "events": EventRow,
        "asks": AskRow,
        "claims": ClaimRow,
        "proofs": ProofRow,
        "problems": ProblemRow,
    }
)
"""The class of the rows of each table."""

Rows: TypeAlias = Mapping[str, Sequence[Any]]
"""Rows by the name of their table."""

_Row = TypeVar("_Row")


def row_from(row: type[_Row], *sources: Any, **columns: Any) -> _Row:
    """A row whose columns are copied from fields of the same name, but for those that are given.

    Args:
        row: the class of the row.
        sources: values of dataclasses, of which the first that has a field gives the column. In the
            place of a value that is not known stands its class: its columns are null.
        columns: the other columns.
    """
    names = {field.name for field in fields(row)}  # type: ignore[arg-type]
    for source in sources:
        for name in (field.name for field in fields(source) if field.name in names):
            columns.setdefault(name, None if isinstance(source, type) else getattr(source, name))
    return row(**{name: number_or_null(value) for name, value in columns.items()})


def number_or_null(value: Any) -> Any:
    """A value for a column: bits that are not a number, because none could be had, are null."""
    return None if isinstance(value, float) and isnan(value) else value


# -- the folder -----------------------------------------------------------------------------------

MANIFEST: Final = "archive.json"
"""Says how the archive was made."""
CHUNK_NOTE: Final = "chunk.json"
"""In the folder of a chunk: says of what it was made."""
FORMAT: Final = "literature-archive"


def folder_of(root: Path, number: int) -> Path:
    """The folder of a chunk."""
    return root / f"chunk-{number:08}"


def chunk_folders(root: Path) -> list[Path]:
    """The folders of the chunks of an archive, in order."""
    return sorted(path for path in root.glob("chunk-*") if path.is_dir())


def is_archive(path: str | os.PathLike[str]) -> bool:
    """Whether a folder is an archive, finished or not, of any version, with a sound manifest."""
    return _manifest(Path(path)) is not None


def archives_of(sources: Iterable[object]) -> list[Path]:
    """The archives that some sources are; empty where none of them is one.

    Raises:
        RecordError: where only some of them are, or one has tables of another version.
    """
    named = list(sources)
    paths = [Path(source) for source in named if isinstance(source, str | os.PathLike)]
    roots = [path for path in paths if is_archive(path)]
    if roots and len(roots) < len(named):
        raise RecordError(
            f"{printable(str(roots[0]))} is an archive, and other sources are not (name either "
            "archives, or games)"
        )
    for root in roots:
        read_manifest(root)
    return list(dict.fromkeys(roots))


def read_manifest(root: Path) -> dict[str, Any]:
    """The manifest of an archive.

    Raises:
        RecordError: where there is no manifest that can be read, or the tables are of another
            version than this program's.
    """
    manifest = _manifest(root)
    if manifest is None:
        raise RecordError(f"{printable(str(root / MANIFEST))} is not of an archive of games")
    if manifest.get("schema") != SCHEMA_VERSION:
        raise RecordError(
            f"{printable(str(root))} has tables of version {printable(str(manifest.get('schema')))}"
            f" (expected {SCHEMA_VERSION}): write it anew with tracker archive"
        )
    return manifest


def _manifest(root: Path) -> dict[str, Any] | None:
    """The manifest in a folder; None where there is none, or it is of something else."""
    try:
        document = json.loads((root / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return None
    of_games = isinstance(document, dict) and document.get("format") == FORMAT
    return document if of_games else None
