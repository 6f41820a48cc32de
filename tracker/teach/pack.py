"""The pack of puzzles that comes with the package: how it was made, and reading it.

``python -m tracker.teach.pack FILE`` writes it; it comes out the same every time. Thinking players
play at the tables below, and so do players who pretend, whose games are taken up in the middle:
less has to be read then, and the hard techniques are commoner. What is found is kept if it is
*neat*: no cited event can be spared, the proof is short and known to be the smallest, no step of it
takes in more than one can see at once, and there is not too much to read. Where there is, the game
is taken up later, shortly before the first event that matters. Of that, twenty puzzles a level are
chosen, no two of one game, rare themes first, a fifth with the answer that it can't be known.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from tracker.game.cards import SUIT_NAMES, Book
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.rules import PRESETS
from tracker.inference.hands import view_of
from tracker.notation import games
from tracker.notation.games import dumps_all
from tracker.play.midgame import can_start_at, start_at
from tracker.play.simulator import deal, play_on
from tracker.play.thinkers import thinking_game
from tracker.teach.finding import UNKNOWN_SHARE, FoundPuzzle, choose, find_puzzles, judge, piles
from tracker.teach.position import OpenPuzzle
from tracker.teach.puzzle import LEVELS, Puzzle, pose, puzzle_of
from tracker.teach.tasks import task_of

FILE: Final = "pack.lit"
SEED: Final = 2
EACH: Final = 20
"""Puzzles of each level."""
THOUGHT: Final = 2
"""Games of thinking players at each table; after them come those taken up in the middle."""
_TAKEN_UP: Final = (0.3, 0.45, 0.6)
"""After what share of its events a game is taken up."""
_BEYOND: Final = (None, "one-each", "only-seat", "one-each")
"""In one game after the other: only what needs a harder technique than that is looked at."""
_DRAWN: Final = 20
"""Candidates of a game that are explained."""
_LONGEST: Final = 60
"""Events after which a game is stopped."""
MOST_READ: Final = 24
"""Who solves a puzzle has to read all its events: more are dull."""
_LEAD: Final = 4
"""A game that is taken up later begins so many events before the first that matters."""
MOST_CITED: Final = 6
MOST_STEPS: Final = 5
MOST_AT_ONCE: Final = 8
MOST_REPEATS: Final = 2
"""A proof that cites more events, takes more steps, or one step of more causes, or that says the
same more often, is dull."""


def _suits(*ranks: str) -> tuple[Book, ...]:
    """A short deck: of each suit a half-suit of some ranks."""
    return tuple(Book(SUIT_NAMES[suit], tuple(rank + suit for rank in ranks)) for suit in "CDHS")


@dataclass(frozen=True)
class _PackTable:
    """Who plays by which rules."""

    seats: str
    preset: str = "pagat"
    overrides: tuple[tuple[str, str], ...] = ()
    books: tuple[Book, ...] = ()
    memory: int | None = None
    middles: int = 16
    """Games taken up in the middle: more where they are quickly worked through."""


TABLES: Final = (
    _PackTable("Ann Bob Carl Dora", middles=90),
    _PackTable("Ann Bob Carl Dora Eve Finn"),
    _PackTable("Ida Jon Kim Leo Mia Ned", overrides=(("deck", "no2"),), memory=12),
    _PackTable("Ada Ben Cyd Dan", "quartets", middles=50),
    _PackTable("Ola Per Quin Rut Sam Tea", "quartets"),
    _PackTable("Uma Vic Wes Xia Yan Zoe", "canadian-54"),
    _PackTable("Ann Bob Carl Dora Eve Finn Gus Hal", "india-52", middles=24),
    _PackTable(
        "Max Nia Oda Pia",
        overrides=(("deck", "custom"),),
        books=_suits("10", "J", "Q", "K", "A"),
        middles=160,
    ),
    _PackTable(
        "Flo Gil Hao Ivy",
        overrides=(("deck", "custom"),),
        books=_suits("9", "10", "J", "Q", "K", "A"),
        middles=110,
    ),
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
    games_there = range(THOUGHT + TABLES[number].middles)
    return [one for game in games_there for one in found_in(number, game, seed)]


def found_in(number: int, game: int, seed: int = SEED) -> list[FoundPuzzle]:
    """What is found in one game of a table, both counted from 0; it says where it is from."""
    table, rng = TABLES[number], random.Random(f"{seed} {number} {game}")
    record = _played(table, rng) if game < THOUGHT else _taken_up(table, rng)
    source = (("source", f"table {number + 1}, game {game + 1}"),)
    record = replace(record, tags=source)
    beyond = None if game < THOUGHT else _BEYOND[game % len(_BEYOND)]
    found = find_puzzles(record, rng, drawn=_DRAWN, tight=True, beyond=beyond)
    shortened = (_shortened(one, record) for one in found)
    return [one for one in shortened if one is not None and is_neat(one)]


def is_neat(found: FoundPuzzle) -> bool:
    """Whether there is little enough to read, and a proof short enough to be a pleasure."""
    graded = found.grade
    short = len(graded.events) <= MOST_CITED and graded.steps <= MOST_STEPS
    simple = graded.smallest and graded.widest <= MOST_AT_ONCE and graded.repeats <= MOST_REPEATS
    return short and simple and found.puzzle.at <= MOST_READ


def _shortened(found: FoundPuzzle, record: Record) -> FoundPuzzle | None:
    """A puzzle whose game is taken up later, if it is long; none where that spoils it."""
    puzzle = found.puzzle
    if puzzle.at <= MOST_READ:
        return found
    state_at = replay_of(record).state
    latest = max(min(found.grade.events) - 1 - _LEAD, 0)
    start = next((at for at in range(latest, 0, -1) if can_start_at(state_at(at))), 0)
    if not start:
        return None
    later = start_at(record, start)
    gone = len(record.events) - len(later.events)
    event = puzzle.question.event
    question = replace(puzzle.question, event=None if event is None else event - gone)
    end = len(puzzle.record.events) - gone
    with OpenPuzzle(pose(later, view_of(later, puzzle.view.name), question, end)) as position:
        return judge(task_of(position), tight=True)


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


def _chosen(pool: Sequence[FoundPuzzle], each: int, rng: random.Random) -> list[FoundPuzzle]:
    """So many of each level, no two of one game, and a fifth that can't be known."""
    levels: dict[int, list[FoundPuzzle]] = {level: [] for level in LEVELS}
    for pile in piles(_one_of_a_game(pool), lambda one: (*_marks(one)[:2], one.unknown)):
        levels[pile[0].grade.level] += _thinned(pile, each // 2)
    there = {level: sum(one.unknown for one in found) for level, found in levels.items()}
    wanted = _shared_out(there, round(each * len(LEVELS) * UNKNOWN_SHARE))
    return [
        one
        for level, found in levels.items()
        for one in choose(found, each, rng, wanted[level] / each)
    ]


def _one_of_a_game(pool: Sequence[FoundPuzzle]) -> list[FoundPuzzle]:
    """One puzzle of each game: of the rarest theme or level, and there of the rarest question."""
    common = Counter(mark for one in pool for mark in _marks(one))

    def rarity(one: FoundPuzzle) -> tuple[int, int]:
        theme, level, question = (common[mark] for mark in _marks(one))
        return min(theme, level), question

    rarest: dict[str, FoundPuzzle] = {}
    for one in sorted(pool, key=rarity):
        rarest.setdefault(_source(one), one)
    return list(rarest.values())


def _thinned(pool: Sequence[FoundPuzzle], most: int) -> list[FoundPuzzle]:
    """So many at most, rare ones first: left out is always one of the table that has most."""
    left = list(pool)
    while len(left) > most:
        tables = Counter(map(_table, left))
        at_most = max(tables.values())
        left.remove(next(one for one in reversed(left) if tables[_table(one)] == at_most))
    return left


def _source(found: FoundPuzzle) -> str:
    return dict(found.puzzle.record.tags)["source"]


def _table(found: FoundPuzzle) -> str:
    return _source(found).partition(",")[0]


def _marks(found: FoundPuzzle) -> tuple[object, object, object]:
    question = found.puzzle.question.kind, found.unknown
    return found.grade.theme, found.grade.level, question


def _shared_out(there: Mapping[int, int], number: int) -> Counter[int]:
    """So many things of some kinds, as evenly as what is there of each allows."""
    taken: Counter[int] = Counter()
    for _ in range(number):
        more = [kind for kind, most in there.items() if taken[kind] < most]
        if more:
            taken[min(more, key=lambda kind: taken[kind])] += 1
    return taken


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


def main() -> None:
    """Write the pack where the command line says."""
    parser = argparse.ArgumentParser("python -m tracker.teach.pack", description=__doc__)
    parser.add_argument("file", type=Path, help="where to write it")
    path: Path = parser.parse_args().file
    found = make_pack(tell=_tell)
    path.write_text(dumps_all(numbered(found)), encoding="utf-8")


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main()
