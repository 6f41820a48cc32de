"""The terminal: one console for data on standard output."""

from __future__ import annotations

import re
import sys
from typing import IO, Any, Final, cast

from click.globals import resolve_color_default
from rich.console import Console

from tracker.cli.streams import LEAST_COLUMNS, needs_plain, plain_marks
from tracker.render.document import Document, for_terminal

_PADDING: Final = re.compile(r" (?:[ ]|\x1b\[[0-9;]*m)*$", re.MULTILINE)
"""Blanks at the end of a line, with the codes of colours between them."""
_COLOURS: Final[dict[bool | None, dict[str, Any]]] = {
    True: {"force_terminal": True, "color_system": "standard", "no_color": False},
    False: {"color_system": None, "no_color": True},
    None: {},
}
"""What a console has to be told of ``--color``; nothing where it may judge for itself."""


def output(*, plain: bool = False, err: bool = False) -> Console:
    """A console that takes nothing it is given for markup, and colours only a terminal.

    Args:
        plain: ASCII in the place of our own marks; so it is where the encoding has not the marks.
        err: for standard error.
    """
    stream: IO[str] = sys.stderr if err else sys.stdout
    file = cast("IO[str]", _Stream(stream, plain or needs_plain(stream)))
    console = _Console(
        file=file, markup=False, highlight=False, emoji=False, **_COLOURS[resolve_color_default()]
    )
    if console.width < LEAST_COLUMNS:
        console.width = LEAST_COLUMNS
    return console


def tell(console: Console, document: Document, height: int | None = None) -> None:
    """Print a document.

    Args:
        console: where.
        document: what is said.
        height: the lines that can be in sight at once; None: any number.
    """
    for part in for_terminal(document, console.width, height):
        console.print(part, crop=False)


class _Console(Console):
    """A console that leaves it to the program how to end."""

    def on_broken_pipe(self) -> None:
        """Whoever read the output has left."""
        raise


class _Stream:
    """A stream for a console: without the blanks that tables are filled up with, but on a terminal.

    Args:
        stream: the stream that gets what is written.
        plain: whether ASCII stands for our marks.
    """

    def __init__(self, stream: IO[str], plain: bool) -> None:
        self._stream, self._plain = stream, plain

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text; it ends where a line does, as all that a console writes at once."""
        text = plain_marks(text) if self._plain else text
        if not self._stream.isatty():
            text = _PADDING.sub(lambda ending: ending[0].replace(" ", ""), text)
        return self._stream.write(text)
