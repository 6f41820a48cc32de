"""``tracker report``: what there is to say after a game."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    json_option,
    output_option,
    read_record,
    sources_argument,
    warn,
    workers_option,
    write_json,
    write_out,
)
from tracker.cli.streams import STANDARD
from tracker.game.record import Record
from tracker.inference.hands import up_to
from tracker.messages import counted, printable

if TYPE_CHECKING:
    from tracker.cli.each_game import GameOutcome


@click.command("report")
@sources_argument
@output_option("Write an HTML page to this file")
@click.option("--md", "markdown", is_flag=True, help="Write Markdown.")
@at_option
@workers_option
@json_option
@ascii_option
def command(
    sources: tuple[str, ...],
    output: str | None,
    markdown: bool,
    at: int | None,
    workers: int,
    as_json: bool,
    plain: bool,
) -> None:
    """Report on a game: result, players, turning points, claims, uncertainty.

    It is judged from every chair whose dealt hand the record gives or fixes. With -o it is a page
    to go through the game with: one file, for any browser, without a network. Many games are
    reported on with --md or --json.
    """
    if sum([output is not None, markdown, as_json]) > 1:
        raise click.UsageError("-o, --md and --json exclude each other")
    from tracker.cli.each_game import for_each_game, the_only_file

    file = the_only_file(sources)
    if file is None:
        if at is not None:
            raise click.UsageError("--at needs one game")
        if not markdown and not as_json:
            raise click.UsageError("many games are reported on with --md or --json")
        judge = reported_document if as_json else reported_markdown
        sys.exit(for_each_game(sources, judge, workers=workers, as_json=as_json))
    record = read_record(file)
    warn(record, at)
    record = up_to(record, at)
    if output is not None:
        write_page(record, output)
    elif as_json:
        from tracker.analysis.report import report
        from tracker.render.report_text import report_document

        write_json(report_document(report(record)))
    elif markdown:
        from tracker.analysis.report import report
        from tracker.render.markdown import markdown_report

        write_out(None, markdown_report(report(record)))
    else:
        print_report(record, plain)


def reported_document(record: Record) -> GameOutcome:
    """The report on one game of many, in JSON."""
    from tracker.analysis.report import report
    from tracker.cli.each_game import GameOutcome
    from tracker.render.report_text import report_document

    return GameOutcome(0, "", {"ok": True, **report_document(report(record))})


def reported_markdown(record: Record) -> GameOutcome:
    """The report on one game of many, in Markdown."""
    from tracker.analysis.report import report
    from tracker.cli.each_game import GameOutcome
    from tracker.render.markdown import markdown_report

    text = markdown_report(report(record))
    return GameOutcome(0, counted(len(record.events), "event"), text=text)


def print_report(record: Record, plain: bool) -> None:
    """The report in the terminal."""
    from tracker.analysis.report import report
    from tracker.cli.console import output
    from tracker.render.report_text import terminal_report

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
