"""Options of commands that work on many games, and how far they have got."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from tracker.archive.chunks import DEFAULT_BUDGET
from tracker.archive.source_games import SourceGames
from tracker.archive.work import available_cores
from tracker.cli.streams import say
from tracker.messages import counted
from tracker.notation.record_files import FORMS

Command = TypeVar("Command", bound=Callable[..., Any])

_OFTEN: Final = 1.0
"""Seconds between two words on a terminal …"""
_SELDOM: Final = 30.0
"""… and elsewhere."""
_ERASE: Final = "\r\x1b[K"


def work_options(command: Command) -> Command:
    """The options of how and where to work: ``--from``, ``--workers`` and their like."""
    options = (
        click.option(
            "--from",
            "form",
            type=click.Choice(FORMS),
            help="What the files are (default: as it is plain from each).",
        ),
        click.option(
            "--workers",
            type=click.IntRange(min=1),
            metavar="N",
            help="Processes (default: one for each core).",
        ),
        click.option(
            "--scheduler", metavar="ADDRESS", help="Work on this Dask cluster: tcp://host:8786."
        ),
        click.option(
            "--budget",
            type=click.FloatRange(min=0),
            default=DEFAULT_BUDGET,
            show_default=True,
            metavar="SECONDS",
            help="Processor time that one game may take; 0: without end.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def budget_of(seconds: float) -> float | None:
    """The budget that ``--budget`` means."""
    return seconds or None


def workers_of(number: int | None) -> int:
    """How many processes ``--workers`` means."""
    return number or available_cores()


class ProgressLine:
    """Says on standard error how far the work has got: a line that changes, on a terminal.

    Args:
        games: what is read.
    """

    def __init__(self, games: SourceGames) -> None:
        self._games = games
        self._begun = self._said = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._done = self._resumed = 0
        self._problems = 0

    def add(self, games: int, problems: int, *, resumed: bool = False) -> None:
        """Take in what has been done.

        Args:
            games: how many games.
            problems: how many problems they had.
            resumed: whether they had been done before.
        """
        self._done += games
        self._resumed += games if resumed else 0
        self._problems += problems
        now = time.monotonic()
        if now - self._said >= (_OFTEN if self._terminal else _SELDOM):
            self._said = now
            self._print(f"{self.words()}{self._left(now)}")

    def words(self) -> str:
        """What has been done, and how fast."""
        seconds = max(time.monotonic() - self._begun, 1e-9)
        rate = (self._done - self._resumed) / seconds
        before = f", {self._resumed} of them before" if self._resumed else ""
        problems = f", {counted(self._problems, 'problem')}" if self._problems else ""
        return f"{counted(self._done, 'game')}{before}{problems}, {rate:.3g} a second"

    def end(self) -> None:
        """Say what has been done in all, if anything was."""
        if not self._done:
            return
        if self._terminal:
            sys.stderr.write(_ERASE)
        say(self.words(), err=True)
        sys.stderr.flush()

    def _left(self, now: float) -> str:
        """How long it will take, by the share of the sources that has been read."""
        share = self._games.share
        if not share or share >= 1 or self._resumed == self._done:
            return ""
        return f", {_time_words((now - self._begun) * (1 - share) / share)} left"

    def _print(self, line: str) -> None:
        if self._terminal:
            sys.stderr.write(f"{_ERASE}{line}")
        else:
            say(line, err=True)
        sys.stderr.flush()


def _time_words(seconds: float) -> str:
    """A time, roughly: ``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
