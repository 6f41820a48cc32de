"""Chunks of games: what is handed to a worker, and taken back, at a time; and what it may cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Final, TypeVar

from tracker.archive.source_games import SourceGame
from tracker.errors import TrackerError

Result = TypeVar("Result")

DEFAULT_BUDGET: Final = 60.0
"""Seconds of processor time that the analysis of one game may take."""
DEFAULT_CHUNK: Final = 32
"""Games a chunk."""
_AHEAD: Final = 2
"""Chunks that are handed out for each worker: one to work on, one to go on with."""


class DeadWorkersError(TrackerError):
    """Workers died again and again on the same games, and of none of them alone."""

    def __init__(self, chunk: Chunk) -> None:
        first, last = chunk.games[0], chunk.games[-1]
        super().__init__(
            f"workers died again and again while they had the games from {first.place} to "
            f"{last.place} (out of memory?); what is finished is kept"
        )


@dataclass(frozen=True, eq=False)
class Chunk:
    """Games that follow each other, to be worked on together."""

    number: int
    """From 0."""
    games: tuple[SourceGame, ...]


def chunks_of(games: Iterable[SourceGame], size: int = DEFAULT_CHUNK) -> Iterator[Chunk]:
    """Games in chunks.

    Args:
        games: the games.
        size: how many of them make a chunk.
    """
    rest = iter(games)
    for number in count():
        part = tuple(islice(rest, size))
        if not part:
            return
        yield Chunk(number, part)


def without_fatal(chunk: Chunk, dies: Callable[[Chunk], bool]) -> Chunk:
    """A chunk that workers died of, with the games marked that do that to a worker even alone.

    Args:
        chunk: the games.
        dies: whether a worker dies of a chunk.
    """
    games = (
        replace(game, fatal=game.fatal or dies(Chunk(chunk.number, (game,))))
        for game in chunk.games
    )
    return Chunk(chunk.number, tuple(games))


def ahead(workers: int) -> int:
    """How many chunks may be handed out at a time."""
    return _AHEAD * max(workers, 1)


def in_order(results: Iterable[tuple[Chunk, Result]]) -> Iterator[Result]:
    """Results in the order of their chunks, which makes sums the same however they were spread."""
    waiting: dict[int, Result] = {}
    following = 0
    for chunk, result in results:
        waiting[chunk.number] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1
