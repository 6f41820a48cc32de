"""The smallest sets of causes that prove a conclusion, by implicit hitting sets.

Suppose the opposite of the conclusion. A set of causes *proves* the conclusion if no deal fits both
the causes and the supposition. A deal that fits the supposition violates some causes: a *correction
set*. Every proof contains one of these causes, or the deal would fit the proof. So a proof hits all
correction sets, and a cheapest set that hits those known so far (a *hitting set*) costs no more
than a cheapest proof. If it leaves no deal, it is a proof itself. Else the deal that it leaves
gives one more correction set (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS
extraction with minimal hitting set dualization", CP 2015).

The search is fast because of the correction sets that it begins with. Take a deal that fits all
causes, and move a card that the conclusion is about, or swap it with a card of the seat that gets
it. Such a deal violates few causes: hand sizes, and events about these two cards. Some dozen of
such small correction sets say nearly all there is to say.

The number of causes is what counts: all the smallest proofs are found, one after the other. Weights
only say what is left out first where the budget ends.

Example: correction sets {1, 2}, {2, 3} and {4}. A smallest hitting set is {2, 4}. If these two
leave a deal, one that violates only 3, then {3} is added, and the next hitting set is {2, 3, 4}.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from pysat.examples.hitman import Hitman

from tracker.budget import Budget, minimal_subset
from tracker.errors import UndecidedError
from tracker.explain.limits import CORRECTION_CONFLICTS
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.knowledge.placements import fits_all


@dataclass(frozen=True)
class Proof:
    """Causes that leave no deal together with what is supposed: an unsatisfiable subset."""

    groups: tuple[int, ...]
    """The numbers of their groups, in order."""
    smallest: bool
    """Whether it is certain that no proof has fewer causes."""
    minimal: bool = True
    """Whether it is certain that no cause can be left out."""


class ProofSearch:
    """The search for the smallest proofs of one conclusion.

    Args:
        groups: the facts.
        supposed: the group of the supposition; with it, all the causes leave no deal.
        universe: the groups of the causes that a proof may have, in order.
        weight: gives the weight of a group.
    """

    def __init__(
        self,
        groups: FactGroups,
        supposed: int,
        universe: Iterable[int],
        weight: Callable[[int], int],
    ) -> None:
        self._groups = groups
        self._supposed = supposed
        self._universe = dict.fromkeys(universe)
        self._weight = weight
        self._hitting = Hitman(solver="m22", htype="sorted")

    def seed(self, deals: Iterable[int]) -> None:
        """Begin with the correction sets of some deals, and of those seen in earlier searches.

        Args:
            deals: as masks; those that do not fit the supposition are passed over.
        """
        supposed = [*map(self._groups.placements.fact_mask, self._groups.facts([self._supposed]))]
        near = [(deal, self._groups.violated(deal, self._universe)) for deal in deals]
        smallest: list[set[int]] = []
        for deal, correction in sorted((*near, *self._groups.seen), key=lambda each: len(each[1])):
            if fits_all(deal, supposed) and not any(x <= correction for x in smallest):
                smallest.append(correction)
                self._hitting.hit(sorted(correction))

    def proofs(self, budget: Budget) -> Iterator[Proof]:
        """All the smallest proofs.

        Args:
            budget: in questions to the solver.

        Raises:
            UndecidedError: where the budget ends before the next proof is found.
        """
        most = len(self._universe)
        while True:
            hitting = self._hitting.get()
            if hitting is None or len(hitting) > most:
                return
            deal = self._groups.decide([*hitting, self._supposed], budget)
            if deal is not None:
                self._learn(set(hitting), deal)
                continue
            most = len(hitting)
            yield Proof(tuple(sorted(hitting)), smallest=True)
            self._hitting.block(hitting)

    def best(self, number: int, budget: Budget, grace: Budget) -> list[Proof]:
        """Some of the smallest proofs; or a minimal proof, out of budget.

        Args:
            number: how many proofs, if there are as many.
            budget: for smallest proofs, in questions to the solver.
            grace: the budget for a minimal proof, where there is no smallest one in time.
        """
        proofs: list[Proof] = []
        try:
            for proof in islice(self.proofs(budget), number):
                proofs.append(proof)  # noqa: PERF402 (kept where the budget ends)
        except UndecidedError:
            proofs = proofs or [self.minimal(grace)]
        return proofs

    def minimal(self, budget: Budget) -> Proof:
        """A proof from which no cause can be left out, if the budget allows to try all of them.

        The heaviest are tried first.

        Args:
            budget: in questions to the solver. Causes that are not tried before it ends stay.
        """
        core = self._groups.quick_core([*self._universe, self._supposed])
        causes = [group for group in core if group != self._supposed]
        kept = minimal_subset(
            sorted(causes, key=lambda group: -self._weight(group)),
            lambda some: self._groups.refutes([*some, self._supposed], budget),
        )
        return Proof(tuple(sorted(kept)), smallest=False, minimal=not budget.is_spent)

    def _learn(self, base: set[int], deal: int | None) -> None:
        """Learn correction sets from a deal that fits a set of causes.

        The causes of each correction set are added to the set; as long as some deal still fits it,
        that deal gives one more. So the correction sets learned are disjoint.
        """
        while deal is not None:
            deal, correction = self._shrunk(deal)
            self._groups.seen.append((deal, correction))
            self._hitting.hit(sorted(correction))
            base |= correction
            deal = self._groups.find_quickly([*base, self._supposed], CORRECTION_CONFLICTS)

    def _shrunk(self, deal: int) -> tuple[int, set[int]]:
        """A deal whose correction set is a part of a deal's, as small as is quickly found."""
        correction = self._groups.violated(deal, self._universe)
        while len(correction) > 1:  # a deal that violates nothing would fit all causes
            better = self._better(correction)
            if better is None:
                break
            deal, correction = better, self._groups.violated(better, self._universe)
        return deal, correction

    def _better(self, correction: set[int]) -> int | None:
        """A deal that fits at least one cause of a correction set, and all others outside of it.

        One question about all its causes at once finds out that there is none (Marques-Silva,
        Heras, Janota, Previti and Belov, "On Computing Minimal Correction Subsets", IJCAI 2013).
        """
        kept = [group for group in self._universe if group not in correction]
        return self._groups.find_quickly(
            [*kept, self._supposed], CORRECTION_CONFLICTS, any_of=correction
        )
