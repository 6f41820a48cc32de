"""The same work on the workers of a Dask cluster (the extra ``cluster``).

A worker that dies, or leaves, takes nothing along: Dask gives its chunk to another one. Where some
more of them die of it, the games of the chunk are tried one by one, by a process of this machine:
it can die as often as needs be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, Generic, TypeVar

from tracker.archive.chunks import Chunk, DeadWorkersError, ahead, without_fatal
from tracker.archive.work import dies_here
from tracker.errors import TrackerError

Result = TypeVar("Result")

_PATIENCE: Final = 10
"""Seconds to wait for the scheduler."""
_RETRIES: Final = 2


def spread_on_cluster(
    work: Callable[[Chunk], Result], chunks: Iterable[Chunk], scheduler: str
) -> Iterator[tuple[Chunk, Result]]:
    """Do some work on chunks, as ``spread`` does.

    Args:
        work: what to do; the workers need tracker, too.
        chunks: taken a few at a time.
        scheduler: its address (``tcp://host:8786``).

    Raises:
        DeadWorkersError: where workers die again and again on the same chunk.
        TrackerError: where there is no such scheduler, or Dask is not installed.
    """
    with _client(scheduler) as client:
        spreading = _Spreading(client, work)
        for chunk in chunks:
            spreading.hand_out(chunk)
            while spreading.out >= ahead(sum(client.nthreads().values())):
                yield from spreading.finished()
        while spreading.out:
            yield from spreading.finished()


class _Spreading(Generic[Result]):
    """Chunks that are on the workers of a cluster.

    Args:
        client: of the cluster.
        work: what is done with them.
    """

    def __init__(self, client: Any, work: Callable[[Chunk], Result]) -> None:
        import distributed

        as_completed: Any = distributed.as_completed
        self._client = client
        self._work = work
        self._out: dict[Any, Chunk] = {}
        self._done = as_completed(loop=client.loop)
        self._killed: Any = distributed.KilledWorker
        self._tried: set[int] = set()
        """The numbers of the chunks whose games have been tried one by one."""

    @property
    def out(self) -> int:
        """How many chunks are on the workers."""
        return len(self._out)

    def hand_out(self, chunk: Chunk) -> None:
        """Give a chunk to the workers."""
        future = self._submitted(chunk)
        self._out[future] = chunk
        self._done.add(future)

    def finished(self) -> Iterator[tuple[Chunk, Result]]:
        """The next chunk that is finished, with its result; nothing where workers died of it.

        Raises:
            DeadWorkersError: where they did although its fatal games are not analysed.
        """
        future = next(self._done)
        chunk = self._out.pop(future)
        try:
            yield chunk, future.result()
        except self._killed as error:
            if chunk.number in self._tried:
                raise DeadWorkersError(chunk) from error
            self._tried.add(chunk.number)
            self.hand_out(without_fatal(chunk, partial(dies_here, self._work)))

    def _submitted(self, chunk: Chunk) -> Any:
        return self._client.submit(self._work, chunk, pure=False, retries=_RETRIES)


def _client(scheduler: str) -> Any:
    """A client of a scheduler.

    Raises:
        TrackerError: where there is none.
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
