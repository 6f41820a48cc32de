"""Who can prove what with the hands of a deal.

A seat can prove a half-suit in a deal where all the deals that it then has to think possible (it
knows what is public, and its hand) have the cards at the same places, within its team.

Where it cannot, there is another such deal, and the two differ by an exchange of cards among the
other seats. The same exchange is possible in many deals, and in none of them can a seat that it
does not touch prove the half-suit. So an ``Ambiguity`` found in one deal is good for many. Nearly
always it is an exchange of two cards, found by trying; else a solver finds the other deal.

Example: Dora holds the 2C in a deal, and the public does not know where it is, nor anything of
Finn's 9S. So Bob, who sees neither hand, has to think possible that they are the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final, NamedTuple

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.possible_holders import PossibleHolders
from tracker.knowledge.facts import Clause, Count
from tracker.knowledge.placements import bits
from tracker.sat import DealSolver
from tracker.sat.solver import SolverHolder
from tracker.sat.swaps import Exchange

BUDGET: Final = 100_000
"""Conflicts that one search may take before it is given up as undecided."""


class Ambiguity(NamedTuple):
    """Why a seat cannot prove a half-suit in a deal, and so neither in many others."""

    exchanges: tuple[Exchange, ...]
    """Wherever one of them is possible, no seat that it does not touch can prove the half-suit. The
    first is possible in the deal."""
    seats: frozenset[Seat]
    """The seats that they touch."""


class Provability(SolverHolder):
    """Who can prove what, at one moment, with the hands of any deal.

    It holds a solver: use it as a context manager, or ``close`` it.

    Args:
        public: what the public has to think possible.
        state: the public state at that moment.
    """

    def __init__(self, public: PossibleHolders, state: State) -> None:
        self.public = public
        self.state = state
        self.placements = public.placements
        self._hands = {seat: self.placements.of_seat(seat) for seat in self.placements.seats}
        self._swaps: dict[tuple[int, int], Exchange | None] = {}
        """What ``_swap`` gave."""

    @cached_property
    def hidden(self) -> Mapping[str, tuple[Card, ...]]:
        """For each half-suit in play, its cards that have not publicly moved."""
        located, by_name = self.state.located, self.state.table.deck.by_name
        return {
            name: tuple(card for card in by_name[name].cards if card not in located)
            for name in self.state.open_books()
        }

    @cached_property
    def elsewhere(self) -> Mapping[tuple[str, Team], int | None]:
        """For each half-suit in play and team, the placements that it must not have to be theirs.

        They are a mask, or None where a card of it is publicly elsewhere.
        """
        return {
            (book, team): self._elsewhere(book, team)
            for book in self.hidden
            for team in self.state.table.teams
        }

    def _elsewhere(self, book: str, team: Team) -> int | None:
        table, located = self.state.table, self.state.located
        if any(located.get(card, team[0]) not in team for card in table.deck.by_name[book].cards):
            return None
        others = table.other_team(team)
        return sum(self.placements.bit(card, seat) for card in self.hidden[book] for seat in others)

    # -- what a seat can prove --------------------------------------------------------------------

    def can_win(self, deal: int, seat: Seat, book: str) -> bool:
        """Whether a seat with its hand in a deal, were it its turn, could be sure of a half-suit.

        It knows where all the cards are. Either they are all its team's already, or all the other
        team's and the rules let it claim them there, or it holds one and so may ask for those that
        are not: each comes, and it asks on.

        Raises:
            UndecidedError: where the search was given up.
            ClosedError: once it is closed.
        """
        claimable = any(
            self._belongs_to(deal, book, team) for team in self.state.table.claimable_by(seat)
        )
        return (claimable or self._has(deal, seat, book)) and self._knows_places(deal, seat, book)

    def _belongs_to(self, deal: int, book: str, team: Team) -> bool:
        """Whether a team holds all the cards of a half-suit in a deal."""
        elsewhere = self.elsewhere[book, team]
        return elsewhere is not None and not deal & elsewhere

    def _has(self, deal: int, seat: Seat, book: str) -> bool:
        """Whether a seat has a card of a half-suit in a deal."""
        rows = sum(map(self.placements.of_card, self.hidden[book]))
        cards = self.state.table.deck.by_name[book].cards
        in_hand = bool(deal & self._hands[seat] & rows)
        return in_hand or any(self.state.located.get(card) == seat for card in cards)

    def _knows_places(self, deal: int, seat: Seat, book: str) -> bool:
        """Whether a seat, with its hand in a deal, can prove where a half-suit's cards are."""
        swap = self._possible_swap(deal, seat, book)
        return swap is None and self._other_deal(deal, seat, book) is None

    def ambiguity(self, deal: int, seat: Seat, book: str) -> Ambiguity | None:
        """Why a seat cannot prove, in a deal, where a half-suit's cards are; None where it can.

        Raises:
            UndecidedError: where the search was given up.
            ClosedError: once it is closed.
        """
        swapped = self._possible_swap(deal, seat, book)
        if swapped is not None:
            return self._all_swaps_like(*swapped)
        other = self._other_deal(deal, seat, book)
        return None if other is None else self._exchange_to(deal, other, seat)

    # -- exchanges of two cards -------------------------------------------------------------------

    def _possible_swap(self, deal: int, seat: Seat, book: str) -> tuple[int, Exchange] | None:
        """A card of a half-suit (its placement), and an exchange of it that is possible in a deal.

        It is an exchange between two others, so the seat does not know where the card is.
        """
        others = deal & ~self._hands[seat]
        for card in self.hidden[book]:
            place = others & self.placements.of_card(card)
            for other in bits(others & ~place) if place else ():
                both = place, other
                if both not in self._swaps:
                    self._swaps[both] = self._swap(place, other)
                swap = self._swaps[both]
                if swap is not None and swap.is_possible(deal):
                    return place, swap
        return None

    def _all_swaps_like(self, place: int, swap: Exchange) -> Ambiguity:
        """A swap, and those of its card between its two seats with any other card."""
        seats = [seat for seat, hand in self._hands.items() if swap.away & hand]
        (taker,) = (seat for seat in seats if not place & self._hands[seat])
        like = (self._swap(place, other) for other in bits(self._hands[taker]))
        swaps = dict.fromkeys(filter(None, [swap, *like]))
        return Ambiguity(tuple(swaps), frozenset(seats))

    def _swap(self, place: int, other: int) -> Exchange | None:
        """Two cards exchanged, each given by its placement; None where that is never possible."""
        seats = sum(hand for hand in self._hands.values() if hand & (place | other))
        to = self.placements.rivals(place | other) & seats
        return self._exchange(place | other, to) if to else None

    def _exchange(self, away: int, to: int) -> Exchange | None:
        """An exchange with all that it takes; None where it is never possible."""
        if to & ~self.public.possible:
            return None
        if any((away & mask).bit_count() != (to & mask).bit_count() for mask in self._counted):
            return None
        moved = away | self.placements.rivals(away)
        clauses = (clause for clause in self._clauses if clause & moved and not clause & to)
        rests = tuple(clause & ~moved for clause in clauses)
        return Exchange(away, to, rests) if all(rests) else None

    # -- any exchange -----------------------------------------------------------------------------

    def _other_deal(self, deal: int, seat: Seat, book: str) -> int | None:
        """Another deal that a seat has to think possible, with a card of a half-suit elsewhere."""
        hand = deal & self._hands[seat]
        self._solver.prefer(deal)
        for card in self.hidden[book]:
            place = deal & self.placements.of_card(card)
            if not place & hand:
                other = self._solver.find(hand, place, BUDGET)
                if other is not None:
                    return other
        return None

    def _exchange_to(self, deal: int, other: int, seat: Seat) -> Ambiguity:
        """The exchange from one deal to another.

        Where a count forbids it in other deals, the ambiguity is only good for the same hand.
        """
        away, to = deal & ~other, other & ~deal
        exchange = self._exchange(away, to)
        if exchange is not None and exchange.is_possible(deal):
            touched = (mover for mover, hand in self._hands.items() if (away | to) & hand)
            return Ambiguity((exchange,), frozenset(touched))
        hand = self._hands[seat]
        others = bits(hand & self.public.possible & ~deal)
        lacked = tuple(map(self.placements.rivals, others))
        same_hand = Exchange(deal & hand, 0, lacked)
        return Ambiguity((same_hand,), frozenset(self._hands) - {seat})

    # -- what is public ---------------------------------------------------------------------------

    @cached_property
    def _solver(self) -> DealSolver:
        return DealSolver(self.placements, self.public.known, self.public.possible)

    @cached_property
    def _clauses(self) -> tuple[int, ...]:
        """The clauses, as masks: one of the placements of each has to hold."""
        known = self.public.known
        clauses = (
            fact
            for book in known.books
            for fact in known.facts
            if isinstance(fact, Clause) and fact.literals[0].card in book.cards
        )
        return tuple(dict.fromkeys(map(self.placements.options, clauses)))

    @cached_property
    def _counted(self) -> tuple[int, ...]:
        """The placements that each count counts, as masks."""
        counts = (fact for fact in self.public.known.facts if isinstance(fact, Count))
        return tuple({self.placements.fact_mask(count)[0] for count in counts})
