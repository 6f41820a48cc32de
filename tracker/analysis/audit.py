"""The audit of a record: what each player claimed, missed and asked, and how well each asked.

Chances, ranks and bits are those of a player who takes all possible deals for equally likely. They
say how an ask compares with the others that were legal. They do not say how good it was: people do
not play at random.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from math import fsum
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from tracker.analysis.auditor import (
    AskAudit,
    Asker,
    Audit,
    AuditVerdict,
    BitsTold,
    ClaimAudit,
    Missed,
    VerdictCase,
    audit_of_moves,
)
from tracker.analysis.each_filling import (
    Filled,
    answered,
    as_written,
    merged,
    merged_verdict,
)
from tracker.answers import AnswerList, certain, in_any_case
from tracker.counting import Counter
from tracker.game.events import Ask, Holdings, Seat
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
        each=partial(audit_of_filling, record=record),
        merged=merged_audits,
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
    judged = certain((audit or audit_of_moves(record)).asks)
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
    for missed in certain(audit.missed):
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


def audit_of_filling(completion: Completion, record: Record) -> Audit:
    """The audit of a completion, without chances of asks, in the numbers of the whole record.

    Args:
        completion: one way to fill the gaps.
        record: the record with gaps.
    """
    return as_written(audit_of_moves(completion.record, chances=False), completion, record)


def merged_audits(filled: Filled[Audit]) -> Audit:
    """The audits of all completions as one, with the verdict on each claim in a word."""
    audit = merged(filled)
    claims = {claim.event: claim for claim in map(in_any_case, audit.claims)}
    judged = (_in_a_word(claims[number], filled) for number in sorted(claims))
    return replace(audit, claims=tuple(judged))


def _in_a_word(claim: ClaimAudit, filled: Filled[Audit]) -> ClaimAudit:
    """A claim with the verdict on it in all ways, and the cases where that depends on gaps.

    In a way in which it is no claim of an open half-suit it is ``unknown``.
    """
    judged = ({each.event: each.verdict for each in audit.claims} for audit in filled.answers)
    verdicts = [verdict_of.get(claim.event, "unknown") for verdict_of in judged]
    verdict = cast(AuditVerdict, merged_verdict(verdicts))
    cases = filled.which_way(verdicts) if verdict == "depends" else ()
    told = tuple(VerdictCase(case.value, case.when) for case in cases)
    return replace(claim, verdict=verdict, cases=told or None)
