"""Who can hold a card: for ``who`` of ``tracker enter``."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.card_chances import Chances
from tracker.game.cards import Card
from tracker.inference.deduction import Deduction
from tracker.messages import printable
from tracker.render.grid import per_cent
from tracker.render.why import moment_words


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
