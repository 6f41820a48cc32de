"""The terminal: one console for data on standard output."""

from __future__ import annotations

import sys
from typing import IO, Any, cast

from rich.console import Console

from tracker.cli.streams import LEAST_COLUMNS, needs_plain, plain_marks


def output(*, plain: bool = False, err: bool = False) -> Console:
    """A console that takes nothing it is given for markup, and colours only a terminal.

    Args:
        plain: ASCII in the place of our own marks; so it is where the encoding has not the marks.
        err: for standard error.
    """
    stream: IO[str] = sys.stderr if err else sys.stdout
    if plain or needs_plain(stream):
        stream = cast("IO[str]", _PlainStream(stream))
    console = _Console(file=stream, markup=False, highlight=False, emoji=False, soft_wrap=False)
    if console.width < LEAST_COLUMNS:
        console.width = LEAST_COLUMNS
    return console


class _Console(Console):
    """A console that leaves it to the program how to end."""

    def on_broken_pipe(self) -> None:
        """Whoever read the output has left."""
        raise


class _PlainStream:
    """A stream that writes ASCII in the place of our own marks.

    Args:
        stream: the stream that gets it.
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        return self._stream.write(plain_marks(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
