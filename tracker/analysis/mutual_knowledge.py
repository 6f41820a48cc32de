"""What a view knows of what others can prove: yes, no, or open; and chains of knowing.

Solvers decide it (``tracker.inference.epistemic``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracker.answers import Answer, json_keys
from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.lookup import find_seat
from tracker.game.record import Record, require_record
from tracker.game.table import Team
from tracker.inference.deduction import ClaimVerdict, deduce
from tracker.inference.epistemic import (
    OthersView,
    Proves,
    SeatProof,
    chain_verdict,
)
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import ViewLike


@json_keys("book", "team", "seats", "pooled")
@dataclass(frozen=True)
class TeamProof:
    """Whether a team can prove a half-suit, as far as a view knows."""

    book: str
    team: Team
    seats: tuple[SeatProof, ...]
    """Each seat of the team."""
    proves: Proves
    """Whether the team's pooled hands can; no seat can prove more than they."""


@json_keys("view", "at", "books")
@dataclass(frozen=True, repr=False)
class OthersKnow(Answer):
    """What a view knows, at a moment, of what everybody can prove.

    Keys:
        books.seats: With --as: by seat of the team, ``proves``: ``yes``, ``no`` or ``open``;
            ``decided``: false where ``open`` was not shown; where it is open also ``could`` and
            ``could_not``: dealt hands with which that seat can, or cannot, prove it.
        books.pooled: The same of the team's pooled hands: ``proves``.
    """

    record: Record
    view: str
    at: int
    books: tuple[TeamProof, ...]
    """Each half-suit in play, in deck order, for each team."""

    def of(self, book: str, seat: Seat) -> SeatProof | None:
        """What is known of one seat and half-suit; None where it is not in play."""
        proofs = (proof for about in self.books if about.book == book for proof in about.seats)
        return next((proof for proof in proofs if proof.seat == seat), None)


@json_keys("at", "chain", "book", "team", "holds", "decided", "deals")
@dataclass(frozen=True, repr=False)
class ChainKnows(Answer):
    """Whether each seat of a chain knows that the next one knows … that the last can prove it.

    Keys:
        chain, book, team: With --chain: the seats, the half-suit, and the last seat's team.
        holds, decided: Whether it is so; null, and not decided, where the budget was not enough.
        deals: Where it does not hold, deals that show it: the dealt hands by seat.
    """

    record: Record
    at: int
    chain: tuple[Seat, ...]
    book: str
    team: Team
    """The team for which the last seat would prove it: its own."""
    holds: bool | None
    """Whether each seat of the chain knows so; None where the search was given up."""
    deals: tuple[Deal, ...]
    """A counterexample, where it does not hold. The first deal is one that the first seat thinks
    possible. Each next one is a deal that the next seat thinks possible if the deal before is the
    true one. In the last two the last seat has the same hand, and the cards lie otherwise; or else
    the last deal is one in which the team has not all the cards."""
    located: Mapping[Card, Seat]
    """Where cards publicly are at the moment: the deals say only where they were dealt."""


def knows_of_others(record: Record, *, view: ViewLike = None, at: int | None = None) -> OthersKnow:
    """What a view knows of what everybody can prove.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    with deduce(record, view=view, at=at) as deduction, OthersView(deduction) as others:
        books = tuple(
            _team_proof(deduction.claim(book, team), others)
            for book in deduction.state.open_books()
            for team in record.table.teams
        )
        return OthersKnow(record, deduction.view, deduction.at, books)


def _team_proof(claim: ClaimVerdict, others: OthersView) -> TeamProof:
    """What the view knows of a team's proof of a half-suit."""
    pooled: Mapping[str, Proves] = {"owned": "yes", "proven": "yes", "impossible": "no"}
    seats = tuple(others.verdict(seat, claim.book) for seat in claim.team)
    return TeamProof(claim.book, claim.team, seats, pooled.get(claim.verdict, "open"))


def knows_chain(
    record: Record, chain: Sequence[str], book: str, *, at: int | None = None
) -> ChainKnows:
    """Whether Ann knows that Carl knows that Eve can prove a half-suit.

    Args:
        record: the game.
        chain: the seats; one alone: whether that seat can prove it.
        book: a half-suit in play.
        at: after that many events; None: after all.

    Raises:
        RecordError: for a seat, a half-suit in play or a moment that the record does not have, or
            where there is no seat.
        MissingHandError: where the first seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the first seat's view.
    """
    require_record(record)
    seats = tuple(find_seat(seat, record.seats) for seat in chain)
    if not seats:
        raise RecordError("a chain has one seat at least")
    with deduce(record, view=seats[0], at=at) as deduction:
        name = deduction.open_book(book)
        verdict = chain_verdict(deduction, seats, name)
        team = record.table.team_of[seats[-1]]
        return ChainKnows(
            record=record,
            at=deduction.at,
            chain=seats,
            book=name,
            team=team,
            holds=verdict.holds,
            deals=verdict.deals,
            located=deduction.state.located,
        )
