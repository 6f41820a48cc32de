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

Of several smallest proofs the lightest is wanted. So a cause costs its weight plus a constant that
is larger than all weights together: the number of causes counts first.

Example: correction sets {1, 2}, {2, 3} and {4}. A smallest hitting set is {2, 4}. If these two
leave a deal, one that violates only 3, then {3} is added, and the next hitting set is {2, 3, 4}.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

from tracker.budget import CORRECTION_CONFLICTS, HITTING_NODES, Budget, minimal_subset
from tracker.errors import UndecidedError
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.sat.placements import bits


@dataclass(frozen=True)
class Proof:
    """Causes that leave no deal together with what is supposed: an unsatisfiable subset."""

    groups: tuple[int, ...]
    """The numbers of their groups, in order."""
    smallest: bool
    """Whether it is certain that no proof has fewer causes, or as many and less weight."""
    minimal: bool = True
    """Whether it is certain that no cause can be left out."""


class ProofSearch:
    """The search for the smallest proofs of one conclusion.

    Args:
        groups: the facts.
        supposed: the group of the supposition; with it, all the causes leave no deal.
        weights: the weight of each cause that a proof may have, by group.
    """

    def __init__(self, groups: FactGroups, supposed: int, weights: Mapping[int, int]) -> None:
        self._groups = groups
        self._supposed = supposed
        self._universe = frozenset(weights)
        unit = 1 + sum(weights.values())
        self._cost = {group: unit + weights[group] for group in sorted(weights)}
        self._hitting = HittingSets(self._cost)

    def seed(self, deals: Iterable[int]) -> None:
        """Begin with the correction sets of some deals, and of those seen in earlier searches.

        Args:
            deals: as masks; those that do not fit the supposition are passed over.
        """
        for correction in {
            self._groups.violated(deal, self._universe)
            for deal in (*deals, *self._groups.seen)
            if self._groups.fits(deal, self._supposed)
        }:
            self._hitting.hit(correction)

    def proofs(self, budget: Budget) -> Iterator[Proof]:
        """All the smallest proofs, the lightest first.

        Args:
            budget: in questions to the solver.

        Raises:
            UndecidedError: where the budget ends before the next proof is found.
        """
        most = len(self._universe)
        while True:
            hitting = self._hitting.cheapest()
            if hitting is None or len(hitting) > most:
                return
            deal = self._groups.find([*hitting, self._supposed], budget)
            if deal is not None:
                self._learn(set(hitting), deal)
                continue
            most = len(hitting)
            yield Proof(tuple(sorted(hitting)), smallest=True)
            self._hitting.block(hitting)

    def best(self, number: int, budget: Budget, grace: Callable[[], Budget]) -> list[Proof]:
        """Some of the smallest proofs, the lightest first; or a minimal proof, out of budget.

        Args:
            number: how many proofs, if there are as many.
            budget: for smallest proofs, in questions to the solver.
            grace: makes a budget for a minimal proof, where there is no smallest one in time.
        """
        proofs: list[Proof] = []
        try:
            for proof in islice(self.proofs(budget), number):
                proofs.append(proof)  # noqa: PERF402 (kept where the budget ends)
        except UndecidedError:
            proofs = proofs or [self.minimal(grace())]
        return proofs

    def minimal(self, budget: Budget) -> Proof:
        """A proof from which no cause can be left out, if the budget allows to try all of them.

        The heaviest are tried first.

        Args:
            budget: in questions to the solver. Causes that are not tried before it ends stay.
        """
        core = self._groups.quick_core([*self._cost, self._supposed])
        causes = [group for group in core if group != self._supposed]
        kept = minimal_subset(
            sorted(causes, key=lambda group: -self._cost[group]),
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
            self._groups.seen.append(deal)
            self._hitting.hit(correction)
            base |= correction
            deal = self._groups.find_quickly([*base, self._supposed], CORRECTION_CONFLICTS)

    def _shrunk(self, deal: int) -> tuple[int, frozenset[int]]:
        """A deal whose correction set is a part of a deal's, as small as is quickly found."""
        correction = self._groups.violated(deal, self._universe)
        while len(correction) > 1:  # a deal that violates nothing would fit all causes
            better = self._better(correction)
            if better is None:
                break
            deal, correction = better, self._groups.violated(better, self._universe)
        return deal, correction

    def _better(self, correction: frozenset[int]) -> int | None:
        """A deal that fits at least one cause of a correction set, and all others outside of it.

        One question about all its causes at once finds out that there is none (Marques-Silva,
        Heras, Janota, Previti and Belov, "On Computing Minimal Correction Subsets", IJCAI 2013).
        """
        kept = [group for group in self._cost if group not in correction]
        return self._groups.find_quickly(
            [*kept, self._supposed], CORRECTION_CONFLICTS, any_of=correction
        )


# -- cheapest hitting sets ------------------------------------------------------------------------


class HittingSets:
    """Cheapest sets that have an element in common with each of the sets given.

    The sets are few and small, so branch and bound mostly ends after some dozen nodes. First, a set
    that contains another is dropped, and so is an element if a cheaper one is in all of its sets
    (it is *dominated*), until nothing changes. Then the search branches on the elements of a
    smallest set that is not hit yet, the cheapest first; an element that was tried is left out of
    the later branches. Sets without a common element need one element each: that is the lower
    bound on the cost.

    Where the search takes too many nodes, or where hitting sets have been ruled out (which makes
    domination wrong), MaxSAT solves the problem (PySAT's RC2; Ignatiev, Morgado and Marques-Silva,
    "RC2: an efficient MaxSAT solver", JSAT 11, 2019).

    A set is stored as the bits of an integer, and elements are numbered by cost. So the lowest bit
    of a set is its cheapest element.

    Args:
        cost: the cost of each element, above 0.
    """

    def __init__(self, cost: Mapping[int, int]) -> None:
        self._elements = sorted(cost, key=lambda element: (cost[element], element))
        self._costs = [cost[element] for element in self._elements]
        self._bit = {element: 1 << i for i, element in enumerate(self._elements)}
        self._to_hit: list[int] = []
        self._blocked: list[int] = []

    def hit(self, elements: Iterable[int]) -> None:
        """Add a set to be hit."""
        self._to_hit.append(self._mask(elements))

    def block(self, elements: Iterable[int]) -> None:
        """Rule out a hitting set, and all that contain it."""
        self._blocked.append(self._mask(elements))

    def cheapest(self) -> list[int] | None:
        """A cheapest hitting set, in order; None where there is no hitting set."""
        if 0 in self._to_hit or 0 in self._blocked:
            return None
        self._to_hit = _without_supersets(self._to_hit)
        if not self._blocked:
            search = _BranchAndBound(self._costs)
            search.branch(0, 0, _reduced(self._to_hit))
            if search.nodes <= HITTING_NODES:
                return self._sorted(bits(search.best))
        return self._by_max_sat()

    def _mask(self, elements: Iterable[int]) -> int:
        return sum([self._bit[element] for element in elements])

    def _sorted(self, chosen: Iterable[int]) -> list[int]:
        """The elements that some bits stand for, in order."""
        return sorted(self._elements[bit.bit_length() - 1] for bit in chosen)

    def _by_max_sat(self) -> list[int] | None:
        """A cheapest hitting set by MaxSAT; None where there is no hitting set."""
        formula = WCNF()
        variables: dict[int, int] = {}
        for sets, sign in ((self._to_hit, 1), (self._blocked, -1)):
            for mask in sets:
                formula.append(
                    [sign * variables.setdefault(bit, len(variables) + 1) for bit in bits(mask)]
                )
        for bit, variable in variables.items():
            formula.append([-variable], weight=self._costs[bit.bit_length() - 1])
        with RC2Stratified(formula, solver="m22", adapt=True) as solver:
            model = solver.compute()
        if model is None:
            return None
        return self._sorted(bit for bit, variable in variables.items() if model[variable - 1] > 0)


def _without_supersets(sets: Iterable[int]) -> list[int]:
    """The sets that contain no other, the smallest first."""
    kept: list[int] = []
    for candidate in sorted(set(sets), key=lambda mask: (mask.bit_count(), mask)):
        if not any(not smaller & ~candidate for smaller in kept):
            kept.append(candidate)
    return kept


def _reduced(sets: list[int]) -> list[int]:
    """The sets that still matter, less all dominated elements, the smallest first."""
    while dominated := _dominated(sets):
        sets = _without_supersets(mask & ~dominated for mask in sets)
    return sets


def _dominated(sets: Iterable[int]) -> int:
    """The elements for which a cheaper one is in all of their sets."""
    common: dict[int, int] = {}
    for mask in sets:
        for bit in bits(mask):
            common[bit] = common.get(bit, mask) & mask
    return sum([bit for bit, shared in common.items() if shared & (bit - 1)])


class _BranchAndBound:
    """One search for a cheapest hitting set."""

    def __init__(self, costs: Sequence[int]) -> None:
        self.best = 0
        self.nodes = 0
        self._costs = costs
        self._least = 1 + sum(costs)

    def branch(self, chosen: int, cost: int, left: Sequence[int]) -> None:
        """Complete some elements to a hitting set, in all the ways that may be the cheapest.

        Args:
            chosen: the elements.
            cost: their cost.
            left: the sets that they do not hit, the smallest first.
        """
        self.nodes += 1
        if self.nodes > HITTING_NODES or cost + self._lower_bound(left) >= self._least:
            return
        if not left:
            self.best, self._least = chosen, cost
            return
        tried = 0
        for bit in bits(left[0]):
            rest = [mask for mask in left if not mask & bit]
            if tried:
                rest = sorted([mask & ~tried for mask in rest], key=int.bit_count)
            if not rest or rest[0]:
                self.branch(chosen | bit, cost + self._costs[bit.bit_length() - 1], rest)
            tried |= bit

    def _lower_bound(self, left: Iterable[int]) -> int:
        """The cost of the cheapest element of each of some sets without a common element."""
        used = bound = 0
        for mask in left:
            if not used & mask:
                used |= mask
                bound += self._costs[(mask & -mask).bit_length() - 1]
        return bound
