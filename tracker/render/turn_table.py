"""To whom the turn could go: text and JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.turn_options import TurnOption, TurnOptions
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render.asking import DRAWN_LEGEND
from tracker.render.grid import odds_words
from tracker.render.json_form import Json
from tracker.render.knowing import share_json, share_words
from tracker.render.registry import Forms, Look
from tracker.render.tables import table

_HEADS: Final = ("What comes next", "%", "At turn", "Could be sure of", "Of none %")
_LEGEND: Final = """\
%: how likely it comes so. Could be sure of: half-suits of which whoever is then
at turn could prove where all cards are, and whose team has them, or who holds
one of them and could ask for the rest; with the share of the deals in which it
is so, if all deals were equally likely."""


def _text(turns: TurnOptions, _: Look) -> RenderableType:
    """A table of the options."""
    if not turns.options:
        return Text(printable(f"{turns.seat} cannot give the turn away."))
    drawn = any(not option.nothing.exact for option in turns)
    title = f"To whom the turn could go from {turns.seat} after event {turns.at}"
    return Group(
        Text(printable(title), style="bold underline"),
        table(_HEADS, [_row(turns, option) for option in turns], right=("%", "Of none %")),
        Text(""),
        *(Text(line, style="dim") for line in (_LEGEND, *([DRAWN_LEGEND] if drawn else []))),
    )


def _row(turns: TurnOptions, option: TurnOption) -> tuple[str, ...]:
    """One option in the table."""
    wins = "; ".join(f"{book} {share_words(share)}" for book, share in option.wins)
    return (
        format_event(option.event, turns.record),
        ("" if option.exact else "~") + odds_words(Fraction(option.chance)),
        option.receiver,
        wins or "–",
        share_words(option.nothing),
    )


def _json(turns: TurnOptions) -> Json:
    """Every option with what its receiver could win."""
    return {
        "view": turns.seat,
        "at": turns.at,
        "options": [
            {
                "event": format_event(option.event, turns.record),
                "chance": option.chance,
                "exact": option.exact,
                "receiver": option.receiver,
                "wins": {book: share_json(share) for book, share in option.wins},
                "nothing": share_json(option.nothing),
            }
            for option in turns
        ],
    }


TURN_OPTIONS: Final = Forms[TurnOptions](
    line=lambda turns: (
        f"{counted(len(turns), 'way')} in which {turns.seat} could give the turn away "
        f"after event {turns.at}"
    ),
    text=_text,
    json=_json,
)
