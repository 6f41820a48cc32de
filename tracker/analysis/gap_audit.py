"""The audit of a record with gaps: each claim is judged in every completion of the whole record.

The players were there: what we do not remember they knew. So what a player could prove is asked in
each completion that the whole record allows, dealt hands included. A verdict that is the same in
all of them stands whichever way it went; else it depends, and the gaps that decide are named. Where
completions are too many, what a deduction across the gaps proves stands, and all else is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import Any, Final, TypeVar, cast

from tracker.analysis.auditor import (
    AskAudit,
    Audit,
    Case,
    ClaimAudit,
    Perhaps,
    audit_of_moves,
)
from tracker.errors import GapError, MissingHandError, UndecidedError
from tracker.game.events import Award, Claim, Event, Gap, Missing, Outcome
from tracker.game.record import Record, has_gaps
from tracker.inference.completions import Completion, completions
from tracker.inference.deduction import deduce
from tracker.inference.hands import stated_hands, up_to
from tracker.notation.holdings import format_holdings
from tracker.notation.names import NOBODY

T = TypeVar("T")
MOST_JUDGED: Final = 64
"""So many completions are judged; of more, only what a deduction across the gaps proves."""
SECONDS: Final = 8.0
"""How long judging completions may take."""
UNKNOWN: Final = "?"
"""What stands for a claimant or a half-suit that a gap decides."""


def audit_with_gaps(record: Record, *, chances: bool = True) -> Audit:
    """Judge every claim of a record with gaps, in every completion.

    Args:
        record: the game.
        chances: whether to work out the chance of every ask, where one completion is left.

    Raises:
        ContradictionError: where no deal fits the record.
        GapError: where a stretch is missing that cannot be filled in.
    """
    try:
        filled = completions(record, hands=stated_hands(record), by_players=True)
    except UndecidedError:
        return _undecided(record)
    if len(filled) == 1 and filled[0].is_ordinary:
        return audit_of_moves(filled[0].record, chances=chances)
    audits = _audits(filled)
    return _undecided(record) if audits is None else _together(record, filled, audits)


def judged_completions(record: Record) -> tuple[tuple[Completion, Audit], ...] | None:
    """Each completion that the whole record allows, with the verdicts on its claims.

    Returns:
        None where they are too many to be judged, or without end.

    Raises:
        ContradictionError: where no deal fits the record.
        GapError: where a stretch is missing that cannot be filled in.
    """
    try:
        filled = completions(record, hands=stated_hands(record), by_players=True)
    except UndecidedError:
        return None
    audits = _audits(filled)
    return None if audits is None else tuple(zip(filled, audits, strict=True))


def _audits(filled: Sequence[Completion]) -> list[Audit] | None:
    """The audits of some completions; None where that takes too long."""
    if len(filled) > MOST_JUDGED or any(completion.links for completion in filled):
        return None
    end, audits = monotonic() + SECONDS, []
    for completion in filled:
        audits.append(_in_original(audit_of_moves(completion.record, chances=False), completion))
        if monotonic() > end and len(audits) < len(filled):
            return None
    return audits


def _in_original(judged: Audit, completion: Completion) -> Audit:
    """The audit of a completion with the numbers of the record with gaps."""
    event = completion.original
    return replace(
        judged,
        claims=tuple(
            replace(
                claim,
                event=event(claim.event),
                provable_since=None
                if claim.provable_since is None
                else event(claim.provable_since),
            )
            for claim in judged.claims
        ),
        missed=tuple(
            replace(missed, start=event(missed.start), end=event(missed.end))
            for missed in judged.missed
        ),
        asks=tuple(replace(ask, event=event(ask.event)) for ask in judged.asks),
    )


def _together(record: Record, filled: Sequence[Completion], audits: Sequence[Audit]) -> Audit:
    """The audits of all completions as one."""
    claims = []
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


def _claim(filled: Sequence[Completion], each: Sequence[ClaimAudit | None]) -> ClaimAudit:
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
        claimant=_same([claim.claimant for claim in made], UNKNOWN),
        book=_same([claim.book for claim in made], UNKNOWN),
        holdings=_same([claim.holdings for claim in made], ()),
        outcome=_same([claim.outcome for claim in made], cast(Outcome, UNKNOWN)),
        verdict=verdicts[0] if is_same else "depends",
        probability=_same([claim.probability for claim in made], None),
        exact=all(claim.exact for claim in made),
        provable_since=max(known) if len(known) == len(each) else None,
        also_proven_for=tuple(surely_for),
        provable_by=tuple(
            s for s in first.provable_by if all(s in claim.provable_by for claim in made)
        ),
        cases=None if is_same else _cases(filled, verdicts),
        perhaps=Perhaps(tuple(sorted(set(known))), tuple(some_for))
        if len(set(since)) > 1 or some_for
        else None,
    )


def _same(values: Sequence[T], otherwise: T) -> T:
    """The value that all are; else what stands for several."""
    return values[0] if all(value == values[0] for value in values) else otherwise


def _asks(audits: Sequence[Audit]) -> Iterator[AskAudit]:
    """The asks that were made in every completion, with what is the same of them in all."""
    first, *others = audits
    for ask in first.asks:
        found = [next((o for o in other.asks if o.event == ask.event), None) for other in others]
        same = [like for like in found if like is not None and like.asker == ask.asker]
        if len(same) == len(others):
            kind = ask.kind if all(like.kind == ask.kind for like in same) else None
            yield replace(ask, kind=kind)


# -- what a verdict depends on --------------------------------------------------------------------


def _cases(filled: Sequence[Completion], verdicts: Sequence[str]) -> tuple[Case, ...]:
    """The verdicts by the fields that decide them: as few fields as tell the verdicts apart."""
    ways = [_filled_fields(completion) for completion in filled]
    names = [name for name in ways[0] if len({str(way.get(name)) for way in ways}) > 1]
    names += [name for way in ways for name in way if name not in ways[0] and name not in names]
    for name in tuple(names):
        fewer = [other for other in names if other != name]
        if _tells_apart(fewer, ways, verdicts):
            names = fewer
    cases = {
        tuple((event, key, str(way.get((event, key)))) for event, key in names): verdict
        for way, verdict in zip(ways, verdicts, strict=True)
    }
    return tuple(
        Case(cast(Any, verdict), tuple({"event": event, key: value} for event, key, value in when))
        for when, verdict in cases.items()
    )


def _tells_apart(
    names: Sequence[tuple[int, str]],
    ways: Sequence[Mapping[tuple[int, str], object]],
    verdicts: Sequence[str],
) -> bool:
    """Whether some fields alone decide the verdict."""
    by_values: dict[tuple[str, ...], str] = {}
    for way, verdict in zip(ways, verdicts, strict=True):
        if by_values.setdefault(tuple(str(way.get(name)) for name in names), verdict) != verdict:
            return False
    return True


def _filled_fields(completion: Completion) -> dict[tuple[int, str], str]:
    """What each open field of the gaps is in a completion."""
    return {
        (number, name): value
        for number, events in completion.fillings
        for name, value in filled_fields(completion.gaps[number], events, completion.record).items()
    }


def filled_fields(gap: Event, events: Sequence[Event], record: Record) -> dict[str, str]:
    """What each open field of a gap is when some events stand in its place, as it is written.

    A missing stretch has the one field ``missing``: its statements.
    """
    if not isinstance(gap, Gap):
        return {"missing": "; ".join(map(str, events))}
    (event,) = events
    return {name: _written(event, name, record) for name in gap.open_fields}


def _written(event: Event, name: str, record: Record) -> str:
    """The value of a field as the notation writes it; ``?`` where it stays open."""
    value = getattr(event, name, None)
    if name in ("holdings", "shown") and value is not None:
        return format_holdings(value, record.seats) if value else UNKNOWN
    if value is None and isinstance(event, Award):
        return NOBODY
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


# -- too many completions -------------------------------------------------------------------------


def _undecided(record: Record) -> Audit:
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
    judged = audit_with_gaps(past) if has_gaps(past) else audit_of_moves(past)
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
