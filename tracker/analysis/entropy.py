"""How much a view knows at a moment, and what it learns from one moment to another.

A view's *bits* are its entropy: log2 of the number of deals that it can still think possible. An
event that rules out half of these deals tells the view one bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import TypeAlias

from tracker.counting import Counter, beyond_budget
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.table import Team
from tracker.inference.deduction import Deduction

BookOfTeam: TypeAlias = tuple[str, Team]
"""A half-suit, and the team that would claim it."""


@dataclass(frozen=True)
class Progress:
    """What a view knows at a moment."""

    bits: float
    """log2 of the number of deals left; NaN where counting them is beyond the budget."""
    exact: bool
    """Whether the bits are exact, not an estimate."""
    holders: Mapping[Card, tuple[Seat, ...]]
    """Who can hold each card in play, in deck order."""
    proven: Mapping[BookOfTeam, Holdings]
    """The claims that are proven for the teams the view speaks for, each with its naming."""

    def forced(self) -> dict[Card, Seat]:
        """The cards in play whose holder is certain, with that holder."""
        return {card: seats[0] for card, seats in self.holders.items() if len(seats) == 1}


@dataclass(frozen=True)
class Gain:
    """The difference between what a view knows at two moments."""

    bits: float
    """By how much log2 of the number of deals fell. It is negative where estimates differ so, or
    where the second moment comes before the first."""
    left: float
    """log2 of the number of deals left."""
    exact: bool
    """Whether both numbers are exact, not estimates."""
    placed: Mapping[Card, Seat]
    """Cards in play whose place is certain now and was not before, in deck order."""
    unplaced: tuple[Card, ...]
    """Cards in play whose place was certain and is not now."""
    proven: Mapping[BookOfTeam, Holdings]
    """Claims that are proven now and were not before."""
    unproven: tuple[BookOfTeam, ...]
    """Claims of half-suits in play that were proven and are not now."""


def measure(deduction: Deduction, counter: Counter) -> Progress:
    """What a view knows at a moment.

    Args:
        deduction: the view at that moment.
        counter: counts the view's deals; quick where it last counted them a moment before.
    """
    posterior = counter.update(deduction.knowledge)
    return Progress(
        bits=nan if posterior.status == "unknown" else posterior.bits,
        exact=posterior.exact,
        holders=deduction.all_holders(),
        proven=deduction.provable(),
    )


def require_bits(progress: Progress) -> None:
    """Go on only where the number of deals is known or estimated.

    Raises:
        UndecidedError: where it is neither.
    """
    if isnan(progress.bits):
        raise beyond_budget("unknown")


def gain(before: Progress, after: Progress) -> Gain:
    """What a view has learnt from one moment to another."""
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
    return f"{book} ({team})"
