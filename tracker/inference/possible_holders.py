"""Possible holders: the placements that a view has to think possible at a moment.

A placement is possible exactly when some consistent deal has it. Every deal that the solver finds
is a *witness* for all its placements at once, and a witness stays one for as long as the facts that
come later fit it. One that they do not fit can mostly be mended by swapping some cards, and then
has most of its placements still. So after an event only those placements need a solver call that
no witness has. Each call either finds a new witness, preferably of many such placements, or rules
one placement out for good. The fewest calls possible are one for each placement newly ruled out,
plus one (after the backbone algorithms of Janota, Lynce and Marques-Silva, "Algorithms for
computing backbones of propositional formulae", AI Communications 28, 2015).

Views help each other: what is impossible for the public is impossible for a player, and a deal that
a player has to think possible is one that the public has to think possible.

A ``PossibleHolders`` is a value: it stays true when the game has moved on. A ``Reasoner`` makes the
next value from one before; how a deal is found is ``tracker.inference.deal_search``'s.

Example: "Ann holds the 2H or the 3H" leaves every seat possible for both cards; with "Ann lacks the
3H", only Ann is possible for the 2H, and Ann is not for the 3H.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import Final

from tracker.errors import ContradictionError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.deal_search import DealSearch, SearchBudget
from tracker.knowledge.facts import Fact, Knowledge
from tracker.sat import Placements
from tracker.sat.swaps import Swaps

MOST_WITNESSES: Final = 256
"""Witnesses kept: enough to have all the placements of a full deck at twelve seats (fewer make for
more calls), few enough to look through after each event."""

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
        return self._search.is_possible(self.known, self.possible, holds, lacks)

    @property
    def some_deals(self) -> tuple[int, ...]:
        """Some consistent deals, at least one, as masks."""
        return self.witnesses or self._more_deals(self.possible & -self.possible)

    def deal_with(self, placements: int) -> int:
        """A consistent deal, as a mask, that has one of some possible placements (a mask)."""
        for deal in self.witnesses:
            if deal & placements:
                return deal
        return self._more_deals(placements & -placements)[0]

    def showing_all(self) -> tuple[int, ...]:
        """Consistent deals that have every possible placement between them.

        They are the witnesses, and with many seats some more, as not all witnesses are kept.
        """
        unseen = self.possible & ~reduce(or_, self.witnesses, 0)
        return (*self.witnesses, *self._more_deals(unseen))

    def _more_deals(self, wanted: int) -> tuple[int, ...]:
        return self._search.deals_with(self.known, self.possible, wanted)

    @property
    def budget(self) -> SearchBudget:
        """What questions about the view may still cost."""
        return self._search.budget

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
        known = self.known.with_facts(facts)
        witnesses = self.placements.fitting_all(self.witnesses, facts)
        reasoner = Reasoner(self.placements, self.budget)
        learnt = reasoner.unsearched(known, self)
        shown = tuple(_showing((*witnesses, *deals), learnt.possible))
        return reasoner.work_out(replace(learnt, witnesses=shown))


def possible_holders_of(known: Knowledge) -> PossibleHolders:
    """The possible holders by all that is known.

    Raises:
        ContradictionError: where no deal is left.
        UndecidedError: where the search was given up.
    """
    return Reasoner(Placements(known.cards, known.seats)).start(known)


def has_deal(known: Knowledge, within: PossibleHolders | None = None) -> bool:
    """Whether some deal is consistent with all that is known.

    Args:
        known: what is known.
        within: the possible holders by a part of it, where they are known: what they rule out is
            not looked at, and their budget is used.

    Raises:
        UndecidedError: where the search was given up.
    """
    placements = Placements(known.cards, known.seats)
    search = DealSearch(placements, within.budget if within else SearchBudget())
    return search.is_possible(known, _not_ruled_out(placements, known, within))


def _not_ruled_out(placements: Placements, known: Knowledge, within: PossibleHolders | None) -> int:
    """The placements that no single fact rules out, nor a value that knows a part of it."""
    possible = within.possible if within else placements.all
    return possible & ~placements.denied(known.facts)


def _showing(deals: Iterable[int], unseen: int) -> Iterator[int]:
    """Those of some deals that have placements, of some unseen, that none before them has."""
    for deal in deals:
        if deal & unseen:
            yield deal
            unseen &= ~deal


class Reasoner:
    """Works out the possible holders of one view, moment after moment.

    Whatever is asked raises ``UndecidedError`` where the budget runs out.

    Args:
        placements: the numbering of placements.
        budget: what hard searches may cost; None: the usual budget, for this view alone.
    """

    def __init__(self, placements: Placements, budget: SearchBudget | None = None) -> None:
        self.placements = placements
        self.budget = budget or SearchBudget()
        self._search = DealSearch(placements, self.budget)
        self._swaps = Swaps(placements)

    def unsearched(
        self, known: Knowledge, within: PossibleHolders | None = None
    ) -> PossibleHolders:
        """A value of which nothing has been worked out yet: nearly any placement may be possible.

        Only what a single fact rules out is left out, and what a value rules out that knows a part
        of it.
        """
        return self._value(known, _not_ruled_out(self.placements, known, within), ())

    def start(self, known: Knowledge, within: PossibleHolders | None = None) -> PossibleHolders:
        """The possible holders by all that is known.

        Args:
            known: what the view knows.
            within: the possible holders of a view that knows less.

        Raises:
            ContradictionError: where no deal is left.
        """
        return self.work_out(self.unsearched(known), within)

    def learn(
        self, before: PossibleHolders, facts: Iterable[Fact], deals: Iterable[int] = ()
    ) -> PossibleHolders:
        """The value with more facts, before it is worked out what follows from them.

        Witnesses are kept, taken from others and mended: as far as that takes no search.

        Args:
            before: the value without them.
            facts: the facts.
            deals: some that are consistent now, from a view that knows more.
        """
        facts = tuple(facts)
        known = self._search.learn(before.known, before.possible, facts)
        witnesses = list(self.placements.fitting_all(before.witnesses, facts))
        possible = before.possible & ~self.placements.denied(facts)
        unseen = possible & ~reduce(or_, witnesses, 0)
        if unseen:
            witnesses += _showing(deals, unseen)
            unseen &= ~reduce(or_, witnesses, 0)
        if unseen:
            self._swaps.keep_to(known.facts)
            last_first = reversed(before.witnesses)  # fewer will do
            witnesses += self._swaps.mended(last_first, facts, possible, unseen)
        return self._value(known, possible, tuple(witnesses))

    def work_out(
        self, learnt: PossibleHolders, within: PossibleHolders | None = None
    ) -> PossibleHolders:
        """The value with all that is impossible left out.

        Args:
            learnt: what ``learn`` gave.
            within: the possible holders, now, of a view that knows less.

        Raises:
            ContradictionError: where no deal is left.
        """
        solver = self._search.solver(learnt.known, learnt.possible)
        possible, deals = learnt.possible, list(learnt.witnesses)
        if within is not None:
            possible &= within.possible
            solver.exclude(learnt.possible & ~possible)
        unseen = possible & ~reduce(or_, deals, 0)
        while unseen:
            solver.prefer(unseen)
            deal, impossible, settled = self._look_for(learnt, possible, unseen & -unseen)
            solver.exclude(impossible)
            possible &= ~impossible
            unseen &= ~settled
            if deal is not None:
                deals.append(deal)
        return self._worked_out(learnt, possible, deals)

    def survivor(self, before: PossibleHolders, facts: Iterable[Fact]) -> PossibleHolders | None:
        """The value once more facts are known; None where no deal is left.

        What is possible is not worked out, but for one witness: it is what it was before.
        """
        learnt = self.learn(before, facts)
        if not learnt.witnesses:
            solver = self._search.solver(learnt.known, learnt.possible)
            solver.prefer(next(iter(before.witnesses), 0))
            deal = self._search.find(learnt.known, learnt.possible)
            if deal is None:
                return None
            learnt = replace(learnt, witnesses=(deal,))
        return learnt

    def _look_for(
        self, learnt: PossibleHolders, possible: int, wanted: int
    ) -> tuple[int | None, int, int]:
        """Look for a deal with a placement by a search, or by the tables where that is too long.

        Returns:
            The deal, where one was found; placements that no consistent deal has; and those that
            need not be looked for any more.
        """
        try:
            deal = self._search.search(learnt.known, possible, wanted)
        except UndecidedError:
            by_tables = self._search.by_tables(learnt.known, possible)
            if by_tables is not None:
                return None, possible & ~by_tables, possible
            deal = self._search.long_search(learnt.known, possible, wanted)
        return (None, wanted, wanted) if deal is None else (deal, 0, deal)

    def _worked_out(
        self, learnt: PossibleHolders, possible: int, deals: Sequence[int]
    ) -> PossibleHolders:
        """The value once all has been looked for."""
        if not possible and not self._search.is_possible(learnt.known, learnt.possible):
            raise ContradictionError(0, NO_DEAL)
        if possible == learnt.possible and len(deals) == len(learnt.witnesses) <= MOST_WITNESSES:
            return learnt
        return self._value(learnt.known, possible, tuple(deals[-MOST_WITNESSES:]))

    def _value(
        self, known: Knowledge, possible: int, witnesses: tuple[int, ...]
    ) -> PossibleHolders:
        return PossibleHolders(known, self.placements, possible, witnesses, self._search)
