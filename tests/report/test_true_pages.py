"""Is what the page says that an event told true? It is held against the library, in a browser.

That a cell is certain, since when and by which proof, is shown in ``test_browser``; the proofs are
judged as data (``tests/explain``).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from tests.report.browser import opened
from tests.report.pages import in_codes, read_data
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, deduce

NEWS: Final = """async (wanted) => {
  await new Promise((done) => {
    if (location.hash === wanted) { done(); return; }
    addEventListener("hashchange", () => done(), { once: true });
    location.hash = wanted;
  });
  return [...document.querySelectorAll("#reasons .listed, #reasons .quiet")]
    .map((node) => [node.querySelector("h4")?.textContent ?? "",
      [...node.querySelectorAll("li")].map((item) => item.textContent), node.textContent]);
}"""
"""What the panel says of an event: lists with their heads, and other lines."""


@cache
def deduced(record: Record, view: str, at: int) -> Deduction:
    return deduce(record, view=view, at=at)


def check_news(record: Record, view: str, at: int, news: Sequence[Any]) -> None:
    """That what an event is said to have told is what became certain by it."""
    said = {head: [in_codes(item) for item in items] for head, items, _ in news}
    now, before = deduced(record, view, at), deduced(record, view, at - 1)
    located, moved_from = now.state.located, before.state.located
    moved = {card for card in now.cards if located.get(card) != moved_from.get(card)}
    was, sure = before.forced(), now.forced()
    placed = {card: seat for card, seat in sure.items() if card not in was and card not in moved}
    told = [re.fullmatch(r"(.*) with (.*)", line) for line in said.get("Placed", [])]
    assert {card: one[2] for one in told if one for card in one[1].split()} == placed
    excluded = {
        (card, seat)
        for card in now.cards
        if card not in sure
        for seat in {*before.holders(card)} - {*now.holders(card)}
    }
    assert {*_ruled_out(record, said.get("Ruled out", []))} == excluded
    nothing = any("Nothing became certain" in text for _, _, text in news)
    changed = {card for card in now.cards if now.holders(card) != before.holders(card)}
    assert not (nothing and changed)


def _ruled_out(record: Record, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        start, _, rest = line.partition(" not ")
        for one in rest.replace(",", "").split():
            yield (one, start) if start in record.seats else (start, one)


@pytest.mark.page
def test_what_an_event_is_said_to_have_told_is_what_it_told(
    browser: Browser, file: Path, record: Record
) -> None:
    views = [view["name"] for view in read_data(file.read_text("utf-8"))["views"]]
    rng = random.Random(1)
    with opened(browser, file, "#event=0") as page:
        for _ in range(20):
            view, at = rng.choice(views), rng.randint(1, len(record.events))
            news = page.evaluate(NEWS, f"#event={at}&as={view}")
            check_news(record, view, at, news)
