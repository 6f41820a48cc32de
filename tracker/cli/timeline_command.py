"""``tracker timeline``: what each event told each view."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    complete_view,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)


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
@json_option
@ascii_option
def command(file: str, views: tuple[str, ...], as_json: bool, plain: bool) -> None:
    """Say what each event told each view, in bits, and which were the turning points.

    Views: the public's, and those of all seats whose dealt hands the record gives or fixes.
    """
    from tracker.analysis.timeline import timeline

    record = read_record(file)
    warn(record)
    found = timeline(record, views or None)
    if as_json:
        from tracker.render.documents import timeline_document

        write_json(timeline_document(found, record))
        return
    from tracker.cli.console import output
    from tracker.render.timeline import timeline_report

    output(plain=plain).print(timeline_report(found, record))
