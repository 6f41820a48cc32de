"""Checking a record: every rule it breaks, and every event at which no deal is left."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.game.legality import violations
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.inference.hands import Contradiction, contradictions
from tracker.knowledge.facts import Cause

CONTRADICTION = "contradiction"
"""The code of a problem that leaves no deal."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a record that reads well."""

    line: int | None
    """The line of the file, where the record came from one."""
    event: int | None
    """The number of the event; none for the header."""
    code: str
    """Stable name: that of a rule (``tracker.game.legality``), or ``contradiction``."""
    message: str
    conflict: tuple[Cause, ...] = ()
    """For a contradiction: statements that cannot all be true."""


def check(record: Record, at: int | None = None) -> tuple[Problem, ...]:
    """Every problem of a record, in the order of its events.

    Args:
        record: the game.
        at: only of its first so many events; none: of all.

    Returns:
        Broken rules, but for events marked irregular, and contradictions: events at which no deal
        is left that fits what was said so far and the hands of the header. Whatever contradicts
        is left out before the rest is looked at, so that two slips are two problems.
    """
    cut = record.with_events(record.events[: record.moment(at)])
    found = [*broken_rules(cut), *(_contradiction(cut, one) for one in contradictions(cut))]
    return tuple(sorted(found, key=lambda problem: problem.event or 0))


def broken_rules(record: Record) -> list[Problem]:
    """The rules that regular events of a record break, as far as the public state tells."""
    return [
        Problem(event.line, number, violation.code, violation.message)
        for number, (state, event) in enumerate(
            zip(states(record), record.events, strict=False), start=1
        )
        if not event.irregular
        for violation in violations(state, event)
    ]


def _contradiction(record: Record, found: Contradiction) -> Problem:
    if found.event == 0:
        return Problem(None, None, CONTRADICTION, "no deal fits the header")
    line = record.events[found.event - 1].line
    return Problem(line, found.event, CONTRADICTION, "no deal is left that fits the record so far")
