"""``tracker watch``: follow a file that is being written."""

from __future__ import annotations

import contextlib
import time
from typing import Final

import click

from tracker.cli.console import output
from tracker.cli.options import ascii_option, full_view, view_option
from tracker.entry.watching import Watcher
from tracker.render.watch import sight_report

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
    watcher, console = Watcher(file), output()
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            sight = watcher.look()
            if sight is not None:
                if console.is_terminal:
                    console.clear()
                chosen = view
                if sight.record is not None and view is not None:
                    with contextlib.suppress(Exception):
                        chosen = full_view(sight.record, view)
                console.print(sight_report(sight, chosen, console.width, plain=plain))
            time.sleep(INTERVAL)
