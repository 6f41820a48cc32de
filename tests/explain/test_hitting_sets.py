"""Cheapest hitting sets, against all subsets."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from tracker.budget import HITTING_NODES
from tracker.explain.smallest import smallest_mus
from tracker.explain.smallest.smallest_mus import HittingSets

ELEMENTS = range(9)


def cheapest(sets: list[set[int]], blocked: list[set[int]], cost: dict[int, int]) -> int | None:
    """What a cheapest hitting set costs, by trying all."""
    every = chain.from_iterable(combinations(ELEMENTS, size) for size in range(10))
    costs = [
        sum(cost[element] for element in chosen)
        for chosen in every
        if all(one & set(chosen) for one in sets) and not any(one <= set(chosen) for one in blocked)
    ]
    return min(costs, default=None)


@pytest.mark.parametrize("nodes", [HITTING_NODES, 0])
def test_none_is_cheaper(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand, and (with no node allowed) by MaxSAT."""
    monkeypatch.setattr(smallest_mus, "HITTING_NODES", nodes)
    rng = random.Random(5)
    for _ in range(200):
        cost = {element: rng.randint(20, 30) for element in ELEMENTS}
        sets = [set(rng.sample(ELEMENTS, rng.randint(1, 4))) for _ in range(rng.randint(0, 9))]
        asked = HittingSets(cost)
        for one in sets:
            asked.hit(one)
        blocked: list[set[int]] = []
        for _ in range(3):
            found = asked.cheapest()
            least = cheapest(sets, blocked, cost)
            assert (found is None) == (least is None)
            if found is None or not found:
                break
            assert all(one & set(found) for one in sets)
            assert sum(cost[element] for element in found) == least
            asked.block(found)
            blocked.append(set(found))


def test_what_cannot_be_hit() -> None:
    asked = HittingSets({1: 1})
    asked.hit([1])
    asked.hit([])
    assert asked.cheapest() is None
