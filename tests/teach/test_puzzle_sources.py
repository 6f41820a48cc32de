"""Where puzzles come from: whatever holds games; what is wrong is told, and the rest goes on."""

from __future__ import annotations

import gzip
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import run, run_json, written
from tests.teach.test_puzzle_records import PUZZLE

OTHER = PUZZLE.replace("where 5H", "can Bob 5H")


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
