"""Ctrl-C in the middle of a search reaches Python's own handler, which stays in place."""

from __future__ import annotations

import os
import random
import signal
import threading

from tests.benchmarks.test_holders_speed import long_game
from tracker.game.record import Record
from tracker.inference.deduction import deduce


def test_ctrl_c_in_the_solver_is_pythons() -> None:
    record = long_game(3, 120)
    handler = signal.getsignal(signal.SIGINT)
    rng = random.Random(1)
    interrupted = sum(is_interrupted(record, rng.uniform(0, 0.02)) for _ in range(40))
    # Python drops an exception that is raised while an object is being deleted.
    assert interrupted > 30
    assert signal.getsignal(signal.SIGINT) is handler


def is_interrupted(record: Record, after: float) -> bool:
    """Search, again and again, with a Ctrl-C after some seconds; whether it was felt."""
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        for _ in range(100):
            with deduce(record, "Ann") as deduction:
                deduction.all_holders()
        return False
    except KeyboardInterrupt:
        return True
    finally:
        timer.join()
