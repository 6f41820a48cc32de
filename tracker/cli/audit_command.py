"""``tracker audit``: every claim judged at the moment it was made; or a ruling on one."""

from __future__ import annotations

import sys
from typing import Any

import click

from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import (
    ascii_option,
    complete_event,
    file_argument,
    json_option,
    read_record,
    view_option_of,
    warn,
    write_json,
)
from tracker.game.record import Record
from tracker.knowledge.views import view_seats


@click.command("audit")
@file_argument
@click.option(
    "--event",
    metavar="N",
    type=click.IntRange(min=1),
    shell_complete=complete_event,
    help="Rule on the claim of event N, with reasons. Exit status 1 if it was not proven.",
)
@view_option_of("Only what these seats did and missed: a seat, or seats joined by +.")
@click.option("--missed", is_flag=True, help="Only the claims missed, each with its proof.")
@json_option
@ascii_option
def command(
    file: str, event: int | None, view: str | None, missed: bool, as_json: bool, plain: bool
) -> None:
    """Judge every claim at the moment it was made, in the claimant's view.

    Also lists claims that could have been proven and were not made, asks whose answer the asker
    could have known, and how each player asked: ranks, chances, cards a turn, and what it told
    whom. With --event, a ruling on one claim that an arbiter can sign.
    """
    if event is not None and (view is not None or missed):
        raise click.UsageError("--event goes with neither --as nor --missed")
    record = read_record(file)
    seats = view_seats(record.table, view) or None
    warn(record)
    if event is not None:
        _rule(record, event, as_json, plain)
        return
    if as_json:
        write_json(_document(record, seats, proofs=missed))
        return
    from tracker.cli import answers
    from tracker.cli.console import output

    answer = answers.missed_answer if missed else answers.audit_answer
    output(plain=plain).print(answer(record, seats))


def _document(record: Record, seats: tuple[str, ...] | None, *, proofs: bool) -> dict[str, Any]:
    """The audit in JSON; with the proofs of what was missed, if they are wanted."""
    from tracker.analysis.audit import missed_proofs
    from tracker.cli.answers import judged
    from tracker.render.audit import proof_document
    from tracker.render.documents import audit_document

    found, players = judged(record, seats)
    document: dict[str, Any] = audit_document(found, players)
    if proofs:
        document["proofs"] = [proof_document(one, record) for one in missed_proofs(found)]
    return document


def _rule(record: Record, event: int, as_json: bool, plain: bool) -> None:
    """Print the ruling on one claim; the exit status is negative where it was not proven."""
    if as_json:
        from tracker.analysis.ruling import rule
        from tracker.render.ruling import ruling_document

        ruling = rule(record, event)
        write_json(ruling_document(ruling, record))
        is_proven = ruling.claim.verdict == "proven"
    else:
        from tracker.cli.answers import ruling_answer
        from tracker.cli.console import output

        answer, is_proven = ruling_answer(record, event)
        output(plain=plain).print(answer)
    if not is_proven:
        sys.exit(EXIT_NEGATIVE)
