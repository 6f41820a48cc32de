"""``tracker fmt`` and ``tracker convert``: files are rewritten whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import GAME, run, written
from tracker.notation import text

SLOPPY = "seats:  Ann  Bob Carl Dora Eve Finn\ndealer: ann\nann > b 5h n # hm\n"


def test_convert_there_and_back_loses_nothing(tmp_path: Path) -> None:
    game = written(tmp_path, GAME + "# the end\n")
    canonical = run("fmt", game).stdout
    there = tmp_path / "game.json"
    assert run("convert", game, "-o", there).exit_code == 0
    assert json.loads(there.read_text())["seats"][0] == "Ann"
    assert run("convert", there).stdout == canonical
    assert run("convert", "-", "--to", "lit", stdin=there.read_text()).stdout == canonical
    result = run("fmt", "--write", there)
    assert result.exit_code == 2
    assert "'tracker convert'" in result.stderr


# -- where output goes ----------------------------------------------------------------------------

RAW = GAME + "# \x1b[31mred\x1b[0m \x1b]0;PWN\x07 \u202etfel\n"


def to_file(folder: Path, *arguments: str | Path) -> bytes:
    """What a command sends to standard output, where that is a file."""
    with open(folder / "printed", "wb") as out:
        command = [sys.executable, "-m", "tracker", *map(str, arguments)]
        subprocess.run(command, stdout=out, check=True)
    return (folder / "printed").read_bytes()


def test_a_file_gets_the_bytes(tmp_path: Path) -> None:
    game = written(tmp_path, RAW)
    assert text.loads(to_file(tmp_path, "fmt", game)) == text.loads(RAW)
    there = tmp_path / "game.json"
    run("convert", game, "-o", there)
    assert text.loads(to_file(tmp_path, "convert", there)) == text.loads(RAW)
    assert run("fmt", "-", stdin=RAW).stdout_bytes == text.dumps(text.loads(RAW)).encode()


@pytest.mark.parametrize("command", [("fmt",), ("convert", "--to", "lit"), ("report", "--md")])
def test_a_terminal_gets_no_escape_codes(tmp_path: Path, command: tuple[str, ...]) -> None:
    pexpect = pytest.importorskip("pexpect")
    game = written(tmp_path, RAW.replace("A small game", "A \x1b]0;PWN\x07\u202egame"))
    child = pexpect.spawn(sys.executable, ["-m", "tracker", *command, str(game)], timeout=20)
    printed = child.read()
    child.close()
    assert child.exitstatus == 0
    assert b"PWN" in printed
    assert b"\x1b" not in printed
    assert b"\x07" not in printed
    assert "\u202e".encode() not in printed


@pytest.mark.parametrize("name", ["\x1b]0;PWN\x07x", "a\u202ex", "b\nx"])
def test_file_names_are_escaped(tmp_path: Path, name: str) -> None:
    page = tmp_path / f"{name}.html"
    game = written(tmp_path, GAME, f"{name}.lit")
    found = (
        run("report", game, "-o", page),
        run("rules", game),
        run("rules", f"{name}.none"),
        run("check", game),
        run("fmt", "--check", game),
        run("fmt", "--write", game),
        run("show", tmp_path / f"{name}.none"),
        run("convert", game, "-o", tmp_path / name / "none"),
        run("enter", tmp_path / f"{name}.none"),
        run("new", game, "--seats", "Ann Bob Carl Dora"),
        run("enter", tmp_path / name / "none", "--nothing"),
        run(name),
        run("show", game, f"--{name}"),
        run("show", game, "--at", name),
        run("claims", game, "--team", name),
    )
    assert page.exists()
    for result in found:
        printed = result.stdout + result.stderr
        assert "\x1b" not in printed
        assert "\x07" not in printed
        assert "\u202e" not in printed
    escaped = name.encode("unicode_escape").decode()
    assert f"{escaped}.html: " in found[0].stderr


@pytest.mark.parametrize(
    "command",
    [
        ("fmt", "--write", "TARGET"),
        ("convert", "GAME", "-o", "TARGET"),
        ("why", "GAME", "KH", "Ann", "--certificate", "TARGET"),
        ("report", "GAME", "-o", "TARGET"),
    ],
    ids=lambda command: command[0],
)
def test_whatever_writes_a_file_leaves_the_old_one_where_it_cannot_write_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    names = {"GAME": written(tmp_path, GAME), "TARGET": written(tmp_path, SLOPPY, "old.lit")}
    monkeypatch.setattr(os, "replace", fail)
    result = run(*(names.get(word, word) for word in command))
    assert result.exit_code == 2
    assert "No space left on device" in result.stderr
    assert names["TARGET"].read_text() == SLOPPY
