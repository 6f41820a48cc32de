"""Work on many chunks of games: in this process, in many, or on a cluster.

Chunks are handed out a few at a time, so that memory does not grow with the number of games, and
results come as they are finished. A worker that dies takes nothing along: its chunk is given to
another one. Where that dies, too, the chunk is tried alone, and then its games one by one; those of
which a worker dies alone are marked, and not analysed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from multiprocessing.connection import Connection
from typing import Final, TypeVar

from tracker.archive.chunks import Chunk, DeadWorkersError, ahead, without_fatal
from tracker.archive.limits import may_be_ended

Result = TypeVar("Result")

_ATTEMPTS: Final = 2
"""So often a chunk is handed out together with others, if workers die; then it is tried alone."""


def available_cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    work: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    apart: bool = False,
) -> Iterator[tuple[Chunk, Result]]:
    """Do some work on chunks; each comes with its result, in the order in which they are finished.

    Args:
        work: what to do; a function of a module, or a partial of one.
        chunks: taken a few at a time.
        workers: processes; with one, or for one chunk, it is this process.
        scheduler: the address of a Dask scheduler, whose workers do it instead.
        apart: also what one process does is done by another than this one, which can be ended.

    Raises:
        DeadWorkersError: where workers die again and again on the same chunk.
        TrackerError: where there is no such scheduler.
    """
    if scheduler is not None:
        from tracker.archive.cluster import spread_on_cluster

        return spread_on_cluster(work, chunks, scheduler)
    rest = iter(chunks)
    first = tuple(islice(rest, 2))
    together = chain(first, rest)
    if apart or (workers > 1 and len(first) > 1):
        return _spread_on_processes(work, together, workers)
    return ((chunk, work(chunk)) for chunk in together)


# -- processes ------------------------------------------------------------------------------------


def _spread_on_processes(
    work: Callable[[Chunk], Result], chunks: Iterable[Chunk], workers: int
) -> Iterator[tuple[Chunk, Result]]:
    """Work in processes of this machine; a pool that lost one is replaced by a new one."""
    rest = iter(chunks)
    attempts: dict[Chunk, int] = {}
    again: list[Chunk] = []
    while True:
        with _pool(workers) as pool:
            try:
                yield from _worked_off(pool, work, rest, again, attempts, ahead(workers))
            except BrokenProcessPool:
                unfinished = sorted(attempts, key=lambda chunk: -chunk.number)
            else:
                return
        again = [chunk for chunk in unfinished if attempts[chunk] < _ATTEMPTS]
        for chunk in unfinished:
            if attempts[chunk] >= _ATTEMPTS:
                del attempts[chunk]
                yield _alone(work, chunk)


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that begin afresh, and end with this one or, whatever they do, when it says so."""
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin_worker, (lifeline,))
    try:
        yield pool
    finally:
        held.close()
        pool.shutdown(wait=False, cancel_futures=True)
        lifeline.close()


def _begin_worker(lifeline: Connection) -> None:
    """Leave the interrupt key to the process that this one works for, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    may_be_ended()
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    """End this process when the other end of a pipe is closed, by whatever."""
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv()
    os._exit(1)


def _worked_off(
    pool: ProcessPoolExecutor,
    work: Callable[[Chunk], Result],
    rest: Iterator[Chunk],
    again: list[Chunk],
    attempts: dict[Chunk, int],
    most: int,
) -> Iterator[tuple[Chunk, Result]]:
    """Hand out chunks and take in results, until the pool breaks or all is done.

    Args:
        pool: the processes.
        work: what to do.
        rest: the chunks that were not handed out yet.
        again: those that were, and got lost.
        attempts: how often each unfinished chunk was handed out; kept up to date.
        most: how many may be out at a time.
    """
    out: dict[Future[Result], Chunk] = {}
    while True:
        while len(out) < most and (chunk := again.pop() if again else next(rest, None)):
            attempts[chunk] = attempts.get(chunk, 0) + 1
            out[pool.submit(work, chunk)] = chunk
        if not out:
            return
        for future in wait(out, return_when=FIRST_COMPLETED).done:
            chunk, result = out[future], future.result()
            del out[future], attempts[chunk]
            yield chunk, result


def _alone(work: Callable[[Chunk], Result], chunk: Chunk) -> tuple[Chunk, Result]:
    """A chunk that was out whenever processes ended, with its result by a process of its own.

    That one may end, too: then its games are tried one by one, and the fatal ones marked.

    Raises:
        DeadWorkersError: where it ends all the same.
    """
    try:
        return chunk, _by_one_process(work, chunk)
    except BrokenProcessPool:
        known = without_fatal(chunk, partial(dies_here, work))
    try:
        return known, _by_one_process(work, known)
    except BrokenProcessPool as error:
        raise DeadWorkersError(chunk) from error


def _by_one_process(work: Callable[[Chunk], Result], chunk: Chunk) -> Result:
    """The result of a chunk, from a process that does nothing else."""
    with _pool(1) as pool:
        return pool.submit(work, chunk).result()


def dies_here(work: Callable[[Chunk], Result], chunk: Chunk) -> bool:
    """Whether a process of this machine ends that works on a chunk."""
    try:
        _by_one_process(work, chunk)
    except BrokenProcessPool:
        return True
    return False
