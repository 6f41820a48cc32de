"""``tracker convert``: between text and JSON, and from other programs' logs."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tracker.cli.options import file_argument, output_option, read_whole, source_name, write_out
from tracker.game.record import Record
from tracker.notation.record_files import FORMS, JSON, TEXT, form_of, read_all


@click.command("convert")
@file_argument
@click.option(
    "--from",
    "source",
    type=click.Choice(FORMS),
    help="What FILE is (default: as it is plain from FILE).",
)
@click.option(
    "--to",
    "form",
    type=click.Choice([TEXT, JSON]),
    help="The form to write (default: by the name of the output, else the one FILE is not).",
)
@output_option("Write to this file")
def command(file: str, source: str | None, form: str | None, output: str | None) -> None:
    """Convert records and other programs' logs to text or JSON.

    Between text (lit) and JSON nothing is lost. Files of many games stay files of many games.
    Other programs' logs become text.
    """
    data = read_whole(file)
    source = source or form_of(data)
    games = read_all(data, source_name(file), source)
    write_out(output, _write(games, form or _form(source, output)))


def _form(source: str, output: str | None) -> str:
    """The form to write where none is asked for."""
    if output is not None and output.lower().endswith((".json", ".lit")):
        return JSON if output.lower().endswith(".json") else TEXT
    return JSON if source == TEXT else TEXT


def _write(games: Sequence[Record], form: str) -> str:
    """The games in a form; one game is not an array of one."""
    if form == TEXT:
        from tracker.notation.games import dumps_all

        return dumps_all(games)
    from tracker.notation import record_json

    return record_json.dumps(games[0]) if len(games) == 1 else record_json.dumps_all(games)
