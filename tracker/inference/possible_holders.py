"""Prospects: which placements a view can still think possible at a moment.

The idea: a placement is possible exactly when some consistent deal has it. Every deal that the
solver finds is a *witness* for all its placements at once, and a witness stays one for as long as
the facts that come later fit it. So after an event only those placements need a call that no
surviving witness has; each call either finds a new witness, preferably of many such placements, or
rules one placement out for good. The floor is one call for each placement newly ruled out, plus
one (design after the backbone algorithms of Janota, Lynce and Marques-Silva, "Algorithms for
computing backbones of propositional formulae", AI Communications 28, 2015).

Views help each other: what is impossible for the public is impossible for a player, and a deal that
a player thinks possible is one that the public thinks possible.

``Prospects`` are values: they stay true when the game has moved on. A ``Reasoner`` holds the solver
that makes those of the next moment from those of one before; asked about another moment than the
one it stands at, it goes there first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from tracker.errors import ContradictionError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.holders_by_tables import possible_by_tables
from tracker.inference.search_budget import SearchBudget
from tracker.knowledge.facts import Fact, Knowledge
from tracker.sat import DealSolver, Placements
from tracker.sat.swaps import Swaps

REBUILD_BELOW: Final = 0.7
"""The solver is rebuilt on the placements still possible once they are fewer than this share of
its variables, because models get shorter."""

MOST_WITNESSES: Final = 256
"""Witnesses kept: enough to have all the placements of a full deck at twelve seats (fewer make for
more calls), few enough to look through after each event."""

FEW: Final = 8
"""Where a search shows no more new placements than this, deals a swap away do for most others."""

TRIED: Final = 4
"""From so many deals, the last ones found, a swap is tried."""

BUDGET: Final = 20_000
"""Conflicts that one search may take (a tenth of a second) before the tables are asked."""


@dataclass(frozen=True, eq=False)
class Prospects:
    """What a view can think possible at a moment."""

    known: Knowledge
    """All that the view knows."""
    placements: Placements
    possible: int
    """The placements that some consistent deal has, as a mask."""
    witnesses: tuple[int, ...]
    """Some consistent deals, as masks; as a rule they have every possible placement between
    them."""
    _reasoner: Reasoner = field(repr=False)

    def dealt_to(self, card: Card) -> tuple[Seat, ...]:
        """The seats that a card can have been dealt to, in seat order."""
        return self.placements.seats_of(self.possible, card)

    def is_possible(self, holds: int = 0, lacks: int = 0) -> bool:
        """Whether some consistent deal has, and lacks, certain placements (masks)."""
        if any(not holds & ~deal and not lacks & deal for deal in self.witnesses):
            return True
        return self._reasoner.is_possible(self, holds, lacks)

    @property
    def some_deals(self) -> tuple[int, ...]:
        """Some consistent deals, one at least, as masks."""
        return self.witnesses or self._reasoner.deals_with(self, self.possible & -self.possible)

    def deal_with(self, placements: int) -> int:
        """A consistent deal, as a mask, that has one of some possible placements (a mask)."""
        shown = (deal for deal in self.witnesses if deal & placements)
        found = next(shown, None)
        return (
            self._reasoner.deals_with(self, placements & -placements)[0] if found is None else found
        )

    @property
    def budget(self) -> SearchBudget:
        """What questions about them may still cost."""
        return self._reasoner.budget

    @property
    def calls(self) -> int:
        """How often the solver behind them was asked so far, at this moment and others."""
        return self._reasoner.calls

    def with_facts(self, facts: Sequence[Fact], deals: Iterable[int] = ()) -> Prospects:
        """The prospects with more facts, by a solver of their own; budget is shared.

        Args:
            facts: the facts.
            deals: some that are consistent then, as masks; they spare looking for others.

        Raises:
            ContradictionError: where no deal is left.
        """
        known = self.known.with_facts(facts)
        witnesses = self.placements.fitting_all(self.witnesses, facts)
        reasoner = Reasoner(self.placements, self.budget)
        return reasoner.work_out(reasoner.unsearched(known, self), None, (*witnesses, *deals))

    def release(self) -> None:
        """Free the solver behind them; it is made anew where they are asked again."""
        self._reasoner.close()

    def showing_all(self) -> tuple[int, ...]:
        """The witnesses, and further deals for what none of them has: with many seats they forget.

        Between them they have every possible placement.
        """
        unseen = self.possible & ~reduce(or_, self.witnesses, 0)
        return (*self.witnesses, *self._reasoner.deals_with(self, unseen))


def prospects_of(known: Knowledge) -> Prospects:
    """The prospects of all that is known.

    Raises:
        ContradictionError: where no deal is left.
    """
    return Reasoner(Placements(known.cards, known.seats)).start(known)


def has_deal(known: Knowledge, within: Prospects | None = None) -> bool:
    """Whether some deal is consistent with all that is known.

    Args:
        known: what is known.
        within: the prospects of a part of it, if there are any: what they rule out needs no look,
            and what they may still cost is what this may.

    Raises:
        UndecidedError: where that is not found out.
    """
    budget = within.budget if within else None
    reasoner = Reasoner(Placements(known.cards, known.seats), budget)
    try:
        return reasoner.is_possible(reasoner.unsearched(known, within))
    finally:
        reasoner.close()


class _Look(NamedTuple):
    """What came of looking for a deal with a placement."""

    impossible: int
    """Placements that no consistent deal has."""
    settled: int
    """Placements that need not be looked for any more: those of the deal, if one was found."""
    witness: tuple[int, ...]
    """The deal, if one was found."""


class Reasoner:
    """Works out the prospects of one view, moment after moment.

    All that it is asked raises ``UndecidedError`` where that is not found out within its budget.

    Args:
        placements: the numbering of placements.
        budget: what hard searches may cost, those of other views together with these.
    """

    def __init__(self, placements: Placements, budget: SearchBudget | None = None) -> None:
        self.placements = placements
        self.budget = budget or SearchBudget()
        self._earlier_calls = 0
        self._swaps = Swaps(placements)
        self._solver: DealSolver | None = None
        self._at: Prospects | None = None
        """Where the solver stands."""

    def close(self) -> None:
        """Free the solver. It is made anew where prospects are asked after that."""
        self._replace_solver(None)
        self._at = None

    @property
    def calls(self) -> int:
        """How often a solver was asked so far."""
        return self._earlier_calls + (self._solver.calls if self._solver else 0)

    # -- moments ----------------------------------------------------------------------------------

    def unsearched(self, known: Knowledge, within: Prospects | None = None) -> Prospects:
        """Prospects of which nothing has been worked out: any placement may be possible.

        Any, that is, but for what a fact says plainly, and for those that the prospects of a part
        of it rule out, if given.
        """
        possible = within.possible if within else self.placements.all
        return self._value(known, possible & ~self.placements.denied(known.facts), ())

    def start(
        self, known: Knowledge, within: Prospects | None = None, witnesses: Iterable[int] = ()
    ) -> Prospects:
        """The prospects of all that is known.

        Args:
            known: what the view knows.
            within: the prospects of a view that knows less.
            witnesses: deals known to be consistent, from a view that knows more.

        Raises:
            ContradictionError: where no deal is left.
        """
        return self.work_out(self.unsearched(known), within, witnesses)

    def learn(self, before: Prospects, facts: Iterable[Fact]) -> Prospects:
        """The prospects with more facts, before it is worked out what follows from them."""
        facts = tuple(facts)
        self._standing(before).add(facts)
        witnesses = self.placements.fitting_all(before.witnesses, facts)
        known = before.known.with_facts(facts) if facts else before.known
        possible = before.possible & ~self.placements.denied(facts)
        self._at = self._value(known, possible, tuple(witnesses))
        return self._at

    def work_out(
        self,
        learnt: Prospects,
        within: Prospects | None = None,
        witnesses: Iterable[int] = (),
    ) -> Prospects:
        """The prospects with all that is impossible left out.

        Args:
            learnt: what ``learn`` gave.
            within: the prospects, now, of a view that knows less.
            witnesses: deals known to be consistent now, from a view that knows more.

        Raises:
            ContradictionError: where no deal is left.
        """
        solver = self._standing(learnt)
        possible, own = learnt.possible, list(learnt.witnesses)
        if within is not None:
            possible &= within.possible
            solver.exclude(learnt.possible & ~possible)
        unseen = possible & ~reduce(or_, own, 0)
        for deal in witnesses:
            if deal & unseen:
                own.append(deal)
                unseen &= ~deal
        few = False
        while unseen:
            placement = unseen & -unseen
            look = self._look_near(learnt, own, placement, unseen) if few else None
            if look is None:
                solver.prefer(unseen)
                look = self._look_for(learnt, possible, placement)
                few = (unseen & look.settled).bit_count() <= FEW
            solver.exclude(look.impossible)
            possible &= ~look.impossible
            own += look.witness
            unseen &= ~look.settled
        return self._settled(learnt, possible, own)

    def survivor(self, before: Prospects, facts: Iterable[Fact]) -> Prospects | None:
        """The prospects once more facts are known, if any deal is left.

        What is possible is not worked out, but for one witness: it is what it was before.
        """
        learnt = self.learn(before, facts)
        if not learnt.witnesses:
            self._standing(learnt).prefer(next(iter(before.witnesses), 0))
            deal = self._find(learnt)
            if deal is None:
                return None
            learnt = self._at = self._value(learnt.known, learnt.possible, (deal,))
        return learnt

    # -- questions --------------------------------------------------------------------------------

    def is_possible(self, prospects: Prospects, holds: int = 0, lacks: int = 0) -> bool:
        """Whether some deal that is consistent at a moment has, and lacks, placements (masks)."""
        try:
            return self._within_budget(prospects, holds, lacks) is not None
        except UndecidedError:
            found = self._by_tables(prospects, holds, lacks)
        if found is None:
            return self._searched(prospects, holds, lacks) is not None
        return found != 0

    def deals_with(self, prospects: Prospects, wanted: int) -> tuple[int, ...]:
        """Deals that have all of some possible placements between them."""
        found = []
        while wanted:
            deal = self._find(prospects, holds=wanted & -wanted)
            if deal is None:
                raise RuntimeError("a possible placement is in no deal: please report it")
            wanted &= ~deal
            found.append(deal)
        return tuple(found)

    def _find(self, prospects: Prospects, holds: int = 0) -> int | None:
        """A consistent deal that has certain placements."""
        try:
            return self._within_budget(prospects, holds)
        except UndecidedError:
            return self._led_by_tables(prospects, holds)

    def _led_by_tables(self, prospects: Prospects, holds: int) -> int | None:
        """The same where the solver alone would search for ever.

        The tables say what is possible, but give no deal: one placement after the other is chosen
        by them until the solver finds the rest.
        """
        for card in self.placements.cards:
            possible = self._by_tables(prospects, holds, 0)
            if possible is None:
                return self._searched(prospects, holds, 0)
            if not possible:
                return None
            options = possible & self.placements.of_card(card)
            holds |= options & -options
            try:
                return self._within_budget(prospects, holds)
            except UndecidedError:
                continue
        return holds

    def _by_tables(self, prospects: Prospects, holds: int, lacks: int) -> int | None:
        """The placements of deals with, and without, some: none where the tables are too large."""
        allowed = prospects.possible & ~lacks & ~self.placements.rivals(holds)
        return possible_by_tables(self.placements, prospects.known, allowed, self.budget)

    def _searched(self, prospects: Prospects, holds: int, lacks: int) -> int | None:
        """A deal by a long search, where the tables are too large.

        Raises:
            UndecidedError: where there is nothing left to spend before it has an answer.
        """
        while self.budget.conflicts.left > 0:
            with suppress(UndecidedError):
                return self._within_budget(prospects, holds, lacks)
        raise UndecidedError

    def _within_budget(self, prospects: Prospects, holds: int = 0, lacks: int = 0) -> int | None:
        """A deal by a short search.

        Raises:
            UndecidedError: where it did not do.
        """
        return self.budget.find(self._standing(prospects), holds, lacks, BUDGET)

    # -- working out ------------------------------------------------------------------------------

    def _look_near(
        self, learnt: Prospects, deals: Sequence[int], placement: int, unseen: int
    ) -> _Look | None:
        """A deal with a placement, where one is a swap away from one of the last of some deals."""
        self._swaps.keep_to(learnt.known.facts)
        deal = self._swaps.with_placement(deals[-TRIED:], placement, learnt.possible, unseen)
        return None if deal is None else _Look(0, deal, (deal,))

    def _look_for(self, learnt: Prospects, possible: int, placement: int) -> _Look:
        """Look for a deal with a placement."""
        try:
            deal = self._within_budget(learnt, placement)
        except UndecidedError:
            found = self._by_tables(replace(learnt, possible=possible), 0, 0)
            if found is not None:
                return _Look(possible & ~found, possible, ())
            deal = self._searched(learnt, placement, 0)
        if deal is None:
            return _Look(placement, placement, ())
        return _Look(0, deal, (deal,))

    def _settled(self, learnt: Prospects, possible: int, witnesses: list[int]) -> Prospects:
        """The prospects once all has been looked for; the solver is made smaller if that pays."""
        found = self._value(learnt.known, possible, tuple(witnesses[-MOST_WITNESSES:]))
        if not possible and not self.is_possible(learnt):
            raise ContradictionError(0, "no deal is consistent with the facts")
        self._at = found
        if self._solver and possible.bit_count() < REBUILD_BELOW * self._solver.open_placements:
            self._replace_solver(self._build(found))
        return found

    # -- the solver -------------------------------------------------------------------------------

    def _value(self, known: Knowledge, possible: int, witnesses: tuple[int, ...]) -> Prospects:
        return Prospects(known, self.placements, possible, witnesses, self)

    def _standing(self, prospects: Prospects) -> DealSolver:
        """The solver, where it knows just what is known at a moment."""
        if self._solver is not None and self._at is prospects:
            return self._solver
        solver = self._build(prospects)
        self._replace_solver(solver)
        self._at = prospects
        return solver

    def _build(self, prospects: Prospects) -> DealSolver:
        solver = DealSolver(self.placements, prospects.known.sizes, prospects.possible)
        solver.add(prospects.known.facts)
        return solver

    def _replace_solver(self, solver: DealSolver | None) -> None:
        if self._solver is not None:
            self._earlier_calls += self._solver.calls
            self._solver.close()
        self._solver = solver
