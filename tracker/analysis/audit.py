"""The audit of a record: what each player claimed, missed and asked, and how well each asked.

Chances, ranks and bits are those of a player who takes all possible deals for equally likely. They
say how an ask compares with the others that were legal. They do not say how good it was: people do
not play at random.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import fsum
from typing import TYPE_CHECKING

from tracker.analysis.auditor import (
    AskAudit,
    Asker,
    Audit,
    Missed,
    audit_of_moves,
)
from tracker.analysis.each_filling import (
    answered,
)
from tracker.answers import AnswerList, certain, json_keys
from tracker.game.events import Ask, Holdings, Seat
from tracker.game.record import Record, has_gaps
from tracker.inference.deduction import deduce
from tracker.messages import require_kind

if TYPE_CHECKING:
    from tracker.explain import Explanation


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
        lambda way, _: audit_of_moves(way, chances=chances or players),
        in_each=lambda way, _: audit_of_moves(way, chances=False),
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
    return tuple(_asker(record, judged, seat) for seat in record.seats)


def _asker(record: Record, judged: Iterable[AskAudit], seat: Seat) -> Asker:
    """Sum up one player's asks."""
    asks = [ask for ask in record.numbered(Ask).values() if ask.asker == seat]
    audited = [ask for ask in judged if ask.asker == seat]
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
    )


def first_asks(record: Record) -> Iterator[Ask]:
    """The first ask of each turn: whoever gets a card asks on."""
    before: Ask | None = None
    for event in record.events:
        if isinstance(event, Ask):
            if before is None or before.answer != "yes" or before.asker != event.asker:
                yield event
            before = event


def _mean(values: Iterable[float | None]) -> float | None:
    """The mean of the known values; None where there are none."""
    known = [value for value in values if value is not None]
    return fsum(known) / len(known) if known else None


# -- claims that were not made, with their proofs -------------------------------------------------


@json_keys("*=missed", "holdings", "explanation")
@dataclass(frozen=True)
class MissedProof:
    """A claim that was not made, with the proof that the seat had when it could have made it."""

    missed: Missed
    holdings: Holdings
    """The claim that is proven."""
    explanation: Explanation


@json_keys("*=audit", "proofs")
@dataclass(frozen=True, repr=False)
class MissedProofs(AnswerList[MissedProof], field="proofs"):
    """The claims that could have been proven and were not made, each with its proof.

    Keys:
        proofs: With --missed, besides the keys above: of each missed claim its ``seat``, ``book``,
            ``from``, ``to``, its ``holdings``, and the ``explanation`` as of ``tracker why``.
    """

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
