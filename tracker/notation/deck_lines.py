"""The deck of a header: one of the rules' own, or spelled out book by book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.game.cards import DECKS, Book, Card, Deck
from tracker.game.rules import Rules
from tracker.game.words import folded
from tracker.messages import quote
from tracker.notation.names import VERBS, Names, has_only_letters
from tracker.notation.problems import Problems
from tracker.notation.ruleset import RulesReader
from tracker.notation.span import Span


@dataclass(frozen=True)
class BookParts:
    """``book NAME: CARD …``."""

    name: Span
    cards: Sequence[Span]


def read_deck(
    books: Sequence[BookParts], reader: RulesReader, rules: Rules
) -> tuple[tuple[Book, ...], Deck | None]:
    """The books of a custom deck, and the deck.

    Args:
        books: the books that the header spells out.
        reader: the reader that read the rules; problems are noted where it notes them.
        rules: the rules it gave.

    Returns:
        No books for a deck of the rules; no deck where it is not certain which is meant.
    """
    if not books and rules.deck != "custom":
        return (), DECKS[rules.deck] if reader.deck_known else None
    problems = reader.problems
    before = len(problems)
    if not books:
        problems.add(reader.deck_at, "deck=custom needs its books (expected 'book NAME: CARD …')")
    elif rules.deck != "custom" and reader.deck_known:
        problems.add(
            books[0].name, "a book needs a custom deck (expected deck=custom in the rules)"
        )
    _judge_names(books, problems)
    # No deck is known yet, so that any card will do.
    found = _read_books(books, Names(problems, None, None, lax=reader.lax))
    sound = len(problems) == before and reader.deck_known and all(b.name.line for b in books)
    return found, Deck("custom", found) if sound else None


def _judge_names(books: Sequence[BookParts], problems: Problems) -> None:
    """Report names of books that stand twice, are no words or begin like an event."""
    seen: set[str] = set()
    for name in (book.name for book in books):
        if folded(name.text) in seen:
            problems.add(name, f"{quote(name.text)} names two books")
        seen.add(folded(name.text))
        words = name.text.split(" ")
        if not all(has_only_letters(word, "-_") for word in words):
            expected = "expected words of letters, digits, '-', '_'"
            problems.add(name, f"{quote(name.text)} cannot name a book ({expected})")
        elif words[0].lower() in VERBS:
            problems.add(name, f"{quote(name.text)} cannot name a book: it begins like an event")


def _read_books(books: Sequence[BookParts], names: Names) -> tuple[Book, ...]:
    """The books of a custom deck; reports those that have no cards."""
    holder: dict[Card, str] = {}
    found = []
    for book in books:
        if not book.cards:
            names.problems.add(book.name, f"the book {quote(book.name.text)} has no cards")
        cards = tuple(_card(span, book.name.text, holder, names) for span in book.cards)
        found.append(Book(book.name.text, cards))
    return tuple(found)


def _card(span: Span, book: str, holder: dict[Card, str], names: Names) -> Card:
    card = names.card(span)
    if card and card in holder:
        names.problems.add(span, f"{quote(span.text)} stands in {quote(holder[card])} already")
    holder.setdefault(card, book)
    return card
