"""The table of claims: what each team can claim, and how safe it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from tracker.analysis.odds import ClaimOdds
from tracker.game.events import Holdings
from tracker.game.table import Team
from tracker.messages import printable
from tracker.notation.holdings import format_holdings
from tracker.render.grid import odds_words

_TEAM_WIDTH: Final = 16
VERDICT_STYLE: Final = {
    "proven": "bold green",
    "owned": "bold yellow",
    "open": "default",
    "impossible": "dim",
}


def claims_table(claims: Iterable[ClaimOdds], seats: tuple[str, ...]) -> RenderableType:
    """Every claim with its verdict, its odds and its likeliest naming."""
    sheet = RichTable(box=None, pad_edge=False, header_style="bold")
    for name in ("Book", "Team", "Verdict"):
        sheet.add_column(name, overflow="fold")
    sheet.add_column("Right", justify="right")
    sheet.add_column("Owned", justify="right")
    sheet.add_column("Likeliest naming", overflow="fold", ratio=1)
    for claim in claims:
        verdict = claim.verdict
        sheet.add_row(
            Text(verdict.book),
            Text(team_words(verdict.team)),
            Text(verdict.verdict, style=VERDICT_STYLE[verdict.verdict]),
            odds_words(claim.probability),
            odds_words(claim.owned),
            Text(naming_words(claim.holdings, seats)),
        )
    if not sheet.row_count:
        return Text("Every half-suit is settled: there is nothing to claim.")
    legend = Text(
        "proven: right in every deal   owned: the team has it all, the split is not fixed\n"
        "open: in some deal   impossible: in none   Right, Owned: per cent of the deals",
        style="dim",
    )
    return Group(sheet, "", legend)


def team_words(team: Team) -> str:
    """A team's seats joined by ``+``, on more than one line where they are many or long."""
    lines: list[str] = []
    for part in (*(f"{printable(seat)}+" for seat in team[:-1]), printable(team[-1])):
        if lines and cell_len(lines[-1] + part) <= _TEAM_WIDTH:
            lines[-1] += part
        else:
            lines.append(part)
    return "\n".join(lines)


def naming_words(holdings: Holdings | None, seats: tuple[str, ...]) -> str:
    """A naming as the notation writes it, or a dash."""
    return "–" if holdings is None else format_holdings(holdings, seats)
