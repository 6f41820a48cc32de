"""Adding up half-suits equals trying every way to deal, whatever the facts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.brute import consistent_deals
from tests.marks import some
from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain.consistency import is_possible
from tracker.game.cards import Book
from tracker.game.events import Seat
from tracker.inference.deal_search import DealSearch, search_budget
from tracker.knowledge.facts import (
    Clause,
    Count,
    Deal,
    Fact,
    HeaderCause,
    Knowledge,
    Literal,
)
from tracker.sat import Placements

WHAT = HeaderCause("test")
SEATS = ("A", "B", "C", "D")


@st.composite
def decks(draw: st.DrawFn, most: int) -> tuple[Book, ...]:
    """Some half-suits with at most so many cards together."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=2, max_size=4))
    while sum(sizes) > most:
        sizes.pop()
    return tuple(
        Book(f"b{i}", tuple(f"{rank}{i}" for rank in range(size))) for i, size in enumerate(sizes)
    )


def every_deal(seats: tuple[Seat, ...], books: tuple[Book, ...]) -> list[Deal]:
    cards = [card for book in books for card in book.cards]
    return [dict(zip(cards, dealt, strict=True)) for dealt in product(seats, repeat=len(cards))]


@st.composite
def clauses(
    draw: st.DrawFn, seats: tuple[Seat, ...], books: tuple[Book, ...], deal: Deal
) -> Clause:
    """A clause that the deal fits."""
    cards = draw(st.sampled_from(books)).cards
    card = draw(st.sampled_from(cards))
    literal = st.builds(Literal, st.sampled_from(cards), st.sampled_from(seats), st.booleans())
    others = draw(st.lists(literal, max_size=2))
    return Clause((Literal(card, deal[card], True), *others), WHAT)


@st.composite
def counts(draw: st.DrawFn, seats: tuple[Seat, ...], books: tuple[Book, ...], deal: Deal) -> Count:
    """A count that the deal fits, of the first half-suits, as a rule without any card left out."""
    seat = draw(st.sampled_from(seats))
    first = books[: draw(st.integers(1, len(books)))]
    apart = draw(st.none() | st.sampled_from(sorted(deal)))
    cards = tuple(card for book in first for card in book.cards if card != apart)
    held = sum(deal[card] == seat for card in cards)
    least = max(held - draw(st.integers(0, 2)), 0)
    most = min(held + draw(st.integers(0, 2)), len(cards))
    return Count(seat, cards, least, most, WHAT)


Position: TypeAlias = tuple[tuple[Seat, ...], tuple[Book, ...], Deal, list[Fact]]
"""Seats, half-suits, a deal that may be the true one, and facts."""


@st.composite
def positions(draw: st.DrawFn, most: int) -> Position:
    """The facts are true but for one, perhaps."""
    seats, books = SEATS[: draw(st.integers(3, 4))], draw(decks(most))
    cards = [card for book in books for card in book.cards]
    deal = {card: draw(st.sampled_from(seats)) for card in cards}
    facts: list[Fact] = draw(st.lists(clauses(seats, books, deal), max_size=3))
    facts += draw(st.lists(counts(seats, books, deal), max_size=8))
    if draw(st.booleans()):
        other = {card: draw(st.sampled_from(seats)) for card in cards}
        facts.append(draw(clauses(seats, books, other) | counts(seats, books, other)))
    return seats, books, deal, facts


def sizes_of(seats: tuple[Seat, ...], deal: Deal) -> Mapping[Seat, int]:
    return {seat: list(deal.values()).count(seat) for seat in seats}


@given(positions(most=6), st.data())
@settings(max_examples=some(120), deadline=None)
def test_a_deal_is_found_exactly_where_there_is_one(
    position: Position, data: st.DataObject
) -> None:
    """Hand sizes are given for some of the seats."""
    seats, books, deal, facts = position
    for seat in data.draw(st.sets(st.sampled_from(seats))):
        size = sizes_of(seats, deal)[seat]
        facts.append(Count(seat, tuple(deal), size, size, WHAT))
    fitting = (one for one in every_deal(seats, books) if all(fact.fits(one) for fact in facts))
    assert is_possible(seats, books, facts) == (next(fitting, None) is not None)


@given(positions(most=9), st.data())
@settings(max_examples=some(120), deadline=None)
def test_placements_are_possible_exactly_where_a_deal_has_them(
    position: Position, data: st.DataObject
) -> None:
    """Deals with certain placements are left out of account."""
    seats, books, deal, facts = position
    known = Knowledge(seats, books, sizes_of(seats, deal), tuple(facts))
    placements = Placements(known.cards, seats)
    pairs = st.tuples(st.sampled_from(known.cards), st.sampled_from(seats))
    excluded = data.draw(st.sets(pairs, max_size=2))
    allowed = placements.all & ~sum(placements.bit(card, seat) for card, seat in excluded)
    expected = 0
    for one in consistent_deals(known):
        if not any(one[card] == seat for card, seat in excluded):
            expected |= placements.mask_of(one)
    assert DealSearch(placements, search_budget()).by_tables(known, allowed) == expected


def test_a_bound_on_part_of_the_way() -> None:
    """What A had of the first half-suit to go, and of the first two, decides a third."""
    books = tuple(Book(f"b{i}", (f"2{i}", f"3{i}")) for i in range(3))
    seats = ("A", "B")
    cards = tuple(card for book in books for card in book.cards)
    known = Knowledge(
        seats,
        books,
        {"A": 3, "B": 3},
        (Count("A", cards[2:4], 1, 1, WHAT), Count("A", cards[:4], 1, 1, WHAT)),
    )
    placements = Placements(cards, seats)
    found = DealSearch(placements, search_budget()).by_tables(known, placements.all)
    assert [placements.seats_of(found, card) for card in cards] == [
        *[("B",)] * 2,
        *[("A", "B")] * 2,
        *[("A",)] * 2,
    ]


def test_sums_that_are_too_many_give_no_answer() -> None:
    books = tuple(Book(f"b{i}", (f"2{i}", f"3{i}")) for i in range(3))
    cards = tuple(card for book in books for card in book.cards)
    known = Knowledge(SEATS[:3], books, dict.fromkeys(SEATS[:3], 2), ())
    placements = Placements(cards, SEATS[:3])
    with pytest.raises(UndecidedError):
        DealSearch(placements, Budget(1e-9)).by_tables(known, placements.all)


def test_where_nothing_was_dealt_the_one_deal_is_of_no_cards() -> None:
    """But nobody can have been dealt one."""
    assert is_possible(SEATS, (), ())
    assert is_possible(SEATS, (), [Count("A", (), 0, 0, WHAT)])
    assert not is_possible(SEATS, (), [Count("A", (), 1, 1, WHAT)])
