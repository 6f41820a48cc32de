"""Questions that one call answers: each opens what it needs, asks, and lets go of it again."""

from __future__ import annotations

from tracker.analysis.odds import ClaimOdds, Odds
from tracker.analysis.signals import assuming
from tracker.analysis.since import proven_since
from tracker.errors import WrongTypeError
from tracker.explain import Conclusion, Explainer, Explanation, card_at, whole_claim
from tracker.explain.why import LIMIT
from tracker.game.record import Record
from tracker.game.words import TeamLike, find_card, find_seat
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.views import ViewLike
from tracker.notation.arguments import parse_naming


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
