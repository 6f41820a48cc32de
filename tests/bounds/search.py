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
from typing import Final, NamedTuple

from tests.bounds.busy_records import DECK, FAMILIES, adversary

COMMANDS: Final = ("check", "show", "claims", "deals", "why", "audit", "timeline", "report")


class Run(NamedTuple):
    """A command that ended, or was ended."""

    seconds: float
    """Processor time."""
    mebibytes: int
    """The most memory that it had at a time."""
    status: int
    said: str


def run(command: str, path: Path, seconds: int) -> Run:
    """Run a command on a record, with a limit of processor time."""
    arguments = [command, str(path)]
    if command == "why":
        arguments = ["why", str(path), *_cell(path.read_text())]
    return run_arguments(arguments, seconds)


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


def _cell(text: str) -> tuple[str, str]:
    """A card in play that never moved, as far as the text tells, and the first seat."""
    seats = next(line for line in text.splitlines() if line.startswith("seats:"))
    return _card(text), seats.split()[1]


def _card(text: str) -> str:
    """A card in play that never moved, as far as the text tells."""
    claimed = {line.split()[2].rstrip(":") for line in text.splitlines() if " claims " in line}
    claimed |= {line.split()[1] for line in text.splitlines() if line.startswith("award ")}
    books = [line.split() for line in text.splitlines() if line.startswith("book ")]
    cards = [card for book in books if book[1].rstrip(":") not in claimed for card in book[2:]]
    still = [card for card in cards if f"{card}: yes" not in text]
    return (still or cards or list(DECK))[0]


def main() -> None:
    """Search."""
    parser = argparse.ArgumentParser(prog="python -m tests.bounds.search")
    parser.add_argument("--seeds", type=int, default=5, help="how many records of each family")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=int, default=60, help="processor time at most")
    parser.add_argument("--families", nargs="+", default=list(FAMILIES), choices=list(FAMILIES))
    parser.add_argument("--commands", nargs="+", default=list(COMMANDS), choices=COMMANDS)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.seeds)
    found = search(given.families, seeds, given.commands, given.seconds)
    for command, runs in found.items():
        slowest = max(runs, key=lambda name: runs[name].seconds)
        largest = max(runs, key=lambda name: runs[name].mebibytes)
        print(
            f"{command:9}{runs[slowest].seconds:6.1f} s ({slowest})"
            f"{runs[largest].mebibytes:6} MiB ({largest})"
        )


def search(
    families: Iterable[str], seeds: Iterable[int], commands: Sequence[str], seconds: int
) -> dict[str, dict[str, Run]]:
    """Run commands on records of families; those that are remarkable are printed.

    Args:
        families: names of ``FAMILIES``.
        seeds: of the records.
        commands: what to run.
        seconds: the processor time that each may take.

    Returns:
        By command and name of the record.
    """
    found: dict[str, dict[str, Run]] = {command: {} for command in commands}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "adversary.lit"
        for family, seed in product(families, seeds):
            path.write_text(adversary(family, seed))
            for command in commands:
                name = f"{family} {seed}"
                found[command][name] = done = run(command, path, seconds)
                if done.seconds > 3 or done.mebibytes > 500 or done.status not in range(4):
                    said = (done.said.strip().splitlines() or [""])[-1][:90]
                    print(
                        f"{command:9}{name:22}{done.seconds:6.1f} s{done.mebibytes:6} MiB", end=""
                    )
                    print(f"  status {done.status}: {said}", flush=True)
    return found


if __name__ == "__main__":
    main()
