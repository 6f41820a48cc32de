"""A learner's progress: attempts in a small SQLite file; reviews spaced, strength by theme.

Only attempts are kept: when a puzzle is due again is worked out from those at it. A file that
cannot be read is never overwritten. One of a newer version, or of another program, is left as it
is; one of ours (its first bytes say so) that is damaged is put aside under another name.

Reviews are spaced by FSRS where the package ``fsrs`` is installed. Else a plain rule spaces them,
in which the interval doubles with each right answer; ``spacing`` says which. The folder is the one
that ``platformdirs`` names; where that is not installed, that of the XDG convention.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final, Literal

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


class LogbookError(TrackerError):
    """A progress file that cannot be used; it is left as it is."""


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

    Use it as a context manager.

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
            None, puzzle_key(puzzle), puzzle.name, str(puzzle.question), puzzle.level, puzzle.theme,
            time.isoformat(), int(attempt.right), attempt.tries, attempt.hints, attempt.score,
        )  # fmt: skip
        with self._base as base:
            base.execute(f"INSERT INTO attempts VALUES ({', '.join('?' * len(row))})", row)

    def forget(self) -> int:
        """Delete all that is kept.

        Returns:
            How many attempts that were.
        """
        with self._base as base:
            count = base.execute("DELETE FROM attempts").rowcount
        self._base.execute("VACUUM")
        return count

    # -- looking ----------------------------------------------------------------------------------

    def order(self, puzzles: Iterable[Puzzle], now: datetime | None = None) -> list[Puzzle]:
        """Puzzles as they should be posed: those that are due, then new ones, then the others.

        Args:
            puzzles: the puzzles; new ones keep their order.
            now: the time; None: that of the clock.
        """
        time = now or datetime.now(UTC)

        def rank(puzzle: Puzzle) -> tuple[int, datetime]:
            """Due, new or later; those that have been posed by when they are due."""
            attempts = self._attempts_at(puzzle)
            when = _due(attempts) if attempts else time
            return (0 if when <= time else 2) if attempts else 1, when

        return sorted(puzzles, key=rank)

    def _attempts_at(self, puzzle: Puzzle) -> Sequence[sqlite3.Row]:
        """The attempts at a puzzle, the oldest first."""
        rows = "SELECT * FROM attempts WHERE puzzle = ? ORDER BY id"
        return self._base.execute(rows, [puzzle_key(puzzle)]).fetchall()

    def strengths(self) -> Sequence[sqlite3.Row]:
        """How the learner does by theme, the weakest first.

        Returns:
            For each ``theme`` its ``attempts``, how many were ``right``, and the mean ``score``,
            from 0 to 1.
        """
        return self._base.execute(
            "SELECT coalesce(theme, 'none') AS theme, count(*) AS attempts, sum(right) AS right, "
            "avg(score) AS score FROM attempts GROUP BY 1 ORDER BY 4, 1"
        ).fetchall()

    def weeks(self) -> Sequence[sqlite3.Row]:
        """What was done week by week, the last first.

        Returns:
            For each week its ``start`` (its Monday), the ``attempts``, and how many were ``right``.
        """
        return self._base.execute(
            "SELECT date(at, 'weekday 0', '-6 days') AS start, count(*) AS attempts, "
            "sum(right) AS right FROM attempts GROUP BY 1 ORDER BY 1 DESC"
        ).fetchall()

    def attempts(self) -> sqlite3.Cursor:
        """All attempts, the oldest first; its ``description`` has the names of the columns."""
        return self._base.execute(
            "SELECT puzzle, name, question, level, theme, at, right, tries, hints, score "
            "FROM attempts ORDER BY id"
        )


# -- when a puzzle is due again -------------------------------------------------------------------


def spacing() -> Literal["fsrs", "doubling"]:
    """What spaces reviews here."""
    return "fsrs" if find_spec("fsrs") else "doubling"


def _due(attempts: Sequence[sqlite3.Row]) -> datetime:
    """When a puzzle is due after some attempts, the oldest first."""
    if spacing() == "fsrs":
        return _by_fsrs(attempts)
    days = 0
    for attempt in attempts:
        days = max(2 * days, 1) if attempt["right"] else 0
    return _time(attempts[-1]) + (timedelta(days=days) or timedelta(minutes=10))


def _by_fsrs(attempts: Iterable[sqlite3.Row]) -> datetime:
    """When FSRS has a puzzle come back after some attempts."""
    from fsrs import Card, Rating, Scheduler

    scheduler, card = Scheduler(enable_fuzzing=False), Card()
    for attempt in attempts:
        at_once = attempt["tries"] == 1 and not attempt["hints"]
        rating = (Rating.Good if at_once else Rating.Hard) if attempt["right"] else Rating.Again
        card, _ = scheduler.review_card(card, rating, review_datetime=_time(attempt))
    return card.due


def _time(attempt: sqlite3.Row) -> datetime:
    return datetime.fromisoformat(attempt["at"])


# -- the file -------------------------------------------------------------------------------------


def _opened(path: Path, note: Callable[[str], object]) -> sqlite3.Connection:
    """The file, ready; one of ours that is damaged is put aside for a new one.

    Raises:
        LogbookError: where it is not ours, or of a newer version.
    """
    header = path.read_bytes()[: _APPLICATION_AT.stop] if path.exists() else b""
    program, version = (
        int.from_bytes(header[place], "big") for place in (_APPLICATION_AT, _VERSION_AT)
    )
    objections = {
        f"{path} is no progress file: it is left as it is (expected one of ours, or a name that is "
        "free)": not header.startswith(_MAGIC),
        f"{path} is another program's file (expected one of ours)": program != _APPLICATION,
        f"{path} was written by a newer tracker (version {version}, this one knows {VERSION}); it "
        "is left as it is": version > VERSION,
    }
    for objection, holds in objections.items():
        if header and holds:
            raise LogbookError(objection)
    try:
        return _connected(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        aside = _put_aside(path)
        note(f"{path} is damaged ({error}); it was put aside as {aside.name}")
        return _connected(path)


def _connected(path: Path) -> sqlite3.Connection:
    """The file, sound and with its table.

    Raises:
        sqlite3.DatabaseError: where it is damaged.
    """
    with ExitStack() as undone:
        base = undone.enter_context(closing(sqlite3.connect(path, timeout=5)))
        base.row_factory = sqlite3.Row
        if (check := _pragma(base, "quick_check")) != "ok":
            raise sqlite3.DatabaseError(check)
        if _pragma(base, "user_version") != VERSION:
            base.executescript(_SCHEMA)
        undone.pop_all()
    return base


def _pragma(base: sqlite3.Connection, name: str) -> object:
    return base.execute(f"PRAGMA {name}").fetchone()[0]


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
