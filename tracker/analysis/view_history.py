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

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product, starmap
from typing import Final, NamedTuple

from tracker.analysis.ask_chances import asks_from_chair
from tracker.analysis.asks import OTHER, AnswerNews, answer_news, asked_next
from tracker.analysis.odds import holder_chances, likeliest_claim
from tracker.analysis.view_progress import BookOfTeam, Gain, Progress, gain, measure
from tracker.counting import Counter, Posterior, game_budget
from tracker.explain import Explainer, Explanation, card_at
from tracker.explain.explanation import Given, Step
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Holdings, Seat, actor
from tracker.game.record import Record
from tracker.game.table import Team
from tracker.inference.deduction import Deduction, Verdict
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import view_of
from tracker.knowledge.facts import ROUNDING, Chances, Clause, Deal, Fact, Literal
from tracker.knowledge.views import View, ViewLike

QUESTIONS: Final = 3_000
"""Questions that the search for one smallest explanation may ask: a few seconds at most. A clock
would make two reports on one game differ."""


@dataclass(frozen=True)
class Witness:
    """A deal that a view has to think possible, up to a moment."""

    deal: Deal
    last: int
    """The last moment at which it is known to fit."""


class TurnChoice(NamedTuple):
    """What a view's seat did in its turn, beside the likeliest ask that it could have made."""

    chance: float | None
    """That the ask it made would be answered with yes; None where it did not ask."""
    best: tuple[Seat, Card]
    """The legal ask that was likeliest to be answered with yes: who, and which card."""
    best_chance: float
    legal: tuple[tuple[Seat, Card], ...]
    """All the legal asks."""


@dataclass(frozen=True)
class ViewMoment:
    """What a view could say at one moment of a game."""

    deduction: Deduction
    facts: tuple[Fact, ...]
    """What the last event says to everyone; at the deal, the view's own hands."""
    progress: Progress
    sizes: Mapping[Seat, int | None]
    """The hand sizes; None where they are not certain."""
    chances: Mapping[Card, Chances]
    """Who can hold each card in play, and how likely."""
    claims: Mapping[BookOfTeam, ReachableClaim]
    """The claims within reach."""
    deals: tuple[int, ...]
    """Deals, as masks, that show every possible placement between them."""
    choice: TurnChoice | None
    """What the view's one seat could have asked, where an ask or a claim of it comes next."""
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
    def choices(self) -> Mapping[int, TurnChoice]:
        """By the number of an ask or a claim of the view's one seat, what else it could ask."""
        numbered = ((moment.deduction.at + 1, moment.choice) for moment in self.moments)
        return {number: choice for number, choice in numbered if choice is not None}

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

    @property
    def gains(self) -> tuple[Gain, ...]:
        """What the view learnt from each event."""
        return tuple(starmap(gain, pairwise(self.progress)))


def view_histories(record: Record, views: Iterable[ViewLike]) -> list[ViewHistory]:
    """Follow some views through a game at once: what one of them learns helps the others.

    Args:
        record: the game.
        views: whose, each as ``deduce`` takes it.

    Raises:
        RecordError: for a view that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is left.

    Bits are NaN where no honest number of deals could be had.
    """
    viewers = [view_of(record, view) for view in views]
    counters = [Counter(game_budget()) for _ in viewers]
    seen: list[list[ViewMoment]] = [[] for _ in viewers]
    for moment in follow(record, views=viewers):
        for viewer, counter, moments in zip(viewers, counters, seen, strict=True):
            moments.append(_view_moment(moment, viewer, counter))
    return [_history(view, moments) for view, moments in zip(viewers, seen, strict=True)]


def _view_moment(moment: Moment, view: View, counter: Counter) -> ViewMoment:
    """What a view can say at a moment."""
    deduction = moment.deductions[view.name]
    posterior = counter.update(deduction.knowledge)
    progress = measure(deduction, counter)
    chances = holder_chances(posterior, progress.holders)
    ask = asked_next(deduction)
    is_told = ask is not None and view.seats in ((), (ask.asker,))
    return ViewMoment(
        deduction=deduction,
        facts=moment.facts if moment.state.at else tuple(view.facts(deduction.record.table)),
        progress=progress,
        sizes=deduction.sizes(),
        chances=chances,
        claims=dict(_within_reach(deduction, posterior, chances)),
        deals=deduction.possible_holders.showing_all(),
        choice=ask_choice(deduction, chances),
        otherwise=(answer_news(deduction, posterior, ask, OTHER[ask.answer], counter.budget),)
        if ask is not None and is_told
        else (),
    )


def _history(view: View, moments: Sequence[ViewMoment]) -> ViewHistory:
    """The history of a view, with the reasons for what became certain in it."""
    reasons: list[Explanation] = []
    simpler: list[Explanation] = []
    searched: set[Literal] = set()
    """What took more than one cause."""
    before = moments[0].deduction.possible_holders.placements.all
    for moment in moments:
        facts = _single_literals(moment.facts)
        for literal in _newly_simple(moment, searched, facts):
            searched.discard(literal)
            simpler += _simple(moment, literal, facts)
        new = list(_newly_certain(moment.deduction, before))
        told = {literal: _simple(moment, literal, facts) for literal in new}
        harder = _searched(moment.deduction, [literal for literal in new if not told[literal]])
        reasons += [harder[literal] if literal in harder else told[literal][0] for literal in new]
        searched |= {literal for literal, reason in harder.items() if len(reason.because) > 1}
        before = moment.deduction.possible_holders.possible
    return ViewHistory(view, tuple(moments), tuple(reasons), tuple(simpler))


def ask_choice(deduction: Deduction, chances: Mapping[Card, Chances]) -> TurnChoice | None:
    """What a view's seat could have asked instead of what it does next.

    Args:
        deduction: the view at the moment before.
        chances: who can hold each card in play then, and how likely.

    Returns:
        None where the next event is no ask and no claim of the view's one seat, where its hand is
        known in part only, where it could ask for nothing, or where the chances are not known.
    """
    events, at, viewer = deduction.record.events, deduction.at, deduction.viewer
    event = events[at] if at < len(events) else None
    if not isinstance(event, Ask | Claim) or viewer.seats != (actor(event),):
        return None
    legal = tuple(asks_from_chair(deduction)) if viewer.hands[0].whole else ()
    if not legal:
        return None

    def chance(target: Seat, card: Card) -> float:
        return chances.get(card, {}).get(target) or 0.0

    if any(_is_unknown(chances.get(card, {})) for _, card in legal):
        return None
    best = max(legal, key=lambda ask: chance(*ask))
    made = chance(event.target, event.card) if isinstance(event, Ask) else None
    return TurnChoice(made, best, chance(*best), legal)


def _newly_simple(
    moment: ViewMoment, searched: Collection[Literal], facts: Mapping[Literal, Clause]
) -> list[Literal]:
    """What took more than one cause until an event said it."""
    state = moment.deduction.state
    cards = {literal.card for literal in facts} & {*state.cards} - state.located.keys()
    about = sorted(literal for literal in searched if literal.card in cards)
    return [literal for literal in about if _simple(moment, literal, facts)]


def _newly_certain(deduction: Deduction, possible: int) -> Iterator[Literal]:
    """What has become certain of the cards that have not publicly moved.

    Args:
        deduction: the view at the moment.
        possible: the placements that were possible before, as a mask.
    """
    holders, state = deduction.possible_holders, deduction.state
    for card in state.cards if holders.possible != possible else ():
        if card in state.located:
            continue
        before, now = holders.placements.seats_of(possible, card), holders.dealt_to(card)
        if before != now and len(now) == 1:
            yield Literal(card, now[0], True)
        for seat in before:
            if seat not in now:
                yield Literal(card, seat, False)


def _simple(
    moment: ViewMoment, wanted: Literal, facts: Mapping[Literal, Clause]
) -> list[Explanation]:
    """The reason for what a single new fact says, if one does: nothing is smaller than one cause.

    Such a fact says it outright, or it places the card with another seat.
    """
    says = (
        [wanted]
        if wanted in facts
        else [
            literal
            for literal in facts
            if literal.card == wanted.card
            and literal.holds
            and literal.seat != wanted.seat
            and not wanted.holds
        ]
    )
    deduction, reasons = moment.deduction, []
    for fact in [facts[literal] for literal in says[:1]]:
        step = Step((fact,), (Given(fact.cause, fact),))
        asked = card_at(wanted.card, wanted.seat, holds=wanted.holds)
        record, view, at = deduction.record, deduction.view, deduction.at
        reasons.append(Explanation(record, view, at, asked, "proven", (fact.cause,), steps=(step,)))
    return reasons


def _searched(deduction: Deduction, literals: Sequence[Literal]) -> dict[Literal, Explanation]:
    """The reasons for what takes more than one fact."""
    if not literals:
        return {}
    with Explainer(deduction) as explainer:
        return {
            literal: explainer.why(
                card_at(literal.card, literal.seat, holds=literal.holds),
                limit=QUESTIONS,
            )
            for literal in literals
        }


def _single_literals(facts: Iterable[Fact]) -> dict[Literal, Clause]:
    """The facts about one card and one seat, by what they say."""
    return {
        fact.literals[0]: fact
        for fact in facts
        if isinstance(fact, Clause) and len(fact.literals) == 1
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
    if _is_unknown(chances):
        return False
    chance = sum(chance or 0.0 for seat, chance in chances.items() if seat in team)
    return chance > WITHIN_REACH + ROUNDING


def _is_unknown(chances: Chances) -> bool:
    """Whether there are holders, and of none of them it is known how likely it is."""
    return bool(chances) and all(chance is None for chance in chances.values())
