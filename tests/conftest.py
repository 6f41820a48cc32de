"""Settings that all tests share.

An ordinary run is repeatable: hypothesis tries the same examples each time. New ones are for
``HYPOTHESIS_PROFILE=random pytest …`` and for the soak tests.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("random", derandomize=False, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
