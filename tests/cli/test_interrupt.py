"""Ctrl-C in the middle of a search reaches Python's own handler, which stays in place."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.benchmarks.test_speed import long_game
from tests.gap_referee import EVENING
from tracker.analysis import open_gaps
from tracker.cli import main
from tracker.inference.deduction import deduce


def test_ctrl_c_in_the_solver_is_pythons() -> None:
    record, rng = long_game(3, 120), random.Random(1)
    seen: list[bool] = []

    # It raises nothing: that would be lost where an object is being deleted.
    def note(*_: Any) -> None:
        seen.append(True)

    before = signal.signal(signal.SIGINT, note)
    try:
        for number in range(1, 41):
            timer = threading.Timer(rng.uniform(0, 0.02), os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            end = time.monotonic() + 10
            while len(seen) < number and time.monotonic() < end:
                with deduce(record, view="Ann") as deduction:
                    deduction.all_holders()
            timer.join()
        assert len(seen) == 40
        assert signal.getsignal(signal.SIGINT) is note
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_prints_what_is_known_of_gaps_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.lit"
    file.write_text(EVENING, encoding="utf-8")
    looked_at: list[int] = []

    def interrupted(ways: Any, number: int) -> open_gaps.OpenGap:
        if looked_at:
            raise KeyboardInterrupt
        looked_at.append(number)
        return look(ways, number)

    look = open_gaps._gap
    monkeypatch.setattr(open_gaps, "_gap", interrupted)
    stopped = CliRunner().invoke(main, ["gaps", str(file)])
    assert stopped.exit_code == 1
    first, *rest = stopped.stdout.splitlines()
    assert first == "Stopped: 1 gap looked at (0 open), 3 not. No claim was judged."
    assert any("answer: yes" in line for line in rest)
