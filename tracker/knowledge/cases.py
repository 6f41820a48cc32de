"""Facts that leave alternatives, case by case.

A deal fits facts exactly when it fits one of their *cases*: the same facts, with one alternative of
each ``Either`` in its place. Cases that others include are left out: of "Bob was out" and "Bob or
Dora was out", nothing but "Bob was out" is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tracker.knowledge.facts import Count, Either, Fact

Counts: TypeAlias = tuple[Count, ...]


def cases(facts: Iterable[Fact], most: int) -> list[tuple[Fact, ...]] | None:
    """The cases, as facts without alternatives.

    Args:
        facts: the facts.
        most: give up where there are more.

    Returns:
        One at least; none where there are too many.
    """
    plain: list[Fact] = []
    found: list[Counts] = [()]
    for fact in facts:
        if not isinstance(fact, Either):
            plain.append(fact)
            continue
        found = _widest((*one, *counts) for one in found for counts in fact.alternatives)
        if len(found) > most:
            return None
    return [(*plain, *counts) for counts in found]


def _widest(cases: Iterable[Counts]) -> list[Counts]:
    """Cases less those that others include."""
    kept: list[Counts] = []
    for case in cases:
        case = _needed(case)
        if not any(_implies(case, other) for other in kept):
            kept = [other for other in kept if not _implies(other, case)]
            kept.append(case)
    return kept


def _needed(counts: Counts) -> Counts:
    """Counts less those that follow from others."""
    kept: list[Count] = []
    for count in counts:
        if not _implies(kept, (count,)):
            kept = [other for other in kept if not _implies((count,), (other,))]
            kept.append(count)
    return tuple(kept)


def _implies(first: Sequence[Count], second: Sequence[Count]) -> bool:
    return all(any(_makes_true(one, other) for one in first) for other in second)


def _makes_true(one: Count, other: Count) -> bool:
    """Whether a count alone makes another true: on more cards there are more, but not many more."""
    cards, others = set(one.cards), set(other.cards)
    if one.seat != other.seat or not (cards <= others or others <= cards):
        return False
    least = one.least - len(cards - others)
    return other.least <= max(least, 0) and one.most + len(others - cards) <= other.most
