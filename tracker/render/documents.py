"""The JSON documents that commands print, as plain data (contract: the interface's keys)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tracker.analysis.check import Problem
from tracker.explain.explanation import cause_to_json
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.game.table import Team, team_name
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Deal
from tracker.notation.text import format_event
from tracker.render.wording import Wording

if TYPE_CHECKING:  # to print what `check` found takes no counting
    from tracker.analysis.askers import Asker
    from tracker.analysis.audit import AskAudit, Audit, ClaimAudit
    from tracker.analysis.odds import ClaimOdds, Odds
    from tracker.analysis.timeline import Timeline, Told

Document = dict[str, Any]


def team_or_none(team: Team | None) -> str | None:
    """A team's name in JSON."""
    return None if team is None else team_name(team)


def number_or_none(probability: Fraction | None) -> float | None:
    """A probability in JSON: null where no honest number could be had."""
    return None if probability is None else float(probability)


def show_document(deduction: Deduction, sure: Deduction | None = None) -> Document:
    """``tracker show``.

    Args:
        deduction: what follows for the view at the moment.
        sure: where it leans on what is only assumed, what follows without it, as in ``grid``.
    """
    state, turn = deduction.state, (sure or deduction).to_move()
    return {
        "view": deduction.view,
        "at": deduction.at,
        "events": len(deduction.record.events),
        "turn": None if state.over or len(turn) > 1 else turn[0],
        "score": {team_name(team): points for team, points in state.score.items()},
        "sizes": dict((sure or deduction).sizes()),
        "books": {
            name: {"state": book.status, "team": team_or_none(book.team)}
            for name, book in state.books.items()
        },
        "cards": {
            card: {"holders": list(holders), "status": deduction.status(card)}
            for card, holders in deduction.all_holders().items()
        },
    }


def claims_document(odds: Odds, claims: Iterable[ClaimOdds]) -> Document:
    """``tracker claims``; ``exact`` is ours."""
    return {
        "view": odds.deduction.view,
        "at": odds.deduction.at,
        "exact": odds.posterior.exact,
        "claims": [_claim_document(claim) for claim in claims],
    }


def _claim_document(claim: ClaimOdds) -> Document:
    """A claim that could be made, with its verdict and its odds."""
    return {
        "book": claim.verdict.book,
        "team": team_name(claim.verdict.team),
        "verdict": claim.verdict.verdict,
        "holdings": None if claim.holdings is None else dict(claim.holdings),
        "probability": number_or_none(claim.probability),
        "owned": number_or_none(claim.owned),
    }


def deals_document(odds: Odds, deals: Iterable[Deal]) -> Document:
    """``tracker deals``; ``interval`` is ours: 95%, or the count twice where it is exact."""
    deduction, posterior = odds.deduction, odds.posterior
    unknown = posterior.status == "unknown"
    return {
        "view": deduction.view,
        "at": deduction.at,
        "count": None if unknown else str(posterior.count),
        "exact": posterior.exact,
        "interval": [str(bound) for bound in posterior.interval],
        "bits": None if unknown else posterior.bits,
        "probability": {card: dict(seats) for card, seats in odds.holders.items()},
        "deals": [hands_document(deduction.record.seats, deal) for deal in deals],
    }


def hands_document(seats: Iterable[Seat], deal: Deal) -> Document:
    """A deal as the hand of each seat, in deck order."""
    return {seat: [card for card, at in deal.items() if at == seat] for seat in seats}


def check_document(problems: Iterable[Problem], record: Record | None) -> Document:
    """``tracker check``; ``suggestions`` is ours.

    Args:
        problems: what is wrong.
        record: the record; none where the text is no record.
    """
    listed = [_problem_document(problem, record) for problem in problems]
    return {"ok": not listed, "problems": listed}


def _problem_document(problem: Problem, record: Record | None) -> Document:
    """A problem with what contradicts what; with a record, also the changes that mend it."""
    changes = [] if record is None else [one.mend for one in problem.suggestions]
    return {
        "line": problem.line,
        "event": problem.event,
        "code": problem.code,
        "message": problem.message,
        "conflict": [cause_to_json(cause) for cause in problem.conflict],
        "suggestions": [
            {"kind": change.kind, "event": change.event, "text": Wording(record).mend(change)}
            for change in changes
            if record is not None
        ],
    }


def rules_document(name: str, values: Mapping[str, str]) -> Document:
    """``tracker rules``."""
    return {"rules": name, "values": dict(values)}


def rules_difference_document(first: tuple[str, Rules], second: tuple[str, Rules]) -> Document:
    """``tracker rules --diff``: the values of each key in which two sets of rules differ."""
    (name, rules), (other_name, other) = first, second
    there = rules.overrides(other)
    here = other.overrides(rules)
    return {
        "rules": [name, other_name],
        "differ": {key: [there[key], here[key]] for key in there},
    }


def audit_document(found: Audit, players: Iterable[Asker] = ()) -> Document:
    """``tracker audit``; ``kind``, ``exact``, ``provable_by`` and ``players`` are ours.

    Args:
        found: the audit.
        players: how they asked; where that was worked out.
    """
    told = [_asker_document(one) for one in players]
    return {
        "claims": [claim_audit_document(claim) for claim in found.claims],
        "missed": [
            {"seat": one.seat, "book": one.book, "from": one.start, "to": one.end}
            for one in found.missed
        ],
        "asks": [_ask_audit_document(ask) for ask in found.asks],
        **({"players": told} if told else {}),
    }


def _asker_document(one: Asker) -> Document:
    """How one player asked, in JSON."""
    return {
        "seat": one.seat,
        "asks": one.asks,
        "turns": one.turns,
        "cards": one.cards,
        "cards_per_turn": one.cards_per_turn,
        "mean_rank": one.mean_rank,
        "mean_chance": one.mean_chance,
        "mean_best": one.mean_best,
        "bits_per_ask": {"team": one.bits_to_team, "opponents": one.bits_to_opponents},
    }


def _ask_audit_document(ask: AskAudit) -> Document:
    """One ask of the audit in JSON."""
    return {
        "event": ask.event,
        "asker": ask.asker,
        "kind": ask.kind,
        "chance": ask.chance,
        "best": ask.best,
        "rank": ask.rank,
        "exact": ask.exact,
    }


def claim_audit_document(claim: ClaimAudit) -> Document:
    """One claim of ``tracker audit``."""
    return {
        "event": claim.event,
        "claimant": claim.claimant,
        "book": claim.book,
        "outcome": claim.outcome,
        "verdict": claim.verdict,
        "probability": number_or_none(claim.probability),
        "exact": claim.exact,
        "provable_since": claim.provable_since,
        "also_proven_for": list(claim.also_proven_for),
        "provable_by": list(claim.provable_by),
    }


def timeline_document(found: Timeline, record: Record) -> Document:
    """``tracker timeline``; ``start``, ``exact``, ``placed`` and ``proven`` are ours."""
    return {
        "start": dict(found.start),
        "events": [_told_document(told, record) for told in found.events],
        "turning_points": [told.number for told in found.turning_points()],
    }


def _told_document(told: Told, record: Record) -> Document:
    """What an event told each view: bits, cards placed, claims proven."""
    gains = told.gains.items()
    return {
        "event": told.number,
        "text": format_event(told.event, record),
        "bits": {view: gain.bits for view, gain in gains},
        "exact": {view: gain.exact for view, gain in gains},
        "forced": {view: len(gain.placed) for view, gain in gains},
        "placed": {view: list(gain.placed) for view, gain in gains},
        "proven": {
            view: [{"book": book, "team": team_name(team)} for book, team in gain.proven]
            for view, gain in gains
        },
    }
