"""The combination: all half-suits of a position put together.

Those that conditions speak of are added up first, in their order (``prefix_sums``), to one table.
It and the others are narrowed once more, and combined by components.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import prod

import numpy as np

from tracker.budget import Budget
from tracker.counting.engine import ESTIMATE
from tracker.counting.fast.component import Component, connected
from tracker.counting.fast.estimates import EstimatedComponent, Midway
from tracker.counting.fast.half_suit_tables import (
    Factor,
    Integers,
    Limit,
    Narrowed,
    Numbers,
    narrow,
)
from tracker.counting.fast.modular import Moduli
from tracker.counting.fast.prefix_sums import PrefixSums, Summand
from tracker.counting.hidden_half_suits import Check, Stage
from tracker.errors import UndecidedError


class Combination:
    """How many deals to groups there are, and how many complete a filling.

    Args:
        factors: the tables, at least one: those with stages in their order, then the others.
        rooms: [group]: what the vectors add up to; columns of parts come after those of groups.
        stages: what is to be true after the first of the half-suits.
        budget: what an exact answer may cost.
    """

    def __init__(
        self,
        factors: Sequence[Factor],
        rooms: Sequence[int],
        stages: Sequence[Stage],
        budget: Budget,
    ) -> None:
        self._groups = len(rooms)
        self._stages = stages
        self._budget = budget
        self._limits = _limits(factors, rooms, stages)
        self.narrowed = narrow(factors, self._limits)

    @property
    def possible(self) -> bool:
        """Whether bounds leave a vector to every half-suit; where they do not, there is no deal."""
        return self.narrowed.possible and self.combined.possible

    @cached_property
    def sums(self) -> PrefixSums | None:
        """The sums of the half-suits with stages, if there are any, and within the budget.

        Where one vector of each half-suit is left, there is nothing to save: an estimate would have
        nothing to draw.
        """
        if not self._stages or not self.narrowed.possible:
            return None
        sums = PrefixSums(self._summands(), self._groups)
        decided = all(len(factor.ways) == 1 for factor in self.narrowed.factors)
        return sums if decided or self._budget.pay(sums.work) else None

    def _summands(self) -> list[Summand]:
        """The half-suits with stages, with the bounds on their sums."""
        factors = self.narrowed.factors[: len(self._stages)]
        taken = np.cumsum(self.narrowed.common[: len(factors)], axis=0)
        bounds = [limit.most for limit in self._limits[:-1]] - taken
        bounds = np.minimum(bounds, self.narrowed.wanted)
        bounds = np.minimum.accumulate(bounds[::-1], axis=0)[::-1]
        tops = np.cumsum([factor.most for factor in factors], axis=0)
        most = np.minimum(bounds, tops)
        return [
            Summand(factor, taken[i], most[i], stage.checks)
            for i, (factor, stage) in enumerate(zip(factors, self._stages, strict=True))
        ]

    @cached_property
    def combined(self) -> Narrowed:
        """What is combined: the sums, if they are there, and the half-suits not in them."""
        if self.sums is None:
            return self.narrowed
        staged, of_groups = len(self._stages), slice(self._groups)
        first = self.narrowed
        factors = [self.sums.factor]
        factors += [replace(f, vectors=f.vectors[:, of_groups]) for f in first.factors[staged:]]
        common = [np.sum(first.common[:staged], axis=0), *first.common[staged:]]
        wanted = np.array(first.wanted[of_groups])
        rest = narrow(factors, [Limit(len(factors), wanted, wanted)])
        both = [a[of_groups] + b for a, b in zip(common, rest.common, strict=True)]
        return replace(rest, common=tuple(both))

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """What is to be combined; nothing where there is no deal."""
        if not self.possible:
            return ()
        if self._stages and self.sums is None:
            return (self._estimated_whole(),)
        return tuple(map(self._component, connected(self.combined)))

    def _estimated_whole(self) -> Component:
        """All half-suits that are not decided, with the checks midway.

        Raises:
            UndecidedError: where there is nothing left to pay for an estimate.
        """
        if not self._budget.pay(ESTIMATE, beyond_each=True):
            raise UndecidedError
        members = [i for i, factor in enumerate(self.narrowed.factors) if len(factor.ways) > 1]
        taken = np.cumsum(self.narrowed.common, axis=0)
        midway = [
            Midway(i, taken[i - 1], stage.checks) for i, stage in enumerate(self._stages, start=1)
        ]
        return EstimatedComponent(self.narrowed, tuple(members), midway)

    def _component(self, members: tuple[int, ...]) -> Component:
        """The component, estimated if its work is beyond the budget.

        Raises:
            UndecidedError: where there is nothing left to pay for an estimate.
        """
        component = Component(self.combined, members)
        if self._budget.pay(component.work):
            return component
        if not self._budget.pay(ESTIMATE, beyond_each=True):
            raise UndecidedError
        return EstimatedComponent(self.combined, members)

    @property
    def exact(self) -> bool:
        """Whether all numbers are exact."""
        return all(component.exact for component in self.components)

    @property
    def interval(self) -> tuple[int, int]:
        """Where the number of deals is; 95% each way where it is an estimate."""
        ends = [component.interval for component in self.components]
        low, high = prod(low for low, _ in ends), prod(high for _, high in ends)
        return (low * self._constant, high * self._constant) if self.possible else (0, 0)

    @cached_property
    def total(self) -> int:
        """The number of deals."""
        if not self.possible:
            return 0
        return self._constant * prod(component.total for component in self.components)

    @cached_property
    def _constant(self) -> int:
        """The product of what is combined with one vector."""
        return prod(int(f.ways[0]) for f in self.combined.factors if len(f.ways) == 1)

    def complete(self, members: Collection[int] | None = None) -> None:
        """Work out the deals that complete fillings; the total then comes from them.

        Args:
            members: the factors whose fillings will be asked about; None: all.
        """
        for component in self.components:
            component.complete(members)

    def places(self, i: int) -> Integers:
        """Which vectors of the i-th half-suit are left, as places in its table."""
        places = np.flatnonzero(self.narrowed.kept[i])
        member = self.member(i)
        if self.sums is None or member == 0:
            return places
        return places[self.combined.kept[member]]

    def member(self, i: int) -> int:
        """Which factor of what is combined the i-th half-suit is, or belongs to."""
        return i if self.sums is None else max(0, i - len(self._stages) + 1)

    def floats(self, i: int) -> Numbers:
        """[vector left]: deals that complete a filling of the i-th half-suit, rounded."""
        ways: Numbers = np.ones(1)
        component = self._component_of.get(self.member(i))
        if self.sums is not None and i < len(self._stages):
            moduli, digits = self._completions
            ways = moduli.floats(digits[i])
        elif component is not None:
            ways = component.floats(self.member(i))
        return ways * float(self._outside(self.member(i)))

    def integers(self, i: int) -> Numbers:
        """[vector left]: the same as Python integers."""
        ways: Numbers = np.ones(1, object)
        component = self._component_of.get(self.member(i))
        if self.sums is not None and i < len(self._stages):
            moduli, digits = self._completions
            ways = moduli.integers(digits[i])
        elif component is not None:
            ways = component.integers(self.member(i))
        deals: Numbers = ways * self._outside(self.member(i))
        return deals

    @cached_property
    def _completions(self) -> tuple[Moduli, list[Integers]]:
        """Primes, and the digits [prime, vector left] for each half-suit with a stage."""
        assert self.sums is not None
        after = np.zeros(len(self.combined.kept[0]), object)
        component = self._component_of.get(0)
        after[self.combined.kept[0]] = 1 if component is None else component.integers(0)
        return self.sums.completions(after)

    @cached_property
    def _component_of(self) -> Mapping[int, Component]:
        return {i: component for component in self.components for i in component.members}

    def _outside(self, member: int) -> int:
        """The ways to fill all that is outside a factor's component; there is a deal."""
        component = self._component_of.get(member)
        if component is not None:
            return self.total // component.total if component.total else 0
        return self.total // int(self.combined.factors[member].ways[0])


def _limits(
    factors: Sequence[Factor], rooms: Sequence[int], stages: Sequence[Stage]
) -> list[Limit]:
    """The bounds of each stage, and of all."""
    counted = np.sum([factor.most for factor in factors], axis=0)[len(rooms) :]
    most = np.array([*rooms, *counted])
    least = np.zeros_like(most)
    limits = []
    for i, stage in enumerate(stages, start=1):
        low, high = least, most
        for check in stage.checks:
            low, high = _hull(check, low, high)
        limits.append(Limit(i, low, high))
    filled = np.array([*rooms, *np.zeros_like(counted)])
    return [*limits, Limit(len(factors), filled, most)]


def _hull(check: Check, least: Integers, most: Integers) -> tuple[Integers, Integers]:
    """The tightest bounds [column] on what passes a check, of sums between these bounds."""
    lows, highs = [], []
    for bounds in check.alternatives:
        low, high = least.copy(), most.copy()
        for column, floor, ceiling in bounds:
            low[column] = max(low[column], floor)
            high[column] = min(high[column], ceiling)
        lows.append(low)
        highs.append(high)
    return np.min(lows, axis=0), np.max(highs, axis=0)
