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
from dataclasses import dataclass
from typing import Final, NamedTuple

from tracker.analysis.ask_chances import asks_from_chair
from tracker.analysis.asks import AnswerNews, answer_news, asked_next, other_answer
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
from tracker.inference.possible_holders import PossibleHolders
from tracker.knowledge.facts import ROUNDING, Chances, Clause, Deal, Fact, Literal
from tracker.knowledge.views import View, ViewLike
from tracker.sat import Placements

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
class ViewHistory:
    """A view from the deal to the end of the record."""

    view: View
    progress: tuple[Progress, ...]
    """At the deal and after each event."""
    sizes: tuple[Mapping[Seat, int | None], ...]
    """The hand sizes at each moment; None where they are not certain."""
    changes: tuple[Mapping[Card, Chances], ...]
    """At the deal all the cards, after each event those in play whose chances are new."""
    claims: tuple[ClaimChanges, ...]
    """At the deal and after each event, the claims within reach that are new, or gone."""
    reasons: tuple[Explanation, ...]
    """Why a seat holds, or lacks, a card that has not publicly moved: each at the first moment at
    which it is certain, in the order of these."""
    simpler: tuple[Explanation, ...]
    """Later reasons of a single cause, for what took more causes when it became certain."""
    choices: Mapping[int, TurnChoice]
    """By the number of an ask or a claim of the view's one seat, what else it could have asked."""
    others: Mapping[int, AnswerNews | None]
    """By the number of the ask, what it would have told with the other answer; None: the view could
    rule that out. The public view has all the asks, a seat's view has its own."""
    deals: tuple[Witness, ...]
    """At each moment, those that last so long show every possible placement."""

    @property
    def gains(self) -> tuple[Gain, ...]:
        """What the view learnt from each event."""
        return tuple(map(gain, self.progress, self.progress[1:]))


def view_history(record: Record, view: ViewLike = None) -> ViewHistory:
    """Follow one view through a game.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.

    Raises:
        RecordError: for a view that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is left.

    Bits are NaN where no honest number of deals could be had.
    """
    (history,) = view_histories(record, [view])
    return history


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
    tracks = [_Track(record, view_of(record, view)) for view in views]
    for moment in follow(record, views=[track.view for track in tracks]):
        for track in tracks:
            track.look(moment)
    return [track.history() for track in tracks]


class _Track:
    """Collects the history of one view."""

    def __init__(self, record: Record, view: View) -> None:
        self.view = view
        self._budget = game_budget()
        self._counter = Counter(self._budget)
        placements = Placements(record.table.cards, record.seats)
        self._reasons = _Reasons(record, view, placements)
        self._deals = _Deals(placements)
        self._claim_history = ClaimHistory()
        self._chances: dict[Card, Chances] = {}
        self._progress: list[Progress] = []
        self._sizes: list[Mapping[Seat, int | None]] = []
        self._changes: list[Mapping[Card, Chances]] = []
        self._claims: list[ClaimChanges] = []
        self._others: dict[int, AnswerNews | None] = {}
        self._choices: dict[int, TurnChoice] = {}

    def look(self, moment: Moment) -> None:
        """Take in the next moment."""
        deduction = moment.deductions[self.view.name]
        posterior = self._counter.update(deduction.knowledge)
        progress = measure(deduction, self._counter)
        self._progress.append(progress)
        self._sizes.append(deduction.sizes())
        before, self._chances = self._chances, holder_chances(posterior, progress.holders)
        changes = {card: now for card, now in self._chances.items() if before.get(card) != now}
        self._changes.append(changes)
        self._claims.append(self._claim_history.look(deduction, posterior, self._chances))
        self._reasons.look(moment, deduction)
        self._deals.look(moment.state.at, deduction.possible_holders)
        ask = asked_next(deduction)
        if ask is not None and self.view.seats in ((), (ask.asker,)):
            news = answer_news(deduction, posterior, ask, other_answer(ask), self._budget)
            self._others[moment.state.at + 1] = news
        if (choice := ask_choice(deduction, self._chances)) is not None:
            self._choices[moment.state.at + 1] = choice

    def history(self) -> ViewHistory:
        """The whole history, once every moment has been taken in."""
        return ViewHistory(
            view=self.view,
            progress=tuple(self._progress),
            sizes=tuple(self._sizes),
            changes=tuple(self._changes),
            claims=tuple(self._claims),
            reasons=tuple(self._reasons.explanations),
            simpler=tuple(self._reasons.simpler),
            choices=self._choices,
            others=self._others,
            deals=self._deals.all(),
        )


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


class _Reasons:
    """Collects the reasons for what becomes certain."""

    def __init__(self, record: Record, view: View, placements: Placements) -> None:
        self.explanations: list[Explanation] = []
        self.simpler: list[Explanation] = []
        self._long: set[Literal] = set()
        """What took more than one cause."""
        self._record, self._view = record, view.name
        self._placements = placements
        self._possible = placements.all
        self._own = view.facts(record.table)

    def look(self, moment: Moment, deduction: Deduction) -> None:
        """Explain what has become certain of the cards that have not publicly moved."""
        possible = deduction.possible_holders.possible
        new = list(self._newly_certain(moment, possible))
        self._possible = possible
        facts = _single_literals(moment.facts if moment.state.at else self._own)
        self.simpler += self._newly_simple(moment, facts)
        simple = {literal: self._simple(moment.state.at, literal, facts) for literal in new}
        hard = [literal for literal, reason in simple.items() if reason is None]
        harder = _searched(deduction, hard)
        self.explanations += [simple[literal] or harder[literal] for literal in new]
        self._long |= {literal for literal in hard if len(harder[literal].because) > 1}

    def _newly_simple(
        self, moment: Moment, facts: Mapping[Literal, Clause]
    ) -> Iterator[Explanation]:
        """The reasons for what took more than one cause until an event said it."""
        state = moment.state
        cards = {literal.card for literal in facts} & {*state.cards} - state.located.keys()
        for literal in sorted(literal for literal in self._long if literal.card in cards):
            reason = self._simple(moment.state.at, literal, facts)
            if reason is not None:
                self._long.discard(literal)
                yield reason

    def _newly_certain(self, moment: Moment, possible: int) -> Iterator[Literal]:
        """What has become certain of the cards that have not publicly moved."""
        state = moment.state
        for card in state.cards if possible != self._possible else ():
            if card in state.located:
                continue
            before = self._placements.seats_of(self._possible, card)
            now = self._placements.seats_of(possible, card)
            if before != now and len(now) == 1:
                yield Literal(card, now[0], True)
            for seat in before:
                if seat not in now:
                    yield Literal(card, seat, False)

    def _simple(
        self, at: int, wanted: Literal, facts: Mapping[Literal, Clause]
    ) -> Explanation | None:
        """The reason for what a single new fact says: nothing is smaller than one cause.

        Such a fact says it outright, or it places the card with another seat.
        """
        elsewhere = [
            literal
            for literal in facts
            if literal.card == wanted.card
            and literal.holds
            and literal.seat != wanted.seat
            and not wanted.holds
        ]
        for literal in [wanted] if wanted in facts else elsewhere[:1]:
            fact = facts[literal]
            step = Step((fact,), (Given(fact.cause, fact),))
            asked = card_at(wanted.card, wanted.seat, holds=wanted.holds)
            return Explanation(
                self._record, self._view, at, asked, "proven", (fact.cause,), steps=(step,)
            )
        return None


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


class _Deals:
    """Collects a few deals that show every possibility for as long as it is one."""

    def __init__(self, placements: Placements) -> None:
        self._placements = placements
        self._at = 0
        self._possible = 0
        self._witnesses: tuple[int, ...] = ()
        self._needed: list[tuple[int, int, tuple[int, ...]]] = []
        """For each moment that ruled something out: the moment before, what was ruled out, and
        deals that fitted until then."""

    def look(self, at: int, holders: PossibleHolders) -> None:
        """Take in the next moment."""
        gone = self._possible & ~holders.possible
        if gone:
            self._needed.append((self._at, gone, self._witnesses))
        self._at, self._possible = at, holders.possible
        self._witnesses = holders.showing_all()

    def all(self) -> tuple[Witness, ...]:
        """The deals, the longest lasting first: each shows what none of those before it shows."""
        deals: list[Witness] = []
        shown = 0
        now = (self._at, self._possible, self._witnesses)
        for at, wanted, witnesses in (now, *reversed(self._needed)):
            while missing := wanted & ~shown:
                best = _with_most_of(witnesses, missing)
                shown |= best
                deals.append(Witness(self._placements.deal_of(best), at))
        return tuple(deals)


def _with_most_of(deals: Sequence[int], wanted: int) -> int:
    """The deal that has the most of some wanted placements."""
    return max(deals, key=lambda deal: (deal & wanted).bit_count())


# -- the claims within reach ----------------------------------------------------------------------
#
# What a view can say, moment by moment, of the claims that its team may be able to make.
#
# A claim is *within reach* where each of its cards is more likely than not with the team. For such
# a claim the likeliest naming is worked out, with its odds. For any other claim that would cost
# more than it tells: no naming of it is right in more than half of the deals.
#
# Facts only accumulate. So two moments that leave equally many deals leave the same deals. Then the
# claims of a half-suit whose cards have not moved in between are the same, too.

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


ClaimChanges = Mapping[BookOfTeam, ReachableClaim | None]
"""The claims that are not as they were a moment before; None: no longer within reach."""


class ClaimHistory:
    """Follows the claims of one view through a game."""

    def __init__(self) -> None:
        self._claims: dict[BookOfTeam, ReachableClaim] = {}
        self._count: int | None = None
        self._located: Mapping[Card, Seat] = {}

    def look(
        self, deduction: Deduction, posterior: Posterior, chances: Mapping[Card, Chances]
    ) -> ClaimChanges:
        """Take in the next moment.

        Args:
            deduction: the view at that moment.
            posterior: its counts.
            chances: who can hold each card in play now, and how likely.
        """
        now = dict(self._within_reach(deduction, posterior, chances))
        before, self._claims = self._claims, now
        self._count, self._located = _count(posterior), deduction.state.located
        gone = {key: None for key in before if key not in now}
        return gone | {key: claim for key, claim in now.items() if before.get(key) != claim}

    def _within_reach(
        self, deduction: Deduction, posterior: Posterior, chances: Mapping[Card, Chances]
    ) -> Iterator[tuple[BookOfTeam, ReachableClaim]]:
        """The claims within reach at a moment."""
        same_deals = self._count is not None and _count(posterior) == self._count
        located = deduction.state.located
        for book in deduction.state.open_books():
            cards = deduction.record.deck.by_name[book].cards
            unmoved = all(located.get(card) == self._located.get(card) for card in cards)
            for team in deduction.teams:
                if same_deals and unmoved:
                    if (claim := self._claims.get((book, team))) is not None:
                        yield (book, team), claim
                elif all(_reaches(chances[card], team) for card in cards):
                    yield (book, team), _claim(deduction, posterior, book, team)


def _claim(deduction: Deduction, posterior: Posterior, book: str, team: Team) -> ReachableClaim:
    """A claim with its verdict, which is deduced, and its likeliest naming, which is counted."""
    verdict = deduction.claim(book, team)
    naming, probability = likeliest_claim(deduction, posterior, verdict)
    share = None if probability is None else float(probability)
    return ReachableClaim(verdict.verdict, naming, share)


def _count(posterior: Posterior) -> int | None:
    """How many deals are left, where that is exact."""
    return posterior.count if posterior.exact else None


def _reaches(chances: Chances, team: Team) -> bool:
    """Whether it is more likely than not that a team has a card."""
    if _is_unknown(chances):
        return False
    chance = sum(chance or 0.0 for seat, chance in chances.items() if seat in team)
    return chance > WITHIN_REACH + ROUNDING


def _is_unknown(chances: Chances) -> bool:
    """Whether there are holders, and of none of them it is known how likely it is."""
    return bool(chances) and all(chance is None for chance in chances.values())
