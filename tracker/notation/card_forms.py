"""The ways in which people write a card: ``10H``, ``TH``, ``10♥``, ``♥10``, ``h10``."""

from __future__ import annotations

from typing import Final

from tracker.game.cards import ALL_CARDS, SUITS, Card

_SUIT_SIGNS: Final = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
_LETTERS: Final = str.maketrans(
    {sign: suit for suit, signs in _SUIT_SIGNS.items() for sign in signs}
    | {"T": "10", "\ufe0f": None, "\ufe0e": None}  # the selectors of coloured and plain signs
)


def card_form(text: str) -> Card | None:
    """The card that a word means, of whatever deck; none where it means no card."""
    if text in ALL_CARDS:
        return text
    card = text.upper().translate(_LETTERS)
    if card[:1] in SUITS:
        card = card[1:] + card[0]
    return card if card in ALL_CARDS else None
