"""``tracker verify``: a certificate against a record, by counting alone."""

from __future__ import annotations

import sys

import click

from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import json_option, read_bytes, read_record, write_json
from tracker.explain.certificate import CertificateError, loads, verify
from tracker.render.safe import printable


@click.command("verify")
@click.argument("certificate", type=click.Path(allow_dash=True))
@click.argument("record", type=click.Path(allow_dash=True))
@json_option
def command(certificate: str, record: str, as_json: bool) -> None:
    """Check the CERTIFICATE of `tracker why` against a RECORD.

    By counting alone, without the solver that found it: that the causes force the conclusion, and
    that none can be left out. Exit status 1 if it fails.
    """
    try:
        document = loads(read_bytes(certificate).decode())
    except UnicodeDecodeError as error:
        raise CertificateError("not a certificate: it is not UTF-8") from error
    problems = verify(document, read_record(record))
    if as_json:
        write_json({"ok": not problems, "problems": list(problems)})
    else:
        for problem in problems:
            click.echo(f"Fails: {printable(problem)}")
        if not problems:
            click.echo("Holds: the causes force the conclusion, and none can be left out.")
    if problems:
        sys.exit(EXIT_NEGATIVE)
