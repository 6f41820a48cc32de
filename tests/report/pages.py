"""Reading a page back: its data as a program would, or in a browser."""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Any, Final

from playwright.sync_api import Locator, Page

from tracker.game.cards import Card
from tracker.game.events import Seat

SIGNS: Final = dict(zip("♣♦♥♠", "CDHS", strict=True))
HOSTILE = "</script><script>document.title='broken'</script><img src=x onerror=alert(2)> &amp;"
"""What would break the page, were it markup."""
EXCLUDED: Final = -1
CERTAIN: Final = 101
"""How likely it is that a seat has a card, where that is proven: beyond all chances in per cent."""


def in_codes(text: str) -> str:
    """A text of the page with its cards as the notation writes them: 5D for 5♦."""
    return re.sub(r"(10|[2-9JQKA])([♣♦♥♠])\ufe0e?", lambda m: m[1] + SIGNS[m[2]], text)


def read_data(html: str) -> Any:
    """The JSON document in a page: a report's is packed."""
    found = re.search(r'<script type="([a-z/]+)" id="data">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    is_packed = found[1] == "text/plain"
    return json.loads(gzip.decompress(b64decode(found[2])) if is_packed else found[2])


def unpacked(html: str) -> str:
    """A page with its documents as text: each version of zlib packs them its own way."""
    start, mark, rest = html.partition(' id="data">')
    return start + mark + json.dumps(read_data(html)) + rest[rest.index("<") :]


def in_full(view: Any) -> Iterator[Any]:
    """What is said of each moment: in the page stands what is new."""
    now: dict[str, Any] = {}
    for moment in view["moments"]:
        parts = {key for key, value in {**now, **moment}.items() if isinstance(value, dict)}
        now = now | moment | {key: now.get(key, {}) | moment.get(key, {}) for key in parts}
        yield now


def boards(view: Any) -> Iterator[dict[Card, Any]]:
    """What is said of each card, moment by moment."""
    return (moment["cards"] for moment in in_full(view))


def label(entry: Any, seat: Seat) -> str:
    """What a cell shows: "", "<1", "37", ">99", "certain", "gap" or "?"."""
    if seat not in entry["holders"]:
        return ""
    if entry["status"] in ("public", "own", "deduced"):
        return "certain"
    odds = entry.get("odds", [None] * len(entry["holders"]))
    found = odds[entry["holders"].index(seat)] or "?"
    return "gap" if entry["status"] == "gap" else str(found)


def share_of(entry: Any, seat: Seat) -> int:
    """A chance in per cent; what is certain stands beyond."""
    shown = label(entry, seat)
    words = {"": EXCLUDED, "certain": CERTAIN, "<1": 0, ">99": 100}
    return words[shown] if shown in words else int(shown)


def cell(page: Page, card: str, seat: str) -> Locator:
    """The cell of a card and a seat, by its label."""
    return page.locator(f'td[aria-label^="{card}, {seat}:"]')
