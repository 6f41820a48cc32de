"""Chains of deals, found together by one solver: what do players know of each other's knowledge?

"B can prove it" is a statement about all the deals that B has to think possible: those in which B
has the same hand. So "A knows that B can prove where some cards are" is refuted by two deals: one
that A thinks possible, and another in which B holds the same hand and the cards lie otherwise.
Longer chains ("A knows that B knows that C can …") take one more deal for each link. All the deals
are found at once. Each shares a hand with the deal before: the two have the same truth values for
the placements of that hand.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Knowledge
from tracker.sat.placements import Placements, bits
from tracker.sat.solver import DealSolver, SolverHolder


class DealChain(SolverHolder):
    """Deals found together, each sharing the hand of one seat with the deal before it.

    Use it as a context manager, or ``close`` it: the solver lives outside Python.

    Args:
        placements: the numbering of placements.
        known: for each deal, what it has to fit.
        possible: for each deal, the placements (a mask) that are possible at all.
        shared: for each deal but the first, the seat whose hand is that of the deal before.
    """

    def __init__(
        self,
        placements: Placements,
        known: Sequence[Knowledge],
        possible: Sequence[int],
        shared: Sequence[Seat],
    ) -> None:
        self.placements = placements
        self._deals: list[DealSolver] = []
        for knowledge, allowed in zip(known, possible, strict=True):
            beside = self._deals[0] if self._deals else None
            deal = self._hold(DealSolver(placements, knowledge.sizes, allowed, beside))
            deal.add(knowledge.facts)
            self._deals.append(deal)
        for i, seat in enumerate(shared):
            self._share(self._deals[i], self._deals[i + 1], placements.of_seat(seat))

    def apart(
        self, cards: Iterable[Card], seats: Iterable[Seat], budget: int
    ) -> tuple[int, ...] | None:
        """Deals of which the last two differ in the place of a card, or place one elsewhere.

        Args:
            cards: the cards that matter.
            seats: a card that the last deals place at none of these is elsewhere.
            budget: give up after so many conflicts.

        Returns:
            The deals, as masks; None where there are none.

        Raises:
            UndecidedError: where it gave up.
            ClosedError: once it is closed.
        """
        self._require_open()
        switch = self._deals[0].new_variable()
        self._deals[0].add_clause(list(self._ways_apart(cards, set(seats))), switch)
        return self._find([switch], budget)

    def any(self, budget: int) -> tuple[int, ...] | None:
        """Deals that share hands, without a further condition.

        Args:
            budget: give up after so many conflicts.

        Returns:
            The deals, as masks; None where there are none.

        Raises:
            UndecidedError: where it gave up.
            ClosedError: once it is closed.
        """
        self._require_open()
        return self._find([], budget)

    def _find(self, assumptions: list[int], budget: int) -> tuple[int, ...] | None:
        """Deals with some literals true."""
        if not self._deals[0].is_satisfiable(assumptions, budget):
            return None
        return tuple(deal.deal() for deal in self._deals)

    def _share(self, first: DealSolver, second: DealSolver, placements: int) -> None:
        """Let two deals agree on some placements (a mask)."""
        for bit in bits(placements):
            here, there = first.literal(bit), second.literal(bit)
            first.add_clause([-here, there])
            first.add_clause([here, -there])

    def _ways_apart(self, cards: Iterable[Card], seats: Container[Seat]) -> Iterator[int]:
        """Literals, one of which is true where the last two deals are as ``apart`` says."""
        first, second = self._deals[-2:]
        for card in cards:
            for seat in self.placements.seats:
                bit = self.placements.bit(card, seat)
                here, there = first.literal(bit), second.literal(bit)
                differs = first.new_variable()
                first.add_clause([-differs, here])
                first.add_clause([-differs, -there])
                yield differs if seat in seats else here
