"""Two engines, millions of answers: who can hold a card, by the solver and by counting.

``python -m tests.counting.answers --answers 10000000`` plays random games under random rules with
the real decks, asks both engines after every event, from every chair, who can hold each card, and
prints how many answers were compared and how many differed. A million take about three minutes of
processor time.
"""

from __future__ import annotations

import random
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Self

from tests.strategies import MANNERS, SEATS
from tracker.counting import Counter, Posterior, game_budget
from tracker.errors import UndecidedError
from tracker.game.cards import DECKS
from tracker.game.record import Record
from tracker.game.rules import VALUES, Rules
from tracker.inference.follow import Moment, follow
from tracker.notation.text import dumps
from tracker.play.simulator import random_game

TABLES = (4, 4, 4, 4, 6, 6, 6, 6, 6, 6, 8)
"""Numbers of seats, each as often as it stands here."""


@dataclass
class Compared:
    """What was compared, in games, positions (a moment seen from a chair) and cards.

    Attributes:
        games: how many games.
        given_up: games that one of the engines found too hard at some moment, left from there on.
        positions: moments times chairs with an exact count.
        estimated: positions without one; they are not compared.
        answers: cards of those positions: the set of seats that can hold each.
        certain: answers in which one seat is left.
        different: answers in which the engines differ. Must be 0.
    """

    games: int = 0
    given_up: int = 0
    positions: int = 0
    estimated: int = 0
    answers: int = 0
    certain: int = 0
    different: int = 0

    def __iadd__(self, other: Self) -> Self:
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))
        return self

    def __str__(self) -> str:
        return ", ".join(f"{field.name} {getattr(self, field.name):,}" for field in fields(self))


def random_games(seed: int) -> Iterator[Record]:
    """Games without an end to them: any deck, any rules, 4–12 seats, players of all manners."""
    rng = random.Random(seed)
    while True:
        deck = rng.choice(list(DECKS))
        values = {key: rng.choice(options) for key, options in VALUES.items()}
        if deck == "quartets52":
            values["high-points"] = "1"
        rules = Rules().with_values({**values, "deck": deck})
        seats = SEATS[: rng.choice(TABLES)]
        yield random_game(
            rng,
            seats,
            rules,
            dealer=rng.choice(seats),
            manners=rng.choice(MANNERS),
            limit=rng.randint(20, 250),
        )


def compare(record: Record) -> Compared:
    """Both engines on one game, after every event, for the public and for every seat."""
    found = Compared(games=1)
    budget = game_budget()
    counters = {"public": Counter(budget=budget)} | {
        seat: Counter(budget=budget) for seat in record.seats
    }
    try:
        for moment in follow(record, counters):
            for view, counter in counters.items():
                posterior = counter.update(moment.deductions[view].knowledge)
                _compare_view(moment, view, posterior, found)
    except UndecidedError:
        found.given_up = 1
    return found


def _compare_view(moment: Moment, view: str, posterior: Posterior, found: Compared) -> None:
    """The seats that can hold each card in play, and how the hands were dealt, by both."""
    if not posterior.exact:
        found.estimated += 1
        return
    placements, possible = moment.prospects[view].placements, moment.prospects[view].possible
    marginals = posterior.marginals()
    found.positions += 1
    for card, seats in moment.all_holders(view).items():
        found.answers += 1
        found.certain += len(seats) == 1
        counted = {placements.bit(card, seat) for seat in marginals[card]}
        solved = {
            bit for seat in placements.seats if (bit := placements.bit(card, seat)) & possible
        }
        found.different += counted != solved


def compared(seed: int, answers: int, *, tell: bool = False) -> Compared:
    """Compare until so many answers have been compared.

    Args:
        seed: fixes the games.
        answers: at least so many.
        tell: whether to say on standard error how far it is.
    """
    found = Compared()
    for record in random_games(seed):
        one = compare(record)
        assert one.different == 0, dumps(record)
        found += one
        if tell:
            print(f"\r{found.answers:,} of {answers:,}", end="", file=sys.stderr, flush=True)
        if found.answers >= answers:
            break
    return found


def main() -> None:
    """Print what was compared."""
    parser = ArgumentParser(description="The solver's answers beside those of counting.")
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    start = time.process_time()
    found = compared(wanted.seed, wanted.answers, tell=True)
    print(f"\n{found} ({time.process_time() - start:.0f} s of processor time)")


if __name__ == "__main__":
    main()
