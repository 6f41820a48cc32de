"""The deals that remain: their number, the odds as a heat map, and deals listed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.odds import Odds
from tracker.knowledge.facts import Deal
from tracker.render.grid import grid


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
