"""What an ask tells the other players: expectations over their hands, listed or drawn at random.

What a player learns depends on their hand. Where few deals are left, each is looked at, and the
expectation is exact. Else some deals are drawn, each equally likely, and of each other player's
hand h in them two things are counted exactly: the chance w(h) of an answer for whoever knows the
asker's hand and h, and the bits s(h) that the answer tells that player. Since the chance W of the
answer is known, what the answer tells is estimated as the mean of s weighted by w, times W (a ratio
estimator): only that mean varies with the draw, not how often the answer came up in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from operator import mul
from statistics import fmean, stdev
from typing import Final, NamedTuple

from tracker.analysis.likelihood import Likelihoods, Sayings
from tracker.analysis.shares import deals_looked_at
from tracker.analysis.student import student95
from tracker.counting import Posterior
from tracker.game.events import Ask, Seat
from tracker.game.record import Hand
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import knowledge

MOST_LISTED: Final = 24
"""Up to so many deals are listed; of more, some are drawn."""
DRAWN: Final = 8
"""Deals drawn."""


class Outcome(NamedTuple):
    """An ask with one of its answers."""

    ask: Ask
    said: Sayings
    share: Fraction
    """The share of the asker's deals in which it is legal and so answered."""


@dataclass(frozen=True)
class Estimate:
    """Bits that some players learn, added up, as an expectation."""

    bits: float
    low: float
    high: float
    """Where the expectation is: 95% limits, or just there where it is exact."""


class Listeners:
    """The other players, as the asker must think they may be.

    Args:
        deduction: the asker's view.
        posterior: its counts.
        drawn: how many deals to draw where there are too many to list.
    """

    def __init__(self, deduction: Deduction, posterior: Posterior, drawn: int = DRAWN) -> None:
        self._deduction = deduction
        looked_at = deals_looked_at(posterior, MOST_LISTED, drawn)
        self.exact = looked_at.all
        """Whether every deal is looked at."""
        self._deals = looked_at.deals
        self._ears: dict[Hand, Ear] = {}
        self._drawn: dict[Seat, Sequence[Ear]] = {}

    def told(self, outcomes: Sequence[Outcome], seats: Iterable[Seat]) -> Estimate:
        """What an ask tells some of the others, added up.

        Args:
            outcomes: the ask with each answer that it can get.
            seats: the others.
        """
        others = [seat for seat in seats if seat not in self._deduction.viewer.seats]
        legal = float(sum(outcome.share for outcome in outcomes))
        if self.exact:
            bits = sum(self._told_in(deal, outcomes, others) for deal in self._deals)
            bits /= legal * len(self._deals)
            return Estimate(bits, bits, bits)
        terms = [self._term(outcome, seat) for outcome in outcomes for seat in others]
        return _added(terms, legal)

    def _told_in(self, deal: Deal, outcomes: Iterable[Outcome], others: Iterable[Seat]) -> float:
        """What the others learn in one deal; nothing where the ask is not legal in it."""
        for outcome in outcomes:
            if all(fact.fits(deal) for fact in outcome.said.facts):
                return sum(self._ear(seat, deal).bits(outcome) for seat in others)
        return 0.0

    def _term(self, outcome: Outcome, seat: Seat) -> _Term:
        if seat not in self._drawn:
            self._drawn[seat] = [self._ear(seat, deal) for deal in self._deals]
        ears = self._drawn[seat]
        chances = [ear.chance(outcome) for ear in ears]
        bits = [ear.bits(outcome) for ear in ears]
        return _Term(float(outcome.share), chances, bits)

    def _ear(self, seat: Seat, deal: Deal) -> Ear:
        """A seat with its hand in a deal."""
        hand = Hand(seat, tuple(card for card, at in deal.items() if at == seat))
        if hand not in self._ears:
            self._ears[hand] = Ear(self._deduction, hand)
        return self._ears[hand]


class Ear:
    """Another player with a certain hand."""

    def __init__(self, deduction: Deduction, hand: Hand) -> None:
        record, at = deduction.record, deduction.at
        self._alone = Likelihoods(knowledge(record, (hand,), at), quick=True)
        pooled = (*deduction.viewer.hands, hand)
        self._with_the_asker = Likelihoods(knowledge(record, pooled, at), quick=True)
        self._bits: dict[Ask, float] = {}

    def chance(self, outcome: Outcome) -> float:
        """How likely an answer is for whoever knows the asker's hand and this one."""
        # The asker knows whether they hold one of the cards: else the ask would not be legal.
        said = outcome.said._replace(one_of=())
        return max(self._with_the_asker.chance(outcome.ask, said), 0.0)

    def bits(self, outcome: Outcome) -> float:
        """What the player learns; the most that is possible where the hand rules the answer out."""
        if outcome.ask not in self._bits:
            self._bits[outcome.ask] = self._alone.bits(outcome.ask, outcome.said)
        return self._bits[outcome.ask]


@dataclass(frozen=True)
class _Term:
    """What one answer tells one player, from the hands drawn."""

    share: float
    """How likely the answer is, exactly."""
    chances: Sequence[float]
    """How likely it is with each hand drawn."""
    bits: Sequence[float]
    """What it tells with that hand."""

    @property
    def seen(self) -> bool:
        """Whether some hand drawn allows it."""
        return sum(self.chances) > 0

    @property
    def mean(self) -> float:
        """The bits, given the answer."""
        weighted: float = sum(map(mul, self.chances, self.bits))
        return weighted / sum(self.chances)

    def deviations(self) -> list[float]:
        """What each hand drawn adds to, or takes from, the estimate: 0 in the mean."""
        scale, mean = self.share / fmean(self.chances), self.mean
        return [
            scale * chance * (bits - mean)
            for chance, bits in zip(self.chances, self.bits, strict=True)
        ]


def _added(terms: Sequence[_Term], legal: float) -> Estimate:
    """All that some players learn.

    An answer that no hand drawn allows is unlikely, and taken to tell about as much as the other
    answers; the limits allow for twice that, and for nothing.
    """
    seen = [term for term in terms if term.seen]
    usual = fmean(term.mean for term in seen) if seen else 0.0
    unseen = sum(term.share * usual for term in terms if not term.seen)
    bits = sum(term.share * term.mean for term in seen) + unseen
    deviations = [sum(parts) for parts in zip(*(term.deviations() for term in seen), strict=True)]
    margin = unseen + max(_margin(deviations), bits * _unlike(len(deviations)))
    return Estimate(bits / legal, max(bits - margin, 0.0) / legal, (bits + margin) / legal)


def _unlike(n: int) -> float:
    """How far off, as a share, an estimate may be of which all n draws agree.

    Up to 1 - 0.05^(1/n) of the hands may be unlike all drawn (the rule of three); they are taken to
    tell a quarter more or less.
    """
    return (1 - 0.05 ** (1 / n)) / 4 if n else 0.0


def _margin(deviations: Sequence[float]) -> float:
    """Half the width of a 95% interval for a mean."""
    n = len(deviations)
    if n < 2:
        return 0.0
    return student95(n - 1) * stdev(deviations) / sqrt(n)
