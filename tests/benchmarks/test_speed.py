"""How fast the engines are: counting, deducing and explaining, in games of 200 events.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks -s``.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.counting.view_moments import moments, views
from tests.explain.positions import deduced, deductions
from tests.strategies import SEATS
from tracker.counting import Counter
from tracker.explain import Explainer, card_at
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.inference.follow import follow
from tracker.play.policies import PEOPLE
from tracker.play.simulator import random_game

EVENTS = 200
SLOW = replace(PEOPLE, attention=0.7, boldness=0.2, patience=0.9, overreach=0.0)
"""Players who forget some answers and claim late."""


def long_game(seed: int, events: int = EVENTS) -> Record:
    """A six-player game of at least so many events, cut to them."""
    rng = random.Random(seed)
    while True:
        record = random_game(rng, SEATS[:6], Rules(), dealer=SEATS[0], manners=SLOW, limit=events)
        if len(record.events) >= events:
            return record.with_events(record.events[:events])


@pytest.mark.benchmark
def test_deals_are_counted_in_seven_views(benchmark: BenchmarkFixture) -> None:
    """Their number and the odds of every card, after every event. Aim: 3 s."""
    record = long_game(0)
    games = [list(moments(record, *seats)) for seats in views(record)]

    def count() -> None:
        for game in games:
            counter = Counter()
            for known in game:
                assert counter.update(known).marginals()

    benchmark(count)


@pytest.mark.benchmark
def test_holders_are_found_in_seven_views(benchmark: BenchmarkFixture) -> None:
    """Of every card after every event, by the solver. Aim: 1 s."""
    record = long_game(0)

    def hold() -> None:
        for moment in follow(record, views=["public", *record.seats]):
            for view in moment.possible_holders:
                assert moment.all_holders(view)

    benchmark(hold)


@pytest.mark.benchmark
def test_all_that_is_deduced_is_explained(benchmark: BenchmarkFixture) -> None:
    """A fresh solver for each conclusion, as a command has it. Aim: 0.1 s for each."""
    record = long_game(0)

    def explain() -> None:
        for deduction in deductions(record):
            for card, seat in deduced(deduction):
                with Explainer(deduction) as explainer:
                    assert explainer.why(card_at(card, seat)).smallest

    benchmark(explain)
