"""Minimal subsets: elements are dropped for as long as the rest still suffices.

This is deletion-based minimisation, the textbook way to a minimal unsatisfiable subset (MUS;
Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications", ISMVL 2010; ``mus``
in CPMpy). Each element is left out once, and for good if the others suffice without it. That takes
one test for each element.

The result is *minimal*: nothing can be left out of it. It need not be *smallest*: another subset
may have fewer elements. Of several minimal subsets the order decides; what is tried first is the
likeliest to go.

Example: with ``suffices = lambda numbers: sum(numbers) >= 4``, of 1, 2, 3 and 4 only 4 is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def minimal_subset(elements: Iterable[T], suffices: Callable[[list[T]], bool]) -> list[T]:
    """A subset of which no element can be left out.

    Args:
        elements: distinct, and all together sufficient; they are tried in this order.
        suffices: the test; whatever contains a sufficient set must suffice, too. A test that has a
            budget may answer False when that is spent: then the element stays, and the subset may
            not be minimal.

    Returns:
        The elements that stay, in their order.
    """
    kept = list(elements)
    for element in tuple(kept):
        fewer = [other for other in kept if other != element]
        if suffices(fewer):
            kept = fewer
    return kept
