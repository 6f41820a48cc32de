"""The puzzles that come with the package, and others like given ones, from simulated games.

A puzzle is *neat* if no cited event can be spared, its proof is short and known to be the smallest,
no step of it takes in more than one can see at once, and there is not too much to read.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from tracker.game.record import Record
from tracker.inference.hands import known_views
from tracker.notation import games
from tracker.play.players import RASH, thinking_game
from tracker.play.policies import PEOPLE
from tracker.play.simulator import deal, play_on, start_at
from tracker.teach.finding import FoundPuzzle, find_puzzles, graded_puzzle
from tracker.teach.grading import THEMES
from tracker.teach.puzzle import Puzzle, puzzle_of

FILE: Final = "pack.lit"
"""The pack."""
WARM_UPS: Final = "warm_ups.lit"
"""Five puzzles of one to three events, each of which teaches one rule, for beginners."""
DRAWN: Final = 20
"""How many candidates of a game are explained."""
MOST: Final[Mapping[str, int]] = {"read": 20, "cited": 6, "steps": 5, "at once": 8, "repeats": 2}
"""The greatest ``Grade.sizes`` of a neat puzzle."""
_TAKEN_UP: Final = (0.3, 0.45, 0.6)
"""The shares of its events after which a game may be taken up."""
_MOST_PLAYED: Final = 160
"""The number of events after which a game of thinking players is stopped."""
_LONGEST: Final = 60
"""The number of events after which a game that was taken up is stopped."""
SECONDS: Final = 30.0
"""How long another puzzle is looked for, unless it is said."""


@cache
def shipped(file: str = FILE) -> tuple[Puzzle, ...]:
    """The puzzles of a file that comes with the package, the easiest first."""
    data = files("tracker.teach").joinpath(file).read_bytes()
    records = games.loads_all(data, file)
    return tuple(puzzle_of(record, dict(record.tags)["title"]) for record in records)


def is_neat(puzzle: FoundPuzzle) -> bool:
    """Whether there is little enough to read, and a proof short enough to be a pleasure."""
    graded = puzzle.grade
    return graded.smallest and all(graded.sizes[what] <= most for what, most in MOST.items())


def thought(rng: random.Random, header: Record, memory: int | None = None) -> Record:
    """A game of thinking players.

    Args:
        rng: the source of chance.
        header: the table.
        memory: how many events they remember; None: all. Those who forget may never end a game.
    """
    return thinking_game(rng, deal(rng, header), memory=memory, limit=_MOST_PLAYED)


def taken_up(rng: random.Random, header: Record) -> Record:
    """A game of players who pretend to think, or claim rashly, from somewhere in the middle.

    Args:
        rng: the source of chance.
        header: the table.
    """
    game = play_on(rng, deal(rng, header), manners=rng.choice((PEOPLE, RASH)))
    middle = start_at(game, int(len(game.events) * rng.choice(_TAKEN_UP)))
    return middle.with_events(middle.events[:_LONGEST])


def another(puzzle: Puzzle, rng: random.Random, seconds: float = SECONDS) -> FoundPuzzle | None:
    """A neat puzzle of another deal, with the theme, the level and the rules of a given one.

    Its game is one of thinking players, or of players who pretend to think, taken up in the middle.

    Args:
        puzzle: the puzzle; where it has no labels, it is graded first.
        rng: the source of chance.
        seconds: no further game is begun after so long.

    Returns:
        The puzzle; None where none was found in that time.
    """
    end = time.monotonic() + seconds
    if puzzle.theme is None or puzzle.level is None:
        puzzle = graded_puzzle(puzzle).puzzle
    labels, header = (puzzle.theme, puzzle.level), _undealt(puzzle.record)
    beyond, within = _around(puzzle.theme or THEMES[0])
    while time.monotonic() < end:
        game = rng.choice((thought, taken_up))(rng, header)
        views = known_views(game)
        for other in find_puzzles(
            game, rng=rng, drawn=DRAWN, views=views, tight=True, beyond=beyond, within=within
        ):
            if is_neat(other) and (other.grade.theme, other.grade.level) == labels:
                return other
    return None


def _undealt(record: Record) -> Record:
    """The header of a game of the same players by the same rules, from the deal on."""
    return Record(
        record.seats,
        record.rules,
        record.preset,
        record.books,
        teams=record.teams,
        dealer=record.seats[0],
    )


def _around(theme: str) -> tuple[str | None, str | None]:
    """The themes beyond which, and within which, one has to look for a theme; None: anywhere.

    What takes several hands together, or trying out, is found with ``place-taken``, too, as a rule.
    """
    own, last = THEMES.index(theme), THEMES.index("place-taken")
    beyond = min(own, last) - 1
    return (THEMES[beyond] if beyond > 0 else None), (theme if own <= last else None)
