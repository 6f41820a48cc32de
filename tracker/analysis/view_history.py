"""The history of one view in a whole game: all that a report shows of it, moment by moment.

Facts only accumulate, which makes a whole game cheap in two ways. What is certain of the deal stays
certain, and its explanation stays good. So each placement is explained once, when it becomes
certain or impossible (``ViewHistory.reasons``), and once more where a single later event says it
(``ViewHistory.simpler``). And a deal that fits all that is known at a moment
fits all that was known before. So a handful of deals, each with the last moment that it fits, is
enough to show every possibility at every moment (``ViewHistory.deals``).

A card that has publicly moved needs no reason: everyone saw where it went.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from tracker.analysis.asks import OTHER, AnswerNews, answer_news, asked_next
from tracker.analysis.odds import holder_chances, likeliest_claim
from tracker.analysis.view_progress import BookOfTeam, Progress, measure
from tracker.counting import Counter, Posterior, game_budget
from tracker.explain import Explainer, Explanation, card_at
from tracker.explain.explanation import Given, Step
from tracker.game.cards import Card
from tracker.game.events import Holdings, actor
from tracker.game.record import Record
from tracker.game.table import Team
from tracker.inference.deduction import Deduction, Verdict
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import view_of
from tracker.knowledge.facts import ROUNDING, Chances, Clause, Deal, Fact, Literal
from tracker.knowledge.views import View, ViewLike


@dataclass(frozen=True)
class Witness:
    """A deal that a view has to think possible, up to a moment."""

    deal: Deal
    last: int
    """The last moment at which it is known to fit."""


@dataclass(frozen=True)
class ViewMoment:
    """What a view could say at one moment of a game."""

    deduction: Deduction
    progress: Progress
    chances: Mapping[Card, Chances]
    """Who can hold each card in play, and how likely."""
    claims: Mapping[BookOfTeam, ReachableClaim]
    """The claims within reach."""
    deals: tuple[int, ...]
    """Deals, as masks, that show every possible placement between them."""
    otherwise: tuple[AnswerNews | None, ...]
    """Where an ask comes next that matters to the view, what the other answer would have told."""


@dataclass(frozen=True)
class ViewHistory:
    """A view from the deal to the end of the record."""

    view: View
    moments: tuple[ViewMoment, ...]
    """At the deal and after each event."""
    reasons: tuple[Explanation, ...]
    """Why a seat holds, or lacks, a card that has not publicly moved: each at the first moment at
    which it is certain, in the order of these."""
    simpler: tuple[Explanation, ...]
    """Later reasons of a single cause, for what took more causes when it became certain."""

    @property
    def progress(self) -> tuple[Progress, ...]:
        """What the view knows, at the deal and after each event."""
        return tuple(moment.progress for moment in self.moments)

    @property
    def others(self) -> Mapping[int, AnswerNews | None]:
        """By the number of the ask, what it would have told with the other answer.

        None: the view could rule that out. The public view has all the asks, a seat's its own.
        """
        return {m.deduction.at + 1: news for m in self.moments for news in m.otherwise}

    @property
    def deals(self) -> Sequence[Witness]:
        """At each moment, those that last so long show every possible placement.

        The longest lasting come first: each shows what none of those before it shows.
        """
        deals: list[Witness] = []
        shown = later = 0
        for moment in reversed(self.moments):
            holders = moment.deduction.possible_holders
            while missing := holders.possible & ~later & ~shown:
                best = max(moment.deals, key=lambda deal: (deal & missing).bit_count())
                shown |= best
                deals.append(Witness(holders.placements.deal_of(best), moment.deduction.at))
            later = holders.possible
        return deals


def view_history(record: Record, view: ViewLike = None) -> ViewHistory:
    """Follow a view through a game.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.

    Raises:
        RecordError: for a view that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is left.

    Bits are NaN where no honest number of deals could be had.
    """
    viewer, counter = view_of(record, view), Counter(game_budget())
    moments: list[Moment] = []
    known: list[ViewMoment] = []
    for moment in follow(record, views=[viewer]):
        moments.append(moment)
        known.append(_view_moment(moment.deductions[viewer.name], counter))
    reasons, simpler = _reasons(viewer, moments)
    return ViewHistory(viewer, tuple(known), reasons, simpler)


def _view_moment(deduction: Deduction, counter: Counter) -> ViewMoment:
    """What a view can say at a moment."""
    posterior = counter.update(deduction.knowledge)
    progress = measure(deduction, counter)
    chances = holder_chances(posterior, progress.holders)
    ask = asked_next(deduction)
    is_told = ask is not None and deduction.viewer.seats in ((), (ask.asker,))
    return ViewMoment(
        deduction=deduction,
        progress=replace(progress, chances=chances) if _decides(deduction) else progress,
        chances=chances,
        claims=dict(_within_reach(deduction, posterior, chances)),
        deals=deduction.possible_holders.deals_with(deduction.possible_holders.possible),
        otherwise=(answer_news(deduction, posterior, ask, OTHER[ask.answer]),)
        if ask is not None and is_told
        else (),
    )


def _decides(deduction: Deduction) -> bool:
    """Whether the next event is this seat's; or everyone looks on."""
    next_event = deduction.record.events[deduction.at : deduction.at + 1]
    return deduction.viewer.seats in ((), *((actor(event),) for event in next_event))


# -- reasons --------------------------------------------------------------------------------------


def _reasons(
    view: View, moments: Sequence[Moment]
) -> tuple[tuple[Explanation, ...], tuple[Explanation, ...]]:
    """The reasons for what became certain in a view, and later ones that are simpler."""
    reasons: list[Explanation] = []
    simpler: list[Explanation] = []
    searched: set[Literal] = set()
    """What took more than one cause."""
    before = -1
    for moment in moments:
        deduction = moment.deductions[view.name]
        own = () if moment.state.at else view.facts(deduction.record.table)
        told = _told_outright(deduction, (*moment.facts, *own))
        new = list(_newly_certain(deduction, before))
        harder = _searched(deduction, [literal for literal in new if literal not in told])
        reasons += [told.get(literal) or harder[literal] for literal in new]
        simpler += [told[literal] for literal in sorted(searched & told.keys())]
        searched -= told.keys()
        searched |= {literal for literal, reason in harder.items() if len(reason.because) > 1}
        before = deduction.possible_holders.possible
    return tuple(reasons), tuple(simpler)


def _newly_certain(deduction: Deduction, possible: int) -> Iterator[Literal]:
    """What has become certain of the cards that have not publicly moved.

    Args:
        deduction: the view at the moment.
        possible: the placements that were possible before, as a mask.
    """
    holders = deduction.possible_holders
    for card in _hidden(deduction):
        left = holders.dealt_to(card)
        gone = holders.placements.seats_of(possible & ~holders.possible, card)
        if gone and len(left) == 1:
            yield Literal(card, left[0], True)
        yield from (Literal(card, seat, False) for seat in gone)


def _hidden(deduction: Deduction) -> list[Card]:
    """The cards in play that have not publicly moved."""
    state = deduction.state
    return [card for card in state.cards if card not in state.located]


def _told_outright(deduction: Deduction, facts: Iterable[Fact]) -> Mapping[Literal, Explanation]:
    """What single new facts say, with these reasons: nothing is smaller than one cause.

    Such a fact says it outright, or it places the card with another seat.
    """
    hidden, seats = {*_hidden(deduction)}, deduction.record.seats
    says = {
        fact.literals[0]: fact
        for fact in facts
        if isinstance(fact, Clause) and len(fact.literals) == 1 and fact.literals[0].card in hidden
    }
    for (card, at, holds), fact in tuple(says.items()):
        for seat in seats if holds else ():
            says.setdefault(Literal(card, seat, seat == at), fact)
    return {literal: _outright(deduction, literal, fact) for literal, fact in says.items()}


def _outright(deduction: Deduction, literal: Literal, fact: Clause) -> Explanation:
    """The explanation of what a single fact says."""
    asked = card_at(literal.card, literal.seat, holds=literal.holds)
    step = Step((fact,), (Given(fact.cause, fact),))
    record, view, at = deduction.record, deduction.view, deduction.at
    return Explanation(record, view, at, asked, "proven", (fact.cause,), steps=(step,))


def _searched(deduction: Deduction, literals: Sequence[Literal]) -> dict[Literal, Explanation]:
    """The reasons for what takes more than one fact."""
    if not literals:
        return {}
    with Explainer(deduction) as explainer:
        return {
            literal: explainer.why(card_at(literal.card, literal.seat, holds=literal.holds))
            for literal in literals
        }


# -- the claims within reach ----------------------------------------------------------------------
#
# What a view can say, moment by moment, of the claims that its team may be able to make.
#
# A claim is *within reach* where each of its cards is more likely than not with the team. For such
# a claim the likeliest naming is worked out, with its odds. For any other claim that would cost
# more than it tells: no naming of it is right in more than half of the deals.

WITHIN_REACH: Final = 0.5
"""Each card has to be more likely the team's than that."""


@dataclass(frozen=True)
class ReachableClaim:
    """A claim that is within a team's reach."""

    verdict: Verdict
    holdings: Holdings | None
    """The likeliest naming, ties in seat order; None where no honest one could be had."""
    probability: float | None
    """That the naming is exactly right; None where no honest number could be had."""


def _within_reach(
    deduction: Deduction, posterior: Posterior, chances: Mapping[Card, Chances]
) -> Iterator[tuple[BookOfTeam, ReachableClaim]]:
    """The claims within reach at a moment.

    Args:
        deduction: the view at that moment.
        posterior: its counts.
        chances: who can hold each card in play now, and how likely.
    """
    for book, team in product(deduction.state.open_books(), deduction.teams):
        cards = deduction.record.deck.by_name[book].cards
        if all(_reaches(chances[card], team) for card in cards):
            verdict = deduction.claim(book, team)
            naming, probability = likeliest_claim(deduction, posterior, verdict)
            share = None if probability is None else float(probability)
            yield (book, team), ReachableClaim(verdict.verdict, naming, share)


def _reaches(chances: Chances, team: Team) -> bool:
    """Whether it is more likely than not that a team has a card."""
    chance = sum(chance or 0.0 for seat, chance in chances.items() if seat in team)
    return chance > WITHIN_REACH + ROUNDING
