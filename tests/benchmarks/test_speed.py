"""How fast the engines are, as ratios against peers that are given the same questions.

Run with ``pytest -m benchmark tests/benchmarks -s``. Processor time is what is compared.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import mean, median

import pytest

from tests.benchmarks.clingo_peer import possible
from tests.benchmarks.ganak_peer import ganak_count
from tests.benchmarks.optux_peer import smallest_size
from tests.counting.view_moments import moments, views
from tests.explain.positions import deduced, deductions, mixed_game, samples
from tests.play.random_games import random_game
from tests.strategies import SEATS
from tracker.counting import count
from tracker.explain import Explainer, card_at
from tracker.explain.evidence import evidence_of_now
from tracker.explain.explanation import Question
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.inference.follow import follow
from tracker.inference.possible_holders import possible_holders_of
from tracker.play.policies import PEOPLE

pytestmark = pytest.mark.benchmark
EVENTS = 200
GAMES = 5
MIXED = 16
PATIENCE = 20.0
"""Seconds for a peer on one question."""
SLOW = replace(PEOPLE, attention=0.7, boldness=0.2, patience=0.9, overreach=0.0)
"""Players who forget some answers and claim late."""


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


def seconds(task: Callable[[], object]) -> float:
    """Processor time, without that for what was left lying about before."""
    gc.collect()
    start = time.process_time()
    task()
    return time.process_time() - start


def known_views(record: Record) -> list[tuple[str, ...]]:
    """The public view, and that of each seat whose hand is known."""
    known = {hand.seat for hand in record.hands if hand.whole}
    return [view for view in views(record) if known.issuperset(view)]


def every_holder(record: Record) -> None:
    """The holders of every card in all views after every event."""
    for moment in follow(record, views=known_views(record)):
        for view in moment.deductions:
            moment.all_holders(view)


def summed_up(ratios: Sequence[float], of: str) -> None:
    """Print how many times as long a peer takes, and hold that it is never less."""
    typical, least = median(ratios), min(ratios)
    print(f"\n{len(ratios)} {of}: {typical:.0f} times in the median, least {least:.1f}")
    assert least > 1


def test_holders_against_clingo() -> None:
    """Going through a game, against clingo from scratch for a sample of its positions."""
    ratios = []
    for name, record in games():
        sample = [
            known
            for view in known_views(record)
            for known in list(moments(record, *view))[:: max(1, len(record.events) // 4)]
        ]
        ours = seconds(lambda record=record: every_holder(record))  # type: ignore[misc]
        ours /= (len(record.events) + 1) * len(known_views(record))
        theirs = [seconds(lambda known=known: possible(known)) for known in sample]  # type: ignore[misc]
        ratios.append(mean(theirs) / ours)
        print(f"\n{name}: {1000 * ours:.2f} ms, clingo {1000 * mean(theirs):.1f}", end="")
    summed_up(ratios, "games against clingo")


def test_clingo_finds_the_same_holders() -> None:
    """As who can hold what is asked for by clingo's brave consequences."""
    for record, step in ((long_game(7), 50), (samples()["hidden-six"], 30)):
        for view in known_views(record):
            for known in list(moments(record, *view))[::step]:
                holders = possible_holders_of(known)
                found = {holders.placements.bit(card, seat) for card, seat in possible(known)}
                assert holders.possible == sum(found)


def test_counting_against_ganak() -> None:
    """Count and marginals from scratch, against Ganak's bare count where it ends."""
    ratios = []
    for seed in range(3):
        for view in ((), SEATS[:1]):
            for known in list(moments(long_game(seed), *view))[20::30]:
                theirs = ganak_count(known, PATIENCE)
                if theirs is not None:
                    assert count(known).count == theirs[0]
                    ours = seconds(lambda known=known: count(known).marginals())  # type: ignore[misc]
                    ratios.append(theirs[1] / ours)
    summed_up(ratios, "positions against Ganak")


def test_explaining_against_optux() -> None:
    """The number of causes, and the time for it, where OptUx ends."""
    ratios = []
    for deduction in deductions(long_game(0)):
        for card, seat in deduced(deduction)[::4]:
            grounds = evidence_of_now(deduction.knowledge, deduction.state)
            question = Question(card_at(card, seat), deduction.state)
            size, _, theirs = smallest_size(grounds, question.denied, PATIENCE)
            start = time.process_time()
            with Explainer(deduction) as explainer:
                found = explainer.why(card_at(card, seat), steps=False)
            ratios.append(theirs / (time.process_time() - start))
            assert found.smallest
            assert size in (None, len(found.because))
    summed_up(ratios, "conclusions against OptUx")
