"""What stands behind the commands of ``tracker enter``, and what is wrong with it."""

from __future__ import annotations

from tracker.errors import NotationError, RecordError
from tracker.messages import quote


def require_nothing(name: str, rest: str) -> None:
    """Refuse what stands behind a command that takes nothing.

    Raises:
        RecordError: where there is any.
    """
    if rest:
        raise RecordError(f"'{name}' stands alone (found {quote(rest)} behind it)")


def event_number(text: str, most: int, least: int = 1) -> int:
    """The number of an event.

    Raises:
        RecordError: where it is none from ``least`` to ``most``.
    """
    text = text.strip().rstrip(".:")
    if not (text.isascii() and text.isdecimal() and least <= int(text[:9]) <= most):
        known = f"expected {least} to {most}" if most >= least else "there is none yet"
        raise RecordError(f"{quote(text)} is not the number of an event ({known})")
    return int(text)


def notation_lines(error: NotationError) -> list[str]:
    """What is wrong with a line, and in which column."""
    return [f"column {problem.column}: {problem.message}" for problem in error.problems]
