"""Garbage of any size is answered at once."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Final

import pytest

from tests.marks import first
from tracker.errors import NotationError
from tracker.notation import record_json, text
from tracker.notation.source import MAX_BYTES

SEATS: Final = "seats: Ann Bob Carl Dora Eve Finn\n"


@pytest.mark.parametrize(
    "piece",
    ["x\n", "x ", "x", ":", "!", "\t", "= ", "seats: A\n", "hand A: 2C\n", "A > B 2C\n", "[", '{"'],
)
@pytest.mark.parametrize("start", first(1, ["", SEATS, "rules: ", "A claims low clubs: "]))
def test_garbage_is_answered_at_once(start: str, piece: str) -> None:
    garbage = (start + piece * MAX_BYTES)[:MAX_BYTES]
    began = time.perf_counter()
    for loads in (text.loads, record_json.loads):
        with suppress(NotationError):
            loads(garbage)
    # A hundredth of it is the rule; the rest is for slow machines.
    assert time.perf_counter() - began < 5
