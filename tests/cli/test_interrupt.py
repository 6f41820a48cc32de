"""Ctrl-C in the middle of a search reaches Python's own handler, which stays in place."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from typing import Any

from tests.benchmarks.test_holders_speed import long_game
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
