"""How fast deals are counted, with the probability of every placement.

Run with ``pytest -m benchmark --benchmark-enable tests/benchmarks/test_counting_speed.py -s``.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import replace
from multiprocessing import get_context
from resource import RUSAGE_SELF, getrusage
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.counting.ganak_peer import ganak_count
from tests.counting.hidden import hidden_game
from tests.counting.view_moments import moments, views
from tests.strategies import SEATS
from tracker.counting import Counter, count
from tracker.game.cards import DECKS
from tracker.game.events import Claim
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.knowledge.facts import Count, Knowledge
from tracker.play.policies import PEOPLE
from tracker.play.simulator import random_game

pytestmark = pytest.mark.benchmark
EVENTS = 200
GANAK_LIMIT = 30.0
SLOW = replace(PEOPLE, attention=0.7, boldness=0.2, patience=0.9, overreach=0.0)
"""Players who forget some answers and claim late: games of 200 events."""


def long_game(seed: int) -> Record:
    """A six-player game of 200 events."""
    rng = random.Random(seed)
    while True:
        record = random_game(rng, SEATS[:6], Rules(), dealer=SEATS[0], manners=SLOW, limit=EVENTS)
        if len(record.events) >= EVENTS:
            return record.with_events(record.events[:EVENTS])


def count_and_marginals(known: Knowledge) -> int:
    posterior = count(known)
    posterior.marginals()
    return posterior.count


def seconds(known: Knowledge) -> float:
    """The median of five."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        count_and_marginals(known)
        times.append(time.perf_counter() - start)
    return median(times)


def test_against_ganak(benchmark: BenchmarkFixture) -> None:
    """Count and all marginals from scratch against Ganak's bare count, where it ends in 30 s."""
    sample = [
        known
        for seed in range(3)
        for seats in ((), SEATS[:1])
        for known in list(moments(long_game(seed), *seats))[20::30]
    ]
    ratios: list[float] = []
    still_open: list[float] = []
    given_up = 0
    for known in sample:
        found = ganak_count(known, GANAK_LIMIT)
        if found is None:
            given_up += 1
        else:
            assert count(known).count == found[0]
            ratios.append(found[1] / seconds(known))
            if found[0] > 1000:
                still_open.append(ratios[-1])
            print(
                f"\n{count(known).count:.1e} deals: {found[1]:.2f} s, {ratios[-1]:.0f} times ours"
            )
    benchmark(count_and_marginals, sample[len(sample) // 2])
    benchmark.extra_info.update(
        positions=len(sample),
        given_up=given_up,
        median=median(ratios),
        least=min(ratios),
        median_above_1000_deals=median(still_open),
    )
    print("\nGanak:", benchmark.extra_info)


def test_public_view_at_the_deal(benchmark: BenchmarkFixture) -> None:
    """Aim: 100 ms."""
    sizes = dict.fromkeys(SEATS[:6], 8)
    benchmark(count_and_marginals, Knowledge(SEATS[:6], DECKS["no8"].books, sizes, ()))


def test_worst_moment_of_a_six_player_game(benchmark: BenchmarkFixture) -> None:
    """The public view is the heaviest some ten to twenty asks after the deal."""
    known = list(moments(long_game(0)))
    worst = max(known[5:30], key=seconds)
    benchmark(count_and_marginals, worst)


def test_whole_game_in_seven_views(benchmark: BenchmarkFixture) -> None:
    """200 events, count and marginals after every one. Aim: 3 s."""
    record = long_game(0)
    games = [list(moments(record, *seats)) for seats in views(record)]

    def whole() -> None:
        for game in games:
            counter = Counter()
            for known in game:
                posterior = counter.update(known)
                posterior.marginals()
                assert posterior.count > 0

    benchmark.pedantic(whole, rounds=5, warmup_rounds=1)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(
    ("seats", "deck"),
    [(4, "no8"), (6, "no8"), (6, "jokers54"), (8, "no8"), (8, "full52"), (8, "quartets52"),
     (10, "no8"), (12, "no8"), (14, "no8"), (14, "full52"), (16, "no8"), (16, "quartets52")],
)  # fmt: skip
def test_any_moment(benchmark: BenchmarkFixture, seats: int, deck: str) -> None:
    """The public view of two games. Aim: 8 seats in 2 s."""
    rows: dict[str, list[float]] = {}
    worst: tuple[float, Knowledge | None] = (0.0, None)
    for seed in range(2):
        rules = Rules().with_values({"deck": deck})
        record = random_game(random.Random(seed), SEATS[:seats], rules, dealer=SEATS[0])
        counter = Counter()
        for at, known in enumerate(moments(record)):
            start = time.perf_counter()
            posterior = counter.update(known)
            posterior.marginals()
            taken = time.perf_counter() - start
            assert posterior.exact
            part = "deal" if at == 0 else f"{min(at // 15 * 15, 60)}+"
            rows.setdefault(part, []).append(taken)
            worst = max(worst, (taken, known), key=lambda pair: pair[0])
    benchmark.extra_info.update({part: max(times) for part, times in rows.items()})
    print(
        f"\n{seats} {deck}", {part: f"{1000 * max(times):.1f} ms" for part, times in rows.items()}
    )
    assert worst[1] is not None
    benchmark(count_and_marginals, worst[1])


@pytest.mark.parametrize("seats", [6, 8, 12, 16])
def test_peak_memory(seats: int) -> None:
    """Peak memory of a process that counts the public view of a whole game."""
    script = (
        "import random; from tests.counting.view_moments import moments;"
        "from tests.strategies import SEATS; from tracker.counting import Counter;"
        "from tracker.play.simulator import random_game; counter = Counter();"
        f"game = random_game(random.Random(0), SEATS[:{seats}], dealer=SEATS[0]);"
        "[counter.update(known).marginals() for known in moments(game)];"
        "print(next(line for line in open('/proc/self/status') if 'VmHWM' in line))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    print(f"\n{seats} seats, peak memory: {run.stdout.strip()}")


# -- hidden half-suits -----------------------------------------------------------------------------


def hidden(known: Knowledge) -> int:
    """How many half-suits conditions speak of."""
    counted = {card for fact in known.facts if isinstance(fact, Count) for card in fact.cards}
    return sum(not counted.isdisjoint(book.cards) for book in known.books)


def hidden_positions(seats: int, games: int) -> dict[int, list[Knowledge]]:
    """Public views after claims in games that show nothing, by the number of hidden half-suits."""
    found: dict[int, list[Knowledge]] = {}
    for seed in range(games):
        record = hidden_game(seats, seed)
        for known, event in zip(list(moments(record))[1:], record.events, strict=True):
            if isinstance(event, Claim) and hidden(known):
                found.setdefault(hidden(known), []).append(known)
    return dict(sorted(found.items()))


def measured(known: Knowledge) -> tuple[float, float, bool]:
    """Seconds of processor time for count and marginals, peak MiB of a fresh process, if exact."""
    context = get_context("fork")
    results = context.SimpleQueue()
    process = context.Process(target=lambda: results.put(_measured(known)))
    process.start()
    seconds, mebibytes, exact = results.get()
    process.join()
    return seconds, mebibytes, exact


def _measured(known: Knowledge) -> tuple[float, float, bool]:
    start = time.process_time()
    posterior = count(known)
    if posterior.exact:
        posterior.marginals()
    seconds = time.process_time() - start
    return seconds, getrusage(RUSAGE_SELF).ru_maxrss / 1024, posterior.exact


@pytest.mark.parametrize("seats", [4, 6, 8, 10, 12, 16])
def test_hidden_half_suits(seats: int) -> None:
    """Hidden half-suits. Aim: six seats in 2 s."""
    for number, positions in hidden_positions(seats, 3).items():
        rows = [measured(known) for known in positions]
        exact = sum(row[2] for row in rows)
        slowest, most = max(row[0] for row in rows), max(row[1] for row in rows)
        print(
            f"\n{seats} seats, {number} hidden: {slowest:.2f} s, {most:.0f} MiB, "
            f"{exact} of {len(rows)} exact"
        )
        assert seats > 6 or exact == len(rows)
