"""An archive is the same bytes whoever made it, and however often the making was stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pyarrow.parquet
import pytest

from tests.archive.small_games import every_kind_of_source, one_file
from tests.archive.workers import HangsIn, dies, dies_among_the_slow, dies_of, dies_once, games_in
from tests.doc_pages import ROOT
from tracker.archive.arrow_tables import VERSION_KEY, arrow_schema, read_table
from tracker.archive.rows import rows_of
from tracker.archive.schema import SCHEMA_VERSION, TABLES, chunk_folders, is_archive
from tracker.archive.source_games import Chunk, chunks_of, games_of
from tracker.archive.work import DeadWorkersError, in_order, spread
from tracker.archive.writing import Settings, Shard, write_archive
from tracker.errors import RecordError

SETTINGS = Settings(chunk=2)


def content(folder: Path) -> dict[str, bytes]:
    """All the files of a folder by their paths in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def archived(source: Path, folder: Path, settings: Settings = SETTINGS, workers: int = 1) -> Path:
    list(write_archive(games_of([source]), folder, settings, workers=workers))
    return folder


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return every_kind_of_source(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def whole(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return archived(source, tmp_path_factory.mktemp("whole") / "archive")


def test_what_is_written_is_the_rows(source: Path, whole: Path) -> None:
    rows = [rows_of(game) for game in games_of([source])]
    for name in TABLES:
        table = read_table(name, chunk_folders(whole))
        assert table.schema.equals(arrow_schema(name))
        expected = [vars(row) for one in rows for row in one[name]]
        found = [
            {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
            for row in table.to_pylist()
        ]
        assert found == expected


def test_files_say_their_version(whole: Path) -> None:
    for path in whole.rglob("*.parquet"):
        metadata = pyarrow.parquet.read_schema(path).metadata
        assert metadata[VERSION_KEY.encode()] == str(SCHEMA_VERSION).encode()
    assert json.loads((whole / "archive.json").read_text())["chunks"] == 5


def test_the_same_bytes_with_two_workers(source: Path, whole: Path, tmp_path: Path) -> None:
    assert content(archived(source, tmp_path / "archive", workers=2)) == content(whole)


def test_a_run_that_was_stopped_goes_on(source: Path, whole: Path, tmp_path: Path) -> None:
    for stop in range(1, 5):
        run = write_archive(games_of([source]), tmp_path, SETTINGS)
        for _ in range(stop):
            next(run)
        del run  # it is ended where it stands
    assert len(chunk_folders(tmp_path)) == 4
    (tmp_path / ".tracker-chunk.tmp").mkdir()  # as a kill leaves it
    shards = list(write_archive(games_of([source]), tmp_path, SETTINGS))
    assert [shard.resumed for shard in shards].count(True) == 4
    assert content(tmp_path) == content(whole)


def test_killed_at_some_instant(source: Path, whole: Path, tmp_path: Path) -> None:
    """A process that dies without a word leaves whole chunks and no processes."""
    command = [
        sys.executable, "-m", "tracker", "archive", str(source), "-o", str(tmp_path / "archive"),
        "--chunk", "2", "--workers", "1",
    ]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while len(chunk_folders(tmp_path / "archive")) < 2 and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    for folder in chunk_folders(tmp_path / "archive"):
        assert len(list(folder.iterdir())) == len(TABLES) + 1
    archived(source, tmp_path / "archive")
    assert content(tmp_path / "archive") == content(whole)


def test_other_settings_are_another_archive(source: Path, tmp_path: Path) -> None:
    archived(source, tmp_path / "archive")
    for other in (
        replace(SETTINGS, chunk=3),
        replace(SETTINGS, budget=1.0),
        replace(SETTINGS, salt="x"),
    ):
        with pytest.raises(RecordError, match="was begun with"):
            archived(source, tmp_path / "archive", other)


def test_other_games_are_another_archive(tmp_path: Path) -> None:
    source = one_file(tmp_path, 5)
    archived(source, tmp_path / "archive")
    source.write_text(source.read_text().replace("seats:", "title: Changed\nseats:", 1))
    with pytest.raises(RecordError, match="made of other games"):
        archived(source, tmp_path / "archive")
    before = content(tmp_path / "archive")
    one_file(tmp_path, 3)  # the first three as they were: the other two stay
    archived(source, tmp_path / "archive")
    assert content(tmp_path / "archive") == before


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    source = one_file(tmp_path)
    with pytest.raises(RecordError, match="not an archive"):
        archived(source, tmp_path)
    assert not is_archive(tmp_path)


def test_shards_count_games_and_problems(source: Path, tmp_path: Path) -> None:
    shards = list(write_archive(games_of([source]), tmp_path, Settings(chunk=9)))
    (shard,) = shards
    assert isinstance(shard, Shard)
    assert shard.games == 9
    assert shard.problems >= 2


# -- spreading work -------------------------------------------------------------------------------


@pytest.fixture
def chunks(source: Path) -> Iterator[Chunk]:
    return chunks_of(games_of([source]), 2)


def test_a_worker_that_dies_takes_nothing_along(chunks: Iterator[Chunk], tmp_path: Path) -> None:
    work = partial(dies_once, str(tmp_path / "marker"))
    assert list(in_order(spread(work, chunks, workers=2))) == [2, 2, 2, 2, 1]


def test_a_game_that_workers_die_of_is_marked_and_the_rest_goes_on(tmp_path: Path) -> None:
    chunks = chunks_of(games_of([one_file(tmp_path, 3)]), 3)
    found = list(spread(partial(dies_of, 2), chunks, apart=True))
    assert [result for _, result in found] == [[(1, False), (2, True), (3, False)]]


@pytest.mark.long
def test_who_was_out_when_others_ended_a_process_is_not_to_blame(tmp_path: Path) -> None:
    chunks = chunks_of(games_of([one_file(tmp_path, 6)]), 1)
    work = partial(dies_among_the_slow, str(tmp_path / "marker"))
    found = {chunk.number: fatal for chunk, fatal in spread(work, chunks, workers=2)}
    assert found == {0: [False], 1: [True], 2: [False], 3: [False], 4: [True], 5: [False]}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no such timer here")
def test_a_game_that_hangs_in_c_is_ended_by_the_system(tmp_path: Path) -> None:
    chunks = chunks_of(games_of([one_file(tmp_path, 2)]), 2)
    found = list(spread(HangsIn(2, 0.05), chunks, apart=True))
    assert [(result, chunk.games[1].fatal) for chunk, result in found] == [([1, 2], True)]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no such timer here")
def test_a_game_that_hangs_in_python_is_interrupted(tmp_path: Path) -> None:
    chunks = chunks_of(games_of([one_file(tmp_path, 3)]), 3)
    ((_, result),) = spread(HangsIn(2, 0.05, in_python=True), chunks)
    assert result == [1, 3]
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) == signal.SIG_IGN  # one may still be on its way


@pytest.mark.soak
def test_games_that_kill_every_worker_are_named(chunks: Iterator[Chunk]) -> None:
    with pytest.raises(DeadWorkersError, match=r"games from .*a\.lit"):
        list(spread(dies, chunks, workers=2))


def test_only_a_few_chunks_are_taken_ahead() -> None:
    taken = 0

    def games() -> Iterator[Chunk]:
        nonlocal taken
        for number in range(50):
            taken += 1
            yield Chunk(number, ())

    for done, _ in enumerate(spread(games_in, games(), workers=2), 1):
        assert taken <= done + 4
