"""The maker of the pack: the puzzles that come with the package, from simulated games.

``python -m tests.teach.pack_maker FILE`` writes the pack; it comes out the same every time, in some
minutes. At each of the tables below, thinking players play whole games. At some, others are played
by players who only pretend to think, and are taken up in the middle: there the hard techniques are
commoner.

A puzzle found there is kept if it is neat. Its game is taken up as late as the answer stays what it
was. Of the neat puzzles, forty of each level are chosen, most of six players with the commonest
rules, kinds of questions and themes in turn. Within each kind and level the right answers spread:
"none" and "it can't be known" are right about as often as something else. No two turn on the same
event of a game.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from tests.play.random_games import can_start_at
from tracker.game.cards import SUIT_NAMES, Book
from tracker.game.events import Event
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.hands import view_of
from tracker.notation import games
from tracker.play.simulator import header, start_at
from tracker.teach.finding import FoundPuzzle, find_puzzles, worth_posing
from tracker.teach.pack import DRAWN, is_neat, taken_up, thought
from tracker.teach.puzzle import LEVELS, pose
from tracker.teach.task import KINDS, NONE, UNKNOWN, Task

Sort: TypeAlias = tuple[str, str]
"""A kind of question, and a sort of answer."""

SEED: Final = 3
EACH: Final = 40
"""How many puzzles of each level."""
COMMON: Final = 0.65
"""The share of the puzzles of a level that is of six players with the commonest rules."""
MOST_OF_GAME: Final = 3
"""The most puzzles of one game."""
MOST_ALIKE: Final = 2
"""So often at most one sort of answer comes for each time that another does."""
_BEYOND: Final = (None, "one-each", "only-seat", "one-each")
"""Taken in turn by the games: only what needs a harder technique than that is looked at."""
MOST_EVENTS: Final = 80
"""The most events of a puzzle, those not shown included."""
_WORTH_CUTTING: Final = 5
"""So many events at least are cut off where a game is taken up later."""


def _suits(*ranks: str) -> tuple[Book, ...]:
    """A short deck: of each suit a half-suit of some ranks."""
    return tuple(Book(SUIT_NAMES[suit], tuple(rank + suit for rank in ranks)) for suit in "CDHS")


@dataclass(frozen=True)
class PackTable:
    """Who plays by which rules."""

    header: Record
    thought: int
    """How many games of thinking players."""
    memory: int | None = None
    """How many events thinking players remember; None: all."""
    middles: int = 0
    """How many games are taken up in the middle."""
    common: bool = False
    """Whether it is a table of six players with the commonest rules."""


TABLES: Final = (
    PackTable(header("Ann Bob Carl Dora Eve Finn"), 30, middles=50, common=True),
    PackTable(header("Ida Jon Kim Leo Mia Ned"), 4, memory=12, common=True),
    PackTable(header("Uma Vic Wes Xia Yan Zoe", "canadian-54"), 14, middles=20, common=True),
    PackTable(header("Asha Bina Chand Dev Esha Firoz", "india-52"), 14, middles=20, common=True),
    PackTable(header("Ola Per Quin Rut Sam Tea", "quartets"), 2, middles=6),
    PackTable(header("Ann Bob Carl Dora", rules={"deck": "no2"}), 4, middles=46),
    PackTable(header("Ada Ben Cyd Dan", "quartets"), 2, middles=42),
    PackTable(header("Ann Bob Carl Dora Eve Finn Gus Hal", "india-52"), 2, middles=6),
    PackTable(header("Flo Gil Hao Ivy", books=_suits("9", "10", "J", "Q", "K", "A")), 0, None, 24),
)


def make_pack(
    seed: int = SEED, tell: Callable[[str], object] = lambda _: None
) -> list[FoundPuzzle]:
    """The puzzles of a pack, the easiest first.

    Args:
        seed: of all chance.
        tell: gets a line for each table.
    """
    pool: list[FoundPuzzle] = []
    for number, table in enumerate(TABLES):
        for game in range(table.thought + table.middles):
            pool += found_in(number, game, seed)
        tell(f"table {number + 1} of {len(TABLES)}: {len(pool)} puzzles so far")
    return _chosen(pool, EACH)


def found_in(number: int, game: int, seed: int = SEED) -> list[FoundPuzzle]:
    """The neat puzzles of one game; their tag ``source`` says of which.

    Args:
        number: of the table, from 0.
        game: the number of the game, from 0.
        seed: of all chance.
    """
    table, rng = TABLES[number], random.Random(f"{seed} {number} {game}")
    thinks = game < table.thought
    played = thought(rng, table.header, table.memory) if thinks else taken_up(rng, table.header)
    record = replace(played, tags=(("source", f"table {number + 1}, game {game + 1}"),))
    beyond = None if thinks else _BEYOND[game % len(_BEYOND)]
    puzzles = find_puzzles(record, rng=rng, drawn=DRAWN, tight=True, beyond=beyond)
    shortened = (_shortened(puzzle, record) for puzzle in puzzles if is_neat(puzzle))
    return [puzzle for puzzle in shortened if is_neat(puzzle) and puzzle.puzzle.at <= MOST_EVENTS]


def _shortened(long: FoundPuzzle, record: Record) -> FoundPuzzle:
    """A puzzle whose game is taken up as late as the same answer can be given for the same reasons.

    Where that spoils it, or the game is short, it stays as it is.
    """
    puzzle, state_at = long.puzzle, replay_of(record).state
    latest = range(min(long.grade.shown, default=1) - 1, _WORTH_CUTTING - 1, -1)
    start = next((at for at in latest if can_start_at(state_at(at))), 0)
    if not start:
        return long
    later = start_at(record, start)
    gone = len(record.events) - len(later.events)
    event = puzzle.question.event
    question = replace(puzzle.question, event=None if event is None else event - gone)
    end = len(puzzle.record.events) - gone
    with Task(pose(later, view_of(later, puzzle.view.name), question, end)) as task:
        short = worth_posing(task, tight=True)
    return short if short is not None and short.answer == long.answer else long


# -- choosing -------------------------------------------------------------------------------------


def _chosen(pool: Sequence[FoundPuzzle], each: int) -> list[FoundPuzzle]:
    """So many of each level, the hardest chosen first: there are fewest of them."""
    chosen: list[FoundPuzzle] = []
    for level in reversed(LEVELS):
        chosen += _of_level(
            [puzzle for puzzle in pool if puzzle.grade.level == level], each, chosen
        )
    return sorted(chosen, key=_by_load)


def _of_level(
    pool: Sequence[FoundPuzzle], each: int, before: Sequence[FoundPuzzle]
) -> list[FoundPuzzle]:
    """So many of a level, kinds of questions and themes in turn; few of one game.

    Within a kind the right answers spread: no sort of answer comes more than ``MOST_ALIKE`` times
    as often as another. So nobody does well who gives the same sort of answer each time.
    """
    sorts = {sort_of(puzzle) for puzzle in pool}
    taken: list[FoundPuzzle] = []
    while len(taken) < each:
        pool = [puzzle for puzzle in pool if _is_apart(puzzle, [*before, *taken])]
        times = Counter(map(sort_of, taken))
        fair = [puzzle for puzzle in pool if _spreads(sort_of(puzzle), times, sorts)]
        if not fair:
            break
        taken.append(min(fair, key=partial(_turn, taken)))
    return taken


def _turn(taken: Sequence[FoundPuzzle], puzzle: FoundPuzzle) -> tuple[object, ...]:
    """When a puzzle comes after some others: what has come least often comes next."""
    sorts, themes = [*map(sort_of, taken)], [other.grade.theme for other in taken]
    sort, kinds = sort_of(puzzle), [kind for kind, _ in sorts]
    common = sum(map(_is_common, taken)) < COMMON * len(taken)
    times = kinds.count(sort[0]), sorts.count(sort)
    other = _is_common(puzzle) != common
    return *times, other, themes.count(puzzle.grade.theme), *_by_load(puzzle)


def _spreads(sort: Sort, times: Mapping[Sort, int], sorts: Iterable[Sort]) -> bool:
    """Whether the answers to a kind of question still spread when one more of a sort comes.

    Args:
        sort: of the answer that comes.
        times: how often each sort has come.
        sorts: those that there are.
    """
    others = [times[other] for other in sorts if other[0] == sort[0] and other != sort]
    return times[sort] < max(MOST_ALIKE * min(others, default=0), bool(others))


def sort_of(puzzle: FoundPuzzle) -> Sort:
    """The kind of a puzzle's question, and of which sort the right answer is.

    That is the answer itself where it is one of few words, and else whether it names something; of
    several seats whether they are more than two.
    """
    kind, answer = puzzle.puzzle.question.kind, puzzle.answer
    if kind == "who":
        return kind, "many" if len(answer.split()) > 2 else "few"
    words = (UNKNOWN, NONE) if KINDS[kind].fields != ("word",) else (answer,)
    return kind, answer if answer in words else "named"


def _is_apart(puzzle: FoundPuzzle, others: Iterable[FoundPuzzle]) -> bool:
    """Whether few of some other puzzles are of the same game, and none turns on the same event."""
    of_game = [other for other in others if _source(other) == _source(puzzle)]
    cited = _cited(puzzle)
    return len(of_game) < MOST_OF_GAME and all(cited.isdisjoint(_cited(other)) for other in of_game)


def _cited(puzzle: FoundPuzzle) -> set[Event]:
    """The events that a puzzle turns on: not their numbers, as games are taken up later."""
    events = puzzle.puzzle.record.events
    return {events[number - 1] for number in puzzle.grade.events}


def _by_load(puzzle: FoundPuzzle) -> tuple[object, ...]:
    """What puzzles are put in order by: level and load; then the game, and where in it."""
    graded, posed = puzzle.grade, puzzle.puzzle
    return graded.level, graded.load, _source(puzzle), posed.at, posed.view.name


def _source(puzzle: FoundPuzzle) -> str:
    return dict(puzzle.puzzle.record.tags)["source"]


def _is_common(puzzle: FoundPuzzle) -> bool:
    """Whether a puzzle is of a table of six players with the commonest rules."""
    number = _source(puzzle).partition(",")[0].removeprefix("table ")
    return TABLES[int(number) - 1].common


def numbered(puzzles: Iterable[FoundPuzzle]) -> Iterator[Record]:
    """The records of a pack, each with its number for a title."""
    for number, puzzle in enumerate(puzzles, start=1):
        record = puzzle.puzzle.record
        yield replace(record, tags=(("title", f"Puzzle {number}"), *record.tags))


if __name__ == "__main__":
    made = make_pack(tell=lambda line: sys.stderr.write(f"{line}\n"))
    Path(sys.argv[1]).write_text(games.dumps_all(numbered(made)), encoding="utf-8")
