"""Settings that all tests share.

An ordinary run is repeatable: it tries the same examples each time, and a quarter of them. All
are for ``HYPOTHESIS_PROFILE=whole pytest …``; new ones are for ``HYPOTHESIS_PROFILE=random``
and for the soak tests.
"""

from __future__ import annotations

import signal
import sys
from typing import Final

from hypothesis import settings

from tests.marks import PROFILE, some

settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=some(100))
settings.register_profile("whole", derandomize=True, deadline=None)
settings.register_profile("random", derandomize=False, deadline=None)
settings.load_profile(PROFILE)

POSIX_ONLY: Final = [
    "archive/test_cluster.py",
    "archive/test_pool.py",
    "archive/test_store.py",
    "cli/test_interrupt.py",
    "cli/test_surroundings.py",
    "entry/test_record_file.py",
    "entry/test_terminal.py",
    "notation/test_record_files.py",
]
"""Tests of what Windows does not have: forks, signals, pseudo-terminals, owners of files."""
collect_ignore = POSIX_ONLY if sys.platform == "win32" else []

# What a script runs in the background ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
