"""Questions that one call answers: each opens what it needs, asks, and lets go of it again."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.analysis.audit import ClaimAudit, audit
from tracker.analysis.knows import Stretch, stretches
from tracker.analysis.odds import ClaimOdds, Odds
from tracker.analysis.signals import assuming
from tracker.errors import RecordError, WrongTypeError
from tracker.explain import Conclusion, Explainer, Explanation, card_at, whole_claim
from tracker.explain.certificate import digest
from tracker.explain.why import LIMIT
from tracker.game.events import Claim
from tracker.game.lookup import TeamLike, find_card, find_seat
from tracker.game.record import Record
from tracker.game.replay import beginning
from tracker.inference.claims import Judgement
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.follow import follow
from tracker.inference.hands import seat_views, view_of
from tracker.knowledge.views import ViewLike
from tracker.notation.holdings import parse_naming


def odds(record: Record, view: ViewLike = None, at: int | None = None) -> Odds:
    """How many deals a view can think possible at a moment, and how likely is what.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; none: after all.

    Returns:
        The odds. They hold a solver: use them as a context manager, or let them go out of scope.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    return Odds(deduce(record, view, at))


def claims(
    record: Record, view: ViewLike = None, at: int | None = None, team: TeamLike | None = None
) -> tuple[ClaimOdds, ...]:
    """What can be said of the claim of every open half-suit, and how likely each is to be right.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; none: after all.
        team: for that team; none: for the view's, or in the public view for both.

    Raises:
        RecordError: for a view, a moment or a team that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    with odds(record, view, at) as found:
        return found.claims(team)


def why(
    record: Record,
    card: str | None = None,
    seat: str | None = None,
    view: ViewLike = None,
    at: int | None = None,
    *,
    lacks: bool = False,
    claim: str | None = None,
    limit: float | None = LIMIT,
    alternatives: int = 0,
    assume: bool = False,
) -> Explanation:
    """Why a seat holds a card now, or a whole claim is right: or why not, or how else it may be.

    Args:
        record: the game.
        card: the card, in any form that the notation reads.
        seat: the seat.
        view: whose, as ``deduce`` takes it.
        at: after that many events; none: after all.
        lacks: ask whether the seat does not hold the card.
        claim: in place of card and seat: ``"BOOK: HOLDINGS"``, as in a claim.
        limit: seconds after which the search for a smallest set of causes ends; none: never.
        alternatives: how many other smallest sets to list.
        assume: where it is open, take signals of Ali Salahuddin's convention for true; those that
            it leans on are then among the causes.

    Raises:
        NotationError: where the claim means nothing.
        RecordError: for a card, a seat, a view or a moment that is not there.
        WrongTypeError: where it is neither card and seat nor a claim.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with the signals.
    """
    asked = conclusion(record, card, seat, lacks=lacks, claim=claim)

    def explained(deduction: Deduction) -> Explanation:
        with Explainer(deduction) as explainer:
            return explainer.why(asked, limit=limit, alternatives=alternatives)

    if not assume:
        with deduce(record, view, at) as deduction:
            return explained(deduction)
    with assuming(record, view, at) as leaning, deduce(record, view, at) as deduction:
        found = explained(deduction)
        # What holds anyway leans on no signal, though one may stand for several events.
        return explained(leaning) if found.verdict == "open" else found


def since(
    record: Record,
    card: str | None = None,
    seat: str | None = None,
    view: ViewLike = None,
    at: int | None = None,
    *,
    lacks: bool = False,
    claim: str | None = None,
) -> int | None:
    """Since which moment, without a break, a view can prove what ``why`` would explain.

    Args:
        record: the game.
        card: the card, in any form that the notation reads.
        seat: the seat.
        view: whose, as ``deduce`` takes it.
        at: after that many events; none: after all.
        lacks: ask whether the seat does not hold the card.
        claim: in place of card and seat: ``"BOOK: HOLDINGS"``, as in a claim.

    Returns:
        The number of the event that let it, 0 for the deal; none: it is not proven then.

    Raises:
        NotationError: where the claim means nothing.
        RecordError: for a card, a seat, a view or a moment that is not there.
        WrongTypeError: where it is neither card and seat nor a claim.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    asked = conclusion(record, card, seat, lacks=lacks, claim=claim)
    return proven_since(record, asked, view, at)


def conclusion(
    record: Record,
    card: str | None = None,
    seat: str | None = None,
    *,
    lacks: bool = False,
    claim: str | None = None,
) -> Conclusion:
    """What is asked, from its words.

    Raises:
        NotationError: where the claim means nothing.
        RecordError: where the card or the seat does.
        WrongTypeError: where it is neither card and seat nor a claim.
    """
    if claim is not None:
        if card is not None or lacks:
            raise WrongTypeError("a claim stands for card, seat and 'lacks'")
        return whole_claim(*parse_naming(claim, record))
    if card is None or seat is None:
        raise WrongTypeError("expected a card and a seat, or a claim 'BOOK: HOLDINGS'")
    return card_at(find_card(card, record.deck), find_seat(seat, record.seats), holds=not lacks)


# -- since when: the moments at which a view could prove something, up to a -----------------------
#
# Since when: the moments at which a view could prove something, up to a moment.
#
# What is asked is about *now*: at each moment, whether the seat held (or lacked) the card then,
# or the claim was right then. A card that moves makes a proof of where it is begin anew.


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


# -- a ruling on one claim: the verdict, its reasons or its counterexample, -----------------------
#
# A ruling on one claim: the verdict, its reasons or its counterexample, and what it rests on.


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
