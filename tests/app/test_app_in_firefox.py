"""The app in Firefox, where the machine has it: the main way through it, without a complaint."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import tracker
from tests import SAMPLES
from tests.app.conftest import expected
from tests.report.firefox import LISTEN, Firefox, launched
from tracker.notation.links import Link, link_text

pytestmark = [pytest.mark.page, pytest.mark.long]

CELLS = """[...document.querySelectorAll("[data-card]")].map(
    (cell) => [cell.dataset.card, cell.dataset.seat, cell.dataset.holds])"""
TAP = """[...document.querySelectorAll(arguments[0])].some(
    (button) => button.textContent.includes(arguments[1]) && (button.click(), true))"""
SHOW = """
const control = document.getElementById(arguments[0]);
control.value = arguments[1];
control.dispatchEvent(new Event(arguments[2], { bubbles: true }));
"""


def cells(firefox: Firefox) -> dict[tuple[str, str], str]:
    """What a board shows, by card and seat."""
    shown = firefox.run(f"return {CELLS}")
    return {(card, seat): holds for card, seat, holds in shown}


def test_entering_why_review_and_report(tmp_path: Path, address: str) -> None:
    whole = tracker.load(SAMPLES / "pagat-six.lit")
    record = replace(whole, events=whole.events[:12])
    with launched(tmp_path) as firefox:
        firefox.open(address, "#new")
        firefox.run(LISTEN)
        firefox.wait("document.querySelector('[data-engine=ready]')", seconds=120)
        firefox.wait(TAP, "button", "Start")
        for words in ("Bob", "7♠", "Yes"):
            firefox.wait(TAP, ".targets button, .pad.cards button, .answers button", words)
        firefox.wait("document.querySelector('[data-at=\"1\"]')")
        assert cells(firefox)["7S", "Ann"] == "yes"
        firefox.run("document.querySelector('[data-card=\"7S\"][data-seat=Ann]').click()")
        firefox.shows(".news", "7♠")

        firefox.run("location.hash = arguments[0]", link_text(Link(record, 8, "Priya")))
        firefox.wait("document.querySelector('[data-at=\"8\"][data-view=Priya]')")
        document = tracker.board(record, view="Priya", at=8).to_json()
        assert cells(firefox) == expected(document, list(record.seats))

        firefox.wait(TAP, "a", "the report")
        firefox.wait("document.querySelector('.report [data-card]')", seconds=300)
        firefox.run(SHOW, "view", "public", "change")
        firefox.run(SHOW, "slider", 12, "input")
        firefox.shows("#count", "12 /")
        document = tracker.board(record, at=12).to_json()
        assert cells(firefox) == expected(document, list(record.seats))
        assert firefox.run("return complaints") == []
