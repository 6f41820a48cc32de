"""Since when: the moments at which a view could prove something, up to a moment.

What is asked is about *now*: at each moment, whether the seat held (or lacked) the card then, or
the claim was right then. A card that moves makes a proof of where it is begin anew.
"""

from __future__ import annotations

from tracker.analysis.knows import Stretch, stretches
from tracker.explain import Conclusion, Explanation
from tracker.game.record import Record
from tracker.game.replay import beginning
from tracker.inference.claims import Judgement
from tracker.inference.deduction import Deduction
from tracker.inference.follow import follow
from tracker.inference.hands import view_of
from tracker.knowledge.views import ViewLike


def moments_of(record: Record, explanation: Explanation) -> tuple[Stretch, ...]:
    """The stretches of moments at which the verdict of an explanation was the same.

    Args:
        record: the game.
        explanation: what is said of a moment; moments after it play no part.
    """
    asked, verdict = explanation.conclusion, explanation.verdict
    return judged_moments(record, asked, verdict, explanation.view, explanation.at)


def judged_moments(
    record: Record,
    asked: Conclusion,
    verdict: Judgement = "proven",
    view: ViewLike = None,
    at: int | None = None,
) -> tuple[Stretch, ...]:
    """The stretches of moments at which a view had a verdict on a conclusion, the earliest first.

    Args:
        record: the game.
        asked: the conclusion.
        verdict: ``proven``, ``open`` or ``refuted``.
        view: whose, as ``deduce`` takes it.
        at: up to that many events; none: all.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    end, viewer = record.moment(at), view_of(record, view)
    return stretches(
        moment.state.at
        for moment in follow(beginning(record, end), [viewer])
        if judge(moment.deductions[viewer.name], asked) == verdict
    )


def proven_since(
    record: Record, asked: Conclusion, view: ViewLike = None, at: int | None = None
) -> int | None:
    """Since which moment a view can prove a conclusion without a break; none: it cannot now."""
    found = judged_moments(record, asked, "proven", view, at)
    return found[-1].start if found and found[-1].end == record.moment(at) else None


def judge(deduction: Deduction, asked: Conclusion) -> Judgement | None:
    """Whether a conclusion holds in every deal, in some or in none; none: a card is out of play."""
    if not all(deduction.state.is_open(part.card) for part in asked.parts):
        return None
    if all(part.holds for part in asked.parts):
        return deduction.judge(tuple((part.card, part.seat) for part in asked.parts))
    (part,) = asked.parts  # that a seat lacks a card is only ever asked alone
    holders = deduction.holders(part.card)
    if part.seat not in holders:
        return "proven"
    return "refuted" if holders == (part.seat,) else "open"
