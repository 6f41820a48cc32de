"""What is wrong with a record, kept along with its course."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.analysis.check import CONTRADICTION, Problem
from tracker.entry.course import Course
from tracker.game.events import Event


@dataclass(frozen=True)
class Found:
    """A problem, and the event it is about: its number may change, and then it is the same one."""

    problem: Problem
    event: Event | None


def problems_of(course: Course) -> tuple[Found, ...]:
    """What is wrong with a record, in the order of its events, as ``tracker.check`` has it."""
    found = [
        Problem(None, number, violation.code, violation.message)
        for number, broken in enumerate(course.broken, start=1)
        for violation in broken
    ]
    found += [_contradiction(number) for number in course.contradictions]
    found.sort(key=lambda problem: problem.event or 0)
    events = course.record.events
    return tuple(Found(one, events[one.event - 1] if one.event else None) for one in found)


def _contradiction(number: int) -> Problem:
    if number == 0:
        return Problem(None, None, CONTRADICTION, "no deal fits the header")
    return Problem(None, number, CONTRADICTION, "no deal is left that fits the record so far")


def without(some: tuple[Found, ...], others: tuple[Found, ...]) -> tuple[Problem, ...]:
    """The problems that are not among others."""
    known = {(one.event, one.problem.code, one.problem.message) for one in others}
    return tuple(
        one.problem
        for one in some
        if (one.event, one.problem.code, one.problem.message) not in known
    )
