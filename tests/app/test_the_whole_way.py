"""The whole way through the app, with a game of 40 asks, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import Browser

import tracker
from tests.app.conftest import SIZES, cells, expected, tap_ask, visiting

pytestmark = pytest.mark.soak


def _true_asks(random: Random, count: int) -> Iterator[tuple[str, str, str]]:
    """Asks of six players with hands dealt at random: whom, for which card, the answer."""
    record = tracker.Record(("Ann", "Bob", "Carl", "Dora", "Eve", "Finn"))
    cards = random.sample(record.deck.cards, len(record.deck.cards))
    hands = {seat: {*cards[i::6]} for i, seat in enumerate(record.seats)}
    turn = record.seats[0]
    for _ in range(count):
        books = {record.deck.book_of[card].name for card in hands[turn]}
        asked = [card for name in books for card in record.deck.by_name[name].cards]
        card = random.choice(sorted({*asked} - hands[turn]))
        able = [seat for seat in record.table.opponents_of[turn] if hands[seat]]
        target = random.choice(able)
        answer = "Yes" if card in hands[target] else "No"
        yield target, card_sign(card), answer
        if answer == "Yes":
            hands[target].remove(card)
            hands[turn].add(card)
        else:
            turn = target


def card_sign(card: str) -> str:
    """A card as the app's buttons have it."""
    return card.translate(str.maketrans("CDHS", "♣♦♥♠"))


@SIZES
def test_the_whole_way(browser: Browser, address: str, width: int, height: int) -> None:
    """A new game of 40 asks by taps, a claim, its ruling, why, the link elsewhere, a puzzle."""
    with visiting(browser, address, width=width, height=height) as visit:
        page = visit.go("#new")
        page.click("text=Start")
        for number, (target, card, answer) in enumerate(_true_asks(Random(4), 40), start=1):
            tap_ask(page, target, card, answer, number)
        shown = cells(page)
        page.click("text=Share")
        link = page.get_attribute("a.address", "href")
        text = page.inner_text("pre.record")
    record = tracker.loads(text)
    assert len(record.events) == 40
    assert shown == expected(tracker.board(record).to_json(), list(record.seats))
    claimed = replace(record, events=(*record.events, _claim_of(record)))
    assert link is not None
    with visiting(browser, address, width=width, height=height) as other:
        page = other.go("#" + link.partition("#")[2])
        page.wait_for_selector("[data-at='40']")
        assert cells(page) == shown
        card, seat = next(cell for cell, holds in shown.items() if holds == "no")
        page.click(f"[data-card='{card}'][data-seat='{seat}']")
        page.wait_for_selector(f".verdict-line:has-text('{card_sign(card)}')")
        other.open_record(tracker.dumps(claimed))
        page.click("text=Ruling on event 41")
        page.wait_for_selector(".document h2")
        other.go("#train")
        page.click(".actions .primary")
        page.wait_for_selector(".posed .board")


def _claim_of(record: tracker.Record) -> tracker.Claim:
    """A claim of the first half-suit by who has the turn, for whom it may be wrong."""
    seat = tracker.board(record).to_json()["turn"]
    book = record.deck.books[0]
    team = record.table.team_of[seat]
    named = tuple((card, team[i % len(team)]) for i, card in enumerate(book.cards))
    return tracker.Claim(seat, book.name, named, "opponents")
