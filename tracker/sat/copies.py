"""Deals side by side: what somebody knows of what somebody else knows is a question about several.

"B can prove it" speaks of all the deals that B has to think possible: those in which B has the same
hand. So "A knows that B can prove where some cards are" is refuted by two deals: one that A thinks
possible, and another in which B holds the same hand and the cards lie otherwise. Longer chains ("A
knows that B knows that C can …") take one more deal for each link. All of them are found at once,
by one solver, and neighbours share a hand: the two have the same truth values for its placements.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Knowledge
from tracker.sat.placements import Placements, bits
from tracker.sat.solver import DealSolver, SolverHolder


class DealChain(SolverHolder):
    """Deals found together, each next one sharing the hand of one seat with that before.

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
        for each, allowed in zip(known, possible, strict=True):
            beside = self._deals[0] if self._deals else None
            deal = self._hold(DealSolver(placements, each.sizes, allowed, beside))
            deal.add(each.facts)
            self._deals.append(deal)
        for i, seat in enumerate(shared):
            self._share(self._deals[i], self._deals[i + 1], placements.of_seat(seat))

    def apart(
        self, cards: Iterable[Card], seats: Iterable[Seat], budget: int
    ) -> tuple[int, ...] | None:
        """Deals of which the last two place some cards otherwise, or not at some seats.

        Args:
            cards: the cards.
            seats: the seats that would have to have them.
            budget: give up after so many conflicts.

        Returns:
            The deals, as masks; none where there are none.

        Raises:
            UndecidedError: where it gave up.
            ClosedError: once it is closed.
        """
        self._require_open()
        switch = self._deals[0].new_variable()
        self._deals[0].add_clause([-switch, *self._ways_apart(cards, set(seats))])
        return self._found([switch], budget)

    def any(self, budget: int) -> tuple[int, ...] | None:
        """Deals that share the hands, whatever else; as ``apart`` gives them."""
        self._require_open()
        return self._found([], budget)

    def _found(self, assumptions: list[int], budget: int) -> tuple[int, ...] | None:
        if not self._deals[0].is_satisfiable(assumptions, budget):
            return None
        return tuple(deal.deal() for deal in self._deals)

    def _share(self, first: DealSolver, second: DealSolver, placements: int) -> None:
        """Let two deals have the same of some placements (a mask)."""
        for bit in bits(placements):
            one, other = first.literal(bit), second.literal(bit)
            first.add_clause([-one, other])
            first.add_clause([one, -other])

    def _ways_apart(self, cards: Iterable[Card], seats: Container[Seat]) -> Iterator[int]:
        """Literals, one of which is true where the last two deals are as ``apart`` says."""
        last, other = self._deals[-2:]
        for card in cards:
            for seat in self.placements.seats:
                bit = self.placements.bit(card, seat)
                here, there = last.literal(bit), other.literal(bit)
                unlike = last.new_variable()
                last.add_clause([-unlike, here])
                last.add_clause([-unlike, -there])
                yield unlike if seat in seats else here
