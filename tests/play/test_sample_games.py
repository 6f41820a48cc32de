"""The sample games are what the simulator writes, legal and true; so are the examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game.test_against_referee import judge
from tests.game.test_rules_keys import problems
from tests.play.samples import SAMPLES, Sample, write_samples
from tracker.game.replay import states
from tracker.notation import record_files, text

DIRECTORY = Path(__file__).parents[2] / "samples"
GAMES = sorted(DIRECTORY.glob("*.lit"))
EXAMPLES = sorted((DIRECTORY / "examples").glob("*.lit"))


def name(path: Path) -> str:
    return path.stem


def test_samples_are_what_the_simulator_writes(tmp_path: Path) -> None:
    write_samples(tmp_path)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {path.name: path.read_bytes() for path in GAMES}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_samples_are_legal_and_true(sample: Sample) -> None:
    record = record_files.load(DIRECTORY / f"{sample.name}.lit")
    judge(record)
    assert states(record)[-1].over == (sample.limit is None)


@pytest.mark.parametrize("path", EXAMPLES, ids=name)
def test_examples_are_legal(path: Path) -> None:
    record = record_files.load(path)
    assert problems(record) == []
    assert text.dumps(record) == path.read_text(encoding="utf-8")
