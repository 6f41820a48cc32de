"""``tracker fmt`` and ``tracker convert`` with files of many games and other programs' logs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.running import GAME, run, written
from tests.marks import first
from tests.notation.foreign.test_faithful import FIXTURES
from tracker.archive.pool import spread
from tracker.errors import TrackerError

TWO: Final = f"{GAME}-----\n# The other.\n{GAME}---\n"


def test_convert_a_log_as_what_it_is_not() -> None:
    result = run("convert", FIXTURES / "kv-48any-0.json", "--from", "fishai")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "this is no log of FishAI (expected an array of 'events')" in result.stderr


# -- many games at once ---------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games in one file, a record that breaks a rule, and no record."""
    (tmp_path / "club").mkdir()
    written(tmp_path / "club", TWO, "a.lit")
    written(tmp_path / "club", "seats: A B C D\ndealer: A\nA asks C 5H: no\n", "b.lit")
    written(tmp_path / "club", "seats: A B C D\nA asks B Z9: no\n", "c\x1b[31m.lit")
    return tmp_path / "club"


@pytest.mark.parametrize("command", first(1, ["check", "audit", "report", "stats"]))
def test_a_pipe_is_read_once(command: str, tmp_path: Path) -> None:
    game = written(tmp_path, GAME)
    shell = f"{sys.executable} -m tracker {command} <(cat {game})"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60)
    assert (done.returncode, "rror" in done.stderr) == (0, False)
    assert done.stdout


def test_json_that_breaks_off_is_a_document_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = spread

    def broken(*arguments: Any, **options: Any) -> Any:
        found = results(*arguments, **options)
        yield next(found)
        raise TrackerError("the cluster went away")

    monkeypatch.setattr("tracker.cli.each_game.spread", broken)
    result = run("check", folder, "--json")
    assert result.exit_code == 2
    document = json.loads(result.stdout)
    assert (len(document["games"]), document["ok"]) == (1, False)
