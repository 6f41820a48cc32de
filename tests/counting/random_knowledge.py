"""Random knowledge to count: tiny decks for brute force, asks of whole games for size."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tracker.game.cards import ALL_CARDS, Book
from tracker.game.events import Seat
from tracker.knowledge.facts import Clause, Count, Deal, Fact, HeaderCause, Knowledge, Literal

CAUSE = HeaderCause("made up")
NAMES = "ABCDEFGHIJKLMNOP"


def tiny_books(random: Random, most_cards: int) -> tuple[Book, ...]:
    cards = sorted(ALL_CARDS)
    books: list[Book] = []
    used = 0
    while True:
        size = random.randint(1, 4)
        if used + size > most_cards:
            return tuple(books)
        books.append(Book(f"book {len(books)}", tuple(cards[used : used + size])))
        used += size


def random_deal(random: Random, seats: Sequence[Seat], books: Sequence[Book]) -> dict[str, Seat]:
    """A deal with uneven hands."""
    return {card: random.choice(seats) for book in books for card in book.cards}


def sizes_of(seats: Sequence[Seat], deal: Deal) -> dict[Seat, int]:
    dealt = list(deal.values())
    return {seat: dealt.count(seat) for seat in seats}


def random_clause(random: Random, seats: Sequence[Seat], book: Book) -> Clause:
    literals = tuple(
        Literal(random.choice(book.cards), random.choice(seats), random.random() < 0.7)
        for _ in range(random.choice((1, 1, 2, 3, 4)))
    )
    return Clause(literals, CAUSE)


def random_count(random: Random, seats: Sequence[Seat], books: Sequence[Book], deal: Deal) -> Count:
    """A true one, over the first few of some books: all that are made of the same are nested."""
    cards = [card for book in books[: random.randint(1, len(books))] for card in book.cards]
    seat = random.choice(seats)
    held = sum(deal[card] == seat for card in cards)
    least = max(0, held - random.choice((0, 0, 1, 2)))
    most = held + random.choice((0, 0, 1, len(cards)))
    return Count(seat, tuple(cards), least, most, CAUSE)


def tiny_knowledge(
    random: Random, *, seats: int = 4, cards: int = 9, counts: int = 2, true: bool = True
) -> Knowledge:
    """Knowledge small enough for brute force; with ``true``, at least one deal fits it."""
    names = tuple(NAMES[:seats])
    books = tiny_books(random, cards)
    deal = random_deal(random, names, books)
    facts: list[Fact] = []
    for _ in range(random.randint(0, 8)):
        clause = random_clause(random, names, random.choice(books))
        if not true or clause.fits(deal):
            facts.append(clause)
    order = random.sample(books, len(books))
    facts += [random_count(random, names, order, deal) for _ in range(random.randint(0, counts))]
    random.shuffle(facts)
    return Knowledge(names, books, sizes_of(names, deal), tuple(facts))


def ask_facts(random: Random, knowledge: Knowledge, deal: Deal, asks: int) -> list[Fact]:
    """What legal asks say, if every card given is given back at once."""
    facts: list[Fact] = []
    while len(facts) < 3 * asks:
        asker, target = random.sample(knowledge.seats, 2)
        book = random.choice(knowledge.books)
        others = [card for card in book.cards if deal[card] != asker]
        if not others or len(others) == len(book.cards):
            continue
        card = random.choice(others)
        holds = tuple(Literal(other, asker, True) for other in book.cards if other != card)
        facts += [
            Clause((Literal(card, asker, False),), CAUSE),
            Clause(holds, CAUSE),
            Clause((Literal(card, target, deal[card] == target),), CAUSE),
        ]
    return facts
