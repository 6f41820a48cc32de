"""The app as people use it, in a real browser: entering, why, reviewing, links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect
from zxingcpp import read_barcodes

import tracker
from tests import SAMPLES
from tests.app.conftest import SIZES, Visit, cells, expected, shown_by_command, tap_ask, visiting
from tests.inference.test_deduction import PERHAPS_OVER
from tests.marks import first
from tests.report.browser import violations, wait_until
from tests.report.pages import unpacked
from tracker.game.rules import PRESETS
from tracker.render.page import page as report_page
from tracker.render.phrases import per_cent
from tracker.render.registry import as_data, as_markdown
from tracker.teach.pack import shipped

pytestmark = pytest.mark.page
QUARTETS = PRESETS["quartets"]
PAGAT = SAMPLES / "pagat-six.lit"


@pytest.fixture(scope="module")
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """One phone for most of the tests: to start the engine takes longest."""
    with visiting(browser, address) as one:
        yield one


def fresh(page: Page) -> set[tuple[str, str]]:
    """The cells that became certain by the last event."""
    found = page.eval_on_selector_all(
        ".fresh[data-card]", "cells => cells.map(cell => [cell.dataset.card, cell.dataset.seat])"
    )
    return {(card, seat) for card, seat in found}


@SIZES
def test_a_game_is_entered_asked_about_shared_and_opened_elsewhere(
    browser: Browser, address: str, width: int, height: int
) -> None:
    with visiting(browser, address, width=width, height=height) as visit:
        page = visit.go()
        assert page.locator("a.back").count() == 0  # it is the first screen
        expect(page.locator("#app > *")).to_have_count(2)  # what stood there before is gone
        assert violations(page) == []
        page.click("text=Enter a game")
        page.click("text=Start")
        expect(page.locator(".status strong")).to_have_text("Ann to move")
        tap_ask(page, "Bob", "5♥", "No", 1)
        assert fresh(page) == {("5H", "Ann"), ("5H", "Bob")}
        page.click(".targets button:has-text('Ann')")
        page.wait_for_selector(".pad [aria-label='5♥\ufe0e, certain: no'] sup:has-text('✘')")
        # Bob may have a card of any half-suit.
        expect(page.locator(".pad .unlikely")).to_have_count(0)
        page.click(".entry [aria-label=Back]")
        tap_ask(page, "Ann", "7♠", "Yes", 2)
        assert cells(page)["5H", "Bob"] == "no"
        assert cells(page)["7S", "Bob"] == "yes"
        assert {card for card, _ in fresh(page)} == {"7S"}
        expect(page.locator(".status strong")).to_have_text("Bob to move")
        score = page.inner_text(".score-line").split()
        assert " ".join(score) == "Ann Carl Eve 0 Bob Dora Finn 0"
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


def test_a_refusal_says_why_and_leads_out(visit: Visit) -> None:
    page = visit.new_game()
    page.click(".more >> text=Type")
    page.fill(".typed input", "Ann asks Bob 3")
    page.click(".chips button:has-text('3D')")
    expect(page.locator(".typed input")).to_have_value("Ann asks Bob 3D ")
    page.fill(".typed input", "Carl asks Bob 3D: no")
    page.click("text=Take in")
    page.wait_for_selector('.refused:has-text("it is Ann\'s turn")')
    page.click("text=Correct it")
    expect(page.locator(".typed input")).to_have_value("Carl asks Bob 3D: no")
    page.click("text=Take in")
    page.click("text=keep it as irregular")
    page.wait_for_selector("[data-at='1']")


def test_the_record_survives_the_tab(browser: Browser, address: str) -> None:
    with visiting(browser, address) as visit:
        page = visit.new_game()
        tap_ask(page, "Bob", "5♥", "No", 1)
        page.close()
        visit.page = visit.opened()
        page = visit.go()
        page.click(".games li a")
        page.wait_for_selector("[data-at='1']")
        expect(page.locator(".news")).to_contain_text("Ann asks Bob 5♥")
        expect(page.locator(".news .red")).to_have_text("5♥\ufe0e")


def test_a_game_may_have_a_houses_own_rules(visit: Visit) -> None:
    page = visit.go("#new")
    page.click(".segments button:has-text('4')")
    page.fill("[name=title]", " At  home ")
    page.select_option("label:has-text('Rules and deck') select", "wikipedia-2006")
    page.click("text=House rules")
    turned = page.locator("[aria-label=high-points] button")
    turned.last.click()
    page.locator("[aria-label=challenge] button").last.click()
    page.locator("[aria-label=challenge] button").first.click()
    expect(page.locator(".house summary")).to_have_text("House rules (1 change)")
    expect(turned.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".meaning")).to_contain_text("a high half-suit scores two points")
    dealers = page.locator("label:has-text('Who dealt') select option")
    expect(dealers).to_have_text(["Ann", "Bob", "Carl", "Dora"])
    page.select_option("label:has-text('Who dealt') select", "Carl")
    page.select_option("label:has-text('A hand') select", "Bob")
    for place in (*range(13), 4):  # the last tap takes a card back
        page.locator(".pad button").nth(place).click()
    expect(page.locator(".pad legend")).to_have_text("12 cards of Bob")
    page.click("text=Start")
    page.wait_for_selector("[data-at='0'][data-view=Bob]")
    page.click(".tabs >> text=Share")
    text = page.inner_text(".share pre.record")
    record = tracker.loads(text)
    expected = replace(PRESETS["wikipedia-2006"], high_points="2")
    assert dict(record.tags)["title"] == "At home"
    assert (record.rules, record.dealer) == (expected, "Carl")
    (hand,) = record.hands
    cards = record.deck.cards[:13]
    assert (hand.seat, {*hand.cards}) == ("Bob", {*cards} - {cards[4]})
    with page.expect_download() as saved:
        page.click("text=As text")
    assert saved.value.suggested_filename == "At-home.lit"
    assert saved.value.path().read_text(encoding="utf-8") == text
    with page.expect_download() as saved:
        page.click("text=As JSON")
    assert tracker.load(saved.value.path()) == record


def test_a_game_is_exported_opened_as_a_file_and_removed(visit: Visit, tmp_path: Path) -> None:
    text = tracker.dumps(replace(tracker.loads(PROVEN), tags=(("title", "Kept one"),)))
    visit.open_record(text)
    page = visit.go()
    games = page.locator(".games li")
    number = games.count()
    assert games.first.inner_text().startswith("Kept one")  # the latest stands first
    with page.expect_download() as saved:
        page.click("text=Export all")
    exported = saved.value.path().read_text(encoding="utf-8")
    assert exported.count("\n---\n") == number - 1
    assert exported.startswith(text)
    page.click("[aria-label='Remove Kept one']")
    expect(games).to_have_count(number - 1)
    expect(page.locator("[aria-label='Remove Kept one']")).to_have_count(0)
    path = tmp_path / "from a file.lit"
    path.write_text(text.partition("\n")[2], encoding="utf-8")
    whole = b"#" * (4 * 2**20 + 1)
    long: FilePayload = {"name": "x.lit", "mimeType": "text/plain", "buffer": whole}
    page.set_input_files("input[type=file]", long)
    page.wait_for_selector("[role=alert]:has-text('at most 4 MiB')")
    page.set_input_files("input[type=file]", path)
    page.wait_for_selector("[data-at='2']")
    expect(page.locator("h1")).to_have_text("from a file")


def test_names_are_short_and_files_have_names(visit: Visit) -> None:
    """Seats in heads, by the first way that tells them apart; what a download is called."""
    page = visit.go()
    shorten = "names => import('./signs.js').then(signs => signs.shortNames(names))"
    for names, short in (
        ("Marta Tom", "Mar Tom"),
        ("Marta Marvin", "Mart Marv"),
        ("AnnaLena1 AnnaLena23", "AL1 AL23"),
        ("Anton1 Anton2", "A1 A2"),
        ("Marten1 Marten2 Mona1", "Ma1 Ma2 Mo1"),
        ("Marthe Marthy", "Mhe Mhy"),
        ("ann Ann Bob", "a1 A2 B3"),
    ):
        assert page.evaluate(shorten, names.split()) == short.split()
    name = "title => import('./view.js').then(view => view.fileName(title, 'lit'))"
    for title, file in (("A — B: c!", "A-B-c"), ("—", "game"), ("x" * 61, "x" * 60)):
        assert page.evaluate(name, title) == f"{file}.lit"


def test_hostile_text_does_nothing(visit: Visit) -> None:
    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    header = f"title: {hostile}\nseats: Ann Bob Carl Dora\ndealer: Ann\n"
    text = f"{header}\nAnn asks Bob 5H: no # {hostile}\n"
    page = visit.open_record(text)
    expect(page.locator("h1")).to_have_text(hostile)
    assert page.locator("main img, main script, header img").count() == 0


@pytest.mark.parametrize(
    "link", first(2, ["#g=AAAA", "#play/none", "#g=", "#g=%00", "#g=" + "A" * 70_000])
)
def test_a_broken_link_says_so(visit: Visit, link: str) -> None:
    page = visit.go(link)
    expect(page.locator("[role=alert]")).to_contain_text(re.compile("link|game"))


def test_a_statement_in_the_middle_is_changed(visit: Visit) -> None:
    page = visit.new_game()
    tap_ask(page, "Bob", "5♥", "No", 1)
    tap_ask(page, "Ann", "7♠", "No", 2)
    page.click("text=All 2 statements")
    page.click(".events li button:has-text('5♥')")
    change = page.locator(".deeds button:has-text('Change')").bounding_box()
    assert change is not None
    assert change["width"] > change["height"]  # its words stand in one line
    page.click(".deeds >> text=In words")
    page.fill(".typed input", "Ann asks Bob 6H: no")
    page.click("text=Take in")
    page.wait_for_selector(".events:has-text('6♥')")
    assert cells(page)["6H", "Bob"] == "no"
    page.click("[aria-label=Undo]")
    page.wait_for_selector(".events:has-text('5♥')")
    deeds(page)
    look_and_come_back(page)
    page.click(".position .events > summary")
    page.click(".events li button >> nth=0")
    page.click(".deeds >> text=Look")
    page.wait_for_selector("main.review [data-at='1']")
    page.click(".tabs >> text=Enter")
    page.wait_for_selector("main.play")
    page.reload()
    page.wait_for_selector("[data-at='2']")
    page.click("[aria-label=Undo]")
    page.wait_for_selector("[data-at='1']")
    page.click("[aria-label=Redo]")
    page.wait_for_selector("[data-at='2']")


def look_and_come_back(page: Page) -> None:
    """From entering a game to its review, and back."""
    page.click(".tabs >> text=Review")
    page.wait_for_selector("main.review")
    page.click(".tabs >> text=Enter")
    page.wait_for_selector("main.play")


def deeds(page: Page) -> None:
    """A statement has a comment, another is put before it and taken out: three are undone."""
    statements = page.locator(".position .events > ol > li")
    for deed, line, said, number in (
        ("Comment", "a long thought", "a long thought", 2),
        ("Insert before", "Ann asks Bob 6H: yes", "Ann asks Bob 6♥\ufe0e: yes", 3),
        ("Take out", "", "a long thought", 2),
    ):
        if not statements.first.is_visible():
            page.click(".position .events > summary")
        statements.first.locator("> button").click()
        page.click(f".deeds >> text={deed}")
        if line:
            page.fill(".typed input", line)
            page.click("text=Take in")
        expect(statements).to_have_count(number)
        expect(statements.first).to_contain_text(said)
        expect(page.locator(".deeds, .entry .typed")).to_have_count(0)
    notes = page.locator(".position .events .note")
    for number, noted in ((3, 1), (2, 1), (2, 0)):
        page.click("[aria-label=Undo]")
        expect(statements).to_have_count(number)
        expect(notes).to_have_count(noted)


def test_nothing_is_shown_of_another_record_while_one_contradicts_itself(visit: Visit) -> None:
    page = visit.new_game()
    tap_ask(page, "Bob", "6♥", "No", 1)
    tap_ask(page, "Ann", "5♥", "Yes", 2)
    page.click("text=All 2 statements")
    page.click(".events li button:has-text('6♥')")
    page.click(".deeds >> text=Change")
    page.click(".entry [aria-label=Back]")
    page.click(".pad.cards button:has-text('5♥')")
    page.click(".answers button:has-text('No')")
    page.wait_for_selector(".news .warning:has-text('no deal is left')")
    expect(page.locator("[data-holds]")).to_have_count(0)
    expect(page.locator(".events li.cited").first).to_have_text(re.compile("^2"))
    page.wait_for_selector(".news .ways button")
    expect(page.locator(".position")).to_contain_text("while the record contradicts itself")
    page.click(".targets button >> nth=0")
    page.wait_for_selector(".pad.cards button")
    expect(page.locator(".stop")).to_have_count(0)  # what may be asked is there
    assert page.locator(".pad sup").count() == 0
    page.click("[aria-label=Undo]")
    page.wait_for_selector("[data-at='2']")
    assert cells(page)["6H", "Bob"] == "no"
    expect(page.locator(".pad.cards")).to_have_count(0)  # it was begun for the record before
    page.click("[aria-label=Redo]")
    page.click(".news .ways button >> nth=0")
    page.wait_for_selector("[data-at]")
    expect(page.locator(".news .warning")).to_have_count(0)
    page.click("[aria-label=Undo]")
    page.wait_for_selector(".news .warning")
    page.click(".tabs >> text=Review")
    page.wait_for_selector("text=Nothing is deduced here")
    expect(page.locator("[data-holds]")).to_have_count(0)
    page.fill("input[type=range]", "1")
    page.wait_for_selector("[data-at='1']")
    assert cells(page)["5H", "Bob"] == "no"


PROVEN = """\
seats: Ann Christina Doug Laura Eve Finn
dealer: Doug
hand Ann: 2H 3H 4H 6H 7H 9C QD KS

Doug asks Christina 3H: no
Christina asks Ann QC: no
"""


def test_a_naming_is_chosen_beforehand_only_where_it_is_proven(visit: Visit) -> None:
    page = visit.open_record(PROVEN)
    page.click(".tabs >> text=Enter")
    for view, pressed in (("public", 0), ("Ann", 6)):
        if view != "public":  # what it begins with
            page.select_option(".play .view-choice select", view)
        page.wait_for_selector(f"[data-view='{view}']")
        found = tracker.odds(tracker.loads(PROVEN), view=view).to_json()["probability"]
        for card, seat in (("2C", "Ann"), ("QC", "Doug"), ("9H", "Doug")):
            chance = found[card].get(seat)
            if chance not in (None, 1):  # they come once they are counted
                sign = page.locator(f"[data-card='{card}'][data-seat='{seat}']")
                expect(sign).to_have_text(per_cent(chance))
        page.click(".more >> text=Claim")
        page.wait_for_selector(".targets small")
        page.click(".targets button:has-text('low hearts')")
        page.wait_for_selector(".holders")
        expect(page.locator(".holders [aria-pressed=true]")).to_have_count(pressed)
    page.click(".holders [aria-label='5H'] >> text=Doug")
    expect(page.locator(".holders [aria-pressed=true]")).to_have_count(5)


def test_the_half_suit_that_a_moment_is_about_stands_first(visit: Visit) -> None:
    page = visit.open_record(PROVEN)
    first_panel = page.locator(".panel h4").first
    expect(first_panel).to_have_text("high clubs ")
    page.fill("input[type=range]", "1")
    expect(first_panel).to_have_text("low hearts ")


def test_a_claim_that_is_begun_while_the_view_changes_stays(visit: Visit) -> None:
    """The tap comes before the engine has answered."""
    page = visit.open_record(PROVEN)
    page.click(".tabs >> text=Enter")
    page.wait_for_selector(".more >> text=Claim")
    page.evaluate(
        """() => {
          const choice = document.querySelector(".play .view-choice select");
          choice.value = "Ann";
          choice.dispatchEvent(new Event("change", { bubbles: true }));
          const buttons = [...document.querySelectorAll(".more button")];
          buttons.find((each) => each.textContent === "Claim").click();
        }"""
    )
    page.wait_for_selector("[data-view='Ann']")
    page.click(".claim .targets button:has-text('low hearts')")
    page.wait_for_selector(".holders")
    page.click(".holders [aria-label='5H'] >> text=Doug")
    assert visit.said == []


def test_a_naming_is_kept_as_far_as_it_was_named(visit: Visit) -> None:
    page = visit.new_game()
    page.click(".more >> text=Claim")
    page.click(".targets button:has-text('low hearts')")
    page.select_option(".claim select", "Bob")
    page.click(".claim [aria-label=Back]")
    expect(page.locator(".claim")).to_have_count(0)
    page.click(".more >> text=Claim")
    page.select_option(".claim select", "Bob")
    page.click(".targets button:has-text('low clubs')")
    seats = page.locator(".holders [aria-label='2C'] bdi")
    expect(seats).to_have_text(["Bob", "Dora", "Finn"])
    page.click(".claim [aria-label=Back]")
    page.select_option(".claim select", "Ann")
    page.click(".targets button:has-text('low hearts')")
    page.click(".holders [aria-label='2H'] >> text=Ann")
    page.click(".holders [aria-label='5H'] >> text=Carl")
    page.click(".answers >> text=Right")
    page.wait_for_selector(".claim:has-text('Who was named for the 3♥')")
    look_and_come_back(page)
    page.click(".answers >> text=Right")
    page.wait_for_selector("[data-at='1']")
    expect(page.locator(".news")).to_contain_text("Ann claims low hearts: ?: correct")
    page.click("text=All 1 statements")
    expect(page.locator(".events .note")).to_contain_text("named: Ann 2H, Carl 5H")


def test_the_rest_is_named_with_one_tap_and_a_wrong_claim_shows_where_they_were(
    visit: Visit,
) -> None:
    page = visit.new_game()
    page.click(".more >> text=Claim")
    page.click(".targets button:has-text('low hearts')")
    page.click(".holders [aria-label='2H'] >> text=Ann")
    page.click(".holders [aria-label='rest'] >> text=Carl")
    rest = page.locator(".holders [aria-label='rest']")
    for _ in range(2):  # one card is taken back, and named again: that is no rest
        page.click(".holders [aria-label='7H'] >> text=Carl")
        expect(rest).to_have_count(0)
    page.click(".answers >> text=Opponents had one")
    page.click(".holders [aria-label='2H'] >> text=Ann")
    page.click(".holders [aria-label='3H'] >> text=Bob")
    page.click(".holders [aria-label='rest'] >> text=Carl")
    page.click(".claim >> text=Take in")
    page.wait_for_selector("[data-at='1']")
    page.click(".tabs >> text=Share")
    written = page.inner_text(".share pre.record").splitlines()[-1]
    assert written.startswith("Ann claims low hearts: Ann 2H, Carl")
    assert ": opponents; shown Ann 2H, Bob 3H, Carl" in written


def test_a_mend_ends_the_ask_it_was_for_and_names_may_have_spaces(visit: Visit) -> None:
    page = visit.go("#new")
    page.fill("label:has-text('Names') input", "Anna Lena, Bob, Carl, Dora")
    page.click("text=Start")
    tap_ask(page, "Bob", "6♥", "No", 1)
    page.select_option(".question select", "Anna_Lena")
    page.click(".targets button:has-text('Bob')")
    page.click(".pad.cards button:has-text('5♥')")
    page.click(".answers button:has-text('No')")
    page.click(".refused .ways button:has-text('It fits if') >> nth=0")
    page.wait_for_selector("[data-at]:not([data-at='1'])")
    expect(page.locator(".pad.cards, .refused")).to_have_count(0)
    expect(page.locator(".news")).to_contain_text("5♥")


def test_what_nobody_remembers_is_entered_by_taps(visit: Visit) -> None:
    page = visit.new_game()
    tap_ask(page, "Bob", "forgotten", "remember", 1)
    news = page.locator(".news p").first
    expect(news).to_have_text("1. Ann asks Bob ?: ?")
    page.click(".more >> text=Gap")
    expect(news).to_have_text("2. ...")


def test_what_a_claim_would_be_is_said_for_the_team_that_makes_it(visit: Visit) -> None:
    page = visit.new_game()
    tap_ask(page, "Bob", "5♥", "Yes", 1)
    page.click(".more >> text=Claim")
    verdict = page.locator(".targets button:has-text('low hearts') small")
    for claimant, said in (("Ann", "open"), ("Bob", "impossible")):
        page.select_option(".claim select", claimant)
        expect(verdict).to_have_text(said)


def test_the_rules_are_chosen_by_their_words(visit: Visit) -> None:
    options = visit.go("#rules").locator("main select option")
    expect(options).to_have_count(len(PRESETS))
    assert all(options.all_inner_texts())  # each has words


def test_a_claim_that_was_cancelled_is_entered_by_taps(visit: Visit) -> None:
    page = visit.new_game()
    page.click(".more >> text=Claim")
    page.click(".targets button:has-text('low hearts')")
    page.click(".holders [aria-label='rest'] >> text=Carl")
    expect(page.locator(".claim [role=status]")).to_have_text("What came of it?")
    page.click(".answers >> text=Cancelled")
    expect(page.locator(".news p").first).to_contain_text("1. Ann claims low hearts: Carl ")
    expect(page.locator(".news p").first).to_contain_text(": cancelled")


def test_that_one_surrenders_is_offered_only_where_the_rules_know_it(visit: Visit) -> None:
    seats = "seats: Ann Bob Carl Dora\n\nAnn asks Bob 5H: no # surrender\n"
    for rules, number in (("", 0), (", own-card-asks=surrender", 1)):
        page = visit.open_record(f"rules: pagat{rules}\n{seats}")
        page.click(".tabs >> text=Enter")
        page.click(".targets button:has-text('Ann')")
        page.click(".pad.cards button:has-text('5♥')")
        expect(page.locator(".answers button")).to_have_count(3 + number)


def test_why_is_said_in_a_line_where_a_game_is_entered(visit: Visit) -> None:
    page = visit.new_game()
    tap_ask(page, "Bob", "5♥", "Yes", 1)
    news = page.locator(".news")
    for card, seat, said in (
        ("5H", "Ann", ": proven, held"),
        ("5H", "Bob", ": proven, not held"),
        ("6H", "Ann", ": open"),
    ):
        page.click(f"[data-card='{card}'][data-seat='{seat}']")
        expect(news).to_contain_text(f"{seat}{said}")
        expect(page.locator(".stop")).to_have_count(0)  # the answer came
        told = news.locator(".quiet")
        expect(told).to_have_text("Everyone sees it." if card == "5H" else "")
    news.locator("text=Close").click()
    expect(news).to_contain_text("Ann asks Bob 5♥")


FULL = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => { throw new Error("no room"); };
  window.tidy = () => { IDBObjectStore.prototype.put = put; };
}"""
"""From now on the device keeps nothing, until it is tidied."""


def test_what_the_device_does_not_keep_is_not_taken_in(visit: Visit) -> None:
    page = visit.new_game()
    page.wait_for_selector("[data-at='0']")
    page.evaluate(FULL)
    page.click(".targets button:has-text('Bob')")
    page.click(".pad.cards button:has-text('5♥')")
    page.click(".answers button:has-text('No')")
    page.wait_for_selector("[role=alert]:has-text('the device would not keep it: Error: no room')")
    expect(page.locator("[data-at='0']")).to_have_count(1)
    page.click("[role=alert] button")
    page.evaluate("tidy()")
    page.click(".answers button:has-text('Yes')")
    page.wait_for_selector("[data-at='1']")
    expect(page.locator(".events summary")).to_have_text("All 1 statements")


def test_which_moves_mattered_is_asked_of_a_game_that_is_not_over(visit: Visit) -> None:
    books = "book reds: 2H 3H 4H 5H\nbook blacks: 2S 3S 4S 5S\n"
    seats = "seats: Ann Bob Carl Dora\n\nAnn asks Bob 3H: no\n"
    page = visit.open_record(f"rules: pagat, deck=custom\n{books}{seats}")
    page.click("text=Which moves mattered?")
    story = page.locator(".story p")
    expect(story.first).to_have_text("Not over. Score: Ann+Carl 0, Bob+Dora 0.")
    expect(story).to_have_count(2)  # that there is none is said
    page.click("text=What follows?")
    page.wait_for_selector("text=Of no card in play does it follow where it is.")


def test_a_long_game_has_a_link_without_a_code(visit: Visit) -> None:
    """What is written by chance does not grow smaller."""
    comment = "".join(Random(1).choices("0123456789abcdef", k=6_000))
    page = visit.open_record(f"seats: Ann Bob Carl Dora\n\nAnn asks Bob 5H: no # {comment}\n")
    page.click(".tabs >> text=Share")
    page.wait_for_selector("text=It is too long for a QR code.")
    expect(page.locator("a.address")).to_have_count(1)


SLIPS = """async () => {
  const [{ Slips }, { Overview }] = [await import("./events.js"), await import("./claims.js")];
  const { html, render } = await import("./view.js");
  const kinds = ["guess", "refuted", "missed", "unknown"];
  return [1, 19, 20].map((number) => {
    const slips = Array.from({ length: number }, (_, i) => (
      { event: i + 1, seat: i % 2 ? "Ann" : "Bob", kind: kinds[i % 4], book: "low hearts" }));
    const game = { slips, settled: [], seats: ["Ann", "Bob"], named: (text) => text };
    const shown = { game, act: {}, at: 0, ask: false };
    const root = document.createElement("div");
    render(html`<${Slips} shown=${shown} /><${Overview} game=${game} />`, root);
    const nodes = (selector) => [...root.querySelectorAll(selector)];
    const texts = (selector) => nodes(selector).map((node) => node.textContent);
    return [texts("summary"), texts("li button > span:last-child"), root.lastChild.textContent];
  });
}"""


def test_many_mistakes_are_listed_player_by_player(visit: Visit) -> None:
    found = visit.go().evaluate(SLIPS)
    said = ["1 mistake or guess", "19 mistakes and guesses", "20 mistakes and guesses"]
    ends = [f"{words}: ✘ › goes to the next." for words in said]
    assert [[heads, len(items), end] for heads, items, end in found] == [
        [[said[0]], 1, ends[0]],
        [[said[1]], 19, ends[1]],
        [[said[2], "Ann: 10", "Bob: 10"], 20, ends[2]],
    ]
    assert found[1][1][:4] == [
        "Bob guesses: low hearts",
        "Ann claims what is provably not so: low hearts",
        "Bob can claim low hearts",
        "Ann claims wrongly: low hearts",
    ]


def test_a_branch_is_left_without_a_trace(visit: Visit) -> None:
    page = visit.new_game()
    page.click("text=What if")
    page.wait_for_selector(".branch")
    tap_ask(page, "Bob", "5♥", "Yes", 1)
    page.click(".branch >> text=Leave")
    page.wait_for_selector("[data-at='0']")
    page.reload()
    page.wait_for_selector("[data-at='0']")
    expect(page.locator(".branch")).to_have_count(0)
    page.click(".more >> text=Pass")
    expect(page.locator(".typed input")).to_have_value("Ann passes to ")
    page.click(".typed [aria-label=Back]")
    page.click("text=What if")
    page.wait_for_selector(".branch")
    tap_ask(page, "Bob", "7♠", "Yes", 1)
    page.click(".branch >> text=Keep it")
    expect(page.locator(".branch")).to_have_count(0)
    page.reload()
    page.wait_for_selector("[data-at='1']")
    page.click(".targets button:text-is('?')")
    page.click(".pad.cards button:has-text('5♥')")
    page.click(".answers button:has-text('No')")
    page.wait_for_selector(".news:has-text('Ann asks ? 5♥')")


def test_rulings_and_who_could_prove_it(visit: Visit) -> None:
    page = visit.review("pagat-six", 97)
    page.keyboard.press("k")
    page.wait_for_selector("[data-at='96']")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("k")  # a letter is a shortcut only where the game has the focus
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-at='95']")
    page.click("text=Ruling on event 96")
    page.wait_for_selector(".document dd:has-text('Yes: in every deal')")
    assert violations(page) == []
    page.click("text=Back")
    page.click("text=Who could prove it?")
    page.wait_for_selector(".document:has-text('high hearts')")
    page.click("text=‹ Back")
    page.click("text=Judge all claims")
    page.wait_for_selector(".document th:has-text('Claimant')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_all_that_follows_one_step_after_the_other(visit: Visit) -> None:
    found = tracker.consequences(tracker.load(PAGAT), at=112).to_json()
    page = visit.review("pagat-six", 112)
    page.click("text=What follows?")
    steps = page.locator(".chain li")
    expect(steps).to_have_count(1)
    page.click("text=One more step")
    expect(steps).to_have_count(2)
    page.click(f"text=All {len(found['steps'])} steps")
    expect(steps).to_have_count(len(found["steps"]))
    start = f"Level {found['steps'][0]['level']}. At event "
    expect(steps.first).to_have_text(re.compile(f"^{re.escape(start)}"))
    expect(page.locator("text=One more step")).to_have_count(0)
    assert violations(page) == []


@SIZES
def test_a_ruling_is_a_page_with_its_deal_replayed(
    browser: Browser, address: str, width: int, height: int
) -> None:
    """What the page shows is what the command writes; the policy of the app has no complaint."""
    ruling = tracker.rule(tracker.load(PAGAT), 68)
    blocks = as_data(ruling)
    with visiting(browser, address, width=width, height=height) as visit:
        page = visit.review("pagat-six", 67)
        page.click("text=Ruling on event 68")
        page.wait_for_selector(".document dd:has-text('it was a guess')")
        heads = page.locator(".document h3").all_inner_texts()
        assert heads == [block[2] for block in blocks if block[0] == "h2"]
        rows = page.locator(".document table").last.locator("tbody tr")
        assert rows.count() == 67
        assert rows.nth(1).inner_text().split("\t") == [
            "2",
            "Marta asks Lars 3♦\ufe0e: no",
            "Marta has 2♦\ufe0e 6♦\ufe0e; Lars has no 3♦\ufe0e",
        ]
        with page.expect_download() as saved:
            page.click("text=Save as Markdown")
        assert saved.value.path().read_text(encoding="utf-8") == as_markdown(ruling)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
        assert not [text for text in visit.said if "Content Security Policy" in text]


def test_the_report_is_the_page_of_the_command(browser: Browser, address: str) -> None:
    """The page that ``tracker report`` writes, also for whoever has no network by then."""
    whole = tracker.load(PAGAT)
    hostile = "<img src=x onerror=alert(1)>"
    record = replace(whole, events=whole.events[:8], tags=(("title", hostile),))
    with visiting(browser, address) as visit:
        page = visit.open_record(tracker.dumps(record))
        page.wait_for_selector("[data-kept=true]")
        visit.context.set_offline(True)
        page.click("text=the report")
        page.wait_for_selector("#slider", timeout=240_000)  # it counts without NumPy
        assert violations(page) == []
        expect(page.locator("h1")).to_have_text(hostile)
        for at, view in ((8, "public"), (7, "Priya")):
            page.locator("#view").select_option(label=view)
            page.locator("#slider").fill(str(at))
            page.wait_for_selector(f"[data-at='{at}'][data-view='{view}']")
            document = tracker.board(record, view=view, at=at).to_json()
            assert cells(page) == expected(document, list(record.seats))
        page.click("[data-holds=yes] >> nth=-1")
        page.wait_for_selector("#why .verdict-line")
        assert violations(page) == []
        page.click("a.back")
        page.wait_for_selector("[data-view=public]")
        with page.expect_download() as saved:
            page.go_back()
            page.click("text=Save >> nth=0")
        made = saved.value.path().read_text(encoding="utf-8")
        assert unpacked(made) == unpacked(report_page(record))


@pytest.mark.long
def test_a_hard_search_ends_at_its_budget(visit: Visit) -> None:
    """One of the searches of this report never ends where a budget is not what it was set to."""
    page = visit.open_record((SAMPLES / "hidden-six.lit").read_text(encoding="utf-8"))
    page.click("text=the report")
    page.wait_for_selector("#slider", timeout=180_000)
    page.click("a.back")
    page.wait_for_selector("[data-view=public]")


def test_a_forced_end_that_may_be_over_is_not_concluded_from(visit: Visit) -> None:
    """Where only a forced end may be over, a card is where it is if it is in play."""
    page = visit.open_record(tracker.dumps(PERHAPS_OVER))
    page.wait_for_selector("[data-at='9'][data-view='public']")
    page.select_option("#view", "Ann")
    page.wait_for_selector("[data-at='9'][data-view='Ann']")
    shown = cells(page)
    assert [shown["2D", seat] for seat in PERHAPS_OVER.seats] == ["yes", "no", "no", "no"]


def scanned(drawn: str) -> str:
    """What a reader of QR codes makes of one that is drawn square by square."""
    squares = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn)]
    size = max(map(max, squares)) + 9
    picture = np.full((size, size), 255, np.uint8)
    for x, y in squares:
        picture[y + 4, x + 4] = 0
    return read_barcodes(picture.repeat(4, axis=0).repeat(4, axis=1))[0].text


def test_a_link_has_the_moment_and_the_chair(visit: Visit) -> None:
    page = visit.review("pagat-six", 60)
    page.select_option("#view", "Priya")
    page.wait_for_selector("[data-at='60'][data-view='Priya']")
    document = shown_by_command([str(PAGAT), "--as", "Priya", "--at", "60"])
    assert cells(page) == expected(document, list(tracker.load(PAGAT).seats))
    statuses = [entry["status"] for entry in document["cards"].values()]
    certain = sum(status in ("public", "own", "deduced") for status in statuses)
    expect(page.locator("#why")).to_contain_text(f"{certain} of {len(statuses)} cards are certain.")
    page.click("text=Share")
    page.wait_for_selector("svg.code")
    link = page.get_attribute("a.address", "href")
    assert link is not None
    assert len(link) < 2_000
    assert scanned(page.get_attribute("svg.code path", "d") or "") == link
    expect(page.locator("main")).to_contain_text("after event 60, as Priya sees it")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click(".share >> text=Copy")
    page.wait_for_selector("[role=alert]:has-text('Copied.')")
    assert page.evaluate("copied") == link
    page.click("[role=alert] button")
    page = visit.go("#" + link.partition("#")[2])
    page.wait_for_selector("[data-at='60'][data-view='Priya']")
    page.fill("input[type=range]", "61")
    page.wait_for_url("**&at=61&as=Priya")
    visit.go()
    kept = page.locator(".games li").count()
    visit.go("#" + link.partition("#")[2])
    page.click("text=Keep on this device")
    page.wait_for_selector("text=Enter")
    visit.go()
    expect(page.locator(".games li")).to_have_count(kept + 1)


def test_puzzles_are_marked(visit: Visit) -> None:
    page = visit.go("#train")
    page.wait_for_selector(".level")
    number, puzzle = next(
        (number, puzzle)
        for number, puzzle in enumerate(shipped(), start=1)
        if puzzle.question.kind == "ruling"
    )
    page.click(f".level summary:has-text('Level {puzzle.level}:')")
    assert violations(page) == []
    page.click(f"[aria-label^='Puzzle {number},']")
    page.wait_for_selector(".posed .board")
    assert violations(page) == []
    page.click(".ladder summary >> nth=0")
    page.wait_for_selector(".ladder li >> visible=true")
    (right,) = tracker.solve(puzzle)
    page.check(f".options [value={right}]")
    page.click("text=Mark it")
    page.wait_for_selector(".marked.right")
    assert violations(page) == []
    page.click("text=All puzzles")
    page.wait_for_selector(f"text=1 of {len(shipped())} puzzles solved")
    expect(page.locator(".actions .primary")).to_contain_text("Continue: puzzle ")
    wait_until(page, SCORES_KEPT, number)
    page.click(f".level summary:has-text('Level {puzzle.level}: 1 of ')")
    expect(page.locator(".solved")).to_have_text([f"{number} Ruling"])


SCORES_KEPT = """async (number) => {
  const { note } = await import("./storage.js");
  return (await note("train"))?.[number] > 0;
}"""
"""Whether the score of a puzzle is on the device: it is shown before."""
RULES_KEPT = """async (name) => {
  const { note } = await import("./storage.js");
  return await note("train rules") === name;
}"""
"""Whether the choice of rules is on the device: it is shown before."""


def test_training_goes_on_with_the_next_puzzle_by_the_rules_one_plays(visit: Visit) -> None:
    """The choice is kept; a puzzle of other rules is not offered."""
    numbers = [n for n, each in enumerate(shipped(), start=1) if each.record.rules == QUARTETS]
    page = visit.go("#train")
    page.wait_for_selector(".level")
    page.select_option(".actions select", "quartets")
    page.wait_for_selector(f"text={len(numbers)} puzzles solved")
    wait_until(page, RULES_KEPT, "quartets")
    visit.go("#train", anew=True)
    page.click(f".actions button:has-text('puzzle {numbers[0]},')")
    for _ in range(2):
        page.wait_for_selector(".posed:has-text('quartets')")
        page.click("text=Show the answer")
        page.click("text=Next puzzle")
    visit.go("#train")
    page.select_option(".actions select", "")
    page.wait_for_selector(f"text={len(shipped())} puzzles solved")


def test_a_detective_is_told_nothing_before_it_is_proven(visit: Visit) -> None:
    page = visit.review("pagat-six", 60)
    document = shown_by_command([str(PAGAT), "--at", "60"])
    page.click("text=Detective")
    page.wait_for_selector(".detective")
    seen = {
        card for card, entry in document["cards"].items() if entry["status"] in ("public", "own")
    }
    assert {card for card, _ in cells(page)} == seen
    left = sum(entry["status"] == "deduced" for entry in document["cards"].values())
    assert left == 2
    status = page.locator(".detective [role=status]")
    expect(status).to_have_text("2 places more follow now.")
    page.click("[data-card='10C'][data-seat='Marta']")
    page.wait_for_selector(".detective:has-text('1 right')")
    expect(status).to_contain_text("1 place more follows now.")
    assert cells(page)["10C", "Marta"] == "yes"
    page.click("[data-card='JC'][data-seat='Priya']")
    page.wait_for_selector(".detective:has-text('1 right, 1 not.')")
    assert ("JC", "Priya") not in cells(page)
    expect(status).to_contain_text("It may be so all the same")
    fits = page.locator(".detective details:has-text('A deal that fits, with it elsewhere')")
    fits.locator("mark:has-text('J♣')").wait_for()
    assert fits.locator("li:has(mark) bdi").inner_text() != "Priya"
    page.click("[data-card='10C'][data-seat='Marta']")
    page.wait_for_selector(".detective:has-text('shown already')")
    (card, seat), *_ = [
        (card, seat)
        for card, entry in document["cards"].items()
        if card not in seen and len(entry["holders"]) > 1
        for seat in tracker.load(PAGAT).seats
        if seat not in entry["holders"]
    ]
    page.click(f"[data-card='{card}'][data-seat='{seat}']")
    page.wait_for_selector(".detective:has-text('1 right, 2 not.')")
    expect(status).to_contain_text("not so: that is impossible")
    page.wait_for_selector(f".detective .verdict-line:has-text('{seat} does not hold')")
    page.click(".detective >> text=has it not")
    page.click(f"[data-card='{card}'][data-seat='{seat}']")
    page.wait_for_selector(".detective:has-text('2 right, 2 not.')")
    expect(page.locator(".detective .steps .fact").first).to_be_visible()
    page.click(".detective >> text=End")
    page.wait_for_selector("[data-card='JC'][data-seat='Priya'][data-holds]")


def test_a_detective_marks_a_game_with_a_gap_too(visit: Visit) -> None:
    """The verdict is that of all its ways."""
    page = visit.open_record(
        "seats: Ann Bob Carl Dora\n\nAnn asks Bob 5H: no\nBob asks Ann KS: ?\n"
    )
    page.wait_for_selector("[data-at='2']")
    page.wait_for_selector("[data-moments='3']")
    expect(page.locator("main > progress")).to_have_count(0)
    page.click("text=Detective")
    for words, place, said in (
        ("has it not", "[data-card='5H'][data-seat='Bob']", "proven. "),
        ("has it not", "[data-card='5H'][data-seat='Dora']", "not proven. It may be so"),
        ("has it", "[data-card='5H'][data-seat='Dora']", "not proven. It may be so"),
        ("has it", "[data-card='5H'][data-seat='Bob']", "that is shown already"),
    ):
        page.click(f".detective button:text-is('{words}')")
        expect(page.locator(".detective [aria-pressed=true]")).to_have_text(words)
        page.click(place)
        page.wait_for_selector(f".detective:has-text('{said}')")
    expect(page.locator(".detective")).to_contain_text("1 right, 2 not.")


def test_when_a_half_suit_was_won_is_said_only_once_it_is_worked_out(visit: Visit) -> None:
    """Of a record with gaps the boards tell it, and that of the end comes first."""
    decks = "book reds: 2H 3H 4H 5H\nbook blacks: 2S 3S 4S 5S\nbook greens: 2C 3C 4C 5C\n"
    page = visit.open_record(
        f"rules: pagat, deck=custom\n{decks}seats: Ann Bob Carl Dora\ndealer: Ann\n"
        "Ann asks Bob 3H: yes\nAnn claims reds: Ann rest: correct\n"
        "Carl asks Bob 2S: ?\nCarl asks Dora 2C: no\n"
    )
    states = page.locator(".panel.settled .state")
    expect(states).to_have_text(re.compile(r"Ann\+Carl"))
    assert {*states.all_inner_texts()} <= {"Ann+Carl", "Ann+Carl @2"}
    expect(states).to_have_text("Ann+Carl @2")


def test_that_a_gap_is_in_the_way_is_said(visit: Visit) -> None:
    """And not that nothing was found, which was said of the game before."""
    visit.open_record("title: short\nseats: Ann Bob Carl Dora\n\nAnn asks Bob 5H: no\n")
    visit.open_record(
        "title: gap\nseats: Ann Bob Carl Dora\n\nAnn asks Bob 5H: no\nBob asks Ann KS: ?\n"
    )
    page = visit.go("#train")
    page.click(".games li:has-text('short') >> text=Find puzzles")
    page.wait_for_selector("text=Nothing worth posing was found")
    page.click(".games li:has-text('gap') >> text=Find puzzles")
    page.wait_for_selector("[role=alert]:has-text('event 2 is a gap')")
    expect(page.locator("text=Nothing worth posing was found")).to_have_count(0)
    visit.go("#train")  # who comes back and asks again is told again
    page.click(".games li:has-text('gap') >> text=Find puzzles")
    page.wait_for_selector("[role=alert]:has-text('event 2 is a gap')")


LISTEN = """() => {
  const { postMessage } = Worker.prototype;
  window.asked = [];
  Worker.prototype.postMessage = function (question) {
    asked.push(JSON.parse(question));
    postMessage.call(this, question);
  };
}"""
"""What the engine is asked from now on is written down."""


def test_puzzles_are_found_for_the_chair_that_one_entered_from(visit: Visit) -> None:
    page = visit.open_record(f"title: mine\n{PROVEN}")
    page.click(".tabs >> text=Enter")
    page.select_option(".play .view-choice select", "Ann")
    page.wait_for_selector("[data-view='Ann']")
    visit.go("#train")
    page.evaluate(LISTEN)
    page.click(".games li:has-text('mine') >> text=Find puzzles")
    page.wait_for_function("asked.some(({ ask }) => ask === 'puzzles')")
    expect(page.locator(".stop")).to_have_count(0)
    assert page.evaluate("asked.find(({ ask }) => ask === 'puzzles').view") == "Ann"


LOOKERS = """async () => {
  const { View } = await import("./model.js");
  const view = (seats) => new View({ name: seats.join("+") || "public", seats, why: [] }, {});
  return [[], ["Ann"], ["Ann", "Carl"]].map((seats) => [view(seats).looker, view(seats).label]);
}"""


def test_a_view_is_of_one_chair_or_of_several_together(visit: Visit) -> None:
    assert visit.go().evaluate(LOOKERS) == [
        ["the public sees", "public"],
        ["Ann sees", "Ann"],
        ["Ann and Carl together see", "Ann + Carl, pooled"],
    ]


HOLD = """() => {
  const { postMessage } = Worker.prototype;
  const held = [];
  Worker.prototype.postMessage = function (question) {
    held.push(() => postMessage.call(this, question));
  };
  window.release = () => {
    Worker.prototype.postMessage = postMessage;
    for (const send of held) send();
  };
}"""
"""From now on the engine gets no question, until they are released."""


@pytest.mark.parametrize("later", ["#", "#train"])
def test_who_does_not_wait_for_a_game_stays_where_they_went(visit: Visit, later: str) -> None:
    """Its board comes when nobody wants it any more."""
    for title in ("left", "other"):
        visit.open_record(f"title: {title}\nseats: Ann Bob Carl Dora\n")
    page = visit.go()
    page.evaluate(HOLD)
    page.click(".games li a:has-text('left') >> nth=0")
    page.wait_for_selector("pre.record")
    page.evaluate("later => { location.hash = later; }", later)
    heading = {"#": "tracker", "#train": "Train"}[later]
    expect(page.locator("h1")).to_have_text(heading)
    expect(page.locator(".stop")).to_have_count(1)
    page.evaluate("release()")
    expect(page.locator(".stop")).to_have_count(0)  # the answer came
    expect(page.locator("h1")).to_have_text(heading)


QUEUE = """async () => {
  const { Engine } = await import("./engine.js");
  const [posed, came, busy] = [[], [], []];
  const engine = new Engine((_, open) => busy.push(open), new Promise(() => {}));
  engine.worker = { postMessage: (text) => posed.push(JSON.parse(text).ask) };
  const ask = (name, background) => engine.ask(name, {}, background).then(
    (answer) => came.push([name, answer]), (error) => came.push([name, error.kind, error.message]));
  const reply = (answer) => engine.came({ reply: JSON.stringify(answer) });
  const asked = [ask("a", true), ask("b", true), ask("c"), ask("d"), ask("e")];
  engine.came({ status: "ready" });
  reply({ answer: 1 });
  reply({ error: { kind: "Odd", lines: ["x", "y"] } });
  reply({ answer: null });
  reply({ answer: 4 });
  engine.came({ status: "failed", text: "no room" });
  const all = Promise.all([...asked, ask("f")]);
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  return { posed, came, busy };
}"""


FORETOLD = """async () => {
  const { foretold } = await import("./quiz.js");
  const events = Array(10).fill({ kind: "yes", target: "Bob", card: "5H" });
  const at = (number, holds, causes, odds) => foretold({
    game: { events }, raw: { own: [], seats: [] }, seen: () => null,
    holds: () => holds, odds: () => odds, reason: () => ({ because: Array(causes) }),
  }, number);
  return [
    at(1, "no", 1), at(1, "no", 2), at(1, "yes", 2),
    at(5, "maybe", 0, "10"), at(5, "maybe", 0, "9"), at(5, "maybe", 0, null),
    at(4, "maybe", 0, "50"),
  ];
}"""


def test_an_answer_is_asked_for_where_several_causes_tell_it_or_none_does(visit: Visit) -> None:
    """Of those that nobody can tell every fifth, if it is likely enough."""
    found = visit.go().evaluate(FORETOLD)
    assert found == [None, "no", "yes", "open", None, "open", None]


STOPPED = """() => import("./engine.js").then(({ Engine }) => {
  const deeds = [];
  const engine = new Engine((status) => deeds.push(status), new Promise(() => {}));
  engine.worker = { postMessage() {}, terminate: () => deeds.push("terminated") };
  engine.start = () => deeds.push("started");
  engine.came({ status: "ready" });
  engine.ask("a").catch((error) => deeds.push(error.kind));
  engine.stop();
  return Promise.resolve().then(() => deeds);
})"""


def test_what_is_stopped_ends_and_the_engine_begins_anew(visit: Visit) -> None:
    deeds = visit.go().evaluate(STOPPED)
    assert deeds == ["ready", "ready", "terminated", "started", "starting", "Stopped"]


def test_questions_of_a_person_go_first_and_none_is_lost(visit: Visit) -> None:
    found = visit.go().evaluate(QUEUE)
    failed = ["Failed", "tracker could not start: no room"]
    assert found["posed"] == ["c", "d", "e", "a", "b"]
    assert found["came"] == [
        ["c", 1],
        ["d", "Odd", "x\ny"],
        ["e", None],
        ["a", 4],
        ["b", *failed],
        ["f", *failed],
    ]
    assert found["busy"] == [0, 0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 0]


UNCOUNTED = """async () => {
  const { askChances } = await import("./opened.js");
  const asked = [];
  const view = { name: "public", found: [{ cards: {} }], board: (at) => view.found[at] };
  const answer = (question, _, background) => {
    asked.push([question, background]);
    return { json: { count: question === "count" ? 5 : null, bits: null }, odds: {} };
  };
  const state = { view, at: 0, announced: "Event 0" };
  return [false, true, true].map((counts) => {
    askChances({ game: {}, walk: { state: { ...state, counts } } }, { answer });
    return [view.board(0).isCounted, asked.at(-1)];
  });
}"""


def test_what_would_take_long_to_count_is_counted_when_a_person_asks(visit: Visit) -> None:
    found = visit.go().evaluate(UNCOUNTED)
    assert found == [[False, ["deals", True]], [True, ["count", False]], [True, ["count", False]]]


def test_a_computation_is_stopped_and_work_goes_on(visit: Visit) -> None:
    page = visit.open_record((SAMPLES / "long-six.lit").read_text(encoding="utf-8"))
    visit.go("#train")
    page.wait_for_selector(".level")
    page.click("text=Find puzzles >> nth=0")
    page.click(".stop")
    page.wait_for_selector("[data-engine=starting]")
    page.wait_for_selector("[data-engine=ready]")
    visit.go("#")
    page.click(".games li a >> nth=0")
    page.wait_for_selector("[data-at='211']")
