"""``tracker audit``: every claim judged at the moment it was made; or a ruling on one."""

from __future__ import annotations

import sys

import click

from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import (
    ascii_option,
    complete_event,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)
from tracker.game.record import Record


@click.command("audit")
@file_argument
@click.option(
    "--event",
    metavar="N",
    type=click.IntRange(min=1),
    shell_complete=complete_event,
    help="Rule on the claim of event N, with reasons. Exit status 1 if it was not proven.",
)
@json_option
@ascii_option
def command(file: str, event: int | None, as_json: bool, plain: bool) -> None:
    """Judge every claim at the moment it was made, in the claimant's view.

    Also lists claims that could have been proven and were not made, asks whose answer the asker
    could have known, and how each player asked: ranks, chances, cards a turn, and what it told
    whom. With --event, a ruling on one claim that an arbiter can sign.
    """
    record = read_record(file)
    warn(record)
    if event is not None:
        _rule(record, event, as_json, plain)
        return
    from tracker.analysis.askers import askers
    from tracker.analysis.audit import audit

    found = audit(record)
    players = askers(record, found)
    if as_json:
        from tracker.render.documents import audit_document

        write_json(audit_document(found, players))
        return
    from tracker.cli.console import output
    from tracker.render.audit import audit_report

    output(plain=plain).print(audit_report(found, players))


def _rule(record: Record, event: int, as_json: bool, plain: bool) -> None:
    """Print the ruling on one claim; the exit status is negative where it was not proven."""
    from tracker.analysis.ruling import rule
    from tracker.cli.console import output
    from tracker.render.ruling import ruling_document, ruling_report

    ruling = rule(record, event)
    if as_json:
        write_json(ruling_document(ruling, record))
    else:
        output(plain=plain).print(ruling_report(ruling, record))
    if ruling.claim.verdict != "proven":
        sys.exit(EXIT_NEGATIVE)
