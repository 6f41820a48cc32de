"""The samples: whole games without problems, and broken records with the errors they give."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.running import run, run_json
from tests.marks import first

SAMPLES = Path(__file__).parents[2] / "samples"
GAMES = sorted([*SAMPLES.glob("*.lit"), *SAMPLES.glob("examples/*.lit")])
BROKEN = sorted(SAMPLES.glob("broken/*.lit"))


def name_of(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", GAMES, ids=name_of)
def test_every_game_is_in_canonical_form_and_has_no_problem(path: Path) -> None:
    assert run("fmt", "--check", path).exit_code == 0
    assert run("check", path).stdout.endswith("no problem\n")


@pytest.mark.parametrize("path", first(1, GAMES), ids=name_of)
def test_every_command_answers_on_every_game(path: Path) -> None:
    for command in ("show", "claims"):
        assert run(command, path).exit_code == 0
        assert run_json(command, path)["view"] == "public"
    assert run_json("audit", path)["claims"] is not None
    middle = run_json("show", path)["events"] // 2
    assert run_json("show", path, "--at", str(middle))["at"] == middle


@pytest.mark.parametrize("path", BROKEN, ids=name_of)
def test_a_broken_record_gives_the_errors_beside_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``NAME.txt`` is what ``tracker check NAME.lit`` prints, and its exit status.

    With ``TRACKER_WRITE_GOLDEN=1`` in the environment the files are written anew.
    """
    monkeypatch.chdir(path.parent)
    result = run("check", path.name)
    printed = f"{result.stdout}{result.stderr}exit status {result.exit_code}\n"
    golden = path.with_suffix(".txt")
    if os.environ.get("TRACKER_WRITE_GOLDEN"):
        golden.write_text(printed, encoding="utf-8")
    assert printed == golden.read_text(encoding="utf-8")


def test_there_is_a_golden_file_for_each_broken_record_and_no_other() -> None:
    golden = {path.stem for path in SAMPLES.glob("broken/*.txt")}
    assert golden == {path.stem for path in BROKEN}
    assert len(BROKEN) >= 20
