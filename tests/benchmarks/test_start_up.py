"""How long commands take from the shell, as ratios against an empty click program.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks/test_start_up.py -s``.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.test_holders_speed import long_game
from tracker.notation import record_files

pytestmark = pytest.mark.benchmark
EMPTY = """
import click
@click.group()
def main(): pass
main()
"""


def seconds(*command: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *command], capture_output=True, check=True)
    return time.perf_counter() - start


def compare(benchmark: BenchmarkFixture, *command: str) -> None:
    """Time a command against the empty program, in turn."""
    empty = ("-c", EMPTY, "--help")
    pairs = [(seconds("-m", "tracker", *command), seconds(*empty)) for _ in range(10)]
    benchmark.extra_info["ratio_to_empty_click"] = median(ours / theirs for ours, theirs in pairs)
    benchmark(lambda: seconds("-m", "tracker", *command))
    print("\n", {name: round(value, 2) for name, value in benchmark.extra_info.items()})


def test_help(benchmark: BenchmarkFixture) -> None:
    compare(benchmark, "--help")


@pytest.mark.parametrize("view", [(), ("--as", "Ann", "--at", "150")], ids=["end", "Ann at 150"])
def test_show_of_300_events(
    benchmark: BenchmarkFixture, tmp_path: Path, view: tuple[str, ...]
) -> None:
    game = tmp_path / "game.lit"
    record_files.dump(long_game(0, events=300), game)
    compare(benchmark, "show", str(game), *view)
