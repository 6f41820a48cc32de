"""``tracker show``: the state of a game, and who can hold what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from tracker.cli.options import (
    ascii_option,
    at_option,
    file_argument,
    json_option,
    open_view,
    read_record,
    view_option,
    write_json,
)
from tracker.game.cards import Card
from tracker.inference.deduction import Deduction

if TYPE_CHECKING:
    from tracker.analysis.card_chances import Chances


@click.command("show")
@file_argument
@view_option
@at_option
@json_option
@click.option("--odds", is_flag=True, help="Write how likely each possible holder is.")
@ascii_option
def command(
    file: str, view: str | None, at: int | None, as_json: bool, odds: bool, plain: bool
) -> None:
    """Show the state of a game, and who can hold what.

    A grid of cards and seats for each half-suit in play, in a view (--as) at a moment (--at).
    """
    with open_view(read_record(file), view, at) as deduction:
        if as_json:
            from tracker.render.documents import show_document

            document = show_document(deduction)
            if odds:
                document["probability"] = card_odds(deduction)
            write_json(document)
            return
        from tracker.cli.console import output
        from tracker.render.grid import grid

        console = output(plain=plain)
        numbers = card_odds(deduction) if odds else None
        console.print(grid(deduction, console.width, plain=plain, odds=numbers))


def card_odds(deduction: Deduction) -> Mapping[Card, Chances]:
    """The probability of each possible holder now."""
    from tracker.analysis.odds import Odds

    return Odds(deduction).holders
