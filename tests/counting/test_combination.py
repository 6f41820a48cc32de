"""Half-suits put together, from tables alone: against every choice of vectors, one of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random

import numpy as np
import pytest

from tracker.budget import Budget
from tracker.counting.fast import component
from tracker.counting.fast.combination import Combination
from tracker.counting.fast.half_suit_tables import Factor, Integers
from tracker.counting.hidden_half_suits import Check, ColumnBound, Stage


def factor(*vectors: tuple[int, ...]) -> Factor:
    return Factor(np.array(vectors), np.ones(len(vectors), np.int64))


def test_a_half_suit_that_does_not_fit() -> None:
    """Two cards for the first seat, which has room for one."""
    both = Combination([factor((2, 0)), factor((0, 1), (1, 0))], [1, 2], [], Budget())
    assert not both.possible
    assert both.components == ()
    assert both.exact
    assert both.total == 0
    assert both.interval == (0, 0)


def test_half_suits_that_fit() -> None:
    """One of two cards goes to each seat: either way."""
    both = Combination([factor((0, 1), (1, 0)), factor((0, 1), (1, 0))], [1, 1], [], Budget())
    assert both.possible
    assert both.total == 2
    assert both.interval == (2, 2)
    assert both.floats(0).tolist() == [1, 1]


# -- against every choice -------------------------------------------------------------------------


@dataclass
class Tables:
    """Made-up tables of half-suits, and conditions on the sums of the first of them."""

    factors: list[Factor]
    rooms: list[int]
    stages: list[Stage]

    def combined(self) -> Combination:
        return Combination(self.factors, self.rooms, self.stages, Budget())

    def completions(self) -> list[list[int]]:
        """For each half-suit and vector, the ways of the others to complete it."""
        found = [[0] * len(one.ways) for one in self.factors]
        for chosen in product(*(range(len(one.ways)) for one in self.factors)):
            vectors = [one.vectors[i] for one, i in zip(self.factors, chosen, strict=True)]
            if self.fit(np.cumsum(vectors, axis=0)):
                ways = [int(one.ways[i]) for one, i in zip(self.factors, chosen, strict=True)]
                for k, i in enumerate(chosen):
                    found[k][i] += prod(ways) // ways[k]
        return found

    def fit(self, sums: Integers) -> bool:
        return sums[-1].tolist() == self.rooms and all(
            any(all(low <= so_far[i] <= high for i, low, high in bounds) for bounds in one)
            for stage, so_far in zip(self.stages, sums, strict=False)
            for one in (check.alternatives for check in stage.checks)
        )


def vectors_of(random: Random, columns: Sequence[int], width: int) -> list[tuple[int, ...]]:
    """Some of the ways in which a few cards can go to seats."""
    found = set()
    cards = random.randint(1, 4)
    for _ in range(random.randint(1, 6)):
        dealt = random.choices(columns, k=cards)
        found.add(tuple(map(dealt.count, range(width))))
    return sorted(found)


def some_tables(
    random: Random, sides: Sequence[Sequence[int]], stages: int, *, fits: bool = True
) -> Tables:
    """Half-suits that each go to the seats of one side; what is chosen of each fits, if wanted."""
    width = max(map(max, sides)) + 1
    vectors = [vectors_of(random, random.choice(sides), width) for _ in range(random.randint(2, 5))]
    chosen = np.cumsum([random.choice(each) for each in vectors], axis=0)
    ways = [np.array([random.randint(1, 9) for _ in each]) for each in vectors]
    return Tables(
        [Factor(np.array(each), w) for each, w in zip(vectors, ways, strict=True)],
        chosen[-1].tolist() if fits else shuffled(random, chosen[-1].tolist()),
        [Stage(i, checks_of(random, chosen[i].tolist())) for i in range(min(stages, len(vectors)))],
    )


def shuffled(random: Random, numbers: list[int]) -> list[int]:
    random.shuffle(numbers)
    return numbers


def checks_of(random: Random, true: Sequence[int]) -> tuple[Check, ...]:
    """Up to two conditions of one or two alternatives each, of which one at least is true."""

    def bound(holds: bool) -> ColumnBound:
        column = random.randrange(len(true))
        least = max(0, true[column] - random.randint(0, 1)) + 3 * (not holds)
        return ColumnBound(column, least, max(least, true[column]) + random.randint(0, 1))

    def check() -> Check:
        others = [(bound(False), bound(True)) for _ in range(random.randint(0, 1))]
        return Check(((bound(True), bound(True)), *others))

    return tuple(check() for _ in range(random.randint(0, 2)))


def check(tables: Tables) -> None:
    """The number of deals, and for every vector that of those that complete it."""
    both, expected = tables.combined(), tables.completions()
    total = sum(int(n) * w for n, w in zip(tables.factors[0].ways, expected[0], strict=True))
    assert both.possible or total == 0
    assert (both.total, both.interval, both.exact) == (total, (total, total), True)
    other = tables.combined()
    other.complete()
    assert other.total == total
    for i, ways in enumerate(expected) if both.possible else ():
        places = both.places(i).tolist()
        left = [ways[place] for place in places]
        assert sum(left) == sum(ways)
        assert np.broadcast_to(both.integers(i), len(places)).tolist() == left
        assert np.broadcast_to(both.floats(i), len(places)).tolist() == pytest.approx(left)


@pytest.fixture(params=["few", "grids"])
def _on_grids(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "grids":
        monkeypatch.setattr(component, "_FEW", 0)


ONE_SIDE = [(0, 1, 2)]
SEVERAL = [(0, 1), (2, 3), (4, 5)]
SIDES = [(ONE_SIDE, 0), (ONE_SIDE, 3), (SEVERAL, 0), (SEVERAL, 2)]


@pytest.mark.usefixtures("_on_grids")
@pytest.mark.parametrize(("sides", "stages"), SIDES, ids=str)
def test_combinations_equal_every_choice(sides: list[tuple[int, ...]], stages: int) -> None:
    for seed in range(30):
        check(some_tables(Random(seed), sides, stages))


def test_where_nothing_fits_there_is_no_deal() -> None:
    impossible = 0
    for seed in range(60):
        tables = some_tables(Random(seed), SEVERAL if seed % 2 else ONE_SIDE, seed % 3, fits=False)
        check(tables)
        impossible += not tables.combined().possible
    assert 10 < impossible < 50
