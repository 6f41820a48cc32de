"""How fast explanations are, against OptUx in the same run.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks/test_explain_speed.py -s``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.optux_peer import smallest_size
from tests.benchmarks.test_holders_speed import long_game
from tests.explain.broken import broken_game
from tests.explain.positions import deduced, deductions, samples
from tracker.explain import Explainer, card_at, conflicts, suggestions
from tracker.explain.evidence import evidence_of_now
from tracker.explain.explanation import Question
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.inference.deduction import Deduction

pytestmark = pytest.mark.benchmark
PATIENCE = 20.0
"""Seconds for OptUx on one conclusion."""
GAMES = 5
EVERY = 4
"""OptUx gets every so many-th conclusion."""


class Spent(NamedTuple):
    """Seconds."""

    wall: float
    processor: float


class Times(NamedTuple):
    """What one conclusion took."""

    causes: int
    smallest: Spent
    with_steps: Spent


def games() -> Iterator[Record]:
    yield from samples().values()
    yield from (long_game(seed) for seed in range(GAMES))


def questions() -> Iterator[tuple[Deduction, list[tuple[Card, Seat]]]]:
    for record in games():
        for deduction in deductions(record):
            yield deduction, deduced(deduction)


def timed(deduction: Deduction, asked: list[tuple[Card, Seat]]) -> list[Times]:
    """A fresh solver for each conclusion, as a command has it."""
    found = []
    for card, seat in asked:
        spent = []
        for steps in (False, True):
            start, before = time.perf_counter(), time.process_time()
            with Explainer(deduction) as explainer:
                explanation = explainer.why(card_at(card, seat), steps=steps)
            spent.append(Spent(time.perf_counter() - start, time.process_time() - before))
        assert explanation.smallest
        found.append(Times(len(explanation.because), spent[0], spent[1]))
    return found


def row(name: str, spent: list[Spent]) -> str:
    """Median, 95th percentile and worst, in processor time and by the clock."""
    shown = f"{name:<28}"
    for times in ([one.processor for one in spent], [one.wall for one in spent]):
        ordered = sorted(times)
        median, high = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
        shown += f"{median:>9.3f}{high:>9.3f}{ordered[-1]:>9.3f}"
    return f"{shown}  s, of {len(spent)}"


HEAD = "\n" + " " * 28 + 2 * "   median  95th %      max" + "  (processor time, then by the clock)"


def test_all_the_deduced_locations(benchmark: BenchmarkFixture) -> None:
    def all_of_them() -> list[Times]:
        return [one for deduction, asked in questions() for one in timed(deduction, asked)]

    found = benchmark.pedantic(all_of_them, rounds=1)  # type: ignore[no-untyped-call]
    print(HEAD)
    print(row("smallest", [one.smallest for one in found]))
    print(row("smallest and steps", [one.with_steps for one in found]))
    print(f"causes: up to {max(one.causes for one in found)}")
    seconds = sorted(one.smallest.processor for one in found)
    assert seconds[len(seconds) // 2] < 0.1
    assert seconds[int(len(seconds) * 0.95)] < 1.0


def test_against_optux(benchmark: BenchmarkFixture) -> None:
    """The sizes are the same wherever OptUx ends."""

    def both() -> tuple[list[Spent], list[Spent], int]:
        ours, theirs, ended = [], [], 0
        for deduction, asked in questions():
            for card, seat in asked[::EVERY]:
                (mine,) = timed(deduction, [(card, seat)])
                grounds = evidence_of_now(deduction.knowledge, deduction.state)
                question = Question(card_at(card, seat), deduction.state)
                size, wall, processor = smallest_size(grounds, question.denied, PATIENCE)
                ours.append(mine.smallest)
                theirs.append(Spent(wall, processor))
                ended += size is not None
                assert size in (None, mine.causes)
        return ours, theirs, ended

    ours, theirs, ended = benchmark.pedantic(both, rounds=1)  # type: ignore[no-untyped-call]
    print(HEAD)
    print(row("smallest", ours))
    print(row("OptUx", theirs) + f"; ended within {PATIENCE:.0f} s: {ended}")


def test_conflicts_and_suggestions(benchmark: BenchmarkFixture) -> None:
    def all_of_them() -> list[Spent]:
        spent = []
        for seed in range(20):
            record = broken_game(seed, "answer").record
            start, before = time.perf_counter(), time.process_time()
            for conflict in conflicts(record)[:1]:
                suggestions(record, conflict)
            spent.append(Spent(time.perf_counter() - start, time.process_time() - before))
        return spent

    found = benchmark.pedantic(all_of_them, rounds=1)  # type: ignore[no-untyped-call]
    print(HEAD)
    print(row("conflict and suggestions", found))
