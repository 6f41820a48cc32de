"""How likely an ask and its answer are, in the eyes of a view: what it learns is -log2 of that.

What an ask says is of one card (the asker lacks it, the one asked holds it or not), and that the
asker holds one of some others of its half-suit; the rest, if anything, is the same for all the asks
from one chair. With n deals left, of which n' have none of those others with the asker,

    deals that fit = n * P(the card is there) - n' * P'(the card is there)

So all the asks from a chair take one count of the deals, and one for each half-suit: an event
changes one half-suit's table only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import log2
from typing import NamedTuple

from tracker.counting import Counter, Posterior, Purse
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.state import State
from tracker.knowledge.facts import Clause, EventCause, Fact, Knowledge, Literal
from tracker.knowledge.gather import event_facts


class Sayings(NamedTuple):
    """What an ask with its answer says, in parts."""

    of_the_card: tuple[Literal, ...]
    """Where the card asked for is, or is not: all of these are true."""
    one_of: tuple[Card, ...]
    """The asker was dealt one of these; none: nothing is said of that. A card that the ask says
    the asker lacks is among them, so that they are the same for as many asks as can be."""
    rest: tuple[Fact, ...]
    facts: tuple[Fact, ...]
    """All of it."""


def sayings(state: State, ask: Ask) -> Sayings:
    """What an ask says, were it the next event."""
    of_the_card: list[Literal] = []
    one_of: set[Card] = set()
    rest: list[Fact] = []
    facts = event_facts(state, ask)
    for fact in facts:
        literals = fact.literals if isinstance(fact, Clause) else ()
        if len(literals) == 1 and literals[0].card == ask.card:
            of_the_card.append(literals[0])
        elif not one_of and _is_at_the_asker(literals, ask):
            one_of = {literal.card for literal in literals}
        else:
            rest.append(fact)
    if one_of and Literal(ask.card, ask.asker, False) in of_the_card:
        one_of.add(ask.card)
    return Sayings(tuple(of_the_card), tuple(sorted(one_of)), tuple(rest), facts)


def _is_at_the_asker(literals: tuple[Literal, ...], ask: Ask) -> bool:
    """Whether it is said that the asker was dealt one of some cards."""
    return bool(literals) and all(one.holds and one.seat == ask.asker for one in literals)


class Likelihoods:
    """How likely what asks say is, in the eyes of one view at one moment.

    Args:
        known: what the view knows.
        quick: from probabilities in floats.
        purse: what counting may cost; none: no limit but for each position.
    """

    def __init__(
        self, known: Knowledge, *, quick: bool = False, purse: Purse | None = None
    ) -> None:
        self._known = known
        self._quick = quick
        self._counter = Counter(purse=purse)
        self._counts: dict[tuple[tuple[Fact, ...], tuple[Card, ...], Seat], _Count] = {}

    @property
    def posterior(self) -> Posterior:
        """The counts as they are before the ask."""
        return self._with(()).posterior

    @property
    def exact(self) -> bool:
        """Whether all that has been counted was counted exactly."""
        return all(count.posterior.exact for count in self._counts.values())

    def of(self, ask: Ask, said: Sayings) -> Fraction:
        """The share of the deals that an ask with its answer leaves."""
        share = self._with(said.rest).fitting(said.of_the_card)
        if said.one_of:
            without = self._with(said.rest, said.one_of, ask.asker)
            share -= without.fitting(said.of_the_card)
        return share

    def bits(self, ask: Ask, said: Sayings) -> float:
        """What the view learns from an ask and its answer, where some deal allows them."""
        # One deal is left at least, whatever floats make of it.
        return -log2(max(self.of(ask, said), Fraction(1, self.posterior.count)))

    def knows(self, facts: tuple[Fact, ...]) -> bool:
        """Whether the view knows already what some facts say."""
        return self._with(facts).share == 1

    def _with(
        self, facts: tuple[Fact, ...], lacked: tuple[Card, ...] = (), asker: Seat = ""
    ) -> _Count:
        """The counts once more is known: facts, and cards that the asker was not dealt."""
        key = (facts, lacked, asker)
        if key not in self._counts:
            lacks = (Clause((Literal(card, asker, False),), EventCause(0)) for card in lacked)
            known = self._known.with_facts((*facts, *lacks)) if facts or lacked else self._known
            posterior = self._counter.update(known)
            total = self._with(()).posterior.count if facts or lacked else posterior.count
            self._counts[key] = _Count(posterior, total, self._quick)
        return self._counts[key]


class _Count:
    """A position counted.

    Args:
        posterior: its counts.
        total: of how many deals it has a share.
        quick: whether probabilities in floats will do.
    """

    def __init__(self, posterior: Posterior, total: int, quick: bool) -> None:
        self.posterior = posterior
        self.share = Fraction(posterior.count, total)
        self._quick = quick

    def fitting(self, literals: Sequence[Literal]) -> Fraction:
        """The share of all the deals that are in the position, a card being where it is said."""
        if not self.share:
            return self.share
        there = {one.seat for one in literals if one.holds}
        absent = {one.seat for one in literals if not one.holds}
        if len(there) > 1 or there & absent:
            return Fraction(0)
        chance = sum(
            (self._chance(literals[0].card, seat) for seat in there or absent), Fraction(0)
        )
        return self.share * (chance if there else 1 - chance)

    def _chance(self, card: Card, seat: Seat) -> Fraction:
        if self._quick:
            return Fraction(self._marginals[card].get(seat, 0.0))
        return self.posterior.probability(card, seat)

    @cached_property
    def _marginals(self) -> Mapping[Card, Mapping[Seat, float]]:
        return self.posterior.marginals()
