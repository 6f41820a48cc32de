"""A sheet of puzzles as a page: what it marks is what the library marks; it works in a browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests.cli.running import run, written
from tests.report.browser import launched, opened, violations
from tests.report.pages import read_data
from tests.teach.test_questions import PUZZLE, QUESTIONS, asking
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.render.page.sheet import sheet
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


def test_fifty_puzzles_are_a_small_file() -> None:
    page = sheet(shipped()[::10])
    assert len(page) < 200_000  # so that fifty are less than a megabyte


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    path = written(tmp_path, PUZZLE)
    assert run("puzzles", path, "-o", tmp_path / "sheet.html").exit_code == 0
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


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


def test_it_can_be_read_in_the_dark(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet(KINDS[:3]), encoding="utf-8")
    with launched() as browser, opened(browser, file, scheme="dark") as page:
        page.locator("[value=Bob]").first.check()
        page.locator("form button").first.click()
        assert violations(page) == []
