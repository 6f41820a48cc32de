"""An archive that is killed, gone on with and added to, against one that is made in one go.

``python -m tests.archive.growing 5000 --level events`` does it with so many games, and prints what
was done, and the most memory that each run took.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.benchmarks.many_games import mixed
from tracker.archive.arrow_tables import read_table
from tracker.archive.rows import DUPLICATE
from tracker.archive.schema import LEVELS, TABLES, chunk_folders
from tracker.game.record import Record
from tracker.notation.games import dumps_all

PARTS: Final = 4
"""So many files the games are in, each added by itself."""
_MEASURED: Final = (
    "import resource, sys\n"
    "from tracker.cli.main import main\n"
    "try:\n    main()\n"
    "finally:\n"
    "    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024\n"
    "    print(f'peak {most:.0f}', file=sys.stderr)\n"
)


@dataclass(frozen=True)
class Grown:
    """What came of it."""

    games: int
    duplicates: int
    kills: int
    differences: tuple[str, ...]
    """The tables that differ from those made in one go."""
    part_memory: float
    """MiB that the process took at most for the first part of the games, in one go."""
    memory: float
    """The same for all of them."""


def grown(count: int, level: str, folder: Path, *, kills: int, chunk: int, seed: int = 0) -> Grown:
    """Make an archive in many steps and one in one go, and compare them.

    Args:
        count: how many games; a tenth as many are told twice.
        level: what is worked out of them.
        folder: an empty one.
        kills: how often a run is killed.
        chunk: games in each part of the archives.
        seed: when that is, and which games are told twice.
    """
    chance = random.Random(seed)
    sources = list(_sources(list(mixed(count)), folder, chance))
    options = ["--level", level, "--chunk", str(chunk), "--workers", "1"]
    killed = 0
    for step in range(1, PARTS + 1):
        for _ in range(kills // PARTS):
            killed += _is_killed([*sources[:step], "-o", folder / "grown", *options], chance)
        _run([*sources[:step], "-o", folder / "grown", *options])
    part = _run([sources[0], "-o", folder / "part", *options])
    whole = _run([*sources, "-o", folder / "once", *options])
    once, steps = _tables(folder / "once"), _tables(folder / "grown")
    differing = tuple(name for name in TABLES if once[name] != steps[name])
    again = sum(row["code"] == DUPLICATE for row in once["problems"])
    return Grown(len(once["games"]), again, killed, differing, part, whole)


def _sources(games: Sequence[Record], folder: Path, chance: random.Random) -> Iterator[Path]:
    """Files with the games, in parts; all but the first tell some games of those before again."""
    size = -(-len(games) // PARTS)
    for part in range(PARTS):
        again = chance.sample(games[: part * size], len(games) // 10 // (PARTS - 1)) if part else []
        path = folder / f"{part}.lit"
        path.write_text(dumps_all([*again, *games[part * size : (part + 1) * size]]))
        yield path


def _command(arguments: Iterable[object]) -> list[str]:
    return [sys.executable, "-c", _MEASURED, "archive", *map(str, arguments)]


def _run(arguments: Iterable[object]) -> float:
    """Run ``tracker archive`` to its end; the most memory that it took, in MiB."""
    done = subprocess.run(_command(arguments), capture_output=True, text=True, check=False)
    assert done.returncode in (0, 3), done.stderr
    return float(done.stderr.rsplit("peak ", 1)[1])


def _is_killed(arguments: Sequence[Any], chance: random.Random) -> bool:
    """Run ``tracker archive`` and kill it after a few chunks; whether it was still running."""
    root = Path(arguments[arguments.index("-o") + 1])
    aim = len(list(root.glob("chunk-*"))) + chance.randint(1, 8)
    process = subprocess.Popen(
        _command(arguments), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.poll() is None and len(list(root.glob("chunk-*"))) < aim:
        time.sleep(0.01)
    time.sleep(chance.random() * 0.1)
    was_running = process.poll() is None
    with suppress(ProcessLookupError):
        process.kill()
    process.wait()
    return was_running


def _tables(root: Path) -> dict[str, list[dict[str, Any]]]:
    """The rows of every table, by game: chunks are other ones where an archive has grown."""
    folders = chunk_folders(root)
    return {
        name: sorted(read_table(name, folders).to_pylist(), key=lambda row: str(row["game"]))
        for name in TABLES
    }


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser("python -m tests.archive.growing")
    parser.add_argument("count", type=int)
    parser.add_argument("--level", choices=LEVELS, default="events")
    parser.add_argument("--kills", type=int, default=12)
    given = parser.parse_args()
    os.environ.setdefault("PYTHONHASHSEED", "0")
    with tempfile.TemporaryDirectory() as folder:
        result = grown(given.count, given.level, Path(folder), kills=given.kills, chunk=32)
    print(
        f"{result.games} games, {result.duplicates} told again, killed {result.kills} times; "
        f"tables that differ: {', '.join(result.differences) or 'none'}; at most "
        f"{result.part_memory:.0f} MiB for a quarter, {result.memory:.0f} MiB for all"
    )


if __name__ == "__main__":
    main()
