"""Cards, half-suits and decks.

A card is its name in the notation, a string such as ``"5H"``, ``"10D"`` or ``"RJ"``. A *half-suit*
(a *book* once it is won; the notation says book throughout) is a named tuple of cards, and a deck
is a partition of its cards into half-suits.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeAlias

from tracker.errors import RecordError
from tracker.messages import quote

Card: TypeAlias = str

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("C", "D", "H", "S")
SUIT_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
)
JOKERS: Final = ("RJ", "BJ")
ALL_CARDS: Final[frozenset[Card]] = frozenset(
    [rank + suit for suit in SUITS for rank in RANKS] + list(JOKERS)
)


@dataclass(frozen=True)
class Book:
    """A half-suit: its name in the notation and its cards in their natural order."""

    name: str
    cards: tuple[Card, ...]

    @property
    def is_high(self) -> bool:
        """Whether it is a high half-suit, which ``high-points`` may count double."""
        return self.name.startswith("high ")


@dataclass(frozen=True)
class Deck:
    """A deck as its partition into half-suits.

    Raises:
        RecordError: where a card is unknown or stands twice, or a half-suit is empty or
            shares its name with another.
    """

    name: str
    books: tuple[Book, ...]

    def __post_init__(self) -> None:
        holder: dict[Card, str] = {}
        names: set[str] = set()
        for book in self.books:
            name = unicodedata.normalize("NFC", book.name).casefold()
            if name in names:
                raise RecordError(f"{quote(book.name)} names two books")
            names.add(name)
            if not book.cards:
                raise RecordError(f"the book {quote(book.name)} has no cards")
            for card in book.cards:
                if card not in ALL_CARDS:
                    raise RecordError(f"{quote(card)} is not a card")
                if card in holder:
                    raise RecordError(f"{quote(card)} stands in {quote(holder[card])} already")
                holder[card] = book.name
        if not self.books:
            raise RecordError("a deck needs at least one book")

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All the cards, book by book: the order of cards everywhere."""
        return tuple(card for book in self.books for card in book.cards)

    @cached_property
    def book_of(self) -> Mapping[Card, Book]:
        """The half-suit of each card."""
        return {card: book for book in self.books for card in book.cards}

    @cached_property
    def by_name(self) -> Mapping[str, Book]:
        """The half-suits by name."""
        return {book.name: book for book in self.books}

    @cached_property
    def position(self) -> Mapping[Card, int]:
        """Where each card stands in ``cards``."""
        return {card: i for i, card in enumerate(self.cards)}

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The given cards, in deck order."""
        return tuple(sorted(cards, key=self.position.__getitem__))


def _halves(low: str, high: str) -> tuple[Book, ...]:
    """Low and high half-suit of each suit, from two strings of ranks."""
    return tuple(
        Book(f"{half} {SUIT_NAMES[suit]}", tuple(rank + suit for rank in ranks.split()))
        for suit in SUITS
        for half, ranks in (("low", low), ("high", high))
    )


_HIGH: Final = "9 10 J Q K A"
_QUARTETS: Final = (
    ("twos", "2"),
    ("threes", "3"),
    ("fours", "4"),
    ("fives", "5"),
    ("sixes", "6"),
    ("sevens", "7"),
    ("eights", "8"),
    ("nines", "9"),
    ("tens", "10"),
    ("jacks", "J"),
    ("queens", "Q"),
    ("kings", "K"),
    ("aces", "A"),
)
_EIGHTS: Final = Book("eights", (*(f"8{suit}" for suit in SUITS), *JOKERS))

DECKS: Final[Mapping[str, Deck]] = MappingProxyType(
    {
        deck.name: deck
        for deck in (
            Deck("no8", _halves("2 3 4 5 6 7", _HIGH)),
            Deck("no2", _halves("3 4 5 6 7 8", _HIGH)),
            Deck("no7", _halves("A 2 3 4 5 6", "8 9 10 J Q K")),
            Deck("full52", _halves("2 3 4 5 6 7", f"8 {_HIGH}")),
            Deck("jokers54", (*_halves("2 3 4 5 6 7", _HIGH), _EIGHTS)),
            Deck(
                "quartets52",
                tuple(Book(name, tuple(rank + suit for suit in SUITS)) for name, rank in _QUARTETS),
            ),
        )
    }
)
"""The decks of the rules, by the value of the key ``deck``; ``custom`` is built from a header."""

DECK_RANKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "no8": "2–7 and 9–A",
        "no2": "3–A",
        "no7": "A–6 and 8–K",
        "full52": "2–A",
        "jokers54": "2–A, RJ and BJ",
        "quartets52": "2–A",
    }
)
"""Which ranks a deck has, as error messages say it."""


def deck_contents(deck: Deck) -> str:
    """The deck's name and ranks for a message, such as ``no8: 2–7 and 9–A``."""
    return f"{deck.name}: {DECK_RANKS.get(deck.name, ' '.join(deck.cards))}"
