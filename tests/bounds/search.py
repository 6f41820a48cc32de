"""``python -m tests.bounds.search --seeds 20``: look for records that keep commands busy.

Each command runs by itself on records of each family and seed, with a limit of processor time. It
prints, for each command, the worst time and memory, and the family and seed of the record.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from tests.bounds.busy_records import FAMILIES, adversary
from tests.bounds.forgotten_records import COMMANDS, arguments_of
from tracker.notation.text import dumps


class Run(NamedTuple):
    """A command that ended, or was ended."""

    seconds: float
    """Processor time."""
    mebibytes: int
    """The most memory that it had at a time."""
    status: int
    said: str


def run_arguments(arguments: Sequence[str], seconds: int) -> Run:
    """Run ``tracker`` with some arguments, with a limit of processor time."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "tracker", *arguments],
            stdout=subprocess.DEVNULL,
            stderr=errors,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)),
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode(errors="replace")
    spent = used.ru_utime + used.ru_stime
    return Run(spent, used.ru_maxrss // 1024, process.returncode, said)


def main() -> None:
    """Search."""
    parser = argparse.ArgumentParser(prog="python -m tests.bounds.search")
    parser.add_argument("--seeds", type=int, default=5, help="how many records of each family")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=int, default=60, help="processor time at most")
    parser.add_argument("--families", nargs="+", default=list(FAMILIES), choices=list(FAMILIES))
    names = list(dict.fromkeys(name for name, *_ in COMMANDS))
    parser.add_argument("--commands", nargs="+", default=names, choices=names)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.seeds)
    commands = [command for command in COMMANDS if command[0] in given.commands]
    for command, runs in search(given.families, seeds, commands, given.seconds).items():
        slowest = max(runs, key=lambda name: runs[name].seconds)
        largest = max(runs, key=lambda name: runs[name].mebibytes)
        print(
            f"{' '.join(command):32}{runs[slowest].seconds:6.1f} s ({slowest})"
            f"{runs[largest].mebibytes:6} MiB ({largest})"
        )


def search(
    families: Iterable[str],
    seeds: Iterable[int],
    commands: Sequence[tuple[str, ...]],
    seconds: int,
) -> dict[tuple[str, ...], dict[str, Run]]:
    """Run commands on records of families, each with a limit of processor time.

    Returns:
        By command and name of the record.
    """
    found: dict[tuple[str, ...], dict[str, Run]] = {command: {} for command in commands}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "adversary.lit"
        for family, seed in product(families, seeds):
            record = adversary(family, seed)
            path.write_text(dumps(record))
            for command in commands:
                done = run_arguments(arguments_of(command, record, path), seconds)
                found[command][f"{family} {seed}"] = done
    return found


if __name__ == "__main__":
    main()
