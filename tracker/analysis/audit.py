"""The audit of a record: what each player claimed, missed and asked, and how well each asked.

Chances, ranks and bits are those of a player who takes all possible deals for equally likely. They
say how an ask compares with the others that were legal. They do not say how good it was: people do
not play at random.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from math import fsum
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from tracker.analysis.auditor import (
    AskAudit,
    Asker,
    Audit,
    AuditVerdict,
    BitsTold,
    Case,
    ClaimAudit,
    Missed,
    Perhaps,
    audit_of_moves,
)
from tracker.analysis.each_filling import (
    UNKNOWN,
    Filled,
    answered,
    merged_verdict,
    same,
)
from tracker.answers import AnswerList
from tracker.counting import Counter
from tracker.game.events import Ask, Holdings, Outcome, Seat
from tracker.game.record import Record, has_gaps
from tracker.inference.deduction import deduce
from tracker.inference.hands import known_hands
from tracker.knowledge.views import knowledge
from tracker.messages import require_kind

if TYPE_CHECKING:
    from tracker.explain import Explanation
    from tracker.inference.completions import Completion


def audit(record: Record, *, chances: bool = True, players: bool = False) -> Audit:
    """Judge every claim and every ask of a record.

    Args:
        record: the game; claims of seats whose hands neither its header nor all of it fixes are
            judged by what everyone knew.
        chances: whether to work out the chance of every ask, which takes most of the time.
        players: whether to add up how each player asked, too; that takes the chances.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    judged = answered(
        record,
        plain=partial(audit_of_moves, chances=chances or players),
        each=audit_of_filling,
        merged=partial(merged_audits, record),
    )
    if not players or has_gaps(judged.record):
        return judged
    return replace(judged, players=askers(judged.record, audit=judged))


# -- how each player asked ------------------------------------------------------------------------


def askers(record: Record, *, audit: Audit | None = None) -> tuple[Asker, ...]:
    """How each player asked, in seat order.

    Args:
        record: the game.
        audit: its audit with chances, where it is worked out already.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    require_kind(audit, Audit | None, "audit (expected what tracker.audit gives)")
    judged = (audit or audit_of_moves(record)).asks
    listeners = _Listeners(record)
    return tuple(_asker(record, judged, listeners, seat) for seat in record.seats)


def _asker(record: Record, judged: Iterable[AskAudit], listeners: _Listeners, seat: Seat) -> Asker:
    """Sum up one player's asks."""
    table = record.table
    asks = [ask for ask in record.numbered(Ask).values() if ask.asker == seat]
    audited = [ask for ask in judged if ask.asker == seat]
    mates = [mate for mate in table.team_of[seat] if mate != seat]
    turns = sum(ask.asker == seat for ask in first_asks(record))
    cards = sum(ask.answer == "yes" for ask in asks)
    return Asker(
        seat=seat,
        asks=len(asks),
        turns=turns,
        cards=cards,
        cards_per_turn=cards / turns if turns else None,
        mean_rank=_mean(ask.rank for ask in audited),
        mean_chance=_mean(ask.chance for ask in audited),
        mean_best=_mean(ask.best for ask in audited),
        bits_per_ask=BitsTold(
            listeners.told(seat, mates), listeners.told(seat, table.opponents_of[seat])
        ),
    )


def first_asks(record: Record) -> Iterator[Ask]:
    """The first ask of each turn: whoever gets a card asks on."""
    before: Ask | None = None
    for event in record.events:
        if isinstance(event, Ask):
            if before is None or before.answer != "yes" or before.asker != event.asker:
                yield event
            before = event


class _Listeners:
    """What the asks told the players whose hands are known; other events are left out."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._hands = known_hands(record)
        self._runs = tuple(_runs(record))
        self._bits: dict[Seat, Mapping[int, float | None]] = {}

    def told(self, asker: Seat, seats: Iterable[Seat]) -> float | None:
        """The mean number of bits that an ask told some seats, added up; None where not known."""
        runs = [run for seat, run in self._runs if seat == asker]
        bits = []
        for left in [self._left(seat) for seat in seats if seat in self._hands]:
            for run in runs:
                before, after = left[run.start], left[run.stop]
                if before is None or after is None:
                    return None
                bits.append(before - after)
        return sum(bits) / sum(map(len, runs)) if bits else None

    def _left(self, seat: Seat) -> Mapping[int, float | None]:
        """The bits that a seat still had to learn, before and after each run of asks."""
        if seat not in self._bits:
            counter, bits = Counter(), {}
            for at in sorted({at for _, run in self._runs for at in (run.start, run.stop)}):
                posterior = counter.update(knowledge(self._record, (self._hands[seat],), at))
                bits[at] = posterior.bits if posterior.exact else None
            self._bits[seat] = bits
        return self._bits[seat]


def _runs(record: Record) -> Iterator[tuple[Seat, range]]:
    """The runs of asks by one player, each as the moments before its asks."""
    asked = ((event.asker if isinstance(event, Ask) else None) for event in record.events)
    for seat, events in groupby(enumerate(asked), key=itemgetter(1)):
        if seat is not None:
            numbers = [number for number, _ in events]
            yield seat, range(numbers[0], numbers[-1] + 1)


def _mean(values: Iterable[float | None]) -> float | None:
    """The mean of the known values; None where there are none."""
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


# -- claims that were not made, with their proofs -------------------------------------------------


@dataclass(frozen=True)
class MissedProof:
    """A claim that was not made, with the proof that the seat had when it could have made it."""

    missed: Missed
    holdings: Holdings
    """The claim that is proven."""
    explanation: Explanation


@dataclass(frozen=True, repr=False)
class MissedProofs(AnswerList[MissedProof], field="proofs"):
    """The claims that could have been proven and were not made, each with its proof."""

    audit: Audit
    proofs: tuple[MissedProof, ...]


def missed_proofs(audit: Audit) -> MissedProofs:
    """The claims that could have been proven and were not made, each with its proof then."""
    require_kind(audit, Audit, "audit (expected what tracker.audit gives)")
    # Explanations take long to import, and an audit needs none.
    from tracker.explain import whole_claim
    from tracker.explain.gap_why import explain

    record, proofs = audit.record, []
    for missed in audit.missed:
        with deduce(record, view=missed.seat, at=missed.start) as deduction:
            team = missed.team or record.table.team_of[missed.seat]
            holdings = deduction.proven(missed.book, team)
            if holdings is None:
                continue
            explanation = explain(deduction, whole_claim(missed.book, holdings))
            proofs.append(MissedProof(missed, holdings, explanation))
    return MissedProofs(audit, tuple(proofs))


# -- across gaps ----------------------------------------------------------------------------------
#
# Each claim is judged in every completion of the whole record. Where completions are too many, what
# a deduction across the gaps proves stands, and all else is undecided.


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
        up_to=None if judged.up_to is None else completion.original(judged.up_to + 1) - 1,
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
    sections = [judged.up_to for judged in audits if judged.up_to is not None]
    return Audit(
        record,
        tuple(claims),
        tuple(surely),
        tuple(_asks(audits)),
        perhaps=tuple(perhaps),
        up_to=min(sections, default=None),
    )


def _claim(filled: Filled[Audit], each: Sequence[ClaimAudit | None]) -> ClaimAudit:
    """The judgements of one claim as one."""
    made = [claim for claim in each if claim is not None]
    first = made[0]
    verdicts = [claim.verdict if claim else "unknown" for claim in each]
    since = [claim.provable_since for claim in made]
    known = [moment for moment in since if moment is not None]
    surely_for = [s for s in first.also_proven_for if all(s in c.also_proven_for for c in made)]
    some_for = dict.fromkeys(s for c in made for s in c.also_proven_for if s not in surely_for)
    verdict = merged_verdict(verdicts)
    return ClaimAudit(
        event=first.event,
        claimant=same([claim.claimant for claim in made], UNKNOWN),
        book=same([claim.book for claim in made], UNKNOWN),
        holdings=same([claim.holdings for claim in made], ()),
        outcome=same([claim.outcome for claim in made], cast(Outcome, UNKNOWN)),
        verdict=cast(AuditVerdict, verdict),
        probability=same([claim.probability for claim in made], None),
        exact=all(claim.exact for claim in made),
        provable_since=max(known) if len(known) == len(each) else None,
        also_proven_for=tuple(surely_for),
        provable_by=tuple(
            s for s in first.provable_by if all(s in claim.provable_by for claim in made)
        ),
        forced=all(claim is not None and claim.forced for claim in each) or None,
        cases=tuple(Case(cast(Any, case), when) for case, when in filled.which_way(verdicts))
        if verdict == "depends"
        else None,
        perhaps=Perhaps(tuple(sorted(set(known))), tuple(some_for))
        if len(set(since)) > 1 or some_for
        else None,
    )


def _asks(audits: Sequence[Audit]) -> Iterator[AskAudit]:
    """The asks that were made in every completion, with what is the same of them in all."""
    first, *others = audits
    for ask in first.asks:
        each = [next((o for o in other.asks if o.event == ask.event), None) for other in others]
        alike = [like for like in each if like is not None and like.asker == ask.asker]
        if len(alike) == len(others):
            kind = ask.kind if all(like.kind == ask.kind for like in alike) else None
            forced = ask.forced and all(like.forced for like in alike)
            yield replace(ask, kind=kind, forced=forced or None)
