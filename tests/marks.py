"""Which tests, and how many examples, are for every run, and which only for the long one.

``pytest -m long`` runs the long tests, and ``HYPOTHESIS_PROFILE=whole`` tries all examples.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final

import pytest
from _pytest.mark.structures import ParameterSet

PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE", "repeatable")
"""Which settings hypothesis has: see ``tests/conftest.py``."""


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Parameters of a test of which only the first are for every run.

    Args:
        count: how many.
        values: of one argument (a named tuple may be one), or of several in a plain tuple.
    """
    every = list(values)
    return [*every[:count], *map(_long, every[count:])]


def _long(value: Any) -> ParameterSet:
    """A parameter, marked as a long one."""
    if isinstance(value, ParameterSet):
        return value._replace(marks=[*value.marks, pytest.mark.long])
    values = value if type(value) is tuple else (value,)
    return pytest.param(*values, marks=pytest.mark.long)


def some(count: int) -> int:
    """How many of so many random examples an ordinary run tries: a quarter."""
    return count if PROFILE != "repeatable" else -(-count // 4)
