"""How likely it is where cards are *now*, and which claims are right.

Every deal that a view can think possible is equally likely. The counting engine counts deals; here
its counts are turned into odds of the present: a card that has publicly moved is where everyone saw
it go. What is certain is never decided here: verdicts come from ``tracker.inference``.

Example: ``odds(record, view="Ann", at=20).holders["5H"]`` is the probability of each seat that may
hold the 5H, in Ann's view after 20 events.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import log2
from typing import TYPE_CHECKING, Final, cast

from tracker.answers import HIDDEN, OPTIONAL, Answer, AnswerList, Brief, json_key
from tracker.budget import ODDS_COST, spend
from tracker.counting import HandWeights, Posterior, count, count_together
from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.lookup import TeamLike
from tracker.game.record import Record
from tracker.game.table import Team
from tracker.inference.deduction import ClaimVerdict, Deduction, Verdict, deduce
from tracker.knowledge.facts import CONVENTION, Between, Chances, Deal, Knowledge, span
from tracker.knowledge.views import ViewLike
from tracker.messages import require_kind
from tracker.sat.solver import SolverHolder

if TYPE_CHECKING:  # most records have no gaps, and few ask for odds by how players ask
    from tracker.analysis.behaviour import Behaviour, BehaviourLike, Fitted
    from tracker.inference.gap_deduction import GapDeduction


@dataclass(frozen=True)
class AskedClaimOdds:
    """How likely a claim is to be right, by a model of how players ask; nothing of it is proof."""

    holdings: Mapping[Card, Seat] | None
    """The likeliest naming by the model; None as in ``ClaimOdds``."""
    probability: Fraction | None
    """That this naming is right."""
    owned: Fraction | None
    """That the team holds all the cards."""


@dataclass(frozen=True, repr=False)
class ClaimOdds(Brief):
    """A claim that could be made: what can be said of it, and how likely it is to be right."""

    book: str
    team: Team
    verdict: Verdict
    """What is certain of the claim, in the words of ``ClaimVerdict``."""
    holdings: Mapping[Card, Seat] | None
    """The likeliest naming within the team, in deck order, ties in seat order; None where the claim
    is impossible, or where counting is beyond its budget."""
    probability: Fraction | None
    """The probability that this naming is right; None where it is beyond the budget of counting."""
    owned: Fraction | None
    """The probability that the team holds all the cards; None likewise."""
    right_between: Between | None = field(
        default=None, metadata={**OPTIONAL, **json_key("probability")}
    )
    """The probability, where a gap of the record decides it."""
    owned_between: Between | None = field(default=None, metadata={**OPTIONAL, **json_key("owned")})
    """That the team holds all the cards, where a gap decides that."""
    leans: tuple[int, ...] | None = field(default=None, metadata=OPTIONAL)
    """With signals assumed: the events on whose signals the verdict depends."""
    behaviour: AskedClaimOdds | None = field(default=None, metadata=OPTIONAL)
    """What a model of how players ask makes of it, where one is wanted."""


@dataclass(frozen=True, repr=False)
class Claims(AnswerList[ClaimOdds], field="claims"):
    """What a view can say at a moment of the claim of every open half-suit."""

    record: Record = field(metadata=HIDDEN)
    view: str
    at: int
    exact: bool
    """Whether they could be counted: else there are no probabilities."""
    claims: tuple[ClaimOdds, ...]
    assume: str | None = field(default=None, metadata=OPTIONAL)
    """The convention that is assumed (``tracker.analysis.signals``), if any."""
    signals: tuple[int, ...] | None = field(default=None, metadata=OPTIONAL)
    """The events that are taken for signals, where a convention is assumed."""
    behaviour: Fitted | None = field(default=None, metadata=OPTIONAL)
    """On what the model of how players ask was fitted, where one is wanted."""


class Odds(Answer, SolverHolder):
    """The odds of a view at a moment.

    Odds and their deduction are closed together.

    Args:
        deduction: the view and the moment.
        deals: deals to be shown with the odds, as dealt.
        behaviour: how the players ask, for odds that know of it beside the others.
    """

    behaviour: Behaviour | None
    """How the players ask, where odds that know of it are wanted, too."""

    def __init__(
        self,
        deduction: Deduction,
        deals: tuple[Deal, ...] = (),
        behaviour: Behaviour | None = None,
    ) -> None:
        self.deduction = self._hold(deduction)
        self.shown = deals
        """The deals that ``listing`` or ``drawing`` chose."""
        self.behaviour = behaviour

    def __getstate__(self) -> dict[str, object]:
        """What a copy gets: it counts anew, as what counts cannot be pickled."""
        counted = ("_counted", "_weights", "_weighed")
        return {name: value for name, value in vars(self).items() if name not in counted}

    @cached_property
    def _counted(self) -> Posterior:
        return count(self.deduction.knowledge)

    @property
    def posterior(self) -> Posterior:
        """The counts of the deals, for other packages of this program.

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
        return self.posterior.count if self.posterior.exact else None

    @property
    def exact(self) -> bool:
        """Whether deals were counted: beyond the budget, count and probabilities are unknown."""
        return self.posterior.exact

    @property
    def bits(self) -> float | None:
        """The entropy: log2 of the count; None beyond the budget of counting."""
        return self.posterior.bits if self.posterior.exact else None

    @property
    def holders(self) -> Mapping[Card, Chances]:
        """The probability of each possible holder now, for every card in play, in deck order."""
        return holder_chances(self.posterior, self.deduction.all_holders())

    @property
    def ranges(self) -> Mapping[Card, Mapping[Seat, float | Between | None]]:
        """``holders``, with the lowest and highest chance where it depends on a gap."""
        return self.holders

    @cached_property
    def _weights(self) -> Sequence[HandWeights]:
        """What deals weigh by how players ask; nothing where that is not wanted."""
        if self.behaviour is None:
            return ()
        from tracker.analysis.behaviour import hand_weights

        return hand_weights(self.deduction.record, self.behaviour, self.deduction.at)

    @cached_property
    def _weighed(self) -> Posterior | None:
        """The deals as they weigh by how players ask, where that is wanted."""
        if self.behaviour is None:
            return None
        return count(self.deduction.knowledge, weights=self._weights)

    @property
    def behaviour_holders(self) -> Mapping[Card, Chances] | None:
        """``holders`` by how players ask: the same seats, with other chances.

        None where no such odds were wanted. A chance is None where it is beyond the budget.
        """
        weighed = self._weighed
        return None if weighed is None else holder_chances(weighed, self.deduction.all_holders())

    def deals(self) -> Iterator[Deal]:
        """All the possible deals, as dealt, in a fixed order; there may be astronomically many.

        Raises:
            UndecidedError: beyond the budget of exact counting.
        """
        return self.posterior.deals()

    def listing(self, number: int) -> Odds:
        """These odds, to be shown with the first so many deals."""
        require_kind(number, int, "number of deals")
        return Odds(self.deduction, tuple(islice(self.deals(), number)), self.behaviour)

    def drawing(self, number: int, seed: int = 0) -> Odds:
        """These odds, to be shown with so many deals drawn at random, all equally likely."""
        require_kind(number, int, "number of deals")
        return Odds(self.deduction, tuple(self.posterior.sample(number, seed)), self.behaviour)

    def claim(self, verdict: ClaimVerdict) -> ClaimOdds:
        """The odds of a claim that was judged in the same view at the same moment.

        What is certain is taken from the verdict. Beyond the budget the rest is unknown.
        """
        require_kind(verdict, ClaimVerdict, "verdict (expected what Deduction.claim gives)")
        asked = None
        if self._weighed is not None:
            chances = self._claim_chances(verdict, self._weighed, self._weights)
            asked = AskedClaimOdds(*chances)
        return ClaimOdds(
            verdict.book,
            verdict.team,
            verdict.verdict,
            *self._claim_chances(verdict, self.posterior),
            behaviour=asked,
        )

    def _claim_chances(
        self, verdict: ClaimVerdict, posterior: Posterior, weights: Sequence[HandWeights] = ()
    ) -> tuple[Mapping[Card, Seat] | None, Fraction | None, Fraction | None]:
        """The likeliest naming, its probability, and that of the team holding all the cards.

        Args:
            verdict: what the deduction says of the claim.
            posterior: the counts.
            weights: what deals weigh in them.
        """
        naming, probability = likeliest_claim(self.deduction, posterior, verdict)
        named = None if naming is None else dict(naming)
        return named, probability, self._owned(verdict, naming, posterior)

    def _owned(
        self, verdict: ClaimVerdict, naming: Holdings | None, posterior: Posterior
    ) -> Fraction | None:
        """The probability that a team holds a half-suit; None where it has no naming to offer."""
        if verdict.verdict != "open":
            return Fraction(verdict.verdict != "impossible")
        if naming is None:
            return None
        hidden = [card for card, _ in naming if card not in self.deduction.state.located]
        return posterior.owned(hidden, verdict.team)

    def claims(self, team: TeamLike | None = None) -> Claims:
        """The odds of ``Deduction.claims``, in the same order."""
        deduction = self.deduction
        return Claims(
            deduction.record,
            deduction.view,
            deduction.at,
            self.exact,
            tuple(map(self.claim, deduction.claims(team))),
            behaviour=None if self.behaviour is None else self.behaviour.fitted,
        )


def odds(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
    assume: bool = False,
    behaviour: BehaviourLike | None = None,
) -> Odds:
    """How many deals a view can think possible at a moment, and how likely is what.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        assume: whether to take signals of a convention for true (``tracker.analysis.signals``).
        behaviour: how the players ask (``tracker.analysis.behaviour``), for odds that know of it
            beside the others; what is possible or certain, and the count, are as without.

    Returns:
        The odds. They hold a solver: use them as a context manager, or let them go out of scope.

    Raises:
        RecordError: for a view or a moment that the record does not have, or no such profile.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with the signals.
        GapError: for behaviour, where the record has gaps before the moment.
    """
    if assume:
        from tracker.analysis.signals import assuming  # few ask for it

        return odds_of(assuming(record, view=view, at=at), behaviour)
    return odds_of(deduce(record, view=view, at=at), behaviour)


def odds_of(deduction: Deduction, behaviour: BehaviourLike | None = None) -> Odds:
    """The odds that go with a deduction, across gaps or not.

    Args:
        deduction: the view and the moment.
        behaviour: how the players ask, where odds that know of it are wanted.

    Raises:
        RecordError: where there is no such profile.
        GapError: for behaviour, where the record has gaps before the moment.
    """
    if behaviour is not None:
        from tracker.analysis.behaviour import behaviour_of, require_no_gaps  # few ask for it

        require_no_gaps(deduction.record, deduction.at)
        behaviour = behaviour_of(behaviour)
    if not deduction.has_knowledge:
        return GapOdds(cast("GapDeduction", deduction))
    return Odds(deduction, behaviour=behaviour)


def claims(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
    team: TeamLike | None = None,
    assume: bool = False,
    behaviour: BehaviourLike | None = None,
) -> Claims:
    """What can be said of the claim of every open half-suit, and how likely each is to be right.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        team: for that team; None: for the view's, or in the public view for both.
        assume: whether to take signals of a convention for true; then each claim says on which
            of them its verdict depends.
        behaviour: how the players ask, as ``odds`` takes it.

    Raises:
        RecordError: for a view, a moment or a team that the record does not have, or no such
            profile.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with the signals.
        GapError: for behaviour, where the record has gaps before the moment.
    """
    with odds(record, view=view, at=at, assume=assume, behaviour=behaviour) as assumed:
        answer = assumed.claims(team)
        if not assume:
            return answer
        from tracker.analysis.signals import claim_leaning

        with deduce(record, view=view, at=at) as plain:
            leaning = tuple(
                replace(claim, leans=claim_leaning(assumed.deduction, plain, verdict))
                for claim, verdict in zip(answer, assumed.deduction.claims(team), strict=True)
            )
        events = tuple(cause.number for cause in assumed.deduction.signals_assumed)
    return replace(answer, claims=leaning, assume=CONVENTION, signals=events)


# -- parts that histories and other analyses use ---------------------------------------------------


def likeliest_claim(
    deduction: Deduction, posterior: Posterior, verdict: ClaimVerdict
) -> tuple[Holdings | None, Fraction | None]:
    """The likeliest way in which a team holds a half-suit now, and its probability.

    Args:
        deduction: the view at the moment.
        posterior: its counts.
        verdict: what the deduction says of the claim; what is certain is taken from it.

    Returns:
        The naming, None where the claim is impossible; and the probability. Both are None beyond
        the budget of counting.
    """
    if verdict.verdict == "impossible":
        return None, Fraction(0)
    if verdict.verdict == "proven":
        return verdict.holdings, Fraction(1)
    if not posterior.exact:
        return None, None
    cards = deduction.record.deck.by_name[verdict.book].cards
    likeliest = likeliest_holdings(posterior, deduction.state.located, cards, verdict.team)
    return likeliest or (None, None)


def likeliest_holdings(
    posterior: Posterior, located: Mapping[Card, Seat], cards: Sequence[Card], team: Team
) -> tuple[Holdings, Fraction] | None:
    """The likeliest way in which a team holds some cards of a half-suit now; None: it has not all.

    Args:
        posterior: the counts of a view.
        located: where cards publicly are.
        cards: the cards.
        team: the team.
    """
    if any(located.get(card, team[0]) not in team for card in cards):
        return None
    hidden = [card for card in cards if card not in located]
    likeliest = posterior.likeliest_naming(hidden, team) if hidden else ((), Fraction(1))
    if likeliest is None:
        return None
    seats = dict(likeliest[0])
    return tuple((card, located.get(card) or seats[card]) for card in cards), likeliest[1]


def holder_chances(
    posterior: Posterior, holders: Mapping[Card, Sequence[Seat]]
) -> dict[Card, Chances]:
    """How likely each possible holder of each card is.

    Args:
        posterior: the counts.
        holders: who can hold each card, by ``tracker.inference``: that decides what is possible.
    """
    dealt = posterior.marginals() if posterior.exact else {}
    return {
        card: {seat: dealt.get(card, {}).get(seat) or None for seat in seats}
        if len(seats) > 1
        else {seats[0]: 1.0}
        for card, seats in holders.items()
    }


# -- across gaps -----------------------------------------------------------------------------------

MOST_LISTED: Final = 500
"""So many deals are listed one by one to count them, where a stretch is missing."""


class GapOdds(Odds):
    """The odds of a view at a moment of a record with gaps.

    Args:
        deduction: the view and the moment.
        deals: deals to be shown with the odds, as dealt.
    """

    def __init__(self, deduction: GapDeduction, deals: tuple[Deal, ...] = ()) -> None:
        self.deduction: GapDeduction = self._hold(deduction)
        self.shown = deals
        self.behaviour = None

    @cached_property
    def count(self) -> int | None:
        """How many dealt hands are consistent with the view, each counted once."""
        known = [part.dealt_knowledge for part in self.deduction.parts]
        told = [part for part in known if part is not None]
        return count_together(told) if len(told) == len(known) else self._listed_count

    @property
    def _listed_count(self) -> int | None:
        """The number of deals, listed one by one; None where they are many, or not all known."""
        if not all(part.is_exact for part in self.deduction.parts):
            return None
        try:
            number = sum(1 for _ in islice(self.deduction.deals(), MOST_LISTED + 1))
        except UndecidedError:
            return None
        return number if number <= MOST_LISTED else None

    @property
    def exact(self) -> bool:
        """Whether the count and all probabilities are exact."""
        return self.count is not None

    @property
    def bits(self) -> float | None:
        """The entropy: log2 of the count; None where it is not known."""
        return None if self.count is None else log2(self.count)

    @cached_property
    def ranges(self) -> Mapping[Card, Mapping[Seat, float | Between | None]]:
        """The chance of each possible holder; its lowest and highest value where a gap decides."""
        try:
            each = [odds.holders for odds in self._apart()]
        except UndecidedError:
            each = self._certain
        return {
            card: {
                seat: span(of_card[card].get(seat, 0.0) for of_card in each if of_card.get(card))
                for seat in seats
            }
            for card, seats in self.deduction.all_holders().items()
        }

    def _apart(self) -> Iterator[Odds]:
        """The odds in each way to fill the gaps.

        Raises:
            UndecidedError: where there are too many, or it costs too much.
        """
        for part in self.deduction.apart:
            spend(ODDS_COST)
            yield Odds(part)

    @property
    def _certain(self) -> list[Mapping[Card, Chances]]:
        """The chances of the cards whose holder is certain, and no others."""
        return [{card: {seat: 1.0} for card, seat in self.deduction.forced().items()}]

    @property
    def holders(self) -> Mapping[Card, Chances]:
        """The probability of each possible holder now; None where a gap decides it."""
        return {
            card: {
                seat: chance if isinstance(chance, float) else None
                for seat, chance in chances.items()
            }
            for card, chances in self.ranges.items()
        }

    def deals(self) -> Iterator[Deal]:
        """All the consistent deals, as dealt, each once."""
        if not all(part.has_knowledge for part in self.deduction.parts):
            yield from self.deduction.deals()
            return
        before: list[Knowledge] = []
        for part in self.deduction.parts:
            for deal in Odds(part).deals():
                if not any(known.fits(deal) for known in before):
                    yield deal
            before.append(part.knowledge)

    def listing(self, number: int) -> Odds:
        """These odds, to be shown with the first deals."""
        require_kind(number, int, "number of deals")
        return GapOdds(self.deduction, tuple(islice(self.deals(), number)))

    def drawing(self, number: int, seed: int = 0) -> Odds:
        """These odds, to be shown with deals drawn at random, each equally likely.

        A deal is drawn from the deals of one completion, and taken with a chance that makes up for
        the other completions that allow it, too.
        """
        require_kind(number, int, "number of deals")
        chance = random.Random(seed)
        if not all(part.has_knowledge for part in self.deduction.parts):
            raise UndecidedError("not decided: deals are not drawn past a missing stretch")
        known = [part.knowledge for part in self.deduction.parts]
        odds = [Odds(part) for part in self.deduction.parts]
        weights = [part.count for part in odds]
        known_weights = [weight for weight in weights if weight is not None]
        if len(known_weights) < len(weights):
            raise UndecidedError("not decided: how many deals each way to fill the gaps leaves")
        drawn: list[Deal] = []
        while len(drawn) < number:
            (place,) = chance.choices(range(len(odds)), known_weights)
            (deal,) = odds[place].posterior.sample(1, chance.randrange(2**32))
            if chance.random() * sum(part.fits(deal) for part in known) < 1:
                drawn.append(deal)
        return GapOdds(self.deduction, tuple(drawn))

    def claim(self, verdict: ClaimVerdict) -> ClaimOdds:
        """The odds of a claim that was judged in the same view at the same moment."""
        require_kind(verdict, ClaimVerdict, "verdict (expected what Deduction.claim gives)")
        book, team = verdict.book, verdict.team
        if verdict.verdict == "impossible":
            return ClaimOdds(book, team, "impossible", None, Fraction(0), Fraction(0))
        if verdict.verdict == "proven":
            naming = dict(verdict.holdings or ())
            return ClaimOdds(book, team, "proven", naming, Fraction(1), Fraction(1))
        owned = Fraction(1) if verdict.verdict == "owned" else None
        try:
            each = [
                odds.claim(odds.deduction.claim(book, team))
                for odds in self._apart()
                if book in odds.deduction.state.open_books()
            ]
        except UndecidedError:
            return ClaimOdds(book, team, verdict.verdict, None, None, owned)
        likeliest = each[0].holdings
        if any(claim.holdings != likeliest for claim in each):
            likeliest = None
        right = span([claim.probability for claim in each] if likeliest else [])
        share = owned or span(claim.owned for claim in each)
        return ClaimOdds(
            book,
            team,
            verdict.verdict,
            likeliest,
            None if isinstance(right, Between) else right,
            None if isinstance(share, Between) else share,
            right if isinstance(right, Between) else None,
            share if isinstance(share, Between) else None,
        )
