"""``tracker show``: the state of a game, and who can hold what."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    file_argument,
    json_option,
    open_view,
    read_record,
    view_option,
    write_json,
)


@click.command("show")
@file_argument
@view_option
@at_option
@json_option
@ascii_option
def command(file: str, view: str | None, at: int | None, as_json: bool, plain: bool) -> None:
    """Show the state of a game, and who can hold what.

    A grid of cards and seats for each half-suit in play, in a view (--as) at a moment (--at).
    """
    with open_view(read_record(file), view, at) as deduction:
        if as_json:
            from tracker.render.documents import show_document

            write_json(show_document(deduction))
            return
        from tracker.cli.console import output
        from tracker.render.grid import grid

        console = output()
        console.print(grid(deduction, console.width, plain=plain))
