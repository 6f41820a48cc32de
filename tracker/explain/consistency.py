"""Is there a deal at all? Answered exactly and without search, by tables of half-suits.

CDCL solvers cannot count: "eight half-suits, at least one card of each is with Ann, who was dealt
seven" may take them for ever. So the ways to lay each half-suit are listed and added up, as where
possible placements are looked for (``tracker.inference.sums``), with hand sizes or without.

Where there are too many sums, for tables of ten seats and more, the counting engine is asked, if
the hand sizes are there. There is no SAT in any of it: it verifies certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from tracker.counting import count
from tracker.counting.costs import POSITION
from tracker.errors import UndecidedError
from tracker.game.cards import Book
from tracker.game.events import Seat
from tracker.inference.half_suits import half_suits
from tracker.inference.sums import Sums, narrowed
from tracker.knowledge.cases import cases
from tracker.knowledge.facts import Clause, Count, Fact, Knowledge

MOST_WORK: Final = 40_000_000_000
"""Give up above so many bits to shift (a few seconds)."""

MOST_CASES: Final = 64
"""Ask the counting engine where facts with alternatives leave more cases than this."""


def is_possible(seats: Sequence[Seat], books: Sequence[Book], facts: Iterable[Fact]) -> bool:
    """Whether a deal fits facts; hand sizes count only where a fact gives them.

    Args:
        seats: all of them.
        books: the half-suits dealt.
        facts: the facts.

    Raises:
        UndecidedError: where the tables get too large.
    """
    facts = tuple(facts)
    if any(isinstance(fact, Clause) and not fact.literals for fact in facts):
        return False
    for fact in facts:
        if isinstance(fact, Clause) and len(parts := _by_book(fact, books)) > 1:
            rest = [other for other in facts if other is not fact]
            return any(is_possible(seats, books, [*rest, part]) for part in parts)
    found = cases(facts, MOST_CASES)
    if found is None:
        return _is_counted(seats, books, facts)
    return any(_is_case_possible(seats, books, case, len(found)) for case in found)


def _is_case_possible(
    seats: Sequence[Seat], books: Sequence[Book], facts: tuple[Fact, ...], among: int
) -> bool:
    """Whether a deal fits facts without alternatives; the effort is for all cases together."""
    try:
        position = narrowed(*half_suits(seats, books, facts), len(seats))
        return position is not None and Sums(position, MOST_WORK // among).is_possible()
    except UndecidedError:
        return _is_counted(seats, books, facts, POSITION // among)


def _by_book(clause: Clause, books: Sequence[Book]) -> list[Clause]:
    """What a clause says of each half-suit: tables take only one at a time.

    The facts of a game speak of one, but what is asked may be of several.
    """
    held = (tuple(one for one in clause.literals if one.card in book.cards) for book in books)
    return [replace(clause, literals=literals) for literals in held if literals]


def _is_counted(
    seats: Sequence[Seat],
    books: Sequence[Book],
    facts: tuple[Fact, ...],
    budget: int = POSITION,
) -> bool:
    """The same from the counting engine, which needs the sizes of all hands.

    Raises:
        UndecidedError: where the facts do not give them, or counting is not exact.
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
        raise UndecidedError
    sizes |= dict.fromkeys(lacking, rest)
    in_order = {seat: sizes[seat] for seat in seats}
    counted = count(Knowledge(tuple(seats), tuple(books), in_order, facts), budget)
    if not counted.exact:  # an estimate proves nothing
        raise UndecidedError
    return counted.count > 0
