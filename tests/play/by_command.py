"""Every command's answers beside the referee, on random tiny games of all rules; and the engines.

Each comparison has a name: that of the command whose answers it compares (``compared_answers``), or
of what it compares in records with gaps (``compared_gaps``); ``engines`` and ``twin`` compare two
ways to count (``tests.counting.engines``). A run is a piece: it has a seed, and appends to a file
what it compared. Pieces are added up, by name, and no seed counts twice for a name::

    python -m tests.play.by_command show claims --seed 1 --games 1000 --to pieces.jsonl
    python -m tests.play.by_command --add pieces.jsonl

Without a name all are compared with the referee. ``every`` compares nothing: it gives each game to
a tenth of all commands and calls of the library, and fails at an unforeseen error.
"""

from __future__ import annotations

import json
import random
import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.cli.test_every_command import check_game
from tests.counting import engines
from tests.gap_referee import TooManyWaysError
from tests.play import compared_gaps
from tests.play.compared_answers import COMMANDS, MOST, Game
from tests.play.compared_gaps import Compared
from tests.strategies import seed_games
from tracker.errors import UndecidedError
from tracker.game.record import Record
from tracker.notation.text import dumps

AT_ONCE: Final = 20
"""Games of a run that are made from one seed."""
HARD: Final[Sequence[Mapping[str, str]]] = (
    {"reveal": "nothing", "opponent-holds": "opponents"},
    {"reveal": "nothing", "claims": "own-turn", "endgame": "any-player"},
    {"reveal": "nothing", "turn-after-claim": "team-chooses"},
    {"own-card-asks": "surrender", "must-claim": "yes"},
    {"challenge": "yes", "forced-claims": "yes"},
    {"claims": "team-turn", "reveal": "nothing", "claim-other-team": "yes"},
)
"""Rules under which it is hard to say what is known."""
VARIANTS: Final = ({}, {}, {}, *HARD)
"""What rules are fixed; a third of the games have any rules."""
APART: Final = 10_000_000
"""So far are the games with gaps of two seeds apart."""


@dataclass
class Piece:
    """What a run compared under a name."""

    command: str
    seed: int
    games: int = 0
    answers: int = 0
    different: int = 0
    """Games with a difference. Must be 0."""
    seconds: float = 0.0
    """Of processor time."""

    def __str__(self) -> str:
        told = f"{self.games:,} games, {self.answers:,} answers, {self.different:,} different"
        return f"{self.command}: {told} ({self.seconds:,.0f} s of processor time)"


def tiny_games(seed: int, most: int = MOST) -> Iterator[Record]:
    """Tiny games under any rules, without an end to them."""
    rng = random.Random(seed)
    while True:
        for fixed in VARIANTS:
            yield from seed_games(rng.randrange(2**32), AT_ONCE, max_deals=most, fixed=fixed)


def of_command(command: str, seed: int) -> Compared:
    """A command's answers about tiny games, each at a moment and from a chair drawn by lot."""
    rng = random.Random(seed)
    for record in tiny_games(seed):
        game = Game(record, random.Random(rng.randrange(2**32)))
        yield game.record, partial(COMMANDS[command], game)


def with_gaps(kind: str, seed: int) -> Compared:
    """Answers about records with gaps."""
    return compared_gaps.KINDS[kind](seed * APART)


def every_command(seed: int) -> Compared:
    """Games for a tenth of all commands and calls of the library."""
    rng = random.Random(seed)
    for record in tiny_games(seed, most=1_000):
        yield record, partial(_call_commands, record, rng)


def _call_commands(record: Record, rng: random.Random) -> int:
    with TemporaryDirectory() as folder:
        return check_game(record, Path(folder), rng, share=0.1).total()


REFEREED: Final[Mapping[str, Callable[[int], Compared]]] = {
    **{command: partial(of_command, command) for command in COMMANDS},
    **{kind: partial(with_gaps, kind) for kind in compared_gaps.KINDS},
}
"""What the referee judges, by name."""
COMPARISONS: Final[Mapping[str, Callable[[int], Compared]]] = {
    **REFEREED,
    "engines": engines.engines,
    "twin": engines.twin,
    "every": every_command,
}


def compared(name: str, seed: int, number: int, minutes: float = inf) -> Piece:
    """Compare so many games, or until the time is over; differences go to standard error.

    A game that has too many ways for the referee does not count.
    """
    piece, end = Piece(name, seed), time.monotonic() + 60 * minutes
    start = time.process_time()
    for record, compare in COMPARISONS[name](seed):
        if piece.games >= number or time.monotonic() >= end:
            break
        try:
            piece.answers += compare()
        except TooManyWaysError:
            continue
        except UndecidedError:
            pass
        except Exception:
            print(f"{name} differs:", dumps(record), sep="\n", file=sys.stderr)
            traceback.print_exc()
            piece.different += 1
        piece.games += 1
    piece.seconds = time.process_time() - start
    return piece


def added(lines: Iterable[str]) -> dict[str, Piece]:
    """The sums of pieces by name.

    Raises:
        ValueError: where two pieces of a name have compared the same games.
    """
    sums: dict[str, Piece] = {}
    seen: set[tuple[str, int]] = set()
    for piece in (Piece(**json.loads(line)) for line in lines):
        if (piece.command, piece.seed) in seen:
            raise ValueError(f"two pieces of {piece.command} have the seed {piece.seed}")
        seen.add((piece.command, piece.seed))
        total = sums.setdefault(piece.command, Piece(piece.command, 0))
        total.games += piece.games
        total.answers += piece.answers
        total.different += piece.different
        total.seconds += piece.seconds
    return sums


def main() -> None:
    """Compare a piece, or add pieces up."""
    parser = ArgumentParser(description="Every command's answers beside the referee.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(COMPARISONS))
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
    if unknown := {*wanted.names} - {*COMPARISONS}:
        parser.error(f"no comparison is called {', '.join(unknown)}")
    different = 0
    for name in wanted.names or REFEREED:
        piece = compared(name, wanted.seed, wanted.games, wanted.minutes)
        print(piece, flush=True)
        different += piece.different
        if wanted.to:
            with wanted.to.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(piece)) + "\n")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
