"""The same work on the workers of a Dask cluster (the extra ``cluster``).

A worker that dies, or leaves, takes nothing along: Dask gives its chunk to another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from tracker.archive.chunks import Chunk, ahead
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
        TrackerError: where there is no such scheduler, or Dask is not installed.
    """
    with _client(scheduler) as client:
        out: dict[Any, Chunk] = {}
        done = _completed(client)
        for chunk in chunks:
            _hand_out(client, work, chunk, out, done)
            while len(out) >= ahead(sum(client.nthreads().values())):
                yield _next(done, out)
        while out:
            yield _next(done, out)


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


def _completed(client: Any) -> Any:
    """What gives futures as they are finished."""
    import distributed

    as_completed: Any = distributed.as_completed
    return as_completed(loop=client.loop)


def _hand_out(
    client: Any, work: Callable[[Chunk], Any], chunk: Chunk, out: dict[Any, Chunk], done: Any
) -> None:
    future = client.submit(work, chunk, pure=False, retries=_RETRIES)
    out[future] = chunk
    done.add(future)


def _next(done: Any, out: dict[Any, Chunk]) -> tuple[Chunk, Any]:
    """The next chunk that is finished, with its result."""
    future = next(done)
    result = future.result()
    return out.pop(future), result
