"""The app as people use it, in a real browser: entering, why, reviewing, links."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

import tracker
from tests.app.conftest import SAMPLES, cells, expected, shown_by_command, visiting
from tests.report.browser import violations

pytestmark = pytest.mark.long
SIZES = pytest.mark.parametrize(
    ("width", "height"), [(390, 844), (1280, 800)], ids=["phone", "desk"]
)


def _asks(page: Page, target: str, card: str, answer: str, number: int) -> None:
    """Three taps."""
    page.click(f".targets button:has-text('{target}')")
    page.click(f".pad.cards button:has-text('{card}')")
    page.click(f".answers button:has-text('{answer}')")
    page.wait_for_selector(f"[data-at='{number}']")


@SIZES
def test_a_game_is_entered_asked_about_shared_and_opened_elsewhere(
    browser: Browser, address: str, width: int, height: int
) -> None:
    with visiting(browser, address, width=width, height=height) as visit:
        page = visit.go()
        assert violations(page) == []
        page.click("text=New game")
        page.click("text=Start")
        page.wait_for_selector("[data-card]")
        _asks(page, "Bob", "5♥", "No", 1)
        _asks(page, "Ann", "7♠", "Yes", 2)
        assert cells(page)["5H", "Bob"] == "no"
        assert cells(page)["7S", "Bob"] == "yes"
        assert violations(page) == []
        page.click("[data-card='5H'][data-seat='Ann']")
        page.wait_for_selector(".news:has-text('proven, not held')")
        page.click("text=Share")
        link = page.get_attribute("a.address", "href")
        page.wait_for_selector("svg.code")
        assert violations(page) == []
    assert link is not None
    with visiting(browser, address, width=width, height=height) as other:
        page = other.go("#" + link.partition("#")[2])
        page.wait_for_selector("[data-at='2']")
        assert cells(page)["7S", "Bob"] == "yes"
        assert violations(page) == []


@pytest.mark.parametrize("name", ["pagat-six", "no2-twelve"])
def test_the_cells_are_those_of_the_command(browser: Browser, address: str, name: str) -> None:
    path = SAMPLES / f"{name}.lit"
    with visiting(browser, address, width=1280, height=800) as visit:
        page = visit.open_record(path.read_text(encoding="utf-8"))
        seats = list(tracker.load(path).seats)
        for view, at in [("public", 40), (seats[1], 40), (seats[1], 77)]:
            page.select_option(".view-choice select", view)
            page.fill("input[type=range]", str(at))
            page.wait_for_selector(f"[data-at='{at}'][data-view='{view}']")
            document = shown_by_command([str(path), "--as", view, "--at", str(at)])
            assert cells(page) == expected(document, seats)


def test_a_refusal_says_why_and_leads_out(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        page = visit.go("#new")
        page.click("text=Start")
        page.click("text=Type …")
        page.fill(".typed input", "Carl asks Bob 3D: no")
        page.click("text=Take in")
        page.wait_for_selector('.refused:has-text("it is Ann\'s turn")')
        page.click("text=keep it as irregular")
        page.wait_for_selector("[data-at='1']")


def test_the_record_survives_the_tab(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        page = visit.go("#new")
        page.click("text=Start")
        _asks(page, "Bob", "5♥", "No", 1)
        page.close()
        visit.page = visit.opened()
        page = visit.go()
        page.click(".games li a")
        page.wait_for_selector("[data-at='1']")
        assert "Ann asks Bob 5♥" in page.inner_text(".news")


def test_hostile_text_does_nothing(browser: Browser, address: str) -> None:
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    header = f"title: {hostile}\nseats: Ann Bob Carl Dora\ndealer: Ann\n"
    text = f"{header}\nAnn asks Bob 5H: no # {hostile}\n"
    with visiting(browser, address) as visit:
        page = visit.open_record(text)
        assert page.inner_text("h1") == hostile
        assert page.locator("main img, main script, header img").count() == 0


@pytest.mark.parametrize("link", ["#g=AAAA", "#g=", "#g=%00", "#g=" + "A" * 70_000, "#play/none"])
def test_a_broken_link_says_so(browser: Browser, address: str, link: str) -> None:
    with visiting(browser, address) as visit:
        page = visit.go(link)
        page.wait_for_selector("[role=alert]")
        assert "link" in page.inner_text("[role=alert]") or "game" in page.inner_text(
            "[role=alert]"
        )
