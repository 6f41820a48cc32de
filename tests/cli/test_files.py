"""``tracker fmt`` and ``tracker convert``: files are rewritten whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.running import GAME, run, written
from tracker.notation import text

SLOPPY = "seats:  Ann  Bob Carl Dora Eve Finn\ndealer: ann\nann > b 5h n # hm\n"
TIDY = text.dumps(text.loads(SLOPPY))


def test_fmt_prints_the_canonical_form() -> None:
    assert run("fmt", "-", stdin=SLOPPY).stdout == TIDY
    assert run("fmt", "-", stdin=TIDY).stdout == TIDY


def test_fmt_check(tmp_path: Path) -> None:
    sloppy, tidy = written(tmp_path, SLOPPY, "a.lit"), written(tmp_path, TIDY, "b.lit")
    result = run("fmt", "--check", sloppy, tidy)
    assert result.exit_code == 1
    assert "a.lit" in result.stderr
    assert "b.lit" not in result.stderr
    assert sloppy.read_text() == SLOPPY
    assert run("fmt", "--check", tidy).exit_code == 0


def test_fmt_write_keeps_permissions_and_links(tmp_path: Path) -> None:
    sloppy = written(tmp_path, SLOPPY)
    sloppy.chmod(0o640)
    link = tmp_path / "link.lit"
    link.symlink_to(sloppy)
    assert run("fmt", "--write", link).exit_code == 0
    assert link.is_symlink()
    assert sloppy.read_text() == TIDY
    assert sloppy.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["game.lit", "link.lit"]


def test_fmt_leaves_a_broken_file_alone_and_does_the_others(tmp_path: Path) -> None:
    broken, sloppy = written(tmp_path, "seats: A\n", "a.lit"), written(tmp_path, SLOPPY, "b.lit")
    assert run("fmt", "--write", broken, sloppy).exit_code == 2
    assert broken.read_text() == "seats: A\n"
    assert sloppy.read_text() == TIDY


def test_fmt_does_not_mix_its_options() -> None:
    assert run("fmt", "--check", "--write", "x.lit").exit_code == 2
    assert run("fmt", "--write", "-", stdin=SLOPPY).exit_code == 2


def test_convert_there_and_back_loses_nothing(tmp_path: Path) -> None:
    game = written(tmp_path, GAME + "# the end\n")
    canonical = run("fmt", game).stdout
    there = tmp_path / "game.json"
    assert run("convert", game, "-o", there).exit_code == 0
    assert json.loads(there.read_text())["seats"][0] == "Ann"
    assert run("convert", there).stdout == canonical
    assert run("convert", "-", "--to", "lit", stdin=there.read_text()).stdout == canonical


def test_commands_read_json_records_too(tmp_path: Path) -> None:
    there = tmp_path / "game.json"
    run("convert", "-", "-o", there, stdin=GAME)
    assert run("show", there).stdout == run("show", "-", stdin=GAME).stdout


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    game = written(tmp_path, SLOPPY)
    tmp_path.chmod(0o500)
    assert run("fmt", "--write", game).exit_code == 2
    assert game.read_text() == SLOPPY


def test_a_target_in_no_folder(tmp_path: Path) -> None:
    result = run("convert", written(tmp_path, GAME), "-o", tmp_path / "none" / "x.json")
    assert result.exit_code == 2
    assert "Error" in result.stderr
