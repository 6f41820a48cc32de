"""What counting costs beside another version, as ratios of processor time.

``python -m tests.benchmarks.counting_beside TREE`` runs this version and the one in another folder
in turn, each in processes of its own, and prints the time of this one divided by that of the other:

- ``positions``: the number of deals and every probability, from scratch, at every fifth event of
  the samples, in the public view and in those of two players; by the number of seats;
- ``along``: the same after every event of a game, from one event to the next, in all its views;
- ``odds``: ``tracker show --odds`` at the middle of each sample, the start of the program included;
- ``archive``: all rows of a game, as ``tracker archive --level all`` works them out, for the
  samples and some simulated games.

Of three runs the least counts. After them stand the most memory of a process that goes along the
games of one number of seats, and how it grew in the second half of the last game. With ``--only``
some of the measures are left out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import geometric_mean, median
from typing import Final

from tests.benchmarks.many_games import simulate

HERE: Final = Path(__file__).resolve().parents[2]
RUNS: Final = 3
SIMULATED: Final = 3
"""So many games besides the samples are put into an archive."""

_MEASURES: Final = """
import contextlib, io, json, resource, sys, time
from tests.counting.view_moments import moments, views
from tracker import MissingHandError
from tracker.archive.rows import rows_of
from tracker.archive.source_games import SourceGame, games_of
from tracker.counting import Counter, count

def timed(step):
    start = time.process_time()
    step()
    return time.process_time() - start

def whole(posterior):
    try:
        posterior.marginals()
    except Exception as error:
        if type(error).__name__ != "UndecidedError":
            raise

def known(record, some):
    try:
        return list(moments(record, *some))
    except MissingHandError:
        return []

def positions(record):
    for some in views(record)[:3]:
        for at in known(record, some)[::5]:
            yield timed(lambda: whole(count(at)))

def follow(record, some):
    counter = Counter()
    for at in known(record, some):
        whole(counter.update(at))

def along(record):
    for some in views(record):
        known(record, some)
    yield timed(lambda: [follow(record, some) for some in views(record)])

def archive(record):
    yield timed(lambda: rows_of(SourceGame("", 1, 1, record), level="all"))

def memory(record):
    resident = []
    for some in views(record):
        follow(record, some)
        with open("/proc/self/statm") as file:
            resident.append(int(file.read().split()[1]) * resource.getpagesize() / 2**20)
    yield resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield resident[-1] - resident[len(resident) // 2]

measure, games = globals()[sys.argv[1]], []
for path in sys.argv[2:]:
    games += [game.record for game in games_of([path])]
if measure is not memory:
    [*measure(games[0])]  # what is needed is imported
for game in games:
    print(json.dumps([len(game.seats), len(game.events), [*measure(game)]]), flush=True)
"""
"""Prints a line for each game of some files: its seats, its events, what was measured."""

Lines = Sequence[tuple[int, int, Sequence[float]]]


def ran(tree: Path, measure: str, paths: Iterable[Path]) -> Lines:
    """What one version measures."""
    command = [sys.executable, "-c", _MEASURES, measure, *map(str, paths)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=tree, env=_environment(tree)
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def shown(tree: Path, paths: Iterable[Path]) -> Lines:
    """The processor time of ``show --odds`` at the middle of each game."""
    return [(0, 0, [_command(tree, path)]) for path in paths]


def _command(tree: Path, path: Path) -> float:
    middle = sum(" asks " in line for line in path.read_text().splitlines()) // 2
    start = sum(os.times()[2:4])
    command = [sys.executable, "-m", "tracker", "show", str(path), "--at", str(middle), "--odds"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, cwd=tree, env=_environment(tree))
    return sum(os.times()[2:4]) - start


def _environment(tree: Path) -> Mapping[str, str]:
    return {**os.environ, "PYTHONPATH": str(tree), "OMP_NUM_THREADS": "1"}


def least(runs: Sequence[Lines]) -> Lines:
    """The least that was measured each time, of some runs."""
    return [
        (
            same[0][0],
            same[0][1],
            [min(some) for some in zip(*(line[2] for line in same), strict=True)],
        )
        for same in zip(*runs, strict=True)
    ]


def both(other: Path, measure: str, paths: Sequence[Path], runs: int) -> tuple[Lines, Lines]:
    """What this version and the other one measure, in turn."""
    trees: dict[Path, list[Lines]] = {HERE: [], other: []}
    for _ in range(runs):
        for tree, lines in trees.items():
            lines.append(shown(tree, paths) if measure == "odds" else ran(tree, measure, paths))
    return least(trees[HERE]), least(trees[other])


def main() -> None:
    """Print the ratios."""
    parser = ArgumentParser("python -m tests.benchmarks.counting_beside")
    parser.add_argument("tree", type=Path)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--games", type=Path, nargs="+", help="files of games; else the samples")
    kinds = ["positions", "along", "odds", "archive", "memory"]
    parser.add_argument("--only", nargs="+", choices=kinds, default=kinds)
    wanted = parser.parse_args()
    paths = wanted.games or sorted((HERE / "samples").glob("*.lit"))
    for measure in wanted.only:
        with tempfile.TemporaryDirectory() as folder:
            games = [path.resolve() for path in paths]
            if measure == "archive" and not wanted.games:
                games.append(Path(folder, "simulated.jsonl"))
                simulate(SIMULATED, games[-1])
            report(measure, wanted.tree.resolve(), games, wanted.runs)


def report(measure: str, other: Path, paths: Sequence[Path], runs: int) -> None:
    """Print what one measure gave."""
    names = [path.stem for path in paths]
    if measure == "memory":
        for path in paths:
            least_of = [least([ran(tree, measure, [path])])[0][2] for tree in (HERE, other)]
            (peak, more), (other_peak, other_more) = least_of
            print(
                f"memory {path.stem}: {peak:.0f} MiB ({more:+.0f} at last), "
                f"other {other_peak:.0f} MiB ({other_more:+.0f})"
            )
        return
    mine, theirs = both(other, measure, paths, runs)
    ratios: dict[str, list[float]] = defaultdict(list)
    spent = [0.0, 0.0]
    for place, (one, two) in enumerate(zip(mine, theirs, strict=True)):
        name = names[min(place, len(names) - 1)]
        key = f"{one[0]} seats" if measure == "positions" else name
        ratios[key] += [a / b for a, b in zip(one[2], two[2], strict=True)]
        for side, each in enumerate((one, two)):
            spent[side] += sum(each[2])
    for key, some in ratios.items():
        print(f"{measure} {key}: {median(some):.2f} in the median of {len(some)}, {max(some):.2f}")
    everything = [ratio for some in ratios.values() for ratio in some]
    print(
        f"{measure}: {median(everything):.2f} in the median, {geometric_mean(everything):.2f} in "
        f"the mean, {max(everything):.2f} at most; {spent[0]:.2f} s and {spent[1]:.2f} s in all",
        flush=True,
    )


if __name__ == "__main__":
    main()
