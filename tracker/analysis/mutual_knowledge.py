"""What a view knows of what others can prove: yes, no, or open, and then how likely it is.

Solvers decide whether it is *yes* or *no* (``tracker.inference.epistemic``). Where it is open, its
share of the view's deals is worked out. A seat can prove a half-suit exactly where it holds all the
cards of one of some *proofs*. Where these are few, the deals with one of them are counted, by
inclusion and exclusion. Where the deals are few, each is looked at. Both are exact. Otherwise deals
are drawn, each exactly as likely as any other, and the share has an interval.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from tracker.analysis.odds import Odds
from tracker.analysis.shares import (
    UNKNOWN_SHARE,
    DealsLookedAt,
    Share,
    deals_looked_at,
    exact_share,
)
from tracker.answers import Answer
from tracker.counting import count
from tracker.errors import RecordError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.lookup import find_seat
from tracker.game.record import Record, require_record
from tracker.game.table import Team
from tracker.inference.deduction import ClaimVerdict, deduce
from tracker.inference.epistemic import ChainVerdict, OthersView, Proves, chain_verdict
from tracker.knowledge.facts import Clause, Deal, HeaderCause, Literal
from tracker.knowledge.views import ViewLike

MOST_PROOFS: Final = 5
"""Where a seat has at most so many proofs, the deals with one of them are counted."""
MOST_LISTED: Final = 100
"""Where a view has at most so many deals, all of them are looked at; else some are drawn."""
DRAWN: Final = 400
"""How many deals are drawn."""
_SUPPOSED: Final = HeaderCause("what if")


@dataclass(frozen=True)
class SeatProof:
    """Whether a seat can prove a half-suit for its team, as far as a view knows."""

    seat: Seat
    proves: Proves
    """``yes``: with its hand in the deal, the seat can in every deal that the view thinks possible;
    ``no``: in none; else ``open``."""
    decided: bool
    """False: the search was given up, and ``open`` only says that neither was shown."""
    share: Share
    """The share of these deals in which it can."""
    could: Deal | None
    """A deal, as dealt, in which it can; None where none was found."""
    could_not: Deal | None
    """A deal in which it cannot; None where none was found."""


@dataclass(frozen=True)
class TeamProof:
    """Whether a team can prove a half-suit, as far as a view knows."""

    book: str
    team: Team
    seats: tuple[SeatProof, ...]
    """Each seat of the team."""
    proves: Proves
    """Whether the team's pooled hands can; no seat can prove more than they."""
    share: Share
    """The share of the deals in which they can: those in which the team has all the cards."""


@dataclass(frozen=True, repr=False)
class OthersKnow(Answer):
    """What a view knows, at a moment, of what everybody can prove."""

    record: Record
    view: str
    at: int
    books: tuple[TeamProof, ...]
    """Each half-suit in play, in deck order, for each team."""

    def of(self, book: str, seat: Seat) -> SeatProof | None:
        """What is known of one seat and half-suit; None where it is not in play."""
        proofs = (proof for about in self.books if about.book == book for proof in about.seats)
        return next((proof for proof in proofs if proof.seat == seat), None)


@dataclass(frozen=True, repr=False)
class ChainKnows(Answer):
    """Whether each seat of a chain knows that the next one knows … that the last can prove it."""

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
    """What a view knows of what everybody can prove, and how likely what it does not know is.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    with Odds(deduce(record, view=view, at=at)) as odds, OthersView(odds.deduction) as others:
        deduction = odds.deduction
        shares = _Shares(odds, others)
        claims = (
            deduction.claim(book, team)
            for book in deduction.state.open_books()
            for team in record.table.teams
        )
        books = tuple(map(shares.of_team, claims))
        return OthersKnow(record, deduction.view, deduction.at, books)


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
        verdict: ChainVerdict = chain_verdict(deduction, seats, name)
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


class _Shares:
    """How likely it is that seats can prove half-suits, in the eyes of one view."""

    def __init__(self, odds: Odds, others: OthersView) -> None:
        self._odds = odds
        self._others = others
        self._known = odds.deduction.knowledge
        self._placements = odds.deduction.possible_holders.placements

    def of_team(self, claim: ClaimVerdict) -> TeamProof:
        """What the view knows of a team's proof of a half-suit."""
        proves: Proves = "yes" if claim.verdict in ("owned", "proven") else "open"
        proves = "no" if claim.verdict == "impossible" else proves
        owned = self._odds.claim(claim).owned
        exact = proves != "open" or self._odds.posterior.exact
        seats = tuple(self._of_seat(seat, claim.book) for seat in claim.team)
        share = exact_share(owned) if exact and owned is not None else UNKNOWN_SHARE
        return TeamProof(claim.book, claim.team, seats, proves, share)

    def _of_seat(self, seat: Seat, book: str) -> SeatProof:
        """Whether a seat can prove a half-suit; where that is open, how likely it is."""
        verdict = self._others.verdict(seat, book)
        if verdict.proves == "open":
            share = self._share(seat, book)
        else:
            share = exact_share(Fraction(verdict.proves == "yes"))
        return SeatProof(
            seat, verdict.proves, verdict.decided, share, verdict.could, verdict.could_not
        )

    def _share(self, seat: Seat, book: str) -> Share:
        """How likely it is that a seat can prove a half-suit, where it may be."""
        if not self._odds.posterior.exact:
            return UNKNOWN_SHARE
        proofs = self._others.proofs(seat, book, MOST_PROOFS)
        try:
            if proofs is not None:
                return exact_share(self._with_one_of(proofs))
            hits = sum(self._others.provability.can_prove(deal, seat, book) for deal in self._masks)
        except UndecidedError:
            return UNKNOWN_SHARE
        return self._deals.share(hits)

    # -- by proofs --------------------------------------------------------------------------------

    def _with_one_of(self, proofs: Sequence[int], more: int = 0) -> Fraction:
        """The share of the deals that have some placements, and all of one of some proofs."""
        share = Fraction(0)
        for i, proof in enumerate(proofs):
            both = self._with_all(proof | more)
            if both:
                share += both - self._with_one_of(proofs[:i], proof | more)
        return share

    def _with_all(self, placements: int) -> Fraction:
        """The share of the deals that have some placements.

        Raises:
            UndecidedError: where it cannot be counted exactly.
        """
        places = self._placements.settled(placements)
        books = {self._odds.deduction.record.deck.book_of[card].name for card in places}
        if len(books) == 1:
            return self._odds.posterior.naming(places)
        facts = [Clause((Literal(card, seat, True),), _SUPPOSED) for card, seat in places.items()]
        posterior = count(self._known.with_facts(facts))
        return Fraction(posterior.count, self._odds.posterior.count)

    # -- by deals ---------------------------------------------------------------------------------

    @cached_property
    def _deals(self) -> DealsLookedAt:
        """All the deals where they are few, else some drawn."""
        return deals_looked_at(self._odds.posterior, MOST_LISTED, DRAWN)

    @cached_property
    def _masks(self) -> tuple[int, ...]:
        return tuple(map(self._placements.mask_of, self._deals.deals))
