"""The rows of one game about its players."""

from __future__ import annotations

from typing import Any, Final

from tracker.analysis.askers import first_asks
from tracker.analysis.report import bits_given, player_of
from tracker.archive.game_rows import GameTold, number_of
from tracker.archive.schema import PlayerRow
from tracker.game.events import Ask, Claim, Seat
from tracker.game.table import team_name
from tracker.knowledge.views import PUBLIC

_JUDGED: Final = (
    "dead", "sure", "asks_judged", "chance", "bits_to_public", "bits_to_team",
    "bits_to_opponents", "proven", "guessed", "unjudged", "missed", "latency", "latencies",
)  # fmt: skip
"""The columns that take an analysis."""


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
    if found is None:
        return dict.fromkeys(_JUDGED)
    player = player_of(told.record, found.timeline, found.audit, seat)
    known = seat in told.known
    asks = [one.chance for one in found.audit.asks if one.asker == seat]
    claims = [one for one in found.audit.claims if one.claimant == seat]
    waited = [wait for one in claims if (wait := told.latency(one)) is not None]
    chances = [chance for chance in asks if chance is not None]
    values = (
        player.dead,
        player.sure,
        len(chances) if known else None,
        sum(chances, 0.0) if known else None,
        number_of(bits_given(found.timeline, seat, (PUBLIC,))),
        number_of(player.bits_to_team),
        number_of(player.bits_to_opponents),
        player.claims.proven,
        player.claims.guessed,
        player.claims.unjudged,
        player.missed,
        sum(waited) if known else None,
        len(waited) if known else None,
    )
    return dict(zip(_JUDGED, values, strict=True))
