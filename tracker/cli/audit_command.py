"""``tracker audit``: every claim judged at the moment it was made; or a ruling on one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import (
    ascii_option,
    complete_event,
    json_option,
    read_record,
    sources_argument,
    warn,
    workers_option,
    write_json,
)
from tracker.game.record import Record

if TYPE_CHECKING:
    from tracker.cli.each_game import GameOutcome


@click.command("audit")
@sources_argument
@click.option(
    "--event",
    metavar="N",
    type=click.IntRange(min=1),
    shell_complete=complete_event,
    help="Rule on the claim of event N, with reasons. Exit status 1 if it was not proven.",
)
@workers_option
@json_option
@ascii_option
def command(
    sources: tuple[str, ...], event: int | None, workers: int, as_json: bool, plain: bool
) -> None:
    """Judge every claim at the moment it was made, in the claimant's view.

    Also lists claims that could have been proven and were not made, asks whose answer the asker
    could have known, and how each player asked: ranks, chances, cards a turn, and what it told
    whom. With --event, a ruling on one claim that an arbiter can sign. Of many games, a line each.
    """
    from tracker.cli.each_game import for_each_game, the_only_file

    file = the_only_file(sources)
    if file is None:
        if event is not None:
            raise click.UsageError("--event needs one game")
        judge = audited_document if as_json else audited
        sys.exit(for_each_game(sources, judge, workers=workers, as_json=as_json))
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


def audited(record: Record) -> GameOutcome:
    """What is said of one game of many, in a line."""
    from tracker.analysis.audit import audit
    from tracker.cli.each_game import GameOutcome
    from tracker.render.audit import audit_line

    return GameOutcome(0, audit_line(audit(record, chances=False)))


def audited_document(record: Record) -> GameOutcome:
    """What is said of one game of many, in JSON."""
    from tracker.analysis.askers import askers
    from tracker.analysis.audit import audit
    from tracker.cli.each_game import GameOutcome
    from tracker.render.documents import audit_document

    found = audit(record)
    return GameOutcome(0, "", {"ok": True, **audit_document(found, askers(record, found))})


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
