"""Two engines, millions of answers: who can hold a card, by the solver and by counting.

There are three comparisons. ``engines`` plays random games under random rules with the real decks,
and asks both engines after every event, from every chair, who can hold each card. ``definition``
plays games with tiny decks, and asks both at a moment and from a chair drawn by lot; the answer
must be what the deals have in common on which the referee can play the record. ``twin`` compares
the engine with its twin: how many deals, and how likely each card is where.

A run is a piece: it has a seed, and appends what it compared to a file. Pieces of any length, from
any machine, are added up::

    python -m tests.counting.answers engines --seed 1001 --minutes 30 --to pieces.jsonl
    python -m tests.counting.answers definition --seed 1001 --answers 100000 --to pieces.jsonl
    python -m tests.counting.answers --add pieces.jsonl

A million answers of ``engines`` take about three minutes of processor time.
"""

from __future__ import annotations

import json
import random
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from math import inf
from pathlib import Path
from typing import Final, Self

from tests.play.test_answers_by_definition import places, tables_of
from tests.strategies import MANNERS, SEATS, seed_games
from tracker.analysis.odds import Odds
from tracker.counting import Counter, Posterior, count, game_budget
from tracker.counting.twin import Twin
from tracker.errors import UndecidedError
from tracker.game.cards import DECKS
from tracker.game.record import Record
from tracker.game.rules import VALUES, Rules
from tracker.inference.deduction import deduce
from tracker.inference.follow import Moment, follow
from tracker.knowledge.views import View, knowledge
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
        for moment in follow(record, views=counters):
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
    placements, possible = (
        moment.possible_holders[view].placements,
        moment.possible_holders[view].possible,
    )
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


def defined(rng: random.Random, record: Record) -> Compared:
    """Both engines beside the deals on which the referee can play a record, at one moment."""
    found = Compared(games=1, positions=1)
    record = record.with_events(record.events[: rng.randint(0, len(record.events))])
    hands = rng.choice(((), *((hand,) for hand in record.hands)))
    tables = tables_of(record, hands)
    truth = [places(table) for table in tables]
    with deduce(record, view=View(hands)) as deduction:
        odds = Odds(deduction)
        for card in truth[0]:
            seats = {place[card] for place in truth}
            found.answers += 1
            found.certain += len(seats) == 1
            solved, counted = set(deduction.holders(card)), set(odds.holders[card])
            found.different += not solved == counted == seats
    return found


def defined_games(seed: int) -> Iterator[Compared]:
    """Games with tiny decks, under any rules, without an end to them."""
    rng = random.Random(seed)
    while True:
        for record in seed_games(rng.randrange(2**32), 20, max_deals=400):
            one = defined(rng, record)
            assert one.different == 0, dumps(record)
            yield one


def engine_games(seed: int) -> Iterator[Compared]:
    """Games with the real decks, without an end to them."""
    for record in random_games(seed):
        one = compare(record)
        assert one.different == 0, dumps(record)
        yield one


def twin_games(seed: int) -> Iterator[Compared]:
    """Games with tiny decks: the engine beside its twin, at one moment each."""
    rng = random.Random(seed)
    while True:
        for record in seed_games(rng.randrange(2**32), 20, max_deals=20_000):
            one = Compared(games=1, positions=1)
            hands = rng.choice(((), *((hand,) for hand in record.hands)))
            known = knowledge(record, hands, rng.randint(0, len(record.events)))
            slow, fast = Counter(engine=Twin).update(known), count(known)
            for card in known.cards:
                shares = [
                    [posterior.probability(card, seat) for seat in known.seats]
                    for posterior in (slow, fast)
                ]
                one.answers += 1
                one.certain += 1 in shares[0]
                one.different += shares[0] != shares[1] or slow.count != fast.count
            assert one.different == 0, dumps(record)
            yield one


KINDS: Final = {"engines": engine_games, "definition": defined_games, "twin": twin_games}
"""What is compared, by the name of the comparison."""


def compared(
    seed: int, answers: int, *, kind: str = "engines", minutes: float = inf, tell: bool = False
) -> Compared:
    """Compare until so many answers have been compared, or the time is over.

    Args:
        seed: fixes the games.
        answers: at least so many.
        kind: one of ``KINDS``.
        minutes: of wall time, at most (a game that is begun is finished).
        tell: whether to say on standard error how far it is.
    """
    found, end = Compared(), time.monotonic() + 60 * minutes
    for one in KINDS[kind](seed):
        found += one
        if tell and found.games % 10 == 0:
            print(f"\r{found.answers:,} of {answers:,}", end="", file=sys.stderr, flush=True)
        if found.answers >= answers or time.monotonic() >= end:
            break
    return found


def piece_of(kind: str, seed: int, found: Compared, seconds: int) -> str:
    """A line for the file of pieces."""
    return json.dumps({"kind": kind, "seed": seed, "seconds": seconds, **asdict(found)})


def added(lines: Iterable[str]) -> dict[str, tuple[Compared, int]]:
    """The sums of pieces by what they compare, each with its seconds of processor time.

    Raises:
        ValueError: where two pieces have compared the same games.
    """
    sums = {kind: (Compared(), 0) for kind in KINDS}
    seen: set[tuple[str, int]] = set()
    for piece in map(json.loads, lines):
        kind, seed, seconds = piece.pop("kind"), piece.pop("seed"), piece.pop("seconds")
        if (kind, seed) in seen:
            raise ValueError(f"two pieces of {kind} have the seed {seed}")
        seen.add((kind, seed))
        total, before = sums[kind]
        total += Compared(**piece)
        sums[kind] = total, before + seconds
    return sums


def main() -> None:
    """Compare a piece, or add pieces up."""
    parser = ArgumentParser(description="The solver's answers beside those of counting.")
    parser.add_argument("kind", nargs="?", choices=[*KINDS], default="engines")
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=inf)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, help="append the piece to this file")
    parser.add_argument("--add", type=Path, nargs="+", help="add up the pieces of these files")
    wanted = parser.parse_args()
    if wanted.add:
        lines = [line for path in wanted.add for line in path.read_text().splitlines()]
        for kind, (total, seconds) in added(lines).items():
            print(f"{kind}: {total} ({seconds:,} s of processor time)")
        return
    start = time.process_time()
    found = compared(
        wanted.seed, wanted.answers, kind=wanted.kind, minutes=wanted.minutes, tell=True
    )
    seconds = round(time.process_time() - start)
    print(f"\n{wanted.kind}: {found} ({seconds:,} s of processor time)")
    if wanted.to:
        with wanted.to.open("a", encoding="utf-8") as file:
            file.write(piece_of(wanted.kind, wanted.seed, found, seconds) + "\n")


if __name__ == "__main__":
    main()
