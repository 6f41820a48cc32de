"""Which tests are for every run, and which only for the long one (``pytest -m long``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first(count: int, values: Iterable[Any]) -> list[Any]:
    """Parameters of a test of which only the first are for every run.

    Args:
        count: how many.
        values: of one argument (a named tuple may be one), or of several in a plain tuple.
    """
    every = list(values)
    rest = [one if type(one) is tuple else (one,) for one in every[count:]]
    return [*every[:count], *(pytest.param(*one, marks=pytest.mark.long) for one in rest)]
