"""Every seed in every run, and what random changes make of them; for an hour each in the soak."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import ROOT
from tests.fuzz.changes import changed_bytes, changed_documents
from tests.fuzz.targets import CORPUS, TARGETS
from tests.marks import some

SEEDS: Final = {name: sorted((CORPUS / name).iterdir()) for name in TARGETS}
SECONDS: Final = int(os.environ.get("FUZZ_SECONDS", "3600"))

every_target = pytest.mark.parametrize("name", TARGETS)


@pytest.mark.parametrize(
    ("name", "seed"),
    [(name, seed) for name, seeds in SEEDS.items() for seed in seeds],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_seed(name: str, seed: Path) -> None:
    """A target raises where the program is wrong, and has no result."""
    assert TARGETS[name](seed.read_bytes()) is None


@every_target
@settings(max_examples=some(150))
@given(data=st.data())
def test_a_changed_seed(name: str, data: st.DataObject) -> None:
    TARGETS[name](data.draw(changed_bytes([seed.read_bytes() for seed in SEEDS[name]])))


def lines_of(seed: Path) -> list[Any]:
    """The documents of a seed: one, or one in each line."""
    body = seed.read_text()
    return [json.loads(one) for one in (body.splitlines() if seed.suffix == ".jsonl" else [body])]


@pytest.mark.parametrize("name", ["json", "certificate", "foreign"])
@settings(max_examples=some(250))
@given(data=st.data())
def test_a_changed_document(name: str, data: st.DataObject) -> None:
    lines = data.draw(changed_documents([lines_of(seed) for seed in SEEDS[name]]))
    TARGETS[name]("\n".join(map(json.dumps, lines)).encode())


@pytest.mark.soak
@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed")
@every_target
def test_guided_by_coverage(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzz", name]
    limits = [f"-max_total_time={SECONDS}", "-timeout=10", "-rss_limit_mb=2048", "-max_len=4096"]
    found = f"-artifact_prefix={tmp_path}/"
    done = subprocess.run(
        [*command, *limits, found], cwd=ROOT, capture_output=True, text=True, check=False
    )
    print("\n".join(done.stderr.splitlines()[-3:]))
    assert done.returncode == 0, done.stderr[-4000:]
