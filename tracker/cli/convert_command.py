"""``tracker convert``: between text and JSON."""

from __future__ import annotations

import click

from tracker.cli.options import file_argument, output_option, read_record, write_out
from tracker.game.record import Record
from tracker.notation import text


@click.command("convert")
@file_argument
@click.option(
    "--to",
    "form",
    type=click.Choice(["lit", "json"]),
    help="The form to write (default: by the name of the output, else the one FILE is not).",
)
@output_option("Write to this file")
def command(file: str, form: str | None, output: str | None) -> None:
    """Convert a record between text (lit) and JSON, losing nothing."""
    record = read_record(file)
    write_out(output, _write(record, form or _form(file, output)))


def _form(file: str, output: str | None) -> str:
    """The form to write where none is asked for."""
    if output is not None and output.lower().endswith((".json", ".lit")):
        return "json" if output.lower().endswith(".json") else "lit"
    return "lit" if file.lower().endswith(".json") else "json"


def _write(record: Record, form: str) -> str:
    if form == "lit":
        return text.dumps(record)
    from tracker.notation import record_json

    return record_json.dumps(record)
