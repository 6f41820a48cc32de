"""Values in the notation that options take: what they mean, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable

import click

from tracker.errors import RecordError, TextProblem
from tracker.game.cards import Deck
from tracker.game.state import State
from tracker.game.words import find_book


def books_in_play(words: str, deck: Deck, state: State) -> tuple[str, ...]:
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


class BadNotationError(click.ClickException):
    """A value on the command line that means nothing in the notation.

    Args:
        problems: of each, the option it belongs to, and what is wrong with its text.
    """

    exit_code = 2

    def __init__(self, problems: Iterable[tuple[str, TextProblem]]) -> None:
        said = (f"{option}, column {one.column}: {one.message}" for option, one in problems)
        super().__init__("\n".join(said))
