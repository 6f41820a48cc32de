"""What workers do in the tests; a module of its own, which processes import quickly."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from tracker.archive import work
from tracker.archive.source_games import Chunk
from tracker.errors import OverTimeError


def games_in(chunk: Chunk) -> int:
    """The number of games."""
    return len(chunk.games)


def dies_once(marker: str, chunk: Chunk) -> int:
    """Kills its process the first time that it has the second chunk; then the number of games."""
    if chunk.number == 1 and not os.path.exists(marker):
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return len(chunk.games)


def dies(chunk: Chunk) -> int:
    """Kills its process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return len(chunk.games)


@dataclass(frozen=True)
class HangsIn:
    """Works on chunks, and never comes back from one game; gives the indices of those done."""

    index: int
    """Which game of its file."""
    budget: float | None
    in_python: bool = False
    """Whether it hangs in Python; else in one call of C, in which no signal is heard."""

    def __call__(self, chunk: Chunk) -> list[int]:
        work._GRACE = 0.1
        return [game.index for game in chunk.games if game.fatal or self._done(game.index)]

    def _done(self, index: int) -> bool:
        try:
            with work.within(self.budget):
                if index == self.index:
                    self._hang()
                return True
        except OverTimeError:
            return False

    def _hang(self) -> None:
        while self.in_python:
            pass
        sum(iter(int, 1))


def dies_among_the_slow(marker: str, chunk: Chunk) -> list[bool]:
    """Takes its time for the first chunk; kills its process of the second and the fifth."""
    if chunk.number == 0 and not os.path.exists(marker):
        time.sleep(0.5)
    fatal = [game.fatal for game in chunk.games]
    if chunk.number in (1, 4) and not all(fatal):
        if chunk.number == 4:
            Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return fatal


def dies_of(index: int, chunk: Chunk) -> list[tuple[int, bool]]:
    """Kills its process where it has to analyse one game; else the games, and which are fatal."""
    if any(game.index == index and not game.fatal for game in chunk.games):
        os.kill(os.getpid(), signal.SIGKILL)
    return [(game.index, game.fatal) for game in chunk.games]
