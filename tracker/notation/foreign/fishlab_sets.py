"""FishLab's order of the cards: six by six, its half-suits by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tracker.game.cards import ALL_CARDS, DECKS, Book, Card, Deck
from tracker.notation.foreign.values import TEN_AS_T, card, fail
from tracker.notation.json_nodes import Node

SIX: Final = 6
CODES: Final = {**TEN_AS_T, **{card: card for card in ALL_CARDS}}
"""The cards as its protocol and its record files write them."""
_SUITS: Final = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True)
class Sets:
    """The cards of a game in FishLab's order."""

    cards: tuple[Card, ...]
    deck: Deck

    def book(self, number: int) -> Book:
        """The half-suit of that number."""
        return self.deck.book_of[self.cards[number * SIX]]

    def in_order(self, number: int, owners: Sequence[int]) -> list[int]:
        """The owners of a half-suit's cards, from FishLab's order to that of the deck."""
        cards = self.cards[number * SIX : (number + 1) * SIX]
        owner_of = dict(zip(cards, owners, strict=True))
        return [owner_of[card] for card in self.book(number).cards]

    def dealt_from(self, count: int) -> Sets:
        """The sets of a game that is played with only the first of them."""
        deck = DECKS["no8" if count == len(DECKS["no8"].books) else "jokers54"]
        return Sets(self.cards[: count * SIX], deck)


def standard_sets() -> Sets:
    """The order of a log that does not say its own."""
    deck = DECKS["jokers54"]
    names = [f"{half} {suit}" for suit in _SUITS for half in ("low", "high")]
    cards = [card for name in names for card in deck.by_name[name].cards]
    eights = [f"8{suit[0].upper()}" for suit in _SUITS]
    return Sets((*cards, *eights, "RJ", "BJ"), deck)


def read_sets(node: Node) -> Sets:
    """The order that a log says: an array of cards, of which each six are a half-suit."""
    deck = DECKS["jokers54"]
    cards = tuple(card(item, CODES) for item in node.items())
    if sorted(cards) != sorted(deck.cards):
        fail(node, f"these are not the {len(deck.cards)} cards of FishLab, each once")
    for start in range(0, len(cards), SIX):
        if len({deck.book_of[card].name for card in cards[start : start + SIX]}) > 1:
            fail(node, f"the cards from {cards[start]} on are of several half-suits")
    return Sets(cards, deck)
