"""A learner's progress: attempts in a small SQLite file, reviews spaced, strength by theme.

A file that cannot be read is never overwritten. One of a newer version, or of another program, is
left as it is; one of ours (its first bytes say so) that is damaged is put aside under another name.

Reviews are spaced by FSRS where the package ``fsrs`` is installed. Else a plain rule spaces them,
in which the interval doubles with each right answer; ``spacing`` says which. The folder is the one
that ``platformdirs`` names; where that is not installed, that of the XDG convention.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal, TypeAlias

from tracker.errors import TrackerError
from tracker.notation.header import PUZZLE_TAGS
from tracker.notation.text import dumps
from tracker.teach.marking import Attempt
from tracker.teach.puzzle import Puzzle

VERSION: Final = 1
FILE: Final = "progress.sqlite3"
_APPLICATION: Final = 0x4C495431
"""What marks an SQLite file as ours."""
_MAGIC: Final = b"SQLite format 3\0"
_APPLICATION_AT: Final = slice(68, 72)
"""Where the header of an SQLite file says whose it is."""
_SCHEMA: Final = """
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY, puzzle TEXT NOT NULL, name TEXT NOT NULL, question TEXT NOT NULL,
    level INTEGER, theme TEXT, at TEXT NOT NULL, right INTEGER NOT NULL, tries INTEGER NOT NULL,
    hints INTEGER NOT NULL, score REAL NOT NULL
);
CREATE TABLE reviews (puzzle TEXT PRIMARY KEY, due TEXT NOT NULL, card TEXT NOT NULL);
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


class Logbook:
    """The progress file of a learner.

    Use it as a context manager, or ``close`` it.

    Args:
        path: the file; it is made where it does not exist.
        note: gets a sentence when a damaged file is put aside.

    Raises:
        LogbookError: where the file is not ours or of a newer version, or cannot be opened.
    """

    def __init__(self, path: Path, note: Callable[[str], object] = lambda _: None) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = self._opened(note)
        except (OSError, sqlite3.Error) as error:
            raise LogbookError(f"{path}: progress cannot be kept there: {error}") from error

    def __enter__(self) -> Logbook:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    # -- opening ----------------------------------------------------------------------------------

    def _opened(self, note: Callable[[str], object]) -> sqlite3.Connection:
        """The file, ready; one of ours that is damaged is put aside for a new one.

        Raises:
            LogbookError: where it is not ours.
        """
        header = _header(self.path)
        if header and not header.startswith(_MAGIC):
            raise LogbookError(
                f"{self.path} is no progress file: it is left as it is "
                "(expected one of ours, or a name that is free)"
            )
        try:
            return self._connected()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            if int.from_bytes(header[_APPLICATION_AT], "big") != _APPLICATION:
                raise
            aside = _put_aside(self.path)
            note(f"{self.path} is damaged ({error}); it was put aside as {aside.name}")
            return self._connected()

    def _connected(self) -> sqlite3.Connection:
        """The file with its tables."""
        base = sqlite3.connect(self.path, timeout=5)
        try:
            self._prepare(base)
        except BaseException:
            base.close()
            raise
        return base

    def _prepare(self, base: sqlite3.Connection) -> None:
        """Check the file, and make the tables in a new one.

        Raises:
            LogbookError: where it is another program's, or of a newer version.
            sqlite3.DatabaseError: where it is damaged.
        """
        (check,) = base.execute("PRAGMA quick_check").fetchone()
        if check != "ok":
            raise sqlite3.DatabaseError(check)
        (version,) = base.execute("PRAGMA user_version").fetchone()
        (program,) = base.execute("PRAGMA application_id").fetchone()
        (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and program != _APPLICATION:
            raise LogbookError(f"{self.path} is another program's file (expected one of ours)")
        if version > VERSION:
            raise LogbookError(
                f"{self.path} was written by a newer tracker (version {version}, this one "
                f"knows {VERSION}); it is left as it is"
            )
        if not tables:
            marks = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {VERSION};"
            with base:
                base.executescript(f"{_SCHEMA}{marks}")

    # -- keeping ----------------------------------------------------------------------------------

    def keep(self, attempt: Attempt, now: datetime | None = None) -> None:
        """Keep an attempt, and when its puzzle is due again.

        Args:
            attempt: how it went.
            now: the time; None: that of the clock.
        """
        now = now or datetime.now(UTC)
        puzzle, key = attempt.puzzle, puzzle_key(attempt.puzzle)
        row = (
            key, puzzle.name, str(puzzle.question), puzzle.level, puzzle.theme, now.isoformat(),
            int(attempt.right), attempt.tries, attempt.hints, attempt.score,
        )  # fmt: skip
        marks = ", ".join("?" * len(_COLUMNS))
        with self._base as base:
            base.execute(f"INSERT INTO attempts ({', '.join(_COLUMNS)}) VALUES ({marks})", row)
            reviews = base.execute("SELECT card FROM reviews WHERE puzzle = ?", (key,))
            (before,) = reviews.fetchone() or (None,)
            card, due = _spaced(before, attempt, now)
            base.execute(
                "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", (key, due.isoformat(), card)
            )

    def forget(self) -> int:
        """Delete all that is kept.

        Returns:
            How many attempts that were.
        """
        with self._base as base:
            count = base.execute("DELETE FROM attempts").rowcount
            base.execute("DELETE FROM reviews")
        with closing(self._base.execute("VACUUM")):
            return count

    # -- looking ----------------------------------------------------------------------------------

    def order(self, puzzles: Iterable[Puzzle], now: datetime | None = None) -> list[Puzzle]:
        """Puzzles as they should be posed: those that are due, then new ones, then the others.

        Args:
            puzzles: the puzzles; new ones keep their order.
            now: the time; None: that of the clock.
        """
        time = (now or datetime.now(UTC)).isoformat()
        due = dict(self._base.execute("SELECT puzzle, due FROM reviews"))

        def rank(puzzle: Puzzle) -> tuple[int, str]:
            """Due, new or later; those that have been posed by when they are due."""
            when = due.get(puzzle_key(puzzle))
            return (1, "") if when is None else (0 if when <= time else 2, when)

        return sorted(puzzles, key=rank)

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
    try:
        import fsrs  # noqa: F401 (whether it is installed)
    except ImportError:
        return "doubling"
    return "fsrs"


def _spaced(card: str | None, attempt: Attempt, now: datetime) -> tuple[str, datetime]:
    """The review card of a puzzle after an attempt, and when it is due.

    Args:
        card: the review card before; None: the puzzle is new.
        attempt: how it went.
        now: the time.
    """
    if spacing() == "fsrs":
        return _by_fsrs(card, attempt, now)
    before = json.loads(card).get("days", 0) if card else 0
    days = max(2 * before, 1) if attempt.right else 0
    due = now + (timedelta(days=days) if days else timedelta(minutes=10))
    return json.dumps({"days": days}), due


def _by_fsrs(card: str | None, attempt: Attempt, now: datetime) -> tuple[str, datetime]:
    """What FSRS makes of an attempt; a card that the plain rule made begins anew."""
    from fsrs import Card, Rating, Scheduler

    before = Card.from_json(card) if card and "stability" in card else Card()
    rating = Rating.Again
    if attempt.right:
        easy = attempt.tries == 1 and not attempt.hints
        rating = Rating.Good if easy else Rating.Hard
    scheduler = Scheduler(enable_fuzzing=False)
    after, _ = scheduler.review_card(before, rating, review_datetime=now)
    return after.to_json(), after.due


# -- the file -------------------------------------------------------------------------------------


def _header(path: Path) -> bytes:
    """The first bytes of a file; nothing where there is no file."""
    try:
        with path.open("rb") as file:
            return file.read(_APPLICATION_AT.stop)
    except FileNotFoundError:
        return b""


def _put_aside(path: Path) -> Path:
    """Give a file another name, and its journal with it, which would spoil a new one.

    Returns:
        The file under its new name.
    """
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    journal = path.with_name(f"{path.name}-journal")
    if journal.exists():
        os.replace(journal, aside.with_name(f"{aside.name}-journal"))
    os.replace(path, aside)
    return aside
