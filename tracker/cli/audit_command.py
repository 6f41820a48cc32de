"""``tracker audit``: every claim judged at the moment it was made; or a ruling on one."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from tracker.cli import answers
from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import (
    ascii_option,
    complete_event,
    json_option,
    read_record,
    sources_argument,
    view_option_of,
    warn,
    workers_option,
    write_json,
)
from tracker.game.record import Record
from tracker.knowledge.views import view_seats

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
@view_option_of("Only what these seats did and missed: a seat, or seats joined by +.")
@click.option("--missed", is_flag=True, help="Only the claims missed, each with its proof.")
@click.option(
    "--players",
    is_flag=True,
    help="Also how each player asked: ranks, chances, cards a turn, and what it told whom.",
)
@workers_option
@json_option
@ascii_option
def command(
    sources: tuple[str, ...],
    event: int | None,
    view: str | None,
    missed: bool,
    players: bool,
    workers: int,
    as_json: bool,
    plain: bool,
) -> None:
    """Judge every claim at the moment it was made, in the claimant's view.

    Also lists claims that could have been proven and were not made, and asks whose answer the asker
    could have known. With --event, a ruling on one claim that an arbiter can sign. Of many games, a
    line each.
    """
    if event is not None and (view is not None or missed or players):
        raise click.UsageError("--event goes with none of --as, --missed and --players")
    if missed and players and not as_json:
        raise click.UsageError("--missed shows nothing but what was missed: no --players with it")
    from tracker.cli.each_game import for_each_game, the_only_file

    file = the_only_file(sources)
    if file is None:
        if event is not None or view is not None or missed or players:
            raise click.UsageError("--event, --as, --missed and --players need one game")
        judge = audited_document if as_json else audited
        sys.exit(for_each_game(sources, judge, workers=workers, as_json=as_json))
    record = read_record(file)
    seats = view_seats(record.table, view) or None
    warn(record)
    if event is not None:
        _rule(record, event, as_json, plain)
        return
    if as_json:
        write_json(_document(record, seats, players=players, proofs=missed))
        return
    from tracker.cli.console import output

    if missed:
        answer = answers.missed_answer(record, seats)
    else:
        answer = answers.audit_answer(record, seats, players=players)
    output(plain=plain).print(answer)


def _document(
    record: Record, seats: tuple[str, ...] | None, *, players: bool, proofs: bool
) -> dict[str, Any]:
    """The audit in JSON; with how players asked and the proofs of what was missed, if wanted."""
    from tracker.analysis.audit import audit, missed_proofs
    from tracker.render.documents import audit_document
    from tracker.render.judging import proof_document

    found = audit(record)
    asked = answers.players_of(record, found, seats) if players else ()
    found = found if seats is None else found.of(seats)
    document: dict[str, Any] = audit_document(found, asked)
    if proofs:
        document["proofs"] = [proof_document(one, record) for one in missed_proofs(found)]
    return document


def audited(record: Record) -> GameOutcome:
    """What is said of one game of many, in a line."""
    from tracker.analysis.audit import audit
    from tracker.cli.each_game import GameOutcome
    from tracker.render.judging import audit_line

    return GameOutcome(0, audit_line(audit(record, chances=False)))


def audited_document(record: Record) -> GameOutcome:
    """What is said of one game of many, in JSON."""
    from tracker.analysis.audit import audit
    from tracker.cli.each_game import GameOutcome
    from tracker.render.documents import audit_document

    return GameOutcome(0, "", {"ok": True, **audit_document(audit(record))})


def _rule(record: Record, event: int, as_json: bool, plain: bool) -> None:
    """Print the ruling on one claim; the exit status is negative where it was not proven."""
    if as_json:
        from tracker.analysis.questions import rule
        from tracker.render.judging import ruling_document

        ruling = rule(record, event)
        write_json(ruling_document(ruling, record))
        is_proven = ruling.claim.verdict == "proven"
    else:
        from tracker.cli.console import output

        answer, is_proven = answers.ruling_answer(record, event)
        output(plain=plain).print(answer)
    if not is_proven:
        sys.exit(EXIT_NEGATIVE)
