"""How long the twin of the counting engine takes, in plain integers.

``python -m tests.benchmarks.twin`` counts positions from scratch, with the probability of
every placement, in the samples, in long games, in games with hidden half-suits and in games of six
to sixteen players. For each lot of games it prints the median and the worst processor time, and how
many positions were beyond the budget. With ``--compare`` every number is compared with that of the
engine. Large tables take long; ``--lot six`` takes only the lots with that in their name.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import tracker
from tests.benchmarks.test_counting_speed import long_game
from tests.counting.hidden import hidden_game
from tests.counting.view_moments import moments, views
from tests.strategies import SEATS
from tracker.counting import Counter, count
from tracker.counting.twin import Twin
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.knowledge.facts import Knowledge
from tracker.play.simulator import random_game

SAMPLES = Path(__file__).parents[2] / "samples"


def lots() -> Iterator[tuple[str, list[Record]]]:
    """Records, by what they have in common."""
    for path in sorted(SAMPLES.glob("*.lit")):
        yield path.name, [tracker.load(path)]
    yield "long games of 6", [long_game(seed) for seed in range(2)]
    for seats in (4, 6, 8):
        yield f"hidden half-suits, {seats}", [hidden_game(seats, seed) for seed in range(2)]
    for seats, deck in (
        (6, "no8"),
        (6, "jokers54"),
        (8, "no8"),
        (8, "full52"),
        (12, "no8"),
        (16, "no8"),
    ):
        rules = Rules().with_values({"deck": deck})
        games = [
            random_game(Random(seed), SEATS[:seats], rules, dealer=SEATS[0]) for seed in range(2)
        ]
        yield f"{seats} players, {deck}", games


def positions(records: list[Record]) -> Iterator[Knowledge]:
    """What the public, and two of the players, know at different moments."""
    for record in records:
        for seats in views(record)[:3]:
            try:
                known = list(moments(record, *seats))
            except tracker.MissingHandError:
                continue
            before = None
            for at in known:
                if before is None or at.facts != before.facts:
                    yield at
                before = at


def seconds(known: Knowledge) -> tuple[float, bool]:
    """The processor time for the number of deals and all marginals, and whether they were had."""
    start = time.process_time()
    posterior = Counter(engine=Twin).update(known)
    exact = posterior.exact
    if exact and posterior.count:
        posterior.marginals()
    return time.process_time() - start, exact


def compare(known: Knowledge) -> None:
    """The twin's numbers are the engine's."""
    plain, fast = Counter(engine=Twin).update(known), count(known)
    if plain.exact and fast.exact:
        assert plain.count == fast.count
        for card in known.cards if plain.count else ():
            for seat in known.seats:
                assert plain.naming({card: seat}) == fast.naming({card: seat})


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description="The processor time of the twin of the counting engine.")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--lot", default="", help="part of the names of the lots wanted")
    options = parser.parse_args()
    print(f"{'games':24}{'positions':>10}{'median':>10}{'worst':>10}{'unknown':>9}")
    for name, records in lots():
        if options.lot not in name:
            continue
        times, unknown = [], 0
        for known in positions(records):
            taken, exact = seconds(known)
            times.append(taken)
            unknown += not exact
            if options.compare:
                compare(known)
        row = f"{name:24}{len(times):10}{median(times):9.4f}s{max(times):9.3f}s{unknown:9}"
        print(row, flush=True)


if __name__ == "__main__":
    main()
