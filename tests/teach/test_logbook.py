"""Progress: kept, never lost, spaced, exported and deleted."""

from __future__ import annotations

import sqlite3
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import tracker
from tests.cli.running import run
from tests.teach.test_puzzle_records import PUZZLE, asking
from tracker.teach.logbook import Logbook, LogbookError, puzzle_key, spacing
from tracker.teach.marking import Attempt
from tracker.teach.puzzle import Puzzle, puzzle_of

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


def puzzle(question: str = "where 5H") -> Puzzle:
    return puzzle_of(asking(question), question)


@pytest.fixture(params=["fsrs", "doubling"])
def spaced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the package that spaces reviews, and without."""
    if request.param == "doubling":
        monkeypatch.setitem(sys.modules, "fsrs", None)
    elif spacing() != "fsrs":
        pytest.skip("the package fsrs is not installed")
    return str(request.param)


def test_what_was_wrong_comes_back_before_what_was_right(tmp_path: Path, spaced: str) -> None:
    right, wrong, new = puzzle("where 5H"), puzzle("where AS"), puzzle("claims")
    with Logbook(tmp_path / "p.db") as kept:
        for days in (0, 1):
            kept.keep(Attempt(right, True, 1, 0), NOON + timedelta(days=days))
        kept.keep(Attempt(wrong, False, 2, 1), NOON + timedelta(days=1))
        later = NOON + timedelta(days=1, hours=1)
        assert kept.order([right, new, wrong], later) == [wrong, new, right]
        assert kept.order([right, new, wrong], NOON + timedelta(days=900))[-1] == new
        for hours, first in ((-1, new), (1, right)) if spaced == "doubling" else ():
            due = NOON + timedelta(days=1 + 2, hours=hours)
            assert kept.order([new, right], due)[0] == first
    assert spacing() == spaced


def test_attempts_are_told_exported_and_deleted(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "p.db"
    with Logbook(path) as kept:
        kept.keep(Attempt(puzzle(), True, 1, 0), NOON)
        kept.keep(Attempt(puzzle(), False, 2, 3), NOON + timedelta(days=7))
    with Logbook(path) as kept:
        (strength,) = kept.strengths()
        assert tuple(strength)[1:] == (2, 1, 0.5)
        assert [week["start"] for week in kept.weeks()] == ["2026-03-09", "2026-03-02"]
        assert len([*kept.attempts()]) == 2
        assert kept.forget() == 2
        assert not kept.strengths()


def damaged(path: Path) -> bytes:
    """A progress file whose header still says whose it is; what it holds."""
    with Logbook(path) as kept:
        for days in range(40):
            kept.keep(Attempt(puzzle(), True, 1, 0), NOON + timedelta(days=days))
    content = path.read_bytes()
    content = content[:100] + b"\xff" * 6000 + content[6100:]
    path.write_bytes(content)
    return content


def test_a_damaged_file_is_put_aside_with_all_that_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    content = damaged(path)
    notes: list[str] = []
    with Logbook(path, notes.append) as kept:
        kept.keep(Attempt(puzzle(), True, 1, 0), NOON)
    assert (tmp_path / "p.db.damaged-1").read_bytes() == content
    assert len(notes) == 1
    damaged(path)
    with Logbook(path, notes.append) as kept:
        assert not kept.strengths()
    assert (tmp_path / "p.db.damaged-1").read_bytes() == content
    assert (tmp_path / "p.db.damaged-2").exists()


@pytest.mark.parametrize(
    "content",
    [
        b"Notes of the club\n" * 100,
        b"SQLite format 3",  # cut off
        b"SQLite format 3\0" + bytes(200),  # damaged, and nothing says that it was ours
        b"\x00" * 4096,
    ],
)
def test_what_is_no_file_of_ours_is_refused_and_left_as_it_is(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    found = run("train", "--progress", path, "--count", "1", stdin="skip\n")
    assert found.exit_code == 2
    assert "notes.txt" in found.stderr
    assert "Traceback" not in found.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["notes.txt"]
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("pragma", "said"),
    [
        ("user_version = 99", "written by a newer tracker"),
        ("application_id = 7", "another program"),
    ],
)
def test_a_file_of_another_version_is_left_alone(tmp_path: Path, pragma: str, said: str) -> None:
    path = tmp_path / "p.db"
    with Logbook(path) as kept:
        kept.keep(Attempt(puzzle(), True, 1, 0), NOON)
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA {pragma}")
    base.commit()
    base.close()
    before = path.read_bytes()
    with pytest.raises(LogbookError, match=said):
        Logbook(path)
    assert path.read_bytes() == before


def test_a_file_of_the_first_version_goes_on(tmp_path: Path, spaced: str) -> None:
    """It had a table of reviews; its attempts say the same."""
    path, done, new = tmp_path / "p.db", puzzle("where 5H"), puzzle("claims")
    with Logbook(path) as kept:
        kept.keep(Attempt(done, True, 1, 0), NOON)
    base = sqlite3.connect(path)
    base.executescript("CREATE TABLE reviews (puzzle, due, card); PRAGMA user_version = 1;")
    base.close()
    for _ in range(2):
        with Logbook(path) as kept:
            assert kept.strengths()[0]["attempts"] == 1
            assert kept.order([done, new], NOON) == [new, done]
            assert kept.order([done, new], NOON + timedelta(days=900)) == [done, new]
            assert len([*kept.attempts()]) == 1
    base = sqlite3.connect(path)
    assert base.execute("PRAGMA user_version").fetchone() == (2,)
    assert [name for (name,) in base.execute("SELECT name FROM sqlite_master")] == ["attempts"]
    base.close()
    assert spacing() == spaced


def test_a_puzzle_is_the_same_by_whatever_name() -> None:
    one = puzzle()
    record = tracker.loads(f"title: Another name\n{PUZZLE}")
    assert puzzle_key(puzzle_of(record)) == puzzle_key(one)
    assert puzzle_key(puzzle("where AS")) != puzzle_key(one)
    moved = replace(one.record, events=one.record.events[:-1])
    assert puzzle_key(replace(one, record=moved)) != puzzle_key(one)
