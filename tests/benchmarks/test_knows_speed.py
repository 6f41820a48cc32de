"""How long it takes to say who could prove what, what others can prove, and what to ask.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks/test_knows_speed.py -s``. Times
are processor times, in seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

import pytest

from tests.benchmarks.test_holders_speed import long_game
from tracker.analysis.asks import asks
from tracker.analysis.knows import knows
from tracker.analysis.mutual_knowledge import knows_of_others
from tracker.analysis.turn_options import turns
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.inference.deduction import deduce
from tracker.inference.epistemic import OthersView
from tracker.notation.record_files import load

pytestmark = pytest.mark.benchmark

GAMES = (3, 4, 5)
SAMPLES = Path(__file__).parents[2] / "samples"


def timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def show(what: str, times: list[float]) -> None:
    """Median, nine tenths, and worst."""
    times.sort()
    tenth = times[len(times) * 9 // 10]
    print(f"\n{what}: {len(times)} times, {median(times):.4f}, 90% {tenth:.4f}, {times[-1]:.4f}")


def chairs(record: Record, step: int) -> Iterator[tuple[Seat, int]]:
    """Every so many moments, with whose turn it is."""
    for at, state in enumerate(states(record)):
        if at % step == 0 and not state.over and state.turn is not None:
            yield state.turn, at


def test_knows_of_200_events() -> None:
    times = [timed(partial(knows, record)) for record in map(long_game, GAMES)]
    show("knows, a game", times)
    assert times[-1] < 2


def test_what_a_seat_knows_of_others() -> None:
    times: list[float] = []
    queries: list[float] = []
    for record in map(long_game, GAMES):
        for seat, at in chairs(record, 8):
            times.append(timed(partial(knows_of_others, record, view=seat, at=at)))
            with deduce(record, view=seat, at=at) as deduction, OthersView(deduction) as others:
                for book in deduction.state.open_books():
                    asked = (partial(others.verdict, one, book) for one in record.seats)
                    queries.extend(map(timed, asked))
    show("knows --as, all of a moment", times)
    show("one verdict", queries)
    assert median(times) < 0.5


def test_asks_from_a_chair() -> None:
    times = []
    for record in map(long_game, GAMES):
        for seat, at in chairs(record, 8):
            times.append(timed(partial(asks, record, view=seat, at=at)))
    show("asks", times)
    assert median(times) < 1


def test_turns_from_a_chair() -> None:
    times = []
    twelve = load(SAMPLES / "no2-twelve.lit")
    for record in (*map(long_game, GAMES), twelve):
        for seat, at in chairs(record, 24):
            times.append(timed(partial(turns, record, view=seat, at=at)))
    show("turns", times)
    assert median(times) < 1
