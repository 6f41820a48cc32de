"""What stands behind the commands of ``tracker enter``, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable

import click

from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.cards import Deck
from tracker.game.state import State
from tracker.game.words import find_book
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


def open_books(words: str, deck: Deck, state: State) -> tuple[str, ...]:
    """The half-suits in play that words name, with commas between them: ``low hearts, HS``.

    Raises:
        RecordError: where one is no half-suit, or is not in play any more.
    """
    books = tuple(find_book(" ".join(part.split()), deck) for part in words.split(","))
    for book in books:
        if book not in state.open_books():
            in_play = ", ".join(state.open_books()) or "no half-suit any more"
            raise RecordError(f"{book} is settled (in play: {in_play})")
    return books


def notation_lines(error: NotationError) -> list[str]:
    """What is wrong with a line, and in which column."""
    return [f"column {problem.column}: {problem.message}" for problem in error.problems]


class BadValueError(click.ClickException):
    """A value on the command line that means nothing in the notation.

    Args:
        problems: of each, the option it belongs to, and what is wrong with its text.
    """

    exit_code = 2

    def __init__(self, problems: Iterable[tuple[str, TextProblem]]) -> None:
        said = (f"{option}, column {one.column}: {one.message}" for option, one in problems)
        super().__init__("\n".join(said))
