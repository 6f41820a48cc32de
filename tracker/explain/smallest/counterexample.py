"""A counterexample that differs as little as possible from what one would expect.

What one would expect is the *likeliest* deal: card by card, the surest first, each where it most
probably was dealt, as far as that still leaves a deal. The counterexample is a deal in which the
conclusion is false and as few cards as possible lie elsewhere: at most none, one, two … are allowed
until there is one.

Example: Ann probably has the 5H. "Ann has the 5H" is open, because Bob may have it: the
counterexample is the likeliest deal with the 5H and some card of Bob's exchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias

from tracker.budget import Budget
from tracker.counting import count
from tracker.errors import UndecidedError
from tracker.explain.smallest.causes import dealt
from tracker.explain.smallest.oracle import SEARCHES, Oracle
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.knowledge.facts import Deal, Fact, Knowledge, Literal
from tracker.sat import Placements
from tracker.sat.solver import SolverHolder
from tracker.sat.swaps import swaps

Marginals: TypeAlias = Mapping[Card, Mapping[Seat, float]]
"""The probability of each seat, for each card, to have been dealt it."""

PATIENCE: Final = 2_000
"""Conflicts after which a closer deal is taken not to exist."""


class Counterexamples(SolverHolder):
    """Finds deals in which something is otherwise.

    It holds a solver: use it as a context manager, or ``close`` it.

    Args:
        known: what a view knows; it must leave a deal.
    """

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._oracle = self._hold(Oracle(dealt(known)))

    def nearest(self, supposed: Iterable[Fact]) -> Deal:
        """The deal closest to the likeliest that fits all that is known and some more facts.

        Args:
            supposed: the facts; some consistent deal must fit them.
        """
        group = self._oracle.add_group(supposed)
        fallback = self._oracle.find([*self._oracle.all, group], Budget(SEARCHES))
        if fallback is None:
            raise RuntimeError("what is open is otherwise in no deal: please report it")
        return self._oracle.deal_of(nearest_deal(self._oracle, group, self._likeliest, fallback))

    @cached_property
    def _likeliest(self) -> int:
        """The deal that a counterexample stays close to; any deal where odds cannot be had."""
        posterior = count(self._known)
        if posterior.status == "unknown":
            return self._oracle.find(self._oracle.all, Budget(SEARCHES)) or 0
        return likeliest_deal(self._oracle, posterior.marginals())


def likeliest_deal(oracle: Oracle, odds: Marginals) -> int:
    """A deal (a mask) with each card where it most probably is, the surest cards first.

    Args:
        oracle: what is known; it must leave a deal.
        odds: as ``Posterior.marginals`` gives them.
    """
    options = sorted(
        ((-chance, card, seat) for card, seats in odds.items() for seat, chance in seats.items()),
        key=lambda option: option[0],
    )
    placed, taken, deal = 0, 0, 0
    for _, card, seat in options:
        bit = oracle.placements.bit(card, seat)
        if bit & taken:
            continue
        found = deal if deal & bit else _find(oracle, oracle.all, placed | bit)
        if found is not None:
            deal = found
            placed |= bit
            taken |= oracle.placements.of_card(card)
    return deal


def nearest_deal(oracle: Oracle, supposed: int, reference: int, fallback: int) -> int:
    """A deal (a mask) that fits all that is known and a supposition, closest to a reference.

    Args:
        oracle: what is known.
        supposed: the group of the supposition.
        reference: the deal to stay close to.
        fallback: any deal that fits; returned where nothing closer is found.
    """
    oracle.prefer(reference)
    for most in range(len(oracle.placements.cards) - (fallback & reference).bit_count()):
        groups = [*oracle.all, supposed, oracle.add_closeness(reference, most)]
        found = _find(oracle, groups, 0)
        if found is not None:
            return found
    return fallback


def _find(oracle: Oracle, groups: Collection[int], holds: int) -> int | None:
    try:
        return oracle.try_find(groups, PATIENCE, holds)
    except UndecidedError:
        return None


# -- deals near a given one: one card moved, or two swapped ---------------------------------------
#
# Deals near a given one: one card moved, or two swapped.
#
# From a deal that fits all that is known they are the gentlest ways to make a conclusion false,
# so each violates few causes; the search for a smallest explanation begins with them.
#
# Example: to deny that Ann has the 5H, give it to Bob, as it is, or for each of Bob's cards in
# turn.


def deals_without(placements: Placements, deal: int, literals: Iterable[Literal]) -> Iterator[int]:
    """Deals near a deal, in each of which one of some literals that the deal fits is false."""
    for card, seat, holds in literals:
        others = (other for other in placements.seats if other != seat)
        for receiver in others if holds else (seat,):
            yield from _with_card_at(placements, deal, card, receiver)


def deals_with(placements: Placements, deal: int, literals: Iterable[Literal]) -> Iterator[int]:
    """Deals near a deal, in each of which all of some literals are true."""
    places = placements.deal_of(deal)
    wrong = [part for part in literals if (places[part.card] == part.seat) != part.holds]
    if len(wrong) == 1:
        card, seat, holds = wrong[0]
        yield from deals_without(placements, deal, [Literal(card, seat, not holds)])
    elif all(part.holds for part in wrong):
        for card, seat, _ in wrong:
            deal = deal & ~placements.of_card(card) | placements.bit(card, seat)
        yield deal


def _with_card_at(placements: Placements, deal: int, card: str, receiver: Seat) -> Iterator[int]:
    """The deals nearest to one in which a card is with another seat: it moves, or is swapped."""
    row, wanted = placements.of_card(card), placements.bit(card, receiver)
    if deal & row and not deal & wanted:
        yield deal & ~row | wanted
        yield from swaps(placements, deal, wanted, placements.all)
