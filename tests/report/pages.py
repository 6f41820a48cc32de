"""Reading a page back: its data as a program would, or in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from playwright.sync_api import Locator, Page

from tracker.game.cards import Card
from tracker.game.events import Seat

SIGNS: Final = dict(zip("♣♦♥♠", "CDHS", strict=True))
HOSTILE = "</script><script>document.title='broken'</script><img src=x onerror=alert(2)> &amp;"
"""What would break the page, were it markup."""
CODES = 105
DIGITS = "".join(sign for sign in map(chr, range(33, 127)) if sign not in "\"&'<>\\")


def in_codes(text: str) -> str:
    """A text of the page with its cards as the notation writes them: 5D for 5♦."""
    return re.sub(r"(10|[2-9JQKA])([♣♦♥♠])\ufe0e?", lambda m: m[1] + SIGNS[m[2]], text)


def read_data(html: str) -> Any:
    """The JSON document in a page."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def labels(view: Any, cards: Sequence[Card], seats: Sequence[Seat]) -> Iterator[dict[Any, str]]:
    """What each cell of a view shows, moment by moment: "", "<1", "37", ">99" or "certain"."""
    shown = {(card, seat): "" for card in cards for seat in seats}
    for packed in view["cells"]:
        for place in range(0, len(packed), 3):
            cell, code = divmod(_number(packed[place : place + 3]), CODES)
            shown[cards[cell // len(seats)], seats[cell % len(seats)]] = _label(code)
        yield dict(shown)


def deals(
    view: Any, cards: Sequence[Card], seats: Sequence[Seat]
) -> Iterator[tuple[dict[Card, Seat], int]]:
    """The deals of a view, each with the last moment it is said to fit."""
    for packed, last in view["deals"]:
        seat_of = [seats[DIGITS.index(sign)] for sign in packed]
        yield dict(zip(cards, seat_of, strict=True)), last


def _number(signs: str) -> int:
    value = 0
    for sign in signs:
        value = value * len(DIGITS) + DIGITS.index(sign)
    return value


def _label(code: int) -> str:
    if code in (0, 1):
        return "<1" if code else ""
    return {101: ">99", 102: "certain", 103: "gap", 104: "?"}.get(code, str(code - 1))


def cell(page: Page, card: str, seat: str) -> Locator:
    """The cell of a card and a seat, by its label."""
    return page.locator(f'td[aria-label^="{card}, {seat}:"]')
