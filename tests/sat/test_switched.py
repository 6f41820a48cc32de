"""Bounds that are switched by a literal that stands in them several times, against all worlds.

And groups of facts that are switched on and off, against all deals.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from pysat.solvers import Solver

from tests.brute import all_deals
from tests.strategies import seed_games
from tracker.errors import ClosedError
from tracker.game.record import Record
from tracker.knowledge.facts import Clause, EventCause, Fact, Literal, size_facts
from tracker.knowledge.views import knowledge
from tracker.sat import Placements, encoding
from tracker.sat.encoding import AtMost
from tracker.sat.solver import SwitchedSolver

World = set[int]


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
    with Solver("minicard", bootstrap_with=clauses) as solver:
        for switch in range(len(numbers) + 1, len(numbers) + 9):
            literals = drawn(rng, numbers, rng.randint(2, len(numbers)))
            switches[switch] = AtMost(literals, rng.randint(0, len(literals)))
            weighed, most = encoding.switched(switch, switches[switch])
            solver.add_atmost(weighed, most)
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


MUCH = 100_000
"""Conflicts that none of these searches takes."""


def check_groups(record: Record, rng: random.Random) -> int:
    """Facts, each a group; how often one more could be had, or how often none: which was less."""
    known = knowledge(record)
    placements = Placements(known.cards, known.seats)
    deals = {placements.mask_of(deal): deal for deal in all_deals(known)}
    facts: list[Fact] = rng.sample(known.facts, min(4, len(known.facts)))
    for _ in range(5):
        pair = [(rng.choice(known.cards), rng.choice(known.seats)) for _ in range(2)]
        literals = [Literal(card, seat, rng.random() < 0.7) for card, seat in pair]
        facts.append(Clause(tuple(literals), EventCause(0)))
    fitting = [{mask for mask, deal in deals.items() if fact.fits(deal)} for fact in facts]
    yes = no = 0
    with SwitchedSolver(placements) as solver:
        sizes = solver.add_group(size_facts(known))
        groups = [solver.add_group([fact]) for fact in facts]
        for _ in range(12):
            on = rng.sample(range(len(facts)), rng.randint(0, len(facts)))
            others = [i for i in range(len(facts)) if i not in on]
            left = set(deals).intersection(*(fitting[i] for i in on))
            more = left & set().union(*(fitting[i] for i in others))
            asked = [sizes, *(groups[i] for i in on)]
            found = solver.find_more(asked, [groups[i] for i in others], MUCH)
            assert found in more if more else found is None
            found = solver.find(asked, MUCH)
            assert found in left if left else found is None
            yes, no = yes + bool(more), no + (not more and bool(others) and bool(left))
    return min(yes, no)


def test_one_more_group() -> None:
    """What was asked before has no part in what is asked next."""
    rng = random.Random(5)
    games = seed_games(seed=51, count=60, max_deals=400)
    checked = [check_groups(game, rng) for game in games]
    assert sum(map(bool, checked)) > 5


def test_a_closed_solver_finds_nothing_more() -> None:
    solver = SwitchedSolver(Placements(("2C", "3C"), ("Ann", "Bob")))
    group = solver.add_group([Clause((Literal("2C", "Ann", True),), EventCause(1))])
    assert solver.find_more([], [group], MUCH) is not None
    solver.close()
    with pytest.raises(ClosedError):
        solver.find_more([], [group], MUCH)
