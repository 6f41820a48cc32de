"""Every command's answers beside the referee, on random tiny games of all rules.

Each comparison has the name of the command whose answers it compares (``compared_answers``). A run
is a piece: it has a seed, and appends to a file what it compared. Pieces are added up, by command,
and no seed counts twice for a command::

    python -m tests.play.by_command show claims --seed 1 --games 1000 --to pieces.jsonl
    python -m tests.play.by_command --add pieces.jsonl

Without a command all are compared. ``every`` compares nothing: it gives each game to a share of all
commands and calls of the library, and fails at an unforeseen error.
"""

from __future__ import annotations

import json
import random
import sys
import time
import traceback
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.cli.test_every_command import check_games
from tests.play.compared_answers import COMMANDS, MOST, Game
from tests.play.test_knowledge_by_definition import FOCUS
from tests.strategies import seed_games
from tracker.game.record import Record
from tracker.notation.text import dumps

EVERY: Final = "every"
AT_ONCE: Final = 20
"""Games of a run that are made from one seed."""
VARIANTS: Final[Sequence[Mapping[str, str]]] = ({}, {}, {}, *FOCUS)
"""What rules are fixed; half of the games have any rules."""


@dataclass
class Piece:
    """What a run compared of a command."""

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


def games(seed: int) -> Iterator[Record]:
    """Tiny games under any rules, without an end to them."""
    rng = random.Random(seed)
    while True:
        for fixed in VARIANTS:
            yield from seed_games(rng.randrange(2**32), AT_ONCE, max_deals=MOST, fixed=fixed)


def compared(commands: Sequence[str], seed: int, number: int, minutes: float) -> list[Piece]:
    """Compare some games, or until the time is over; differences are told on standard error."""
    pieces = [Piece(command, seed) for command in commands]
    rng, end = random.Random(seed), time.monotonic() + 60 * minutes
    for done, record in enumerate(games(seed)):
        if done == number or time.monotonic() >= end:
            break
        game = Game(record, random.Random(rng.randrange(2**32)))
        for piece in pieces:
            start = time.process_time()
            answers = judged(game, piece.command)
            piece.answers += answers or 0
            piece.different += answers is None
            piece.seconds += time.process_time() - start
            piece.games += 1
    return pieces


def judged(game: Game, command: str) -> int | None:
    """Compare one command's answers about a game; how many, None where one is different."""
    try:
        return COMMANDS[command](game)
    except Exception:
        told = f"{command} differs after {game.at} events, in the view {game.view.name}:"
        texts = dumps(game.record), "as it was played:", dumps(game.whole)
        print(told, *texts, sep="\n", file=sys.stderr)
        traceback.print_exc()
        return None


def every_command(seed: int, number: int, minutes: float, share: float) -> list[Piece]:
    """Give games to a share of all commands and calls; ``answers`` is how many calls."""
    piece, end = Piece(EVERY, seed), time.monotonic() + 60 * minutes
    start = time.process_time()
    rng = random.Random(seed)
    while piece.games < number and time.monotonic() < end:
        with TemporaryDirectory() as folder:
            called = check_games(rng.randrange(2**32), AT_ONCE, Path(folder), share)
        piece.games += AT_ONCE
        piece.answers += called.total()
    piece.seconds = time.process_time() - start
    return [piece]


def added(lines: Iterable[str]) -> dict[str, Piece]:
    """The sums of pieces by command.

    Raises:
        ValueError: where two pieces of a command have compared the same games.
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
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help=", ".join(COMMANDS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=inf)
    parser.add_argument("--share", type=float, default=0.1, help="of all calls, with `every`")
    parser.add_argument("--to", type=Path, help="append the pieces to this file")
    parser.add_argument("--add", type=Path, nargs="+", help="add up the pieces of these files")
    wanted = parser.parse_args()
    if wanted.add:
        lines = [line for path in wanted.add for line in path.read_text().splitlines()]
        print(*added(lines).values(), sep="\n")
        return
    commands = wanted.commands or list(COMMANDS)
    if unknown := set(commands) - {*COMMANDS, EVERY}:
        parser.error(f"no comparison is called {', '.join(unknown)}")
    if EVERY in commands:
        pieces = every_command(wanted.seed, wanted.games, wanted.minutes, wanted.share)
    else:
        pieces = compared(commands, wanted.seed, wanted.games, wanted.minutes)
    print(*pieces, sep="\n")
    if wanted.to:
        with wanted.to.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(asdict(piece)) + "\n" for piece in pieces)
    sys.exit(any(piece.different for piece in pieces))


if __name__ == "__main__":
    main()
