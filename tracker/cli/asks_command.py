"""``tracker asks``: every legal ask from a chair."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    chair_option,
    complete_event,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)
from tracker.game.record import Record


@click.command("asks")
@file_argument
@chair_option
@at_option
@click.option(
    "--event",
    metavar="N",
    type=click.IntRange(min=1),
    shell_complete=complete_event,
    help="Of the ask that is event N: what a yes and what a no would have told.",
)
@json_option
@ascii_option
def command(
    file: str, seat: str | None, at: int | None, event: int | None, as_json: bool, plain: bool
) -> None:
    """List every legal ask: its chance, what it would tell whom, what could then be proven.

    All of it as if all the deals that the seat can think possible were equally likely. With
    --event, one ask that was made: what either answer would have told everyone, and the asker or
    the seat that --as names.
    """
    record = read_record(file)
    warn(record, at if event is None else event)
    if event is not None:
        if at is not None:
            raise click.UsageError("--at and --event exclude each other")
        print_what_if(record, event, seat, as_json=as_json, plain=plain)
        return
    if as_json:
        from tracker.analysis.asks import asks
        from tracker.render.asking import asks_document

        write_json(asks_document(asks(record, seat, at)))
        return
    from tracker.cli.answers import asks_answer
    from tracker.cli.console import output

    output(plain=plain).print(asks_answer(record, seat, at))


def print_what_if(
    record: Record, event: int, seat: str | None, *, as_json: bool, plain: bool
) -> None:
    """What either answer to one ask would have told."""
    if as_json:
        from tracker.cli.answers import told_either_way
        from tracker.render.asking import what_if_document

        write_json(what_if_document(told_either_way(record, event, seat)))
        return
    from tracker.cli.answers import what_if_answer
    from tracker.cli.console import output

    output(plain=plain).print(what_if_answer(record, event, seat))
