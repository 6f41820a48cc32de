"""How likely an ask and its answer are, in the eyes of a view: what it learns is -log2 of that.

An ask with its answer says where one card is or is not, that the asker holds one of the cards of
its half-suit, and perhaps more, which is the same for all asks from one chair. So of n deals, of
which m fit all but what is said of the card,

    deals that fit = m * P(the card is there)

where P is the probability among the m deals. All the asks from a chair take one count of the deals,
and one more for each half-suit. That one is cheap: only the half-suit's table changes.

Example: Ann may hold the 2H or the 3H. "Ann asks Bob 4H: yes" fits as many deals as have the 4H
with Bob, of those in which Ann holds a low heart.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log2
from typing import NamedTuple

from tracker.counting import Posterior
from tracker.game.cards import Card
from tracker.game.events import Ask
from tracker.game.state import State
from tracker.knowledge.facts import Clause, Fact, Literal
from tracker.knowledge.gather import event_facts

# -- what an ask says -----------------------------------------------------------------------------


class Sayings(NamedTuple):
    """What an ask with its answer says, in parts."""

    of_the_card: tuple[Literal, ...]
    """Where the card asked for is, or is not: all of these are true."""
    rest: tuple[Fact, ...]
    """What else the ask says. A card that it says the asker lacks is named among those of which the
    asker was dealt one, so that this is the same for as many asks as can be."""
    facts: tuple[Fact, ...]
    """All that the ask says."""


def sayings(state: State, ask: Ask) -> Sayings:
    """What an ask says, were it the next event."""
    of_the_card: list[Literal] = []
    rest: list[Fact] = []
    facts = event_facts(state, ask)
    for fact in facts:
        literals = fact.literals if isinstance(fact, Clause) else ()
        if len(literals) == 1 and literals[0].card == ask.card:
            of_the_card.append(literals[0])
        else:
            rest.append(fact)
    if Literal(ask.card, ask.asker, False) in of_the_card:
        rest = [_with_card(fact, ask, state.table.deck.book_of[ask.card].cards) for fact in rest]
    return Sayings(tuple(of_the_card), tuple(rest), facts)


def _with_card(fact: Fact, ask: Ask, half_suit: Sequence[Card]) -> Fact:
    """The fact that the asker was dealt one of some cards of a half-suit, with the card asked for.

    Any other fact stays as it is. An ask can also say of the ask before it, in another half-suit,
    that no card was surrendered.
    """
    is_asker_s = isinstance(fact, Clause) and all(
        literal.holds and literal.seat == ask.asker and literal.card in half_suit
        for literal in fact.literals
    )
    if not isinstance(fact, Clause) or not fact.literals or not is_asker_s:
        return fact
    card = Literal(ask.card, ask.asker, True)
    return Clause(tuple(sorted((*fact.literals, card))), fact.cause)


# -- how likely it is -----------------------------------------------------------------------------


class Likelihoods:
    """How likely what asks say is, in the eyes of one view at one moment.

    Args:
        posterior: the counts of the view as they are before the ask.
    """

    def __init__(self, posterior: Posterior) -> None:
        self.posterior = posterior
        self._parts: dict[tuple[Fact, ...], Posterior] = {}

    @property
    def exact(self) -> bool:
        """Whether all that has been counted was counted exactly."""
        return all(part.exact and self.posterior.exact for part in self._parts.values())

    def bits(self, says: Sayings) -> float:
        """What the view learns from them; the most possible where it rules them out."""
        return log2(1 / max(self.share(says), Fraction(1, self.posterior.count)))

    def share(self, says: Sayings) -> Fraction:
        """The share of the deals that an ask with its answer leaves."""
        part, seats = self._part(says.rest), {*self.posterior.knowledge.seats}
        share = Fraction(part.count, self.posterior.count)
        for _, seat, holds in says.of_the_card:
            seats &= {seat} if holds else seats - {seat}
        cards = {literal.card for literal in says.of_the_card}
        if not share or not cards:
            return share
        ((card, chances),) = part.marginals(cards).items()
        if seats.isdisjoint(chances):
            return Fraction(0)
        return share if seats.issuperset(chances) else share * part.owned({card: seats})

    def _part(self, facts: tuple[Fact, ...]) -> Posterior:
        """The counts of the deals that fit some facts."""
        if facts not in self._parts:
            self._parts[facts] = self.posterior.given(facts)
        return self._parts[facts]
