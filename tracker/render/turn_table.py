"""To whom the turn could go, as a table and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.turn_options import TurnOption, TurnOptions
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.asking import DRAWN_LEGEND
from tracker.render.documents import Document
from tracker.render.grid import odds_words
from tracker.render.knowing import share_document, share_words
from tracker.render.tables import table

HEADS: Final = ("What comes next", "%", "At turn", "Could be sure of", "Of none %")
LEGEND: Final = """\
%: how likely it comes so. Could be sure of: half-suits of which whoever is then
at turn could prove where all cards are, and whose team has them, or who holds
one of them and could ask for the rest; with the share of the deals in which it
is so, if all deals were equally likely."""


def turns_report(found: TurnOptions) -> RenderableType:
    """The whole of ``tracker turns``."""
    if not found.options:
        return Text(printable(f"{found.seat} cannot give the turn away."))
    drawn = any(not one.nothing.exact for one in found.options)
    title = f"To whom the turn could go from {found.seat} after event {found.at}"
    rows = [_row(found, one) for one in found.options]
    return Group(
        Text(printable(title), style="bold underline"),
        table(HEADS, rows, right=("%", "Of none %")),
        Text(""),
        *(Text(line, style="dim") for line in (LEGEND, *([DRAWN_LEGEND] if drawn else []))),
    )


def _row(found: TurnOptions, one: TurnOption) -> tuple[str, ...]:
    """One option in the table."""
    wins = "; ".join(f"{book} {share_words(share)}" for book, share in one.wins)
    return (
        format_event(one.event, found.record),
        ("" if one.exact else "~") + odds_words(Fraction(one.chance)),
        one.receiver,
        wins or "–",
        share_words(one.nothing),
    )


def turns_document(found: TurnOptions) -> Document:
    """``tracker turns``."""
    return {
        "view": found.seat,
        "at": found.at,
        "options": [
            {
                "event": format_event(one.event, found.record),
                "chance": one.chance,
                "exact": one.exact,
                "receiver": one.receiver,
                "wins": {book: share_document(share) for book, share in one.wins},
                "nothing": share_document(one.nothing),
            }
            for one in found.options
        ],
    }
