"""Prospects: which placements are still possible, kept up to date event by event.

The idea: a placement is possible exactly when some consistent deal has it. Every deal that the
solver finds is a *witness* for all its placements at once, and a witness stays one for as long as
the facts that come later fit it. So after an event only those placements need a call that no
surviving witness has; each call either finds a new witness, preferably of many such placements, or
rules one placement out for good. The floor is one call for each placement newly ruled out, plus
one (design after the backbone algorithms of Janota, Lynce and Marques-Silva, "Algorithms for
computing backbones of propositional formulae", AI Communications 28, 2015).

Views help each other: what is impossible for the public is impossible for a player, and a deal that
a player thinks possible is one that the public thinks possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from tracker.errors import ContradictionError
from tracker.inference.tables import possible_by_tables
from tracker.knowledge.facts import Fact, Knowledge
from tracker.sat import DealSolver, Placements, UndecidedError
from tracker.sat.closing import Closing

REBUILD_BELOW: Final = 0.7
"""The solver is rebuilt on the placements still possible once they are fewer than this share of
its variables, because models get shorter."""

MOST_WITNESSES: Final = 256
"""Witnesses kept: enough to have all the placements of a full deck at twelve seats (fewer make for
more calls), few enough to look through after each event."""

BUDGET: Final = 20_000
"""Conflicts that one search may take (a tenth of a second) before the tables are asked."""


class Prospects(Closing):
    """The possible placements of one view, as facts arrive.

    Args:
        known: what the view knows to begin with.
        within: placements that are not excluded already, by a view that knows less; none: all.

    Raises:
        ContradictionError: (from any method that learns) where no deal is left.
    """

    def __init__(self, known: Knowledge, within: Prospects | None = None) -> None:
        self.placements: Placements = (
            within.placements if within else Placements(known.cards, known.seats)
        )
        self._known = known
        self.possible: int = within.possible if within else self.placements.all
        """The placements that some consistent deal has, as a mask."""
        self.witnesses: list[int] = []
        """Consistent deals, as masks; as a rule they have every possible placement between them."""
        self._calls = 0
        self._solver = self._build()
        self.refresh()

    def close(self) -> None:
        """Free the solver."""
        self._solver.close()

    @property
    def calls(self) -> int:
        """How often a solver was asked so far."""
        return self._calls + self._solver.calls

    @property
    def solver(self) -> DealSolver:
        """The solver, with all that was learnt so far."""
        return self._solver

    def learn(self, facts: Iterable[Fact]) -> None:
        """Take in facts without working out what follows; ``refresh`` does that."""
        facts = tuple(facts)
        self._known = self._known.with_facts(facts)
        self._solver.add(facts)
        for fact in facts:
            self.witnesses = self.placements.fitting(self.witnesses, fact)

    def refresh(self, witnesses: Iterable[int] = (), within: Prospects | None = None) -> None:
        """Work out which placements are possible now.

        Args:
            witnesses: deals known to be consistent, from a view that knows more.
            within: the prospects of a view that knows less.
        """
        if within is not None:
            self._exclude(self.possible & ~within.possible)
        seen = reduce(or_, self.witnesses, reduce(or_, witnesses, 0))
        unseen = self.possible & ~seen
        while unseen:
            unseen = self._look_for(unseen, unseen & -unseen)
        if not self.possible and not self.is_possible():
            raise ContradictionError(0, "no deal is consistent with the facts")
        del self.witnesses[:-MOST_WITNESSES]
        if self.possible.bit_count() < REBUILD_BELOW * self._solver.open_placements:
            self._rebuild()

    def is_possible(self, holds: int = 0, lacks: int = 0) -> bool:
        """Whether some consistent deal has, and lacks, certain placements (masks)."""
        if any(not holds & ~deal and not lacks & deal for deal in self.witnesses):
            return True
        try:
            return self._solver.find(holds, lacks, BUDGET) is not None
        except UndecidedError:
            allowed = self.possible & ~lacks & ~self.placements.rivals(holds)
            found = possible_by_tables(self.placements, self._known, allowed)
            return self._solver.find(holds, lacks) is not None if found is None else found != 0

    def _look_for(self, unseen: int, placement: int) -> int:
        """Find a deal with a placement, or rule it out; what is unseen after that."""
        self._solver.prefer(unseen)
        try:
            deal = self._solver.find(holds=placement, budget=BUDGET)
        except UndecidedError:
            found = possible_by_tables(self.placements, self._known, self.possible)
            if found is not None:
                self._exclude(self.possible & ~found)
                return 0
            deal = self._solver.find(holds=placement)
        if deal is None:
            self._exclude(placement)
            return unseen & ~placement
        self.witnesses.append(deal)
        return unseen & ~deal

    def _exclude(self, mask: int) -> None:
        if mask:
            self.possible &= ~mask
            self._solver.exclude(mask)

    def _build(self) -> DealSolver:
        solver = DealSolver(self.placements, self._known.sizes, self.possible)
        solver.add(self._known.facts)
        return solver

    def _rebuild(self) -> None:
        self._calls += self._solver.calls
        self._solver.close()
        self._solver = self._build()
