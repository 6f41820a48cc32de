"""Why something follows from a record with gaps, or how it may be otherwise.

A conclusion is proven where it is proven in every way to fill the gaps. Each way is an ordinary
record, and has an ordinary explanation. Ways that take the same causes are told once.

Example: ``Ann asks Bob 9H/10H: no`` forces, however it is filled, that Ann has a high heart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from tracker.answers import json_keys
from tracker.budget import WHY_QUESTIONS
from tracker.explain.evidence import in_order
from tracker.explain.explanation import SHARED_KEYS, Conclusion, Explanation
from tracker.explain.why import Explainer
from tracker.game.cards import Card
from tracker.game.events import Seat, cards_in
from tracker.game.record import Record
from tracker.inference.completions import Completion
from tracker.inference.deduction import Deduction, judgement_of
from tracker.inference.hands import up_to
from tracker.inference.way import Way
from tracker.knowledge.facts import Cause, GapCause, HandCause


@dataclass(frozen=True)
class WayExplained:
    """Why a conclusion holds where the gaps are filled in one way."""

    fillings: Mapping[int, tuple[str, ...]]
    """How each gap is filled, as statements."""
    explanation: Explanation
    """Of the ordinary record that comes of it."""
    because: tuple[Cause, ...]
    """Its causes, in the numbers of the record with gaps."""
    numbers: tuple[int, ...]
    """For each event of the ordinary record its number in the record with gaps."""


@json_keys(*SHARED_KEYS, "*=each_way", "counterexample", "hands", "fillings")
@dataclass(frozen=True, repr=False)
class GapExplanation(Explanation):
    """Why a conclusion is proven or refuted however the gaps are filled; or how it is otherwise.

    ``because`` has all the causes that it takes in some way, ``ways`` those of each.

    Keys:
        fillings: Of a record with gaps, besides the keys above: where it is open, how the gaps are
            filled then, by event. ``because`` and ``steps`` may depend on gaps.
    """

    ways: tuple[WayExplained, ...] = ()
    """The ways that take different causes, one of each; none past a missing stretch."""
    hands: Mapping[Seat, tuple[Card, ...]] | None = None
    """Where it is open: the hands of the moment in a completion and a deal where it is false."""
    fillings: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Where it is open: how the gaps are filled then, as statements."""
    filled: Record | None = None
    """Where it is open: the record up to the moment, with the gaps filled so. None past a stretch
    of which nobody can say what happened in it."""


def explain(
    deduction: Deduction,
    asked: Conclusion,
    *,
    limit: int | None = WHY_QUESTIONS,
    alternatives: int = 0,
) -> Explanation:
    """Why something is proven or refuted, in a record with gaps or without; or how it is otherwise.

    Args:
        deduction: the view and the moment.
        asked: what is asked.
        limit: questions to the solver, in each search for a smallest set of causes; None: any.
        alternatives: how many other smallest sets to list, where there are no gaps.

    Raises:
        UndecidedError: where the verdict was not found within what the search may cost.
    """
    if not deduction.has_knowledge:
        return explain_with_gaps(deduction, asked, limit)
    with Explainer(deduction) as explainer:
        return explainer.why(asked, limit=limit, alternatives=alternatives)


def explain_with_gaps(deduction: Deduction, asked: Conclusion, limit: int | None) -> GapExplanation:
    """Why a conclusion holds in every completion; or a completion and a deal where it does not."""
    verdict = judgement_of(*deduction.truths(asked.parts))
    record, view, at = deduction.record, deduction.view, deduction.at
    if verdict == "open":
        return otherwise(deduction, asked, deduction.ways)
    if verdict == "undecided":
        return GapExplanation(record, view, at, asked, verdict, smallest=False, minimal=False)
    different: dict[tuple[Cause, ...], WayExplained] = {}
    for way in _ways(deduction, asked, limit):
        different.setdefault(way.because, way)
    ways = tuple(different.values())
    return GapExplanation(
        record,
        view,
        at,
        asked,
        verdict,
        in_order({cause for way in ways for cause in way.because}),
        smallest=len(ways) == 1 and ways[0].explanation.smallest,
        minimal=len(ways) == 1 and ways[0].explanation.minimal,
        ways=ways,
    )


def _ways(deduction: Deduction, asked: Conclusion, limit: int | None) -> Iterator[WayExplained]:
    """The explanation of each completion; where a card is out of play, nothing is to explain."""
    cards = {part.card for part in asked.parts}
    for way in deduction.ways:
        completion = way.completion
        if completion is None or way.state.section or not cards.issubset(way.state.cards):
            continue
        with Explainer(Deduction(way)) as explainer:
            explanation = explainer.why(asked, limit=limit)
        because = in_order(
            {*map(completion.cause, explanation.because), *_seen(completion, way, explanation)}
        )
        numbers = tuple(map(completion.original, range(1, completion.at + 1)))
        yield WayExplained(_fillings(completion), explanation, because, numbers)


def _seen(completion: Completion, way: Way, explanation: Explanation) -> Iterator[Cause]:
    """The gaps on which it hangs that all saw a card go to a hand that is counted."""
    counted = {cause.seat for cause in explanation.because if isinstance(cause, HandCause)}
    for number, events in completion.fillings:
        cards = (card for event in events for card in cards_in(event))
        if any(way.state.located.get(card) in counted for card in cards):
            yield GapCause(number)


def _fillings(completion: Completion | None) -> Mapping[int, tuple[str, ...]]:
    """How a completion fills each gap, as statements."""
    fillings = completion.fillings if completion else ()
    return {number: tuple(map(str, events)) for number, events in fillings}


def otherwise(deduction: Deduction, asked: Conclusion, ways: Iterable[Way]) -> GapExplanation:
    """A completion and a deal in which something is not so, where one is known.

    Args:
        deduction: whose view it is, and when.
        asked: what is not so.
        ways: those of which it is to be one.
    """
    open_ = GapExplanation(deduction.record, deduction.view, deduction.at, asked, "open")
    for way in ways:
        _, may_be_false = way.truths(asked.parts)
        example = way.example_against(asked.parts) if may_be_false else None  # or it is not known
        if example is not None:
            as_dealt = next(way.dealt)
            dealt = as_dealt.placements.deal_of(as_dealt.deals_with()[0])
            return replace(
                open_,
                hands=way.state.hands_of(example),
                counterexample=dealt if way.state.section else example,
                fillings={n: t for n, t in _fillings(way.completion).items() if n <= deduction.at},
                filled=None if way.state.section else up_to(way.record, way.state.at),
            )
    return open_
