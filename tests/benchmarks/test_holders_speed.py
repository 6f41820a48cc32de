"""How fast holders are found, as ratios against two peers in the same run.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks/test_holders_speed.py -s``.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import mean, median
from typing import NamedTuple

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks import clingo_peer
from tests.explain.positions import mixed_game, samples
from tests.strategies import SEATS
from tracker.game.record import Hand, Record
from tracker.game.rules import Rules
from tracker.inference.follow import follow
from tracker.inference.possible_holders import possible_holders_of
from tracker.knowledge.facts import Knowledge
from tracker.knowledge.placements import bits
from tracker.knowledge.views import knowledge
from tracker.play.policies import PEOPLE
from tracker.play.simulator import random_game
from tracker.sat import DealSolver, Placements
from tracker.sat.solver import MiniCard

pytestmark = pytest.mark.benchmark
EVENTS = 200
GAMES = 5
MIXED = 16
MOMENTS = 4
"""Of a game, at least so many are given to clingo, in all views."""
SLOW = replace(PEOPLE, attention=0.7, boldness=0.2, patience=0.9, overreach=0.0)
"""Players who forget some answers and claim late: games of 200 events."""


def long_game(seed: int, events: int = EVENTS) -> Record:
    """A six-player game of at least so many events, cut to them."""
    rng = random.Random(seed)
    while True:
        record = random_game(rng, SEATS[:6], Rules(), dealer=SEATS[0], manners=SLOW, limit=events)
        if len(record.events) >= events:
            return record.with_events(record.events[:events])


def games() -> Iterator[tuple[str, Record]]:
    """The samples, long games, and simulated ones of all kinds of players and rules."""
    yield from samples().items()
    yield from ((f"long game {seed}", long_game(seed)) for seed in range(GAMES))
    yield from ((f"mixed game {seed}", mixed_game(seed)) for seed in range(MIXED))


def known_hands(record: Record) -> list[Hand]:
    return [hand for hand in record.hands if hand.whole]


def views(record: Record) -> list[tuple[str, ...]]:
    """The public, and each seat whose hand is known: seven where there are six."""
    return [(), *((hand.seat,) for hand in known_hands(record))]


def every_holder(record: Record) -> int:
    """Holders of every card in all views after every event; the number of solver calls."""
    calls = 0
    solve = MiniCard.solve

    def counted(solver: MiniCard, assumptions: list[int], conflicts: int) -> bool | None:
        nonlocal calls
        calls += 1
        return solve(solver, assumptions, conflicts)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MiniCard, "solve", counted)
        for moment in follow(record, views=views(record)):
            for view in moment.deductions:
                moment.all_holders(view)
    return calls


def positions(record: Record, step: int) -> list[Knowledge]:
    """A sample of the positions, in every view."""
    hands: list[tuple[Hand, ...]] = [(), *((hand,) for hand in known_hands(record))]
    return [
        knowledge(record, known, at)
        for at in range(0, len(record.events) + 1, step)
        for known in hands
    ]


def one_call_each(known: Knowledge) -> int:
    """One SAT call for each placement, all facts in one fresh solver."""
    placements = Placements(known.cards, known.seats)
    with DealSolver(placements, known) as solver:
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
    benchmark.extra_info.update(
        ms_per_position=1000 * ours,
        ms_per_position_by_the_clock=1000 * benchmark.stats.stats.median / moments,
        clingo_ms_mean=1000 * mean(theirs),
        clingo_ms_most=1000 * max(theirs),
        clingo_ratio_mean=mean(theirs) / ours,
        clingo_ratio_median=median(theirs) / ours,
        one_call_each_ratio_mean=mean(naive) / ours,
        calls_per_event=sum(calls) / (EVENTS * GAMES),
    )
    print("\n", {name: round(value, 3) for name, value in benchmark.extra_info.items()})


class Figures(NamedTuple):
    """Milliseconds for the holders of one position, in one game."""

    ours: float
    """In the mean of all moments and views, going through the game."""
    theirs: list[float]
    """Of a sample of them, each from scratch."""

    @property
    def ratio(self) -> float:
        """How many times as long clingo takes, in the mean."""
        return mean(self.theirs) / self.ours


def figures(record: Record) -> Figures:
    events = len(record.events)
    moments = (events + 1) * len(views(record))
    sample = positions(record, step=max(1, events // MOMENTS))
    return Figures(
        1000 * seconds(lambda: every_holder(record)) / moments,
        [1000 * seconds(lambda known=known: clingo_peer.possible(known)) for known in sample],  # type: ignore[misc]
    )


def test_holders_in_games_of_every_kind() -> None:
    """Where one is worst for us it is seen, not lost in a mean."""
    found = {name: figures(record) for name, record in games()}
    print("\n| game | ms | clingo: median, most | times |\n| --- | --- | --- | --- |")
    for name, one in sorted(found.items(), key=lambda pair: pair[1].ratio):
        theirs = f"{median(one.theirs):.1f}, {max(one.theirs):.0f}"
        print(f"| {name} | {one.ours:.2f} | {theirs} | {one.ratio:.0f} |")
    ratios = [one.ratio for one in found.values()]
    print(f"{len(ratios)} games: {median(ratios):.0f} times in the median, least {min(ratios):.0f}")
    assert min(ratios) > 1


def test_the_peers_agree() -> None:
    hidden = samples()["hidden-six"]
    for known in (*positions(long_game(7), step=50), *positions(hidden, step=30)):
        holders = possible_holders_of(known)
        ours, placements = holders.possible, holders.placements
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
