"""How the program ends: with an exit status that says how it went, and never with a traceback.

* 0, 1, 2, 3 are the answers' own (``tracker.render.registry``); 2 is also for a command line that
  makes no sense, and where standard output fails;
* 70 (``EX_SOFTWARE``) is a fault of ours that nobody foresaw: one line says what it was. With
  ``TRACKER_DEBUG`` set the exception goes on, and Python prints where it came from;
* 130 is Ctrl-C, and 141 a reader that left (``tracker … | head``): as shells have it for signals.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import Final, TextIO

import click

from tracker.cli.streams import abandon, mend_sizes, never_fail_to_encode, open_missing, say
from tracker.messages import printable, printable_lines
from tracker.render.registry import CONTRADICTION, NEGATIVE, UNANSWERED

EXIT_NEGATIVE: Final = NEGATIVE
EXIT_USAGE: Final = UNANSWERED
EXIT_CONTRADICTION: Final = CONTRADICTION
EXIT_UNWRITABLE: Final = 2
EXIT_UNFORESEEN: Final = 70
EXIT_INTERRUPTED: Final = 130
EXIT_LEFT: Final = 141
DEBUG: Final = "TRACKER_DEBUG"
_LONGEST: Final = 200


def run(command: Callable[[], object]) -> int:
    """Run a command to its end; its exit status.

    Args:
        command: it may raise whatever it likes; an integer that it returns is its status.
    """
    open_missing()
    never_fail_to_encode()
    mend_sizes()
    try:
        status = _status(command)
        sys.stdout.flush()
        return status
    except BaseException as error:
        if isinstance(error, Exception) and os.environ.get(DEBUG) and not _is_foreseen(error):
            raise
        status = _report(error)
        for stream in (sys.stdout, sys.stderr):
            _flush_or_drop(stream)
        return status


def _status(command: Callable[[], object]) -> int:
    try:
        status = command()
    except SystemExit as end:
        status = end.code
    return status if isinstance(status, int) else 0


def _is_foreseen(error: BaseException) -> bool:
    return isinstance(error, click.ClickException | click.Abort | OSError)


def _report(error: BaseException) -> int:
    """Print what happened, if standard error can still take it; the exit status."""
    with contextlib.suppress(OSError):
        if isinstance(error, click.ClickException):
            tell(error)
        elif isinstance(error, click.Abort | KeyboardInterrupt):
            say("Aborted!", err=True)
        elif isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            name = "standard output" if error.filename is None else printable(str(error.filename))
            say(f"Error: {name}: {printable(error.strerror or str(error))}", err=True)
        elif not isinstance(error, BrokenPipeError):
            fault = printable(f"{type(error).__name__}: {error}")[:_LONGEST]
            say(f"Error: {fault} (a fault of tracker; {DEBUG}=1 says where)", err=True)
    return _status_of(error)


def tell(error: click.ClickException) -> None:
    """Say what is wrong with a command line; what it quotes of it cannot reach the terminal raw."""
    message = io.StringIO()
    error.show(message)
    say(printable_lines(message.getvalue().rstrip("\n")), err=True)


def _status_of(error: BaseException) -> int:
    """The exit status that an error ends the program with."""
    match error:
        case click.ClickException():
            return error.exit_code
        case click.Abort() | KeyboardInterrupt():
            return EXIT_INTERRUPTED
        case BrokenPipeError():
            return EXIT_LEFT
        case OSError():
            return EXIT_UNWRITABLE
        case _:
            return EXIT_UNFORESEEN


def _flush_or_drop(stream: TextIO) -> None:
    """Python flushes at the end once more, and would complain."""
    try:
        stream.flush()
    except OSError:
        abandon(stream)
