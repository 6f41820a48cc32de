"""Causes: what each costs, the order in which they are listed, what they say, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tracker.explain import Weights
from tracker.explain.evidence import in_order
from tracker.knowledge.facts import (
    Cause,
    EventCause,
    HandCause,
    HeaderCause,
    OwnCause,
    SizeCause,
    cause_to_json,
)

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
