"""A step of an explanation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tracker.explain.steps.propagation import Rule
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Cause, Clause, Fact, Literal

MANY: Final = 6
"""A step has at most so many causes and earlier steps; what takes more is told as several."""


@dataclass(frozen=True)
class Step:
    """An intermediate conclusion, or the last one."""

    conclusion: tuple[Literal, ...]
    """What follows, about the *dealt* hands: all of it; or, with rule ``not-all``, one of it."""
    because: tuple[Cause, ...]
    """The causes it follows from,"""
    uses: tuple[int, ...] = ()
    """and the earlier steps, by their place in the chain from 0."""
    rule: Rule = "together"
    """How it follows (``tracker.explain.steps.propagation``)."""
    fact: Fact | None = None
    """With rule ``one-of`` the clause, with ``hand`` the size, that it is about."""
    said: tuple[tuple[Cause, Literal], ...] = ()
    """What some of the causes simply say, where that is all that is needed of them."""
    used: tuple[Clause, ...] = ()
    """With rules ``one-each``, ``together`` and ``not-all``: what is needed of the events."""
    bounds: tuple[HowMany, ...] = ()
    """What follows, too: how many of some cards some seats hold."""
    clauses: tuple[Clause, ...] = ()
    """With rule ``all``: what follows, too: what some causes say, where that leaves a choice."""
    addends: tuple[HowMany, ...] = ()
    """With rule ``counting`` what is counted: all the cards of the seats, and what of them other
    half-suits take; with ``added`` what is added."""

    part_of: Rule | None = None
    """Where an inference is told as several steps that count: the rule of it."""

    @property
    def size(self) -> int:
        """The causes and earlier steps that it takes."""
        return len(self.because) + len(self.uses)


# -- how many of some cards some seats hold, between two numbers: an interm -----------------------
#
# How many of some cards some seats hold, between two numbers: an intermediate conclusion.
#
# Example: "Zoe and Priya hold at least 2 of the high clubs"; "Zoe, Priya and Tom hold 9 cards in
# all that nobody has seen".


@dataclass(frozen=True)
class HowMany:
    """Between ``least`` and ``most`` of ``cards`` (inclusive) were dealt to ``seats`` together."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    """In deck order: of one half-suit or more those whose place is not public (or all, where the
    sizes are those of the dealt hands)."""
    least: int
    most: int
