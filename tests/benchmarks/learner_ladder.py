"""The learner ladder on puzzles that were not used to set the levels: games of another seed.

``python -m tests.benchmarks.learner_ladder --games 60 --seed 4`` plays games at the tables of the
pack, finds neat puzzles in them, and prints for each learner which share of each level it solves.
The exit status is 1 where a learner solves more of a level than of an easier one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import pairwise

from tests.teach.learners import solves
from tests.teach.pack_maker import SEED, TABLES, found_in
from tracker.teach.grading import THEMES
from tracker.teach.puzzle import LEVELS, Puzzle
from tracker.teach.task import Task


def fresh_puzzles(games: int, seed: int) -> list[Puzzle]:
    """The neat puzzles of so many games, of each table in proportion to its games in the pack.

    Args:
        games: how many games, about.
        seed: of all chance; not that of the pack.
    """
    kinds = [
        (number, first, count)
        for number, table in enumerate(TABLES)
        for first, count in ((0, table.thought), (table.thought, table.middles))
    ]
    whole = sum(count for _, _, count in kinds)
    found = []
    for number, first, count in kinds:
        share = -(-games * count // whole)
        for game in range(first, first + share):
            found += [one.puzzle for one in found_in(number, game, seed)]
        sys.stderr.write(f"table {number + 1}: {len(found)} puzzles so far\n")
    return found


def ladder(puzzles: list[Puzzle]) -> tuple[Counter[int], Counter[tuple[int, int]]]:
    """How many puzzles there are of each level, and how many of them each learner solves."""
    posed: Counter[int] = Counter()
    solved: Counter[tuple[int, int]] = Counter()
    for puzzle in puzzles:
        level = puzzle.level or 0
        posed[level] += 1
        with Task(puzzle) as task:
            for known in range(1, len(THEMES) + 1):
                solved[known, level] += solves(task, known)
    return posed, solved


def main() -> None:
    """Print the ladder."""
    parser = argparse.ArgumentParser("python -m tests.benchmarks.learner_ladder")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=SEED + 1)
    given = parser.parse_args()
    if given.seed == SEED:
        parser.error("the seed of the pack: its levels are to be tried on other games")
    posed, solved = ladder(fresh_puzzles(given.games, given.seed))
    levels = [level for level in LEVELS if posed[level]]
    print(f"{posed.total()} puzzles; of level " + ", ".join(f"{n}: {posed[n]}" for n in levels))
    falls = True
    for known, theme in enumerate(THEMES, start=1):
        shares = [solved[known, level] / posed[level] for level in levels]
        falls = falls and all(more >= less for more, less in pairwise(shares))
        print(f"{theme:16}", *(f"{share:5.0%}" for share in shares))
    print("Falls from level to level." if falls else "Does not fall from level to level.")
    sys.exit(not falls)


if __name__ == "__main__":
    main()
