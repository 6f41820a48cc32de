"""Lessons: lines come back as they were given, and nothing else is taken for a pupil's."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tracker
from tests.cli.running import run, run_json, written
from tests.report.browser import launched, opened, take_hint, turn_to, violations
from tests.teach.refuting import every_answer, some_wrong_answer
from tests.teach.test_finding import SKAT
from tests.teach.test_puzzle_records import QUESTIONS, asking
from tracker.notation.text import dumps
from tracker.render.page.sheet import class_page, sheet
from tracker.render.puzzle_words import bad_line
from tracker.teach.grading import GUESS, RULED_OUT, missed_technique
from tracker.teach.lessons import (
    BadLine,
    Lesson,
    LineError,
    choose_for_lesson,
    collect,
    for_training,
    minutes_for,
    read_line,
)
from tracker.teach.marking import solve
from tracker.teach.pack import shipped
from tracker.teach.puzzle import Puzzle, puzzle_of
from tracker.teach.task import Task

KINDS = Lesson("Kinds", tuple(puzzle_of(asking(question)) for question in QUESTIONS))
TEN = Lesson("Ten", choose_for_lesson(shipped(), None, None, random.Random(3)))


Given = list[tuple[str | None, int]]
"""What a pupil answered to each puzzle (None: nothing), and the hints taken before."""
PRIME = "ABCDEFGHJKLMNPQRSTVWXYZ"


def line(lesson: Lesson, name: str, given: Given) -> str:
    """The line that a page writes: the plain twin of its script."""
    answers = []
    for number, (puzzle, (answer, hints)) in enumerate(zip(lesson.puzzles, given, strict=True), 1):
        words = "-" if answer is None else answer.replace(", ", ",")
        words = words.replace(" ", ",") if puzzle.question.kind == "who" else words
        answers.append(f"{number}={words}" + (f"+{hints}" if hints else ""))
    said = " ".join(answers)
    powers = (5**place for place in itertools.count())
    signs = reversed(f"{lesson.key} {said}")
    check = sum(ord(sign) * power for sign, power in zip(signs, powers, strict=False))
    return f"{name}: {said} {PRIME[check % 23]}"


def drawn(lesson: Lesson, rng: random.Random) -> Given:
    """Some answers, none to some puzzles."""
    given: Given = []
    for puzzle in lesson.puzzles:
        with Task(puzzle) as task:
            answers = [task.text(choice) for choice in every_answer(task, 20)]
        given.append((rng.choice([None, *answers]), rng.randint(0, 4)))
    return given


def read(lesson: Lesson, text: str) -> tuple[str, Given]:
    """The name and the answers of a line."""
    with ExitStack() as stack:
        tasks = [stack.enter_context(Task(puzzle)) for puzzle in lesson.puzzles]
        name, answers = read_line(text, lesson, tasks)
        words = [
            (None if choice is None else task.text(choice), hints)
            for task, (choice, hints) in zip(tasks, answers, strict=True)
        ]
    return name, words


@pytest.mark.parametrize("lesson", [KINDS, TEN], ids=["kinds", "ten"])
def test_a_line_says_what_was_answered(lesson: Lesson) -> None:
    rng = random.Random(1)
    for _ in range(3):
        given = drawn(lesson, rng)
        assert read(lesson, line(lesson, "Zoë 7", given)) == ("Zoë 7", given)


def test_a_line_is_read_as_people_type_it() -> None:
    """In any case, with blanks, without a name, with the noise of a chat around it."""
    lesson = Lesson("Two", KINDS.puzzles[:2])
    given: Given = [("Carl", 1), ("unknown", 0)]
    plain = line(lesson, "Maya", given)
    letter = plain[-1]
    for typed, name in (
        (plain.lower(), "maya"),
        (f"maya:1 = carl + 1  2= UNKNOWN {letter}", "maya"),
        (f"  Maya :  1=Carl+1, 2=can’t be known  {letter.lower()}", "Maya"),
        (f"12.03.26, 10:15 - Maya: {plain}", "Maya"),
        (f"[10:15] Maya K: {plain.partition(': ')[2]} sent from my phone", "Maya K"),
        (plain.partition(": ")[2], ""),
        (plain.replace("Maya", "Maya-of-the-sixth"), "Maya-of-the-sixt"),  # as many as fit
    ):
        assert read(lesson, typed) == (name, given), typed
    given[0] = (None, 0)
    assert read(lesson, line(lesson, "Maya", given).replace("1=- ", "")) == ("Maya", given)


def test_a_seat_called_like_a_letter_is_not_the_letter_at_the_end() -> None:
    """The letter of "K B" may be C; the line then still says "K B C" where it ends so."""
    record = "seats: K B C D\ndealer: K\nhand K: 2C 3C 4C 9D 10D 2H 3H 4H 6H 7H QH 4S\n"
    puzzle = puzzle_of(asking("who 9S", "K", record))
    seats = list(itertools.permutations("KBCD", 3))
    for number in range(1, 9):
        lesson = Lesson("Letters", (puzzle,) * number)
        with Task(puzzle) as task:
            for typed in seats:
                answer = task.text(frozenset(typed))
                given: Given = [*[("K", 0)] * (number - 1), (answer, 0)]
                before, _, end = line(lesson, "X", given).rpartition("=")
                spaced = f"{before}={' '.join(typed)} {end[-1]}"
                _, read = read_line(spaced, lesson, [task] * number)
                assert read[-1] == (frozenset(typed), 0), spaced


def test_damaged_lines_are_no_pupils() -> None:
    lesson = Lesson("Two", KINDS.puzzles[:2])
    whole = line(lesson, "Maya", [("Carl", 0), ("Bob", 0)])
    for damaged, reason in (
        (whole.replace("2=Bob", "2=Dora"), "does not fit"),
        (whole[:-2], "does not fit"),
        (whole.replace("1=Carl", "1=Karl"), "puzzle 1: "),
        (whole.replace("2=", "3="), "of another lesson"),
        (whole.replace("1=Carl", "1=Carl 1=Bob"), "a number twice"),
        (line(TEN, "Maya", [(None, 0)] * 10), "of another lesson"),
    ):
        with pytest.raises(LineError, match=reason):
            read(lesson, damaged)
    assert not collect(lesson, [("chat", 1, "see you at 5"), ("chat", 2, "ok = fine")]).bad


def test_a_long_line_that_does_not_count_is_not_shown_as_if_it_ended_there() -> None:
    assert bad_line(BadLine("sent", 1, "x" * 71, "bad")) == f"sent:1: {'x' * 70}…: bad"
    assert bad_line(BadLine("sent", 1, "x" * 70, "bad")) == f"sent:1: {'x' * 70}: bad"


def test_the_page_of_a_class_says_who_had_what() -> None:
    """What is collected otherwise is in ``tests/sessions/puzzles.md``."""
    right: Given = [(solve(puzzle)[0], 0) for puzzle in KINDS.puzzles]
    wrong: Given = [(some_wrong_answer(puzzle), 1) for puzzle in KINDS.puzzles]
    lines = [line(KINDS, "@Ann", right), line(KINDS, "Bob", wrong)]
    shown = class_page(collect(KINDS, [("chat", 1, one) for one in lines]))
    assert shown.count('<td class="right">') == shown.count('<td class="wrong">') == len(QUESTIONS)
    assert "1 of 2 had it" in shown


def test_what_a_wrong_answer_suggests() -> None:
    for question, answer, missed in (
        ("where 5H", "unknown", "one-left"),
        ("where KC", "Ann", "told"),
        ("where AS", "Bob", GUESS),
        ("can Bob AS", "no", RULED_OUT),
        ("can Ann AS", "yes", "told"),
        ("who AS", "Bob", RULED_OUT),
        ("claims", "none", "one-left"),
    ):
        with Task(puzzle_of(asking(question))) as task:
            assert missed_technique(task, task.parse(answer)) == missed, question


def test_a_lesson_fits_its_time() -> None:
    chosen = choose_for_lesson(shipped(), None, 20, random.Random(1))
    assert 15 <= sum(map(minutes_for, chosen)) <= 20
    assert len({puzzle.theme for puzzle in chosen}) >= 4
    assert len(choose_for_lesson(shipped(), None, None, random.Random(1))) == 10


def test_a_lesson_says_where_there_are_too_few_for_its_time(tmp_path: Path) -> None:
    few = [puzzle for puzzle in shipped() if (puzzle.level, puzzle.question.kind) == (5, "who")]
    for puzzle in few:
        written(tmp_path, dumps(puzzle.record), f"few-{puzzle.name}.lit")
    need = sum(map(minutes_for, few))
    for minutes, is_told in ((1000, True), (need - 1, False)):
        made = run("lesson", tmp_path / "few-*.lit", "--minutes", str(minutes), "-o", tmp_path)
        assert made.exit_code == 0
        told = f"only {len(few)} puzzles fit what is asked for: about {need:.0f} of 1000 minutes"
        assert (told in made.stderr) == is_told


def test_a_lesson_of_ones_own_game_is_what_puzzles_finds_in_it(tmp_path: Path) -> None:
    """From every chair, though they are found anew."""
    path = written(tmp_path, dumps(tracker.load(SKAT)))
    found = run_json("puzzles", path, "--seed", "4")["puzzles"]
    made = run_json("lesson", path, "--seed", "4", "--count", "100", "-o", tmp_path)
    of_lesson = [puzzle["question"] for puzzle in made["puzzles"]]
    assert sorted(of_lesson) == sorted(puzzle["question"] for puzzle in found)
    assert len({puzzle["as"] for puzzle in found}) > 2


def test_a_lesson_has_one_puzzle_of_a_game_where_there_are_enough() -> None:
    for seed in range(5):
        chosen = choose_for_lesson(shipped(), 40, None, random.Random(seed))
        games = [dict(puzzle.record.tags)["source"] for puzzle in chosen]
        assert len(set(games)) == len(games) == 40
    of_one_game = [p for p in shipped() if dict(p.record.tags)["source"] == games[0]]
    every = choose_for_lesson(of_one_game, None, None, random.Random(1))
    assert len(every) == len(of_one_game)


def in_a_row(puzzles: Sequence[Puzzle]) -> int:
    """How many puzzles are of the game of the one before."""
    games = [dict(puzzle.record.tags)["source"] for puzzle in puzzles]
    return sum(game == after for game, after in pairwise(games))


def test_in_training_no_game_comes_twice_in_a_row() -> None:
    by_game = sorted(
        shipped(), key=lambda puzzle: (puzzle.level, dict(puzzle.record.tags)["source"])
    )
    posed = for_training(tuple(by_game))
    assert sorted(posed, key=by_game.index) == by_game
    assert [puzzle.level for puzzle in posed] == [puzzle.level for puzzle in by_game]
    assert in_a_row(posed) == 0 < in_a_row(by_game)


def test_the_sheet_to_print_has_no_answers_and_a_code_where_there_is_an_address() -> None:
    pytest.importorskip("segno")
    lesson = Lesson("Ten", KINDS.puzzles[:2], "https://example.org/lesson.html")
    questions = sheet(lesson.puzzles, "Ten", lesson=lesson, part="questions")
    assert "<svg" in questions
    proven = 'Carl holds the <span class="red">5♥\ufe0e</span>'
    assert proven not in questions
    answers = sheet(lesson.puzzles, "Ten", part="answers")
    assert proven in answers
    assert "<form" not in answers


def check_copied(page: Page, written: str) -> None:
    """The line is copied; where the browser does not let it, that is said."""
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.locator("#copy-code").click()
    expect(page.locator("#code-copied")).to_have_text("The line is copied.")
    assert page.evaluate("copied") == written
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.locator("#copy-code").click()
    expect(page.locator("#code-copied")).to_have_text("Copy the line above.")


@pytest.mark.page
def test_pupils_answer_in_a_browser(tmp_path: Path) -> None:
    """Clicks on each kind of answer give the line that the plain twin gives for them."""
    file = tmp_path / "lesson.html"
    file.write_text(sheet(KINDS.puzzles, "Kinds", lesson=KINDS), encoding="utf-8")
    rng = random.Random(7)
    with launched() as browser:
        for name in ("Maya K", "Ñ:7"):
            given = drawn(KINDS, rng)
            given = [(answer, int(place == 0)) for place, (answer, _) in enumerate(given)]
            with opened(browser, file, width=390, height=800) as page:
                take_hint(page, 1)
                for place, (answer, _) in enumerate(given):
                    click(page, KINDS, place, answer)
                page.locator("nav.turn a[href='#send']").click()
                page.locator("#pupil").fill(name)
                written = line(KINDS, name.replace(":", " "), given)
                expect(page.locator("#code")).to_have_text(written)
                assert page.evaluate("document.documentElement.scrollWidth") <= 390
                assert violations(page) == []
                check_copied(page, written)
            assert collect(KINDS, [("typed", 1, written)]).pupils


def test_a_lesson_may_be_one_puzzle(tmp_path: Path) -> None:
    (puzzle,) = one = KINDS.puzzles[:1]
    file = written(tmp_path, dumps(puzzle.record))
    sent = line(Lesson("", one), "Ann", [(solve(puzzle)[0], 0)])
    answers = run_json("collect", file, stdin=sent)
    assert [(pupil["name"], pupil["right"]) for pupil in answers["pupils"]] == [("Ann", 1)]


@pytest.mark.long
def test_the_page_of_a_class_is_readable_and_takes_no_name_for_markup(tmp_path: Path) -> None:
    rng = random.Random(11)
    names = [f"Pupil {number}" for number in range(19)] + ["<b>x"]
    lines = [("typed", 1, line(TEN, name, drawn(TEN, rng))) for name in names]
    answers = collect(TEN, [*lines, ("<i>", 2, "1=<script>alert(1)</script>")])
    file = tmp_path / "class.html"
    file.write_text(class_page(answers), encoding="utf-8")
    with launched() as browser, opened(browser, file, width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert violations(page) == []
        assert page.locator("main b:text-is('x')").count() == 0
        rows = page.locator("#pupils-head ~ .scroll tbody tr")
        assert rows.count() == len(names)
        for row, pupil in zip(rows.all(), answers.pupils, strict=True):
            assert row.locator("th").inner_text().strip() == pupil.name.strip()
            assert row.locator("td.right").count() == pupil.right


def click(page: Any, lesson: Lesson, place: int, answer: str | None) -> None:
    """Choose an answer (None: nothing), and mark it."""
    turn_to(page, place + 1)
    section = page.locator(f"#puzzle-{place + 1}")
    with Task(lesson.puzzles[place]) as task:
        kind = task.kind
    if (answer == kind.empty and kind.shape != "one") or answer == "none":
        section.locator("[data-part=none]").check()
    elif answer is not None and kind.shape == "each":
        for seat, *cards in (part.split() for part in answer.split(", ")):
            for card in cards:
                section.locator(f"input[name=puzzle-{place + 1}-{card}][value={seat}]").check()
    elif answer is not None and len(kind.fields) > 1:
        seat, card = answer.split()
        section.locator("[data-part=seat]").select_option(seat)
        section.locator("[data-part=card]").select_option(card)
    elif answer is not None:
        joint = " " if kind.fields == ("seat",) else ", "
        for word in answer.split(joint):
            section.locator(f"[value='{word}']").check()
    section.locator("form button").click()
    expect(section.locator(".marked p").first).to_be_visible()
