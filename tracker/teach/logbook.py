"""A learner's progress: attempts in a small SQLite file; reviews spaced, strength by theme.

Only attempts are kept: when a puzzle is due again is worked out from those at it. A file that
cannot be read is never overwritten. One of a newer version, or of another program, is left as it
is; one of ours (its first bytes say so) that is damaged is put aside under another name.

Reviews are spaced by FSRS where the package ``fsrs`` is installed. Else a plain rule spaces them,
in which the interval doubles with each right answer; ``spacing`` says which. The folder is the one
that ``platformdirs`` names; where that is not installed, that of the XDG convention.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from tracker.errors import TrackerError
from tracker.notation.header import PUZZLE_TAGS
from tracker.notation.text import dumps
from tracker.teach.marking import Attempt
from tracker.teach.puzzle import Puzzle

VERSION: Final = 2
"""Version 1 also had a table of reviews, which are worked out now."""
FILE: Final = "progress.sqlite3"
_APPLICATION: Final = 0x4C495431
"""What marks an SQLite file as ours."""
_MAGIC: Final = b"SQLite format 3\0"
_VERSION_AT, _APPLICATION_AT = slice(60, 64), slice(68, 72)
"""Where the header of an SQLite file says of what version it is, and whose."""
_SCHEMA: Final = f"""
BEGIN;
CREATE TABLE IF NOT EXISTS attempts (
    id INTEGER PRIMARY KEY, puzzle TEXT NOT NULL, name TEXT NOT NULL, question TEXT NOT NULL,
    level INTEGER, theme TEXT, at TEXT NOT NULL, right INTEGER NOT NULL, tries INTEGER NOT NULL,
    hints INTEGER NOT NULL, score REAL NOT NULL
);
DROP TABLE IF EXISTS reviews;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""
_COLUMNS: Final = (
    "puzzle", "name", "question", "level", "theme", "at", "right", "tries", "hints", "score"
)  # fmt: skip
Spacing: TypeAlias = Literal["fsrs", "doubling"]


class LogbookError(TrackerError):
    """A progress file that cannot be used; it is left as it is."""


@dataclass(frozen=True)
class Strength:
    """How a learner does with one theme."""

    theme: str
    attempts: int
    right: int
    score: float
    """The mean, from 0 to 1."""


@dataclass(frozen=True)
class Week:
    """What was done in a week."""

    start: str
    """Its Monday, as a date."""
    attempts: int
    right: int


def default_file() -> Path:
    """The progress file of somebody who names none."""
    try:
        from platformdirs import user_data_path
    except ImportError:
        base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        return Path(base, "tracker", FILE)
    return user_data_path("tracker", appauthor=False) / FILE


def puzzle_key(puzzle: Puzzle) -> str:
    """A digest that names a puzzle, whatever its title, its labels and its file."""
    tags = tuple(tag for tag in puzzle.record.tags if tag[0] in PUZZLE_TAGS[:2])
    bare = replace(puzzle.record, tags=tags)
    return hashlib.sha256(dumps(bare).encode()).hexdigest()[:32]


class Logbook(AbstractContextManager["Logbook"]):
    """The progress file of a learner.

    Use it as a context manager, or ``close`` it.

    Args:
        path: the file; it is made where it does not exist.
        note: gets a sentence when a damaged file is put aside.

    Raises:
        LogbookError: where the file is not ours or of a newer version, or cannot be opened.
    """

    def __init__(self, path: Path, note: Callable[[str], object] = lambda _: None) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = _opened(path, note)
        except (OSError, sqlite3.Error) as error:
            raise LogbookError(f"{path}: progress cannot be kept there: {error}") from error

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # -- keeping ----------------------------------------------------------------------------------

    def keep(self, attempt: Attempt, now: datetime | None = None) -> None:
        """Keep an attempt.

        Args:
            attempt: how it went.
            now: the time; None: that of the clock.
        """
        puzzle, time = attempt.puzzle, now or datetime.now(UTC)
        row = (
            puzzle_key(puzzle), puzzle.name, str(puzzle.question), puzzle.level, puzzle.theme,
            time.isoformat(), int(attempt.right), attempt.tries, attempt.hints, attempt.score,
        )  # fmt: skip
        marks = ", ".join("?" * len(_COLUMNS))
        with self._base as base:
            base.execute(f"INSERT INTO attempts ({', '.join(_COLUMNS)}) VALUES ({marks})", row)

    def forget(self) -> int:
        """Delete all that is kept.

        Returns:
            How many attempts that were.
        """
        with self._base as base:
            count = base.execute("DELETE FROM attempts").rowcount
        with closing(self._base.execute("VACUUM")):
            return count

    # -- looking ----------------------------------------------------------------------------------

    def order(self, puzzles: Iterable[Puzzle], now: datetime | None = None) -> list[Puzzle]:
        """Puzzles as they should be posed: those that are due, then new ones, then the others.

        Args:
            puzzles: the puzzles; new ones keep their order.
            now: the time; None: that of the clock.
        """
        time, done = now or datetime.now(UTC), self._done()

        def rank(puzzle: Puzzle) -> tuple[int, datetime]:
            """Due, new or later; those that have been posed by when they are due."""
            attempts = done.get(puzzle_key(puzzle))
            when = _due(attempts) if attempts else time
            return (0 if when <= time else 2) if attempts else 1, when

        return sorted(puzzles, key=rank)

    def _done(self) -> Mapping[str, Sequence[_Done]]:
        """The attempts at each puzzle, the oldest first."""
        done: dict[str, list[_Done]] = {}
        rows = self._base.execute(
            "SELECT puzzle, at, right, tries, hints FROM attempts ORDER BY id"
        )
        for key, at, *how in rows:
            done.setdefault(key, []).append(_Done(datetime.fromisoformat(at), *how))
        return done

    def strengths(self) -> list[Strength]:
        """How the learner does by theme, the weakest first."""
        rows = self._base.execute(
            "SELECT coalesce(theme, 'none'), count(*), sum(right), avg(score) FROM attempts "
            "GROUP BY 1 ORDER BY 4, 1"
        )
        return [Strength(*row) for row in rows]

    def weeks(self) -> list[Week]:
        """What was done week by week, the last first."""
        rows = self._base.execute(
            "SELECT date(at, 'weekday 0', '-6 days'), count(*), sum(right) FROM attempts "
            "GROUP BY 1 ORDER BY 1 DESC"
        )
        return [Week(*row) for row in rows]

    def export(self) -> str:
        """All attempts as CSV, the oldest first."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(_COLUMNS)
        columns = ", ".join(_COLUMNS)
        writer.writerows(self._base.execute(f"SELECT {columns} FROM attempts ORDER BY id"))
        return out.getvalue()


# -- when a puzzle is due again -------------------------------------------------------------------


def spacing() -> Spacing:
    """What spaces reviews here."""
    return "fsrs" if find_spec("fsrs") else "doubling"


class _Done(NamedTuple):
    """An attempt, as far as it says when its puzzle is due again."""

    at: datetime
    right: bool
    tries: int
    hints: int


def _due(attempts: Sequence[_Done]) -> datetime:
    """When a puzzle is due after some attempts, the oldest first."""
    if spacing() == "fsrs":
        return _by_fsrs(attempts)
    days = 0
    for attempt in attempts:
        days = max(2 * days, 1) if attempt.right else 0
    return attempts[-1].at + (timedelta(days=days) if days else timedelta(minutes=10))


def _by_fsrs(attempts: Iterable[_Done]) -> datetime:
    """When FSRS has a puzzle come back after some attempts."""
    from fsrs import Card, Rating, Scheduler

    scheduler, card = Scheduler(enable_fuzzing=False), Card()
    for attempt in attempts:
        at_once = attempt.tries == 1 and not attempt.hints
        rating = (Rating.Good if at_once else Rating.Hard) if attempt.right else Rating.Again
        card, _ = scheduler.review_card(card, rating, review_datetime=attempt.at)
    return card.due


# -- the file -------------------------------------------------------------------------------------


def _opened(path: Path, note: Callable[[str], object]) -> sqlite3.Connection:
    """The file, ready; one of ours that is damaged is put aside for a new one.

    Raises:
        LogbookError: where it is not ours, or of a newer version.
    """
    header = _header(path)
    program, version = (
        int.from_bytes(header[place], "big") for place in (_APPLICATION_AT, _VERSION_AT)
    )
    if header and not header.startswith(_MAGIC):
        raise LogbookError(
            f"{path} is no progress file: it is left as it is "
            "(expected one of ours, or a name that is free)"
        )
    if header and program != _APPLICATION:
        raise LogbookError(f"{path} is another program's file (expected one of ours)")
    if version > VERSION:
        raise LogbookError(
            f"{path} was written by a newer tracker (version {version}, this one "
            f"knows {VERSION}); it is left as it is"
        )
    try:
        return _connected(path, is_current=version == VERSION)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        aside = _put_aside(path)
        note(f"{path} is damaged ({error}); it was put aside as {aside.name}")
        return _connected(path, is_current=False)


def _header(path: Path) -> bytes:
    """The first bytes of a file; nothing where there is no file."""
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(_APPLICATION_AT.stop)


def _connected(path: Path, *, is_current: bool) -> sqlite3.Connection:
    """The file, sound and with its table.

    Raises:
        sqlite3.DatabaseError: where it is damaged.
    """
    base = sqlite3.connect(path, timeout=5)
    try:
        (check,) = base.execute("PRAGMA quick_check").fetchone()
        if check != "ok":
            raise sqlite3.DatabaseError(check)
        if not is_current:
            base.executescript(_SCHEMA)
    except BaseException:
        base.close()
        raise
    return base


def _put_aside(path: Path) -> Path:
    """Give a file another name, and before it its journal, which would spoil a new one.

    Returns:
        The file under its new name.
    """
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    for end in ("-journal", ""):
        part = path.with_name(f"{path.name}{end}")
        if part.exists():
            os.replace(part, aside.with_name(f"{aside.name}{end}"))
    return aside
