"""How likely: the counting engine's odds of where cards are *now*.

Counting speaks of the deal; here cards that have publicly moved since are where everyone saw them
go. What is certain is never decided here: verdicts come from ``tracker.inference``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tracker.counting import Posterior, count
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.lookup import TeamLike
from tracker.game.table import Team
from tracker.inference.deduction import ClaimVerdict, Deduction
from tracker.knowledge.facts import Chances
from tracker.sat.solver import SolverHolder


@dataclass(frozen=True)
class ClaimOdds:
    """A claim's verdict, and how likely it is to come true."""

    verdict: ClaimVerdict
    holdings: Holdings | None
    """The likeliest naming within the team, ties in seat order; none where it is impossible."""
    probability: Fraction | None
    """That this naming is exactly right; none where no honest number could be had."""
    owned: Fraction | None
    """That the team holds all the cards; none likewise."""


class Odds(SolverHolder):
    """The odds of a view at a moment, each consistent deal equally likely.

    It needs its deduction: closing the one closes the other.

    Args:
        deduction: the view and the moment.
    """

    def __init__(self, deduction: Deduction) -> None:
        self.deduction = self._hold(deduction)
        self._posterior = count(deduction.knowledge)

    def __repr__(self) -> str:
        about = f"{self.deduction.view} at {self.deduction.at}"
        if self.closed or self.deduction.closed:
            return f"<Odds, {about}, closed>"
        if self.posterior.status == "unknown":
            return f"<Odds, {about}: unknown, beyond the budget of counting>"
        return f"<Odds, {about}: {self.posterior.bits:.2f} bits left>"

    @property
    def posterior(self) -> Posterior:
        """The counts of deals.

        Raises:
            ClosedError: once it is closed.
        """
        if self.deduction.closed:
            self.close()
        self._require_open()
        return self._posterior

    @property
    def holders(self) -> Mapping[Card, Chances]:
        """The probability of each possible holder now, for every card in play, in deck order."""
        return holder_chances(self.posterior, self.deduction.all_holders())

    def claim(self, verdict: ClaimVerdict) -> ClaimOdds:
        """The odds of a claim that was judged in the same view at the same moment.

        What is certain is taken from the verdict. Where the counts are an estimate, so are the
        odds of the rest, and no naming may be known.
        """
        if verdict.verdict == "impossible":
            return ClaimOdds(verdict, None, Fraction(0), Fraction(0))
        if verdict.verdict == "proven":
            return ClaimOdds(verdict, verdict.holdings, Fraction(1), Fraction(1))
        located = self.deduction.state.located
        cards = self.deduction.record.deck.by_name[verdict.book].cards
        sure = Fraction(1) if verdict.verdict == "owned" else None
        if self.posterior.status == "unknown":
            return ClaimOdds(verdict, None, None, sure)
        likeliest = likeliest_naming(self.posterior, cards, located, verdict.team)
        if likeliest is None:
            return ClaimOdds(verdict, None, None, sure)
        # No draw of an estimate may have had what is possible: that is no 0.
        unknown = [card for card in cards if card not in located]
        owned = sure or self.posterior.owned(unknown, verdict.team) or None
        return ClaimOdds(verdict, likeliest[0], likeliest[1] or None, owned)

    def claims(self, team: TeamLike | None = None) -> tuple[ClaimOdds, ...]:
        """The odds of ``Deduction.claims``, in the same order."""
        return tuple(self.claim(verdict) for verdict in self.deduction.claims(team))


def likeliest_naming(
    posterior: Posterior, cards: Sequence[Card], located: Mapping[Card, Seat], team: Team
) -> tuple[Holdings, Fraction] | None:
    """The likeliest way in which a team holds a half-suit now, and its probability.

    Args:
        posterior: the counts; not unknown.
        cards: those of the half-suit.
        located: where cards have publicly moved to.
        team: whose seats may hold them.

    Returns:
        None where no deal, or no draw of an estimate, gives the team all of them.
    """
    unknown = [card for card in cards if card not in located]
    likeliest = posterior.likeliest_naming(unknown, team)
    if likeliest is None:
        return None
    named = {card: located[card] for card in cards if card in located} | dict(likeliest[0])
    return tuple((card, named[card]) for card in cards), likeliest[1]


def holder_chances(
    posterior: Posterior, holders: Mapping[Card, Sequence[Seat]]
) -> dict[Card, Chances]:
    """How likely each possible holder of each card is.

    Args:
        posterior: the counts.
        holders: who can hold each card, by ``tracker.inference``: that decides what is possible.
    """
    dealt = {} if posterior.status == "unknown" else posterior.marginals()
    return {
        card: {seat: dealt.get(card, {}).get(seat) or None for seat in seats}
        if len(seats) > 1
        else {seats[0]: 1.0}
        for card, seats in holders.items()
    }
