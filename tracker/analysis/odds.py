"""How likely it is where cards are *now*, and which claims are right.

Every deal that a view can think possible is equally likely. The counting engine counts deals; here
its counts are turned into odds of the present: a card that has publicly moved is where everyone saw
it go. What is certain is never decided here: verdicts come from ``tracker.inference``.

Example: ``odds(record, view="Ann", at=20).holders["5H"]`` is the probability of each seat that may
hold the 5H, in Ann's view after 20 events.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import islice
from math import log2

from tracker.answers import HIDDEN, Answer, AnswerList, Brief, json_keys
from tracker.budget import ODDS_COST, spend
from tracker.counting import Posterior, count, count_together
from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.lookup import TeamLike
from tracker.game.record import Record
from tracker.game.table import Team
from tracker.inference.deduction import ClaimVerdict, Deduction, Verdict, deduce
from tracker.knowledge.facts import Between, Chances, Deal, Knowledge, span
from tracker.knowledge.views import ViewLike
from tracker.messages import require_kind
from tracker.sat.solver import SolverHolder


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
    probability: Fraction | Between | None
    """The probability that this naming is right, with its lowest and highest value where a gap
    decides it; None where it is beyond the budget of counting."""
    owned: Fraction | Between | None
    """The probability that the team holds all the cards, likewise."""


@dataclass(frozen=True, repr=False)
class Claims(AnswerList[ClaimOdds], field="claims"):
    """What a view can say at a moment of the claim of every open half-suit."""

    record: Record = field(metadata=HIDDEN)
    view: str
    at: int
    exact: bool
    """Whether they could be counted: else there are no probabilities."""
    claims: tuple[ClaimOdds, ...]


@json_keys(
    "view=deduction.view",
    "at=deduction.at",
    "count",
    "exact",
    "bits",
    "probability=ranges",
    "deals",
)
class Odds(Answer, SolverHolder):
    """The odds of a view at a moment.

    Odds and their deduction are closed together.

    Args:
        deduction: the view and the moment.
        deals: deals to be shown with the odds, as dealt.

    Keys:
        count: The number of deals, in digits, as a string; null beyond the budget of counting.
        exact: Whether deals could be counted.
        bits: The logarithm of the count to base 2.
        probability: By card in play, the probability of each possible holder now.
        deals: The deals listed or drawn: by seat, the cards dealt to it.
    """

    def __init__(self, deduction: Deduction, deals: tuple[Deal, ...] = ()) -> None:
        self.deduction = deduction
        self.shown = deals
        """The deals that ``listing`` or ``drawing`` chose."""

    def close(self) -> None:
        """Let go of everything, deduction included; what is asked then raises ``ClosedError``."""
        if not self.closed:
            self.deduction.close()
        super().close()

    def __getstate__(self) -> dict[str, object]:
        """What a copy gets: it counts anew, as what counts cannot be pickled."""
        return {name: value for name, value in vars(self).items() if name != "_counted"}

    @cached_property
    def _counted(self) -> Posterior:
        return count(self.deduction.knowledge)

    @property
    def posterior(self) -> Posterior:
        """The counts of the deals, for other packages of this program.

        Raises:
            GapError: where a gap can be filled in several ways.
            ClosedError: once it is closed.
        """
        if self.deduction.closed:
            self.close()
        return self._counted

    @property
    def _in_each(self) -> Iterator[Odds]:
        """The odds in each way to fill the gaps of a record; without gaps, these alone.

        Raises:
            UndecidedError: where there are too many, or it costs too much.
        """
        if self.deduction.has_knowledge:
            yield self
            return
        for way in self.deduction.apart:
            spend(ODDS_COST)
            yield Odds(Deduction(way))

    @cached_property
    def count(self) -> int | None:
        """How many dealt hands are consistent with the view; None beyond the budget of counting."""
        if self.deduction.has_knowledge:
            return self.posterior.count if self.posterior.exact else None
        if not self.deduction.is_exact:
            return None
        return count_together(self._known_of_deals())

    def _known_of_deals(self) -> list[Knowledge]:
        """What is known of the deals, in each way that the game may have gone."""
        return [known for way in self.deduction.ways for known in way.dealt_knowledge]

    @property
    def exact(self) -> bool:
        """Whether deals were counted: beyond the budget, count and probabilities are unknown."""
        return self.count is not None

    @property
    def bits(self) -> float | None:
        """The entropy: log2 of the count; None beyond the budget of counting."""
        return None if self.count is None else log2(self.count)

    @property
    def holders(self) -> Mapping[Card, Chances]:
        """The probability of each possible holder now, for every card in play, in deck order.

        None where a gap decides it.
        """
        return {
            card: {seat: None if isinstance(of, Between) else of for seat, of in chances.items()}
            for card, chances in self.ranges.items()
        }

    @cached_property
    def ranges(self) -> Mapping[Card, Mapping[Seat, float | Between | None]]:
        """``holders``, with the lowest and highest chance where it depends on a gap."""
        if self.deduction.has_knowledge:
            return holder_chances(self.posterior, self.deduction.all_holders())
        try:
            each = [odds.holders for odds in self._in_each]
        except UndecidedError:
            each = [{card: {seat: 1.0} for card, seat in self.deduction.forced().items()}]
        return {
            card: {
                seat: span(of_card[card].get(seat, 0.0) for of_card in each if of_card.get(card))
                for seat in seats
            }
            for card, seats in self.deduction.all_holders().items()
        }

    def deals(self) -> Iterator[Deal]:
        """All the possible deals, as dealt, in a fixed order; there may be astronomically many.

        Raises:
            UndecidedError: beyond the budget of exact counting.
        """
        ways = self.deduction.ways
        if self.deduction.has_knowledge:
            yield from self.posterior.deals()
        elif any(way.state.section for way in ways):
            yield from self.deduction.deals()
        else:
            known = self._known_of_deals()
            for place, part in enumerate(known):
                for deal in count(part).deals():
                    if not any(before.fits(deal) for before in known[:place]):
                        yield deal

    def listing(self, number: int) -> Odds:
        """These odds, to be shown with the first so many deals."""
        require_kind(number, int, "number of deals")
        return Odds(self.deduction, tuple(islice(self.deals(), number)))

    def drawing(self, number: int, seed: int = 0) -> Odds:
        """These odds, to be shown with so many deals drawn at random, all equally likely."""
        require_kind(number, int, "number of deals")
        if self.deduction.has_knowledge:
            return Odds(self.deduction, tuple(self.posterior.sample(number, seed)))
        return Odds(self.deduction, tuple(islice(self._drawn(random.Random(seed)), number)))

    def _drawn(self, chance: random.Random) -> Iterator[Deal]:
        """Deals drawn at random from those of all ways to fill the gaps, without end.

        A deal is drawn from those of one way, and taken with a chance that makes up for the other
        ways that allow it, too.

        Raises:
            UndecidedError: past a missing stretch, and where a way has too many deals to count.
        """
        ways = self.deduction.ways
        if any(way.state.section for way in ways):
            raise UndecidedError("not decided: deals are not drawn past a missing stretch")
        known = self._known_of_deals()
        counted = list(map(count, known))
        if not all(posterior.exact for posterior in counted):
            raise UndecidedError("not decided: how many deals each way to fill the gaps leaves")
        weights = [posterior.count for posterior in counted]
        while True:
            (posterior,) = chance.choices(counted, weights)
            (deal,) = posterior.sample(1, chance.randrange(2**32))
            if chance.random() * sum(part.fits(deal) for part in known) < 1:
                yield deal

    def claim(self, verdict: ClaimVerdict) -> ClaimOdds:
        """The odds of a claim that was judged in the same view at the same moment.

        What is certain is taken from the verdict. Beyond the budget the rest is unknown.
        """
        require_kind(verdict, ClaimVerdict, "verdict (expected what Deduction.claim gives)")
        book, team, word = verdict.book, verdict.team, verdict.verdict
        told = partial(ClaimOdds, book, team, word)
        known = Fraction(word != "impossible") if word not in ("open", "undecided") else None
        if word in ("proven", "impossible"):
            return told(dict(verdict.holdings) if verdict.holdings else None, known, known)
        try:
            each = [
                odds._likeliest(book, team)
                for odds in self._in_each
                if book in odds.deduction.state.open_books()
            ]
        except UndecidedError:
            return told(None, None, known)
        likeliest, _, _ = each[0]
        if likeliest is None or any(holdings != likeliest for holdings, _, _ in each):
            return told(None, None, known or span(owned for _, _, owned in each))
        chance = span(right for _, right, _ in each)
        return told(dict(likeliest), chance, known or span(owned for _, _, owned in each))

    def _likeliest(
        self, book: str, team: Team
    ) -> tuple[Holdings | None, Fraction | None, Fraction | None]:
        """How a team likeliest holds a half-suit, that it does just so, and that it holds it."""
        verdict = self.deduction.claim(book, team)
        naming, right = likeliest_claim(self.deduction, self.posterior, verdict)
        if verdict.verdict in ("open", "undecided"):
            located, teams = self.deduction.state.located, dict.fromkeys(dict(naming or ()), team)
            owned = chance_now(self.posterior, located, teams) if naming else None
            return naming, right, owned
        return naming, right, Fraction(verdict.verdict != "impossible")

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


def odds(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
) -> Odds:
    """How many deals a view can think possible at a moment, and how likely is what.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.

    Returns:
        The odds. They hold a solver: use them as a context manager, or let them go out of scope.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    return Odds(deduce(record, view=view, at=at))


def claims(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
    team: TeamLike | None = None,
) -> Claims:
    """What can be said of the claim of every open half-suit, and how likely each is to be right.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        team: for that team; None: for the view's, or in the public view for both.

    Raises:
        RecordError: for a view, a moment or a team that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    with odds(record, view=view, at=at) as counted:
        return counted.claims(team)


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


def naming_chance(
    posterior: Posterior, located: Mapping[Card, Seat], holdings: Holdings
) -> Fraction:
    """The probability that cards of one half-suit are now where a naming says.

    Args:
        posterior: the counts of a view.
        located: where cards publicly are.
        holdings: the naming.
    """
    return chance_now(posterior, located, {card: (seat,) for card, seat in holdings})


def chance_now(
    posterior: Posterior, located: Mapping[Card, Seat], seats: Mapping[Card, Collection[Seat]]
) -> Fraction:
    """The probability that each of some cards of one half-suit is now with one of its seats.

    Args:
        posterior: the counts of a view.
        located: where cards publicly are.
        seats: the cards, each with its seats.
    """
    if any(card in located and located[card] not in of for card, of in seats.items()):
        return Fraction(0)
    hidden = {card: of for card, of in seats.items() if card not in located}
    return posterior.owned(hidden) if hidden else Fraction(1)


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
