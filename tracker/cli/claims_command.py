"""``tracker claims``: what can be claimed, and what is proven."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    assume_reading_option,
    at_option,
    complete_seat,
    file_argument,
    json_option,
    open_view,
    read_record,
    view_option,
    write_json,
)
from tracker.inference.deduction import ClaimVerdict, Deduction, deduce


@click.command("claims")
@file_argument
@view_option
@at_option
@click.option(
    "--team", metavar="SEAT", shell_complete=complete_seat, help="For the team of this seat."
)
@assume_reading_option
@json_option
@ascii_option
def command(
    file: str,
    view: str | None,
    at: int | None,
    team: str | None,
    assume: str | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Judge the claim of every open half-suit: proven, owned, open or impossible.

    For the view's team, or in the public view for both.
    """
    with open_view(read_record(file), view, at, assume) as deduction:
        if as_json:
            _write_document(deduction, team, leans=assume is not None)
            return
        from tracker.cli.answers import claims_answer
        from tracker.cli.console import output

        console = output(plain=plain)
        console.print(claims_answer(deduction, team))
        if assume is not None:
            from tracker.render.conventions import claims_leaning

            console.print(claims_leaning(deduction, _leaning(deduction, team)))


def _write_document(deduction: Deduction, team: str | None, *, leans: bool) -> None:
    """Write the JSON; with what is assumed, each claim says on which signals it leans."""
    from tracker.analysis.odds import Odds
    from tracker.render.documents import claims_document

    odds = Odds(deduction)
    document = claims_document(odds, odds.claims(team))
    if leans:
        from tracker.render.conventions import assumed_document

        document |= assumed_document(deduction)
        found = _leaning(deduction, team)
        for claim, (_, signals) in zip(document["claims"], found, strict=True):
            claim["leans"] = list(signals)
    write_json(document)


def _leaning(deduction: Deduction, team: str | None) -> list[tuple[ClaimVerdict, tuple[int, ...]]]:
    """Each verdict, with the signals on which it leans."""
    from tracker.analysis.signals import claim_leaning

    with deduce(deduction.record, deduction.viewer, deduction.at) as plain:
        return [(one, claim_leaning(deduction, plain, one)) for one in deduction.claims(team)]
