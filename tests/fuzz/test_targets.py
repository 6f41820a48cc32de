"""Every seed in every run, and what random changes make of them; for an hour each in the soak."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import CORPUS, TARGETS
from tests.marks import some

ROOT: Final = Path(__file__).resolve().parents[2]
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
@settings(max_examples=some(100))
@given(data=st.data())
@example(data=None)
def test_a_changed_seed(name: str, data: st.DataObject | None) -> None:
    if data is None:
        TARGETS[name](b"")
        return
    body = data.draw(st.sampled_from(SEEDS[name])).read_bytes()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(body)))
        other = data.draw(st.sampled_from(SEEDS[name])).read_bytes()
        cut = data.draw(st.integers(0, len(other)))
        put = data.draw(st.binary(max_size=3) | st.just(other[cut : cut + 12]))
        body = body[:start] + put + body[start + data.draw(st.integers(0, 6)) :]
    TARGETS[name](body)


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
