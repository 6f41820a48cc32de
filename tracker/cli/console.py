"""The terminal: one console for data on standard output."""

from __future__ import annotations

from rich.console import Console


def output() -> Console:
    """A console that takes nothing it is given for markup, and colours only a terminal."""
    return Console(markup=False, highlight=False, emoji=False, soft_wrap=False)
