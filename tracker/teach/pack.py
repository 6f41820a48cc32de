"""The pack of puzzles that comes with the package: how it is made, and how it is read.

``python -m tracker.teach.pack FILE`` writes the pack; it comes out the same every time. At each of
the tables below, thinking players play some games. Others are played by players who only pretend
to think, and are taken up in the middle: less has to be read then, and the hard techniques are
commoner.

A puzzle found there is kept if it is *neat*: no cited event can be spared, the proof is short and
known to be the smallest, no step of it takes in more than one can see at once, and there is not too
much to read. A long game is taken up later, shortly before the first event that matters. Of the
neat puzzles, twenty of each level are chosen, no two of one game, rare themes first, a fifth with
the answer that it can't be known.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from tracker.game.cards import SUIT_NAMES, Book
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.hands import view_of
from tracker.notation import games
from tracker.play.players import thinking_game
from tracker.play.simulator import can_start_at, deal, header, play_on, start_at
from tracker.teach.finding import (
    UNKNOWN_SHARE,
    FoundPuzzle,
    choose,
    find_puzzles,
    piles,
    worth_posing,
)
from tracker.teach.marking import open_task
from tracker.teach.puzzle import LEVELS, Puzzle, pose, puzzle_of

FILE: Final = "pack.lit"
SEED: Final = 2
EACH: Final = 20
"""How many puzzles of each level."""
THOUGHT: Final = 2
"""How many games of thinking players at each table; the games taken up in the middle follow."""
_TAKEN_UP: Final = (0.3, 0.45, 0.6)
"""The shares of its events after which a game may be taken up."""
_BEYOND: Final = (None, "one-each", "only-seat", "one-each")
"""Taken in turn by the games: only what needs a harder technique than that is looked at."""
_DRAWN: Final = 20
"""How many candidates of a game are explained."""
_LONGEST: Final = 60
"""The number of events after which a game is stopped."""
MOST_READ: Final = 24
"""The most events of a puzzle: to solve it, all have to be read."""
_LEAD: Final = 4
"""A game that is taken up later begins so many events before the first that matters."""
MOST_CITED: Final = 6
"""The most events that the proofs of a neat puzzle cite."""
MOST_STEPS: Final = 5
"""The most steps that the proofs of a neat puzzle take."""
MOST_AT_ONCE: Final = 8
"""The most causes and earlier steps that one step in a neat puzzle takes."""
MOST_REPEATS: Final = 2
"""The most proofs of a neat puzzle that have the same causes."""


def _suits(*ranks: str) -> tuple[Book, ...]:
    """A short deck: of each suit a half-suit of some ranks."""
    return tuple(Book(SUIT_NAMES[suit], tuple(rank + suit for rank in ranks)) for suit in "CDHS")


@dataclass(frozen=True)
class _PackTable:
    """Who plays by which rules."""

    header: Record
    memory: int | None = None
    """How many events thinking players remember; None: all."""
    middles: int = 16
    """How many games are taken up in the middle: more where they are quickly worked through."""


TABLES: Final = (
    _PackTable(header("Ann Bob Carl Dora"), middles=90),
    _PackTable(header("Ann Bob Carl Dora Eve Finn")),
    _PackTable(header("Ida Jon Kim Leo Mia Ned", rules={"deck": "no2"}), memory=12),
    _PackTable(header("Ada Ben Cyd Dan", "quartets"), middles=50),
    _PackTable(header("Ola Per Quin Rut Sam Tea", "quartets")),
    _PackTable(header("Uma Vic Wes Xia Yan Zoe", "canadian-54")),
    _PackTable(header("Ann Bob Carl Dora Eve Finn Gus Hal", "india-52"), middles=24),
    _PackTable(header("Max Nia Oda Pia", books=_suits("10", "J", "Q", "K", "A")), middles=160),
    _PackTable(header("Flo Gil Hao Ivy", books=_suits("9", "10", "J", "Q", "K", "A")), middles=110),
)


def make_pack(
    seed: int = SEED, tell: Callable[[str], object] = lambda _: None
) -> list[FoundPuzzle]:
    """The puzzles of a pack, the easiest first.

    Args:
        seed: of all chance.
        tell: gets a line for each table.
    """
    pool: list[FoundPuzzle] = []
    for table in range(len(TABLES)):
        for game in range(THOUGHT + TABLES[table].middles):
            pool += found_in(table, game, seed)
        tell(f"table {table + 1} of {len(TABLES)}: {len(pool)} puzzles so far")
    return _chosen(pool, EACH, random.Random(seed))


def found_in(number: int, game: int, seed: int = SEED) -> list[FoundPuzzle]:
    """The neat puzzles of one game; their tag ``source`` says of which.

    Args:
        number: of the table, from 0.
        game: the number of the game, from 0.
        seed: of all chance.
    """
    table, rng = TABLES[number], random.Random(f"{seed} {number} {game}")
    played = _thought(table, rng) if game < THOUGHT else _taken_up(table, rng)
    record = replace(played, tags=(("source", f"table {number + 1}, game {game + 1}"),))
    beyond = None if game < THOUGHT else _BEYOND[game % len(_BEYOND)]
    puzzles = find_puzzles(record, rng=rng, drawn=_DRAWN, tight=True, beyond=beyond)
    shortened = (_shortened(puzzle, record) for puzzle in puzzles)
    return [puzzle for puzzle in shortened if puzzle is not None and is_neat(puzzle)]


def is_neat(puzzle: FoundPuzzle) -> bool:
    """Whether there is little enough to read, and a proof short enough to be a pleasure."""
    graded = puzzle.grade
    short = len(graded.events) <= MOST_CITED and graded.steps <= MOST_STEPS
    simple = graded.smallest and graded.widest <= MOST_AT_ONCE and graded.repeats <= MOST_REPEATS
    return short and simple and puzzle.puzzle.at <= MOST_READ


def _shortened(long: FoundPuzzle, record: Record) -> FoundPuzzle | None:
    """A puzzle whose game is taken up later, if it is long; None where that spoils it."""
    puzzle = long.puzzle
    if puzzle.at <= MOST_READ:
        return long
    state_at = replay_of(record).state
    latest = max(min(long.grade.events) - 1 - _LEAD, 0)
    start = next((at for at in range(latest, 0, -1) if can_start_at(state_at(at))), 0)
    if not start:
        return None
    later = start_at(record, start)
    gone = len(record.events) - len(later.events)
    event = puzzle.question.event
    question = replace(puzzle.question, event=None if event is None else event - gone)
    end = len(puzzle.record.events) - gone
    with open_task(pose(later, view_of(later, puzzle.view.name), question, end)) as task:
        return worth_posing(task, tight=True)


def _thought(table: _PackTable, rng: random.Random) -> Record:
    """A game of thinking players, of the greatest length at most."""
    return thinking_game(rng, deal(rng, table.header), memory=table.memory, limit=_LONGEST)


def _taken_up(table: _PackTable, rng: random.Random) -> Record:
    """A game of players who pretend to think, from somewhere in the middle."""
    game = play_on(rng, deal(rng, table.header))
    middle = start_at(game, int(len(game.events) * rng.choice(_TAKEN_UP)))
    return middle.with_events(middle.events[:_LONGEST])


# -- choosing -------------------------------------------------------------------------------------


def _chosen(pool: Sequence[FoundPuzzle], each: int, rng: random.Random) -> list[FoundPuzzle]:
    """So many of each level, no two of one game, and a fifth that can't be known."""
    levels: dict[int, list[FoundPuzzle]] = {level: [] for level in LEVELS}
    groups = piles(_one_of_each_game(pool), lambda puzzle: (*_traits(puzzle)[:2], puzzle.unknown))
    for pile in groups:
        levels[pile[0].grade.level] += _thinned(pile, each // 2)
    available = {level: sum(puzzle.unknown for puzzle in levels[level]) for level in levels}
    unknown = _shared_out(available, round(each * len(LEVELS) * UNKNOWN_SHARE))
    return [
        chosen
        for level, puzzles in levels.items()
        for chosen in choose(puzzles, each, rng, unknown[level] / each)
    ]


def _one_of_each_game(pool: Sequence[FoundPuzzle]) -> list[FoundPuzzle]:
    """One puzzle of each game: of the rarest theme or level, and there of the rarest question."""
    common = Counter(trait for puzzle in pool for trait in _traits(puzzle))

    def rarity(puzzle: FoundPuzzle) -> tuple[int, int]:
        theme, level, question = (common[trait] for trait in _traits(puzzle))
        return min(theme, level), question

    rarest: dict[str, FoundPuzzle] = {}
    for puzzle in sorted(pool, key=rarity):
        rarest.setdefault(_source(puzzle), puzzle)
    return list(rarest.values())


def _traits(puzzle: FoundPuzzle) -> tuple[object, object, object]:
    """Theme, level, and kind of question."""
    return puzzle.grade.theme, puzzle.grade.level, (puzzle.puzzle.question.kind, puzzle.unknown)


def _thinned(pool: Sequence[FoundPuzzle], most: int) -> list[FoundPuzzle]:
    """So many at most: those left out are always the last of the table that has the most."""
    left = list(pool)
    while len(left) > most:
        counts = Counter(map(_table, left))
        fullest = max(counts.values())
        left.remove(next(puzzle for puzzle in reversed(left) if counts[_table(puzzle)] == fullest))
    return left


def _source(puzzle: FoundPuzzle) -> str:
    return dict(puzzle.puzzle.record.tags)["source"]


def _table(puzzle: FoundPuzzle) -> str:
    return _source(puzzle).partition(",")[0]


def _shared_out(available: Mapping[int, int], number: int) -> Counter[int]:
    """So many things of some kinds, as evenly as what is available of each allows."""
    taken: Counter[int] = Counter()
    for _ in range(number):
        more = [kind for kind, most in available.items() if taken[kind] < most]
        if more:
            taken[min(more, key=lambda kind: taken[kind])] += 1
    return taken


# -- the file -------------------------------------------------------------------------------------


def numbered(puzzles: Iterable[FoundPuzzle]) -> Iterator[Record]:
    """The records of a pack, each with its number for a title."""
    for number, puzzle in enumerate(puzzles, start=1):
        record = puzzle.puzzle.record
        tags = {"title": f"Puzzle {number}"} | dict(record.tags)
        yield replace(record, tags=tuple(tags.items()))


@cache
def shipped() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, the easiest first."""
    data = files("tracker.teach").joinpath(FILE).read_bytes()
    records = games.loads_all(data, FILE)
    return tuple(puzzle_of(record, dict(record.tags)["title"]) for record in records)


def main() -> None:
    """Write the pack where the command line says."""
    parser = argparse.ArgumentParser("python -m tracker.teach.pack", description=__doc__)
    parser.add_argument("file", type=Path, help="where to write it")
    path: Path = parser.parse_args().file
    pack = make_pack(tell=lambda line: sys.stderr.write(f"{line}\n"))
    path.write_text(games.dumps_all(numbered(pack)), encoding="utf-8")


if __name__ == "__main__":
    main()
