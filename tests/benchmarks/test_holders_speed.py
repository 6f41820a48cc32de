"""How fast holders are found, as ratios against two peers in the same run.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks/test_holders_speed.py -s``.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import mean, median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks import clingo_peer
from tests.strategies import SEATS
from tracker.game.record import Hand, Record
from tracker.game.rules import Rules
from tracker.inference.follow import follow
from tracker.inference.prospects import prospects_of
from tracker.knowledge.facts import Knowledge
from tracker.knowledge.views import knowledge
from tracker.play.manners import PEOPLE
from tracker.play.simulator import random_game
from tracker.sat import DealSolver, Placements
from tracker.sat.placements import bits

pytestmark = pytest.mark.benchmark
EVENTS = 200
GAMES = 5
SLOW = replace(PEOPLE, attention=0.7, boldness=0.2, patience=0.9, overreach=0.0)
"""Players who forget some answers and claim late: games of 200 events."""


def long_game(seed: int, events: int = EVENTS) -> Record:
    """A six-player game of at least so many events, cut to them."""
    rng = random.Random(seed)
    while True:
        record = random_game(rng, SEATS[:6], Rules(), dealer=SEATS[0], manners=SLOW, limit=events)
        if len(record.events) >= events:
            return record.with_events(record.events[:events])


def seven_views(record: Record) -> list[tuple[str, ...]]:
    return [(), *((seat,) for seat in record.seats)]


def every_holder(record: Record) -> int:
    """Holders of every card in all views after every event; the number of solver calls."""
    for moment in follow(record, seven_views(record)):
        for view in moment.prospects:
            moment.all_holders(view)
    return sum(prospects.calls for prospects in moment.prospects.values())


def positions(record: Record, step: int) -> list[Knowledge]:
    """A sample of the positions, in every view."""
    hands: list[tuple[Hand, ...]] = [(), *((hand,) for hand in record.hands)]
    return [
        knowledge(record, known, at)
        for at in range(0, len(record.events) + 1, step)
        for known in hands
    ]


def one_call_each(known: Knowledge) -> int:
    """One SAT call for each placement, all facts in one fresh solver."""
    placements = Placements(known.cards, known.seats)
    with DealSolver(placements, known.sizes) as solver:
        solver.add(known.facts)
        return sum(bit for bit in bits(placements.all) if solver.find(holds=bit) is not None)


def seconds(task: Callable[[], object]) -> float:
    """Processor time."""
    start = time.process_time()
    task()
    return time.process_time() - start


def test_holders_against_clingo_and_one_call_each(benchmark: BenchmarkFixture) -> None:
    games = [long_game(seed) for seed in range(GAMES)]
    calls = benchmark(lambda: [every_holder(game) for game in games])
    moments = (EVENTS + 1) * 7 * GAMES
    assert benchmark.stats is not None, "run it with --benchmark-enable"
    ours = seconds(lambda: [every_holder(game) for game in games]) / moments
    sample = [known for game in games for known in positions(game, step=20)]
    theirs = [seconds(lambda known=known: clingo_peer.possible(known)) for known in sample]  # type: ignore[misc]
    naive = [seconds(lambda known=known: one_call_each(known)) for known in sample]  # type: ignore[misc]
    refuted = sum(_refuted(game) for game in games)
    benchmark.extra_info.update(
        ms_per_position=1000 * ours,
        ms_per_position_by_the_clock=1000 * benchmark.stats.stats.median / moments,
        clingo_ms_mean=1000 * mean(theirs),
        clingo_ms_most=1000 * max(theirs),
        clingo_ratio_mean=mean(theirs) / ours,
        clingo_ratio_median=median(theirs) / ours,
        one_call_each_ratio_mean=mean(naive) / ours,
        calls_per_event=sum(calls) / (EVENTS * GAMES),
        floor_per_event=(refuted + moments) / (EVENTS * GAMES),
    )
    print("\n", {name: round(value, 3) for name, value in benchmark.extra_info.items()})


def _refuted(record: Record) -> int:
    """Placements ruled out in the course of a game, over all views."""
    *_, last = follow(record, seven_views(record))
    every = len(record.table.cards) * len(record.seats)
    return sum(every - prospects.possible.bit_count() for prospects in last.prospects.values())


def test_the_peers_agree() -> None:
    for known in positions(long_game(7), step=50):
        prospects = prospects_of(known)
        ours, placements = prospects.possible, prospects.placements
        found = clingo_peer.possible(known)
        assert ours == one_call_each(known)
        assert ours == sum(placements.bit(card, seat) for card, seat in found)


def test_memory_of_a_whole_game() -> None:
    """Peak memory of a process that follows a 200-event game in seven views."""
    script = (
        "import resource, sys; from tests.benchmarks.test_holders_speed import *;"
        "every_holder(long_game(0));"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    print(f"\npeak memory: {run.stdout.strip()} MiB (with the test tools loaded)")
