"""Where puzzles come from: whatever holds games; what is wrong is told, and the rest goes on."""

from __future__ import annotations

import gzip
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import run, run_json, written
from tests.teach.test_puzzle_records import EVENTS, HEADER, PUZZLE

OTHER = PUZZLE.replace("where 5H", "can Bob 5H")
CONTRADICTORY = PUZZLE + "Dora asks Ann 2H: no\n"
NO_RECORD = "seats: Ann\nnonsense\n"


def zipped(folder: Path) -> Path:
    with zipfile.ZipFile(folder / "all.zip", "w") as archive:
        archive.writestr("a/one.lit", PUZZLE)
        archive.writestr("b/two.lit", OTHER)
    return folder / "all.zip"


def tarred(folder: Path) -> Path:
    with tarfile.open(folder / "all.tar.gz", "w:gz") as archive:
        for name, text in (("one.lit", PUZZLE), ("two.lit", OTHER)):
            archive.add(written(folder, text, name), name)
    return folder / "all.tar.gz"


def compressed(folder: Path) -> Path:
    path = folder / "two.lit.gz"
    path.write_bytes(gzip.compress(f"{PUZZLE}---\n{OTHER}".encode()))
    return path


def foldered(folder: Path) -> Path:
    (folder / "puzzles" / "inner").mkdir(parents=True)
    written(folder / "puzzles", PUZZLE, "one.lit")
    written(folder / "puzzles" / "inner", OTHER, "two.lit")
    return folder / "puzzles"


def globbed(folder: Path) -> Path:
    return foldered(folder) / "**" / "*.lit"


@pytest.mark.parametrize("made", [zipped, tarred, compressed, foldered, globbed])
def test_puzzles_are_read_from_whatever_holds_games(
    tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    path = made(tmp_path)
    graded = run_json("puzzles", path)["puzzles"]
    assert {one["question"] for one in graded} == {"where 5H", "can Bob 5H"}
    posed = run("train", path, "--no-progress", stdin="skip\nskip\n")
    assert posed.exit_code == 0
    assert "Who holds the 5H?" in posed.stdout
    assert "Can Bob hold the 5H?" in posed.stdout


def test_puzzles_from_standard_input() -> None:
    found = run("puzzles", "-", "--json", stdin=f"{PUZZLE}---\n{OTHER}")
    assert [one["file"] for one in json.loads(found.stdout)["puzzles"]] == ["<stdin>"] * 2


@pytest.mark.parametrize(
    ("bad", "status", "said"),
    [
        (NO_RECORD, 2, "b.lit: not a record: line 1: "),
        (CONTRADICTORY, 3, "b.lit: "),
        (PUZZLE.replace("where 5H", "were 5H"), 2, "b.lit: 'were 5H' is not a question"),
        (PUZZLE.replace("as: Ann", "as: Bob"), 2, "'hand Bob: …'"),
    ],
)
def test_what_is_wrong_is_told_and_the_rest_goes_on(
    tmp_path: Path, bad: str, status: int, said: str
) -> None:
    for name, text in (("a.lit", PUZZLE), ("b.lit", bad), ("c.lit", OTHER)):
        written(tmp_path, text, name)
    graded = run_json("puzzles", tmp_path, status=status)["puzzles"]
    assert [one["question"] for one in graded] == ["where 5H", "can Bob 5H"]
    found = run("puzzles", tmp_path)
    assert (found.exit_code, said in found.stderr) == (status, True)
    posed = run("train", tmp_path, "--no-progress", stdin="skip\nskip\nskip\n")
    assert posed.exit_code == status
    assert said in posed.stderr or "b: " in posed.stderr  # a puzzle goes by its name
    for question in ("Who holds the 5H?", "Can Bob hold the 5H?"):
        assert question in posed.stdout


def test_a_contradictory_game_among_games(tmp_path: Path) -> None:
    written(tmp_path, f"{HEADER}\n{EVENTS}Dora asks Ann 2H: no\n", "a.lit")
    written(tmp_path, PUZZLE, "b.lit")
    found = run("train", tmp_path, "--as", "Ann", "--no-progress", stdin="carl\n")
    assert found.exit_code == 3
    assert "a.lit: " in found.stderr
    assert "Right: Carl." in found.stdout


def test_where_there_is_nothing(tmp_path: Path) -> None:
    assert "no such file or folder" in run("puzzles", tmp_path / "none.lit").stderr
    assert run("puzzles", tmp_path / "none.lit").exit_code == 2
    assert run("train", tmp_path, "--no-progress").exit_code == 2
    written(tmp_path, f"{HEADER}\n{EVENTS}", "a.lit")
    found = run("train", tmp_path, "--no-progress")
    assert (found.exit_code, found.stderr) == (1, "no puzzle fits: nothing to pose\n")
