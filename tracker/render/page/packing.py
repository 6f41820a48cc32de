"""Chances and deals as short strings, for the page's data.

A *cell* is a card and a seat; its number is ``card * seats + seat``. What it shows is a *code*: 0
excluded, 1 "<1", 2 to 100 for 1 to 99 per cent, 101 ">99", 102 certain. A change is the number
``cell * CODES + code`` in three digits to the base of the signs of ``DIGITS``, all of which stand
for themselves in JSON and in HTML. ``model.js`` reads it back.

Example: cell 7 certain is 7 * 103 + 102 = 823 = 9 * 88 + 31, so the digits 0, 9 and 31.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.analysis.claim_history import ReachableClaim
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.knowledge.facts import Chances, Deal
from tracker.render.grid import per_cent

LABELS: Final = ("", "<1", *map(str, range(1, 100)), ">99", "")
"""What the cell of each code says; the first and the last are marks, not numbers."""
CERTAIN: Final = len(LABELS) - 1
CODES: Final = len(LABELS)
DIGITS: Final = "".join(
    sign for sign in map(chr, range(ord("!"), ord("~") + 1)) if sign not in "\"&'<>\\"
)


class Packer:
    """Packs what one view's cells show, moment by moment.

    Args:
        cards: the cards in play at the start, in deck order.
        seats: the seats, in seat order.
    """

    def __init__(self, cards: Sequence[Card], seats: Sequence[Seat]) -> None:
        self._row = {card: number * len(seats) for number, card in enumerate(cards)}
        self._seats = seats
        self._shown = [0] * (len(cards) * len(seats))

    def changes(self, chances: Mapping[Card, Chances]) -> str:
        """The cells that show something new."""
        packed = []
        for card, odds in chances.items():
            for column, seat in enumerate(self._seats):
                cell, code = self._row[card] + column, _code(odds, seat)
                if self._shown[cell] != code:
                    self._shown[cell] = code
                    packed.append(_digits(cell * CODES + code))
        return "".join(packed)

    def cell(self, card: Card, seat: Seat) -> int:
        """The number of a cell."""
        return self._row[card] + self._seats.index(seat)

    def deal(self, deal: Deal) -> str:
        """A deal as a digit for each card: the seat's number."""
        return "".join(DIGITS[self._seats.index(deal[card])] for card in self._row)

    def placed(self, cards: Mapping[Card, Seat]) -> list[int]:
        """The cells of cards that are where they are for certain."""
        return [self.cell(card, seat) for card, seat in cards.items()]

    def holdings(self, holdings: Holdings) -> str:
        """Who holds some cards, as a digit for each: the seat's number."""
        return "".join(DIGITS[self._seats.index(seat)] for _, seat in holdings)


def share(claim: ReachableClaim) -> int | None:
    """How likely a claim is right, as a code; none where no honest number could be had.

    What is certain is the verdict's to say: a number never rounds to it.
    """
    if claim.verdict == "proven":
        return CERTAIN
    if claim.verdict == "impossible":
        return 0
    return None if claim.probability is None else LABELS.index(per_cent(claim.probability), 1)


def _code(odds: Chances, seat: Seat) -> int:
    if seat not in odds:
        return 0
    if len(odds) == 1:
        return CERTAIN
    # A holder that no draw of an estimate had is possible all the same, and unlikely.
    return LABELS.index(per_cent(odds[seat] or 0.0), 1)


def _digits(number: int) -> str:
    high, low = divmod(number, len(DIGITS))
    return DIGITS[high // len(DIGITS)] + DIGITS[high % len(DIGITS)] + DIGITS[low]
