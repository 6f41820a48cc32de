"""``tracker signals``: asks that would be signals, had a team agreed on a convention."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    assume_option,
    at_option,
    file_argument,
    json_option,
    read_record,
    view_option,
    warn,
    write_json,
)


@click.command("signals")
@file_argument
@assume_option("Say what would follow for the view, had it been agreed on and kept.")
@view_option
@at_option
@json_option
@ascii_option
def command(
    file: str, assume: str | None, view: str | None, at: int | None, as_json: bool, plain: bool
) -> None:
    """List the asks that would be signals, and what they would say.

    By Ali Salahuddin's convention: after a refused ask, a teammate who has the card asks for
    another one of that half-suit. Nothing of this is a fact; with --assume, each conclusion says
    on which signals it leans.
    """
    if view is not None and assume is None:
        raise click.UsageError("--as says for whom conclusions are: it goes with --assume")
    from tracker.analysis.signals import reading, signals

    record = read_record(file)
    warn(record, at)
    read = None if assume is None else reading(record, view, at)
    found = signals(record, at) if read is None else read.signals
    if as_json:
        from tracker.render.conventions import signals_document

        write_json(signals_document(found, read))
        return
    from tracker.cli.console import output
    from tracker.render.conventions import signals_report

    output(plain=plain).print(signals_report(found, read))
