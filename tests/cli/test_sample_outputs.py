"""The samples: whole games without problems, and broken records with the errors they give."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import SAMPLES
from tests.cli.running import run

BROKEN = sorted(SAMPLES.glob("broken/*.lit"))


def name_of(path: Path) -> str:
    return path.stem


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
