"""Explanations drawn at random, for readers who judge their sentences by the rubric of the docs.

Run it:

    python -m tests.benchmarks.explanations_to_read --seed 1 --each 20

A third have one step, a third have two or three, a third have more. They come from the samples
and from simulated games, of all views, at all moments.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import tracker
from tests.explain.positions import SAMPLES
from tests.strategies import SEATS
from tracker.explain import Explanation
from tracker.game.record import Record
from tracker.notation.record_files import load
from tracker.play.policies import PEOPLE
from tracker.play.simulator import random_game

LENGTHS: Final = ("one step", "two or three steps", "four steps or more")


def games(rng: random.Random) -> dict[str, Record]:
    """The samples, and as many simulated games of six, by name."""
    found = {path.name: load(path) for path in sorted(SAMPLES.glob("*.lit"))}
    simulated = (
        random_game(rng, SEATS[:6], dealer=SEATS[0], manners=PEOPLE, limit=220) for _ in found
    )
    return found | {f"simulated {n}": game for n, game in enumerate(simulated, start=1)}


def questions(rng: random.Random, record: Record) -> Iterator[tuple[str, str, bool, str, int]]:
    """Card, seat, whether it lacks the card, view and moment: what is proven and not in sight."""
    while True:
        at = rng.randrange(5, len(record.events) + 1)
        view = rng.choice(["public", *(seat for seat in record.seats)])
        with tracker.deduce(record, view=view, at=at) as deduction:
            literals = [
                (card, seat, seat not in holders)
                for card, holders in deduction.all_holders().items()
                for seat in record.seats
                if seat not in holders or len(holders) == 1
            ]
        if literals:
            yield (*rng.choice(literals), view, at)


def length(explanation: Explanation) -> str:
    """The group of lengths that an explanation belongs to."""
    steps = len(explanation.steps)
    return LENGTHS[0 if steps <= 1 else 1 if steps <= 3 else 2]


def main() -> None:
    """Print the explanations, each with the command that prints it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20, help="explanations of each length")
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    pool = [(name, record, questions(rng, record)) for name, record in games(rng).items()]
    drawn: dict[str, list[str]] = defaultdict(list)
    while any(len(drawn[kind]) < chosen.each for kind in LENGTHS):
        name, record, asked = rng.choice(pool)
        card, seat, lacks, view, at = next(asked)
        explanation = tracker.why(record, card, seat, view=view, at=at, lacks=lacks)
        texts = drawn[length(explanation)]
        if explanation.steps and len(texts) < chosen.each:
            question = f"why {card} {seat}{' --lacks' * lacks} --as {view} --at {at}"
            texts.append(f"{name}: {question}\n{explanation}")
    for kind in LENGTHS:
        for number, text in enumerate(drawn[kind], start=1):
            print(f"--- {kind}, {number}: {text}\n")


if __name__ == "__main__":
    main()
