"""The JSON documents that commands print, as plain data (contract: the interface's keys)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tracker.analysis.check import Problem
from tracker.game.rules import Rules
from tracker.game.table import Team, team_name
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Cause, EventCause, OwnCause, SizeCause

Document = dict[str, Any]


def cause_document(cause: Cause) -> Document:
    """A cause, as ``{"event": n}``, ``{"size": SEAT}``, ``{"own": …}`` or ``{"header": …}``."""
    match cause:
        case EventCause():
            return {"event": cause.number}
        case SizeCause():
            return {"size": cause.seat}
        case OwnCause():
            return {"own": cause.card, "seat": cause.seat}
        case _:
            return {"header": cause.text}


def team_or_none(team: Team | None) -> str | None:
    """A team's name in JSON."""
    return None if team is None else team_name(team)


def show_document(deduction: Deduction) -> Document:
    """``tracker show``."""
    state = deduction.state
    return {
        "view": deduction.view,
        "at": deduction.at,
        "events": len(deduction.record.events),
        "turn": state.turn,
        "score": {team_name(team): points for team, points in state.score.items()},
        "sizes": dict(deduction.sizes()),
        "books": {
            name: {"state": book.status, "team": team_or_none(book.team)}
            for name, book in state.books.items()
        },
        "cards": {
            card: {"holders": list(holders), "status": deduction.status(card)}
            for card, holders in deduction.all_holders().items()
        },
    }


def check_document(problems: Iterable[Problem]) -> Document:
    """``tracker check``."""
    listed = [
        {
            "line": problem.line,
            "event": problem.event,
            "code": problem.code,
            "message": problem.message,
            "conflict": [cause_document(cause) for cause in problem.conflict],
        }
        for problem in problems
    ]
    return {"ok": not listed, "problems": listed}


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
