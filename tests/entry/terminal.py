"""A real pseudo-terminal with a program in it, and the screen that a person would see."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect
import pyte

TIMEOUT = 20.0
"""Seconds after which what should appear has not."""
UP, TAB, ENTER = "\x1b[A", "\t", "\r"


_KEPT = ("PATH", "HOME", "LANG", "PYTHONPATH")
"""What programs on the terminal get of the environment."""


class _Screen(pyte.Screen):
    """A screen that answers where its cursor is, as terminals do."""

    answer: Callable[[str], None]

    def write_process_input(self, data: str) -> None:
        """Answer."""
        self.answer(data)


class Terminal:
    """``tracker`` in a terminal.

    Args:
        arguments: of the command.
        folder: where it runs.
        columns: of the terminal.
        rows: of the terminal.
    """

    def __init__(
        self, *arguments: str | Path, folder: Path, columns: int = 80, rows: int = 24
    ) -> None:
        self._screen = _Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        environment = {
            **{name: os.environ[name] for name in _KEPT if name in os.environ},
            "TERM": "xterm-256color",
            "XDG_STATE_HOME": str(folder / "state"),
            "PYTHONUTF8": "1",
        }
        self.process: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            ["-m", "tracker", *map(str, arguments)],
            cwd=str(folder),
            env=environment,
            dimensions=(rows, columns),
            timeout=TIMEOUT,
        )
        self.process.delaybeforesend = None
        self._screen.answer = self.send

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.close(force=True)

    @property
    def lines(self) -> list[str]:
        """What the screen shows, without blanks at the ends."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(self.lines)

    @property
    def title(self) -> str:
        """The title of the window."""
        title: str = self._screen.title
        return title

    def send(self, keys: str) -> None:
        """Press keys."""
        self.process.send(keys)

    def enter(self, *lines: str) -> None:
        """Type lines, and wait for the prompt after each."""
        for line in lines:
            self.type_out(line)
            self.send(ENTER)
            self._wait_for_end(">")

    def type_out(self, line: str) -> None:
        """Type a line, and wait until it is there."""
        self.send(line)
        self._wait_for_end(line[-10:])

    def _wait_for_end(self, end: str) -> None:
        self.wait(lambda: self.prompt.endswith(end), f"{end!r} before the cursor")

    @property
    def prompt(self) -> str:
        """The line the cursor is in."""
        return self.lines[self._screen.cursor.y]

    def wait_for(self, text: str, seconds: float = TIMEOUT) -> None:
        """Wait until the screen shows a text."""
        self.wait(lambda: text in self.text, repr(text), seconds)

    def wait_for_prompt(self, prompt: str) -> None:
        """Wait until the cursor stands in a line."""
        self.wait(lambda: self.prompt == prompt, f"the prompt {prompt!r}")

    def wait(self, met: Callable[[], bool], what: str, seconds: float = TIMEOUT) -> None:
        """Wait until something is so."""
        end = time.monotonic() + seconds
        while not met():
            alive = self._read()
            if time.monotonic() > end or not (alive or met()):
                raise AssertionError(f"{what} did not come; the screen:\n{self.text}")
        self.settle(2)  # what belongs to it may come in pieces

    def settle(self, reads: int = 8) -> None:
        """Wait until nothing more comes, for so many reads."""
        quiet = 0
        while quiet < reads and self.process.isalive():
            before = self.text
            self._read()
            quiet = quiet + 1 if self.text == before else 0

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        self._screen.resize(rows, columns)
        self._screen.reset()
        self.process.setwinsize(rows, columns)

    def ended(self) -> int:
        """Wait for the end; the exit status."""
        end = time.monotonic() + TIMEOUT
        while self._read():
            if time.monotonic() > end:
                raise AssertionError(f"it did not end; the screen:\n{self.text}")
        self.process.wait()
        self.process.close()
        return self.process.exitstatus if self.process.exitstatus is not None else -1

    def _read(self) -> bool:
        """Show what has come; whether the program still runs."""
        try:
            self._stream.feed(self.process.read_nonblocking(1 << 16, timeout=0.05))
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        return True
