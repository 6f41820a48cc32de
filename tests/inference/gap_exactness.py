"""Answers about records with gaps beside all ways to fill them, played on all deals.

Tiny random games under any rules are half forgotten. ``tests.gap_referee``, written from the text
of the rules alone, plays each from every deal in every way to fill its gaps; what the answers
should be follows. The comparisons:

* ``gaps``: holders, counts and the verdict of every claim, with every kind of gap, one missing ask
  included;
* ``verdicts``: the audit's verdicts and their cases; ``possible``: what ``tracker gaps`` says;
* ``players``: ``knows``, ``timeline`` and ``report``; ``asks``;
* ``asks-missing`` and ``anything-missing``: holders, counts and claims past ``... asks``
  and ``...``, with the cards in play dealt anew in every way.

A run is a piece, with a seed of its own; pieces are added up, and no seed counts twice::

    python -m tests.inference.gap_exactness gaps asks --seed 1 --games 1000 --to pieces.jsonl
    python -m tests.inference.gap_exactness --add pieces.jsonl

``answers`` counts the games in which all was decided.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from tests.analysis import test_each_filling as fillings
from tests.analysis import test_open_gaps as open_gaps
from tests.gap_referee import TooManyWaysError
from tests.inference import test_completions as completions
from tests.inference import test_stretches as stretches
from tests.play.by_command import Piece, added
from tracker.errors import UndecidedError
from tracker.game.events import Claim, Missing
from tracker.game.record import Record
from tracker.notation.text import dumps

Comparison: TypeAlias = Callable[[], bool]
"""Compares one game; False where some answer was that it is undecided."""
APART: Final = 10_000_000
"""So far are the games of two seeds apart."""


def _all_decided(record: Record) -> bool:
    """Compare the verdicts on claims."""
    return completions.judge_verdicts(record) > 0


def _nothing_undecided(record: Record, at: int, rng: Random) -> bool:
    """Compare what is said past a stretch."""
    return not stretches.compare(record, at, rng)


def gaps(seed: int) -> Iterator[tuple[Record, Comparison]]:
    """What ``show``, ``deals`` and ``claims`` say."""
    for record, at, rng in completions.games(seed):
        yield record, partial(completions.compare, record, at, rng)


def verdicts(seed: int) -> Iterator[tuple[Record, Comparison]]:
    """What the audit says of claims."""
    for record, _ in fillings.games(seed):
        if any(isinstance(event, Claim) for event in record.events):
            yield record, partial(_all_decided, record)


def possible(seed: int) -> Iterator[tuple[Record, Comparison]]:
    """What ``gaps`` says of each gap."""
    for record in open_gaps.tiny_games(seed):
        yield record, partial(open_gaps.judge_possible, record)


def players(seed: int) -> Iterator[tuple[Record, Comparison]]:
    """What ``knows``, ``timeline`` and ``report`` say."""
    for record, _ in fillings.games(seed):
        filled = fillings.filled_records(record)
        if filled:
            yield record, partial(fillings.judge_players, record, filled)


def asks(seed: int) -> Iterator[tuple[Record, Comparison]]:
    """What ``asks`` says."""
    for record, rng in fillings.games(seed, gaps=2):
        yield record, partial(fillings.judge_asks, record, rng)


def asks_missing(seed: int) -> Iterator[tuple[Record, Comparison]]:
    """What is said past missing asks."""
    for record, at, rng in stretches.games(seed, only_asks=True):
        yield record, partial(_nothing_undecided, record, at, rng)


def anything_missing(seed: int) -> Iterator[tuple[Record, Comparison]]:
    """What is said past a stretch of anything."""
    for record, at, rng in stretches.games(seed, only_asks=False):
        if sum(isinstance(event, Missing) for event in record.events[:at]) == 1:
            yield record, partial(_nothing_undecided, record, at, rng)


KINDS: Final[Mapping[str, Callable[[int], Iterator[tuple[Record, Comparison]]]]] = {
    "gaps": gaps,
    "verdicts": verdicts,
    "possible": possible,
    "players": players,
    "asks": asks,
    "asks-missing": asks_missing,
    "anything-missing": anything_missing,
}


def compared(kind: str, seed: int, number: int, minutes: float) -> Piece:
    """Compare some games, or until the time is over; differences are told on standard error."""
    piece, end = Piece(kind, seed), time.monotonic() + 60 * minutes
    start = time.process_time()
    for record, judge in KINDS[kind](seed * APART):
        if piece.games >= number or time.monotonic() >= end:
            break
        try:
            piece.answers += judge()
        except TooManyWaysError:
            continue  # nothing was compared
        except UndecidedError:
            pass
        except Exception:
            print(f"{kind} differs:", dumps(record), sep="\n", file=sys.stderr)
            traceback.print_exc()
            piece.different += 1
        piece.games += 1
    piece.seconds = time.process_time() - start
    return piece


def main() -> None:
    """Compare a piece, or add pieces up."""
    parser = ArgumentParser(description="Records with gaps beside the referee.")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=inf)
    parser.add_argument("--to", type=Path, help="append the pieces to this file")
    parser.add_argument("--add", type=Path, nargs="+", help="add up the pieces of these files")
    wanted = parser.parse_args()
    if wanted.add:
        lines = [line for path in wanted.add for line in path.read_text().splitlines()]
        print(*added(lines).values(), sep="\n")
        return
    if unknown := {*wanted.kinds} - {*KINDS}:
        parser.error(f"no comparison is called {', '.join(unknown)}")
    different = 0
    for kind in wanted.kinds or KINDS:
        piece = compared(kind, wanted.seed, wanted.games, wanted.minutes)
        print(piece, flush=True)
        different += piece.different
        if wanted.to:
            with wanted.to.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(piece)) + "\n")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
