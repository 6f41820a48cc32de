"""``tracker claims``: what can be claimed, and what is proven."""

from __future__ import annotations

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    complete_seat,
    file_argument,
    json_option,
    open_view,
    read_record,
    view_option,
    write_json,
)


@click.command("claims")
@file_argument
@view_option
@at_option
@click.option(
    "--team", metavar="SEAT", shell_complete=complete_seat, help="For the team of this seat."
)
@json_option
@ascii_option
def command(
    file: str, view: str | None, at: int | None, team: str | None, as_json: bool, plain: bool
) -> None:
    """Judge the claim of every open half-suit: proven, owned, open or impossible.

    For the view's team, or in the public view for both.
    """
    with open_view(read_record(file), view, at) as deduction:
        if as_json:
            from tracker.analysis.odds import Odds
            from tracker.render.documents import claims_document

            odds = Odds(deduction)
            write_json(claims_document(odds, odds.claims(team)))
            return
        from tracker.cli.answers import claims_answer
        from tracker.cli.console import output

        output(plain=plain).print(claims_answer(deduction, team))
