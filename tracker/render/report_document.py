"""The post-game report as one JSON document."""

from __future__ import annotations

from tracker.analysis.report import Player, Report, Result
from tracker.game.table import team_name
from tracker.render.documents import Document, audit_document, team_or_none, timeline_document
from tracker.render.knows import knows_document


def report_document(report: Report) -> Document:
    """``tracker report --json``."""
    return {
        "tags": dict(report.record.tags),
        "seats": list(report.record.seats),
        "events": len(report.record.events),
        "result": _result_document(report.result),
        "players": [_player_document(player) for player in report.players],
        "timeline": timeline_document(report.timeline, report.record),
        "uncertainty": {view: list(bits) for view, bits in report.uncertainty.items()},
        "audit": audit_document(report.audit),
        "knows": knows_document(report.knows),
    }


def _result_document(result: Result) -> Document:
    """How the game stands or ended: score, winner, and each half-suit's fate."""
    return {
        "over": result.over,
        "winner": team_or_none(result.winner),
        "score": {team_name(team): points for team, points in result.score.items()},
        "books": [
            {
                "book": one.book,
                "state": one.status,
                "team": team_or_none(one.team),
                "event": one.event,
            }
            for one in result.books
        ],
    }


def _player_document(player: Player) -> Document:
    """A player's asks and claims, counted, and the bits that they told."""
    claims = player.claims
    return {
        "seat": player.seat,
        "team": team_name(player.team),
        "asks": player.asks,
        "hits": player.hits,
        "dead": player.dead,
        "sure": player.sure,
        "bits_to_team": player.bits_to_team,
        "bits_to_opponents": player.bits_to_opponents,
        "claims": {
            "made": claims.made,
            "proven": claims.proven,
            "guessed": claims.guessed,
            "unjudged": claims.unjudged,
            "wrong": claims.wrong,
            "missed": player.missed,
        },
    }
