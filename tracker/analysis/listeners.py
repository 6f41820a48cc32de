"""What an ask tells the other players: expectations over their hands, listed or drawn at random.

What a player learns depends on their hand. Where few deals are left, each is looked at, and the
expectation is exact. Else some deals are drawn, each equally likely. For each hand h that another
player has in them, two numbers are counted exactly: the chance w(h) of an answer for whoever knows
both the asker's hand and h, and the bits s(h) that the answer tells that player. The chance W of
the answer is known. So what the answer tells is estimated as W times the mean of s weighted by w (a
ratio estimator): only that mean varies with the draw, not how often the answer came up in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from operator import mul
from statistics import fmean
from typing import Final, NamedTuple

from tracker.analysis.likelihood import Likelihoods, Sayings
from tracker.analysis.shares import deals_looked_at, student95
from tracker.counting import Counter, Posterior
from tracker.game.events import Ask, Seat
from tracker.game.record import Hand
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Deal, Knowledge
from tracker.knowledge.views import hand_facts, knowledge

MOST_LISTED: Final = 24
"""Where a view has at most so many deals, all of them are looked at; else some are drawn."""
DRAWN: Final = 8
"""How many deals are drawn."""


class Outcome(NamedTuple):
    """An ask with one of its answers."""

    ask: Ask
    says: Sayings
    share: Fraction
    """The share of the asker's deals in which it is legal and so answered."""


@dataclass(frozen=True)
class Estimate:
    """The expectation of the bits that some players learn, added up."""

    bits: float
    low: float
    high: float
    """95% limits of the expectation; both are the expectation where it is exact."""


class Listeners:
    """The other players, with all the hands that the asker must think they may have.

    Args:
        deduction: the asker's view.
        posterior: its counts.
        drawn: how many deals to draw where there are too many to list.
    """

    def __init__(self, deduction: Deduction, posterior: Posterior, drawn: int = DRAWN) -> None:
        looked_at = deals_looked_at(posterior, MOST_LISTED, drawn)
        self.exact = looked_at.all
        """Whether every deal is looked at."""
        self._deals = looked_at.deals
        self._hands = _OthersHands(deduction, looked_at.deals)

    def told(
        self, outcomes: Sequence[Outcome], public: float, *groups: Collection[Seat]
    ) -> list[Estimate]:
        """What an ask tells some of the others, added up, for each of several groups of seats.

        Args:
            outcomes: the ask with each answer that it can get.
            public: the bits that its answer is expected to tell whoever knows no hand.
            groups: the others; the asker may be among them, and learns nothing.
        """
        legal = float(sum(outcome.share for outcome in outcomes))
        if self.exact:
            return self._told_in_all(outcomes, groups, legal)
        terms = [term for outcome in outcomes for term in self._hands.terms(outcome)]
        by_group = ([term for term in terms if term.seat in group] for group in groups)
        return [_added(some, legal, public) for some in by_group]

    def _told_in_all(
        self, outcomes: Sequence[Outcome], groups: Iterable[Collection[Seat]], legal: float
    ) -> list[Estimate]:
        """What an ask tells, from every deal in which the ask is legal."""
        totals: dict[Seat, float] = {}
        for outcome in outcomes:
            fitting = [
                number
                for number, deal in enumerate(self._deals)
                if all(fact.fits(deal) for fact in outcome.says.facts)
            ]
            for seat, bits in self._hands.bits(outcome).items():
                totals[seat] = totals.get(seat, 0.0) + sum(bits[number] for number in fitting)
        means = [
            sum(bits for seat, bits in totals.items() if seat in group) / (legal * len(self._deals))
            for group in groups
        ]
        return [Estimate(mean, mean, mean) for mean in means]


class _OthersHands:
    """The other players, each with the hands that they have in some deals.

    Args:
        deduction: the asker's view.
        deals: the deals.
    """

    def __init__(self, deduction: Deduction, deals: Sequence[Deal]) -> None:
        (asker,) = deduction.viewer.seats
        places: dict[Hand, int] = {}
        self._places = {
            seat: [places.setdefault(_hand(deal, seat), len(places)) for deal in deals]
            for seat in deduction.record.seats
            if seat != asker
        }
        """For each of the others and each deal, the number of the hand they have in it."""
        public = knowledge(deduction.record, (), deduction.at)
        counter = Counter()
        counter.update(public)
        table = deduction.record.table
        own = deduction.viewer.facts(table)
        hands = [tuple(hand_facts(table, hand)) for hand in places]
        known = [public.with_facts(hand) for hand in hands]
        pooled = [public.with_facts((*own, *hand)) for hand in hands]
        self._alone = [_listening(each, counter) for each in known]
        self._with_the_asker = [_listening(each, counter) for each in pooled]

    def bits(self, outcome: Outcome) -> Mapping[Seat, Sequence[float]]:
        """What each of them learns from an answer, in each deal."""
        bits = [listener.bits(outcome.ask, outcome.says) for listener in self._alone]
        return {seat: [bits[i] for i in places] for seat, places in self._places.items()}

    def terms(self, outcome: Outcome) -> list[_Term]:
        """What an answer tells each of them, from deals drawn."""
        # The asker knows whether they hold one of the cards: else the ask would not be legal.
        says = outcome.says._replace(one_of=())
        shares = [float(each.share(outcome.ask, says)) for each in self._with_the_asker]
        return [
            _Term(
                seat, float(outcome.share), [max(shares[i], 0.0) for i in self._places[seat]], bits
            )
            for seat, bits in self.bits(outcome).items()
        ]


def _hand(deal: Deal, seat: Seat) -> Hand:
    """The hand that a seat has in a deal."""
    return Hand(seat, tuple(card for card, at in deal.items() if at == seat))


def _listening(known: Knowledge, counter: Counter) -> Likelihoods:
    """The likelihoods of a player who knows what is public and a hand.

    Args:
        known: what the player knows.
        counter: it has counted what is public.
    """
    return Likelihoods(known, quick=True, counter=counter.fork())


@dataclass(frozen=True)
class _Term:
    """What one answer tells one player, from the hands drawn."""

    seat: Seat
    share: float
    """How likely the answer is, counted exactly."""
    chances: Sequence[float]
    """How likely the answer is with each hand drawn."""
    bits: Sequence[float]
    """The bits that the answer tells with each hand drawn."""

    @property
    def seen(self) -> bool:
        """Whether some hand drawn allows the answer."""
        return sum(self.chances) > 0

    @property
    def mean(self) -> float:
        """The mean number of bits that the answer tells."""
        weighted: float = sum(map(mul, self.chances, self.bits))
        return weighted / sum(self.chances)

    def deviations(self) -> list[float]:
        """What each hand drawn adds to, or takes from, the estimate: 0 in the mean."""
        scale, mean = self.share / fmean(self.chances), self.mean
        return [
            scale * chance * (bits - mean)
            for chance, bits in zip(self.chances, self.bits, strict=True)
        ]


def _added(terms: Sequence[_Term], legal: float, public: float) -> Estimate:
    """The expectation of all that some players learn.

    An answer that no hand drawn allows is unlikely. It is taken to tell about as much as the other
    answers; the limits allow for twice that, and for nothing. Where no hand drawn learns anything,
    those that are unlike them are taken to learn what the answer tells whoever knows no hand.
    """
    seen = [term for term in terms if term.seen]
    usual = fmean(term.mean for term in seen) if seen else 0.0
    unseen = sum(term.share * usual for term in terms if not term.seen)
    bits = sum(term.share * term.mean for term in seen) + unseen
    deviations = [sum(parts) for parts in zip(*(term.deviations() for term in seen), strict=True)]
    if not bits:
        players = len({term.seat for term in terms})
        return Estimate(0.0, 0.0, players * public * _share_unlike(len(deviations)))
    margin = unseen + max(_margin(deviations), bits * _share_unlike(len(deviations)) / 4)
    return Estimate(bits / legal, max(bits - margin, 0.0) / legal, (bits + margin) / legal)


def _share_unlike(n: int) -> float:
    """The share of hands that may be unlike all of n drawn, which agree (the rule of three).

    Where those drawn learn something, the others are taken to learn a quarter more or less.
    """
    return 1 - 0.05 ** (1 / n) if n else 1.0


def _margin(deviations: Sequence[float]) -> float:
    """Half the width of a 95% interval for a mean."""
    n = len(deviations)
    if n < 2:
        return 0.0
    mean = fmean(deviations)
    spread = sqrt(sum((each - mean) ** 2 for each in deviations) / (n - 1))
    return student95(n - 1) * spread / sqrt(n)
