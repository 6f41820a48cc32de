"""Chunks of games: what is handed to a worker, and taken back, at a time; and what it may cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Final, TypeVar

from tracker.archive.source_games import SourceGame

Result = TypeVar("Result")

DEFAULT_BUDGET: Final = 60.0
"""Seconds of processor time that the analysis of one game may take."""
DEFAULT_CHUNK: Final = 32
"""Games a chunk."""
_AHEAD: Final = 2
"""Chunks that are handed out for each worker: one to work on, one to go on with."""


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
