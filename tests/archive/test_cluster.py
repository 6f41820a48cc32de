"""The same work on a real cluster of processes of this machine; one is killed on the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.archive.archived import archived, content
from tests.archive.small_games import every_kind_of_source
from tracker.archive.pool import spread
from tracker.archive.source_games import games_of
from tracker.archive.store import Added, opened
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
def test_the_same_from_a_cluster_that_loses_a_worker(
    cluster: Any, source: Path, tmp_path: Path
) -> None:
    archived(tmp_path / "here", source)
    victim = next(iter(cluster.workers.values())).process.process.pid
    told: list[Added] = []

    def tell(added: Added) -> None:
        told.append(added)
        if len(told) == 1:
            os.kill(victim, signal.SIGKILL)

    with opened(tmp_path / "there", level="events") as archive:
        archive.add(games_of([source]), tell, cluster=cluster.scheduler_address)
    assert len(told) == 9
    assert content(tmp_path / "there") == content(tmp_path / "here")


@pytest.mark.long
def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.archive.pool._PATIENCE", 0.2)
    with pytest.raises(TrackerError, match="no Dask scheduler answers at"):
        list(spread(abs, [1], cluster="tcp://127.0.0.1:1"))
