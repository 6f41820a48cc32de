"""How likely: claims, deals, and the holders of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.text import Text

from tracker.analysis.odds import Claims, Odds
from tracker.game.table import Team
from tracker.messages import counted, printable
from tracker.notation.holdings import format_holdings
from tracker.render.document import BLANK, Block, Document, Sheet, dim, indented, line
from tracker.render.forms import Forms
from tracker.render.grid import whole_board
from tracker.render.json_form import hands
from tracker.render.phrases import DASH, hand_lines, moment_words, odds_words, per_cent

if TYPE_CHECKING:  # a holder is shown in `enter` alone; claims need not wait for its module
    from tracker.analysis.conclusions import CardHolders

# -- claims ---------------------------------------------------------------------------------------

_TEAM_WIDTH: Final = 16
VERDICT_STYLE: Final = {
    "proven": "bold green",
    "owned": "bold yellow",
    "open": "default",
    "impossible": "dim",
    "undecided": "bold magenta",
}
_CLAIMS_LEGEND: Final = """\
proven: right in every deal   owned: the team has it all, the split is not fixed
open: in some deal   impossible: in none   Right, Owned: per cent of the deals"""


def _claims_table(claims: Claims) -> Sheet:
    """The claims, a line each: the verdict, the odds and the likeliest naming."""
    heads = ("Book", "Team", "Verdict", "Right", "Owned", "Likeliest naming")
    seats = claims.record.seats
    rows = [
        (
            claim.book,
            Text(_team_lines(claim.team)),
            Text(claim.verdict, style=VERDICT_STYLE[claim.verdict]),
            odds_words(claim.probability),
            odds_words(claim.owned),
            format_holdings(tuple(claim.holdings.items()), seats) if claim.holdings else DASH,
        )
        for claim in claims
    ]
    return Sheet(heads, rows, right=("Right", "Owned"), wide=True)


def _team_lines(team: Team) -> str:
    """A team's seats joined by ``+``, on more than one line where they are many or long."""
    lines: list[str] = []
    for part in (*(f"{printable(seat)}+" for seat in team[:-1]), printable(team[-1])):
        if lines and cell_len(lines[-1] + part) <= _TEAM_WIDTH:
            lines[-1] += part
        else:
            lines.append(part)
    return "\n".join(lines)


CLAIMS: Final = Forms[Claims](
    line=lambda claims: (
        f"{counted(len(claims), 'claim')} for {claims.view} at {claims.at}, "
        f"{sum(claim.verdict == 'proven' for claim in claims)} proven"
    ),
    document=lambda claims: [_claims_table(claims), BLANK, dim(_CLAIMS_LEGEND)],
    nothing=lambda _: "Every half-suit is settled: there is nothing to claim.",
)

# -- deals ----------------------------------------------------------------------------------------


def _odds_text(odds: Odds) -> Document:
    """The count, the grid with odds, and the deals that were asked for."""
    parts: list[Block] = [
        line(_count_words(odds), "bold"),
        BLANK,
        *whole_board(odds.deduction, odds.holders),
    ]
    for number, deal in enumerate(odds.shown, start=1):
        dealt = hands(odds.deduction.record.seats, deal) or {}
        parts += [BLANK, line(f"Deal {number}"), *hand_lines(dealt)]
    return parts


def _count_words(odds: Odds) -> str:
    """How many deals remain, in words and bits."""
    if odds.count is None:
        return "How many deals remain is beyond the budget of exact counting."
    grouped = f"{odds.count:,}".replace(",", " ")
    return f"{grouped} deal{'' if odds.count == 1 else 's'} ({odds.bits:.2f} bits)"


def _odds_line(odds: Odds) -> str:
    if odds.closed or odds.deduction.closed:
        return "closed"
    about = f"{odds.deduction.view} at {odds.deduction.at}"
    if odds.bits is None:
        return f"{about}, unknown, beyond the budget of counting"
    return f"{about}, {odds.bits:.2f} bits left"


ODDS: Final = Forms[Odds](
    line=_odds_line,
    document=_odds_text,
    derived={
        "Odds.count": lambda odds, _: None if odds.count is None else str(odds.count),
        "Odds.deals": lambda odds, _: [
            hands(odds.deduction.record.seats, deal) for deal in odds.shown
        ],
    },
)

# -- one card -------------------------------------------------------------------------------------


def _card_text(asked: CardHolders) -> Document:
    """The holder and since when, or every possible holder, the likeliest first."""
    if len(asked.holders) == 1:
        (seat,) = asked.holders
        at = asked.since
        since = "" if at is None else f", certain since {moment_words(asked.record, at)}"
        return [line(f"{asked.card}: {seat} ({asked.status}){since}", "bold")]
    ranked = sorted(asked.holders.items(), key=lambda holder: -(holder[1] or 0))
    return [
        line(f"{asked.card}: one of {len(asked.holders)}", "bold"),
        *(
            indented(f"{seat} {'?' if chance is None else f'{per_cent(chance)}%'}")
            for seat, chance in ranked
        ),
    ]


CARD_HOLDERS: Final[Forms[CardHolders]] = Forms(
    line=lambda asked: f"{asked.card} with {' or '.join(asked.holders)}",
    document=_card_text,
)
