"""How fast a whole game is audited, against asking each question from scratch.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks/test_audit_speed.py -s``.
"""

from __future__ import annotations

import time
from statistics import mean

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.test_holders_speed import long_game
from tracker.analysis.audit import audit
from tracker.analysis.timeline import timeline
from tracker.game.record import Record
from tracker.inference.deduction import deduce

pytestmark = pytest.mark.benchmark


def from_scratch(record: Record, step: int) -> float:
    """Seconds for the claims of one view at one moment, each worked out anew, in the mean."""
    times = []
    for at in range(0, len(record.events), step):
        for view in record.seats:
            start = time.perf_counter()
            with deduce(record, view=view, at=at) as deduction:
                deduction.claims()
            times.append(time.perf_counter() - start)
    return mean(times)


def report(benchmark: BenchmarkFixture, record: Record) -> None:
    assert benchmark.stats is not None, "run it with --benchmark-enable"
    seconds = benchmark.stats.stats.median
    views = len(record.events) * len(record.seats)
    benchmark.extra_info["seconds"] = seconds
    benchmark.extra_info["from_scratch_ratio"] = views * from_scratch(record, 25) / seconds
    print("\n", {name: round(value, 2) for name, value in benchmark.extra_info.items()})


def test_audit_of_200_events(benchmark: BenchmarkFixture) -> None:
    record = long_game(3)
    found = benchmark(audit, record)
    assert found.asks
    report(benchmark, record)


def test_timeline_of_200_events(benchmark: BenchmarkFixture) -> None:
    record = long_game(3)
    found = benchmark(timeline, record)
    assert len(found.events) == len(record.events)
    report(benchmark, record)
