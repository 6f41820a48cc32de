"""Possible holders: the placements that a view has to think possible at a moment.

A placement is possible exactly when some consistent deal has it. Every deal that the solver finds
is a *witness* for all its placements at once, and a witness stays one for as long as the facts that
come later fit it. One that they do not fit can mostly be mended by swapping some cards, and then
has most of its placements still. So after an event only those placements need a solver call that
no witness has. Each call either finds a new witness, preferably of many such placements, or rules
one placement out for good. Once the calls show few new placements each, a witness is first tried to
be had by a swap of two cards. The fewest calls possible are one for each placement newly ruled out,
plus one (after the backbone algorithms of Janota, Lynce and Marques-Silva, "Algorithms for
computing backbones of propositional formulae", AI Communications 28, 2015).

A ``PossibleHolders`` is a value: it stays true when the game has moved on. ``after`` makes the next
value from one before; how a deal is found is ``tracker.inference.deal_search``'s.

Example: "Ann holds the 2H or the 3H" leaves every seat possible for both cards; with "Ann lacks the
3H", only Ann is possible for the 2H, and Ann is not for the 3H.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_, or_
from typing import Final

from tracker.budget import Budget
from tracker.errors import ContradictionError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.deal_search import CONFLICTS, DealSearch, search_budget
from tracker.knowledge.facts import Fact, Knowledge
from tracker.sat import Placements

MOST_WITNESSES: Final = 256
"""Witnesses kept: enough to have all the placements of a full deck at twelve seats (fewer make for
more calls), few enough to look through after each event."""
FEW: Final = 8
"""Once a search finds no more new placements than this, swaps are tried before the next search."""
TRIED: Final = 4
"""A swap is tried from so many deals, the last ones found."""
NO_DEAL: Final = "no deal is consistent with the facts"


@dataclass(frozen=True, eq=False)
class PossibleHolders:
    """The placements that a view has to think possible at a moment, with deals that show it."""

    known: Knowledge
    """All that the view knows."""
    placements: Placements
    possible: int
    """The placements that some consistent deal has, as a mask."""
    witnesses: tuple[int, ...]
    """Some consistent deals, as masks. Mostly they have every possible placement between them."""
    _search: DealSearch = field(repr=False)

    def dealt_to(self, card: Card) -> tuple[Seat, ...]:
        """The seats that a card can have been dealt to, in seat order."""
        return self.placements.seats_of(self.possible, card)

    def is_possible(self, holds: int = 0, lacks: int = 0) -> bool:
        """Whether some consistent deal has, and lacks, certain placements (masks).

        Raises:
            UndecidedError: where the search was given up.
        """
        if any(not holds & ~deal and not lacks & deal for deal in self.witnesses):
            return True
        return self._search.find(self.known, self.possible, holds, lacks) is not None

    def deals_with(self, placements: int = 0) -> tuple[int, ...]:
        """Consistent deals, at least one, that have all of some possible placements between them.

        Args:
            placements: a mask. As many as are needed are searched for, beside the witnesses.
        """
        deals = list(self.witnesses)
        unseen = placements & ~reduce(or_, deals, 0)
        while unseen or not deals:
            deal = self._search.find(self.known, self.possible, unseen & -unseen)
            if deal is None:
                raise RuntimeError("a possible placement is in no deal: please report it")
            unseen &= ~deal
            deals.append(deal)
        return tuple(deals)

    def deal_with(self, placements: int) -> int:
        """A consistent deal, as a mask, that has one of some possible placements (a mask)."""
        seen = (deal for deal in self.witnesses if deal & placements)
        return next(seen, None) or self.deals_with(placements & -placements)[-1]

    @property
    def budget(self) -> Budget:
        """What questions about the view may still cost, in conflicts of a solver."""
        return self._search.budget

    # -- more facts -------------------------------------------------------------------------------

    def placed_by(self, facts: Sequence[Fact]) -> Mapping[Card, Seat] | None:
        """The cards that had several seats, and have one once more facts are known, with that seat.

        It is None where no deal is left. Only where all the deals that were found agree is it asked
        whether another one differs: that takes less than to find out what is possible.

        Raises:
            UndecidedError: where the search was given up.
        """
        known, search = self.known.with_facts(facts), DealSearch(self.placements, self.budget)
        possible = self.possible & ~self.placements.denied(facts)
        if any(
            (possible & mask).bit_count() < least
            for mask, least, _ in map(self.placements.fact_mask, facts)
        ):
            return None  # too few of the places are left that a fact speaks of
        deals = self.placements.fitting_all(self.witnesses, facts)
        first = deals[0] if deals else search.find(known, possible)
        if first is None:
            return None
        before, now = map(self.placements.settled, (self.possible, possible))
        agreed = reduce(and_, deals, first & ~self.placements.mask_of(before))
        placed = agreed & self.placements.mask_of(now)  # single facts say so
        agreed &= ~placed
        while agreed:
            place = agreed & -agreed
            search.solver(known, possible).prefer(possible & ~agreed)
            other = search.find(known, possible, lacks=place)
            agreed &= other or ~place
            placed |= 0 if other else place
        return self.placements.settled(placed)

    def with_facts(self, facts: Sequence[Fact], deals: Iterable[int] = ()) -> PossibleHolders:
        """The possible holders once more facts are known, by a solver of their own.

        The budget is shared with this value.

        Args:
            facts: the facts.
            deals: some that are consistent then, as masks; they spare looking for others.

        Raises:
            ContradictionError: where no deal is left.
            UndecidedError: where the search was given up.
        """
        learnt = unsearched(self.known.with_facts(facts), self.budget)
        fitting = (*self.placements.fitting_all(self.witnesses, facts), *deals)
        possible = learnt.possible & self.possible
        return replace(learnt, possible=possible, witnesses=fitting)._worked_out()

    def after(
        self, facts: Sequence[Fact], within: PossibleHolders | None = None
    ) -> PossibleHolders:
        """The possible holders once more facts are known: the next moment of a game.

        Args:
            facts: the facts.
            within: the possible holders, then, of a view that knows less: what is impossible for it
                need not be looked for.

        Raises:
            ContradictionError: where no deal is left.
            UndecidedError: where the search was given up.
        """
        if not facts:
            return self
        least = self if within is None else replace(self, possible=self.possible & within.possible)
        return least._learnt(facts)._worked_out()

    def survivor(self, facts: Sequence[Fact]) -> PossibleHolders | None:
        """The value once more facts are known; None where no deal is left.

        What is possible is not worked out, but for one witness: it is what it was before.

        Raises:
            UndecidedError: where the search was given up.
        """
        learnt = self._learnt(facts)
        if not learnt.witnesses:
            solver = self._search.solver(learnt.known, learnt.possible)
            solver.prefer(next(iter(self.witnesses), 0))
            deal = self._search.find(learnt.known, learnt.possible)
            return None if deal is None else replace(learnt, witnesses=(deal,))
        return learnt

    def _learnt(self, facts: Sequence[Fact]) -> PossibleHolders:
        """The value with more facts, before it is worked out what follows from them.

        Witnesses are kept and mended: as far as that takes no search.
        """
        known = self._search.learn(self.known, self.possible, facts)
        witnesses = self.placements.fitting_all(self.witnesses, facts)
        possible = self.possible & ~self.placements.denied(facts)
        unseen = possible & ~reduce(or_, witnesses, 0)
        if unseen:
            last_first = reversed(self.witnesses)  # fewer will do
            witnesses += self._search.swaps(known).mended(last_first, facts, possible, unseen)
        return replace(self, known=known, possible=possible, witnesses=tuple(witnesses))

    def _worked_out(self) -> PossibleHolders:
        """The value with all that is impossible left out.

        Raises:
            ContradictionError: where no deal is left.
            UndecidedError: where the search was given up.
        """
        possible, deals = self.possible, list(self.witnesses)
        unseen = possible & ~reduce(or_, deals, 0)
        if possible and not unseen and len(deals) <= MOST_WITNESSES:
            return self
        solver = self._search.solver(self.known, self.possible)
        swaps = self._search.swaps(self.known)
        is_few, is_new = False, True
        while unseen:
            wanted = unseen & -unseen
            deal = swaps.near(deals[-TRIED:], wanted, possible) if is_few else None
            if deal is None:
                if is_new:  # else only one placement has gone, which no deal has
                    solver.prefer(unseen)
                try:
                    deal = self._search.search(self.known, possible, wanted)
                except UndecidedError:
                    with suppress(UndecidedError):
                        possible = self._search.by_tables(self.known, possible)
                        break
                    deal = self._search.search(self.known, possible, wanted, most=CONFLICTS)
                is_few = (unseen & (deal or wanted)).bit_count() <= FEW
            is_new = deal is not None
            if deal is None:
                solver.exclude(wanted)
                possible &= ~wanted
            else:
                deals.append(deal)
            unseen &= ~(deal or wanted)
        if not possible and self._search.find(self.known, self.possible) is None:
            raise ContradictionError(0, NO_DEAL)
        return replace(self, possible=possible, witnesses=tuple(deals[-MOST_WITNESSES:]))


def possible_holders_of(known: Knowledge, budget: Budget | None = None) -> PossibleHolders:
    """The possible holders by all that is known.

    Args:
        known: what is known.
        budget: what hard searches may cost, in conflicts of a solver; None: the usual budget.

    Raises:
        ContradictionError: where no deal is left.
        UndecidedError: where the search was given up.
    """
    return unsearched(known, budget)._worked_out()


def unsearched(known: Knowledge, budget: Budget | None = None) -> PossibleHolders:
    """A value of which nothing has been worked out: only what a single fact rules out is left out.

    Args:
        known: what is known.
        budget: what hard searches may cost, in conflicts of a solver; None: the usual budget.
    """
    placements = Placements(known.cards, known.seats)
    possible = placements.all & ~placements.denied(known.facts)
    search = DealSearch(placements, budget or search_budget())
    return PossibleHolders(known, placements, possible, (), search)


def has_deal(known: Knowledge, budget: Budget | None = None) -> bool:
    """Whether some deal is consistent with all that is known.

    Args:
        known: what is known.
        budget: what hard searches may cost, in conflicts of a solver; None: the usual budget.

    Raises:
        UndecidedError: where the search was given up.
    """
    return unsearched(known, budget).is_possible()
