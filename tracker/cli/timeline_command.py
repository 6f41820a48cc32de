"""``tracker timeline``: what each event told each view."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    complete_view,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)
from tracker.inference.hands import up_to


@click.command("timeline")
@file_argument
@click.option(
    "--as",
    "views",
    metavar="VIEW",
    multiple=True,
    shell_complete=complete_view,
    help="Only for this view; may be given more than once.",
)
@at_option
@json_option
@ascii_option
def command(file: str, views: tuple[str, ...], at: int | None, as_json: bool, plain: bool) -> None:
    """Say what each event told each view, in bits, and which were the turning points.

    Views: the public's, and those of all seats whose dealt hands the record gives or fixes.
    """
    record = read_record(file)
    warn(record, at)
    record = up_to(record, at)
    if as_json:
        from tracker.analysis.timeline import timeline
        from tracker.render.documents import timeline_document

        write_json(timeline_document(timeline(record, views or None), record))
        return
    from tracker.cli.answers import timeline_answer
    from tracker.cli.console import output

    output(plain=plain).print(timeline_answer(record, views or None))
