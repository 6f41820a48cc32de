"""How much a view knows at a moment, and what it learns from one moment to another.

A view's *bits* are its entropy: log2 of the number of deals that it can still think possible. An
event that rules out half of these deals tells the view one bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan, nan
from typing import TypeAlias

from tracker.answers import in_all, put_together
from tracker.counting import Counter
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.table import Team
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Between, Chances

BookOfTeam: TypeAlias = tuple[str, Team]
"""A half-suit, and the team that would claim it."""


@dataclass(frozen=True)
class Progress:
    """What a view knows at a moment."""

    bits: float
    """log2 of the number of deals left; NaN where counting them is beyond the budget, and where a
    gap can be filled in several ways."""
    holders: Mapping[Card, tuple[Seat, ...]]
    """Who can hold each card in play, in deck order."""
    proven: Mapping[BookOfTeam, Holdings]
    """The claims that are proven for the teams the view speaks for, each with its naming."""
    located: Mapping[Card, Seat]
    """The cards in play that have been moved or shown for all to see, with their holders."""
    chances: Mapping[Card, Chances] | None = None
    """How likely each of the holders is; None where that is not kept."""

    @cached_property
    def forced(self) -> Mapping[Card, Seat]:
        """The cards in play whose holder is certain, with that holder."""
        return {card: seats[0] for card, seats in self.holders.items() if len(seats) == 1}


@dataclass(frozen=True)
class Gain:
    """The difference between what a view knows at two moments."""

    bits: float | Between
    """By how much log2 of the number of deals fell, at least and at most where a gap decides it. It
    is negative where the second moment comes before the first."""
    left: float | Between
    """log2 of the number of deals left."""
    placed: Mapping[Card, Seat] = field(metadata=put_together(in_all))
    """Cards in play whose place is certain now and was not before, in deck order."""
    inferred: Mapping[Card, Seat] = field(metadata=put_together(in_all))
    """Those of them that nobody moved or showed for all to see."""
    unplaced: tuple[Card, ...] = field(metadata=put_together(in_all))
    """Cards in play whose place was certain and is not now."""
    proven: Mapping[BookOfTeam, Holdings] = field(metadata=put_together(in_all))
    """Claims that are proven now and were not before."""
    unproven: tuple[BookOfTeam, ...] = field(metadata=put_together(in_all))
    """Claims of half-suits in play that were proven and are not now."""

    @property
    def least(self) -> float:
        """The bits; where a gap decides them, the fewest."""
        return float(self.bits.low) if isinstance(self.bits, Between) else self.bits

    @property
    def exact(self) -> bool:
        """Whether the deals left could be counted at both moments."""
        return not isnan(self.least)


def measure(deduction: Deduction, counter: Counter | None = None) -> Progress:
    """What a view knows at a moment.

    Args:
        deduction: the view at that moment.
        counter: counts the view's deals; quick where it last counted them a moment before. None:
            they are not counted, nor where gaps can be filled in several ways.
    """
    bits = nan
    if counter is not None and deduction.has_knowledge:
        posterior = counter.update(deduction.knowledge)
        bits = posterior.bits if posterior.exact else nan
    return Progress(bits, deduction.all_holders(), deduction.provable(), deduction.state.located)


def gain(before: Progress, after: Progress) -> Gain:
    """What a view has learnt from one moment to another."""
    old, new = before.forced, after.forced
    placed = {card: seat for card, seat in new.items() if card not in old}
    return Gain(
        bits=before.bits - after.bits,
        left=after.bits,
        placed=placed,
        inferred={card: seat for card, seat in placed.items() if card not in after.located},
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
