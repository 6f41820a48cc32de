"""How likely: the counting engine's odds of where cards are *now*.

Counting speaks of the deal; here cards that have publicly moved since are where everyone saw them
go. What is certain is never decided here: verdicts come from ``tracker.inference``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from tracker.answers import HIDDEN, OPTIONAL, Answer, AnswerList
from tracker.counting import Posterior, count
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.lookup import TeamLike
from tracker.game.record import Record
from tracker.game.table import Team
from tracker.inference.deduction import ClaimVerdict, Deduction, Verdict
from tracker.knowledge.facts import Chances, Deal
from tracker.sat.solver import SolverHolder


@dataclass(frozen=True)
class ClaimOdds:
    """A claim that could be made: what can be said of it, and how likely it is to be right."""

    book: str
    team: Team
    verdict: Verdict
    """As ``ClaimVerdict`` has it."""
    holdings: Mapping[Card, Seat] | None
    """The likeliest naming within the team, in deck order, ties in seat order; None where the claim
    is impossible, or no naming came up in an estimate."""
    probability: Fraction | None
    """That this naming is exactly right; None where it is beyond the budget of counting."""
    owned: Fraction | None
    """That the team holds all the cards; None likewise."""
    leans: tuple[int, ...] | None = field(default=None, metadata=OPTIONAL)
    """With signals assumed: the events on whose signals the verdict leans."""


@dataclass(frozen=True, repr=False)
class Claims(AnswerList[ClaimOdds]):
    """What a view can say at a moment of the claim of every open half-suit."""

    record: Record = field(metadata=HIDDEN)
    view: str
    at: int
    exact: bool
    """Whether all probabilities are exact, not estimates."""
    claims: tuple[ClaimOdds, ...]
    assume: str | None = field(default=None, metadata=OPTIONAL)
    """The convention that is assumed (``tracker.analysis.signals``), if any."""
    signals: tuple[int, ...] | None = field(default=None, metadata=OPTIONAL)
    """The events taken for signals by it."""

    @property
    def items(self) -> tuple[ClaimOdds, ...]:
        """The claims, by half-suit in deck order, then by team."""
        return self.claims


class Odds(Answer, SolverHolder):
    """The odds of a view at a moment, each consistent deal equally likely.

    It needs its deduction: closing the one closes the other.

    Args:
        deduction: the view and the moment.
        deals: deals to be shown with the odds, as dealt.
    """

    def __init__(self, deduction: Deduction, deals: tuple[Deal, ...] = ()) -> None:
        self.deduction = self._hold(deduction)
        self.shown = deals
        """The deals that were asked for, by ``listing`` or ``drawing``."""
        self._counted = count(deduction.knowledge)

    @property
    def posterior(self) -> Posterior:
        """The counting engine's own answers, for the packages of this program.

        Raises:
            ClosedError: once it is closed.
        """
        if self.deduction.closed:
            self.close()
        self._require_open()
        return self._counted

    @property
    def count(self) -> int | None:
        """How many dealt hands are consistent with the view; None beyond the budget of counting."""
        return None if self.posterior.status == "unknown" else self.posterior.count

    @property
    def exact(self) -> bool:
        """Whether the count and all probabilities are exact, not estimates."""
        return self.posterior.exact

    @property
    def interval(self) -> tuple[int, int]:
        """The count twice where it is exact; else 95% limits of an estimate."""
        return self.posterior.interval

    @property
    def bits(self) -> float | None:
        """The entropy: log2 of the count; None beyond the budget of counting."""
        return None if self.posterior.status == "unknown" else self.posterior.bits

    @property
    def holders(self) -> Mapping[Card, Chances]:
        """The probability of each possible holder now, for every card in play, in deck order."""
        return holder_chances(self.posterior, self.deduction.all_holders())

    def deals(self) -> Iterator[Deal]:
        """All the consistent deals, as dealt, in a fixed order; there may be astronomically many.

        Raises:
            UndecidedError: beyond the budget of exact counting.
        """
        return self.posterior.deals()

    def listing(self, number: int) -> Odds:
        """These odds, to be shown with the first deals."""
        return Odds(self.deduction, tuple(islice(self.deals(), number)))

    def drawing(self, number: int, seed: int = 0) -> Odds:
        """These odds, to be shown with deals drawn at random, each exactly equally likely."""
        return Odds(self.deduction, tuple(self.posterior.sample(number, seed)))

    def claim(self, verdict: ClaimVerdict) -> ClaimOdds:
        """The odds of a claim that was judged in the same view at the same moment.

        What is certain is taken from the verdict. Where the counts are an estimate, so are the
        odds of the rest, and no naming may be known.
        """
        naming, probability, owned = self._naming(verdict)
        holdings = None if naming is None else dict(naming)
        return ClaimOdds(verdict.book, verdict.team, verdict.verdict, holdings, probability, owned)

    def _naming(
        self, verdict: ClaimVerdict
    ) -> tuple[Holdings | None, Fraction | None, Fraction | None]:
        """The likeliest naming, that it is right, and that the team owns the half-suit."""
        if verdict.verdict == "impossible":
            return None, Fraction(0), Fraction(0)
        if verdict.verdict == "proven":
            return verdict.holdings, Fraction(1), Fraction(1)
        located = self.deduction.state.located
        cards = self.deduction.record.deck.by_name[verdict.book].cards
        sure = Fraction(1) if verdict.verdict == "owned" else None
        if self.posterior.status == "unknown":
            return None, None, sure
        likeliest = likeliest_naming(self.posterior, cards, located, verdict.team)
        if likeliest is None:
            return None, None, sure
        # A placement that no draw of an estimate had may be possible all the same: that is no 0.
        unknown = [card for card in cards if card not in located]
        owned = sure or self.posterior.owned(unknown, verdict.team) or None
        return likeliest[0], likeliest[1] or None, owned

    def claims(self, team: TeamLike | None = None) -> Claims:
        """The odds of ``Deduction.claims``, in the same order."""
        deduction = self.deduction
        return Claims(
            deduction.record,
            deduction.view,
            deduction.at,
            self.exact,
            tuple(map(self.claim, deduction.claims(team))),
        )


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
