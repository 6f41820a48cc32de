"""Commands killed in the midst of writing: the old file or the new one, never a third."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from tests.cli.killed_writer import PARTS, PAUSE
from tests.marks import first
from tracker.notation.atomic_write import beside

ROOT: Final = Path(__file__).resolve().parents[2]
GAME: Final = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats:   Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 3S

Ann asks Bob 3H: no
Bob asks Carl 2S: no
"""
LONGEST: Final = PAUSE * (PARTS + 9) * 1.5
"""Seconds that writing takes, and some more."""
RUNS: Final = {
    "fmt": ("fmt", "--write", "TARGET"),
    "convert": ("convert", "game.lit", "-o", "TARGET"),
    "why": ("why", "game.lit", "2S", "Bob", "--lacks", "--certificate", "TARGET"),
    "report": ("report", "game.lit", "-o", "TARGET"),
}


class Killer:
    """The process that forks commands.

    Args:
        process: it.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, arguments: list[str], kill_after: float | None = None) -> int:
        """Run a command and kill it so many seconds after it began to write; its exit status."""
        assert self._process.stdin is not None
        print(json.dumps(arguments), file=self._process.stdin, flush=True)
        child, begun = 0, False
        while True:
            word, _, number = self._line().partition(" ")
            if word == "gone":
                return int(number)
            child = int(number) if word == "child" else child
            begun = begun or word == "writing"
            if child and begun and kill_after is not None:
                time.sleep(kill_after)
                with suppress(ProcessLookupError):  # it may have ended by then
                    os.kill(child, signal.SIGKILL)
                kill_after = None

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the forking process is gone"
        return line.strip()


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    command, pipe = [sys.executable, "-m", "tests.cli.killed_writer"], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT) as process:
        yield Killer(process)
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize("old", first(2, ["none", "some"]))
@pytest.mark.parametrize(
    ("command", "times"),
    [
        *((command, 15) for command in RUNS if command != "report"),
        *(pytest.param(command, 1000, marks=pytest.mark.soak) for command in RUNS),
    ],
)
def test_the_old_file_or_the_new_one(
    killer: Killer, tmp_path: Path, command: str, old: str, times: int
) -> None:
    if old == "none" and command == "fmt":
        pytest.skip("fmt --write needs a file")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "game.lit").write_text(GAME)
    target = folder / ("game.lit" if command == "fmt" else "out.json")
    arguments = [
        str(target) if word == "TARGET" else str(folder / word) if word == "game.lit" else word
        for word in RUNS[command]
    ]
    before = GAME.encode() if command == "fmt" else b"old\n" * 500 if old == "some" else None
    put(target, before)
    assert killer.run(arguments) == 0
    after = target.read_bytes()
    assert after != before
    rng = random.Random(times)
    found: set[bytes | None] = set()
    for attempt in range(6 * times):
        if attempt >= times and found == {before, after}:
            break
        put(target, before)
        wait = rng.uniform(0, LONGEST * (1 + attempt // times))  # a busy machine writes slowly
        assert killer.run(arguments, wait) in (0, -signal.SIGKILL)
        held = target.read_bytes() if target.exists() else None
        assert held in (before, after)
        found.add(held)
        left = {beside(target, kind).name for kind in ("tmp", "lock")}
        assert set(os.listdir(folder)) <= {"game.lit", target.name, *left}
    assert found == {before, after}
    # What a kill leaves, the next write clears away.
    put(target, before)
    assert killer.run(arguments) == 0
    assert set(os.listdir(folder)) == {"game.lit", target.name}


def put(target: Path, content: bytes | None) -> None:
    """Make a file hold some bytes, or not be there."""
    if content is None:
        target.unlink(missing_ok=True)
    else:
        target.write_bytes(content)
