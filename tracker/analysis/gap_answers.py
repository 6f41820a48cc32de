"""Records with gaps: how likely, why, and what is wrong, over all completions together.

``tracker.inference.completions`` says what completions are, and ``GapDeduction`` what is certain in
all of them. Here are the answers that need more: counts of deals (each deal once, however many
completions allow it), explanations, problems, and the audit, in which each claim is judged in every
completion of the whole record, because the players knew what they did.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import log2
from time import monotonic
from typing import Final

from tracker.analysis.check import CONTRADICTION, UNDECIDED, Problem, ProblemList, check, problems
from tracker.analysis.odds import ClaimOdds, Odds
from tracker.counting import count
from tracker.errors import ContradictionError, UndecidedError, Violation
from tracker.explain import Conclusion, Explainer, Explanation
from tracker.explain.evidence import in_order
from tracker.game.cards import Card
from tracker.game.events import Gap, Missing, Seat
from tracker.game.record import Record
from tracker.inference.completions import Completion, broken_in_all, completions
from tracker.inference.deduction import ClaimVerdict, Deduction, Judgement
from tracker.inference.gap_deduction import (
    GapDeduction,
    deduction_of,
    gap_contradiction,
    judgement,
    parts_of,
)
from tracker.inference.hands import stated_hands
from tracker.inference.stretch_deduction import StretchDeduction
from tracker.knowledge.facts import (
    Between,
    Cause,
    Chances,
    Deal,
    EventCause,
    GapCause,
    HandCause,
    Knowledge,
    SizeCause,
)
from tracker.knowledge.views import View

EXPLAIN_SECONDS: Final = 10.0
"""How long to look for causes that can be left out, where nobody says."""
MOST_LISTED: Final = 500
"""So many deals are listed one by one to count them, where a stretch is missing."""
MOST_COUNTS: Final = 400
"""So many sets of deals are counted to count each deal once; beyond that, the number is unknown."""


class GapOdds(Odds):
    """The odds of a view at a moment of a record with gaps.

    Args:
        deduction: the view and the moment.
        deals: deals to be shown with the odds, as dealt.
    """

    def __init__(self, deduction: GapDeduction, deals: tuple[Deal, ...] = ()) -> None:
        self.deduction: GapDeduction = self._hold(deduction)
        self.shown = deals

    @cached_property
    def count(self) -> int | None:
        """How many dealt hands are consistent with the view, each counted once."""
        known = [
            part.dealt_knowledge if isinstance(part, StretchDeduction) else part.knowledge
            for part in self.deduction.parts
        ]
        told = [part for part in known if part is not None]
        return count_together(told) if len(told) == len(known) else self._listed_count

    @property
    def _listed_count(self) -> int | None:
        """The number of deals, listed one by one; None where they are many, or not all known."""
        parts = [part for part in self.deduction.parts if isinstance(part, StretchDeduction)]
        if not all(part.is_exact for part in parts):
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
    def interval(self) -> tuple[int, int]:
        """The count twice; 0 and 0 where it is not known."""
        return (self.count or 0, self.count or 0)

    @property
    def bits(self) -> float | None:
        """The entropy: log2 of the count; None where it is not known."""
        return None if self.count is None else log2(self.count)

    @cached_property
    def ranges(self) -> Mapping[Card, Mapping[Seat, float | Between | None]]:
        """The chance of each possible holder; its lowest and highest value where a gap decides."""
        try:
            each = [Odds(part).holders for part in self.deduction.apart]
        except UndecidedError:
            each = self._certain
        return {
            card: {
                seat: _range([chances.get(card, {}) for chances in each], seat) for seat in seats
            }
            for card, seats in self.deduction.all_holders().items()
        }

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
        if any(isinstance(part, StretchDeduction) for part in self.deduction.parts):
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
        return GapOdds(self.deduction, tuple(islice(self.deals(), number)))

    def drawing(self, number: int, seed: int = 0) -> Odds:
        """These odds, to be shown with deals drawn at random, each equally likely.

        A deal is drawn from the deals of one completion, and taken with a chance that makes up for
        the other completions that allow it, too.
        """
        chance = random.Random(seed)
        if any(isinstance(part, StretchDeduction) for part in self.deduction.parts):
            raise UndecidedError("not decided: deals are not drawn past a missing stretch")
        known = [part.knowledge for part in self.deduction.parts]
        odds = [Odds(part) for part in self.deduction.parts]
        weights = [part.count or 1 for part in odds]
        drawn: list[Deal] = []
        while len(drawn) < number:
            (place,) = chance.choices(range(len(odds)), weights)
            (deal,) = odds[place].posterior.sample(1, chance.randrange(2**32))
            if chance.random() * sum(part.fits(deal) for part in known) < 1:
                drawn.append(deal)
        return GapOdds(self.deduction, tuple(drawn))

    def claim(self, verdict: ClaimVerdict) -> ClaimOdds:
        """The odds of a claim that was judged in the same view at the same moment."""
        book, team = verdict.book, verdict.team
        if verdict.verdict == "impossible":
            return ClaimOdds(book, team, "impossible", None, Fraction(0), Fraction(0))
        if verdict.verdict == "proven":
            naming = dict(verdict.holdings or ())
            return ClaimOdds(book, team, "proven", naming, Fraction(1), Fraction(1))
        owned = Fraction(1) if verdict.verdict == "owned" else None
        try:
            parts = [part for part in self.deduction.apart if book in part.state.open_books()]
            each = [Odds(part).claim(part.claim(book, team)) for part in parts]
        except UndecidedError:
            return ClaimOdds(book, team, verdict.verdict, None, None, owned)
        likeliest = each[0].holdings
        if any(claim.holdings != likeliest for claim in each):
            likeliest = None
        right = _between([claim.probability for claim in each] if likeliest else [])
        share = owned or _between([claim.owned for claim in each])
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


def _range(each: Sequence[Chances], seat: Seat) -> float | Between | None:
    """The chance of a seat, over completions in which the card is in play."""
    chances = [found.get(seat, 0.0) for found in each if found]
    known = [chance for chance in chances if chance is not None]
    if not known or len(known) < len(chances):
        return None
    low, high = min(known), max(known)
    return high if high - low < _SAME else Between(low, high)


def _between(chances: Sequence[Fraction | None]) -> Fraction | Between | None:
    """Several chances as one: where they differ, their lowest and highest value."""
    known = [chance for chance in chances if chance is not None]
    if not known or len(known) < len(chances):
        return None
    low, high = min(known), max(known)
    return low if low == high else Between(low, high)


_SAME: Final = 1e-9
"""Chances that differ by less are the same, but for the errors of floats."""


def count_together(known: Sequence[Knowledge]) -> int | None:
    """How many deals are consistent with at least one of several kinds of knowledge.

    By inclusion and exclusion: the deals of each, less those of each two, and so on. Mostly two
    completions have no deal in common, and all that contain both need not be looked at.

    Returns:
        None where exact counting is beyond its budget, or too many sets would have to be counted.
    """
    left = MOST_COUNTS

    def together(chosen: Knowledge, rest: Sequence[Knowledge]) -> int | None:
        """The deals of ``chosen``, less those that it has in common with any of the rest."""
        nonlocal left
        left -= 1
        posterior = None if left < 0 or chosen.impossible else count(chosen)
        if chosen.impossible:
            return 0
        if posterior is None or posterior.status == "unknown" or not posterior.exact:
            return None
        total = posterior.count
        for place, other in enumerate(rest if total else ()):
            shared = together(chosen.with_facts(other.facts), rest[place + 1 :])
            if shared is None:
                return None
            total -= shared
        return total

    sums = [together(part, known[place + 1 :]) for place, part in enumerate(known)]
    return None if None in sums else sum(filter(None, sums))


# -- why ------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class GapExplanation(Explanation):
    """Why a conclusion is proven or refuted however the gaps are filled; or how it is otherwise.

    ``because`` has all the causes that it takes in any completion, and the gaps, each in whatever
    way it can be filled. That none of them can be left out is not promised.
    """

    hands: Mapping[Seat, tuple[Card, ...]] | None = None
    """Where it is open: the hands of the moment in a completion and a deal where it is false."""
    fillings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Where it is open: how the gaps are filled then, as statements."""


def explain_with_gaps(
    deduction: GapDeduction, asked: Conclusion, limit: float | None
) -> GapExplanation:
    """Why a conclusion holds in every completion; or a completion and a deal where it does not."""
    verdict = judge_parts(deduction.parts, asked)
    record, view, at = deduction.record, deduction.view, deduction.at
    if verdict in ("proven", "refuted"):
        causes: dict[Cause, None] = {}
        share = None if limit is None else limit / len(deduction.parts)
        for completion, part in zip(deduction.completions, deduction.parts, strict=True):
            if not completion.links:
                with Explainer(part) as explainer:
                    explanation = explainer.why(asked, limit=share)
                causes |= dict.fromkeys(
                    _original(c, completion, record) for c in explanation.because
                )
        because = in_order(_sufficient(deduction, asked, verdict, causes, limit))
        return GapExplanation(record, view, at, asked, verdict, because, smallest=False)
    if verdict == "undecided":
        return GapExplanation(record, view, at, asked, verdict)
    examples = (
        (completion, *against)
        for completion, part in zip(deduction.completions, deduction.parts, strict=True)
        if (against := _example_against(part, asked)) is not None
    )
    completion, deal, hands = next(examples)
    return GapExplanation(
        record,
        view,
        at,
        asked,
        "open",
        hands=hands,
        counterexample=deal,
        fillings={
            number: tuple(str(event) for event in events) for number, events in completion.fillings
        },
    )


def _example_against(
    part: Deduction, asked: Conclusion
) -> tuple[Deal, Mapping[Seat, tuple[Card, ...]]] | None:
    """A deal of a completion in which a conclusion is false, with the hands now; None: none."""
    if judge_part(part, asked) == "proven":
        return None
    if isinstance(part, StretchDeduction):
        holdings = tuple((literal.card, literal.seat) for literal in asked.parts)
        example = part.example(holdings, right=not all(literal.holds for literal in asked.parts))
        if example is None:
            return None
        dealt = {card: example[card] for card in part.record.table.cards}
        return dealt, part.hands_in(example)
    deals = ((deal, part.state.hands_of(deal)) for deal in part.deals())
    return next(pair for pair in deals if not _is_true(asked, pair[1]))


def _sufficient(
    deduction: GapDeduction,
    asked: Conclusion,
    verdict: Judgement,
    causes: Collection[Cause],
    limit: float | None,
) -> list[Cause]:
    """Causes that force a conclusion in every completion that they leave.

    What the completions need is not all: other events have closed gaps. So where it does not do,
    all events are taken. Then as many are left out as the time allows: first many at once, at last
    one by one.
    """
    numbers = {c.number for c in causes if isinstance(c, EventCause | GapCause)}
    others = [c for c in causes if not isinstance(c, EventCause | GapCause)]
    sizes = any(isinstance(c, HandCause | SizeCause) for c in causes)
    if not _forces(deduction, asked, verdict, numbers):
        numbers, sizes = set(range(1, deduction.at + 1)), True
    end = monotonic() + (EXPLAIN_SECONDS if limit is None else limit)
    length = max(len(numbers) // 2, 1)
    while length:
        for start in range(0, len(ordered := sorted(numbers)), length):
            fewer = numbers.difference(ordered[start : start + length])
            if monotonic() < end and _forces(deduction, asked, verdict, fewer):
                numbers = fewer
        length //= 2
    events = deduction.record.events
    gaps = [number for number in numbers if isinstance(events[number - 1], Gap | Missing)]
    shown = [c for c in others if not isinstance(c, HandCause | SizeCause)]
    return [
        *shown,
        *(SizeCause(seat) for seat in deduction.record.seats if sizes),
        *(GapCause(number) for number in gaps),
        *(EventCause(number) for number in numbers.difference(gaps)),
    ]


def _forces(
    deduction: GapDeduction, asked: Conclusion, verdict: Judgement, numbers: Set[int]
) -> bool:
    """Whether some events, with the hands of the view, force a conclusion in every completion."""
    record, at = deduction.record, deduction.at
    for hands in dict.fromkeys(part.viewer.hands for part in deduction.parts):
        try:
            for _, part in parts_of(record, hands, at, heeded=numbers):
                with part:
                    if judge_part(part, asked) != verdict:
                        return False
        except UndecidedError:
            return False
    return True


def judge_part(deduction: Deduction, asked: Conclusion) -> Judgement:
    """Whether a conclusion holds in every deal of a completion, in some or in none."""
    return judge_parts([deduction], asked)


def judge_parts(parts: Iterable[Deduction], asked: Conclusion) -> Judgement:
    """Whether a conclusion holds in every deal of some completions, in some or in none."""
    holdings = tuple((part.card, part.seat) for part in asked.parts)
    return judgement(parts, holdings, holds=all(part.holds for part in asked.parts))


def _is_true(asked: Conclusion, hands: Mapping[Seat, Sequence[Card]]) -> bool:
    """Whether a conclusion is true of some hands."""
    return all((card in hands[seat]) == holds for card, seat, holds in asked.parts)


def _original(cause: Cause, completion: Completion, record: Record) -> Cause:
    """A cause in a completion as one in the record with gaps."""
    if not isinstance(cause, EventCause):
        return cause
    number = completion.original(cause.number)
    is_gap = isinstance(record.events[number - 1], Gap | Missing)
    return GapCause(number) if is_gap else EventCause(number)


# -- problems -------------------------------------------------------------------------------------


def check_with_gaps(record: Record, at: int) -> ProblemList:
    """The problems that a record has however its gaps are filled.

    Args:
        record: the game.
        at: of its first so many events.
    """
    try:
        filled = completions(record, at, hands=stated_hands(record))
    except UndecidedError as error:
        problem = Problem(None, None, UNDECIDED, str(error))
        return ProblemList(record, (problem,))
    each = [
        [_in_original(problem, completion, record) for problem in _problems(completion)]
        for completion in filled
    ]
    if all(any(problem.code == CONTRADICTION for problem in problems) for problems in each):
        return ProblemList(record, (*_broken(each), *_first_contradiction(record, each, at)))
    each = [p for p in each if all(problem.code != CONTRADICTION for problem in p)]
    return ProblemList(record, _broken(each))


def _problems(completion: Completion) -> Sequence[Problem]:
    """The problems of a completion."""
    if not completion.links:
        return check(completion.record, at=completion.at).problems
    listed = problems(completion.record, (), completion.at)
    hands = View(stated_hands(completion.record))
    try:
        deduction_of(completion, hands).close()
    except ContradictionError:
        message = "no deal is left that fits the record so far"
        return (*listed, Problem(None, None, CONTRADICTION, message))
    if any(link.is_lax for link in completion.links):
        return ()  # whose turn it is, and what must be claimed, is not known then
    return listed


def _broken(each: Sequence[Sequence[Problem]]) -> tuple[Problem, ...]:
    """The problems that all completions have, but for contradictions."""
    places = dict.fromkeys((p.line, p.event) for p in each[0] if p.code != CONTRADICTION)
    return tuple(
        Problem(line, event, violation.code, violation.message)
        for line, event in places
        for violation in broken_in_all(
            [
                Violation(problem.code, problem.message)
                for problem in problems
                if problem.event == event and problem.code != CONTRADICTION
            ]
            for problems in each
        )
    )


def _first_contradiction(
    record: Record, each: Sequence[Sequence[Problem]], at: int
) -> tuple[Problem, ...]:
    """The event at which no deal is left in any completion, with what clashes in one of them."""
    if len(each) == 1:
        return tuple(problem for problem in each[0] if problem.code == CONTRADICTION)
    error = gap_contradiction(record, View(stated_hands(record)), at)
    line = record.events[error.event - 1].line if error.event else None
    message = "no deal is left that fits the record so far, however its gaps are filled"
    return (Problem(line, error.event or None, CONTRADICTION, message),)


def _in_original(problem: Problem, completion: Completion, record: Record) -> Problem:
    """A problem of a completion as one of the record with gaps."""
    if problem.event is None or problem.event > completion.positions[-1]:
        return problem
    number = completion.original(problem.event)
    return replace(
        problem,
        event=number,
        line=record.events[number - 1].line,
        conflict=(),  # and how it came about depends on how the gaps are filled
        background=(),
        suggestions=(),
    )
