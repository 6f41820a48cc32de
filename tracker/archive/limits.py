"""How long the work on one game may take: its budget, in seconds of processor time.

A budget is kept in three ways, each for where the one before is not heard. The analysis looks at
the clock after every event. A signal interrupts it in between, at the next step of Python: one
position that takes long. And where Python takes no step, in one call of the solver or of NumPy, the
system ends the process some time later, if that works for another one (``may_be_ended``): that one
takes the game for lost, and goes on.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from tracker.errors import OverTimeError

_GRACE = 10.0
"""Seconds of processor time beyond twice the budget before the system ends a process."""
_AGAIN: Final = 1.0
"""Seconds after which a signal comes again: Python drops what is raised while it frees objects."""

_ended_by_the_system = False


def may_be_ended() -> None:
    """Say that this process works for another one, which does without it."""
    global _ended_by_the_system
    _ended_by_the_system = hasattr(signal, "SIGVTALRM")
    if _ended_by_the_system:
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)


@contextmanager
def within(budget: float | None) -> Iterator[Callable[[], object]]:
    """What is done inside may take so long.

    Args:
        budget: seconds of processor time; none: without end.

    Yields:
        Something to call now and then: it raises, too, where no signal can.

    Raises:
        OverTimeError: once the time is over, wherever the work stands.
    """
    if budget is None:
        yield bool
        return
    end = time.thread_time() + budget

    def look() -> None:
        if time.thread_time() > end:
            raise OverTimeError(budget)

    with _interrupted_after(budget), _ended_after(2 * budget + _GRACE):
        yield look


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
    """Whether Python ignores what is raised there: finalizers, callbacks of weak references."""
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
