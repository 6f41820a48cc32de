"""A process to be killed: it forks sessions that enter statements and acknowledge each on a pipe.

For each line on standard input, the path of a record and 0 or 1, a child is forked; where it is 1,
writing files takes some milliseconds. It changes the record without end, and writes a line for each
change: the digest of what the file is to hold, before it saves (``try``) and when that is done
(``done``). Forking spares the time that imports take.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
import time
from collections.abc import Callable
from typing import IO, Any, Final

from tracker.entry.record_file import Store
from tracker.entry.session import Session

HEADER = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
"""
"""So small that a session begins at once."""
PAUSE: Final = 0.001
PARTS: Final = 4
"""A slow file is written in so many parts, with pauses of so many seconds."""
ASKS = ("Ann asks Bob 2H: no !", "Bob asks Carl 2S: no !", "Carl asks Dora 3H: no !")


def main() -> None:
    """Fork a session for each line: a path, and whether its file system is to be slow."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            if int(line.split()[1]):
                be_slow()
            say(f"child {os.getpid()}")
            play(line.split()[0])
            os._exit(0)
        os.waitpid(child, 0)
        say("gone")


def say(line: str) -> None:
    """Write a line in one piece: parent and child share the pipe."""
    os.write(1, f"{line}\n".encode())


def play(path: str) -> None:
    """Enter and change statements until killed."""
    rng = random.Random()
    with Session.open(path) as session:
        session.store.__class__ = TalkingStore
        session.comment("here again")
        while True:
            step(session, rng)


def step(session: Session, rng: random.Random) -> None:
    """One change."""
    number = len(session.record.events)
    choice = rng.random()
    if choice < 0.1:
        session.undo()
        session.redo()
    elif number > 3 and choice < 0.2:
        session.comment("so it was", rng.randint(1, number))
    elif number > 20:
        session.delete(1)
    else:
        session.enter(ASKS[number % len(ASKS)])


def be_slow() -> None:
    """Slow down whatever changes a file or a name."""
    for name in ("fsync", "replace", "unlink"):
        setattr(os, name, slowly(getattr(os, name)))
    real = os.fdopen

    def fdopen(handle: int, mode: str) -> Any:
        return Slow(real(handle, mode))

    vars(os)["fdopen"] = fdopen


def slowly(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same call with a pause before and behind it."""

    def slow(*arguments: Any, **more: Any) -> Any:
        time.sleep(PAUSE)
        result = call(*arguments, **more)
        time.sleep(PAUSE)
        return result

    return slow


class Slow:
    """A file that takes its content in parts."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, content: bytes) -> None:
        """Write some bytes."""
        size = len(content) // PARTS + 1
        for start in range(0, len(content), size):
            self._file.write(content[start : start + size])
            self._file.flush()
            time.sleep(PAUSE)

    def __enter__(self) -> Slow:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class TalkingStore(Store):
    """A file that tells what is done to it."""

    def save(self, text: str) -> None:
        """Save a text."""
        digest = hashlib.sha256(text.encode()).hexdigest()
        say(f"try {digest}")
        super().save(text)
        say(f"done {digest}")


if __name__ == "__main__":
    main()
