"""The history of one view in a whole game: all that a report shows of it, moment by moment.

Facts only accumulate, which makes a whole game cheap in two ways. What is certain of the deal stays
certain, and its explanation stays good. So each placement is explained once, when it becomes
certain or impossible (``ViewHistory.reasons``). And a deal that fits all that is known at a moment
fits all that was known before. So a handful of deals, each with the last moment that it fits, is
enough to show every possibility at every moment (``ViewHistory.deals``).

A card that has publicly moved needs no reason: everyone saw where it went.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.analysis.asks import AnswerNews, answer_news, asked_next, other_answer
from tracker.analysis.claim_history import ClaimChanges, ClaimHistory
from tracker.analysis.entropy import Gain, Progress, gain, measure, require_bits
from tracker.analysis.odds import holder_chances
from tracker.counting import Counter, game_budget
from tracker.explain import Explainer, Explanation, card_at
from tracker.explain.explanation import Step
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.inference.deduction import Deduction
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import view_of
from tracker.inference.possible_holders import PossibleHolders
from tracker.knowledge.facts import Chances, Clause, Deal, Fact, Literal
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
        UndecidedError: where no honest number of deals could be had.
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
        UndecidedError: where no honest number of deals could be had.
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

    def look(self, moment: Moment) -> None:
        """Take in the next moment."""
        deduction = moment.deductions[self.view.name]
        posterior = self._counter.update(deduction.knowledge)
        posterior.prepare_marginals()
        progress = measure(deduction, self._counter)
        require_bits(progress)
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

    def history(self) -> ViewHistory:
        """The whole history, once every moment has been taken in."""
        return ViewHistory(
            view=self.view,
            progress=tuple(self._progress),
            sizes=tuple(self._sizes),
            changes=tuple(self._changes),
            claims=tuple(self._claims),
            reasons=tuple(self._reasons.explanations),
            others=self._others,
            deals=self._deals.all(),
        )


class _Reasons:
    """Collects the reasons for what becomes certain."""

    def __init__(self, record: Record, view: View, placements: Placements) -> None:
        self.explanations: list[Explanation] = []
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
        simple = {literal: self._simple(moment.state.at, literal, facts) for literal in new}
        hard = [literal for literal, reason in simple.items() if reason is None]
        harder = _searched(deduction, hard)
        self.explanations += [simple[literal] or harder[literal] for literal in new]

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
            step = Step((literal,), (fact.cause,), rule="says", fact=fact)
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
                limit=None,
                questions=QUESTIONS,
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
