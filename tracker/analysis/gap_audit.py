"""The audit of a record with gaps: each claim is judged in every completion of the whole record.

The players were there: what we do not remember they knew. So what a player could prove is asked in
each completion that the whole record allows, dealt hands included. A verdict that is the same in
all of them stands whichever way it went; else it depends, and the gaps that decide are named. Where
completions are too many, what a deduction across the gaps proves stands, and all else is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, cast

from tracker.analysis.auditor import (
    AskAudit,
    Audit,
    Case,
    ClaimAudit,
    Perhaps,
    audit_of_moves,
)
from tracker.analysis.each_filling import UNKNOWN, Filled, answered, same
from tracker.errors import GapError, MissingHandError, UndecidedError
from tracker.game.events import Claim, Missing, Outcome
from tracker.game.record import Record
from tracker.inference.completions import Completion
from tracker.inference.deduction import deduce
from tracker.inference.hands import up_to


def audit_with_gaps(record: Record, *, chances: bool = True) -> Audit:
    """Judge every claim of a record with gaps or without, in every completion.

    Args:
        record: the game.
        chances: whether to work out the chance of every ask, where one completion is left.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    return answered(
        record,
        plain=partial(audit_of_moves, chances=chances),
        each=audit_of_filling,
        merged=partial(merged_audits, record),
        undecided=partial(undecided_audit, record),
    )


def audit_of_filling(completion: Completion) -> Audit:
    """The audit of a completion, without chances of asks, in the numbers of the whole record."""
    return audit_as_written(audit_of_moves(completion.record, chances=False), completion)


def audit_as_written(judged: Audit, completion: Completion) -> Audit:
    """The audit of a completion with the numbers of the record with gaps."""
    numbered = completion.numbered
    return replace(
        judged,
        claims=tuple(numbered(claim, "event", "provable_since") for claim in judged.claims),
        missed=tuple(numbered(missed, "start", "end") for missed in judged.missed),
        asks=tuple(numbered(ask, "event") for ask in judged.asks),
    )


def merged_audits(record: Record, filled: Filled[Audit]) -> Audit:
    """The audits of all completions as one."""
    audits, claims = filled.answers, []
    for number in sorted({claim.event for judged in audits for claim in judged.claims}):
        each = [
            next((claim for claim in judged.claims if claim.event == number), None)
            for judged in audits
        ]
        claims.append(_claim(filled, each))
    missed = [list(judged.missed) for judged in audits]
    surely = [claim for claim in missed[0] if all(claim in others for others in missed)]
    perhaps = dict.fromkeys(claim for some in missed for claim in some if claim not in surely)
    return Audit(record, tuple(claims), tuple(surely), tuple(_asks(audits)), perhaps=tuple(perhaps))


def _claim(filled: Filled[Audit], each: Sequence[ClaimAudit | None]) -> ClaimAudit:
    """The judgements of one claim as one."""
    made = [claim for claim in each if claim is not None]
    first = made[0]
    verdicts = [claim.verdict if claim else "unknown" for claim in each]
    since = [claim.provable_since for claim in made]
    known = [moment for moment in since if moment is not None]
    surely_for = [s for s in first.also_proven_for if all(s in c.also_proven_for for c in made)]
    some_for = dict.fromkeys(s for c in made for s in c.also_proven_for if s not in surely_for)
    if "undecided" in verdicts:
        verdicts = ["undecided"] * len(verdicts)
    is_same = len(set(verdicts)) == 1
    return ClaimAudit(
        event=first.event,
        claimant=same([claim.claimant for claim in made], UNKNOWN),
        book=same([claim.book for claim in made], UNKNOWN),
        holdings=same([claim.holdings for claim in made], ()),
        outcome=same([claim.outcome for claim in made], cast(Outcome, UNKNOWN)),
        verdict=verdicts[0] if is_same else "depends",
        probability=same([claim.probability for claim in made], None),
        exact=all(claim.exact for claim in made),
        provable_since=max(known) if len(known) == len(each) else None,
        also_proven_for=tuple(surely_for),
        provable_by=tuple(
            s for s in first.provable_by if all(s in claim.provable_by for claim in made)
        ),
        cases=None
        if is_same
        else tuple(Case(cast(Any, verdict), when) for verdict, when in filled.which_way(verdicts)),
        perhaps=Perhaps(tuple(sorted(set(known))), tuple(some_for))
        if len(set(since)) > 1 or some_for
        else None,
    )


def _asks(audits: Sequence[Audit]) -> Iterator[AskAudit]:
    """The asks that were made in every completion, with what is the same of them in all."""
    first, *others = audits
    for ask in first.asks:
        found = [next((o for o in other.asks if o.event == ask.event), None) for other in others]
        alike = [like for like in found if like is not None and like.asker == ask.asker]
        if len(alike) == len(others):
            kind = ask.kind if all(like.kind == ask.kind for like in alike) else None
            yield replace(ask, kind=kind)


# -- too many completions -------------------------------------------------------------------------


def undecided_audit(record: Record) -> Audit:
    """What can be said of claims where completions are too many to go through, or without end.

    What came before the first missing stretch is judged by itself. Of later claims: who knows no
    more than the reader knows less than the claimant did; what a deduction across the gaps proves
    or refutes, the claimant could prove or refute, too.
    """
    before = _before_stretch(record)
    settled = {claim.event: claim for claim in before.claims}
    claims = [
        settled.get(number) or _across(record, number, event)
        for number, event in enumerate(record.events, start=1)
        if isinstance(event, Claim)
    ]
    end = before.record.moment(None)
    missed = tuple(missed for missed in before.missed if missed.end < end)
    return replace(before, record=record, claims=tuple(claims), missed=missed)


def _before_stretch(record: Record) -> Audit:
    """The audit of what came before the first stretch that is not filled.

    What depends on a gap is undecided there: what came after it may leave out some cases.
    """
    first = next(
        (
            number
            for number, event in enumerate(record.events)
            if isinstance(event, Missing) and event.asks != 1
        ),
        0,
    )
    past = up_to(record, first)
    judged = audit_with_gaps(past)
    claims = tuple(
        replace(claim, verdict="undecided", cases=None) if claim.verdict == "depends" else claim
        for claim in judged.claims
    )
    return replace(judged, claims=claims)


def _across(record: Record, number: int, claim: Claim) -> ClaimAudit:
    """The judgement of a claim by what the reader can deduce at its moment."""
    verdict: Any = "undecided"
    for view in (claim.claimant, None):
        try:
            with deduce(record, view=view, at=number - 1) as deduction:
                judgement = deduction.judge(claim.holdings)
        except (MissingHandError, UndecidedError, GapError):
            continue
        verdict = "undecided" if judgement == "open" else judgement
        break
    return ClaimAudit(
        number, claim.claimant, claim.book, claim.holdings, claim.outcome,
        verdict, None, False, None, (), (),
    )  # fmt: skip
