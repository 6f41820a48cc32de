"""The pack of puzzles that comes with the package: how it was made, and reading it.

``python -m tracker.teach FILE`` writes it; it comes out the same every time. Thinking players play
at the tables below; of what is found in their games that no cited event can be spared for, twenty
puzzles a level are chosen, rare themes first, a fifth with the answer that it can't be known.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from tracker.game.cards import SUIT_NAMES, Book
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.notation import games
from tracker.play.simulator import deal
from tracker.play.thinkers import thinking_game
from tracker.teach.finding import FoundPuzzle, choose, find_puzzles
from tracker.teach.puzzle import LEVELS, Puzzle, puzzle_of

FILE: Final = "pack.lit"
SEED: Final = 1
EACH: Final = 20
"""Puzzles of each level."""
_GAMES: Final = 12
"""Games at each table."""
_LONGEST: Final = 70
"""Events after which a game is stopped: who solves a puzzle has to read them all."""
_MOST_EVENTS: Final = 7
_MOST_STEPS: Final = 7
"""A proof that cites more events, or takes more steps, is dull."""

_SHORT: Final = tuple(
    Book(SUIT_NAMES[suit], tuple(rank + suit for rank in ("10", "J", "Q", "K", "A")))
    for suit in "CDHS"
)


@dataclass(frozen=True)
class _PackTable:
    """Who plays by which rules."""

    seats: str
    preset: str = "pagat"
    overrides: tuple[tuple[str, str], ...] = ()
    books: tuple[Book, ...] = ()
    memory: int | None = None


TABLES: Final = (
    _PackTable("Ann Bob Carl Dora"),
    _PackTable("Ann Bob Carl Dora Eve Finn"),
    _PackTable("Ida Jon Kim Leo Mia Ned", overrides=(("deck", "no2"),), memory=12),
    _PackTable("Ada Ben Cyd Dan", "quartets"),
    _PackTable("Ola Per Quin Rut Sam Tea", "quartets"),
    _PackTable("Uma Vic Wes Xia Yan Zoe", "canadian-54"),
    _PackTable("Ann Bob Carl Dora Eve Finn Gus Hal", "india-52"),
    _PackTable("Max Nia Oda Pia", overrides=(("deck", "custom"),), books=_SHORT),
)


def make_pack(
    seed: int = SEED,
    per_table: int = _GAMES,
    each: int = EACH,
    tell: Callable[[str], None] = lambda _: None,
) -> list[FoundPuzzle]:
    """The puzzles of a pack, the easiest first.

    Args:
        seed: of all chance.
        per_table: games at each table.
        each: puzzles of each level.
        tell: gets a line for each game.
    """
    pool = []
    for number, table in enumerate(TABLES):
        for game in range(per_table):
            rng = random.Random(f"{seed} {number} {game}")
            found = find_puzzles(_played(table, rng), rng, drawn=16, tight=True)
            pool += [one for one in found if is_neat(one)]
            tell(f"table {number + 1}, game {game + 1}: {len(pool)} puzzles so far")
    return _chosen(pool, each, random.Random(seed))


def is_neat(found: FoundPuzzle) -> bool:
    """Whether a proof is short enough to be a pleasure."""
    graded = found.grade
    return len(graded.events) <= _MOST_EVENTS and graded.steps <= _MOST_STEPS


def _played(table: _PackTable, rng: random.Random) -> Record:
    """A game at a table, up to its longest."""
    seats = tuple(table.seats.split())
    header = Record(
        seats=seats,
        rules=PRESETS[table.preset].with_values(dict(table.overrides)),
        preset=table.preset,
        books=table.books,
        dealer=seats[0],
    )
    return thinking_game(rng, deal(rng, header), memory=table.memory, limit=_LONGEST)


def _chosen(pool: list[FoundPuzzle], each: int, rng: random.Random) -> list[FoundPuzzle]:
    """So many of each level; what one level lacks of unknown answers, the next ones have more."""
    chosen: list[FoundPuzzle] = []
    for left, level in zip(reversed(LEVELS), LEVELS, strict=True):
        missing = each - sum(one.unknown for one in chosen)
        level_pool = [one for one in pool if one.grade.level == level]
        chosen += choose(level_pool, each, rng, missing / left / each)
    return chosen


def numbered(found: list[FoundPuzzle]) -> Iterator[Record]:
    """The records of a pack, each with its number for a title."""
    for number, one in enumerate(found, start=1):
        record = one.puzzle.record
        tags = {"title": f"Puzzle {number}"} | dict(record.tags)
        yield replace(record, tags=tuple(tags.items()))


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, the easiest first."""
    data = files("tracker.teach").joinpath(FILE).read_bytes()
    records = games.loads_all(data, FILE)
    return tuple(puzzle_of(one, dict(one.tags).get("title", FILE)) for one in records)
