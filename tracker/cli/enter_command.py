"""``tracker enter``: type a game in."""

from __future__ import annotations

import contextlib
import sys

import click

from tracker.cli.console import output
from tracker.cli.main import EXIT_NEGATIVE, EXIT_USAGE
from tracker.cli.options import ascii_option, unreadable, view_option
from tracker.cli.shell import Shell
from tracker.cli.streams import input_lines
from tracker.entry.record_file import StorageError, remember_view, remembered_view
from tracker.entry.session import Session
from tracker.errors import ContradictionError, MissingHandError, RecordError
from tracker.messages import printable


@click.command("enter")
@click.argument("file", type=click.Path())
@view_option
@ascii_option
def command(file: str, view: str | None, plain: bool) -> None:
    """Enter a game, statement by statement; whatever is accepted is saved at once.

    On a terminal: a line editor that completes (Tab) and has commands of its own (`help`). Else
    statements and commands come from standard input, one a line; those refused get a message each,
    and the exit status is 1.
    """
    with _opened(file) as session:
        if view is not None:
            session.look_as(view)
        if sys.stdin.isatty() and sys.stdout.isatty():
            from tracker.cli.line_editor import edit_lines

            console = output(plain=plain)
            if view is None:
                _take_view_again(session)
            edit_lines(Shell(session, console, console, plain=plain))
            remember_view(session.store.path, session.view)
        else:
            console, errors = output(plain=plain), output(plain=plain, err=True)
            sys.exit(_run_all(Shell(session, console, errors, plain=plain)))


def _take_view_again(session: Session) -> None:
    """Take the view that was taken of the file last, if it can still be taken."""
    view = remembered_view(session.store.path)
    if view is not None:
        with contextlib.suppress(RecordError, MissingHandError, ContradictionError):
            session.look_as(view)


def _opened(file: str) -> Session:
    """A session over the file, or an error of the command line that says why there is none."""
    try:
        return Session.open(file)
    except FileNotFoundError as error:
        name = printable(file)
        hint = f"{name}: there is no such file (`tracker new {name}` makes one)"
        raise click.UsageError(hint) from error
    except OSError as error:
        raise unreadable(file, error) from error


def _run_all(shell: Shell) -> int:
    """Run every line of standard input; the exit status."""
    status = 0
    for number, line in enumerate(input_lines(), start=1):
        shell.place = f"line {number}: "
        try:
            if not shell.run(line):
                status = EXIT_NEGATIVE
        except StorageError as error:
            # What comes behind a statement that is not saved must not be saved without it.
            shell.say([f"{error}; nothing from this line on was entered"])
            return EXIT_USAGE
        if shell.done:
            break
    return status
