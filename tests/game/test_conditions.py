"""Conditions on hands of unknown size, against all the ways to have dealt the hidden cards."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import product

from tests.game.test_replay import after
from tracker.game.conditions import (
    ALWAYS,
    NEVER,
    Bound,
    Condition,
    Ways,
    all_of,
    any_of,
    both,
    implies,
    weakest,
)
from tracker.game.state import State

SEATS = ("Ann", "Bob", "Carl")
HIDDEN = 3
World = tuple[str, ...]
"""To whom each hidden card was dealt, in the order in which they left play."""
WORLDS: tuple[World, ...] = tuple(product(SEATS, repeat=HIDDEN))


def is_true(ways: Ways, world: World) -> bool:
    """Whether all bounds of one condition hold in a world."""
    return any(all(holds(bound, world) for bound in condition) for condition in ways)


def holds(bound: Bound, world: World) -> bool:
    return bound.least <= world[: bound.hidden].count(bound.seat) <= bound.most


def where(ways: Ways) -> set[World]:
    """The worlds in which it is true."""
    return {
        world for condition in ways for world in set(WORLDS).intersection(*map(bounded, condition))
    }


@cache
def bounded(bound: Bound) -> frozenset[World]:
    return frozenset(world for world in WORLDS if holds(bound, world))


def some_bound(rng: random.Random) -> Bound:
    """One that says something."""
    hidden = rng.randint(1, HIDDEN)
    least, most = sorted((rng.randint(0, hidden), rng.randint(0, hidden)))
    if (least, most) == (0, hidden):
        return some_bound(rng)
    return Bound(rng.choice(SEATS), hidden, least, most)


def some_ways(rng: random.Random) -> Ways:
    conditions = [
        all_of(((some_bound(rng),),) for _ in range(rng.randint(0, 3)))
        for _ in range(rng.randint(0, 3))
    ]
    return tuple(condition for (condition,) in conditions)


def needless(conditions: Sequence[Condition]) -> bool:
    """Whether one condition follows from another."""
    return any(implies(one, two) for one in conditions for two in conditions if one is not two)


def test_and_and_or_of_conditions() -> None:
    rng = random.Random(1)
    for _ in range(400):
        first, second, third = (some_ways(rng) for _ in range(3))
        one, two, three = map(where, (first, second, third))
        assert where(both(first, second)) == one & two
        assert where(all_of((first, second, third))) == one & two & three
        assert where(any_of((first, second, third))) == one | two | three
        for found in (both(first, second), any_of((first, second, third))):
            assert not needless(found)
            assert not any(needless([(bound,) for bound in one]) for one in found)


def test_what_is_always_so_and_what_never() -> None:
    some = ((Bound("Ann", 2, 1, 1),),)
    assert all_of(()) == ALWAYS
    assert any_of(()) == NEVER
    assert both(some, ALWAYS) == both(ALWAYS, some) == some
    assert both(some, NEVER) == both(NEVER, some) == NEVER
    assert any_of((some, ALWAYS)) == any_of((ALWAYS, some)) == ALWAYS
    assert any_of((some, NEVER)) == some


def test_a_bound_implies_what_is_true_wherever_it_is() -> None:
    """By what is said of one seat; not where it may have more than all the cards of the other."""
    bounds = [
        Bound(seat, hidden, least, most)
        for seat in SEATS[:2]
        for hidden in range(1, HIDDEN + 1)
        for least in range(hidden + 1)
        for most in range(least, hidden + 1)
        if (least, most) != (0, hidden)
    ]
    for one, other in product(bounds, repeat=2):
        follows = bounded(one) <= bounded(other)
        if one.seat == other.seat and one.most <= other.hidden:
            assert one.implies(other) == follows
        assert follows or not one.implies(other)


def test_a_condition_implies_another_bound_by_bound() -> None:
    out, some, bob = Bound("Ann", 3, 2, 2), Bound("Ann", 3, 1, 2), Bound("Bob", 3, 1, 1)
    assert implies((out, bob), (bob, some))
    assert implies((out,), ())
    assert not implies((out,), (some, bob))
    assert not implies((bob, some), (out,))


def test_what_contradicts_itself_is_kept_only_where_nothing_else_is_left() -> None:
    """Ann had the first card, and none of the first two; or not that one, and both."""
    bob = Bound("Bob", 2, 1, 1)
    for one, other in (
        (Bound("Ann", 1, 1, 1), Bound("Ann", 2, 0, 0)),
        (Bound("Ann", 1, 0, 0), Bound("Ann", 2, 2, 2)),
    ):
        assert both(((one,),), ((other,), (bob,))) == ((one, bob),)
        assert both(((one,),), ((other,),)) == ((one, other),)


def test_of_many_conditions_the_weakest_are_kept_in_their_order() -> None:
    out, few, bob = Bound("Ann", 3, 2, 2), Bound("Ann", 3, 1, 2), Bound("Bob", 3, 1, 1)
    assert weakest([(out, bob), (bob,), (out,), (few,), (bob,)]) == ((bob,), (few,))


# -- hands of unknown size -----------------------------------------------------------------------

HIDING = """
rules: pagat, deck=custom, reveal=nothing
book reds: 2H 3H
book blacks: 2S 3S
book clubs: 2C 3C
book diamonds: 2D 3D
seats: Ann Bob Carl Dora
turn: Ann
sizes: Ann 4 Bob 2 Carl 1 Dora 1

Ann claims reds: Ann rest: opponents
Ann asks Dora 2C: yes
Ann claims blacks: Ann rest: opponents
"""


def dealt_worlds(state: State) -> list[World]:
    """Those in which no hand had more cards than it can have had."""
    seats = state.table.seats
    worlds = product(seats, repeat=len(state.hidden))
    return [
        world for world in worlds if all(world.count(seat) <= state.balance[seat] for seat in seats)
    ]


def test_what_it_takes_to_have_cards_or_none() -> None:
    """Dora gave her one card away: she cannot have any; Ann has too many to be out."""
    state = after(HIDING, "")
    assert set(state.sizes.values()) == {None}
    for world in dealt_worlds(state):
        for seat in state.table.seats:
            left = state.balance[seat] - world.count(seat)
            assert is_true(state.able(seat), world) == (left > 0)
            assert is_true(state.out([seat]), world) == (left == 0)
    assert (state.able("Dora"), state.out(["Dora"])) == (NEVER, ((Bound("Dora", 4, 0, 0),),))
    assert (state.able("Ann"), state.out(["Ann"])) == (ALWAYS, NEVER)
    assert state.able("Bob") == ((Bound("Bob", 4, 0, 1),),)
    assert state.out(["Bob", "Carl"]) == ((Bound("Bob", 4, 2, 2), Bound("Carl", 4, 1, 1)),)
    assert state.some_able(["Bob", "Carl"]) == (
        (Bound("Bob", 4, 0, 1),),
        (Bound("Carl", 4, 0, 0),),
    )


def test_of_a_hand_of_known_size_nothing_is_open() -> None:
    state = after(HIDING, "Bob has 0\nAnn has 2\n")
    assert (state.able("Bob"), state.out(["Bob"])) == (NEVER, ALWAYS)
    assert (state.able("Ann"), state.out(["Ann"])) == (ALWAYS, NEVER)
    assert state.out(["Bob", "Carl"]) == state.out(["Carl"])
    assert state.some_able(["Bob", "Carl"]) == state.able("Carl")


def test_what_a_size_told_makes_of_a_bound() -> None:
    """True or untrue where it is in all worlds with that size; else it is left open."""
    bounds = [
        Bound("Bob", hidden, least, most)
        for hidden in range(1, 5)
        for least in range(hidden + 1)
        for most in range(least, hidden + 1)
    ]
    for size in range(3):
        state = after(HIDING, f"Bob has {size}\n")
        lost = state.balance["Bob"] - size
        worlds = [world for world in dealt_worlds(state) if world.count("Bob") == lost]
        for bound in bounds:
            found = {holds(bound, world) for world in worlds}
            assert state.truth_of(bound) == (found.pop() if len(found) == 1 else None)
            assert state.truth_of(bound._replace(seat="Carl")) is None
