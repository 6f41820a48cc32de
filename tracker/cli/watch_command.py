"""``tracker watch``: follow a file that is being written."""

from __future__ import annotations

import signal
import threading
from typing import Final

import click

from tracker.cli.console import output
from tracker.cli.options import ascii_option, view_option
from tracker.entry.watching import Watcher
from tracker.render.entry_words import sight_report

INTERVAL: Final = 0.1
"""Seconds between two looks at the file."""


@click.command("watch")
@click.argument("file", type=click.Path(dir_okay=False))
@view_option
@ascii_option
def command(file: str, view: str | None, plain: bool) -> None:
    """Follow a file that an editor is writing, and show the grid anew at each change.

    What is wrong with the record stands beside it. Ctrl-C ends it.
    """
    watcher, console = Watcher(file), output(plain=plain)
    # An exception could get lost in a destructor; a flag cannot.
    stopped = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: stopped.set())
    shown, size = None, console.size
    while not stopped.is_set():
        sight = watcher.look()
        if sight is None and console.size != size:
            sight = shown  # drawn again, for the new size
        if sight is not None:
            shown, size = sight, console.size
            console.clear()  # which does nothing but on a terminal
            console.print(sight_report(sight, view, console, plain=plain))
        stopped.wait(INTERVAL)
