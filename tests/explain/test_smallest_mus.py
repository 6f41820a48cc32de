"""The search for smallest sets of causes, against all sets of a tiny table."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from itertools import combinations
from typing import NamedTuple

import pytest

from tests.explain.tiny_tables import DEALS, Hesitant, grounds, some_facts
from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.explain.smallest.smallest_mus import Proof, ProofSearch


class Case(NamedTuple):
    """Something supposed that the causes in the universe leave no deal for."""

    oracle: FactGroups
    supposed: int
    weights: dict[int, int]
    universe: list[int]

    def search(self) -> ProofSearch:
        return ProofSearch(
            self.oracle, self.supposed, self.universe, lambda group: self.weights[group]
        )

    def proves(self, groups: Collection[int]) -> bool:
        """Whether no deal fits some causes and what is supposed, by trying all."""
        facts = self.oracle.facts([*groups, self.supposed])
        return not any(all(fact.fits(deal) for fact in facts) for deal in DEALS)


def cases(seed: int, count: int, kind: type[FactGroups] = FactGroups) -> Iterator[Case]:
    """Cases in which something is proven, most by two causes and more."""
    rng = random.Random(seed)
    while count:
        with kind(grounds(rng)) as oracle:
            supposed = oracle.add_group(some_facts(rng, 9))
            universe = [group for group in oracle.all if rng.random() < 0.9]
            weights = {group: rng.randint(1, 4) for group in oracle.all}
            case = Case(oracle, supposed, weights, universe)
            if case.proves(universe) and not case.proves([]):
                count -= 1
                yield case


def smallest(case: Case) -> list[tuple[int, ...]]:
    """All the smallest sets of causes that prove it."""
    for size in range(len(case.universe) + 1):
        if found := [some for some in combinations(case.universe, size) if case.proves(some)]:
            return found
    raise AssertionError


@pytest.mark.parametrize("kind", [FactGroups, Hesitant])
def test_all_the_smallest_are_found(kind: type[FactGroups]) -> None:
    """With deals to begin with, and without."""
    sizes = set()
    for i, case in enumerate(cases(7, 20, kind)):
        search = case.search()
        if i % 2:
            search.seed([case.oracle.placements.mask_of(deal) for deal in DEALS[i::19]])
        found = list(search.proofs(Budget()))
        assert all(proof.smallest for proof in found)
        groups = [proof.groups for proof in found]
        assert sorted(groups) == smallest(case)
        sizes.add((len(groups[0]), len(groups) > 1))
    assert {(1, True), (2, True), (3, False)} <= sizes


def test_out_of_time_there_is_none() -> None:
    for case in cases(2, 1):
        with pytest.raises(UndecidedError):
            next(case.search().proofs(Budget(0)))


def test_of_an_irreducible_proof_none_can_be_left_out() -> None:
    for case in cases(3, 20):
        proof = case.search().minimal(Budget())
        assert not proof.smallest
        assert case.proves(proof.groups)
        for group in proof.groups:
            assert not case.proves([other for other in proof.groups if other != group])


def test_the_heaviest_causes_are_left_out_first() -> None:
    """Where nothing is quickly seen, one after the other is tried; without time, none is."""
    for case in cases(4, 20, Hesitant):
        kept = case.universe
        for group in sorted(case.universe, key=lambda group: -case.weights[group]):
            rest = [other for other in kept if other != group]
            if case.proves(rest):
                kept = rest
        assert case.search().minimal(Budget()) == Proof(tuple(kept), smallest=False)
        every = Proof(tuple(case.universe), smallest=False, minimal=False)
        assert case.search().minimal(Budget(0)) == every
