"""How likely: the counting engine's odds of where cards are *now*.

Counting speaks of the deal; here cards that have publicly moved since are where everyone saw them
go. What is certain is never decided here: verdicts come from ``tracker.inference``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tracker.counting import Posterior, count
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.words import TeamLike
from tracker.inference.deduction import ClaimVerdict, Deduction
from tracker.sat.solver_holder import SolverHolder


@dataclass(frozen=True)
class ClaimOdds:
    """A claim's verdict, and how likely it is to come true."""

    verdict: ClaimVerdict
    holdings: Holdings | None
    """The likeliest naming within the team, ties in seat order; none where it is impossible."""
    probability: Fraction
    """That this naming is exactly right."""
    owned: Fraction
    """That the team holds all the cards."""


class Odds(SolverHolder):
    """The odds of a view at a moment, each consistent deal equally likely.

    It needs its deduction: closing the one closes the other.

    Args:
        deduction: the view and the moment.
    """

    def __init__(self, deduction: Deduction) -> None:
        self.deduction = deduction
        self._posterior = count(deduction.knowledge)

    def close(self) -> None:
        """Close the deduction; whatever is asked after that raises ``ClosedError``."""
        super().close()
        self.deduction.close()

    def __repr__(self) -> str:
        about = f"{self.deduction.view} at {self.deduction.at}"
        if self.closed or self.deduction.closed:
            return f"<Odds, {about}, closed>"
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
    def holders(self) -> Mapping[Card, Mapping[Seat, float]]:
        """The probability of each possible holder now, for every card in play, in deck order.

        Where it is an estimate, a possible holder may get 0: possible is what SAT says.
        """
        dealt = self.posterior.marginals()
        located = self.deduction.state.located
        return {
            card: {located[card]: 1.0}
            if card in located
            else {seat: dealt[card].get(seat, 0.0) for seat in self.deduction.holders(card)}
            for card in self.deduction.cards
        }

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
        unknown = [card for card in cards if card not in located]
        likeliest = self.posterior.likeliest_naming(unknown, verdict.team)
        if likeliest is None:
            return ClaimOdds(verdict, None, Fraction(0), Fraction(verdict.verdict == "owned"))
        named = {card: located[card] for card in cards if card in located} | dict(likeliest[0])
        holdings = tuple((card, named[card]) for card in cards)
        if verdict.verdict == "owned":
            return ClaimOdds(verdict, holdings, likeliest[1], Fraction(1))
        owned = self.posterior.owned(unknown, verdict.team)
        return ClaimOdds(verdict, holdings, likeliest[1], owned)

    def claims(self, team: TeamLike | None = None) -> tuple[ClaimOdds, ...]:
        """The odds of ``Deduction.claims``, in the same order."""
        return tuple(self.claim(verdict) for verdict in self.deduction.claims(team))
