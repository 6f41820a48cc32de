"""How many of some cards some seats hold, between two numbers: an intermediate conclusion.

Example: "Zoe and Priya hold at least 2 of the high clubs"; "Zoe, Priya and Tom hold 9 cards in all
that nobody has seen".
"""

from __future__ import annotations

from dataclasses import dataclass

from tracker.game.cards import Card
from tracker.game.events import Seat


@dataclass(frozen=True)
class HowMany:
    """Between ``least`` and ``most`` of ``cards`` (inclusive) were dealt to ``seats`` together."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    """In deck order: of one half-suit or more those whose place is not public (or all, where the
    sizes are those of the dealt hands)."""
    least: int
    most: int
