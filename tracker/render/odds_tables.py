"""The table of claims: what each team can claim, and how safe it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from tracker.analysis.odds import ClaimOdds, Odds
from tracker.game.cards import Card
from tracker.game.events import Holdings
from tracker.game.table import Team
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Chances, Deal
from tracker.messages import printable
from tracker.notation.holdings import format_holdings
from tracker.render.grid import grid, odds_words, per_cent
from tracker.render.why_text import moment_words

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


# -- the deals that remain: their number, the odds as a heat map, and deals -----------------------
#
# The deals that remain: their number, the odds as a heat map, and deals listed.


def deals_report(
    odds: Odds, deals: Sequence[Deal], width: int, *, plain: bool = False
) -> RenderableType:
    """The whole of ``tracker deals``.

    Args:
        odds: the view's odds.
        deals: deals to list, each as the seat every card was dealt to.
        width: columns of the terminal.
        plain: ASCII only.
    """
    parts = [
        Text(count_words(odds), style="bold"),
        Text(""),
        grid(odds.deduction, width, plain=plain, odds=odds.holders),
    ]
    for number, deal in enumerate(deals, start=1):
        parts += [Text(""), _deal(number, deal, odds.deduction.record.seats)]
    return Group(*parts)


def count_words(odds: Odds) -> str:
    """How many deals remain, in words and bits."""
    posterior = odds.posterior
    if posterior.status == "unknown":
        return "How many deals remain is beyond the budget of counting, and of an honest estimate."
    noun = "deal" if posterior.count == 1 else "deals"
    if posterior.exact:
        return f"{_grouped(posterior.count)} {noun} ({posterior.bits:.2f} bits)"
    low, high = posterior.interval
    return (
        f"About {posterior.count:.2e} deals ({posterior.bits:.2f} bits): an estimate, for exact "
        f"counting would exceed the budget; 95% interval {low:.2e} to {high:.2e}"
    )


def _grouped(number: int) -> str:
    """A number with its digits in groups of three."""
    return f"{number:,}".replace(",", " ")


def _deal(number: int, deal: Deal, seats: Sequence[str]) -> Text:
    hands = (
        f"  {seat}: {' '.join(card for card, at in deal.items() if at == seat)}" for seat in seats
    )
    return Text("\n".join([f"Deal {number}", *hands]))


# -- who can hold a card: for ``who`` of ``tracker enter`` ----------------------------------------
#
# Who can hold a card: for ``who`` of ``tracker enter``.


def who_report(
    deduction: Deduction, card: Card, *, odds: Chances | None = None, since: int | None = None
) -> RenderableType:
    """Who can hold a card now.

    Args:
        deduction: what follows for the view at the moment.
        card: the card, in play.
        odds: where it is open, the probability of each possible holder.
        since: where it is certain, the moment from which on it was.
    """
    holders = deduction.holders(card)
    if len(holders) == 1:
        said = f"{card}: {printable(holders[0])} ({deduction.status(card)})"
        when = "" if since is None else f", certain since {moment_words(since, deduction.record)}"
        return Text(said + when, style="bold")
    chances = {seat: None if odds is None else odds.get(seat) for seat in holders}
    ranked = sorted(holders, key=lambda seat: -(chances[seat] or 0))
    lines = [Text(f"  {printable(seat)} {_per_cent(chances[seat])}") for seat in ranked]
    return Group(Text(f"{card}: one of {len(holders)}", style="bold"), *lines)


def _per_cent(chance: float | None) -> str:
    return "?" if chance is None else f"{per_cent(chance)}%"
