"""Bounds that are switched by a literal that stands in them several times, against all worlds."""

from __future__ import annotations

import random
from itertools import product
from typing import cast

from pysat.solvers import Solver

from tracker.sat import DealSolver
from tracker.sat.solver import MiniCard

World = set[int]
AtMost = tuple[list[int], int]


def drawn(rng: random.Random, numbers: range, size: int) -> list[int]:
    """Some literals."""
    return [number * rng.choice((1, -1)) for number in rng.sample(numbers, size)]


def fits(world: World, clauses: list[list[int]], bounds: list[AtMost], given: list[int]) -> bool:
    """Whether a world fits all of it."""
    return (
        all(any(literal in world for literal in clause) for clause in clauses)
        and all(len(world.intersection(literals)) <= most for literals, most in bounds)
        and all(literal in world for literal in given)
    )


def check(rng: random.Random) -> None:
    """One solver that is told and asked in turns."""
    numbers = range(1, rng.randint(5, 8))
    worlds = [
        {n if holds else -n for n, holds in zip(numbers, one, strict=True)}
        for one in product((False, True), repeat=len(numbers))
    ]
    clauses = [drawn(rng, numbers, 3) for _ in range(rng.randint(0, 2 * len(numbers)))]
    switches: dict[int, AtMost] = {}
    deals = object.__new__(DealSolver)
    with Solver("minicard", bootstrap_with=clauses) as solver:
        deals._solver = cast(MiniCard, solver)
        for switch in range(len(numbers) + 1, len(numbers) + 9):
            literals = drawn(rng, numbers, rng.randint(2, len(numbers)))
            switches[switch] = literals, rng.randint(0, len(literals))
            deals.add_bound(*switches[switch], switch)
            on = [one for one in switches if rng.random() < 0.6]
            given = drawn(rng, numbers, rng.randint(0, 2))
            bounds = [switches[one] for one in on]
            expected = any(fits(world, clauses, bounds, given) for world in worlds)
            assert solver.solve([*on, *given]) == expected
            if expected:
                assert fits(set(solver.get_model()), clauses, bounds, given)
            else:
                core = solver.get_core() or []
                bounds = [switches[one] for one in on if one in core]
                given = [one for one in given if one in core]
                assert not any(fits(world, clauses, bounds, given) for world in worlds)


def test_switched_bounds() -> None:
    rng = random.Random(1)
    for _ in range(60):
        check(rng)
