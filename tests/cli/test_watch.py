"""``tracker watch``: a file that an editor is writing, in all the ways editors write."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import GAME
from tests.entry.terminal import Terminal
from tracker.entry.record_file import PATIENCE, SETTLED, Sight, Watcher


class Clock:
    """Time that passes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.lit"


def seen(watcher: Watcher, clock: Clock, seconds: float = PATIENCE) -> Sight | None:
    """What is seen when some time has passed since the last look."""
    assert watcher.look() is None
    clock.now += seconds
    return watcher.look()


def test_a_change_is_told_once_it_has_settled(path: Path, clock: Clock) -> None:
    path.write_text(GAME)
    watcher = Watcher(path, clock)
    sight = seen(watcher, clock, 1.5 * SETTLED)
    assert sight is not None
    assert sight.record is not None
    assert len(sight.record.events) == 4
    assert seen(watcher, clock) is None
    path.write_text(GAME + "Carl asks Bob 7D: no\n")
    sight = seen(watcher, clock, 1.5 * SETTLED)
    assert sight is not None
    assert sight.record is not None
    assert len(sight.record.events) == 5


def test_a_file_half_written_for_a_moment_is_not_shown(path: Path, clock: Clock) -> None:
    path.write_text(GAME)
    watcher = Watcher(path, clock)
    assert seen(watcher, clock) is not None
    for half in ("", GAME[:30], GAME[:-12]):
        path.write_text(half)
        assert seen(watcher, clock, SETTLED / 2) is None
    path.write_text("")
    assert seen(watcher, clock, PATIENCE / 2) is None
    path.write_text(GAME)
    sight = seen(watcher, clock, 1.5 * SETTLED)
    assert sight is not None
    assert sight.trouble == ()


def test_trouble_that_stays_is_told_with_the_last_record(path: Path, clock: Clock) -> None:
    path.write_text(GAME)
    watcher = Watcher(path, clock)
    assert seen(watcher, clock) is not None
    path.write_text(GAME + "Ann asks\n")
    sight = seen(watcher, clock)
    assert sight is not None
    assert sight.record is not None
    assert "ends too early" in sight.trouble[0]
    assert f"{path}:10:" in sight.trouble[0]


def test_a_file_that_is_missing_and_comes_back(path: Path, clock: Clock) -> None:
    watcher = Watcher(path, clock)
    sight = seen(watcher, clock)
    assert sight == Sight(None, (f"{path}: No such file or directory",))
    path.write_text(GAME)
    assert seen(watcher, clock) is not None
    path.unlink()
    assert seen(watcher, clock, PATIENCE / 2) is None
    other = path.with_suffix(".new")
    other.write_text(GAME + "Carl asks Bob 7D: no\n")
    os.replace(other, path)
    sight = seen(watcher, clock, 1.5 * SETTLED)
    assert sight is not None
    assert sight.trouble == ()


@pytest.fixture
def terminal(path: Path) -> Iterator[Terminal]:
    path.write_text(GAME)
    with Terminal(
        "watch", path.name, "--as", "ann", folder=path.parent, columns=130, rows=60
    ) as terminal:
        yield terminal


def test_the_grid_follows_the_file(terminal: Terminal, path: Path) -> None:
    terminal.wait_for("Ann  after 4 of 4 events")
    path.write_text(GAME + "Carl asks Bob 7D: no\n")
    terminal.wait_for("Ann  after 5 of 5 events")
    path.write_text(GAME + "Ann asks Bob 7D: no\n")
    terminal.wait_for("it is Carl's turn")
    terminal.wait_for("Before event 5")
    terminal.wait_for("Score")
    path.write_text(GAME + "Carl asks Bob ZZ: no\n")
    terminal.wait_for("'ZZ' is not a card")
    path.unlink()
    terminal.wait_for("No such file or directory")
    path.write_text(GAME)
    terminal.wait(lambda: "No such" not in terminal.text, "the grid alone")
    terminal.send("\x03")
    assert terminal.ended() == 0
