"""Questions that one call answers: each opens what it needs, asks, and lets go of it again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tracker.analysis.audit import ClaimAudit, audit
from tracker.analysis.knows import Stretch, stretches
from tracker.analysis.odds import Claims, Odds
from tracker.analysis.signals import CONVENTION, assuming, claim_leaning, signals_assumed
from tracker.answers import Answer
from tracker.errors import RecordError, WrongTypeError
from tracker.explain import Conclusion, Explainer, Explanation, card_at, whole_claim
from tracker.explain.certificate import digest
from tracker.explain.why import LIMIT
from tracker.game.cards import Card
from tracker.game.events import Claim
from tracker.game.lookup import TeamLike, find_card, find_seat
from tracker.game.record import Record
from tracker.game.replay import beginning
from tracker.inference.claims import Judgement
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.follow import follow
from tracker.inference.hands import seat_views, view_of
from tracker.knowledge.facts import Chances
from tracker.knowledge.views import ViewLike
from tracker.notation.holdings import parse_naming

# -- how likely -----------------------------------------------------------------------------------


def odds(
    record: Record, *, view: ViewLike = None, at: int | None = None, assume: bool = False
) -> Odds:
    """How many deals a view can think possible at a moment, and how likely is what.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        assume: whether to take signals of a convention for true (``tracker.analysis.signals``).

    Returns:
        The odds. They hold a solver: use them as a context manager, or let them go out of scope.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with the signals.
    """
    return Odds(assuming(record, view=view, at=at) if assume else deduce(record, view, at))


def claims(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
    team: TeamLike | None = None,
    assume: bool = False,
) -> Claims:
    """What can be said of the claim of every open half-suit, and how likely each is to be right.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        team: for that team; None: for the view's, or in the public view for both.
        assume: whether to take signals of a convention for true; then each claim says on which
            of them its verdict leans.

    Raises:
        RecordError: for a view, a moment or a team that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with the signals.
    """
    with odds(record, view=view, at=at, assume=assume) as assumed:
        answer = assumed.claims(team)
        if not assume:
            return answer
        with deduce(record, view, at) as plain:
            leaning = tuple(
                replace(claim, leans=claim_leaning(assumed.deduction, plain, verdict))
                for claim, verdict in zip(answer, assumed.deduction.claims(team), strict=True)
            )
        events = tuple(cause.number for cause in signals_assumed(assumed.deduction))
    return replace(answer, claims=leaning, assume=CONVENTION, signals=events)


@dataclass(frozen=True, repr=False)
class CardHolders(Answer):
    """Who can hold one card in play now."""

    record: Record
    card: Card
    status: str
    """As ``Deduction.status`` has it."""
    holders: Chances
    """Each possible holder with its probability."""
    since: int | None
    """Where the holder is certain: the moment from which on it was."""


def who(deduction: Deduction, word: str) -> CardHolders:
    """Who can hold a card, how likely each is, and since when it is certain where that is so.

    Args:
        deduction: what follows for a view at a moment.
        word: the card, in any form that the notation reads.

    Raises:
        RecordError: for a card that is not in play.
    """
    record = deduction.record
    card = find_card(word, record.deck)
    holders, status = deduction.holders(card), deduction.status(card)
    if len(holders) > 1:
        return CardHolders(record, card, status, Odds(deduction).holders[card], None)
    since = proven_since(record, card_at(card, holders[0]), deduction.viewer, deduction.at)
    return CardHolders(record, card, status, {holders[0]: 1.0}, since)


# -- why ------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Explained(Answer):
    """An explanation, with what else was asked about it."""

    explanation: Explanation
    stretches: tuple[Stretch, ...] | None = None
    """The moments at which the verdict was what it is, where that was asked for."""
    assumed: bool = False
    """Whether signals of a convention were to be taken for true."""


def why(
    record: Record,
    card: str | None = None,
    seat: str | None = None,
    *,
    view: ViewLike = None,
    at: int | None = None,
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
        at: after that many events; None: after all.
        lacks: ask whether the seat does not hold the card.
        claim: in place of card and seat: ``"BOOK: HOLDINGS"``, as in a claim.
        limit: seconds after which the search for a smallest set of causes ends; None: never.
        alternatives: how many other smallest sets to list.
        assume: where it is open, take signals of a convention for true; those that the conclusion
            leans on are then among the causes.

    Raises:
        NotationError: where the claim means nothing.
        RecordError: for a card, a seat, a view or a moment that is not there.
        WrongTypeError: where it is neither card and seat nor a claim.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with the signals.
        UndecidedError: where the verdict was not found within what the search may cost.
    """
    asked = conclusion(record, card, seat, lacks=lacks, claim=claim)

    def explained(deduction: Deduction) -> Explanation:
        with Explainer(deduction) as explainer:
            return explainer.why(asked, limit=limit, alternatives=alternatives)

    if not assume:
        with deduce(record, view, at) as deduction:
            return explained(deduction)
    with (
        assuming(record, view=view, at=at) as leaning,
        deduce(record, view, at) as deduction,
    ):
        answer = explained(deduction)
        # What holds anyway leans on no signal, though one may stand for several events.
        return explained(leaning) if answer.verdict == "open" else answer


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


# -- since when -----------------------------------------------------------------------------------
#
# A conclusion is about *now*: at each moment, whether the seat held (or lacked) the card then, or
# the claim was right then. When a card moves, the proof of where it is begins anew.


def since(
    record: Record,
    card: str | None = None,
    seat: str | None = None,
    *,
    view: ViewLike = None,
    at: int | None = None,
    lacks: bool = False,
    claim: str | None = None,
) -> int | None:
    """Since which moment, without a break, a view can prove what ``why`` would explain.

    Args:
        record: the game.
        card: the card, in any form that the notation reads.
        seat: the seat.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        lacks: ask whether the seat does not hold the card.
        claim: in place of card and seat: ``"BOOK: HOLDINGS"``, as in a claim.

    Returns:
        The number of the event that let it, 0 for the deal; None: it is not proven then.

    Raises:
        NotationError: where the claim means nothing.
        RecordError: for a card, a seat, a view or a moment that is not there.
        WrongTypeError: where it is neither card and seat nor a claim.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    asked = conclusion(record, card, seat, lacks=lacks, claim=claim)
    return proven_since(record, asked, view, at)


def moments_of(explanation: Explanation) -> tuple[Stretch, ...]:
    """The stretches of moments at which the verdict of an explanation was what it is."""
    return judged_moments(
        explanation.record,
        explanation.conclusion,
        explanation.verdict,
        explanation.view,
        explanation.at,
    )


def proven_since(record: Record, asked: Conclusion, view: ViewLike, at: int | None) -> int | None:
    """Since which moment a view can prove a conclusion without a break; None: it cannot now."""
    spans = judged_moments(record, asked, "proven", view, at)
    return spans[-1].start if spans and spans[-1].end == record.moment(at) else None


def judged_moments(
    record: Record, asked: Conclusion, verdict: Judgement, view: ViewLike, at: int | None
) -> tuple[Stretch, ...]:
    """The stretches of moments at which a view had a verdict on a conclusion, the earliest first.

    Args:
        record: the game.
        asked: the conclusion.
        verdict: ``proven``, ``open`` or ``refuted``.
        view: whose, as ``deduce`` takes it.
        at: up to that many events; None: all.
    """
    end, viewer = record.moment(at), view_of(record, view)
    return stretches(
        moment.state.at
        for moment in follow(beginning(record, end), [viewer])
        if judge(moment.deductions[viewer.name], asked) == verdict
    )


def judge(deduction: Deduction, asked: Conclusion) -> Judgement | None:
    """Whether a conclusion holds in every deal, in some or in none; None: a card is out of play."""
    if not all(deduction.state.is_open(part.card) for part in asked.parts):
        return None
    if all(part.holds for part in asked.parts):
        return deduction.judge(tuple((part.card, part.seat) for part in asked.parts))
    (part,) = asked.parts  # that a seat lacks a card is only ever asked alone
    holders = deduction.holders(part.card)
    if part.seat not in holders:
        return "proven"
    return "refuted" if holders == (part.seat,) else "open"


# -- a ruling on one claim ------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Ruling(Answer):
    """What an arbiter needs to rule on a claim."""

    record: Record
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
        limit: seconds for the search for the smallest reasons; None: no limit.

    Raises:
        RecordError: where that event is no claim of an open half-suit.
        ContradictionError: where no deal fits the record.
    """
    judged = {claim.event: claim for claim in audit(record, chances=False).claims}.get(event)
    if judged is None:
        raise RecordError(_not_a_claim(record, event))
    view = seat_views(record)[judged.claimant]
    with deduce(record, view, event - 1) as deduction, Explainer(deduction) as explainer:
        explanation = explainer.why(whole_claim(judged.book, judged.holdings), limit=limit)
    return Ruling(record, judged, explanation, digest(record))


def _not_a_claim(record: Record, event: int) -> str:
    claims = [
        str(number) for number, one in enumerate(record.events, start=1) if isinstance(one, Claim)
    ]
    known = f"its claims are events {', '.join(claims)}" if claims else "it has no claims"
    return f"event {event} of the record is not a claim of an open book ({known})"
