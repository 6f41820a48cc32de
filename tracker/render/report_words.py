"""What the report says, in words that the terminal, Markdown and the page share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.analysis.entropy import claim_name
from tracker.analysis.report import Player, Report, Result
from tracker.analysis.timeline import Told
from tracker.game.record import Record
from tracker.game.table import team_name
from tracker.notation.text import format_event

PLAYER_HEADS: Final = (
    "Player",
    "Asks",
    "Hit %",
    "Dead",
    "Sure",
    "To own",
    "To opp",
    "Proven",
    "Guess",
    "Wrong",
    "Missed",
)
"""The columns of the table of players."""

PLAYER_LEGEND: Final = (
    "Hit %: asks answered yes. Dead, sure: asks whose answer the asker could prove, no or yes.",
    "To own, to opp: bits that the asks told teammates and opponents, each by themselves.",
    "Claims: proven when made; right, but a guess; wrong. Missed: provable in turn, not made.",
)

UNKNOWN: Final = "–"
"""For what cannot be said."""

_ZERO: Final = 0.005
"""What two decimals would show as nothing."""


def title(report: Report) -> str:
    """The record's title, or a name for it."""
    return dict(report.record.tags).get("title") or "A game of Literature"


def subtitle(report: Report) -> str:
    """When, where and from what source, and the rules."""
    tags = dict(report.record.tags)
    said = [tags[tag] for tag in ("date", "place", "source") if tags.get(tag)]
    events = len(report.record.events)
    return "; ".join([*said, f"rules {report.record.preset}", f"{events} events"])


def result_words(result: Result) -> str:
    """Who won, or how it stands."""
    score = ", ".join(f"{team_name(team)} {points}" for team, points in result.score.items())
    if not result.over:
        return f"Not over. Score: {score}."
    if result.winner is None:
        return f"A draw. Score: {score}."
    return f"{team_name(result.winner)} won. Score: {score}."


def book_words(result: Result) -> Iterator[str]:
    """What became of each half-suit."""
    for one in result.books:
        at = f" at event {one.event}" if one.event else ""
        if one.status == "won" and one.team is not None:
            yield f"{one.book}: {team_name(one.team)}{at}"
        else:
            yield f"{one.book}: {'open' if one.status == 'open' else 'cancelled'}{at}"


def player_row(player: Player) -> tuple[str, ...]:
    """A player's line, by ``PLAYER_HEADS``."""
    rate, claims = player.hit_rate, player.claims
    guessed = str(claims.guessed) + (f" (+{claims.unjudged}?)" if claims.unjudged else "")
    return (
        player.seat,
        str(player.asks),
        UNKNOWN if rate is None else f"{100 * rate:.0f}",
        _or_dash(player.dead),
        _or_dash(player.sure),
        _bits(player.bits_to_team),
        _bits(player.bits_to_opponents),
        str(claims.proven),
        guessed,
        str(claims.wrong),
        _or_dash(player.missed),
    )


def unjudged_words(report: Report) -> str | None:
    """What the table means by a number in brackets, where it has one."""
    if any(player.claims.unjudged for player in report.players):
        return "(+n?): right, by a player whose hand is not known, so proven or guessed."
    return None


def turning_point(told: Told, record: Record) -> tuple[str, list[str]]:
    """A turning point: the statement, then what it told each view."""
    return f"{told.number}. {format_event(told.event, record)}", turning_news(told)


def turning_news(told: Told) -> list[str]:
    """What a turning point told each view; what was to be inferred from it is said by card."""
    news = []
    for view, gain in told.gains.items():
        parts = [f"{gain.bits:.1f} bits"]
        if told.inferred[view]:
            parts.append(f"placed {' '.join(told.inferred[view])}")
        parts += [f"proves {claim_name(claim)}" for claim in gain.proven]
        if gain.bits >= _ZERO:
            news.append(f"{view}: {'; '.join(parts)}")
    return news


def _or_dash(number: int | None) -> str:
    return UNKNOWN if number is None else str(number)


def _bits(bits: float | None) -> str:
    return UNKNOWN if bits is None else f"{bits:.1f}"
