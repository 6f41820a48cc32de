"""A sheet of puzzles as a page: what it marks is what the library marks; it works in a browser."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.running import run, written
from tests.report.browser import launched, opened, violations
from tests.report.pages import read_data
from tests.teach.refuting import check_mark, is_false_in
from tests.teach.test_puzzle_records import PUZZLE, QUESTIONS, asking
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.render.page.sheet import sheet
from tracker.teach.lessons import LONGEST_CODE, Lesson, choose_for_lesson
from tracker.teach.marking import mark
from tracker.teach.pack import shipped
from tracker.teach.puzzle import puzzle_of

KINDS = [puzzle_of(asking(question)) for question in QUESTIONS]


def test_the_page_marks_as_the_library_does() -> None:
    marks = read_data(sheet(KINDS))
    for number, puzzle in enumerate(KINDS, start=1):
        filed = marks[f"puzzle-{number}"]
        assert sum(one["right"] for one in filed.values()) == 1
        if puzzle.question.kind in ("where", "can"):
            for answer, one in filed.items():
                if not answer:
                    continue
                found = mark(puzzle, answer)
                assert one["right"] == found.right
                assert [places(deal["hands"], deal["tells"]) for deal in one["deals"]] == [
                    places(deal.hands, deal.tell_tale) for deal in found.deals
                ]  # of the other cards no more is asked than that they fit


def places(hands: Mapping[Seat, Sequence[Card]], cards: Iterable[Card]) -> dict[Card, Seat]:
    """Where a deal has some cards."""
    return {card: seat for card in cards for seat, held in hands.items() if card in held}


def test_names_are_no_markup() -> None:
    record = PUZZLE.replace("as: Ann", "title: <script>alert(1)</script>\nas: Ann")
    page = sheet([puzzle_of(asking("where 5H", record=record))], title="<b>&")
    assert "<b>&" not in page
    assert "alert(1)" not in page


def test_puzzles_are_small_on_a_page() -> None:
    page = sheet(shipped()[::10])
    assert len(page.encode()) < 200_000  # so that fifty are less than a megabyte


def test_printed_answers_have_their_reasons() -> None:
    """Also that something can't be known: what is known, and deals that disagree."""
    for question in ("where AS", "where 5H", "claim high spades"):
        page = sheet([puzzle_of(asking(question))])
        answers = page[page.index('id="answers-head"') : page.index("<footer>")]
        assert "You do not hold the AS." in answers or "Carl" in answers
        assert answers.count("A deal that fits all that was seen: Ann: ") == (
            0 if question == "where 5H" else 2
        )


@pytest.mark.benchmark
def test_fifty_puzzles_are_less_than_a_megabyte() -> None:
    sizes = [len(sheet(shipped()[begin::4]).encode()) for begin in range(4)]
    print(f"\npages of 50 puzzles: {min(sizes) / 1000:.0f} to {max(sizes) / 1000:.0f} kB")
    assert max(sizes) < 1_000_000


@pytest.mark.benchmark
def test_a_lesson_of_ten_is_small_and_its_codes_are_short() -> None:
    sizes, letters = [], []
    for seed in range(10):
        chosen = choose_for_lesson(shipped(), 10, None, random.Random(seed))
        lesson = Lesson("Ten", chosen)
        sizes.append(len(sheet(chosen, "Ten", lesson=lesson).encode()))
        letters.append(lesson.code_letters)
        assert lesson.name_letters + 1 + lesson.code_letters <= LONGEST_CODE
    print(f"\npages of 10 puzzles: {min(sizes) / 1000:.0f} to {max(sizes) / 1000:.0f} kB")
    print(f"letters of a code, without the name: {min(letters)} to {max(letters)}")
    assert max(sizes) < 200_000


def test_every_wrong_click_has_its_refuting_deal_in_the_file() -> None:
    """Of all places and of yes and no: a deal that the referee accepts, and the answer is false."""
    puzzles = [*KINDS, *shipped()[::7]]
    marks = read_data(sheet(puzzles))
    for number, puzzle in enumerate(puzzles, start=1):
        if puzzle.question.kind not in ("where", "can"):
            continue
        for answer, filed in marks[f"puzzle-{number}"].items():
            if filed["right"] or answer in ("", "unknown"):
                assert filed["right"] or filed["proof"] or not answer
                continue
            assert filed["deals"], (puzzle.name, answer)
            deal = filed["deals"][0]
            hands = {seat: tuple(cards) for seat, cards in deal["hands"].items()}
            found = mark(puzzle, answer)
            check_mark(found)
            assert places(hands, deal["tells"]) == places(found.deals[0].hands, deal["tells"])
            assert is_false_in(puzzle, answer, replace(found.deals[0], hands=hands))


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    path = written(tmp_path, PUZZLE)
    assert run("puzzles", path, "-o", tmp_path / "sheet.html").exit_code == 0
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.long
def test_in_a_browser(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet(KINDS), encoding="utf-8")
    numbers = {str(puzzle.question): n for n, puzzle in enumerate(KINDS, start=1)}
    with launched() as browser, opened(browser, file, width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390

        def answer(question: str, *clicks: str) -> str:
            section = f"#puzzle-{numbers[question]}"
            for click in clicks:
                page.locator(f"{section} {click}").check()
            page.locator(f"{section} form button").press("Enter")
            return page.locator(f"{section} .marked").inner_text()

        before = "getComputedStyle(document.querySelector('.happened li'), '::before').content"
        assert page.evaluate(before) == '"1"'  # a counter would lose it on paper
        assert "Choose an answer" in answer("where 5H")
        wrong = answer("where 5H", "[value=Bob]")
        assert "Wrong." in wrong
        assert "Carl holds the 5H" in wrong
        assert page.locator(f"#puzzle-{numbers['where 5H']} mark").inner_text() == "5H"
        assert "Right." in answer("where AS", "[value=unknown]")
        assert "Right." in answer("who AS", "[value=Bob]", "[value=Carl]", "[value=Dora]")
        assert "Right." in answer("claims", "[value='low hearts']")
        assert "Right." in answer("asks")
        rows = [
            f"input[name=puzzle-{numbers['claim low hearts']}-{card}][value={seat}]"
            for card, seat in [(c, "Ann") for c in ("2H", "3H", "4H", "6H", "7H")]
            + [("5H", "Carl")]
        ]
        assert "Right." in answer("claim low hearts", *rows)
        assert page.locator("#total").inner_text() == f"Score 5 of {len(KINDS)}"
        assert violations(page) == []
        page.emulate_media(media="print")
        assert page.locator(".answers").is_visible()
        assert not page.locator(".marked").first.is_visible()


@pytest.mark.long
def test_a_link_opens_the_same_puzzle_with_the_same_marks(tmp_path: Path) -> None:
    """The state is in the address; a link with an answer marks that again, whatever it is."""
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
        with opened(browser, file) as page:
            page.locator(f"#puzzle-{numbers['who AS']} summary").first.click()
            for question in ("where 5H", "who AS"):
                for value in given[question].split():
                    page.locator(f"#puzzle-{numbers[question]} [value={value}]").check()
                page.locator(f"#puzzle-{numbers[question]} form button").click()
            fragment = page.evaluate("location.hash")
            page.locator("#copy").click()
            page.wait_for_function("document.getElementById('copied').textContent")
            score = page.locator("#total").inner_text()
        assert score == f"Score 0.8 of {len(KINDS)}"
        with opened(browser, file, fragment, width=390, height=800) as page:
            assert page.locator("#total").inner_text() == score
            assert "Wrong." in page.locator(f"#puzzle-{numbers['where 5H']} .marked").inner_text()
            assert page.locator(f"#puzzle-{numbers['where 5H']} [value=Bob]").is_checked()
            assert page.evaluate("document.activeElement.closest('section').id") == (
                f"puzzle-{numbers['who AS']}"
            )
        said = "&".join(f"{numbers[q]}={answer.replace(' ', '+')}" for q, answer in given.items())
        key = fragment.partition("set=")[2][:8]
        with opened(browser, file, f"#at=3&set={key}&{said}&99=Bob&4=Nobody") as page:
            assert page.locator("#total").inner_text() == f"Score 6 of {len(KINDS)}"
        with opened(browser, file, f"#at=3&set=00000000&{said}") as page:
            assert page.locator("#total").inner_text() == f"Score 0 of {len(KINDS)}"


@pytest.mark.long
def test_it_can_be_read_in_the_dark(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet(KINDS[:3]), encoding="utf-8")
    with launched() as browser, opened(browser, file, scheme="dark") as page:
        page.locator("[value=Bob]").first.check()
        page.locator("form button").first.click()
        assert violations(page) == []
