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

from tracker.analysis.likelihood import Likelihoods, Sayings, SideBySide
from tracker.analysis.shares import deals_looked_at
from tracker.analysis.student import student95
from tracker.counting import Counter, Posterior
from tracker.counting.filling_table import FillingTables
from tracker.game.events import Ask, Seat
from tracker.game.record import Hand
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Deal, Knowledge
from tracker.knowledge.views import hand_facts, knowledge

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
        self._ears: dict[Seat, _Ears] = {}
        public = knowledge(deduction.record, (), deduction.at)
        self._counter = Counter(tables=FillingTables(forgets=False))
        self._counter.update(public)
        self._public = public

    def told(self, outcomes: Sequence[Outcome], *groups: Iterable[Seat]) -> list[Estimate]:
        """What an ask tells some of the others, added up, for each of several groups of seats.

        Args:
            outcomes: the ask with each answer that it can get.
            groups: the others, and who else is among them.
        """
        legal = float(sum(outcome.share for outcome in outcomes))
        others = [
            [self._ears_of(seat) for seat in group if seat not in self._deduction.viewer.seats]
            for group in groups
        ]
        if not self.exact:
            return [
                _added([ears.term(outcome) for outcome in outcomes for ears in group], legal)
                for group in others
            ]
        fitting = [self._fitting(outcome) for outcome in outcomes]
        found = []
        for group in others:
            bits = sum(
                ears.bits(outcome)[deal]
                for outcome, deals in zip(outcomes, fitting, strict=True)
                for ears in group if deals
                for deal in deals
            )
            bits /= legal * len(self._deals)
            found.append(Estimate(bits, bits, bits))
        return found

    def _fitting(self, outcome: Outcome) -> list[int]:
        """The deals in which the ask is legal and gets this answer, by number."""
        facts = outcome.said.facts
        return [i for i, deal in enumerate(self._deals) if all(fact.fits(deal) for fact in facts)]

    def _ears_of(self, seat: Seat) -> _Ears:
        """A seat with its hand in each of the deals."""
        if seat not in self._ears:
            hands = [
                Hand(seat, tuple(card for card, at in deal.items() if at == seat))
                for deal in self._deals
            ]
            self._ears[seat] = _Ears(self._deduction, hands, self._public, self._counter)
        return self._ears[seat]


class _Ears:
    """Another player, with the hand that they have in each of some deals."""

    def __init__(
        self, deduction: Deduction, hands: Sequence[Hand], public: Knowledge, counter: Counter
    ) -> None:
        different = list(dict.fromkeys(hands))
        self._place = [different.index(hand) for hand in hands]
        table, asker = deduction.record.table, deduction.viewer.facts(deduction.record.table)
        said = [tuple(hand_facts(table, hand)) for hand in different]
        self._alone = SideBySide([_listening(public.with_facts(own), counter) for own in said])
        pooled = [public.with_facts((*asker, *own)) for own in said]
        self._pooled = SideBySide([_listening(known, counter) for known in pooled])
        self._bits: dict[Ask, Sequence[float]] = {}

    def bits(self, outcome: Outcome) -> Sequence[float]:
        """What the player learns from an answer in each deal."""
        ask = outcome.ask
        if ask not in self._bits:
            bits = self._alone.bits(ask, outcome.said)
            self._bits[ask] = [bits[place] for place in self._place]
        return self._bits[ask]

    def term(self, outcome: Outcome) -> _Term:
        """What an answer tells the player, from the hands in deals drawn."""
        # The asker knows whether they hold one of the cards: else the ask would not be legal.
        said = outcome.said._replace(one_of=())
        shares = [max(share, 0.0) for share in self._pooled.shares(outcome.ask, said)]
        chances = [shares[place] for place in self._place]
        return _Term(float(outcome.share), chances, self.bits(outcome))


def _listening(known: Knowledge, counter: Counter) -> Likelihoods:
    """The likelihoods of who knows what is public, which a counter has counted, and a hand."""
    return Likelihoods(known, quick=True, counter=counter.fork())


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
