"""``tracker report``: what there is to say after a game."""

from __future__ import annotations

import os

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    file_argument,
    json_option,
    output_option,
    read_record,
    warn,
    write_json,
    write_out,
)
from tracker.cli.streams import STANDARD
from tracker.game.record import Record
from tracker.inference.hands import up_to
from tracker.messages import printable


@click.command("report")
@file_argument
@output_option("Write an HTML page to this file")
@click.option("--md", "markdown", is_flag=True, help="Write Markdown.")
@at_option
@json_option
@ascii_option
def command(
    file: str, output: str | None, markdown: bool, at: int | None, as_json: bool, plain: bool
) -> None:
    """Report on a game: result, players, turning points, claims, uncertainty.

    It is judged from every chair whose dealt hand the record gives or fixes. With -o it is a page
    to go through the game with: one file, for any browser, without a network.
    """
    if sum([output is not None, markdown, as_json]) > 1:
        raise click.UsageError("-o, --md and --json exclude each other")
    record = read_record(file)
    warn(record, at)
    record = up_to(record, at)
    if output is not None:
        write_page(record, output)
    elif as_json:
        from tracker.analysis.report import report
        from tracker.render.report_document import report_document

        write_json(report_document(report(record)))
    elif markdown:
        from tracker.analysis.report import report
        from tracker.render.markdown import markdown_report

        write_out(None, markdown_report(report(record)))
    else:
        print_report(record, plain)


def print_report(record: Record, plain: bool) -> None:
    """The report in the terminal."""
    from tracker.analysis.report import report
    from tracker.cli.console import output
    from tracker.render.report import terminal_report

    console = output(plain=plain)
    console.print(terminal_report(report(record), console.width, plain=plain))


def write_page(record: Record, path: str) -> None:
    """The report as a page: the file is written when all of it is there, in one step."""
    from tracker.render.page import page

    content = page(record, workers=os.cpu_count() or 1, progress=_say_progress)
    write_out(path, content)
    name = "<stdout>" if path == STANDARD else printable(path)
    click.echo(f"{name}: {len(content.encode()) / 1000:.0f} kB", err=True)


def _say_progress(view: str, done: int, of: int) -> None:
    click.echo(f"{done}/{of} views: {printable(view)}", err=True)
