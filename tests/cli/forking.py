"""A process that runs commands in all kinds of surroundings, each in a fork that ends by itself.

For each line on standard input, a JSON object, a child is forked and becomes ``tracker`` with those
arguments, that environment and those streams; its exit status is printed. Forking spares the time
that starting and importing take.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import Final

from tracker.cli import main as tracker
from tracker.cli.main import COMMANDS, load_command

CLOSED: Final = "closed"


@dataclass(frozen=True)
class Task:
    """A command and what surrounds it."""

    arguments: tuple[str, ...]
    stdin: str = os.devnull
    """The file that it reads, or ``CLOSED``; so the others."""
    stdout: str = os.devnull
    stderr: str = os.devnull
    encoding: str = "utf-8"
    environment: dict[str, str] = field(default_factory=dict)

    def line(self) -> str:
        """The task as a line of JSON."""
        return json.dumps(asdict(self))


def main() -> None:
    """Do the tasks on standard input."""
    for name in COMMANDS:
        load_command(name)
    for module in ("audit", "timeline", "odds", "report"):
        import_module(f"tracker.analysis.{module}")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            become(Task(**json.loads(line)))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def become(task: Task) -> None:
    """Be the program from here on."""
    os.environ.update(task.environment)
    places = (task.stdin, os.O_RDONLY), (task.stdout, os.O_WRONLY), (task.stderr, os.O_WRONLY)
    for number, (place, way) in enumerate(places):
        os.close(number)
        if place != CLOSED:
            made = os.open(place, way | (os.O_CREAT if number else 0))
            if made != number:
                os.dup2(made, number)
                os.close(made)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, "r" if number == 0 else "w", encoding=task.encoding, closefd=False)
        if place != CLOSED
        else None
        for number, (place, _) in enumerate(places)
    )
    sys.argv = ["tracker", *task.arguments]
    tracker()


if __name__ == "__main__":
    main()
