"""Counterexamples: deals that fit all that is known, and in which a conclusion is false.

A counterexample is easiest to grasp if it differs as little as possible from what one would expect.
One would expect the *likeliest* deal: card by card, the surest first, each where it most probably
was dealt, as far as that leaves a deal. The counterexample is a consistent deal in which the
conclusion is false and as few cards as possible lie elsewhere: none, one, two … are allowed until
there is such a deal.

Example: Ann probably has the 5H, but Bob may have it. The counterexample to "Ann has the 5H" is the
likeliest deal with the 5H and some card of Bob's exchanged.

Deals near a given deal are made here, too: one card moves, or two are swapped. The search for a
smallest proof begins with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeAlias

from tracker.budget import Budget
from tracker.counting import count
from tracker.explain.evidence import evidence_of_deal
from tracker.explain.limits import CLOSER_CONFLICTS, NEEDED_QUESTIONS
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Deal, Fact, Knowledge, Literal
from tracker.knowledge.placements import bits
from tracker.sat import Placements
from tracker.sat.solver import SolverHolder
from tracker.sat.swaps import swaps

Marginals: TypeAlias = Mapping[Card, Mapping[Seat, float]]
"""For each card, the probability of each seat to have been dealt it."""


class Counterexamples(SolverHolder):
    """Finds deals in which something is otherwise.

    It holds a solver: use it as a context manager, or ``close`` it.

    Args:
        known: what a view knows; some deal must be consistent with it.
    """

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._groups = FactGroups(evidence_of_deal(known))

    def nearest(self, supposed: Iterable[Fact]) -> Deal:
        """The deal closest to the likeliest that fits all that is known and some more facts.

        Where the budget ends first, a closer one may exist.

        Args:
            supposed: the facts; some consistent deal must fit them.

        Raises:
            UndecidedError: where no such deal was found within the budget.
        """
        group = self._groups.add_group(supposed)
        any_deal = self._groups.decide([*self._groups.all, group], Budget(NEEDED_QUESTIONS))
        if any_deal is None:
            raise RuntimeError("what is open is otherwise in no deal: please report it")
        nearest = nearest_deal(self._groups, group, self._likeliest, any_deal)
        return self._groups.placements.deal_of(nearest)

    @cached_property
    def _likeliest(self) -> int:
        """The deal that a counterexample stays close to; any deal where there are no odds."""
        posterior = count(self._known)
        if not posterior.exact:
            return self._groups.decide(self._groups.all, Budget(NEEDED_QUESTIONS)) or 0
        return likeliest_deal(self._groups, posterior.marginals())


def likeliest_deal(groups: FactGroups, odds: Marginals) -> int:
    """A deal (a mask) with each card where it most probably is, the surest cards first.

    Args:
        groups: what is known; it must leave a deal.
        odds: as ``Posterior.marginals`` gives them.
    """
    options = sorted(
        ((-chance, card, seat) for card, seats in odds.items() for seat, chance in seats.items()),
        key=lambda option: round(option[0], 9),  # equal chances differ in their last digits
    )
    placed, taken, deal = 0, 0, 0
    for _, card, seat in options:
        bit = groups.placements.bit(card, seat)
        if bit & taken:
            continue
        fitting = (
            deal
            if deal & bit
            else groups.find_quickly(groups.all, CLOSER_CONFLICTS, holds=placed | bit)
        )
        if fitting is not None:
            deal = fitting
            placed |= bit
            taken |= groups.placements.of_card(card)
    return deal


def nearest_deal(groups: FactGroups, supposed: int, reference: int, fallback: int) -> int:
    """The deal (a mask) closest to a reference that fits all that is known and a supposition.

    Args:
        groups: what is known.
        supposed: the group of the supposition.
        reference: the deal to stay close to.
        fallback: a deal that fits; returned where nothing closer is found.
    """
    groups.prefer(reference)
    for most in range(len(groups.placements.cards) - (fallback & reference).bit_count()):
        close = groups.add_closeness(reference, most)
        closer = groups.find_quickly([*groups.all, supposed, close], CLOSER_CONFLICTS)
        if closer is not None:
            return closer
    return fallback


# -- deals near a given deal ----------------------------------------------------------------------


def deals_near(placements: Placements, deal: int, literals: Iterable[Literal]) -> Iterator[int]:
    """The deals nearest to a deal, in each of which a literal comes true that is false in it.

    A card moves to another seat, or is swapped with one of that seat.

    Args:
        placements: the numbering of placements.
        deal: a mask.
        literals: the literals.
    """
    for card, seat, holds in literals:
        row, place = placements.of_card(card), placements.bit(card, seat)
        if holds != bool(deal & place):
            for wanted in (place,) if holds else bits(row & ~place):
                yield deal & ~row | wanted
                yield from swaps(placements, deal, wanted, placements.all)
