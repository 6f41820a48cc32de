"""Work on many games: in this process, in processes of this machine, or on a Dask cluster.

Games are handed out a few ahead of those whose results were taken, so memory does not grow with
their number; results come in the order of the games. A process that dies or hangs is replaced (by
the library Pebble), and its game is lost alone.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from enum import Enum
from multiprocessing import get_context, parent_process
from typing import Any, Final, TypeAlias, TypeVar

from tracker.errors import TrackerError
from tracker.messages import require_number, require_package

Item = TypeVar("Item")
Result = TypeVar("Result")

BUDGET: Final = "budget"
"""The code of the problem of a game whose analysis took too long."""
DEFAULT_BUDGET: Final = 60.0
"""Seconds of processor time that the analysis of one game may take."""
_TIMES: Final = 5
"""So many times the time of a game by the clock a process may take that has others beside it …"""
_GRACE: Final = 10.0
"""… and so many seconds more: then it is ended."""
_AHEAD: Final = 4
"""So many games a worker are handed out ahead."""
_QUEUED: Final = 2
"""So many a process where this one works, too: what it is at, and what comes after that."""
_RETRIES: Final = 2
"""So often a cluster gives a game to another worker, if workers die."""
_PATIENCE: Final = 10
"""Seconds to wait for the scheduler of a cluster."""


class Lost(Enum):
    """Why there is no result: the code of a problem, and its message."""

    HANGING = BUDGET, "its analysis did not come back, and was ended"
    DEAD = "lost", "the process that analysed it was ended by the system (out of memory, or stuck?)"


_LOST: Final = {
    "TimeoutError": Lost.HANGING,
    "CancelledError": Lost.HANGING,
    "ProcessExpired": Lost.DEAD,
    "KilledWorker": Lost.DEAD,
}
"""The errors of Pebble and of Dask, of which the latter may not be installed."""


def available_cores() -> int:
    """The processors that this process may use."""
    is_told = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if is_told else os.cpu_count() or 1


def spread(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    workers: int = 1,
    cluster: str | None = None,
    seconds: float | None = None,
    apart: bool = False,
    here: Callable[[Item], Result] | None = None,
) -> Iterator[tuple[Item, Result | Lost]]:
    """Do some work on items; each comes with its result, or with why there is none, in its order.

    Args:
        work: what to do; a function of a module, or a partial of one.
        items: taken a few at a time.
        workers: how many processes; with one it is this process, which nothing can end.
        cluster: the address of a Dask scheduler (``tcp://host:8786``), whose workers do it instead;
            they need tracker, too.
        seconds: the processor time that one item should take: a process of this machine that has
            not come back long after that is ended. None: no limit.
        apart: whether another process, which can be ended, does also what one process can do.
        here: the same work, for this process to be one of several workers; None: it only waits.

    Raises:
        TrackerError: where there is no such scheduler, or Dask is not installed.
        WrongTypeError: where the number of workers is none.
        RecordError: where it is below 1.
    """
    require_number(workers, 1, "workers")
    if cluster is None and workers == 1 and not apart:
        yield from ((item, work(item)) for item in items)
        return
    place = (
        _processes(work, workers - (here is not None), seconds)
        if cluster is None
        else _cluster(work, cluster)
    )
    with place as (hand_out, count):
        out: deque[tuple[Item, Any]] = deque()
        for item in items:
            if here is None or sum(not each.done() for _, each in out) < _QUEUED * count():
                future = hand_out(item)
            else:
                future = Future()
                future.set_result(here(item))
            out.append((item, future))
            while out and (out[0][1].done() or (here is None and len(out) >= _AHEAD * count())):
                yield _taken(*out.popleft())
        while out:
            yield _taken(*out.popleft())


def _taken(item: Item, future: Any) -> tuple[Item, Any]:
    """An item with its result, once it is there."""
    try:
        return item, future.result()
    except Exception as error:
        if (lost := _LOST.get(type(error).__name__)) is None:
            raise
        return item, lost


_Place: TypeAlias = tuple[Callable[[Any], Any], Callable[[], int]]
"""What hands an item out, and gives a future of its result; and how many workers there are."""


@contextmanager
def _processes(work: Callable[[Any], Any], workers: int, seconds: float | None) -> Iterator[_Place]:
    """Processes of this machine. They end with this one or, whatever they do, with the block."""
    from pebble import ProcessPool

    timeout = None if seconds is None else _TIMES * seconds + _GRACE
    pool: Any = ProcessPool(
        workers, initializer=_begin, initargs=(gc.get_threshold(),), context=get_context("spawn")
    )
    try:
        yield lambda item: pool.schedule(work, args=[item], timeout=timeout), lambda: workers
    finally:
        pool.stop()
        pool.join()


def _begin(thresholds: tuple[int, int, int]) -> None:
    """Leave the interrupt key to the process that this one works for, and do not outlive it.

    Args:
        thresholds: how often that process looks for circles of objects, as this one does then.
    """
    gc.set_threshold(*thresholds)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
    os._exit(1)


@contextmanager
def _cluster(work: Callable[[Any], Any], address: str) -> Iterator[_Place]:
    """The workers of a Dask cluster, which itself replaces those that die or leave.

    Raises:
        TrackerError: where there is none, or Dask is not installed.
    """
    distributed = require_package("distributed", "--cluster needs Dask", "cluster")
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise TrackerError(f"no Dask scheduler answers at {address!r}: {error}") from error
    with client:
        yield (
            lambda item: client.submit(work, item, pure=False, retries=_RETRIES),
            lambda: max(sum(client.nthreads().values()), 1),
        )
