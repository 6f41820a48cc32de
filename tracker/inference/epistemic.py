"""What a view knows of what others can prove: yes, no, or open; and chains of knowing.

*Yes*: in every deal that the view thinks possible, the seat can prove it. That is a question about
two deals: is there none of the view's, with another that shares the seat's hand and has the cards
elsewhere? A chain ("Ann knows that Carl knows that Eve can prove it") takes one more deal for each
link, and is as simple.

*No*: in none of the view's deals. That is for-all-exists, and settled by a loop with
counterexamples: find a deal of the view; if the seat can prove the half-suit in it, *no* is
refuted. Else there is a doubt (see ``provers``), and from then on only deals without it are looked
for, until one refutes *no* or none is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Final, Literal

from tracker.errors import UndecidedError
from tracker.game.events import Seat
from tracker.inference.deduction import Deduction
from tracker.inference.possible_holders import Prospects, prospects_of
from tracker.inference.who_can_prove import BUDGET, Doubt, Provers
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import knowledge
from tracker.sat.copies import DealChain
from tracker.sat.exchanges import ExchangeFreeSolver
from tracker.sat.solver import SolverHolder

ROUNDS: Final = 300
"""Counterexamples that one question may take before it is given up as undecided."""
_TRIED: Final = 8
"""Deals at hand that are tried before any is looked for."""

Proves = Literal["yes", "no", "open"]


@dataclass(frozen=True)
class ProofVerdict:
    """Whether a view knows that a seat can prove a half-suit, or that it cannot."""

    proves: Proves
    decided: bool
    """False: the search was given up, and ``open`` only says that it is not known to be else."""
    could: Deal | None
    """A deal of the view in which the seat can prove it, where one was found."""
    could_not: Deal | None
    """One in which it cannot."""


@dataclass(frozen=True)
class ChainVerdict:
    """Whether each seat of a chain knows that the next one knows … that the last can prove it."""

    holds: bool | None
    """None: the search was given up."""
    deals: tuple[Deal, ...]
    """Where it does not hold: a deal that the first thinks possible, one that in it the second
    thinks possible, and so on; in the last but one the last seat cannot prove the half-suit, as
    the last one has it otherwise, or not with the team at all."""


class OthersView(SolverHolder):
    """What a view knows, at a moment, of what others can prove.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        deduction: the view and the moment; it stays the caller's to close.
    """

    def __init__(self, deduction: Deduction) -> None:
        self.deduction = deduction
        self.provers = self._hold(Provers(_public(deduction), deduction.state))
        self._placements = self.provers.placements
        self._switches: dict[str, dict[frozenset[Seat], int]] = {}
        """For each half-suit, what turns on the doubts that involve some seats."""
        self._forbidden: set[tuple[int, int, int]] = set()
        """The exchanges that are forbidden already: the switch, what moves, and where to."""

    def verdict(self, seat: Seat, book: str) -> ProofVerdict:
        """Whether a seat can prove a half-suit in play for its team: in every deal, or in none.

        Raises:
            ClosedError: once it is closed.
        """
        self._require_open()
        could = could_not = None
        try:
            could_not = self._could_not(seat, book)
            if could_not is None:
                return self._verdict("yes", next(iter(self.deduction.prospects.some_deals)), None)
            could = self._could(seat, book)
        except UndecidedError:
            return self._verdict("open", could, could_not, decided=False)
        return self._verdict("no" if could is None else "open", could, could_not)

    def proofs(self, seat: Seat, book: str, most: int) -> tuple[int, ...] | None:
        """What a seat must hold to prove a half-suit, in the view's deals: all of one of these.

        Args:
            seat: the seat.
            book: a half-suit in play.
            most: give up where there are more.

        Returns:
            Placements, as masks; none where it was given up.

        Raises:
            ClosedError: once it is closed.
        """
        self._require_open()
        found: list[int] = []
        wanted = self._free.new_variable()
        try:
            while (deal := self._could(seat, book, wanted, found)) is not None:
                if len(found) == most:
                    return None
                found.append(self.provers.proof(deal, seat, book))
                self._free.forbid(wanted, found[-1], ())
        except UndecidedError:
            return None
        return tuple(found)

    def _verdict(
        self, proves: Proves, could: int | None, could_not: int | None, *, decided: bool = True
    ) -> ProofVerdict:
        deals = [
            None if mask is None else self._placements.deal_of(mask) for mask in (could, could_not)
        ]
        return ProofVerdict(proves, decided, *deals)

    # -- is there a deal in which the seat cannot -------------------------------------------------

    def _could_not(self, seat: Seat, book: str) -> int | None:
        """A deal of the view in which a seat cannot prove a half-suit."""
        prospects = self.deduction.prospects
        team = self.provers.state.table.team_of[seat]
        elsewhere = self.provers.elsewhere(book, team)
        if elsewhere is None:
            return prospects.some_deals[0]
        if possible := elsewhere & prospects.possible:
            return prospects.deal_with(possible)
        for deal in self._at_hand(0):
            if not self.provers.can_prove(deal, seat, book):
                return deal
        found = self._deals_apart(seat, book)
        return None if found is None else found[0]

    def _deals_apart(self, seat: Seat, book: str) -> tuple[int, ...] | None:
        """Two deals that share a seat's hand, and have a half-suit at different places."""
        prospects, public = self.deduction.prospects, self.provers.public
        team = self.provers.state.table.team_of[seat]
        with DealChain(
            self._placements,
            (prospects.known, public.known),
            (prospects.possible, public.possible),
            (seat,),
        ) as deals:
            return deals.apart(self.provers.hidden(book), team, BUDGET)

    # -- is there a deal in which it can ----------------------------------------------------------

    def _could(
        self, seat: Seat, book: str, switch: int | None = None, but: Sequence[int] = ()
    ) -> int | None:
        """A deal of the view in which a seat can prove a half-suit.

        Args:
            seat: the seat.
            book: the half-suit.
            switch: what turns on that the proofs found so far are not meant.
            but: these proofs.
        """
        elsewhere = self.provers.elsewhere(book, self.provers.state.table.team_of[seat])
        if elsewhere is None:
            return None
        cards = self.provers.hidden(book)
        self._free.prefer(self._placements.mask_of(dict.fromkeys(cards, seat)))
        found = chain(
            (d for d in self._at_hand(elsewhere) if all(proof & ~d for proof in but)),
            self._doubtless(seat, book, elsewhere, [] if switch is None else [switch]),
        )
        for _, deal in zip(range(ROUNDS), found, strict=False):
            if deal is None:
                return None
            doubt = self.provers.doubt(deal, seat, book)
            if doubt is None:
                return deal
            self._learn(book, doubt)
        raise UndecidedError

    def _at_hand(self, elsewhere: int) -> Iterator[int]:
        """Some deals of the view without some placements (a mask)."""
        deals = (deal for deal in self.deduction.prospects.witnesses if not deal & elsewhere)
        for _, deal in zip(range(_TRIED), deals, strict=False):
            yield deal

    def _doubtless(
        self, seat: Seat, book: str, elsewhere: int, also: Sequence[int]
    ) -> Iterator[int | None]:
        """Deals of the view in which no doubt learnt so far arises; at the end none."""
        while True:
            learnt = self._switches.get(book, {}).items()
            switches = [switch for seats, switch in learnt if seat not in seats]
            yield self._free.find_free([*also, *switches], elsewhere, BUDGET)

    def _learn(self, book: str, doubt: Doubt) -> None:
        """Look no more for deals in which a doubt arises, where it is one."""
        switches = self._switches.setdefault(book, {})
        if doubt.seats not in switches:
            switches[doubt.seats] = self._free.new_variable()
        for exchange in doubt.exchanges:
            said = (switches[doubt.seats], exchange.away, exchange.to)
            if said not in self._forbidden:
                self._forbidden.add(said)
                self._free.forbid(switches[doubt.seats], exchange.away, exchange.rests)

    @cached_property
    def _free(self) -> ExchangeFreeSolver:
        prospects = self.deduction.prospects
        known = prospects.known
        solver = self._hold(ExchangeFreeSolver(self._placements, known.sizes, prospects.possible))
        solver.add(known.facts)
        return solver


def chain_verdict(deduction: Deduction, seats: Sequence[Seat], book: str) -> ChainVerdict:
    """Whether each of some seats knows that the next knows … that the last can prove a half-suit.

    Args:
        deduction: the view of the first seat at the moment.
        seats: the chain; one alone: whether that seat can prove it.
        book: a half-suit in play.
    """
    first, public = deduction.prospects, _public(deduction)
    placements, team = first.placements, deduction.state.table.team_of[seats[-1]]
    shared = tuple(seats[1:]) or tuple(seats)
    known = (first.known, *(public.known for _ in shared))
    possible = (first.possible, *(public.possible for _ in shared))
    cards = deduction.state.table.deck.by_name[book].cards
    located = deduction.state.located
    with DealChain(placements, known, possible, shared) as deals:
        try:
            if any(located.get(card, team[0]) not in team for card in cards):
                found = deals.any(BUDGET)
            else:
                hidden = [card for card in cards if card not in located]
                found = deals.apart(hidden, team, BUDGET)
        except UndecidedError:
            return ChainVerdict(None, ())
    return ChainVerdict(found is None, tuple(map(placements.deal_of, found or ())))


def _public(deduction: Deduction) -> Prospects:
    """What the public can think possible at the moment of a view."""
    if not deduction.viewer.hands:
        return deduction.prospects
    return prospects_of(knowledge(deduction.record, (), deduction.at))
