"""Facts as clauses and cardinality constraints over solver literals: stateless functions.

A constraint is either a *clause* (a list of literals, one of which is true) or *at most k* of some
literals, which the solver used here knows natively. "At least k of n" is "at most n − k of the
negations". Placements that are known to be impossible or certain have no variable: their truth is
known before anything is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tracker.knowledge.facts import Clause, Count
from tracker.sat.placements import Placements, bits


class AtMost(NamedTuple):
    """At most so many of some literals are true."""

    literals: list[int]
    most: int


class Variables(NamedTuple):
    """How the placements that are still open are named in a solver."""

    variable: Mapping[int, int]
    """The solver's variable for each open placement (a one-bit mask)."""
    open: int
    """The placements with a variable, as a mask."""
    certain: int
    """The placements that hold in every deal, as a mask."""


def name_placements(placements: Placements, allowed: int, numbers: Iterator[int]) -> Variables:
    """Variables for the placements that ``allowed`` leaves open, by the next numbers."""
    certain = 0
    variable: dict[int, int] = {}
    for card in placements.cards:
        options = allowed & placements.of_card(card)
        if options and not options & (options - 1):
            certain |= options
            continue
        for bit in bits(options):
            variable[bit] = next(numbers)
    return Variables(variable, sum(variable), certain)


def seats_of_each(placements: Placements, allowed: int, names: Variables) -> Iterator[list[int]]:
    """The variables of each card whose place is open: it was dealt to just one of these seats."""
    for card in placements.cards:
        options = allowed & placements.of_card(card)
        if not options & names.certain:
            yield [names.variable[bit] for bit in bits(options)]


def between(names: Variables, counted: int, least: int, most: int) -> tuple[AtMost, AtMost]:
    """Between ``least`` and ``most`` of the counted placements hold."""
    sure = (counted & names.certain).bit_count()
    variables = [names.variable[bit] for bit in bits(counted & names.open)]
    return (
        AtMost(variables, most - sure),
        AtMost([-variable for variable in variables], len(variables) - (least - sure)),
    )


def count(placements: Placements, names: Variables, fact: Count) -> tuple[AtMost, AtMost]:
    """A count fact as two bounds."""
    return between(names, placements.mask_of_count(fact), fact.least, fact.most)


def switched(switch: int, bound: AtMost) -> AtMost:
    """A bound that counts only where a variable, the *switch*, is true.

    "At most k of n literals" gets the switch n - k times: with these, at most n of them all are
    true, which says nothing where the switch is false. (The solver takes a literal that stands
    there several times for as many; ``tests/sat/test_switched.py`` holds it to that.)

    Example: "at most 1 of a, b, c" with the switch s becomes "at most 3 of a, b, c, s, s".
    """
    literals, most = bound
    return AtMost([*literals, *[switch] * (len(literals) - most)], len(literals))


def clause(placements: Placements, names: Variables, fact: Clause) -> list[int] | None:
    """A clause fact as literals; None where it is true already."""
    positive, negative = placements.masks(fact)
    if positive & names.certain or negative & ~names.certain & ~names.open:
        return None
    literals = [names.variable[bit] for bit in bits(positive & names.open)]
    literals += [-names.variable[bit] for bit in bits(negative & names.open)]
    return literals


def assume(names: Variables, placements: Iterable[int], holds: bool) -> list[int] | None:
    """Assumptions that placements hold, or do not; None where they contradict what is known."""
    literals = []
    for bit in placements:
        variable = names.variable.get(bit)
        if variable is not None:
            literals.append(variable if holds else -variable)
        elif bool(bit & names.certain) != holds:
            return None
    return literals
