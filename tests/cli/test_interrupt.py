"""Ctrl-C in the middle of a search: no traceback, and Python's own handler stays in place."""

from __future__ import annotations

import os
import random
import signal
import threading

import pytest

from tests.benchmarks.test_holders_speed import long_game
from tracker.inference.deduction import deduce


def test_ctrl_c_in_the_solver_is_pythons() -> None:
    record = long_game(3, 120)
    handler = signal.getsignal(signal.SIGINT)
    rng = random.Random(1)
    for _ in range(40):
        timer = threading.Timer(rng.uniform(0, 0.02), os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            while True:
                with deduce(record, "Ann") as deduction:
                    deduction.all_holders()
        timer.join()
    assert signal.getsignal(signal.SIGINT) is handler
