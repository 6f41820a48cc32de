"""Where puzzles come from: puzzle files, or games and a seat, read as all that is many is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from tracker.archive.source_games import SourceGame
from tracker.cli.each_game import GameOutcome, failure, some_games, unread
from tracker.cli.streams import say
from tracker.errors import RecordError, TrackerError
from tracker.game.record import Record
from tracker.messages import printable
from tracker.teach.candidates import mistakes
from tracker.teach.grading import THEMES
from tracker.teach.puzzle import LEVELS, Puzzle, is_puzzle, puzzle_of

Made = TypeVar("Made")


def find_theme(theme: str | None) -> str | None:
    """A theme by its name, or a beginning of it.

    Raises:
        click.ClickException: where it is none (exit status 2).
    """
    if theme is None:
        return None
    like = [one for one in THEMES if one.startswith(theme.lower())]
    if len(like) != 1:
        expected = ", ".join(THEMES)
        raise click.UsageError(
            f"--theme: {printable(repr(theme))} is no theme (expected {expected})"
        )
    return like[0]


level_type = click.IntRange(min(LEVELS), max(LEVELS))
"""The type of the option ``--level``."""


class EachGame:
    """What is made of each game of some sources.

    A game of which nothing can be made is told on standard error, and the others go on.
    """

    def __init__(self) -> None:
        self.status = 0
        """The highest exit status of those games."""

    def made(
        self, sources: Sequence[str], make: Callable[[SourceGame, Record], Iterable[Made]]
    ) -> Iterator[Made]:
        """All that is made of the games of some sources.

        Args:
            sources: files, folders, patterns, archives; ``-``: standard input.
            make: what is made of a game, given its record.

        Raises:
            RecordError: where a source is not there, or there is no game.
        """
        for game in some_games(sources):
            if game.record is None:
                self.tell(game.place, unread(game))
                continue
            try:
                found = tuple(make(game, game.record))
            except TrackerError as error:
                self.tell(game.place, failure(error))
            else:
                yield from found

    def tell(self, place: str, outcome: GameOutcome) -> None:
        """Say of what nothing can be made, and why."""
        self.status = max(self.status, outcome.status)
        say(f"{printable(place)}: {outcome.line}", err=True)


def puzzles_of(seat: str | None, game: SourceGame, record: Record) -> Sequence[Puzzle]:
    """The puzzle that a record is; or those that a seat's mistakes make.

    Args:
        seat: whose mistakes are wanted, if any.
        game: where it stands.
        record: the record.

    Raises:
        RecordError: for a game without a seat, or a puzzle that makes no sense.
    """
    name = Path(game.source).stem
    if is_puzzle(record):
        return [puzzle_of(record, dict(record.tags).get("title", name))]
    if seat is None:
        raise RecordError("a game, not a puzzle: say whose mistakes are wanted (--as SEAT)")
    return [replace(puzzle, name=name) for puzzle in mistakes(record, seat)]


def fitting(puzzles: Sequence[Puzzle], level: int | None, theme: str | None) -> list[Puzzle]:
    """Those of some puzzles that are labelled so."""
    return [
        puzzle
        for puzzle in puzzles
        if level in (None, puzzle.level) and theme in (None, puzzle.theme)
    ]
