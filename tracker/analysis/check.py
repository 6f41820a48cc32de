"""Checking a record: every rule it breaks, and every event at which no deal is left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from tracker.answers import AnswerList
from tracker.errors import NotationError
from tracker.game.record import Record, require_record
from tracker.game.replay import beginning, replay_of
from tracker.inference.contradictions import consistency
from tracker.knowledge.facts import Cause
from tracker.messages import quote
from tracker.notation.seat_names import lookalikes

if TYPE_CHECKING:
    from tracker.explain import Suggestion

CONTRADICTION: Final = "contradiction"
"""The code of a problem that leaves no deal."""
LOOKALIKE: Final = "lookalike"
"""The code of a problem of names that cannot be told apart."""
NOTATION: Final = "notation"
"""The code of a problem of what cannot be read as a record."""
UNDECIDED: Final = "undecided"
"""The code of a problem of ours: whether a deal is left was not found out."""
MOST_EXPLAINED: Final = 5
"""For so many contradictions the statements that clash are looked for; the rest are only named."""
MOST_SUGGESTIONS: Final = 5


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a record that reads well."""

    line: int | None
    """The line of the file, where the record came from one."""
    event: int | None
    """The number of the event; none for the header."""
    code: str
    """Stable name: that of a rule (``tracker.game.legality``), ``contradiction``, ``lookalike``,
    ``undecided``."""
    message: str
    conflict: tuple[Cause, ...] = ()
    """For a contradiction: statements that cannot all be true."""
    background: tuple[int, ...] = ()
    """For a contradiction of what everyone saw: the events that made it so."""
    suggestions: tuple[Suggestion, ...] = field(default=(), compare=False)
    """For a contradiction: single changes that would make sense of the record, likeliest first."""


@dataclass(frozen=True, repr=False)
class ProblemList(AnswerList[Problem]):
    """Everything that is wrong with a record; nothing where the list is empty."""

    record: Record | None
    """None where the text is no record at all."""
    problems: tuple[Problem, ...]
    source: str = "record"
    """The name of the file."""

    @property
    def items(self) -> tuple[Problem, ...]:
        """The problems, in the order of events."""
        return self.problems


def check(record: Record, *, at: int | None = None) -> ProblemList:
    """Every problem of a record, in the order of its events.

    Args:
        record: the game.
        at: only of its first so many events; none: of all.

    Returns:
        Names that look alike; broken rules, but for events marked irregular; and contradictions:
        events at which no deal is left that fits what was said so far and the hands of the header.
        Whatever contradicts is left out before the rest is looked at, so that two slips are two
        problems. Where it would take too long to find out whether a deal is left, that is one, too
        (``undecided``), and nothing is said of the events from there on but what rules they break.

    Raises:
        RecordError: where the record has no such moment.
    """
    require_record(record)
    moment = record.moment(at)
    found = consistency(record, at=moment)
    bad = found.contradictions
    worst = set(bad[:MOST_EXPLAINED])
    return ProblemList(
        record,
        tuple(
            _explained(record, problem, bad, moment)
            if problem.code == CONTRADICTION and (problem.event or 0) in worst
            else problem
            for problem in problems(record, bad, moment, found.undecided)
        ),
    )


def problems(
    record: Record, bad: Iterable[int], at: int | None = None, undecided: int | None = None
) -> tuple[Problem, ...]:
    """The problems of a record, without what contradictions contradict.

    Args:
        record: the game.
        bad: the events at which no deal is left, from ``contradictions``.
        at: only of the first so many events; none: of all.
        undecided: the event from which on it is not known whether a deal is left.
    """
    found = _confusable_names(record)
    found += [
        Problem(_line(record, played.number), played.number, violation.code, violation.message)
        for played in replay_of(record).played(at)
        for violation in played.broken
    ]
    found += [_contradiction(record, event) for event in bad]
    if undecided is not None:
        found.append(_not_decided(record, undecided))
    return tuple(sorted(found, key=lambda problem: problem.event or 0))


def unreadable_problems(error: NotationError) -> tuple[Problem, ...]:
    """The problems of a text that is no record."""
    return tuple(
        Problem(problem.line, None, NOTATION, f"column {problem.column}: {problem.message}")
        for problem in error.problems
    )


def _confusable_names(record: Record) -> list[Problem]:
    """Seats, and half-suits of a deck of one's own, that look alike."""
    books = [book.name for book in record.books]
    return [
        Problem(None, None, LOOKALIKE, f"{quote(first)} and {quote(other)} look alike")
        for first, other in (*lookalikes(record.seats), *lookalikes(books))
    ]


def _contradiction(record: Record, event: int) -> Problem:
    if event == 0:
        return Problem(None, None, CONTRADICTION, "no deal fits the header")
    message = "no deal is left that fits the record so far"
    return Problem(_line(record, event), event, CONTRADICTION, message)


def _not_decided(record: Record, event: int) -> Problem:
    message = "not decided whether a deal is left from here on: finding out would take too long"
    if event == 0:
        return Problem(None, None, UNDECIDED, message)
    return Problem(_line(record, event), event, UNDECIDED, message)


def _line(record: Record, event: int) -> int | None:
    return record.events[event - 1].line


def _explained(record: Record, problem: Problem, bad: tuple[int, ...], at: int) -> Problem:
    """A contradiction with what it contradicts, and ways out if it is the first."""
    # Explanations take long to import, and few records need them.
    from tracker.explain import suggestions
    from tracker.explain.conflict import conflict_at

    event = problem.event or 0
    conflict = conflict_at(record, record.hands, event, bad)
    found: list[Suggestion] = []
    if event == bad[0]:
        # A second slip must not stand in the way of mending the first.
        end = bad[1] - 1 if len(bad) > 1 else at
        found = suggestions(beginning(record, end), conflict)
    return replace(
        problem,
        conflict=conflict.because,
        background=conflict.background,
        suggestions=tuple(found[:MOST_SUGGESTIONS]),
    )
