"""``tracker asks``: every legal ask from a chair."""

from __future__ import annotations

import click

from tracker.cli.options import (
    at_option,
    complete_seat,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)


@click.command("asks")
@file_argument
@click.option(
    "--as",
    "seat",
    metavar="SEAT",
    shell_complete=complete_seat,
    help="From that seat's chair (default: whose turn it is).",
)
@at_option
@json_option
def command(file: str, seat: str | None, at: int | None, as_json: bool) -> None:
    """List every legal ask: its chance, what it would tell whom, what could then be proven.

    All of it as if all the deals that the seat can think possible were equally likely.
    """
    from tracker.analysis.asks import asks

    record = read_record(file)
    warn(record, at)
    found = asks(record, seat, at)
    if as_json:
        from tracker.render.asks import asks_document

        write_json(asks_document(found))
        return
    from tracker.cli.console import output
    from tracker.render.asks import asks_report

    output().print(asks_report(found))
