"""What workers do in the tests; a module of its own, which processes import quickly."""

from __future__ import annotations

import os
import signal
import time


def doubled(number: int) -> int:
    """Twice a number; processes die of 2 and hang at 5."""
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    while number == 5:
        time.sleep(60)
    return 2 * number


def fails(number: int) -> int:
    """An error that nobody foresaw."""
    raise ZeroDivisionError(number)
