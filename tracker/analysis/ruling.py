"""A ruling on one claim: the verdict, its reasons or its counterexample, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.analysis.audit import ClaimAudit, audit
from tracker.errors import RecordError
from tracker.explain import Explainer, Explanation, whole_claim
from tracker.explain.certificate import digest
from tracker.explain.why import LIMIT
from tracker.game.events import Claim
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.inference.hands import seat_views


@dataclass(frozen=True)
class Ruling:
    """What an arbiter needs to rule on a claim."""

    claim: ClaimAudit
    explanation: Explanation
    """Why the claim as named was proven or refuted at its moment, or a deal in which it fails."""
    digest: str
    """What names the record the ruling is on."""


def rule(record: Record, event: int, *, limit: float | None = LIMIT) -> Ruling:
    """Rule on whether a claim was provable at its moment, in the claimant's view.

    Args:
        record: the game.
        event: the number of the claim.
        limit: seconds for the search for the smallest reasons; none: no limit.

    Raises:
        RecordError: where that event is no claim of an open half-suit.
        ContradictionError: where no deal fits the record.
    """
    found = next(
        (claim for claim in audit(record, chances=False).claims if claim.event == event), None
    )
    if found is None:
        raise RecordError(_not_a_claim(record, event))
    view = seat_views(record)[found.claimant]
    with deduce(record, view, event - 1) as deduction, Explainer(deduction) as explainer:
        explanation = explainer.why(whole_claim(found.book, found.holdings), limit=limit)
    return Ruling(found, explanation, digest(record))


def _not_a_claim(record: Record, event: int) -> str:
    claims = [
        str(number) for number, one in enumerate(record.events, start=1) if isinstance(one, Claim)
    ]
    known = f"its claims are events {', '.join(claims)}" if claims else "it has no claims"
    return f"event {event} of the record is not a claim of an open book ({known})"
