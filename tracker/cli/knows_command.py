"""``tracker knows``: who could prove each half-suit, and since when."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)


@click.command("knows")
@file_argument
@at_option
@json_option
@ascii_option
def command(file: str, at: int | None, as_json: bool, plain: bool) -> None:
    """Say who could prove each half-suit, from when to when, and what came of it.

    Those asked are the public, each seat whose dealt hand the record gives or fixes, and the
    pooled hands of each team, where all of them are known.
    """
    from tracker.analysis.knows import knows

    record = read_record(file)
    warn(record, at)
    found = knows(record, at)
    if as_json:
        from tracker.render.knows import knows_document

        write_json(knows_document(found))
        return
    from tracker.cli.console import output
    from tracker.render.knows import knows_report

    output(plain=plain).print(knows_report(found))
