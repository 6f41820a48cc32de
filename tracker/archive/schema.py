"""The tables of an archive: their columns with their types, as SQL has them.

A column is null where it is not known, and where a gap decides it. Columns of the type JSON have
lists. ``VERSION`` changes when a column comes or goes, or changes its name, its type or its
meaning; only the table ``sources``, by which an archive can be made anew, stays as it is. The
columns are described in the reference of the documentation, which a test holds to this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, get_args

VERSION: Final = 4

Level: TypeAlias = Literal["events", "claims", "all", "review"]
"""How much is worked out of a game: what stands in the record; who could prove what, and the audit
of its claims; the odds and the bits as well; and what its moves were worth."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
"""The levels, each with all that the one before it has."""


def includes(level: str, wanted: Level) -> bool:
    """Whether a level has all that another one has."""
    return LEVELS.index(level) >= LEVELS.index(wanted)


Row: TypeAlias = dict[str, Any]
"""The values of a row by their columns."""
Rows: TypeAlias = Mapping[str, Sequence[Row]]
"""Rows by the name of their table."""

_OF_GAME: Final = "game TEXT REFERENCES games ON DELETE CASCADE"
TABLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "sources": "key TEXT PRIMARY KEY, game TEXT, source TEXT, number INTEGER, "
        "line INTEGER, digest TEXT, title TEXT, date TEXT, place TEXT, "
        "record TEXT",
        "games": "game TEXT PRIMARY KEY, preset TEXT, rules TEXT, deck TEXT, "
        "seats JSON, teams JSON, dealer TEXT, first_turn TEXT, hands INTEGER, "
        "events INTEGER, asks INTEGER, claims INTEGER, over BOOLEAN, "
        "decided BOOLEAN, winner TEXT, points JSON, margin INTEGER, level TEXT, "
        "analysed BOOLEAN, exact BOOLEAN, open_gaps INTEGER, waits JSON, "
        "unclaimed JSON",
        "players": f"{_OF_GAME}, player TEXT, place INTEGER, team TEXT, "
        "hand_known BOOLEAN, dealt JSON, won BOOLEAN, drawn BOOLEAN, "
        "points INTEGER, margin INTEGER, half_suits INTEGER, asks INTEGER, "
        "hits INTEGER, turns INTEGER, dead INTEGER, sure INTEGER, "
        "asks_judged INTEGER, chance REAL, given_up REAL, bits_to_public REAL, "
        "bits_to_team REAL, bits_to_opponents REAL, claims INTEGER, "
        "correct INTEGER, proven INTEGER, guessed INTEGER, unjudged INTEGER, "
        "missed INTEGER, latency INTEGER, latencies INTEGER, decisions INTEGER, error REAL",
        "events": f"{_OF_GAME}, event INTEGER, kind TEXT, actor TEXT, target TEXT, "
        "card TEXT, book TEXT, result TEXT, irregular BOOLEAN, text TEXT, "
        "bits_public REAL, bits JSON, left_public REAL, left JSON, exact BOOLEAN",
        "asks": f"{_OF_GAME}, event INTEGER, asker TEXT, target TEXT, card TEXT, "
        "book TEXT, answer TEXT, hit BOOLEAN, irregular BOOLEAN, kind TEXT, "
        "chance REAL, best REAL, rank INTEGER, exact BOOLEAN, bits_public REAL, "
        "bits_team REAL, bits_opponents REAL",
        "claims": f"{_OF_GAME}, event INTEGER, claimant TEXT, team TEXT, book TEXT, "
        "outcome TEXT, correct BOOLEAN, verdict TEXT, chance REAL, exact BOOLEAN, "
        "since INTEGER, latency INTEGER, also_proven_for JSON, provable_by JSON, "
        "team_since INTEGER, team_latency INTEGER, scored_by TEXT, points INTEGER",
        "proofs": f'{_OF_GAME}, book TEXT, team TEXT, view TEXT, start INTEGER, "end" INTEGER',
        "problems": f"{_OF_GAME}, key TEXT REFERENCES sources ON DELETE CASCADE, "
        "line INTEGER, event INTEGER, code TEXT, message TEXT",
    }
)
"""The columns of each table."""


@cache
def columns(table: str) -> Mapping[str, str]:
    """The columns of a table, in their order, each with its type."""
    words = (column.split()[:2] for column in TABLES[table].split(", "))
    return {name.strip('"'): kind for name, kind in words}
