"""Every legal ask from a chair, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.asks import AskOdds, Asks
from tracker.analysis.listeners import Estimate
from tracker.messages import printable
from tracker.render.documents import Document
from tracker.render.grid import odds_words
from tracker.render.table import table

HEADS: Final = ("Ask", "Card", "Yes %", "Public", "Team", "Opponents", "Could then prove")
LEGEND: Final = """\
Yes %: if all deals were equally likely. Public, Team, Opponents: bits that the
answer is expected to tell them (teammates and opponents each, added up)."""
DRAWN_LEGEND: Final = "~ from deals drawn at random, with 95% limits."


def asks_report(found: Asks) -> RenderableType:
    """The whole of ``tracker asks``."""
    if not found.asks:
        return Text(printable(f"{found.seat} has no legal ask."))
    rows = [_row(one, exact=found.listed) for one in found.asks]
    right = ("Yes %", "Public", "Team", "Opponents")
    legend = [LEGEND] if found.listed else [LEGEND, DRAWN_LEGEND]
    return Group(
        Text(printable(f"Asks of {found.seat} after event {found.at}"), style="bold underline"),
        table(HEADS, rows, right=right),
        Text(""),
        *(Text(line, style="dim") for line in legend),
    )


def _row(one: AskOdds, *, exact: bool) -> tuple[str, ...]:
    """One ask in the table."""
    return (
        one.target,
        one.card,
        "gives it up" if one.gives_up else odds_words(one.yes),
        f"{one.public:.2f}",
        _bits(one.team, exact),
        _bits(one.opponents, exact),
        "; ".join(_proofs(one)) or "–",
    )


def _bits(told: Estimate, exact: bool) -> str:
    if exact:
        return f"{told.bits:.2f}"
    return f"~{told.bits:.2f} ±{told.high - told.bits:.2f}"


def _proofs(one: AskOdds) -> Iterator[str]:
    for answer, books in one.proves.items():
        if books:
            yield f"{answer}: {', '.join(books)}"


def asks_document(found: Asks) -> Document:
    """``tracker asks``; ``surrender`` and the ``exact`` of all are ours."""
    return {
        "view": found.seat,
        "at": found.at,
        "exact": found.exact,
        "asks": [_ask_document(one, exact=found.listed) for one in found.asks],
    }


def _ask_document(one: AskOdds, *, exact: bool) -> Document:
    """One ask in JSON."""
    document: Document = {
        "target": one.target,
        "card": one.card,
        "yes": float(one.yes),
        "surrender": one.gives_up,
        "exact": exact,
        "bits": {
            "public": one.public,
            "team": one.team.bits,
            "opponents": one.opponents.bits,
        },
        "proves": {
            "yes": list(one.proves.get("yes", ())),
            "no": list(one.proves.get("surrender" if one.gives_up else "no", ())),
        },
    }
    if not exact:
        document["interval"] = {
            "team": [one.team.low, one.team.high],
            "opponents": [one.opponents.low, one.opponents.high],
        }
    return document
