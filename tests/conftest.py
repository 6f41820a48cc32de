"""Settings that all tests share.

An ordinary run is repeatable: hypothesis tries the same examples each time. New ones are for
``HYPOTHESIS_PROFILE=random pytest …`` and for the soak tests.
"""

from __future__ import annotations

import os
import signal

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("random", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

# What a script runs in the background ignores Ctrl-C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
