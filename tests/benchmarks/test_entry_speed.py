"""How long it takes from Enter to the next prompt, in a real pseudo-terminal.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks/test_entry_speed.py -s``. The
limits hold on two cores of a small server, syncing included, which takes most of the time.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

import pytest

from tests.benchmarks.test_holders_speed import long_game
from tests.entry.terminal import ENTER, Terminal
from tracker.cli.console import output
from tracker.cli.shell import Shell
from tracker.entry.session import Session
from tracker.game.record import Record
from tracker.notation.text import dumps, format_event

pytestmark = pytest.mark.benchmark
EVENTS = 300
MEDIAN, WORST = 0.050, 0.150
"""Seconds: for half of the entries, and for 95 of 100."""


@pytest.fixture(scope="module")
def game() -> Record:
    return long_game(3, EVENTS)


def begun(game: Record, folder: Path) -> Path:
    """A file with the header of a game and one hand."""
    path = folder / "game.lit"
    path.write_text(dumps(replace(game, events=(), hands=game.hands[:1])))
    return path


def report(name: str, times: list[float]) -> tuple[float, float]:
    """Print and return median and 95th percentile."""
    half, most = median(times), quantiles(times, n=20)[-1]
    print(f"{name}: median {half * 1000:.1f} ms, 95% {most * 1000:.1f} ms, "
          f"worst {max(times) * 1000:.1f} ms")  # fmt: skip
    return half, most


def test_from_enter_to_the_next_prompt(game: Record, tmp_path: Path) -> None:
    path = begun(game, tmp_path)
    times = []
    with Terminal("enter", path.name, "--as", game.seats[0], folder=tmp_path) as terminal:
        terminal.wait_for_prompt("1>")
        for number, event in enumerate(game.events, start=1):
            terminal.type_out(format_event(event, game))
            start = time.perf_counter()
            terminal.send(ENTER)
            terminal.wait_for_prompt(f"{number + 1}>")
            times.append(time.perf_counter() - start)
    half, most = report("terminal", times)
    assert half < MEDIAN
    assert most < WORST


def test_the_shell_alone(game: Record, tmp_path: Path) -> None:
    times = []
    with Session.open(begun(game, tmp_path), game.seats[0]) as session:
        shell = Shell(session, output(), output())
        for event in game.events:
            start = time.perf_counter()
            assert shell.run(format_event(event, game))
            times.append(time.perf_counter() - start)
    half, most = report("shell", times)
    assert half < MEDIAN
    assert most < WORST
