"""``tracker fmt`` and ``tracker convert`` with files of many games and other programs' logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from tests.cli.running import GAME, run, written
from tests.notation.foreign.test_faithful import FIXTURES, SAMPLES
from tracker.notation.source import MAX_BYTES

TWO: Final = f"{GAME}-----\n# The other.\n{GAME}---\n"


@pytest.fixture
def tidy() -> str:
    """The two games, as they ought to be written."""
    one = run("fmt", "-", stdin=GAME).stdout
    other = run("fmt", "-", stdin=f"# The other.\n{GAME}").stdout
    return f"{one}---\n{other}"


def test_fmt(tmp_path: Path, tidy: str) -> None:
    assert run("fmt", "-", stdin=TWO).stdout == tidy
    file = written(tmp_path, TWO)
    assert run("fmt", "--check", file).exit_code == 1
    assert run("fmt", "--write", file).exit_code == 0
    assert file.read_text() == tidy
    assert run("fmt", "--check", file).exit_code == 0


def test_fmt_says_which_lines_are_wrong(tmp_path: Path) -> None:
    file = written(tmp_path, f"{GAME}---\nseats: A B\n")
    result = run("fmt", "--write", file)
    assert result.exit_code == 2
    assert f":{GAME.count(chr(10)) + 2}:1: found 2 seats" in result.stderr
    assert file.read_text().startswith(GAME)


def test_convert_there_and_back(tmp_path: Path, tidy: str) -> None:
    there = tmp_path / "games.json"
    assert run("convert", "-", "-o", there, stdin=TWO).exit_code == 0
    assert len(json.loads(there.read_text())) == 2
    assert run("convert", there).stdout == tidy
    assert run("convert", "-", "--to", "lit", stdin=TWO).stdout == tidy


def test_files_larger_than_one_record_may_be(tmp_path: Path) -> None:
    one = run("fmt", "-", stdin=f"{GAME}# {'x' * 2**20}\n").stdout
    file = written(tmp_path, "---\n".join([one] * 6))
    assert file.stat().st_size > MAX_BYTES
    assert run("fmt", "--check", file).exit_code == 0
    assert run("convert", file, "--to", "lit").stdout == file.read_text()


def test_a_command_for_one_game_says_so(tmp_path: Path) -> None:
    result = run("show", written(tmp_path, TWO))
    assert result.exit_code == 2
    assert "'-----' begins another game (expected one game)" in result.stderr


@pytest.mark.parametrize(("name", "form"), SAMPLES.items())
def test_convert_a_log(name: str, form: str) -> None:
    log, record = FIXTURES / f"{name}.json", (FIXTURES / f"{name}.lit").read_text()
    assert run("convert", log).stdout == record
    assert run("convert", "-", "--from", form, stdin=log.read_bytes()).stdout == record
    assert json.loads(run("convert", log, "--to", "json").stdout)["format"] == "literature-record"


def test_convert_a_log_as_what_it_is_not() -> None:
    result = run("convert", FIXTURES / "kv-48any-0.json", "--from", "fishai")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "the key 'events' is missing" in result.stderr


def test_convert_a_broken_log(tmp_path: Path) -> None:
    log = json.loads((FIXTURES / "kv-48any-0.json").read_text())
    log["history"][4]["card"] = "\x1b[31m"
    result = run("convert", written(tmp_path, json.dumps(log), "log.json"))
    assert result.exit_code == 2
    assert "event 5: history[4].card: found '\\x1b[31m'" in result.stderr
