"""Causes: what each costs, the order in which they are listed, what they say, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tracker.explain import Weights
from tracker.explain.conflict import seen_at
from tracker.explain.evidence import Evidence, in_order, is_tautology
from tracker.game.cards import Book
from tracker.game.replay import replay_of
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    EventCause,
    Fact,
    HandCause,
    HeaderCause,
    Literal,
    OwnCause,
    SizeCause,
    cause_to_json,
)
from tracker.notation.text import loads

LISTED: tuple[Cause, ...] = (
    EventCause(2),
    EventCause(10),
    OwnCause("3H", "Ann"),
    OwnCause("2H", "Bob"),
    HeaderCause("turn: Ann"),
    HeaderCause("turn: Bob"),
    HandCause("Ann"),
    HandCause("Bob"),
    SizeCause("Ann"),
    SizeCause("Bob"),
)
"""In the order of the listing: events by number, own cards by seat, header, sizes."""


def test_causes_are_listed_by_kind() -> None:
    assert in_order(reversed(LISTED)) == LISTED
    assert in_order((*LISTED[1::2], *LISTED[::2])) == LISTED


def test_a_cause_as_json() -> None:
    assert [cause_to_json(cause) for cause in LISTED[1::2]] == [
        {"event": 10},
        {"own": "2H", "seat": "Bob"},
        {"header": "turn: Bob"},
        {"hand": "Bob"},
        {"size": "Bob"},
    ]


@pytest.mark.parametrize(
    ("age", "expected"),
    [
        (10, {100: 2, 91: 2, 90: 3, 81: 3, 80: 4, 41: 7, 40: 8, 30: 8, 1: 8}),
        (1, {100: 2, 99: 3, 94: 8, 93: 8, 1: 8}),
        (0, {100: 2, 50: 2, 1: 2}),
    ],
)
def test_an_event_costs_more_with_age(age: int, expected: Mapping[int, int]) -> None:
    """At 100: two, and one more for each so many events since, six more at most."""
    weights = Weights(age=age)
    assert {number: weights.of(EventCause(number), 100) for number in expected} == expected


def test_each_kind_of_cause_has_its_weight() -> None:
    weights = Weights(own=3, header=5, event=7, oldest=0, hand=11, size=13)
    assert [weights.of(cause, 12) for cause in LISTED] == [7, 7, 3, 3, 5, 5, 11, 11, 13, 13]


def test_facts_are_grouped_by_what_says_them() -> None:
    """Of two things that are opposites one is always so: that says nothing."""
    reds = Book("reds", ("2H", "3H"))
    has, lacks = Literal("2H", "Ann", True), Literal("2H", "Ann", False)
    one = Clause((has, Literal("3H", "Bob", True)), EventCause(3))
    other, empty = Clause((lacks,), EventCause(3)), Clause((), EventCause(4))
    size = Count("Bob", reds.cards, 1, 1, SizeCause("Bob"))
    nothing = Clause((has, Literal("3H", "Ann", True), lacks), EventCause(1))
    facts: tuple[Fact, ...] = (size, one, nothing, empty, other)
    assert is_tautology(nothing)
    assert not any(map(is_tautology, (one, other, empty)))
    assert list(Evidence(("Ann", "Bob"), (reds,), facts).by_cause().items()) == [
        (EventCause(3), (one, other)),
        (EventCause(4), (empty,)),
        (SizeCause("Bob"), (size,)),
    ]


MOVES = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 2 Carl 1 Dora 1
turn: Ann

Ann asks Bob 2H: yes
Ann asks Bob 3H: yes
Ann asks Bob 2S: no
Bob asks Ann 2H: yes
Bob asks Ann 3H: no
Ann shows 3H
"""


def test_since_when_everyone_knows_where_a_card_is() -> None:
    """Until the moment asked about: that the 3H is shown again says nothing new."""
    states = replay_of(loads(MOVES)).states()
    assert [seen_at(states, "2H", at) for at in (1, 2, 3, 4, 5, 6)] == [1, 1, 1, 4, 4, 4]
    assert [seen_at(states, "3H", at) for at in (2, 4, 6)] == [2, 2, 2]
