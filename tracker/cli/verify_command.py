"""``tracker verify``: a certificate against a record, by counting alone."""

from __future__ import annotations

import sys

import click

from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import json_option, read_bytes, read_record, write_json
from tracker.cli.streams import say
from tracker.explain.certificate import loads
from tracker.explain.verification import verification
from tracker.render.problem_lines import verification_document, verification_lines


@click.command("verify")
@click.argument("certificate", type=click.Path(allow_dash=True))
@click.argument("record", type=click.Path(allow_dash=True))
@json_option
def command(certificate: str, record: str, as_json: bool) -> None:
    """Check the CERTIFICATE of `tracker why` against a RECORD.

    By counting alone, without the solver that found it: that the causes force the conclusion, and
    that none can be left out. Exit status 1 if it fails.
    """
    if certificate == record == "-":
        raise click.UsageError("only one of the two can come from standard input")
    found = verification(loads(read_bytes(certificate)), read_record(record))
    if as_json:
        write_json(verification_document(found))
    else:
        for line in verification_lines(found):
            say(line)
    if found.problems:
        sys.exit(EXIT_NEGATIVE)
