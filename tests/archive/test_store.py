"""An archive is one file, whoever made it, however often the making was stopped."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from tests.archive.archived import StoppedError, archived, content, rows, stop_after
from tests.archive.small_games import every_kind_of_source, one_file, small_games
from tests.cli.running import run, run_json
from tracker.archive.people import pseudonym
from tracker.archive.reading import archive_of, query
from tracker.archive.rows import rows_of
from tracker.archive.schema import TABLES, VERSION, columns
from tracker.archive.source_games import games_of
from tracker.archive.store import Added, opened
from tracker.errors import RecordError
from tracker.notation import atomic_write
from tracker.notation.games import dumps_all


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return every_kind_of_source(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def whole(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("whole") / "club.sqlite"
    archived(file, source)
    return file


def test_what_is_written_is_the_rows_in_one_file(source: Path, whole: Path) -> None:
    said = [rows_of(game, level="events") for game in games_of([source])]
    for table in TABLES:
        expected = [
            {name: row.get(name) for name in columns(table)} for one in said for row in one[table]
        ]
        assert len(rows(whole, table)) == len(expected)
        for row in rows(whole, table):
            assert json.loads(json.dumps(row)) in json.loads(json.dumps(expected))
    assert [path.name for path in whole.parent.iterdir()] == ["club.sqlite"]


def test_two_workers_make_the_same(source: Path, whole: Path, tmp_path: Path) -> None:
    with opened(tmp_path / "x", level="events") as archive:
        archive.add(games_of([source]), workers=2)
    assert content(tmp_path / "x") == content(whole)


def test_a_run_that_was_stopped_goes_on(source: Path, whole: Path, tmp_path: Path) -> None:
    for stop in range(1, 5):
        told: list[Added] = []
        with opened(tmp_path / "x", level="events") as archive, pytest.raises(StoppedError):
            archive.add(games_of([source]), stop_after(stop, told))
        assert [added.resumed for added in told] == [True] * (stop - 1) + [False]
    assert len(rows(tmp_path / "x", "sources")) == 4
    again = archived(tmp_path / "x", source)
    assert [one.resumed for one in again].count(True) == 4
    assert content(tmp_path / "x") == content(whole)


def test_what_a_full_disk_refuses_is_an_error_and_nothing_is_lost(tmp_path: Path) -> None:
    source = one_file(tmp_path, 8)
    file = tmp_path / "x.sqlite"
    with pytest.raises(OSError, match="full"):
        _added_until_it_is_full(file, source)
    assert 3 <= len(rows(file, "games")) < 8
    archived(file, source)
    archived(tmp_path / "once", source)
    assert content(file) == content(tmp_path / "once")


def _added_until_it_is_full(file: Path, source: Path) -> None:
    with opened(file, level="events") as archive:
        archive.add(islice(games_of([source]), 3))
        (pages,) = archive.base.execute("PRAGMA page_count").fetchone()
        archive.base.execute(f"PRAGMA max_page_count = {pages}")
        archive.add(games_of([source]))


def test_two_writers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = one_file(tmp_path, 2)
    monkeypatch.setattr(atomic_write, "_PATIENCE", 0.1)
    with opened(tmp_path / "x", level="events") as archive:
        archive.add(games_of([source]))
        second = run("archive", source, "-o", tmp_path / "x", "--workers", "1", "--budget", "0")
    assert (second.exit_code, "somebody else is writing it" in second.stderr) == (2, True)
    assert len(rows(tmp_path / "x", "games")) == 2


def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path) -> None:
    source = one_file(tmp_path, 1)
    before = source.read_bytes()
    with pytest.raises(RecordError, match="no archive"):
        archived(source, source)
    assert source.read_bytes() == before
    with closing(sqlite3.connect(tmp_path / "other")) as base:
        base.execute("CREATE TABLE t (x)")
    with pytest.raises(RecordError, match="no archive of games"):
        archived(tmp_path / "other", source)


def test_another_version_is_refused_with_the_way_out(tmp_path: Path) -> None:
    source = one_file(tmp_path, 3)
    archived(tmp_path / "old", source)
    with closing(sqlite3.connect(tmp_path / "old")) as base:
        base.execute("PRAGMA user_version = 99")
    refused = run("stats", tmp_path / "old")
    assert refused.exit_code == 2
    said = " ".join(refused.stderr.split())
    assert f"has tables of version 99 (expected {VERSION})" in said
    assert "tracker archive OLD.sqlite -o NEW.sqlite" in said
    new = ("-o", tmp_path / "new", "--level", "events", "--budget", "0", "--workers", "1")
    assert run("archive", tmp_path / "old", *new).exit_code == 0
    archived(tmp_path / "once", source)
    assert content(tmp_path / "new") == content(tmp_path / "once")


def test_an_archive_that_is_a_folder_is_refused_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "archive.json").write_text('{"format": "literature-archive"}')
    source = one_file(tmp_path, 1)
    for refused in (run("stats", tmp_path / "old"), run("archive", source, "-o", tmp_path / "old")):
        assert refused.exit_code == 2
        said = " ".join(refused.stderr.split())
        assert "make it anew from its games (tracker archive SOURCE… -o FILE.sqlite)" in said


def test_records_are_kept_unless_they_are_not_wanted(tmp_path: Path) -> None:
    source = one_file(tmp_path, 2)
    archived(tmp_path / "kept", source)
    assert dumps_all(game.record for game in games_of([tmp_path / "kept"]) if game.record) == (
        dumps_all(small_games(2))
    )
    for name, settings in (("bare", {"records": False}), ("hidden", {"salt": "s"})):
        archived(tmp_path / name, source, **settings)
        assert {row["record"] for row in rows(tmp_path / name, "sources")} == {None}


# -- a player who is forgotten --------------------------------------------------------------------


def test_a_player_is_forgotten(tmp_path: Path) -> None:
    games = small_games(6)
    name = next(seat for seat in games[0].seats)
    source = one_file(tmp_path, 6)
    file = tmp_path / "x.sqlite"
    archived(file, source)
    before = content(file)
    forgot = run("archive", "--forget", name, "-o", file, "--budget", "0", "--workers", "1")
    assert forgot.exit_code == 0, forgot.stderr
    players = {row["player"] for row in rows(file, "players")}
    (hidden,) = {player for player in players if player not in {
        row["player"] for row in before["players"]
    }}  # fmt: skip
    for table in TABLES:
        said = json.dumps([{**row, "source": ""} for row in rows(file, table)])
        assert f'"{name}"' not in said
        assert f"{name} asks" not in said
    assert {hidden if row["player"] == name else row["player"] for row in before["players"]} == (
        players
    )
    assert len(rows(file, "events")) == len(before["events"])
    after = content(file)
    assert all(one.resumed for one in archived(file, source))  # nor does the name come back
    assert content(file) == after
    nobody = run("archive", "--forget", name, "-o", file, "--budget", "0", "--workers", "1")
    assert nobody.exit_code == 1
    assert "none" in nobody.stderr


def test_without_records_nobody_can_be_forgotten(tmp_path: Path) -> None:
    archived(tmp_path / "x", one_file(tmp_path, 1), records=False)
    name = small_games(1)[0].seats[0]
    refused = run("archive", "--forget", name, "-o", tmp_path / "x", "--budget", "0")
    assert refused.exit_code == 2
    assert "--remove" in refused.stderr
    assert pseudonym(name, "") not in str(content(tmp_path / "x"))


# -- queries --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM games", "DROP TABLE games", "ATTACH 'x' AS y", "PRAGMA query_only = OFF",
        "SELECT 1; DELETE FROM games", "SELECT load_extension('x')", "SELECT nothing FROM games",
        "VACUUM INTO 'x'", "",
    ],
)  # fmt: skip
def test_a_query_only_reads(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = whole.read_bytes()
    with archive_of(whole) as (base, _), pytest.raises(RecordError, match="cannot be answered"):
        query(base, statement)
    assert whole.read_bytes() == before
    assert not list(tmp_path.iterdir())


def test_every_form_of_a_query_says_the_same(whole: Path) -> None:
    asked = ("stats", whole, "--sql", "SELECT player, asks FROM players ORDER BY 1, 2 LIMIT 3")
    expected = run_json(*asked)["rows"]
    assert len(expected) == 3
    assert [json.loads(line) for line in run(*asked, "--jsonl").stdout.splitlines()] == expected
    lines = run(*asked, "--csv").stdout.splitlines()
    assert lines == ["player,asks", *(f"{row['player']},{row['asks']}" for row in expected)]
    assert run(*asked, "--md").stdout.startswith("| player | asks |")
    assert run(*asked).stdout.split()[:2] == ["player", "asks"]


def test_tables_as_parquet(whole: Path, tmp_path: Path) -> None:
    from pyarrow.parquet import read_table

    assert run("stats", whole, "--parquet", tmp_path / "tables").exit_code == 0
    for table in TABLES:
        found = read_table(tmp_path / "tables" / f"{table}.parquet")
        assert found.column_names == list(columns(table))
        assert found.num_rows == len(rows(whole, table))
    games = read_table(tmp_path / "tables" / "games.parquet").to_pylist()
    assert {type(row["analysed"]) for row in games} == {bool}


@pytest.mark.parametrize("kills", [5, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_killed_while_games_are_added(kills: int, tmp_path: Path) -> None:
    """A process that dies without a word leaves whole games, and nothing beside the file."""
    games = one_file(tmp_path, 40)
    archived(tmp_path / "once.sqlite", games)
    chance, file, killed = random.Random(3), tmp_path / "x.sqlite", 0
    for kill in range(kills):
        if kill % 10 == 0:
            file.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            archived(file, games)
            os._exit(0)
        time.sleep(chance.uniform(0, 0.3))
        os.kill(child, signal.SIGKILL)
        killed += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        counted = run_json("stats", file)["games"] if file.exists() and kill % 5 == 4 else 0
        assert counted <= 40
    archived(file, games)
    assert killed > 0
    assert content(file) == content(tmp_path / "once.sqlite")
    assert not list(tmp_path.glob("*-journal"))
