"""How far a view has come, and what it gained from one moment to another.

A view's *bits* are log2 of the number of deals it can still think possible: one bit halves them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import TypeAlias

from tracker.budget import Budget
from tracker.counting import Counter, Posterior, beyond_budget
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.table import Team, team_name
from tracker.inference.deduction import Deduction

BookOfTeam: TypeAlias = tuple[str, Team]
"""A half-suit, and the team that would claim it."""


@dataclass(frozen=True)
class Progress:
    """What a view knows at a moment."""

    bits: float
    """log2 of the number of deals left; not a number where no honest one could be had."""
    exact: bool
    """Whether that is exact, and no estimate."""
    holders: Mapping[Card, tuple[Seat, ...]]
    """Who can hold each card in play, in deck order."""
    proven: Mapping[BookOfTeam, Holdings]
    """The naming of each claim that is proven, of the teams the view speaks for."""

    def forced(self) -> dict[Card, Seat]:
        """The cards in play whose holder is certain, with that holder."""
        return {card: seats[0] for card, seats in self.holders.items() if len(seats) == 1}


@dataclass(frozen=True)
class Gain:
    """What a view knows at one moment and did not at another, or the other way round."""

    bits: float
    """By how much the number of deals fell, in log2. Less than 0 where it is the difference of
    estimates, or the game was taken back."""
    left: float
    """log2 of the number of deals left."""
    exact: bool
    """Whether these are exact, and no estimates (``tracker.counting``)."""
    placed: Mapping[Card, Seat]
    """Cards in play whose place is certain now and was not before, in deck order."""
    unplaced: tuple[Card, ...]
    """Cards in play whose place was certain and is not now."""
    proven: Mapping[BookOfTeam, Holdings]
    """Claims that are proven now and were not before."""
    unproven: tuple[BookOfTeam, ...]
    """Claims of books in play that were proven and are not now."""


class ProgressMeter:
    """Measures the progress of one view; cheap where it goes on from the last moment measured.

    Args:
        budget: what counting may cost; none: no limit but for each position.
    """

    def __init__(self, budget: Budget | None = None) -> None:
        self._counter = Counter(budget=budget)

    def posterior(self, deduction: Deduction) -> Posterior:
        """The counts at a moment."""
        return self._counter.update(deduction.knowledge)

    def measure(self, deduction: Deduction) -> Progress:
        """The progress at a moment."""
        posterior = self.posterior(deduction)
        return Progress(
            bits=nan if posterior.status == "unknown" else posterior.bits,
            exact=posterior.exact,
            holders=deduction.all_holders(),
            proven=deduction.provable(),
        )


def require_bits(progress: Progress) -> Progress:
    """The same, if the number of deals is known, or estimated.

    Raises:
        UndecidedError: where it is not.
    """
    if isnan(progress.bits):
        raise beyond_budget("unknown")
    return progress


def gain(before: Progress, after: Progress) -> Gain:
    """What is new at one moment, seen from another."""
    old, new = before.forced(), after.forced()
    return Gain(
        bits=before.bits - after.bits,
        left=after.bits,
        exact=before.exact and after.exact,
        placed={card: seat for card, seat in new.items() if card not in old},
        unplaced=tuple(card for card in old if card in after.holders and card not in new),
        proven={
            claim: naming for claim, naming in after.proven.items() if claim not in before.proven
        },
        unproven=tuple(
            claim
            for claim, naming in before.proven.items()
            if claim not in after.proven and all(card in after.holders for card, _ in naming)
        ),
    )


def claim_name(claim: BookOfTeam) -> str:
    """A claim in words: ``low hearts (Ann+Carl+Eve)``."""
    book, team = claim
    return f"{book} ({team_name(team)})"
