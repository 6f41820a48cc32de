"""``tracker report``: what there is to say after a game."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)


@click.command("report")
@file_argument
@click.option("--md", "markdown", is_flag=True, help="Write Markdown.")
@json_option
@ascii_option
def command(file: str, markdown: bool, as_json: bool, plain: bool) -> None:
    """Report on a game: result, players, turning points, claims, uncertainty.

    It is judged from every chair whose dealt hand the record gives or fixes.
    """
    if markdown and as_json:
        raise click.UsageError("--md and --json exclude each other")
    from tracker.analysis.report import report

    record = read_record(file)
    warn(record, len(record.events))
    found = report(record)
    if as_json:
        from tracker.render.report_document import report_document

        write_json(report_document(found))
    elif markdown:
        from tracker.render.markdown import markdown_report

        click.echo(markdown_report(found), nl=False)
    else:
        from tracker.cli.console import output
        from tracker.render.report import terminal_report

        console = output()
        console.print(terminal_report(found, console.width, plain=plain))
