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
from tests.notation.foreign.test_faithful import FIXTURES, SAMPLES
from tracker.archive.pool import spread
from tracker.cli.files import JsonEntries
from tracker.errors import TrackerError
from tracker.notation import text
from tracker.notation.source import MAX_BYTES

TWO: Final = f"{GAME}-----\n# The other.\n{GAME}---\n"


def test_files_larger_than_one_record_may_be(tmp_path: Path) -> None:
    one = run("fmt", "-", stdin=f"{GAME}# {'x' * 2**20}\n").stdout
    file = written(tmp_path, "---\n".join([one] * 6))
    assert file.stat().st_size > MAX_BYTES
    assert run("fmt", "--check", file).exit_code == 0
    assert run("convert", file, "--to", "lit").stdout == file.read_text()


@pytest.mark.parametrize(("name", "form"), SAMPLES.items())
def test_convert_a_log(name: str, form: str) -> None:
    log = FIXTURES / name
    record = log.with_suffix(".lit").read_text()
    assert run("convert", log).stdout == record
    assert run("convert", "-", "--from", form, stdin=log.read_bytes()).stdout == record
    assert '"format": "literature-record"' in run("convert", log, "--to", "json").stdout


def test_convert_a_log_as_what_it_is_not() -> None:
    result = run("convert", FIXTURES / "kv-48any-0.json", "--from", "fishai")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "this is no log of FishAI (expected an array of 'events')" in result.stderr


def test_convert_a_broken_log(tmp_path: Path) -> None:
    log = json.loads((FIXTURES / "kv-48any-0.json").read_text())
    log["history"][4]["card"] = "\x1b[31m"
    result = run("convert", written(tmp_path, json.dumps(log), "log.json"))
    assert result.exit_code == 2
    assert 'event 5: card: found "\\u001b[31m"' in result.stderr


# -- many games at once ---------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games in one file, a record that breaks a rule, and no record."""
    (tmp_path / "club").mkdir()
    written(tmp_path / "club", TWO, "a.lit")
    written(tmp_path / "club", "seats: A B C D\ndealer: A\nA asks C 5H: no\n", "b.lit")
    written(tmp_path / "club", "seats: A B C D\nA asks B Z9: no\n", "c\x1b[31m.lit")
    return tmp_path / "club"


def test_reports_on_many_games_are_those_on_each(folder: Path) -> None:
    one = run("report", "-", "--md", stdin=GAME).stdout
    assert run("report", folder / "a.lit", "--md").stdout == f"{one}\n{one}\n"
    games = json.loads(run("report", folder / "a.lit", "--json").stdout)["games"]
    assert [game["events"] for game in games] == [4, 4]


@pytest.mark.parametrize("command", first(1, ["check", "audit", "report", "stats"]))
def test_a_pipe_is_read_once(command: str, tmp_path: Path) -> None:
    game = written(tmp_path, GAME)
    shell = f"{sys.executable} -m tracker {command} <(cat {game})"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=60)
    assert (done.returncode, "rror" in done.stderr) == (0, False)
    assert done.stdout


@pytest.mark.parametrize("command", ["check", "audit", "report"])
def test_a_file_of_one_game_is_read_once(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, read = written(tmp_path, GAME), 0
    loads = text.loads

    def counting(*arguments: Any) -> Any:
        nonlocal read
        read += 1
        return loads(*arguments)

    for module in ("games.loads", "record_files.text_form.loads"):
        monkeypatch.setattr(f"tracker.notation.{module}", counting)
    assert run(command, file).exit_code == 0
    assert read == 1


def test_the_json_of_many_games_is_written_game_by_game(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    document = json.loads(run("check", folder, "--json").stdout)
    entries = JsonEntries("games")
    for game in document["games"]:
        entries.add(game)
        assert capsysbinary.readouterr().out.endswith(b"\n    }")
    entries.end({"ok": False})
    assert capsysbinary.readouterr().out == b'\n  ],\n  "ok": false\n}\n'
    whole = json.dumps(document, ensure_ascii=False, indent=2)
    assert run("check", folder, "--json").stdout == f"{whole}\n".replace("\x1b", "\\u001b")


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
