"""The pack of puzzles that comes with the package: how it was made, and reading it.

``python -m tracker.teach FILE`` writes it; it comes out the same every time. Thinking players play
at the tables below, and so do players who pretend, whose games are taken up in the middle: less has
to be read then, and the hard techniques are commoner. Of what is found that no cited event can be
spared for, twenty puzzles a level are chosen, rare themes first, a fifth with the answer that it
can't be known.
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
from tracker.play.midgame import start_at
from tracker.play.simulator import deal, play_on
from tracker.play.thinkers import thinking_game
from tracker.teach.finding import FoundPuzzle, choose, find_puzzles
from tracker.teach.puzzle import LEVELS, Puzzle, puzzle_of

FILE: Final = "pack.lit"
SEED: Final = 2
EACH: Final = 20
"""Puzzles of each level."""
GAMES: Final = 1
"""Games of thinking players at each table; after them come those taken up in the middle."""
_TAKEN_UP: Final = (0.3, 0.45, 0.6)
"""After what share of its events a game is taken up."""
_DRAWN: Final = 16
"""Candidates of a game that are explained."""
_LONGEST: Final = 60
"""Events after which a game is stopped: who solves a puzzle has to read them all."""
_MOST_EVENTS: Final = 8
_MOST_STEPS: Final = 8
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
    middles: int = 5
    """Games taken up in the middle: more where they are quickly worked through."""


TABLES: Final = (
    _PackTable("Ann Bob Carl Dora", middles=24),
    _PackTable("Ann Bob Carl Dora Eve Finn"),
    _PackTable("Ida Jon Kim Leo Mia Ned", overrides=(("deck", "no2"),), memory=12),
    _PackTable("Ada Ben Cyd Dan", "quartets", middles=36),
    _PackTable("Ola Per Quin Rut Sam Tea", "quartets"),
    _PackTable("Uma Vic Wes Xia Yan Zoe", "canadian-54"),
    _PackTable("Ann Bob Carl Dora Eve Finn Gus Hal", "india-52"),
    _PackTable("Max Nia Oda Pia", overrides=(("deck", "custom"),), books=_SHORT, middles=30),
)


def make_pack(seed: int = SEED, tell: Callable[[str], None] = lambda _: None) -> list[FoundPuzzle]:
    """The puzzles of a pack, the easiest first.

    Args:
        seed: of all chance.
        tell: gets a line for each table.
    """
    pool: list[FoundPuzzle] = []
    for number in range(len(TABLES)):
        pool += found_at(number, seed)
        tell(f"table {number + 1} of {len(TABLES)}: {len(pool)} puzzles so far")
    return _chosen(pool, EACH, random.Random(seed))


def found_at(number: int, seed: int = SEED) -> list[FoundPuzzle]:
    """What is found in the games of one table, the first being 0."""
    table = TABLES[number]
    pool = []
    for game in range(GAMES + table.middles):
        rng = random.Random(f"{seed} {number} {game}")
        record = _played(table, rng) if game < GAMES else _taken_up(table, rng)
        hard = game >= GAMES and game % 2 == 0
        found = find_puzzles(record, rng, drawn=_DRAWN, tight=True, hard=hard)
        pool += [one for one in found if is_neat(one)]
    return pool


def is_neat(found: FoundPuzzle) -> bool:
    """Whether a proof is short enough to be a pleasure."""
    graded = found.grade
    return len(graded.events) <= _MOST_EVENTS and graded.steps <= _MOST_STEPS


def _header(table: _PackTable) -> Record:
    seats = tuple(table.seats.split())
    rules = PRESETS[table.preset].with_values(dict(table.overrides))
    return Record(seats, rules, table.preset, table.books, dealer=seats[0])


def _played(table: _PackTable, rng: random.Random) -> Record:
    """A game of thinking players, up to its longest."""
    header = deal(rng, _header(table))
    return thinking_game(rng, header, memory=table.memory, limit=_LONGEST)


def _taken_up(table: _PackTable, rng: random.Random) -> Record:
    """A game of players who pretend, from somewhere in the middle."""
    game = play_on(rng, deal(rng, _header(table)))
    middle = start_at(game, int(len(game.events) * rng.choice(_TAKEN_UP)))
    return middle.with_events(middle.events[:_LONGEST])


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
