"""Asking first: the answer to an ask, where cards must be, hints, the score; the other answer."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.report.browser import opened, violations
from tests.report.pages import cell, in_codes, read_data
from tracker.analysis.asks import OTHER, what_if
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.teach.grading import TO_ASK

pytestmark = pytest.mark.page

STEP_BY_STEP = """last => Object.fromEntries(Array.from({ length: last }, (_, i) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    const places = ["#said", ".event-text", "#events [aria-current] > span:nth-child(2)"];
    const asks = document.querySelector("[data-answer]") !== null;
    return [i + 1, asks && places.map((place) => document.querySelector(place).textContent)];
}).filter(([_, shown]) => shown))"""


def questions_of_answers(page: Page, last: int) -> dict[int, list[str]]:
    """The events at which the page asks for the answer, with the words of the event as shown."""
    found: dict[str, list[str]] = page.evaluate(STEP_BY_STEP, last)
    return {int(at): shown for at, shown in found.items()}


@pytest.fixture(scope="module")
def asked(browser: Browser, file: Path) -> dict[int, list[str]]:
    with opened(browser, file, "#event=0&as=Marta&quiz=1") as page:
        return questions_of_answers(page, 60)


def test_the_answer_is_asked_for_and_shown_nowhere(
    asked: dict[int, list[str]], record: Record
) -> None:
    assert asked
    for at, shown in asked.items():
        event = record.events[at - 1]
        assert isinstance(event, Ask)
        told = [in_codes(one) for one in shown]
        assert told == [f"{event.asker} asks {event.target} {event.card}: ?"] * 3


def test_the_answer_is_marked_by_what_could_be_known(
    browser: Browser, file: Path, record: Record, asked: dict[int, list[str]]
) -> None:
    with opened(browser, file, "#event=1&as=Marta&quiz=1") as page:
        for number, at in enumerate(asked):
            event = record.events[at - 1]
            assert isinstance(event, Ask)
            with deduce(record, view="Marta", at=at - 1) as deduction:
                holders = deduction.holders(event.card)
            known = "yes" if holders == (event.target,) else "open"
            right = known if event.target in holders else "no"
            said = right if number % 2 else "yes"
            page.evaluate(f"location.hash = '#event={at}&as=Marta&quiz=1'")
            page.locator(f"[data-answer={said}]").click()
            if said != right:
                expect(page.locator("#why .judged")).to_contain_text("which the answer is no.")
                expect(page.locator("#why details .hands mark").first).to_be_visible()
                expect(page.locator("#why")).not_to_contain_text("could not be known")
                expect(page.locator(f"[data-answer={said}]")).to_be_disabled()
                page.locator(f"[data-answer={right}]").click()
            expect(page.locator("#why .judged").first).to_have_text("Right.")
            expect(page.locator("#why")).to_contain_text(
                "It could not be known" if right == "open" else f"It had to be {right}"
            )
            expect(page.locator(".event-text")).to_contain_text(f": {event.answer}")
            verdict = page.locator("#why .verdict-line")  # of the card that was asked for
            expect(verdict).to_have_count(1)
            assert event.card in in_codes(verdict.inner_text())
        assert violations(page) == []


@pytest.mark.parametrize(("view", "right"), [("Marta", "open"), ("Lars", "no")])
def test_of_a_wrong_answer_no_more_is_said_than_what_speaks_against_it(
    browser: Browser, file: Path, asked: dict[int, list[str]], view: str, right: str
) -> None:
    against = {
        "yes": "No: there is a deal that fits in which the answer is no.",
        "no": "No: there is a deal that fits in which the answer is yes.",
        "open": "No: in every deal that fits, the answer is the same.",
    }
    at = {"Marta": next(iter(asked)), "Lars": 56}[view]
    with opened(browser, file, f"#event={at}&as={view}&quiz=1") as page:
        for wrong in against.keys() - {right}:
            page.locator(f"[data-answer={wrong}]").click()
            expect(page.locator("#why .judged")).to_have_text(against[wrong])
        page.locator(f"[data-answer={right}]").click()
        expect(page.locator("#why .judged").first).to_have_text("Right.")


def test_what_speaks_against_a_cell_is_said(browser: Browser, file: Path, record: Record) -> None:
    """It was known before, or cannot be, or need not be."""
    chosen: dict[str, tuple[str, str]] = {}
    with (
        deduce(record, view="Marta", at=32) as before,
        deduce(record, view="Marta", at=33) as now,
    ):
        hidden = [card for card in now.cards if card not in now.state.located]
        for card, seat in product(hidden, record.seats):
            was, can = before.holders(card), now.holders(card)
            if seat == "Marta" or can == (seat,) != was:
                continue
            known = f"That {seat} holds the " if was == (seat,) else f"No: {seat} cannot hold the "
            wrong = f"No: {seat} could not hold the " if seat not in was else known
            said = "Not certain: " if seat in can and len(can) > 1 else wrong
            chosen.setdefault(said.replace(seat, ""), (card, seat))
    assert len(chosen) > 2
    with opened(browser, file, "#event=33&as=Marta&quiz=1") as page:
        for said, (card, seat) in chosen.items():
            cell(page, card, seat).click()
            start = said.replace("  ", f" {seat} ")
            expect(page.locator("#why .judged")).to_contain_text(start)


def test_while_an_answer_is_asked_for_the_grid_tells_nothing_of_it(
    browser: Browser, file: Path, asked: dict[int, list[str]]
) -> None:
    at = next(iter(asked))
    with opened(browser, file, f"#event={at}&as=Marta&quiz=1") as page:
        expect(page.locator("[data-answer]").first).to_be_visible()
        assert page.locator(".panel .fresh").count() == 0
        facts = page.locator("#facts").inner_text()
        drawn = "chart => document.querySelector(`#${chart}-clip rect`).getAttribute('width')"
        cursor = "chart => document.querySelector(`#${chart} .cursor`).getAttribute('x1')"
        for chart in ("told", "left"):  # what the event told is not drawn yet
            assert float(page.evaluate(drawn, chart)) < float(page.evaluate(cursor, chart))
        page.locator("td[data-card]:visible").first.click()
        expect(page.locator("[data-answer]").first).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("a")
        page.keyboard.press("k")
        expect(page.locator("#count")).to_have_text(f"{at - 1} / 60")
        expect(page.locator("#facts")).to_have_text(facts)  # that is what was known before


POINTED_AT = """() => Array.from({ length: 60 }, () => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    const isAsked = document.querySelector("[data-answer]") !== null;
    const isSeen = (node) => node.parentElement.querySelector(".public") !== null;
    return [...document.querySelectorAll(".panel :is(.fresh, .moved)")]
      .filter((node) => isAsked || !isSeen(node)).length;
})"""
"""Of each event, how many cells are marked as new, but for those of a card that all saw."""


def test_before_it_is_revealed_nothing_points_at_what_an_event_told(
    browser: Browser, file: Path
) -> None:
    """Nor at what the event before told: the grid shows what was known then."""
    with opened(browser, file, "#event=0&as=Marta&quiz=1") as page:
        assert page.evaluate(POINTED_AT) == [0] * 60


def test_a_question_cannot_be_answered_from_the_cells(
    browser: Browser, file: Path, record: Record, asked: dict[int, list[str]]
) -> None:
    """Of the card that is asked for, each cell says the same, whatever the answer is."""
    row = """card => [...document.querySelectorAll(`td[data-card="${card}"]`)]
        .filter((node) => node.dataset.seat !== "Marta")
        .map((node) => [node.className, node.textContent, node.dataset.holds ?? "", node.title,
          node.getAttribute("aria-label").split(": ")[1]].join())"""
    veiled = """() => new Set([...document.querySelectorAll(".panel td.veiled")].map((node) =>
        [node.className, node.textContent, node.title, node.dataset.holds ?? "",
          node.getAttribute("aria-label").split(": ")[1]].join())).size"""
    shown = set()
    with opened(browser, file, "#event=33&as=Marta&quiz=1") as page:
        assert page.evaluate(veiled) == 1  # where a card must be
        for at in asked:
            event = record.events[at - 1]
            assert isinstance(event, Ask)
            page.evaluate(f"location.hash = '#event={at}&as=Marta&quiz=1'")
            expect(page.locator("#count")).to_have_text(f"{at} / 60")
            shown |= set(page.evaluate(row, event.card))
    assert len(shown) == 1


def test_hints_climb_a_ladder(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=33&as=Marta&quiz=1") as page:
        why = page.locator("#why")
        page.get_by_role("button", name="Hint").click()
        expect(why.locator(".causes li")).to_have_count(3)
        expect(why.locator(".causes")).to_contain_text("Marta’s own hand: ")
        assert violations(page) == []
        page.get_by_role("button", name="Another hint").click()
        expect(why).to_contain_text(re.compile("|".join(map(re.escape, TO_ASK.values()))))
        page.get_by_role("button", name="Another hint").click()
        expect(why).to_contain_text("The first step:")
        page.get_by_role("button", name="Another hint").click()
        expect(why).to_contain_text("All steps:")
        expect(page.locator("#hint")).to_have_count(0)
        cell(page, "7D", "Lars").click()
        expect(why.locator(".judged")).to_contain_text("Right")


@pytest.mark.parametrize(("first", "points"), [("#hint", "0.8"), ("[aria-label^='JC, Tom:']", "0")])
def test_a_hint_costs_a_fifth_and_a_wrong_attempt_all_of_the_point(
    browser: Browser, file: Path, first: str, points: str
) -> None:
    with opened(browser, file, "#event=33&as=Marta&quiz=1") as page:
        page.locator(first).click()
        cell(page, "7D", "Lars").click()
        page.keyboard.press("Escape")
        said = f"Points for first attempts: {points} of 1."
        expect(page.locator(".score-line")).to_have_text(said)


def test_what_if_the_answer_had_been_another(browser: Browser, file: Path, record: Record) -> None:
    data: Any = read_data(file.read_text("utf-8"))
    views = {view["name"]: view["otherwise"] for view in data["views"]}
    asks = {at: one for at, one in enumerate(record.events, start=1) if isinstance(one, Ask)}
    assert set(map(int, views["public"])) == set(asks)
    with opened(browser, file, "#event=14&as=Tom") as page:
        for at, ask in list(asks.items())[::9]:
            page.evaluate(f"location.hash = '#event={at}&as=Tom'")
            expect(page.locator("#count")).to_have_text(f"{at} / 60")
            other = OTHER[ask.answer]
            block = page.locator(".what-if")
            expect(block).to_contain_text(f"What if the answer had been {other}?")
            for line, view in zip(block.locator("li").all(), ("public", ask.asker), strict=True):
                news = what_if(record, at, view=view).views[view][other]
                if news is None:
                    expect(line).to_contain_text("that could not be")
                    continue
                expect(line).to_contain_text(f"{news.bits:.2f}"[:-1])
                assert ("would have placed nothing" in (line.text_content() or "")) == (
                    not news.placed
                )
