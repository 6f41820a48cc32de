"""The rows of one game about its players."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tracker.analysis.askers import first_asks
from tracker.archive.game_rows import GameTold, sum_known, told_bits
from tracker.archive.schema import PlayerRow
from tracker.game.events import Ask, Claim, Seat
from tracker.game.table import team_name
from tracker.knowledge.views import PUBLIC


def player_row(told: GameTold, seat: Seat) -> PlayerRow:
    """A row in ``players``."""
    record, team = told.record, told.record.table.team_of[seat]
    asks = [one for one in record.events if isinstance(one, Ask) and one.asker == seat]
    claims = [one for one in record.events if isinstance(one, Claim) and one.claimant == seat]
    return PlayerRow(
        game=told.source.key,
        player=seat,
        place=record.seats.index(seat),
        team=team_name(team),
        hand_known=seat in told.known,
        won=told.result.winner == team if told.result.over else None,
        points=told.result.score[team],
        asks=len(asks),
        hits=sum(ask.answer == "yes" for ask in asks),
        turns=sum(ask.asker == seat for ask in first_asks(record)),
        claims=len(claims),
        correct=sum(claim.outcome == "correct" for claim in claims),
        **_judged(told, seat),
    )


def _judged(told: GameTold, seat: Seat) -> dict[str, Any]:
    """What the analyses say of a player; all none where there are none."""
    found = told.found
    known = found is not None and seat in told.known
    asks = [one for one in found.audit.asks if one.asker == seat] if found else []
    claims = [one for one in found.audit.claims if one.claimant == seat] if found else []
    right = [one.verdict for one in claims if one.outcome == "correct"]
    waited = [wait for one in claims if (wait := told.latency(one)) is not None]
    chances = [ask.chance for ask in asks if ask.chance is not None]
    team = told.record.table.team_of[seat]
    mates = tuple(other for other in team if other != seat)
    return {
        "dead": sum(ask.kind == "dead" for ask in asks) if known else None,
        "sure": sum(ask.kind == "sure" for ask in asks) if known else None,
        "asks_judged": len(chances) if known else None,
        "chance": sum(chances, 0.0) if known else None,
        "bits_to_public": _given_away(told, seat, (PUBLIC,)),
        "bits_to_team": _given_away(told, seat, mates),
        "bits_to_opponents": _given_away(told, seat, told.record.table.opponents_of[seat]),
        "proven": right.count("proven") if found else None,
        "guessed": right.count("guess") if found else None,
        "unjudged": len(right) - right.count("proven") - right.count("guess") if found else None,
        "missed": sum(one.seat == seat for one in found.audit.missed) if found and known else None,
        "latency": sum(waited) if known else None,
        "latencies": len(waited) if known else None,
    }


def _given_away(told: GameTold, seat: Seat, views: Collection[str]) -> float | None:
    """The bits that a seat's asks told some views, added up."""
    if told.found is None:
        return None
    times = told.found.timeline
    asks = [one for one in times.events if isinstance(one.event, Ask) and one.event.asker == seat]
    known = any(view in times.start for view in views)
    return sum_known([told_bits(one, views) for one in asks]) if known else None
