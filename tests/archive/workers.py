"""What workers do in the tests; a module of its own, which processes import quickly."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tracker.archive.chunks import Chunk


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
