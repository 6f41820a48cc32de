"""The page in a real browser: slider, views, cells, links, keyboard, themes, access for all."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.marks import first
from tests.report.browser import opened, sheets
from tests.report.pages import (
    CERTAIN,
    EXCLUDED,
    HOSTILE,
    boards,
    cell,
    in_codes,
    in_full,
    read_data,
    share_of,
)
from tracker.analysis.odds import Odds
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.render.phrases import per_cent

pytestmark = pytest.mark.page

TEXT = "\ufe0e"
"""Follows a suit's sign, so that it is drawn as text and not as a little picture."""
MARKS = {"public": "●", "own": "■", "deduced": "✔"}
SAID = {
    "●": "holds it, publicly",
    "■": "holds it, own hand",
    "✔": "holds it, deduced",
    "·": "excluded",
}
"""What a mark is for who hears it; else it is a chance."""


def check_grid(page: Page, record: Record, view: str, at: int) -> None:
    """The grid shows what the library says."""
    shown = dict(
        page.eval_on_selector_all(
            "td[data-card]",
            "cells => cells.filter(c => c.checkVisibility())"
            ".map(c => [c.getAttribute('aria-label'), c.textContent])",
        )
    )
    with deduce(record, view=view, at=at) as deduction:
        odds = Odds(deduction).holders
        assert len(shown) == len(deduction.cards) * len(record.seats)
        for card in deduction.cards:
            holders, status = deduction.holders(card), deduction.status(card)
            for seat in record.seats:
                expected = "·"
                if seat in holders:
                    expected = MARKS.get(status) or per_cent(odds[card][seat] or 0)
                heard = SAID.get(expected, f"{expected} per cent")
                assert shown[f"{card}, {seat}: {heard}"] == expected, (card, seat)


def check_marks(page: Page, view: Any, at: int) -> None:
    """What became certain by the event is marked, and what it moved by five points or more."""
    before, now = islice(boards(view), at - 1, at + 1)
    shown = page.eval_on_selector_all(
        "td[data-card]",
        "cells => cells.map(c => [c.dataset.card, c.dataset.seat,"
        " ['fresh', 'moved'].filter(mark => c.classList.contains(mark)).join()])",
    )
    for card, seat, mark in shown:
        then, since = share_of(before[card], seat), share_of(now[card], seat)
        is_certain = since in (CERTAIN, EXCLUDED)
        has_changed = then != since if is_certain else abs(then - since) >= 5
        expected = "fresh" if is_certain else "moved"
        assert mark == (expected if has_changed else ""), (card, seat)


# -- moments and views ----------------------------------------------------------------------------


def test_the_slider_goes_through_the_game(browser: Browser, file: Path, record: Record) -> None:
    data = read_data(file.read_text("utf-8"))
    moments = list(in_full(data["views"][0]))
    with opened(browser, file, "#event=0") as page:
        expect(page.locator("#count")).to_have_text("0 / 60")
        check_grid(page, record, "public", 0)
        expect(page.locator("#why")).to_contain_text(f"{moments[0]['bits']:.2f} bits left to learn")
        for at in (1, 26, 27, 60, 13):
            page.locator("#slider").fill(str(at))
            expect(page.locator("#count")).to_have_text(f"{at} / 60")
            check_grid(page, record, "public", at)
            moment = moments[at]
            score, sizes = (
                ", ".join(f"{name} {number}" for name, number in moment[part].items())
                for part in ("score", "sizes")
            )
            expect(page.locator("#facts")).to_have_text(
                f"Turn: {moment['turn']}. Score: {score}. Cards: {sizes}."
            )
            expect(page.locator("#why")).to_contain_text(
                f"Told the public {moment['told']:.2f} bit"
            )
        current = page.locator('#events [aria-current="step"]')
        expect(current).to_contain_text("13")
        assert data["game"]["events"][12]["text"] in in_codes(current.inner_text())
        expect(current).to_be_in_viewport()


def test_every_view_shows_what_the_library_says(
    browser: Browser, file: Path, record: Record
) -> None:
    views = {view["name"]: view for view in read_data(file.read_text("utf-8"))["views"]}
    with opened(browser, file, "#event=43") as page:
        labels = page.locator("#view option").all_text_contents()
        assert labels[0] == "public"
        assert labels[1:7] == list(record.seats)
        for name in labels:
            page.locator("#view").select_option(label=name)
            view = name.removesuffix(", pooled").replace(" + ", "+")
            expect(page.locator("#grid")).to_have_attribute("data-view", view)
            check_grid(page, record, view, 43)
            check_marks(page, views[view], 43)


def test_the_list_and_the_buttons(browser: Browser, file: Path) -> None:
    first = read_data(file.read_text("utf-8"))["review"][0]["event"]
    with opened(browser, file) as page:  # it opens on a posed moment: what follows is not listed
        expect(page.locator("#events li").nth(first)).not_to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#why-head")).to_have_text(f"Event {first - 1}")
        page.get_by_role("button", name="To the deal").click()
        expect(page.locator("#count")).to_have_text("0 / 60")
    with opened(browser, file, "#event=0") as page:
        page.locator("#events button").nth(26).click()
        expect(page.locator("#count")).to_have_text("26 / 60")
        expect(page.locator("#why-head")).to_have_text("Event 26")
        page.get_by_role("button", name="Next event").click()
        page.get_by_role("button", name="Next event").click()
        page.get_by_role("button", name="Previous event").click()
        expect(page.locator("#count")).to_have_text("27 / 60")
        expect(page.get_by_text("high spades cancelled @26").last).to_be_visible()
        page.get_by_role("button", name="To the last event").click()
        expect(page.get_by_role("button", name="Next event")).to_be_disabled()


# -- cells ----------------------------------------------------------------------------------------


def test_a_certain_cell_says_why_and_marks_what_it_cites(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=41&as=Marta") as page:
        cell(page, "7D", "Lars").click()
        why = page.locator("#why")
        expect(why).to_contain_text("Proven: Lars holds the 7♦")
        expect(why).to_contain_text("Certain since event 33")
        expect(why).to_contain_text("The fewest causes that force it: 3 causes.")
        expect(why.locator(".causes")).to_have_count(0)  # its lines name them all
        expect(page.locator("#events .cited")).to_have_count(2)
        why.get_by_role("link", name="2", exact=True).click()
        expect(page.locator("#count")).to_have_text("2 / 60")
        expect(why).to_contain_text("Open:")


def test_all_that_follows_one_card_after_the_other(
    browser: Browser, file: Path, record: Record
) -> None:
    """As many cards as the library deduces, the shortest proof first; words come before bits."""
    with deduce(record, view="Marta", at=41) as deduction:
        found = [card for card in deduction.cards if deduction.status(card) == "deduced"]
    with opened(browser, file, "#event=41&as=Marta") as page:
        why = page.locator("#why")
        text = why.text_content() or ""
        assert text.index("Seen by all") < text.index("Told Marta") < text.index("What follows")
        why.get_by_text("What follows").click()
        for number in range(1, len(found) + 1):
            why.get_by_role("button", name="One more step").click()
            expect(why.locator(".following > li")).to_have_count(number)
        expect(why.get_by_role("button", name="One more step")).to_be_hidden()
        expect(why.locator(".following > li").first).to_contain_text(" with ")
        levels = why.locator(".following > li > strong").all_inner_texts()
        numbers = [int(text.removeprefix("Level ").partition(":")[0]) for text in levels]
        assert numbers == sorted(numbers)
        expect(why.locator(".following > li .fact", has_text="At event").first).to_be_visible()


def test_an_open_cell_shows_odds_and_two_deals(
    browser: Browser, file: Path, record: Record
) -> None:
    with opened(browser, file, "#event=41&as=Marta&card=JC&seat=Lars") as page:
        why = page.locator("#why")
        expect(why).to_contain_text("Open: in 49 per cent of the deals, Lars holds the J♣")
        with deduce(record, view="Marta", at=41) as deduction:
            holders = Odds(deduction).holders["JC"]
            likeliest = sorted((chance or 0 for chance in holders.values()), reverse=True)
            bars = [text.rpartition("%")[0] for text in why.locator(".bars li").all_inner_texts()]
            assert [re.sub(r".*\s", "", bar) for bar in bars] == [*map(per_cent, likeliest)]
            sizes = [size or 0 for size in deduction.sizes().values()]
        for number, elsewhere in enumerate((True, False)):
            hands = why.locator(".hands").nth(number).locator("li")
            assert [text.count(" ") for text in hands.all_text_contents()] == [
                size + 1 for size in sizes
            ]
            holder = why.locator(".hands").nth(number).locator("li:has(mark) strong")
            assert (holder.text_content() != "Lars") == elsewhere


def test_a_card_that_moved_is_public(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=41&as=Tom&card=9C&seat=Zoe") as page:
        expect(page.locator("#why")).to_contain_text(f"Lars holds the 9♣{TEXT}: everyone sees it.")
        expect(page.locator("#events .cited")).to_contain_text("41")


# -- links ----------------------------------------------------------------------------------------


def test_a_deep_link_opens_its_place_and_the_address_follows(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=33&as=Marta+Priya+Zoe") as page:
        expect(page.locator("#count")).to_have_text("33 / 60")
        expect(page.locator("#view option:checked")).to_have_text("Marta + Priya + Zoe, pooled")
        page.evaluate("location.hash = '#event=12&as=Tom&card=5C&seat=Zoe'")
        expect(page.locator("#count")).to_have_text("12 / 60")
        expect(page.locator("#why-head")).to_have_text(f"5♣{TEXT} and Zoe")
        page.keyboard.press("j")
        page.wait_for_url("**#event=13&as=Tom&card=5C&seat=Zoe")
        page.locator("#other").select_option(label="Priya")
        page.keyboard.press("h")
        page.wait_for_url("**#event=13&as=Tom&card=5C&seat=Zoe&with=Priya&truth=1")
        page.keyboard.press("a")
        page.wait_for_url("**#event=13&as=Tom&with=Priya&truth=1&quiz=1")
        expect(page.locator("#reveal")).to_be_enabled()
        page.keyboard.press("r")
        expect(page.locator("#reveal")).to_be_disabled()
        page.keyboard.press("a")
        second = read_data(file.read_text("utf-8"))["review"][1]
        page.evaluate("location.hash = '#review=2'")
        expect(page.locator("#count")).to_have_text(f"{second['event'] - 1} / 60")
        start = f"**#event={second['event'] - 1}&as={second['seat']}"
        page.wait_for_url(f"{start}&review=2&with=Priya&truth=1")


@pytest.mark.parametrize(
    "fragment", first(1, ["#event=999&as=Nobody", "#%%%", "#event=-1&as", "#game"])
)
def test_a_broken_link_does_no_harm(browser: Browser, file: Path, fragment: str) -> None:
    with opened(browser, file, fragment) as page:
        first = read_data(file.read_text(encoding="utf-8"))["review"][0]["event"] - 1
        at = "60" if "999" in fragment else first
        expect(page.locator("#count")).to_have_text(f"{at} / 60")


def test_the_audit_leads_to_the_moment(browser: Browser, file: Path) -> None:
    with opened(browser, file) as page:
        page.locator("tr[data-event='55'] a").first.click()
        expect(page.locator("#count")).to_have_text("54 / 60")
        expect(page.locator("#view option:checked")).to_have_text("Yusuf")
        expect(page.locator("#slider")).to_be_in_viewport()


# -- keyboard -------------------------------------------------------------------------------------


def test_the_keyboard_alone_is_enough(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=0") as page:
        for key, count in (("ArrowRight", 1), ("End", 60), ("ArrowLeft", 59), ("k", 58)):
            page.keyboard.press(key)
            expect(page.locator("#count")).to_have_text(f"{count} / 60")
        page.keyboard.press("v")
        expect(page.locator("#view option:checked")).to_have_text("Marta")
        page.keyboard.press("V")
        page.keyboard.press("Home")
        cell(page, "2C", "Marta").focus()
        for key in ("ArrowRight", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        expect(page.locator("#why-head")).to_have_text(f"3♣{TEXT} and Tom")
        expect(page.locator("#count")).to_have_text("0 / 60")
        expect(cell(page, "3C", "Tom")).to_have_attribute("aria-selected", "true")
        page.keyboard.press("Escape")
        expect(page.locator("#why-head")).to_have_text("At the deal")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.get_by_label("Single letters are shortcuts").uncheck()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
        page.keyboard.press("j")
        expect(page.locator("#count")).to_have_text("0 / 60")


def test_the_tab_key_stops_once_in_the_grid(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=20") as page:
        stops = page.locator('td[data-card][tabindex="0"]')
        assert stops.count() == 1
        cell(page, "4H", "Zoe").click()
        expect(cell(page, "4H", "Zoe")).to_have_attribute("tabindex", "0")
        expect(stops).to_have_count(1)
        expect(page.locator("#why-head")).to_contain_text("Zoe")
        cell(page, "4H", "Zoe").click()  # a second time: it is left
        expect(page.locator("#why-head")).to_have_text("Event 20")


# -- asking first ---------------------------------------------------------------------------------


def test_ask_first_hides_what_is_not_yet_known(
    browser: Browser, file: Path, record: Record
) -> None:
    with opened(browser, file, "#event=33&as=Marta") as page:
        page.get_by_role("button", name="Ask first").click()
        expect(page.locator("#events li:visible")).to_have_count(34)
        expect(page.locator("#result-head")).not_to_be_visible()
        expect(page.locator("tr[data-event='55']")).not_to_be_visible()
        expect(page.locator("tr[data-event='26']")).to_be_visible()
        expect(cell(page, "6D", "Marta")).to_have_text("■")
        expect(cell(page, "6D", "Lars")).to_have_text("·")  # a card of her own hand
        expect(cell(page, "7D", "Lars")).to_have_text("")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#why .causes")).to_be_visible()
        check_grid(page, record, "Marta", 32)
        page.get_by_role("button", name="Reveal").click()
        expect(cell(page, "7D", "Lars")).to_have_text("✔")
        page.keyboard.press("j")
        page.keyboard.press("k")
        expect(cell(page, "7D", "Lars")).not_to_have_text("✔")


# -- looks and access -----------------------------------------------------------------------------


def test_dark_and_light(browser: Browser, file: Path) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, file, scheme="dark") as page:
        body, name = page.locator("body"), "background-color"
        dark = page.evaluate(paper)
        page.get_by_role("button", name="Light").click()
        expect(body).not_to_have_css(name, dark)
        light = page.evaluate(paper)
        page.reload()  # it is remembered
        expect(body).to_have_css(name, light)
        page.keyboard.press("t")
        expect(body).to_have_css(name, dark)
        expect(page.locator("#theme")).to_have_text("Light")
    with opened(browser, file) as page:
        expect(page.locator("body")).to_have_css(name, light)


def test_a_screen_reader_hears_the_event(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=40&as=Marta") as page:
        page.keyboard.press("j")
        expect(page.get_by_role("status").first).to_contain_text(
            re.compile(
                r"^Event 41 of 60, Marta: Lars asks Marta 9C: yes. "
                r"\d+\.\d\d bits; \d+ placed, \d+ ruled out\.$"
            )
        )
        expect(page.get_by_role("grid", name="low clubs")).to_be_visible()


def test_what_the_record_says_is_text(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=60") as page:
        expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
        expect(page.locator("#reasons .note")).to_have_text(HOSTILE)
        assert page.title() != "broken"
        assert page.locator("img").count() == 0


def test_it_prints(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=41&as=Marta&card=7D&seat=Lars") as page:
        page.emulate_media(media="print")
        expect(page.locator("#slider")).not_to_be_visible()
        expect(page.locator("#events li").last).to_be_visible()
        assert 1 <= sheets(page) <= 4


STEPS = """() => {
  const slider = document.getElementById("slider");
  for (let at = 1; at <= 60; at++) {
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
  }
}"""


def test_a_step_of_the_slider_is_quick(browser: Browser, file: Path) -> None:
    """A loose bound for the processor's time, whatever else it does; the benchmark measures."""
    with opened(browser, file, "#event=0&as=Marta") as page:
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def spent() -> float:
            found = session.send("Performance.getMetrics")["metrics"]
            return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))

        before = spent()
        page.evaluate(STEPS)
        assert (spent() - before) / 60 < 0.1
