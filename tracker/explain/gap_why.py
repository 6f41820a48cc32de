"""Why something follows from a record with gaps, or how it may be otherwise.

A conclusion is proven where it is proven in every completion. Its causes are those of all of them,
told in the numbers of the record with gaps; a gap among them holds in whatever way it is filled.
Then causes are left out as long as the rest forces the conclusion in every completion it leaves:
first events, by what follows from the others; at last any cause, by tables, as a certificate needs.

Example: ``Ann asks Bob 9H/10H: no`` forces, however it is filled, that Ann has a high heart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from tracker.budget import WHY_SECONDS, Budget, minimal_subset
from tracker.errors import UndecidedError
from tracker.explain.consistency import AcrossGaps
from tracker.explain.evidence import in_order
from tracker.explain.explanation import Conclusion, Explanation
from tracker.explain.why import Explainer
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record, gap_numbers
from tracker.game.transition import transfer_of
from tracker.inference.completions import Completion
from tracker.inference.deduction import Deduction, Judgement, deduce, judgement_of
from tracker.inference.gap_deduction import GapDeduction, parts_of
from tracker.inference.hands import up_to
from tracker.inference.stretch_deduction import StretchDeduction
from tracker.knowledge.facts import Cause, Deal, EventCause, GapCause, OwnCause

Element = TypeVar("Element")
MOST_EXPLAINED: Final = 3
"""In so many completions it is explained: what it takes in the others is mostly the same."""


@dataclass(frozen=True)
class CardMove:
    """A card that an event moved, in every way to fill the gaps or only in some."""

    event: int
    card: Card
    giver: Seat
    receiver: Seat
    always: bool


@dataclass(frozen=True, repr=False)
class GapExplanation(Explanation):
    """Why a conclusion is proven or refuted however the gaps are filled; or how it is otherwise.

    ``because`` has all the causes that it takes in any completion, and the gaps, each in whatever
    way it can be filled.
    """

    hands: Mapping[Seat, tuple[Card, ...]] | None = None
    """Where it is open: the hands of the moment in a completion and a deal where it is false."""
    fillings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Where it is open: how the gaps are filled then, as statements."""
    filled: Record | None = None
    """Where it is open: the record up to the moment, with the gaps filled so. None past a stretch
    of which nobody can say what happened in it."""
    moves: tuple[CardMove, ...] = ()
    """The cards of the half-suits asked about that changed hands since the first of the causes, and
    how the cards asked about came to where they are, as far as the causes do not tell it."""


def explain(
    deduction: Deduction,
    asked: Conclusion,
    *,
    limit: float | None = WHY_SECONDS,
    alternatives: int = 0,
) -> Explanation:
    """Why something is proven or refuted, in a record with gaps or without; or how it is otherwise.

    Args:
        deduction: the view and the moment.
        asked: what is asked.
        limit: seconds for the search for a smallest set of causes; None: no limit.
        alternatives: how many other smallest sets to list, where there are no gaps.

    Raises:
        UndecidedError: where the verdict was not found within what the search may cost.
    """
    if isinstance(deduction, GapDeduction):
        return explain_with_gaps(deduction, asked, limit)
    with Explainer(deduction) as explainer:
        return explainer.why(asked, limit=limit, alternatives=alternatives)


def explain_with_gaps(
    deduction: GapDeduction, asked: Conclusion, limit: float | None
) -> GapExplanation:
    """Why a conclusion holds in every completion; or a completion and a deal where it does not."""
    verdict = judgement_of(*deduction.truths(asked.parts))
    record, view, at = deduction.record, deduction.view, deduction.at
    if verdict in ("proven", "refuted"):
        causes = _causes_of_all(deduction, asked, limit)
        search = _CauseSearch(deduction.parts, record, at, asked, verdict, limit)
        because = search.sufficient(causes)
        return GapExplanation(
            record,
            view,
            at,
            asked,
            verdict,
            because,
            smallest=search.is_minimal and len(because) < 2,
            minimal=search.is_minimal,
            unsure=search.is_unsure,
            moves=tuple(_moves(deduction, asked, because)),
        )
    if verdict == "undecided":
        return GapExplanation(record, view, at, asked, verdict, smallest=False, minimal=False)
    return _otherwise(deduction, asked)


def _moves(
    deduction: GapDeduction, asked: Conclusion, because: Collection[Cause]
) -> Iterator[CardMove]:
    """The moves of cards that a reader of the causes of a conclusion has to know."""
    deck = deduction.record.deck
    wanted = {part.card for part in asked.parts}
    cards = {card for part in wanted for card in deck.book_of[part].cards}
    numbers = [each.number for each in because if isinstance(each, EventCause | GapCause)]
    since = min(numbers, default=deduction.at)
    each_way = list(map(_transfers, deduction.completions))
    ended = {card: number for moves in each_way for number, card, *_ in sorted(moves)}
    for move in sorted(set().union(*each_way)):
        number, card, giver, receiver = move
        is_told = EventCause(number) in because
        is_last = card in wanted and ended[card] == number
        if card in cards and not is_told and (number > since or is_last):
            always = all(move in moves for moves in each_way)
            yield CardMove(number, card, giver, receiver, always)


def _transfers(completion: Completion) -> set[tuple[int, Card, Seat, Seat]]:
    """What cards a completion moves: at which event, and from whom to whom."""
    events = enumerate(completion.record.events[: completion.at], start=1)
    moved = ((completion.original(number), transfer_of(event)) for number, event in events)
    return {(number, *transfer) for number, transfer in moved if transfer is not None}


def _causes_of_all(
    deduction: GapDeduction, asked: Conclusion, limit: float | None
) -> Collection[Cause]:
    """The causes of a conclusion in some of the completions without a missing stretch.

    Where a card is out of play in a completion, nothing is to be explained there.
    """
    causes: dict[Cause, None] = {}
    cards = {part.card for part in asked.parts}
    both = zip(deduction.completions, deduction.parts, strict=True)
    plain = [
        (completion, part)
        for completion, part in both
        if not completion.links and cards.issubset(part.state.cards)
    ]
    for completion, part in plain[:MOST_EXPLAINED]:
        with Explainer(part) as explainer:
            share = None if limit is None else limit / MOST_EXPLAINED
            explanation = explainer.why(asked, limit=share, steps=False)
        causes |= dict.fromkeys(map(completion.cause, explanation.because))
    return causes


def _otherwise(deduction: GapDeduction, asked: Conclusion) -> GapExplanation:
    """A completion and a deal in which something is not so, where one is known."""
    record, view, at = deduction.record, deduction.view, deduction.at
    examples = (
        (completion, part, *against)
        for completion, part in zip(deduction.completions, deduction.parts, strict=True)
        if (against := _example_against(part, asked)) is not None
    )
    example = next(examples, None)
    if example is None:  # none is known, or it is only that a forced end may be over
        return GapExplanation(record, view, at, asked, "open")
    completion, part, deal, hands = example
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
        filled=None if isinstance(part, StretchDeduction) else up_to(part.record, part.at),
    )


def _example_against(
    part: Deduction, asked: Conclusion
) -> tuple[Deal, Mapping[Seat, tuple[Card, ...]]] | None:
    """A deal of a completion in which a conclusion is false, with the hands now; None: none."""
    _, may_be_false = part.truths(asked.parts)
    if may_be_false is False:
        return None
    example = part.example_against(asked.parts)
    if example is None:
        return None
    if not isinstance(part, StretchDeduction):
        return example, part.state.hands_of(example)
    dealt = {card: example[card] for card in part.record.table.cards}
    return dealt, part.hands_in(example)


def with_causes_across_gaps(
    explanation: Explanation, record: Record, at: int, limit: float | None
) -> Explanation:
    """An explanation with causes that do in every way to fill the gaps.

    Args:
        explanation: what follows, and why it does in a record that is filled.
        record: the record with gaps.
        at: the moment in it.
        limit: seconds for the search; None: no limit.
    """
    with deduce(record, view=explanation.view, at=at) as deduction:
        verdict, asked = explanation.verdict, explanation.conclusion
        search = _CauseSearch((deduction,), record, at, asked, verdict, limit)
        because = search.sufficient(explanation.because)
    return replace(
        explanation,
        record=record,
        at=at,
        because=because,
        smallest=search.is_minimal and len(because) < 2,
        minimal=search.is_minimal,
        unsure=search.is_unsure,
        others=(),
        steps=(),
        origin=None,
    )


class _CauseSearch:
    """Looks for causes that force a conclusion in every completion that they leave.

    Args:
        parts: what follows from each completion.
        record: the record with gaps.
        at: the moment in it.
        asked: the conclusion.
        verdict: whether it is proven or refuted.
        limit: seconds for the search; None: no limit.
    """

    def __init__(
        self,
        parts: Sequence[Deduction],
        record: Record,
        at: int,
        asked: Conclusion,
        verdict: Judgement,
        limit: float | None,
    ) -> None:
        self._hands = tuple(dict.fromkeys(part.viewer.hands for part in parts))
        self._record = record
        self._at = at
        self._asked = asked
        self._verdict = verdict
        self._gaps = gap_numbers(record, at)
        self._budget = Budget(seconds=limit)
        self._is_sure = True
        self._ended = False

    @property
    def is_minimal(self) -> bool:
        """Whether none of the causes found can be left out."""
        return self._ended and self._is_sure

    @property
    def is_unsure(self) -> bool:
        """Whether all was tried, but of some causes it was not found out if they do."""
        return self._ended and not self._is_sure

    def sufficient(self, causes: Iterable[Cause]) -> tuple[Cause, ...]:
        """Causes that do, without those that were found not to be needed.

        Args:
            causes: those that the completions need. That may not be all, as other events have
                closed gaps.
        """
        events = {each.number for each in causes if isinstance(each, EventCause | GapCause)}
        closing = {number + step for number in self._gaps for step in (0, 1)} - {self._at + 1}
        every = set(range(1, self._at + 1))
        events = next(filter(self._forces, (events, events | closing)), every)
        events = {*self._fewer(sorted(events), lambda some: self._forces({*some}))}
        across = AcrossGaps(self._record, self._at, self._hands[0], self._budget)
        others = [each for each in across.causes if not isinstance(each, EventCause | GapCause)]
        others.sort(key=lambda each: isinstance(each, OwnCause))  # what is hard goes first
        numbered = [
            each
            for each in across.causes
            if isinstance(each, EventCause | GapCause) and each.number in events
        ]
        start: list[Cause] = [*others, *numbered]
        if len(self._hands) > 1:
            return in_order(start)
        if not self._is_forced(across, start):
            start = [*others, *(each for each in across.causes if each not in others)]
            if not self._is_forced(across, start):
                return in_order([*others, *numbered])
        kept = self._fewer(start, lambda some: self._is_forced(across, some))
        self._ended = not self._budget.is_spent
        return in_order(kept)

    def _fewer(
        self, elements: list[Element], suffices: Callable[[list[Element]], bool]
    ) -> list[Element]:
        """Elements without what is not needed, as far as the time allows."""
        return minimal_subset(
            elements,
            lambda fewer: not self._budget.is_spent and suffices(fewer),
            at_once=max(len(elements) // 2, 1),
        )

    def _is_forced(self, across: AcrossGaps, causes: Sequence[Cause]) -> bool:
        """Whether causes leave no deal, in any completion, in which the verdict is wrong."""
        try:
            return not across.fits(causes, self._asked.parts, true=self._verdict == "refuted")
        except UndecidedError:
            self._is_sure = False
            return False

    def _forces(self, numbers: Set[int]) -> bool:
        """Whether some events, with all hands and sizes, force it in every completion."""
        forced = False
        for hands in self._hands:
            try:
                for _, part in parts_of(self._record, hands, self._at, heeded=numbers):
                    with part:
                        if judgement_of(*part.truths(self._asked.parts)) != self._verdict:
                            return False
                        forced = True
            except UndecidedError:
                return False
        return forced
