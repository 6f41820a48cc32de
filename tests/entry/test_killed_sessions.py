"""Sessions killed at random moments: the file always holds what was acknowledged last, or more."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

import tracker
from tests.entry.killed_child import HEADER

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def killer() -> Iterator[subprocess.Popen[str]]:
    """The process that forks sessions. What is killed cannot tell its coverage."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.entry.killed_child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if "COVERAGE" not in name},
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize(
    "times",
    [
        15,
        pytest.param(200, marks=pytest.mark.long),
        pytest.param(3000, marks=pytest.mark.soak),
    ],
    ids=["tens", "hundreds", "thousands"],
)
def test_every_acknowledged_statement_outlives_sigkill(
    killer: subprocess.Popen[str], tmp_path: Path, times: int
) -> None:
    rng = random.Random(times)
    path = tmp_path / "game.lit"
    path.write_text(HEADER)
    held = hashlib.sha256(HEADER.encode()).hexdigest()
    acknowledged = 0
    for _ in range(times):
        slow = rng.random() < 0.5
        lines = killed_after(killer, path, rng.randint(0, 8), rng.uniform(0, 0.01), slow=slow)
        acknowledged += sum(line.startswith("done") for line in lines)
        held = judge(path, held, lines)
    assert acknowledged > times / 30  # even where the machine is slow, too
    assert len(os.listdir(tmp_path)) <= 3  # with what the last one left


def killed_after(
    killer: subprocess.Popen[str], path: Path, lines: int, seconds: float, *, slow: bool
) -> list[str]:
    """What a session said before it was killed: so many lines, and what came in a moment more."""
    assert killer.stdin is not None
    assert killer.stdout is not None
    print(path, int(slow), file=killer.stdin, flush=True)
    child = int(killer.stdout.readline().split()[1])
    said = [_line(killer.stdout) for _ in range(lines)]
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return [*said, *iter(lambda: _line(killer.stdout), "gone")]


def _line(stream: IO[str] | None) -> str:
    assert stream is not None
    line = stream.readline()
    assert line, "the forking process is gone"
    return line.strip()


def judge(path: Path, before: str, lines: list[str]) -> str:
    """The file is a record: the one acknowledged last, or the one tried after it."""
    tracker.load(path)
    held = hashlib.sha256(path.read_bytes()).hexdigest()
    allowed = before
    for line in lines:
        word, _, digest = line.partition(" ")
        if word == "done":
            allowed = digest
    last = lines[-1].partition(" ") if lines else ("", "", "")
    assert held == allowed or (last[0] == "try" and held == last[2])
    return held
