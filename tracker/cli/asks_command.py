"""``tracker asks``: every legal ask from a chair."""

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


@click.command("asks")
@file_argument
@chair_option
@at_option
@json_option
@ascii_option
def command(file: str, seat: str | None, at: int | None, as_json: bool, plain: bool) -> None:
    """List every legal ask: its chance, what it would tell whom, what could then be proven.

    All of it as if all the deals that the seat can think possible were equally likely.
    """
    record = read_record(file)
    warn(record, at)
    if as_json:
        from tracker.analysis.asks import asks
        from tracker.render.asks import asks_document

        write_json(asks_document(asks(record, seat, at)))
        return
    from tracker.cli.answers import asks_answer
    from tracker.cli.console import output

    output(plain=plain).print(asks_answer(record, seat, at))
