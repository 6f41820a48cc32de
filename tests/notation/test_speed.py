"""Reading is fast: a long game in some milliseconds, and garbage of any size at once."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, Final

import pytest

from tests.marks import first
from tracker.errors import NotationError
from tracker.notation import record_json, text
from tracker.notation.source import MAX_BYTES

SEATS: Final = "seats: Ann Bob Carl Dora Eve Finn\n"
ROUND: Final = """\
Ann asks Bob 5H: no
Bob asks Ann KS: yes
Carl claims low clubs: Ann 2C 3C, Carl rest: correct; shown Ann 2C 3C, Carl rest
Carl passes to Eve
Ann has 3
"""
LONG_GAME: Final = SEATS + ROUND * 60


@pytest.mark.benchmark
def test_read_300_events(benchmark: Any) -> None:
    assert len(benchmark(text.loads, LONG_GAME).events) == 300


@pytest.mark.benchmark
def test_write_300_events(benchmark: Any) -> None:
    assert benchmark(text.dumps, text.loads(LONG_GAME))


@pytest.mark.benchmark
def test_read_300_events_of_json(benchmark: Any) -> None:
    document = record_json.dumps(text.loads(LONG_GAME))
    assert len(benchmark(record_json.loads, document).events) == 300


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
