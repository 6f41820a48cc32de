"""Causes: the facts a view has, grouped by where they come from, and what each costs to take in.

The size of an explanation is its number of causes. Among explanations of the same size the one
with the least total *weight* is preferred: a weight is how hard a cause is to keep in mind at the
table. All that a view knows of its own hand is easy, a recent event easier than one long ago, and
counting a whole hand is hardest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tracker.explain.grounds import Grounds
from tracker.knowledge.facts import (
    Cause,
    Clause,
    EventCause,
    Fact,
    HandCause,
    OwnCause,
    SignalCause,
    SizeCause,
)

Facts: TypeAlias = Mapping[Cause, tuple[Fact, ...]]
"""What each cause says."""


@dataclass(frozen=True)
class Weights:
    """What people find easy: a small number. Whole numbers, 0 or more."""

    own: int = 1
    """A card in, or not in, a hand the view knows."""
    header: int = 1
    """A line of the header."""
    event: int = 2
    """The last event."""
    age: int = 10
    """An event costs one more for each so many events since; 0: age costs nothing."""
    oldest: int = 6
    """At most so much more."""
    hand: int = 8
    """How many cards a player holds: those that are known have to be counted."""
    size: int = 12
    """How many a player was dealt: all that the hand ever held has to be counted."""

    def of(self, cause: Cause, at: int) -> int:
        """The weight of a cause.

        Args:
            cause: the cause.
            at: the moment, as the number of events before it.
        """
        match cause:
            case EventCause(number) | SignalCause(number):
                extra = (at - number) // self.age if self.age else 0
                return self.event + min(extra, self.oldest)
            case HandCause():
                return self.hand
            case SizeCause():
                return self.size
            case OwnCause():
                return self.own
            case _:
                return self.header


def facts_by_cause(grounds: Grounds) -> Facts:
    """What each cause says; causes that say nothing are left out.

    The order is that of ``sort_key``.
    """
    grouped: dict[Cause, list[Fact]] = {}
    for fact in grounds.facts:
        if not (isinstance(fact, Clause) and is_empty_talk(fact)):
            grouped.setdefault(fact.cause, []).append(fact)
    return {cause: tuple(grouped[cause]) for cause in sorted(grouped, key=sort_key)}


def is_empty_talk(clause: Clause) -> bool:
    """Whether a clause says a thing and its opposite, so that every deal fits it."""
    return any((card, seat, not holds) in clause.literals for card, seat, holds in clause.literals)


def sort_key(cause: Cause) -> tuple[int, int, str]:
    """The order in which causes are listed: events by number, own cards, header lines, sizes."""
    match cause:
        case EventCause(number):
            return (0, number, "")
        case OwnCause(card, seat):
            return (1, 0, f"{seat} {card}")
        case HandCause(seat):
            return (3, 0, seat)
        case SizeCause(seat):
            return (4, 0, seat)
        case SignalCause(number):
            return (5, number, "")
        case _:
            return (2, 0, cause.text)


def in_order(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    """Causes in the order in which they are listed."""
    return tuple(sorted(causes, key=sort_key))
