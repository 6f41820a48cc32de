"""How likely: claims, deals, and the holders of a card, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from tracker.analysis.odds import Claims, Odds
from tracker.analysis.questions import CardHolders
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.table import Team
from tracker.knowledge.facts import Deal
from tracker.messages import counted, printable
from tracker.notation.holdings import format_holdings
from tracker.render.conventions import assumed_json, claims_leaning, odds_leaning
from tracker.render.grid import board_grid, odds_words, per_cent
from tracker.render.json_form import Json, hands, plain
from tracker.render.registry import Forms, Look
from tracker.render.why_text import moment_words

# -- claims ---------------------------------------------------------------------------------------

_TEAM_WIDTH: Final = 16
VERDICT_STYLE: Final = {
    "proven": "bold green",
    "owned": "bold yellow",
    "open": "default",
    "impossible": "dim",
}
_CLAIMS_LEGEND: Final = """\
proven: right in every deal   owned: the team has it all, the split is not fixed
open: in some deal   impossible: in none   Right, Owned: per cent of the deals"""


def _claims_text(claims: Claims, _: Look) -> RenderableType:
    parts = [_claims_table(claims)]
    return Group(*parts, claims_leaning(claims)) if claims.assume else Group(*parts)


def _claims_table(claims: Claims) -> RenderableType:
    """Every claim with its verdict, its odds and its likeliest naming."""
    if not claims:
        return Text("Every half-suit is settled: there is nothing to claim.")
    sheet = RichTable(box=None, pad_edge=False, header_style="bold")
    for name in ("Book", "Team", "Verdict"):
        sheet.add_column(name, overflow="fold")
    sheet.add_column("Right", justify="right")
    sheet.add_column("Owned", justify="right")
    sheet.add_column("Likeliest naming", overflow="fold", ratio=1)
    for claim in claims:
        sheet.add_row(
            Text(claim.book),
            Text(team_words(claim.team)),
            Text(claim.verdict, style=VERDICT_STYLE[claim.verdict]),
            odds_words(claim.probability),
            odds_words(claim.owned),
            Text(naming_words(claim.holdings, claims.record.seats)),
        )
    return Group(sheet, "", Text(_CLAIMS_LEGEND, style="dim"))


def team_words(team: Team) -> str:
    """A team's seats joined by ``+``, on more than one line where they are many or long."""
    lines: list[str] = []
    for part in (*(f"{printable(seat)}+" for seat in team[:-1]), printable(team[-1])):
        if lines and cell_len(lines[-1] + part) <= _TEAM_WIDTH:
            lines[-1] += part
        else:
            lines.append(part)
    return "\n".join(lines)


def naming_words(holdings: Mapping[Card, Seat] | None, seats: tuple[Seat, ...]) -> str:
    """A naming as the notation writes it, or a dash."""
    return "–" if holdings is None else format_holdings(tuple(holdings.items()), seats)


CLAIMS: Final = Forms[Claims](
    line=lambda claims: (
        f"{counted(len(claims), 'claim')} for {claims.view} at {claims.at}, "
        f"{sum(claim.verdict == 'proven' for claim in claims)} proven"
    ),
    text=_claims_text,
)

# -- deals ----------------------------------------------------------------------------------------


def _odds_text(odds: Odds, look: Look) -> RenderableType:
    """The count, the grid with odds, and the deals that were asked for."""
    parts: list[RenderableType] = [
        Text(count_words(odds), style="bold"),
        Text(""),
        board_grid(odds.deduction, look, chances=odds.holders),
    ]
    for number, deal in enumerate(odds.shown, start=1):
        parts += [Text(""), _deal(number, deal, odds.deduction.record.seats)]
    if odds.deduction.assumed is not None:
        parts.append(odds_leaning(odds.deduction))
    return Group(*parts)


def count_words(odds: Odds) -> str:
    """How many deals remain, in words and bits."""
    if odds.count is None:
        return "How many deals remain is beyond the budget of counting, and of an honest estimate."
    noun = "deal" if odds.count == 1 else "deals"
    if odds.exact:
        grouped = f"{odds.count:,}".replace(",", " ")
        return f"{grouped} {noun} ({odds.bits:.2f} bits)"
    low, high = odds.interval
    return (
        f"About {odds.count:.2e} deals ({odds.bits:.2f} bits): an estimate, for exact "
        f"counting would exceed the budget; 95% interval {low:.2e} to {high:.2e}"
    )


def _deal(number: int, deal: Deal, seats: Sequence[Seat]) -> Text:
    dealt = hands(seats, deal) or {}
    lines = (f"  {seat}: {' '.join(cards)}" for seat, cards in dealt.items())
    return Text("\n".join([f"Deal {number}", *lines]))


def _odds_json(odds: Odds) -> Json:
    """What is beyond the contract: ``interval``, 95% limits, or the count twice if it is exact."""
    deduction = odds.deduction
    found: Json = {
        "view": deduction.view,
        "at": deduction.at,
        "count": None if odds.count is None else str(odds.count),
        "exact": odds.exact,
        "interval": [str(bound) for bound in odds.interval],
        "bits": odds.bits,
        "probability": plain(odds.holders),
        "deals": [hands(deduction.record.seats, deal) for deal in odds.shown],
    }
    return found if deduction.assumed is None else found | assumed_json(deduction)


def _odds_line(odds: Odds) -> str:
    about = f"{odds.deduction.view} at {odds.deduction.at}"
    if odds.closed or odds.deduction.closed:
        return f"{about}, closed"
    if odds.bits is None:
        return f"{about}, unknown, beyond the budget of counting"
    return f"{about}, {odds.bits:.2f} bits left"


ODDS: Final = Forms[Odds](line=_odds_line, text=_odds_text, json=_odds_json)

# -- one card -------------------------------------------------------------------------------------


def _card_text(found: CardHolders, _: Look) -> RenderableType:
    """The holder and since when, or every possible holder, the likeliest first."""
    if len(found.holders) == 1:
        (seat,) = found.holders
        since = ""
        if found.since is not None:
            since = f", certain since {moment_words(found.since, found.record)}"
        return Text(f"{found.card}: {printable(seat)} ({found.status}){since}", style="bold")
    ranked = sorted(found.holders.items(), key=lambda holder: -(holder[1] or 0))
    lines = [
        Text(f"  {printable(seat)} {'?' if chance is None else f'{per_cent(chance)}%'}")
        for seat, chance in ranked
    ]
    return Group(Text(f"{found.card}: one of {len(found.holders)}", style="bold"), *lines)


CARD_HOLDERS: Final = Forms[CardHolders](
    line=lambda found: f"{found.card} with {' or '.join(found.holders)}",
    text=_card_text,
)
