"""What a view knows of what others can prove: yes, no, or open; and chains of knowing.

*Yes*: in every deal that the view has to think possible, the seat can prove it. That is refuted by
two deals: one of the view's, and another that shares the seat's hand and has the cards elsewhere. A
chain ("Ann knows that Carl knows that Eve can prove it") takes one more deal for each link.

*No*: in none of the view's deals. That is for-all-exists, and settled by a loop with
counterexamples: find a deal of the view; if the seat can prove the half-suit in it, *no* is
refuted. Else there is an ambiguity (``tracker.inference.who_can_prove``), and from then on only
deals without it are looked for, until one refutes *no* or none is left.

Example: Ann knows the places of all the reds but cannot tell whether Bob's hand fixes them: her
verdict on Bob is ``open``, with a deal in which Bob can prove them and one in which he cannot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final, Literal

from tracker.answers import json_keys
from tracker.errors import UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.table import Team
from tracker.inference.deduction import Deduction
from tracker.inference.possible_holders import PossibleHolders, possible_holders_of
from tracker.inference.who_can_prove import BUDGET, Ambiguity, Provability
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import knowledge
from tracker.sat.deal_chain import deals_apart
from tracker.sat.solver import SolverHolder
from tracker.sat.swaps import ExchangeFreeSolver

ROUNDS: Final = 300
"""Counterexamples that one question may take before it is given up as undecided."""

Proves = Literal["yes", "no", "open"]


@json_keys("proves", "decided", "*=examples")
@dataclass(frozen=True)
class SeatProof:
    """Whether a seat can prove a half-suit for its team, as far as a view knows."""

    seat: Seat
    proves: Proves
    """``yes``: with its hand in the deal, the seat can in every deal that the view thinks possible;
    ``no``: in none; else ``open``."""
    decided: bool
    """False: the search was given up, and ``open`` only says that neither was shown."""
    could: Deal | None
    """A deal, as dealt, in which it can; None where none was found."""
    could_not: Deal | None
    """A deal in which it cannot; None where none was found."""


@dataclass(frozen=True)
class ChainVerdict:
    """Whether each seat of a chain knows that the next one knows … that the last can prove it."""

    holds: bool | None
    """None: the search was given up."""
    deals: tuple[Deal, ...]
    """Where it does not hold: a deal that the first seat has to think possible, then one that the
    second seat has to think possible in it, and so on. In the last but one the last seat cannot
    prove the half-suit, as the last deal has a card of it elsewhere, or not with the team."""


class OthersView(SolverHolder):
    """What a view knows, at a moment, of what others can prove.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        deduction: the view and the moment; it stays the caller's to close.
        public: what the public has to think possible then; None: that is worked out.
    """

    def __init__(self, deduction: Deduction, public: PossibleHolders | None = None) -> None:
        self.deduction = deduction
        self.provability = Provability(public or _public(deduction), deduction.state)
        self._placements = self.provability.placements
        self._switches: dict[tuple[str, frozenset[Seat]], int] = {}
        """By half-suit and the seats touched: the switch that forbids the ambiguities."""

    def verdict(self, seat: Seat, book: str) -> SeatProof:
        """Whether a seat can prove a half-suit in play for its team: in every deal, or in none.

        Raises:
            ClosedError: once it is closed.
        """
        could = could_not = None
        decided = True
        try:
            could_not = self._could_not(seat, book)
            any_deal = self.deduction.possible_holders.deals_with
            could = any_deal()[0] if could_not is None else self._could(seat, book)
        except UndecidedError:
            decided = False
        proves: Proves = "open"
        if decided and not (could and could_not):
            proves = "yes" if could else "no"
        deal_of = self._placements.deal_of
        deals = [None if mask is None else deal_of(mask) for mask in (could, could_not)]
        return SeatProof(seat, proves, decided, *deals)

    # -- is there a deal in which the seat cannot -------------------------------------------------

    def _could_not(self, seat: Seat, book: str) -> int | None:
        """A deal of the view in which a seat cannot prove a half-suit."""
        holders = self.deduction.possible_holders
        team = self.provability.state.table.team_of[seat]
        elsewhere = self.provability.elsewhere[book, team]
        if elsewhere is None:
            return holders.deals_with()[0]
        if possible := elsewhere & holders.possible:
            return holders.deal_with(possible)
        hidden, public = self.provability.hidden[book], self.provability.public
        deals = _deals_apart(holders, public, (seat,), hidden, team)
        return None if deals is None else deals[0]

    # -- is there a deal in which it can ----------------------------------------------------------

    def _could(self, seat: Seat, book: str) -> int | None:
        """A deal of the view in which a seat can prove a half-suit."""
        elsewhere = self.provability.elsewhere[book, self.provability.state.table.team_of[seat]]
        if elsewhere is None:
            return None
        cards = self.provability.hidden[book]
        self._free.prefer(self._placements.mask_of(dict.fromkeys(cards, seat)))
        searched = self._unambiguous(seat, book, elsewhere)
        for deal in islice(searched, ROUNDS):
            if deal is None:
                return None
            ambiguity = self.provability.ambiguity(deal, seat, book)
            if ambiguity is None:
                return deal
            self._learn(book, ambiguity)
        raise UndecidedError

    def _unambiguous(self, seat: Seat, book: str, elsewhere: int) -> Iterator[int | None]:
        """Deals of the view without any ambiguity learnt so far; None once there is no more.

        Args:
            seat: an ambiguity that touches the hand of this seat does not matter.
            book: the half-suit.
            elsewhere: placements (a mask) that the deals must not have.
        """
        while True:
            learnt = self._switches.items()
            untouched = [on for (of, seats), on in learnt if of == book and seat not in seats]
            yield self._free.find(lacks=elsewhere, budget=BUDGET, switches=untouched)

    def _learn(self, book: str, ambiguity: Ambiguity) -> None:
        """Search no more for deals with an ambiguity, where it matters."""
        key = book, ambiguity.seats
        if key not in self._switches:
            self._switches[key] = self._free.new_variable()
        switch = self._switches[key]
        for exchange in ambiguity.exchanges:
            self._free.forbid(switch, exchange)

    @cached_property
    def _free(self) -> ExchangeFreeSolver:
        holders = self.deduction.possible_holders
        return ExchangeFreeSolver(self._placements, holders.known, holders.possible)


def chain_verdict(deduction: Deduction, seats: Sequence[Seat], book: str) -> ChainVerdict:
    """Whether each of some seats knows that the next knows … that the last can prove a half-suit.

    Args:
        deduction: the view of the first seat at the moment.
        seats: the chain; one alone: whether that seat can prove it.
        book: a half-suit in play.
    """
    others = Provability(_public(deduction), deduction.state)
    team = deduction.state.table.team_of[seats[-1]]
    cards = None if others.elsewhere[book, team] is None else others.hidden[book]
    first, shared = deduction.possible_holders, tuple(seats[1:]) or tuple(seats)
    try:
        deals = _deals_apart(first, others.public, shared, cards, team)
    except UndecidedError:
        return ChainVerdict(None, ())
    return ChainVerdict(deals is None, tuple(map(first.placements.deal_of, deals or ())))


def _deals_apart(
    first: PossibleHolders,
    public: PossibleHolders,
    shared: Sequence[Seat],
    cards: Sequence[Card] | None,
    team: Team,
) -> tuple[int, ...] | None:
    """A chain of deals after which some cards are not known to be with a team.

    Args:
        first: what the first deal has to fit.
        public: what each further deal has to fit.
        shared: for each further deal, the seat whose hand is that of the deal before.
        cards: the cards, which have not publicly moved; None: one is publicly not with the team.
        team: the team.

    Returns:
        The deals, as masks; None where there are none.

    Raises:
        UndecidedError: where the search was given up.
    """
    views = [(view.known, view.possible) for view in (first, *(public for _ in shared))]
    return deals_apart(first.placements, views, shared, cards, team, BUDGET)


def _public(deduction: Deduction) -> PossibleHolders:
    """What the public has to think possible at the moment of a view."""
    if not deduction.viewer.hands:
        return deduction.possible_holders
    return possible_holders_of(knowledge(deduction.record, (), deduction.at))
