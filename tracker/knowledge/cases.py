"""Facts with alternatives as a list of cases without any, for engines that know no alternatives.

In a *case* of some facts each ``Either`` is replaced by one of its alternatives. A deal fits the
facts exactly when it fits one of their cases. A case that implies another one is left out.

Example: "Bob was dealt the 2S, or Ann the 3S" and "Bob was dealt the 2S, or Ann the 4S" have two
cases: "Bob the 2S", and "Ann the 3S and the 4S".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tracker.knowledge.facts import Count, Either, Fact

Counts: TypeAlias = tuple[Count, ...]


def cases(facts: Iterable[Fact], most: int) -> list[tuple[Fact, ...]] | None:
    """The cases, each as facts without alternatives.

    Args:
        facts: the facts.
        most: the largest number of cases that is of use.

    Returns:
        At least one case; None where there are more than ``most``.
    """
    plain: list[Fact] = []
    chosen: list[Counts] = [()]
    for fact in facts:
        if not isinstance(fact, Either):
            plain.append(fact)
            continue
        chosen = _widest((*case, *counts) for case in chosen for counts in fact.alternatives)
        if len(chosen) > most:
            return None
    return [(*plain, *counts) for counts in chosen]


def _widest(cases: Iterable[Counts]) -> list[Counts]:
    """The cases that imply no other case."""
    kept: list[Counts] = []
    for case in map(_without_implied, cases):
        if not any(_implies(case, wider) for wider in kept):
            kept = [narrower for narrower in kept if not _implies(narrower, case)]
            kept.append(case)
    return kept


def _without_implied(counts: Counts) -> Counts:
    """The counts that do not follow from the rest of them."""
    kept: list[Count] = []
    for count in counts:
        if not _implies(kept, (count,)):
            kept = [weaker for weaker in kept if not _implies((count,), (weaker,))]
            kept.append(count)
    return tuple(kept)


def _implies(first: Sequence[Count], second: Sequence[Count]) -> bool:
    """Whether each of the second counts follows from one of the first."""
    return all(any(_makes_true(given, wanted) for given in first) for wanted in second)


def _makes_true(given: Count, wanted: Count) -> bool:
    """Whether a count follows from another one, on fewer or on more cards of the same seat."""
    given_cards, cards = set(given.cards), set(wanted.cards)
    if given.seat != wanted.seat or not (given_cards <= cards or cards <= given_cards):
        return False
    least = given.least - len(given_cards - cards)
    return wanted.least <= max(least, 0) and given.most + len(cards - given_cards) <= wanted.most
