"""The same work on a real cluster of processes of this machine; one is killed on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.archive.small_games import every_kind_of_source, one_file
from tests.archive.test_writing import content
from tests.archive.workers import dies, dies_of, dies_once
from tests.cli.running import run
from tracker.archive.source_games import chunks_of, games_of
from tracker.archive.work import DeadWorkersError, in_order, spread
from tracker.archive.writing import Settings, write_archive
from tracker.errors import TrackerError

pytestmark = pytest.mark.filterwarnings("ignore")  # what Dask itself warns of is not ours


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two worker processes, each with a nanny that replaces it if it dies."""
    import distributed

    make: Any = distributed.LocalCluster
    with make(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1",
        silence_logs=50,
    ) as cluster:  # fmt: skip
        yield cluster


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return every_kind_of_source(tmp_path_factory.mktemp("source"))


@pytest.mark.long
def test_the_same_bytes_from_a_cluster_that_loses_a_worker(
    cluster: Any, source: Path, tmp_path: Path
) -> None:
    settings = Settings(chunk=1)
    list(write_archive(games_of([source]), tmp_path / "here", settings))
    victim = next(iter(cluster.workers.values())).process.process.pid
    shards = write_archive(
        games_of([source]), tmp_path / "there", settings, scheduler=cluster.scheduler_address
    )
    next(shards)
    os.kill(victim, signal.SIGKILL)
    assert sum(shard.games for shard in shards) == 8
    assert content(tmp_path / "there") == content(tmp_path / "here")


@pytest.mark.soak
def test_a_worker_that_dies_of_a_chunk(cluster: Any, source: Path, tmp_path: Path) -> None:
    work = partial(dies_once, str(tmp_path / "marker"))
    chunks = chunks_of(games_of([source]), 2)
    found = in_order(spread(work, chunks, scheduler=cluster.scheduler_address))
    assert list(found) == [2, 2, 2, 2, 1]


@pytest.mark.soak
def test_a_game_that_all_workers_die_of_is_marked_and_the_rest_goes_on(
    cluster: Any, tmp_path: Path
) -> None:
    chunks = chunks_of(games_of([one_file(tmp_path, 3)]), 3)
    found = list(spread(partial(dies_of, 2), chunks, scheduler=cluster.scheduler_address))
    assert [result for _, result in found] == [[(1, False), (2, True), (3, False)]]


@pytest.mark.soak
def test_a_chunk_that_workers_die_of_for_another_reason_is_named(
    cluster: Any, tmp_path: Path
) -> None:
    chunks = chunks_of(games_of([one_file(tmp_path, 1)]), 1)
    with pytest.raises(DeadWorkersError, match=r"games from .*games\.lit"):
        list(spread(dies, chunks, scheduler=cluster.scheduler_address))


@pytest.mark.soak
def test_the_command_on_a_cluster(cluster: Any, source: Path) -> None:
    address = cluster.scheduler_address
    there = run("stats", source, "--quick", "--csv", "--scheduler", address)
    here = run("stats", source, "--quick", "--csv", "--workers", "1")
    assert there.stdout == here.stdout != ""


def test_no_scheduler(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.archive.work._PATIENCE", 0.2)
    with pytest.raises(TrackerError, match="no Dask scheduler answers at"):
        list(spread(len, chunks_of(games_of([source])), scheduler="tcp://127.0.0.1:1"))  # type: ignore[arg-type]
