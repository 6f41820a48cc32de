"""Fixtures of the session tests."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def cheap_sync() -> Iterator[None]:
    """Files are not really synced: for tests that save thousands of times and cut no power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield
