"""A fault of the program, as against a broken record, is named and counted, and is no success."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.archived import content, rows
from tests.archive.small_games import small_games
from tests.cli.running import run
from tracker.notation.text import dumps


def test_a_fault_of_the_program_ends_with_status_1(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    for number, record in enumerate(small_games(2)):
        (tmp_path / f"game-{number}.lit").write_text(dumps(record), encoding="utf-8")
    (tmp_path / "broken.lit").write_text("Ann asks nobody\n", encoding="utf-8")
    games = sorted(tmp_path.glob("*.lit"))
    sound = run("archive", *games, "-o", tmp_path / "sound", "--budget", "0", "--workers", "1")
    assert sound.exit_code == 0, sound.stderr  # a record that cannot be read is no fault
    monkeypatch.setattr("tracker.archive.rows.whole_game", fail)
    faulty = run("archive", *games, "-o", tmp_path / "faulty", "--budget", "0", "--workers", "1")
    assert faulty.exit_code == 1
    assert "game-1.lit: ZeroDivisionError: oh" in faulty.stderr
    assert "2 games met a fault of tracker" in faulty.stderr
    assert rows(tmp_path / "faulty", "games") == []  # so they are tried again
    monkeypatch.undo()
    mended = run("archive", *games, "-o", tmp_path / "faulty", "--budget", "0", "--workers", "1")
    assert mended.exit_code == 0, mended.stderr
    assert content(tmp_path / "faulty") == content(tmp_path / "sound")
