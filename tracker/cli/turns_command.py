"""``tracker turns``: to whom the turn could go, and what they could win with it."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    chair_option,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)


@click.command("turns")
@file_argument
@chair_option
@at_option
@json_option
@ascii_option
def command(file: str, seat: str | None, at: int | None, as_json: bool, plain: bool) -> None:
    """List the ways to give the turn away: what whoever gets it could be sure to win.

    Passes, asks that are refused, and cards surrendered; as if all the deals that the seat can
    think possible were equally likely.
    """
    from tracker.analysis.turn_options import turns

    record = read_record(file)
    warn(record, at)
    found = turns(record, seat, at)
    if as_json:
        from tracker.render.turn_table import turns_document

        write_json(turns_document(found))
        return
    from tracker.cli.console import output
    from tracker.render.turn_table import turns_report

    output(plain=plain).print(turns_report(found))
