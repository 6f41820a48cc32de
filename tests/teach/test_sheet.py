"""A sheet of puzzles as a page: what it marks is what the library marks; it works in a browser."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument
from zxingcpp import read_barcodes

from tests.cli.running import run, written
from tests.marks import first
from tests.report.browser import launched, opened, sheets, turn_to, violations
from tests.report.pages import read_data
from tests.teach.refuting import check_mark, every_answer
from tests.teach.test_puzzle_records import PUZZLE, QUESTIONS, asking
from tracker.explain import Explanation
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.replay import replay_of
from tracker.render.page.sheet import sheet
from tracker.render.puzzle_words import proofs_in_words
from tracker.teach.lessons import Lesson, choose_for_lesson
from tracker.teach.marking import MarkedAnswer, hints, mark_choice
from tracker.teach.pack import shipped
from tracker.teach.puzzle import Puzzle, puzzle_of
from tracker.teach.task import Choice, Task

KINDS = [puzzle_of(asking(question)) for question in QUESTIONS]


@pytest.mark.long
def test_the_page_marks_as_the_library_does(tmp_path: Path) -> None:
    """Answers of all kinds, come by links: right or wrong, why, with how many deals that tell."""
    puzzles = [*KINDS, *shipped()[::16]]
    file = tmp_path / "sheet.html"
    file.write_text(sheet(puzzles), encoding="utf-8")
    tried: list[list[tuple[str, MarkedAnswer]]] = []
    for puzzle in puzzles:
        with Task(puzzle) as task:
            marks = [
                (as_clicked(task, choice), mark_choice(task, choice))
                for choice in every_answer(task, 12)
            ]
        tried.append(marks)
    with launched() as browser, opened(browser, file) as page:
        key = page.evaluate("document.body.dataset.set")
        for turn in range(max(map(len, tried))):
            given = [marks[turn % len(marks)] for marks in tried]
            said = urlencode({str(n): answer for n, (answer, _) in enumerate(given, start=1)})
            page.goto(f"{file.as_uri()}#at=1&set={key}&{said}")
            page.reload()
            for number, (answer, found) in enumerate(given, start=1):
                section = page.locator(f"#puzzle-{number} .marked")
                text = section.text_content() or ""
                assert text.startswith("Right." if found.right else "Wrong."), (number, answer)
                assert in_signs(found.note) in text, (number, answer)
                statements = [lines[0] for proof in found.proofs for lines in [told(proof)]]
                assert all(in_signs(statement) in text for statement in statements)
                tells = [in_signs(card) for deal in found.deals for card in deal.tell_tale]
                assert sorted(section.locator("mark").all_text_contents()) == sorted(tells)
    assert sum(map(len, tried)) > 200


def told(proof: Explanation) -> list[str]:
    """A proof in words."""
    return next(proofs_in_words([proof]))


def in_signs(text: str) -> str:
    """A text with the signs of suits, as the page shows cards."""
    signs = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    return re.sub(r"\b(10|[2-9JQKA])([CDHS])\b", lambda c: f"{c[1]}{signs[c[2]]}\ufe0e", text)


def as_clicked(task: Task, choice: Choice) -> str:
    """An answer as the form of the page gives it."""
    if task.kind.shape == "each" and choice:
        places = dict(map(place_of, choice))
        return ",".join(places.get(card, "-") for card in task.words("card"))
    return task.text(choice)


def place_of(option: str) -> tuple[Card, Seat]:
    """The card and the seat of an option that places a card."""
    card, seat = option.split()
    return card, seat


def test_names_are_no_markup() -> None:
    record = PUZZLE.replace("as: Ann", "title: <script>alert(1)</script>\nas: Ann")
    page = sheet([puzzle_of(asking("where 5H", record=record))], title="<b>&")
    assert "<b>&" not in page
    assert "alert(1)" not in page


def test_puzzles_are_small_on_a_page() -> None:
    page = sheet(shipped()[::4])
    assert len(page.encode()) < 500_000  # fifty


def test_printed_answers_have_their_reasons() -> None:
    """Also that something can't be known: what is known, and deals that disagree."""
    for question in ("where AS", "where 5H", "claim high spades"):
        page = sheet([puzzle_of(asking(question))])
        answers = page[page.index('id="answers-head"') : page.index("<footer>")]
        assert "You do not hold the AS." in answers or "Carl" in answers
        assert answers.count("A deal that fits all that was seen: Ann: ") == (
            0 if question == "where 5H" else 2
        )


def test_the_first_hint_lights_the_events_and_the_hands_that_matter() -> None:
    for puzzle in shipped()[::24]:
        with Task(puzzle) as task:
            told = hints(task)
        if told.hands:
            break
    lit = read_data(sheet([puzzle]))["puzzle-1"]["lit"]
    assert {seat for seat in lit if seat in puzzle.record.seats} == {*told.hands} != set()
    assert {int(number) for number in lit if number.isdecimal()} == {*told.events} != set()


def test_the_grids_to_write_in_are_of_the_question_and_of_the_asks_shown() -> None:
    puzzle = puzzle_of(replace(asking("where 5H"), tags=(*asking("where 5H").tags, ("shows", "3"))))
    page = sheet([puzzle], part="questions")
    paper = page.partition('class="paper"')[2].partition("</div>")[0]
    assert " ".join(re.findall(r">(\w+)♥", paper)) == "2 3 4 5 6 7 9 10 J Q K A"
    assert paper.count("<tr><th>") == 12


@pytest.mark.parametrize("puzzles", first(1, [KINDS, [*shipped()[::7]]]), ids=["kinds", "pack"])
def test_every_option_that_may_be_chosen_wrongly_has_its_reason_in_the_file(
    puzzles: Sequence[Puzzle],
) -> None:
    """The one that the library has against it: a proof, or deals, which the referee accepts."""
    marks = read_data(sheet(puzzles))
    for number, puzzle in enumerate(puzzles, start=1):
        filed = marks[f"puzzle-{number}"]["marks"]
        right = {option for choice in filed["right"] for option in choice}
        with Task(puzzle) as task:
            options = [option for option in task.options if not is_proven_part(task, option)]
            assert set(filed["wrong"]) == set(options) - right
            for option, reason in filed["wrong"].items():
                found = mark_choice(task, frozenset({option}))
                assert reason["note"].lower() in found.note.lower()
                assert reason["proof"] or reason["deals"], (puzzle.name, option)
                assert len(reason["deals"]) <= len(found.deals)
                for deal in reason["deals"]:  # which of equally near ones, is chance
                    assert {*chain(*deal["hands"].values())} == {*task.deduction.cards}
                    assert {*deal["tells"]} <= {*task.deduction.cards}
                check_mark(found)


def is_proven_part(task: Task, option: str) -> bool:
    """Whether an option is a card of a claim whose place is certain: it makes no claim wrong."""
    if task.question.kind != "claim":
        return False
    card, seat = place_of(option)
    return task.deduction.holders(card) == (seat,)


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    path = written(tmp_path, PUZZLE)
    assert run("puzzles", path, "-o", tmp_path / "sheet.html").exit_code == 0
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def check_reloaded(page: Page, last: str, score: str) -> None:
    """The address has the answers, which are marked again, and where one was; it is copied."""
    page.reload()
    expect(page.locator("#total")).to_have_text(score)
    expect(page.locator(f"#{last} h2 a")).to_be_focused()
    expect(page.locator(f"#{last} .marked")).to_contain_text("Right.")
    expect(page.locator("main > .page:visible")).to_have_count(1)
    expect(page.locator("nav.turn a[aria-current]")).to_have_attribute("href", f"#{last}")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.locator("#copy").click()
    expect(page.locator("#copied")).to_have_text("The link is copied.")
    assert page.evaluate("copied === location.href")


@pytest.mark.page
def test_in_a_browser(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet(KINDS), encoding="utf-8")
    numbers = {str(puzzle.question): n for n, puzzle in enumerate(KINDS, start=1)}
    with launched() as browser, opened(browser, file, width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

        def answer(question: str, *clicks: str, says: str = "Right.") -> str:
            section = f"#puzzle-{numbers[question]}"
            turn_to(page, numbers[question])
            for click in clicks:
                page.locator(f"{section} {click}").check()
            page.locator(f"{section} form button").press("Enter")
            marked = page.locator(f"{section} .marked")
            expect(marked).to_contain_text(says)
            return marked.inner_text()

        before = "getComputedStyle(document.querySelector('.happened li'), '::before').content"
        assert page.evaluate(before) == '"1"'  # a counter would lose it on paper
        answer("where 5H", says="Choose an answer")
        wrong = answer("where 5H", "[value=Bob]", says="Wrong. One more try")
        assert "In a deal that fits all that was seen, Bob has" in wrong
        assert "Carl" not in wrong
        wrong = answer("where 5H", "[value=Dora]", says="Carl holds the 5♥\ufe0e")
        assert "Wrong." in wrong
        assert page.locator(f"#puzzle-{numbers['where 5H']} mark").inner_text() == "5♥\ufe0e"
        answer("where AS", "[value=unknown]")
        parts = "Part by part: Bob ✔, something is missing."
        assert "The answer" not in answer("who AS", "[value=Bob]", says=parts)
        answer("who AS", "[value=Carl]", "[value=Dora]")
        turn_to(page, numbers["claims"])
        hint = page.locator(f"#puzzle-{numbers['claims']} .ladder summary").first
        lit = page.locator(f"#puzzle-{numbers['claims']} :is([data-lit], .lit)")
        assert lit.count() == 0
        hint.click()
        expect(lit.first).to_be_visible()
        hint.click()
        expect(lit).to_have_count(0)
        answer("claims", "[value='low hearts']")
        answer("asks", says="Choose an answer")  # an untouched puzzle is not answered
        answer("asks", "[data-part=none]")
        rows = [
            f"input[name=puzzle-{numbers['claim low hearts']}-{card}][value={seat}]"
            for card, seat in [(c, "Ann") for c in ("2H", "3H", "4H", "6H", "7H")]
            + [("5H", "Carl")]
        ]
        answer("claim low hearts", *rows)
        score = f"Score 3.8 of {len(KINDS)}"  # a hint costs a fifth
        expect(page.locator("#total")).to_have_text(score)
        check_reloaded(page, f"puzzle-{numbers['claim low hearts']}", score)
        assert violations(page) == []
        codes = re.compile(r"\b(10|[2-9JQKA])[CDHS]\b")
        assert not codes.search(page.locator("main").inner_text())
        page.emulate_media(media="print")
        expect(page.locator(".answers")).to_be_visible()
        expect(page.locator(".marked").first).to_be_hidden()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.long
def test_ten_puzzles_print_on_five_sheets_and_the_answers_apart(tmp_path: Path, seed: int) -> None:
    chosen = choose_for_lesson(shipped(), 10, None, random.Random(seed))
    with launched() as browser:
        for text, most in ((sheet(chosen, part="questions"), 5), (sheet(chosen), 6)):
            file = tmp_path / "sheet.html"
            file.write_text(text, encoding="utf-8")
            with opened(browser, file) as page:
                assert sheets(page) <= most
                if most > 5:  # the answers begin on a sheet of their own
                    rule = "getComputedStyle(document.querySelector('.answers')).breakBefore"
                    assert page.evaluate(rule) == "page"


@pytest.mark.page
def test_the_board_goes_from_event_to_event_and_tells_no_inference(tmp_path: Path) -> None:
    """It is what all saw and the view's own hand; all else is veiled."""
    file = tmp_path / "sheet.html"
    puzzles = [*KINDS[:1], *shipped()[::25]]
    file.write_text(sheet(puzzles), encoding="utf-8")
    with launched() as browser, opened(browser, file) as page:
        for number, puzzle in enumerate(puzzles, start=1):
            turn_to(page, number)
            section = page.locator(f"#puzzle-{number}")
            own = {card: hand.seat for hand in puzzle.view.hands for card in hand.cards}
            moments = sorted({max(min(puzzle.shows) - 1, 0), *puzzle.shows, puzzle.at})
            for at in reversed(moments):
                state = replay_of(puzzle.record).state(at)
                said = re.compile(f"^After event {at}[.:]" if at else r"^At the deal\. To move: ")
                expect(section.locator(".board-said")).to_have_text(said)
                seen = {**own, **state.located}
                cells = section.locator("td[data-card]").evaluate_all(
                    "cells => cells.map((cell) => [cell.dataset.card, cell.dataset.seat,"
                    " cell.dataset.holds ?? null, cell.closest('table').hidden])"
                )
                for card, seat, holds, is_settled in cells:
                    if card not in state.cards:
                        assert is_settled
                    elif card in seen:
                        assert holds == ("yes" if seen[card] == seat else "no")
                    else:
                        assert holds == ("no" if seat in own.values() else None)
                sizes = section.locator("table").first.locator(".hand-size").all_text_contents()
                assert sizes == ["?" if n is None else str(n) for n in state.sizes.values()]
                if at != moments[0]:
                    section.get_by_role("button", name="Previous event").click()
            toggle = section.get_by_role("button", name="All half-suits")
            if toggle.count():
                toggle.click()
            expect(section.locator(".panel")).to_have_count(len(puzzle.record.table.books))
            veiled = section.locator("td.veiled").first
            for mark in ("✓", "✗", "?", ""):
                veiled.click()
                expect(veiled).to_have_attribute("data-pencil", mark)
        assert violations(page) == []


@pytest.mark.long
def test_a_link_marks_what_it_can_be_of_this_sheet(tmp_path: Path) -> None:
    """A link with answers marks them again; what cannot be, or is of another sheet, is nothing."""
    file = tmp_path / "sheet.html"
    file.write_text(sheet(KINDS), encoding="utf-8")
    numbers = {str(puzzle.question): n for n, puzzle in enumerate(KINDS, start=1)}
    given = {
        "where 5H": "Bob",
        "who AS": "Bob Carl Dora",
        "claims": "low hearts",
        "asks": "none",
        "claim low hearts": "Ann,Ann,Ann,Carl,Ann,Ann",
        "claim high spades": "unknown",
        "can Bob AS": "yes",
    }
    with launched() as browser:
        said = "&".join(f"{numbers[q]}={answer.replace(' ', '+')}" for q, answer in given.items())
        with opened(browser, file) as page:
            key = page.evaluate("document.body.dataset.set")
        with opened(browser, file, f"#at=3&set={key}&{said}&99=Bob&2=Nobody") as page:
            expect(page.locator("#total")).to_have_text(f"Score 6 of {len(KINDS)}")
            expect(page.locator("#puzzle-2 .marked")).to_be_empty()
        with opened(browser, file, f"#at=3&set=00000000&{said}") as page:
            expect(page.locator("#total")).to_have_text(f"Score 0 of {len(KINDS)}")


@pytest.mark.long
def test_it_can_be_read_in_the_dark(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet(KINDS[:3]), encoding="utf-8")
    with launched() as browser, opened(browser, file, scheme="dark") as page:
        turn_to(page, 1)
        page.locator("[value=Bob]").first.check()
        page.locator("form button").first.click()
        expect(page.locator(".marked").first).to_contain_text("Wrong.")
        assert violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "address",
    ["https://example.org/lesson.html", f"https://example.org/{'a' * 180}/lesson.html"],
    ids=["short", "long"],
)
def test_the_printed_code_is_read_as_the_address(tmp_path: Path, address: str) -> None:
    lesson = Lesson("Ten", shipped()[:2], address)
    file = tmp_path / "questions.html"
    file.write_text(sheet(lesson.puzzles, lesson=lesson, part="questions"), encoding="utf-8")
    with launched() as browser, opened(browser, file) as page:
        printed = page.pdf(prefer_css_page_size=True)
    with PdfDocument(printed) as paper:
        picture = paper[0].render(scale=150 / 72, grayscale=True).to_numpy()
    assert [code.text for code in read_barcodes(picture)] == [address]
