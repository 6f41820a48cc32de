"""Is there a deal at all? Answered exactly and without search, by tables of half-suits.

CDCL solvers cannot count: "eight half-suits, at least one card of each is with Ann, who was dealt
seven" may take them for ever. But the facts speak of one half-suit each, and only counts (hand
sizes above all) reach across. So the vectors of each half-suit are listed, how many of its cards
each count counts, and added up (``tracker.inference.sums``).

This is the counting engine's method with "any" in place of "how many", so that hand sizes can be
left out; where there are too many sums, for tables of ten seats and more, the counting engine
itself is asked, if the hand sizes are there. There is no SAT in it: it verifies certificates.

Example: Ann was dealt 1 card, one of {1, 2} in one half-suit, one of {3, 4} in another. Vectors:
{1, 2} and {1, 2}; sums: {2, 3, 4}; none is 1, so there is no deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tracker.counting import count
from tracker.game.cards import Book
from tracker.game.events import Seat
from tracker.inference.narrowing import position_of
from tracker.inference.sums import Sums, TooLargeError
from tracker.knowledge.facts import Count, Fact, Knowledge

MOST_WORK: Final = 4_000_000_000
"""Give up above so many bits to shift (a few seconds)."""


def is_possible(seats: Sequence[Seat], books: Sequence[Book], facts: Iterable[Fact]) -> bool:
    """Whether a deal fits facts; hand sizes count only where a fact gives them.

    Args:
        seats: all of them.
        books: the half-suits dealt.
        facts: the facts.

    Raises:
        TooLargeError: where the tables get too large.
    """
    facts = tuple(facts)
    position = position_of(seats, books, facts)
    try:
        return position is not None and Sums(position, MOST_WORK).is_possible()
    except TooLargeError:
        return _is_counted(seats, books, facts)


def _is_counted(seats: Sequence[Seat], books: Sequence[Book], facts: tuple[Fact, ...]) -> bool:
    """The same from the counting engine, which needs the sizes of all hands.

    Raises:
        TooLargeError: where the facts do not give them.
    """
    cards = tuple(card for book in books for card in book.cards)
    sizes = {
        fact.seat: fact.most
        for fact in facts
        if isinstance(fact, Count) and fact.cards == cards and fact.least == fact.most
    }
    rest = len(cards) - sum(sizes.values())
    lacking = [seat for seat in seats if seat not in sizes]
    if rest < 0 or (rest > 0 and not lacking):
        return False
    if len(lacking) > 1 and rest > 0:
        raise TooLargeError
    sizes |= dict.fromkeys(lacking, rest)
    in_order = {seat: sizes[seat] for seat in seats}
    return count(Knowledge(tuple(seats), tuple(books), in_order, facts)).count > 0
