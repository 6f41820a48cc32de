"""A smallest set of causes that leaves no deal, by minimal hitting sets.

Let the conclusion's opposite be supposed. A set of causes proves the conclusion when it then leaves
no deal. Every deal that fits the supposition violates some causes: a *correction set*, and each
proof must contain one of them (else the deal would fit the proof). So a smallest set that hits all
the correction sets found so far is never larger than a smallest proof; and once such a set leaves
no deal, it *is* one. Else the deal that it leaves gives another correction set (Ignatiev, Previti,
Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP
2015; the hitting sets are in ``hitting``).

What makes it fast here are the first correction sets. From a deal that fits everything, move one
card that the conclusion speaks of, or swap it with a card of the seat it goes to: that violates
hand sizes and the few events about two cards. These sets are small, there are only a few dozen, and
they say most of what there is to say.

Of several smallest sets we want the lightest. So a cause costs its weight plus a constant larger
than all weights together: the number of causes counts first.

Example: correction sets {1, 2}, {2, 3}, {4}: a smallest hitting set is {2, 4}. If these two leave
a deal, one that violates only 3, then {3} is added, and the next is {2, 3, 4}.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain.smallest.hitting_sets import HittingSets
from tracker.explain.smallest.oracle import Oracle

GROW: Final = 100
"""Conflicts allowed for the question whether a cause can be spared from a correction set: it need
not be answered."""


@dataclass(frozen=True)
class Proof:
    """Causes, by the numbers of their groups, that leave no deal."""

    groups: tuple[int, ...]
    smallest: bool
    """Whether it is certain that there is no smaller set, and none as small that is lighter."""


class Search:
    """The search for the smallest sets of causes that prove one thing.

    Args:
        oracle: the facts.
        supposed: the group of the opposite: with it, all the causes leave no deal.
        weights: of the causes, by group.
        universe: the groups that may be used; none: all the causes.
    """

    def __init__(
        self,
        oracle: Oracle,
        supposed: int,
        weights: Mapping[int, int],
        universe: Collection[int] | None = None,
    ) -> None:
        self._oracle = oracle
        self._supposed = supposed
        self._universe = sorted(oracle.all if universe is None else universe)
        self._groups = frozenset(self._universe)
        unit = 1 + sum(weights[group] for group in self._universe)
        self._cost = {group: unit + weights[group] for group in self._universe}
        self._hitting = HittingSets(self._cost)

    def seed(self, deals: Iterable[int]) -> None:
        """Begin with the correction sets of those of some deals that fit the supposition."""
        for one in {
            self._oracle.violated(deal, self._groups)
            for deal in (*deals, *self._oracle.seen)
            if self._oracle.fits(deal, self._supposed)
        }:
            self._hitting.hit(one)

    def proofs(self, budget: Budget) -> Iterator[Proof]:
        """All the smallest proofs, the lightest first; then it ends.

        Args:
            budget: when to give up.

        Raises:
            UndecidedError: where the deadline passes before the next one is found.
        """
        most = len(self._universe)
        while True:
            hitting = self._hitting.cheapest()
            if hitting is None or len(hitting) > most:
                return
            deal = self._oracle.find([*hitting, self._supposed], budget)
            if deal is not None:
                self._learn(set(hitting), deal)
                continue
            most = len(hitting)
            yield Proof(tuple(sorted(hitting)), smallest=True)
            self._hitting.block(hitting)

    def irreducible(self, budget: Budget) -> Proof:
        """A proof of which no cause can be left out, the heaviest tried first.

        Where that cannot be found out before the budget for a cause, it stays in.
        """
        core = self._oracle.quick_core([*self._universe, self._supposed])
        kept = [group for group in core if group != self._supposed]
        for group in sorted(kept, key=lambda group: -self._cost[group]):
            rest = [other for other in kept if other != group]
            with suppress(UndecidedError):
                if self._oracle.fails([*rest, self._supposed], budget):
                    kept = rest
        return Proof(tuple(kept), smallest=False)

    def _learn(self, base: set[int], deal: int | None) -> None:
        """Correction sets from a deal that fits ``base``: disjoint ones, for as long as it goes."""
        while deal is not None:
            deal, correction = self._spare(deal)
            self._oracle.seen.append(deal)
            self._hitting.hit(correction)
            base |= correction
            try:
                deal = self._oracle.try_find([*base, self._supposed], GROW)
            except UndecidedError:
                return

    def _spare(self, deal: int) -> tuple[int, frozenset[int]]:
        """A deal, and its correction set, from which no cause can be spared.

        As far as that is quickly seen.
        """
        violated = self._oracle.violated(deal, self._groups)
        while len(violated) > 1:  # without the last one nothing would be left to violate
            better = self._better(violated)
            if better is None:
                break
            deal, violated = better, self._oracle.violated(better, self._groups)
        return deal, violated

    def _better(self, violated: frozenset[int]) -> int | None:
        """A deal that fits one of some causes, and all those that are not of them.

        Asked of all at once, it takes one search to see that there is none (Marques-Silva, Heras,
        Janota, Previti and Belov, "On Computing Minimal Correction Subsets", IJCAI 2013).
        """
        kept = [group for group in self._universe if group not in violated]
        try:
            return self._oracle.try_find_more([*kept, self._supposed], violated, GROW)
        except UndecidedError:
            return None
