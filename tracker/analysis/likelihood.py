"""How likely an ask and its answer are, in the eyes of a view: what it learns is -log2 of that.

An ask with its answer says where one card is or is not, that the asker holds one of some other
cards of its half-suit, and perhaps more, which is the same for all asks from one chair. So with n
deals left, of which n' have none of those other cards with the asker,

    deals that fit = n * P(the card is there) - n' * P'(the card is there)

where P' is the probability among the n' deals. All the asks from a chair take one count of the
deals, and one more for each half-suit. That one is cheap: only the half-suit's table changes.

Example: Ann may hold the 2H or the 3H. "Ann asks Bob 4H: yes" fits as many deals as have the 4H
with Bob, less those of them in which Ann holds neither the 2H nor the 3H.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import log2
from typing import NamedTuple, TypeAlias

from tracker.counting import Counter, Posterior
from tracker.counting.half_suit_odds import Absence
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.state import State
from tracker.knowledge.facts import Clause, EventCause, Fact, Knowledge, Literal
from tracker.knowledge.gather import event_facts

Number: TypeAlias = "Fraction | float"


# -- what an ask says -----------------------------------------------------------------------------


class Sayings(NamedTuple):
    """What an ask with its answer says, in parts."""

    of_the_card: tuple[Literal, ...]
    """Where the card asked for is, or is not: all of these are true."""
    one_of: tuple[Card, ...]
    """The asker was dealt one of these; none: nothing is said of that. A card that the ask says
    the asker lacks is among them, so that they are the same for as many asks as can be."""
    rest: tuple[Fact, ...]
    """What else the ask says."""
    facts: tuple[Fact, ...]
    """All that the ask says."""


def sayings(state: State, ask: Ask) -> Sayings:
    """What an ask says, were it the next event."""
    of_the_card: list[Literal] = []
    one_of: set[Card] = set()
    rest: list[Fact] = []
    facts = event_facts(state, ask)
    half_suit = state.table.deck.book_of[ask.card].cards
    for fact in facts:
        literals = fact.literals if isinstance(fact, Clause) else ()
        if len(literals) == 1 and literals[0].card == ask.card:
            of_the_card.append(literals[0])
        elif not one_of and _is_at_the_asker(literals, ask, half_suit):
            one_of = {literal.card for literal in literals}
        else:
            rest.append(fact)
    if one_of and Literal(ask.card, ask.asker, False) in of_the_card:
        one_of.add(ask.card)
    return Sayings(tuple(of_the_card), tuple(sorted(one_of)), tuple(rest), facts)


def _is_at_the_asker(literals: tuple[Literal, ...], ask: Ask, half_suit: Sequence[Card]) -> bool:
    """Whether literals say that the asker was dealt one of some cards of the half-suit asked in.

    An ask can also say of the ask before it, in another half-suit, that no card was surrendered.
    """
    return bool(literals) and all(
        literal.holds and literal.seat == ask.asker and literal.card in half_suit
        for literal in literals
    )


# -- how likely it is -----------------------------------------------------------------------------


class Likelihoods:
    """How likely what asks say is, in the eyes of one view at one moment.

    Args:
        known: what the view knows.
        quick: from probabilities in floats.
        counter: what counts, quickest where it has counted less of the same; None: a new one.
        posterior: its counts, where they are worked out already.
    """

    def __init__(
        self,
        known: Knowledge,
        *,
        quick: bool = False,
        counter: Counter | None = None,
        posterior: Posterior | None = None,
    ) -> None:
        self._known = known
        self._quick = quick
        self._counter = Counter() if counter is None else counter
        self._given = posterior
        self._used: list[Posterior] = []
        self._parts: dict[tuple[tuple[Fact, ...], tuple[Card, ...], Seat], _Part] = {}

    @cached_property
    def posterior(self) -> Posterior:
        """The counts as they are before the ask."""
        return self._noted(self._given or self._counter.update(self._known))

    @property
    def exact(self) -> bool:
        """Whether all that has been counted was counted exactly."""
        return all(posterior.exact for posterior in self._used)

    def of(self, ask: Ask, says: Sayings) -> Fraction:
        """The share of the deals that an ask with its answer leaves."""
        return Fraction(self.share(ask, says))

    def bits(self, ask: Ask, says: Sayings) -> float:
        """What the view learns from an ask and its answer; the most possible where it rules it out.

        One deal is left at least, whatever floats make of it.
        """
        return -log2(max(self.share(ask, says), 1 / self.posterior.count))

    def share(self, ask: Ask, says: Sayings) -> Number:
        """The share of the deals that fit; where quick, it may round to a little less than 0."""
        share = self._part(says.rest).fitting(says.of_the_card)
        if says.one_of:
            share -= self._part(says.rest, says.one_of, ask.asker).fitting(says.of_the_card)
        return share

    def _part(
        self, facts: tuple[Fact, ...], lacked: tuple[Card, ...] = (), asker: Seat = ""
    ) -> _Part:
        """The deals that fit some facts and in which the asker was dealt none of some cards.

        Args:
            facts: the facts.
            lacked: cards of one half-suit.
            asker: the asker; nobody where no cards are named.
        """
        key = (facts, lacked, asker)
        if key not in self._parts:
            self._parts[key] = self._counted(facts, lacked, asker)
        return self._parts[key]

    def _counted(self, facts: tuple[Fact, ...], lacked: tuple[Card, ...], asker: Seat) -> _Part:
        """Count a part of the deals.

        Floats need no count of their own for cards that were not dealt to the asker.
        """
        if not facts and not lacked:
            whole = 1.0 if self._quick else Fraction(1)
            return _Part(whole, self._chance_in(self.posterior), self.posterior)
        if lacked and self._quick:
            among = self._part(facts)
            if among.posterior is not None and among.share:
                absence = among.posterior.absent(lacked, asker)
                return _Part(among.share * absence.share, partial(_chance_with, absence))
        lacks = (Clause((Literal(card, asker, False),), EventCause(0)) for card in lacked)
        known = self._known.with_facts((*facts, *lacks))
        posterior = self._noted(self.posterior.extended(known) or self._counter.update(known))
        share = Fraction(posterior.count, self.posterior.count)
        return _Part(float(share) if self._quick else share, self._chance_in(posterior), posterior)

    def _noted(self, posterior: Posterior) -> Posterior:
        """Note that some counts are used."""
        self._used.append(posterior)
        return posterior

    def _chance_in(self, posterior: Posterior) -> Chance:
        """How likely it is in a position counted that a card was dealt to a seat."""
        return partial(_marginal, posterior, {}) if self._quick else posterior.probability


Chance: TypeAlias = Callable[[Card, Seat], Number]
"""In what share of some deals, if there are any, a card was dealt to a seat."""


class _Part(NamedTuple):
    """A part of the deals of a view."""

    share: Number
    """The share of all its deals that they are."""
    chance: Chance
    posterior: Posterior | None = None
    """The counts of these deals; None where they come from the counts of a larger part."""

    def fitting(self, literals: tuple[Literal, ...]) -> Number:
        """The share of all the view's deals that are among these and fit literals on one card."""
        if not self.share:
            return self.share
        card, seats, holds = _place(literals)
        if not holds and not seats:
            return self.share
        chance: Number = sum(self.chance(card, seat) for seat in seats)
        return self.share * (chance if holds else 1 - chance)


@lru_cache(maxsize=1000)
def _place(literals: Sequence[Literal]) -> tuple[Card, frozenset[Seat], bool]:
    """What literals say of a card: it is at one of some seats (none: nowhere), or at none."""
    there = frozenset(literal.seat for literal in literals if literal.holds)
    absent = frozenset(literal.seat for literal in literals if not literal.holds)
    card = literals[0].card if literals else ""
    if len(there) > 1 or there & absent:
        return card, frozenset(), True
    return card, there or absent, bool(there)


def _marginal(
    posterior: Posterior, cache: dict[Card, Mapping[Seat, float]], card: Card, seat: Seat
) -> float:
    """How likely it is, in floats, that a card was dealt to a seat."""
    if card not in cache:
        cache[card] = posterior.marginals([card])[card]
    return cache[card].get(seat, 0.0)


def _chance_with(absence: Absence, card: Card, seat: Seat) -> Number:
    """How likely it is where the asker was dealt none of some cards of the card's half-suit."""
    return absence.marginals[card].get(seat, 0.0)
