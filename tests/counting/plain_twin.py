"""The ordered programme in plain Python: dictionaries, integers, card by card.

Half-suits in an order in which every count is on the first few of them; after each, the numbers of
ways by the vector of sums so far, without those that a count on just these half-suits rules out.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product

from tracker.game.cards import Book
from tracker.knowledge.facts import Count, Knowledge

Sums = Counter[tuple[int, ...]]
"""The number of ways by the number of cards of each seat."""


def plain_count(known: Knowledge) -> int:
    """The number of deals; counts are on nested sets of half-suits, less cards of known place."""
    order = sorted(known.books, key=lambda book: -sum(map(partial(_is_in, book), known.counts)))
    sums: Sums = Counter({(0,) * len(known.seats): 1})
    for i, book in enumerate(order, start=1):
        sums = _added(sums, _fillings(known, book), [known.sizes[seat] for seat in known.seats])
        for count in known.counts:
            if [each for each in order if _is_in(each, count)] == order[:i]:
                sums = _kept(sums, known, count)
    return sums[tuple(known.sizes[seat] for seat in known.seats)]


def _is_in(book: Book, count: Count) -> bool:
    return not set(count.cards).isdisjoint(book.cards)


def _fillings(known: Knowledge, book: Book) -> Sums:
    """The ways in which a half-suit can lie, by how many of its cards each seat has."""
    found: Sums = Counter()
    for holders in product(known.seats, repeat=len(book.cards)):
        deal = dict(zip(book.cards, holders, strict=True))
        if all(clause.fits(deal) for clause in known.blocks[book.name]):
            found[tuple(map(holders.count, known.seats))] += 1
    return found


def _added(sums: Sums, fillings: Sums, rooms: list[int]) -> Sums:
    found: Sums = Counter()
    for before, ways in sums.items():
        for vector, more in fillings.items():
            after = tuple(a + b for a, b in zip(before, vector, strict=True))
            if all(n <= room for n, room in zip(after, rooms, strict=True)):
                found[after] += ways * more
    return found


def _kept(sums: Sums, known: Knowledge, count: Count) -> Sums:
    """The sums that a count allows; the cards that it leaves out have a known place."""
    whole = {card for book in known.books if _is_in(book, count) for card in book.cards}
    moved = whole - set(count.cards)
    places = {
        clause.literals[0].card: clause.literals[0].seat
        for clauses in known.blocks.values()
        for clause in clauses
        if len(clause.literals) == 1 and clause.literals[0].holds
    }
    besides = sum(places[card] == count.seat for card in moved)
    i = known.seats.index(count.seat)
    return Counter({v: n for v, n in sums.items() if count.least <= v[i] - besides <= count.most})
