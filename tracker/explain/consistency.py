"""Is there a deal at all? Answered exactly and without SAT, by tables of half-suits.

SAT solvers cannot count (the pigeonhole problem): "eight half-suits; Ann was dealt a card of each,
and seven cards in all" may take one for ever. So the ways to lay each half-suit are listed and
added up (``tracker.inference.sums``), with hand sizes or without.

At tables of ten seats and more there may be too many sums. Then the counting engine is asked, if
the hand sizes are given. As none of this uses SAT, it verifies certificates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tracker.counting import count
from tracker.counting.posterior import POSITION
from tracker.errors import UndecidedError
from tracker.explain.limits import TABLE_BITS
from tracker.game.cards import Book
from tracker.game.events import Seat
from tracker.inference.half_suits import half_suits
from tracker.inference.sums import Sums, narrowed
from tracker.knowledge.facts import (
    Clause,
    Count,
    Fact,
    Knowledge,
)
from tracker.knowledge.placements import Placements


def is_possible(seats: Sequence[Seat], books: Sequence[Book], facts: Iterable[Fact]) -> bool:
    """Whether a deal fits some facts; hand sizes count only where a fact gives them.

    Args:
        seats: all the seats.
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
    try:
        placements = Placements([card for book in books for card in book.cards], seats)
        position = narrowed(*half_suits(placements, books, facts), len(seats))
        return position is not None and Sums(position, TABLE_BITS).is_possible()
    except UndecidedError:
        return _is_possible_by_counting(seats, books, facts, POSITION)


def _by_book(clause: Clause, books: Sequence[Book]) -> list[Clause]:
    """The parts of a clause that are about one half-suit each: tables take only one at a time.

    The facts of a game are about one half-suit, but what is asked may be about several.
    """
    parts = (
        tuple(literal for literal in clause.literals if literal.card in book.cards)
        for book in books
    )
    return [replace(clause, literals=literals) for literals in parts if literals]


def _is_possible_by_counting(
    seats: Sequence[Seat], books: Sequence[Book], facts: tuple[Fact, ...], budget: int
) -> bool:
    """Whether the counting engine counts a deal; it needs the sizes of all hands.

    Raises:
        UndecidedError: where the facts do not give the sizes, or it is beyond the budget.
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
    in_seat_order = {seat: sizes[seat] for seat in seats}
    return count(Knowledge(tuple(seats), tuple(books), in_seat_order, facts), budget).count > 0
