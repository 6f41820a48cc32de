"""The line that stands between two games of one file."""

from __future__ import annotations

from typing import Final

from tracker.notation.span import BLANKS

SEPARATOR: Final = "---"
"""As it is written."""


def is_separator(line: str) -> bool:
    """Whether a line is three or more dashes and nothing else but blanks."""
    bare = line.strip(BLANKS)
    return len(bare) >= len(SEPARATOR) and not bare.strip("-")
