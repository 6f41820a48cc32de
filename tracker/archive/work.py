"""Work on many chunks of games: in this process, in many, or on a Dask cluster.

Chunks are handed out a few at a time, so that memory does not grow with the number of games, and
results come as they are finished. A worker that dies takes nothing along: its chunk is given to
another one. Where that dies, too, a process of this machine tries the chunk alone, and then its
games one by one. Games of which a process dies alone are marked, and not analysed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any, Final, TypeVar

from tracker.archive.source_games import Chunk, Duplicates, SourceGame, chunks_of
from tracker.errors import OverTimeError, TrackerError
from tracker.messages import require_number

# The time budget of one game: how many seconds of processor time its analysis may take.
#
# A budget is kept in three ways, each a fallback for the one before it:
#
# * the analysis looks at the clock after every event;
# * a signal interrupts it in between, where Python takes its next step;
# * where Python takes no step, in one call of the solver or of NumPy, the system ends the process
#   some time later. That works only in a process that works for another one (``may_be_ended``): it
#   takes the game for lost and goes on.
#
# The budgets of single searches are counted, not timed (``tracker.budget``). This one is for what
# takes long all the same.

DEFAULT_BUDGET: Final = 60.0
"""Seconds of processor time that the analysis of one game may take."""
_GRACE = 10.0
"""Seconds of processor time beyond twice the budget before the system ends a process."""
_AGAIN: Final = 1.0
"""Seconds after which a signal comes again: Python drops what is raised while it frees objects."""

_CHUNK: Final = 8
"""Games that are handed out together, where a chunk is not kept."""

_ended_by_the_system = False


def may_be_ended() -> None:
    """Say that this process works for another one, which can do without it."""
    global _ended_by_the_system
    _ended_by_the_system = hasattr(signal, "SIGVTALRM")
    if _ended_by_the_system:
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)


@contextmanager
def within(seconds: float | None) -> Iterator[Callable[[], object]]:
    """What is done inside has a time budget.

    Args:
        seconds: of processor time; None: no limit.

    Yields:
        A function to call now and then. It raises where the budget is spent and no signal came.

    Raises:
        OverTimeError: once the budget is spent, wherever the work stands.
    """
    if seconds is None:
        yield lambda: None
        return
    end = time.thread_time() + seconds

    def require_time() -> None:
        if time.thread_time() > end:
            raise OverTimeError(seconds)

    with _interrupted_after(seconds), _ended_after(2 * seconds + _GRACE):
        yield require_time


@contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """Raises ``OverTimeError`` inside by a signal, where this thread can have signals."""
    if not hasattr(signal, "SIGPROF") or threading.current_thread() is not threading.main_thread():
        yield
        return
    going_on = True

    def interrupt(_signal: int, frame: FrameType | None) -> None:
        if going_on and not _is_ignored(frame):  # the signal comes again
            raise OverTimeError(seconds)

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, max(seconds, 1e-6), _AGAIN)
    try:
        yield
    finally:
        going_on = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        # A last signal may be on its way to another thread: by default it would end the process.
        signal.signal(signal.SIGPROF, signal.SIG_IGN if before == signal.SIG_DFL else before)


def _is_ignored(frame: FrameType | None) -> bool:
    """Whether Python drops what is raised in a frame: in finalizers, and weak references' calls."""
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_globals.get("__name__") == "weakref":
            return True
        frame = frame.f_back
    return False


@contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    """Lets the system end this process, where it may, if what is inside takes so long."""
    if not _ended_by_the_system:
        yield
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


Result = TypeVar("Result")

_AHEAD: Final = 2
"""Chunks that are handed out for each worker: one to work on, one to go on with."""
_ATTEMPTS: Final = 2
"""So often a chunk is handed out together with others, if workers die; then it is tried alone."""
_RETRIES: Final = 2
"""So often the cluster gives a chunk to another worker, if workers die."""
_PATIENCE: Final = 10
"""Seconds to wait for the scheduler of a cluster."""


class DeadWorkersError(TrackerError):
    """Workers died again and again on the same games, and of none of them alone.

    Args:
        chunk: the games.
    """

    def __init__(self, chunk: Chunk) -> None:
        first, last = chunk.games[0], chunk.games[-1]
        super().__init__(
            f"workers died again and again while they had the games from {first.place} to "
            f"{last.place} (out of memory?); what is finished is kept",
            (chunk,),
        )


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
        workers: how many processes; with one, or for one chunk, it is this process.
        scheduler: the address of a Dask scheduler (``tcp://host:8786``), whose workers do it
            instead; they need tracker, too.
        apart: whether another process, which can be ended, does also what one process can do.

    Raises:
        DeadWorkersError: where workers die again and again on the same chunk.
        TrackerError: where there is no such scheduler, or Dask is not installed.
        WrongTypeError: where the number of workers is none.
        RecordError: where it is below 1.
    """
    require_number(workers, 1, "workers")
    if scheduler is not None:
        return _spread_on_cluster(work, chunks, scheduler)
    rest = iter(chunks)
    first = tuple(islice(rest, 2))
    together = chain(first, rest)
    if apart or (workers > 1 and len(first) > 1):
        return _spread_on_processes(work, together, workers)
    return ((chunk, work(chunk)) for chunk in together)


def results_of(
    work: Callable[[Chunk], Result],
    games: Iterable[SourceGame],
    *,
    workers: int = 1,
    scheduler: str | None = None,
    apart: bool = False,
    tell: Callable[[Chunk, Result], None] | None = None,
) -> Iterator[Result]:
    """The results of some work on games, in the order of the games.

    A game that came before is marked, and each chunk has a few games.

    Args:
        work: what to do with a chunk, as ``spread`` takes it.
        games: the games.
        workers: how many processes do it.
        scheduler: the address of a Dask scheduler, as ``spread`` takes it.
        apart: whether another process does also what one process can do.
        tell: is called with each chunk and its result, as soon as it is finished.
    """

    def finished() -> Iterator[tuple[Chunk, Result]]:
        """The chunks with their results, once each has been told."""
        chunks = chunks_of(map(Duplicates().marked, games), _CHUNK)
        for chunk, result in spread(
            work, chunks, workers=workers, scheduler=scheduler, apart=apart
        ):
            if tell is not None:
                tell(chunk, result)
            yield chunk, result

    return in_order(finished())


def in_order(results: Iterable[tuple[Chunk, Result]]) -> Iterator[Result]:
    """Results in the order of their chunks, which makes sums the same however they were spread."""
    waiting: dict[int, Result] = {}
    following = 0
    for chunk, result in results:
        waiting[chunk.number] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1


def _ahead(workers: int) -> int:
    """How many chunks may be handed out at a time."""
    return _AHEAD * max(workers, 1)


# -- processes ------------------------------------------------------------------------------------


def _spread_on_processes(
    work: Callable[[Chunk], Result], chunks: Iterable[Chunk], workers: int
) -> Iterator[tuple[Chunk, Result]]:
    """Work in processes of this machine; a pool that lost one is replaced by a new one."""
    waiting = iter(chunks)
    failures: Counter[Chunk] = Counter()
    while True:
        unfinished: list[Chunk] = []
        try:
            with _pool(workers) as pool:
                yield from _worked_off(pool, work, waiting, unfinished, _ahead(workers))
            return
        except BrokenProcessPool:
            failures.update(unfinished)
        unfinished.sort(key=lambda chunk: chunk.number)
        again = [chunk for chunk in unfinished if failures[chunk] < _ATTEMPTS]
        waiting = chain(again, waiting)
        for chunk in unfinished:
            if failures[chunk] >= _ATTEMPTS:
                yield _alone(work, chunk)


def _worked_off(
    pool: ProcessPoolExecutor,
    work: Callable[[Chunk], Result],
    waiting: Iterator[Chunk],
    unfinished: list[Chunk],
    most: int,
) -> Iterator[tuple[Chunk, Result]]:
    """Hand out chunks and take in results, until the pool breaks or all is done.

    Args:
        pool: the processes.
        work: what to do.
        waiting: the chunks to hand out.
        unfinished: the chunks that are handed out and whose results are not there; kept up to date.
        most: how many may be handed out at a time.
    """
    out: dict[Future[Result], Chunk] = {}
    while True:
        for chunk in islice(waiting, most - len(out)):
            unfinished.append(chunk)
            out[pool.submit(work, chunk)] = chunk
        if not out:
            return
        for future in wait(out, return_when=FIRST_COMPLETED).done:
            result, chunk = future.result(), out.pop(future)
            unfinished.remove(chunk)
            yield chunk, result


def _alone(work: Callable[[Chunk], Result], chunk: Chunk) -> tuple[Chunk, Result]:
    """A chunk that was handed out whenever processes died, with its result by a process of its own.

    That process may die, too. Then its games are tried one by one, and the fatal ones marked.

    Raises:
        DeadWorkersError: where the process dies all the same.
    """
    try:
        return chunk, _by_one_process(work, chunk)
    except BrokenProcessPool:
        marked = _without_fatal(work, chunk)
    try:
        return marked, _by_one_process(work, marked)
    except BrokenProcessPool as error:
        raise DeadWorkersError(chunk) from error


def _without_fatal(work: Callable[[Chunk], Result], chunk: Chunk) -> Chunk:
    """A chunk of which workers died, with the games marked of which one dies even alone."""
    games = (
        replace(game, fatal=game.fatal or _is_fatal(work, Chunk(chunk.number, (game,))))
        for game in chunk.games
    )
    return Chunk(chunk.number, tuple(games))


def _is_fatal(work: Callable[[Chunk], Result], chunk: Chunk) -> bool:
    """Whether a process of this machine dies that works on a chunk."""
    try:
        _by_one_process(work, chunk)
    except BrokenProcessPool:
        return True
    return False


def _by_one_process(work: Callable[[Chunk], Result], chunk: Chunk) -> Result:
    """The result of a chunk, from a process that does nothing else."""
    with _pool(1) as pool:
        return pool.submit(work, chunk).result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """New processes. They end with this one or, whatever they do, when the block is left."""
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin_worker, (lifeline,))
    try:
        yield pool
    finally:
        held.close()  # at which the processes end, so that waiting for them takes no time
        pool.shutdown(cancel_futures=True)
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


# -- a cluster ------------------------------------------------------------------------------------


def _spread_on_cluster(
    work: Callable[[Chunk], Result], chunks: Iterable[Chunk], scheduler: str
) -> Iterator[tuple[Chunk, Result]]:
    """Work on the workers of a Dask cluster, which itself replaces those that die or leave."""
    with _client(scheduler) as client:
        from distributed import KilledWorker, as_completed

        waiting = iter(chunks)
        tried: set[int] = set()
        out: dict[Any, Chunk] = {}
        done: Any = as_completed(loop=client.loop)  # type: ignore[no-untyped-call]
        while True:
            most = _ahead(sum(client.nthreads().values()))
            for chunk in islice(waiting, max(most - len(out), 0)):
                future = client.submit(work, chunk, pure=False, retries=_RETRIES)
                out[future] = chunk
                done.add(future)
            if not out:
                return
            future = next(done)
            chunk = out.pop(future)
            try:
                yield chunk, future.result()
            except KilledWorker as error:
                if chunk.number in tried:
                    raise DeadWorkersError(chunk) from error
                tried.add(chunk.number)
                waiting = chain([_without_fatal(work, chunk)], waiting)


def _client(scheduler: str) -> Any:
    """A client of a scheduler.

    Raises:
        TrackerError: where there is none, or Dask is not installed.
    """
    try:
        from distributed import Client
    except ImportError as error:
        message = "--scheduler needs Dask: pip install 'literature-tracker[cluster]'"
        raise TrackerError(message) from error
    try:
        connect: Any = Client
        return connect(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise TrackerError(f"no Dask scheduler answers at {scheduler!r}: {error}") from error
