"""Files of any number of games, which the limit of one record does not hold for."""

from __future__ import annotations

import sys
from pathlib import Path

from tracker.cli.options import unreadable


def read_whole(path: str) -> bytes:
    """All that a file holds; ``-`` is standard input.

    Raises:
        click.ClickException: where the file cannot be read (exit status 2).
    """
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error


def source_name(path: str) -> str:
    """What errors call a file."""
    return "<stdin>" if path == "-" else path
