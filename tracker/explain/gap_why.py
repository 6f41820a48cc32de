"""Why something follows from a record with gaps, or how it may be otherwise.

A conclusion is proven where it is proven in every completion. Its causes are those of all of them,
told in the numbers of the record with gaps; a gap among them holds in whatever way it is filled.
Then causes are left out as long as the rest forces the conclusion in every completion it leaves.

Example: ``Ann asks Bob 9H/10H: no`` forces, however it is filled, that Ann has a high heart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from tracker.budget import WHY_SECONDS, Budget, minimal_subset
from tracker.errors import UndecidedError
from tracker.explain.evidence import in_order
from tracker.explain.explanation import Conclusion, Explanation
from tracker.explain.why import Explainer
from tracker.game.cards import Card
from tracker.game.events import Gap, Missing, Seat
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, Judgement
from tracker.inference.gap_deduction import GapDeduction, judgement, parts_of
from tracker.inference.hands import up_to
from tracker.inference.stretch_deduction import StretchDeduction
from tracker.knowledge.facts import Cause, Deal, EventCause, GapCause, HandCause, SizeCause


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
    verdict = judge_parts(deduction.parts, asked)
    record, view, at = deduction.record, deduction.view, deduction.at
    if verdict in ("proven", "refuted"):
        causes = _causes_of_all(deduction, asked, limit)
        because = in_order(_sufficient(deduction, asked, verdict, causes, limit))
        return GapExplanation(
            record, view, at, asked, verdict, because, smallest=False, minimal=False
        )
    if verdict == "undecided":
        return GapExplanation(record, view, at, asked, verdict)
    return _otherwise(deduction, asked)


def _causes_of_all(
    deduction: GapDeduction, asked: Conclusion, limit: float | None
) -> Collection[Cause]:
    """The causes of a conclusion in all the completions without a missing stretch."""
    causes: dict[Cause, None] = {}
    share = None if limit is None else limit / len(deduction.parts)
    for completion, part in zip(deduction.completions, deduction.parts, strict=True):
        if not completion.links:
            with Explainer(part) as explainer:
                explanation = explainer.why(asked, limit=share)
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
    return next((pair for pair in deals if not _is_true(asked, pair[1])), None)


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
    budget = Budget(seconds=WHY_SECONDS if limit is None else limit)
    needed = minimal_subset(
        sorted(numbers),
        lambda fewer: not budget.is_spent and _forces(deduction, asked, verdict, set(fewer)),
        at_once=max(len(numbers) // 2, 1),
    )
    events = deduction.record.events
    gaps = [number for number in needed if isinstance(events[number - 1], Gap | Missing)]
    shown = [c for c in others if not isinstance(c, HandCause | SizeCause)]
    return [
        *shown,
        *(SizeCause(seat) for seat in deduction.record.seats if sizes),
        *(GapCause(number) for number in gaps),
        *(EventCause(number) for number in needed if number not in gaps),
    ]


def _forces(
    deduction: GapDeduction, asked: Conclusion, verdict: Judgement, numbers: Set[int]
) -> bool:
    """Whether some events, with the hands of the view, force a conclusion in every completion."""
    record, at, forced = deduction.record, deduction.at, False
    for hands in dict.fromkeys(part.viewer.hands for part in deduction.parts):
        try:
            for _, part in parts_of(record, hands, at, heeded=numbers):
                with part:
                    if judge_part(part, asked) != verdict:
                        return False
                    forced = True
        except UndecidedError:
            return False
    return forced


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
