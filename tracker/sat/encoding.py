"""Bounds on how many of some literals are true.

The solver used here knows *at most k* of some literals natively. "At least k of n" is "at most
n − k of the negations".
"""

from __future__ import annotations

from typing import NamedTuple


class AtMost(NamedTuple):
    """At most so many of some literals are true."""

    literals: list[int]
    most: int


def between(literals: list[int], least: int, most: int) -> tuple[AtMost, AtMost]:
    """Between ``least`` and ``most`` of some literals are true."""
    negations = [-literal for literal in literals]
    return AtMost(literals, most), AtMost(negations, len(literals) - least)


def switched(switch: int, bound: AtMost) -> AtMost:
    """A bound that counts only where a variable, the *switch*, is true.

    "At most k of n literals" gets the switch n - k times: with these, at most n of them all are
    true, which says nothing where the switch is false. (The solver takes a literal that stands
    there several times for as many; ``tests/sat/test_switched.py`` holds it to that.)

    Example: "at most 1 of a, b, c" with the switch s becomes "at most 3 of a, b, c, s, s".
    """
    literals, most = bound
    return AtMost([*literals, *[switch] * (len(literals) - most)], len(literals))
