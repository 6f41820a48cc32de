"""Where puzzles come from: the pack, files, folders, or a game and a seat."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click

from tracker.cli.options import read_bytes, unreadable
from tracker.errors import RecordError
from tracker.game.record import Record
from tracker.messages import printable
from tracker.notation import games
from tracker.teach.grading import THEMES
from tracker.teach.mistakes import mistakes
from tracker.teach.puzzle import LEVELS, Puzzle, is_puzzle, puzzle_of


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


def record_files(paths: Sequence[str]) -> Iterator[str]:
    """The files that paths name: folders stand for the records in them, in order of name."""
    for path in paths:
        if path != "-" and os.path.isdir(path):
            try:
                names = sorted(os.listdir(path))
            except OSError as error:
                raise unreadable(path, error) from error
            yield from (str(Path(path, name)) for name in names if name.endswith((".lit", ".json")))
        else:
            yield path


def records_in(path: str) -> tuple[Record, ...]:
    """The games of a file.

    Raises:
        click.ClickException: where it cannot be read (exit status 2).
        NotationError: where one of them is no record.
    """
    return games.loads_all(read_bytes(path), "<stdin>" if path == "-" else path)


def puzzles_from(paths: Sequence[str], seat: str | None) -> tuple[Puzzle, ...]:
    """The puzzles that files and folders hold; of games, what a seat missed in them.

    Raises:
        click.ClickException: where a file cannot be read (exit status 2).
        RecordError: for a game without a seat, or a puzzle that makes no sense.
    """
    found: list[Puzzle] = []
    for path in record_files(paths):
        for record in records_in(path):
            found += _puzzles_of(record, path, seat)
    return tuple(found)


def _puzzles_of(record: Record, path: str, seat: str | None) -> Sequence[Puzzle]:
    """The puzzle that a record is; or those that a seat's mistakes make."""
    name = Path(path).stem
    if is_puzzle(record):
        try:
            return [puzzle_of(record, dict(record.tags).get("title", name))]
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from error
    if seat is None:
        raise RecordError(
            f"{path} is a game, not a puzzle: say whose mistakes are wanted (--as SEAT)"
        )
    return [replace(puzzle, name=name) for puzzle in mistakes(record, seat)]


def fitting(puzzles: Sequence[Puzzle], level: int | None, theme: str | None) -> list[Puzzle]:
    """Those of some puzzles that are labelled so."""
    return [
        puzzle
        for puzzle in puzzles
        if level in (None, puzzle.level) and theme in (None, puzzle.theme)
    ]
