"""A process to be killed in the midst of writing: it forks commands whose file system is slow.

For each line on standard input, arguments as JSON, a child is forked that runs the command. It says
``writing`` on a pipe when it begins to write a file, and takes some milliseconds for each step of
that: parts of the content, syncing, renaming, removing its lock.
"""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import IO, Any, Final

from tracker.cli import main as tracker
from tracker.cli.main import load_command

PAUSE: Final = 0.001
PARTS: Final = 4


def main() -> None:
    """Fork a command for each line."""
    for name in ("fmt", "convert", "why", "report"):
        load_command(name)
    import_module("tracker.render.page")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            be_slow(lambda: say("writing"))
            sys.stderr = sys.stdout = io.StringIO()
            tracker(json.loads(line))
        say(f"child {child}")
        _, status = os.waitpid(child, 0)
        say(f"gone {os.waitstatus_to_exitcode(status)}")


def say(line: str) -> None:
    """Write a line in one piece: parent and child share the pipe."""
    os.write(1, f"{line}\n".encode())


def be_slow(begun: Callable[[], None]) -> None:
    """Slow down whatever changes a file or a name.

    Args:
        begun: called when a file begins to be written.
    """
    for name in ("fsync", "replace", "unlink"):
        setattr(os, name, slowly(getattr(os, name)))
    real = os.fdopen

    def fdopen(handle: int, mode: str) -> Any:
        begun()
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


if __name__ == "__main__":
    main()
