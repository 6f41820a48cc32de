"""The tables of many games: what a row of each has. Its fields are the columns, in this order.

``SCHEMA_VERSION`` changes when a column changes its name, its type or its meaning, or goes; new
columns may come at the end of a table without that. The columns are described in the reference of
the documentation, which a test holds to this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

SCHEMA_VERSION: Final = 1

Names: TypeAlias = tuple[str, ...]
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
    asks: int
    claims: int
    over: bool
    winner: str | None
    points: tuple[int, ...]
    problems: int
    analysed: bool
    exact: bool | None


@dataclass(frozen=True)
class PlayerRow:
    """A player of a game."""

    game: str
    player: str
    place: int
    team: str
    hand_known: bool
    won: bool | None
    points: int
    asks: int
    hits: int
    turns: int
    dead: int | None
    sure: int | None
    asks_judged: int | None
    chance: float | None
    bits_to_public: float | None
    bits_to_team: float | None
    bits_to_opponents: float | None
    claims: int
    correct: int
    proven: int | None
    guessed: int | None
    unjudged: int | None
    missed: int | None
    latency: int | None
    latencies: int | None


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
    asker: str
    target: str
    card: str
    book: str
    answer: str
    hit: bool
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
    claimant: str
    team: str
    book: str
    outcome: str
    correct: bool
    verdict: str | None
    chance: float | None
    exact: bool | None
    since: int | None
    latency: int | None
    also_proven_for: Names | None
    provable_by: Names | None
    team_since: int | None
    team_latency: int | None


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


Row: TypeAlias = GameRow | PlayerRow | EventRow | AskRow | ClaimRow | ProofRow | ProblemRow

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
