"""Lessons: codes come back as they were given, and nothing else is taken for a pupil's."""

from __future__ import annotations

import csv
import random
import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run, run_json
from tests.report.browser import launched, opened, violations
from tests.teach.refuting import some_wrong_answer
from tests.teach.test_puzzle_records import QUESTIONS, asking
from tracker.render.page.sheet import class_page, sheet
from tracker.teach.finding import Wanted
from tracker.teach.grading import GUESS, RULED_OUT, THEMES, missed_technique
from tracker.teach.lessons import (
    LETTERS,
    LONGEST_CODE,
    CodeError,
    Lesson,
    choose_for_lesson,
    collect,
    for_training,
    minutes_for,
    read_code,
)
from tracker.teach.marking import open_task, solve
from tracker.teach.pack import shipped
from tracker.teach.puzzle import Puzzle, puzzle_of

KINDS = Lesson("Kinds", tuple(puzzle_of(asking(question)) for question in QUESTIONS))
TEN = Lesson("Ten", choose_for_lesson(shipped(), 10, None, random.Random(3)))


def in_letters(number: int, places: int) -> str:
    return "".join(LETTERS[number // 32**place % 32] for place in range(places - 1, -1, -1))


def code(lesson: Lesson, name: str, given: Sequence[tuple[int, int]]) -> str:
    """The code that a page writes: the plain twin of its script."""
    value = 0
    for space, (number, hints) in zip(lesson.spaces, given, strict=True):
        value = (value * (space.size + 1) + number) * 5 + hints
    body = lesson.key + in_letters(value, lesson.code_letters - 10)
    return f"{name}:{body}{in_letters(zlib.crc32(f'{name}:{body}'.encode()) % 2**30, 6)}"


def drawn(lesson: Lesson, rng: random.Random) -> list[tuple[int, int]]:
    return [(rng.randint(0, space.size), rng.randint(0, 4)) for space in lesson.spaces]


def number_of(lesson: Lesson, place: int, answer: str) -> int:
    """The number of an answer, by trying them all."""
    space = lesson.spaces[place]
    with open_task(lesson.puzzles[place]) as task:
        wanted = task.parse(answer)
        return next(
            number
            for number in range(1, space.size + 1)
            if space.answer(number) != "none" or answer == "none"
            if task.parse(space.answer(number)) == wanted
        )


@pytest.mark.parametrize("lesson", [KINDS, TEN], ids=["kinds", "ten"])
def test_a_code_says_what_was_answered(lesson: Lesson) -> None:
    rng = random.Random(1)
    for _ in range(50):
        given = drawn(lesson, rng)
        written = code(lesson, "Zoë_7", given)
        assert len(written) <= LONGEST_CODE
        for typed in (written, written.lower().replace("zoë", "Zoë"), f" {written} "):
            answers = read_code(typed, lesson)
            assert answers.name == "Zoë_7"
            assert [hints for _, hints in answers.answers] == [hints for _, hints in given]
            assert [answer for answer, _ in answers.answers] == [
                space.answer(number) if number else None
                for space, (number, _) in zip(lesson.spaces, given, strict=True)
            ]


def test_all_answers_of_a_space_mean_something_of_their_own() -> None:
    for puzzle, space in zip(KINDS.puzzles, KINDS.spaces, strict=True):
        answers = [space.answer(number) for number in range(1, min(space.size, 900) + 1)]
        assert len(set(answers)) == len(answers)
        with open_task(puzzle) as task:
            right = [a for a in answers if a != "none" or task.question.kind != "who"]
            marks = [task.parse(answer) in task.right() for answer in right]
        assert sum(marks) == 1


def test_random_and_damaged_codes_are_no_pupils() -> None:
    rng = random.Random(29)
    whole = code(TEN, "Maya", drawn(TEN, rng))
    lines: list[tuple[str, int, str]] = []
    for number in range(1_000):
        letters = list(whole)
        place, other = rng.randrange(len(letters)), rng.randrange(len(letters))
        match number % 5:
            case 0:
                letters[place] = rng.choice(LETTERS.replace(letters[place], ""))
            case 1:
                del letters[place]
            case 2:
                letters.insert(place, rng.choice(LETTERS))
            case 3:
                letters[place], letters[other] = letters[other], letters[place]
            case _:
                letters[5:] = rng.choices(LETTERS, k=len(letters) - 5)
        damaged = "".join(letters)
        if damaged != whole:
            with pytest.raises(CodeError):
                read_code(damaged, TEN)
            lines.append(("typed", number + 1, damaged))
    answers = collect(TEN, lines)
    assert not answers.pupils
    assert {bad.line for bad in answers.bad} == {number for _, number, _ in lines}
    with pytest.raises(CodeError, match="another lesson"):
        read_code(code(KINDS, "Maya", drawn(KINDS, rng)), TEN)


def test_a_class_is_collected_and_bad_and_repeated_codes_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "lesson"
    made = run_json("lesson", "--seats", "6", "--count", "4", "-o", folder, "--title", "<b>Tea")
    assert [Path(name).name for name in made["files"]] == [
        "lesson.html", "questions.html", "answers.html", "lesson.lit"
    ]  # fmt: skip
    assert "<b>Tea" not in (folder / "lesson.html").read_text(encoding="utf-8")
    chosen = Wanted(seats=6)
    pool = [puzzle for puzzle in shipped() if chosen.takes(puzzle)]
    lesson = Lesson("", choose_for_lesson(pool, 4, None, random.Random(0)))
    assert lesson.key == made["key"]
    right = [(number_of(lesson, n, solve(p)[0]), 0) for n, p in enumerate(lesson.puzzles)]
    wrong = [(number_of(lesson, n, some_wrong_answer(p)), 1) for n, p in enumerate(lesson.puzzles)]
    codes = tmp_path / "codes"
    codes.mkdir()
    best, worst = code(lesson, "=Ann", right), code(lesson, "Bob", wrong)
    (codes / "a.txt").write_text(f"# sent\n{best}\nBob: {worst}\n\x1b[31mhello\n", "utf-8")
    (codes / "b.txt").write_text(f"{best}\n{code(lesson, 'Bob', right)}\n", "utf-8")
    answers = run_json("collect", folder, codes, status=1)
    assert {pupil["name"]: pupil["right"] for pupil in answers["pupils"]} == {"=Ann": 4, "Bob": 0}
    bob = answers["pupils"][1]["answers"]
    assert all(each["missed"] in (*THEMES, GUESS, RULED_OUT) for each in bob)
    assert [each["hints"] for each in bob] == [1] * 4
    reasons = [bad["reason"] for bad in answers["bad"]]
    assert reasons[0].startswith("no code")
    assert [reason.partition(" of ")[0] for reason in reasons[1:]] == [
        "the same code",
        "another code",
    ]
    table = run("collect", folder, codes, "--csv", "-")
    rows = list(csv.reader(table.stdout.splitlines()))
    assert len(rows) == 9
    assert rows[1][0] == "'=Ann"
    assert "not counted: " in table.stderr
    page = tmp_path / "class.html"
    assert run("collect", folder, codes, "-o", page).exit_code == 1
    shown = page.read_text(encoding="utf-8")
    assert shown.count('<td class="right">') == shown.count('<td class="wrong">') == 4
    assert "4 of 4" not in shown
    assert "1 of 2 had it" in shown
    assert "the first counts" in shown
    text = run("collect", folder, stdin=f"{best}\n{worst}\n")
    assert text.exit_code == 0
    assert "\x1b" not in run("collect", folder, codes).stdout
    assert run("collect", folder, stdin="").exit_code == 1


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
        with open_task(puzzle_of(asking(question))) as task:
            assert missed_technique(task, task.parse(answer)) == missed, question


def test_a_lesson_fits_its_time() -> None:
    chosen = choose_for_lesson(shipped(), None, 20, random.Random(1))
    assert 15 <= sum(map(minutes_for, chosen)) <= 20
    assert len({puzzle.theme for puzzle in chosen}) >= 4
    assert len(choose_for_lesson(shipped(), None, None, random.Random(1))) == 10


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
    assert "Carl holds the 5H" not in questions
    answers = sheet(lesson.puzzles, "Ten", part="answers")
    assert "Carl holds the 5H" in answers
    assert "<form" not in answers


@pytest.mark.long
def test_pupils_answer_in_a_browser(tmp_path: Path) -> None:
    """Clicks on each kind of answer give the code that the plain twin gives for them."""
    file = tmp_path / "lesson.html"
    file.write_text(sheet(KINDS.puzzles, "Kinds", lesson=KINDS), encoding="utf-8")
    rng = random.Random(7)
    with launched() as browser:
        for name in ("Maya K", "Ñ:7"):
            given = [(rng.randint(1 + space.any_of, space.size), 0) for space in KINDS.spaces]
            with opened(browser, file, width=390, height=800) as page:
                for place, (number, _) in enumerate(given):
                    click(page, place, number)
                page.locator("#pupil").fill(name)
                written = page.locator("#code").inner_text()
                assert page.evaluate("document.documentElement.scrollWidth") <= 390
                assert violations(page) == []
            assert written == code(KINDS, name.replace(" ", "_").replace(":", "_"), given)
            assert collect(KINDS, [("typed", 1, written)]).pupils


@pytest.mark.long
def test_the_page_of_a_class_is_readable_and_takes_no_name_for_markup(tmp_path: Path) -> None:
    rng = random.Random(11)
    names = [f"Pupil_{number}" for number in range(19)] + ["<b>x</b>"]
    lines = [("typed", 1, code(TEN, name, drawn(TEN, rng))) for name in names]
    answers = collect(TEN, [*lines, ("<i>", 2, "<script>alert(1)</script>")])
    file = tmp_path / "class.html"
    file.write_text(class_page(answers), encoding="utf-8")
    with launched() as browser, opened(browser, file, width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert violations(page) == []
        assert page.locator("main b:text-is('x')").count() == 0
        rows = page.locator("#pupils-head ~ .scroll tbody tr")
        assert rows.count() == len(names)
        for row, pupil in zip(rows.all(), answers.pupils, strict=True):
            assert row.locator("th").inner_text() == pupil.name
            assert row.locator("td.right").count() == pupil.right


def click(page: Any, place: int, number: int) -> None:
    """Choose the answer of a number, and mark it."""
    space, section = KINDS.spaces[place], page.locator(f"#puzzle-{place + 1}")
    answer = space.answer(number)
    if space.any_of:
        for word in answer.split(space.joint):
            section.locator(f"[value='{word}']").check()
    elif space.each and answer == "unknown":
        section.locator("[data-part=unknown]").check()
    elif (space.each or space.optional) and answer != "none":
        for seat, *cards in (part.split() for part in answer.split(", ")):
            for card in cards:
                section.locator(f"input[name=puzzle-{place + 1}-{card}][value={seat}]").check()
    elif space.cards and answer != "none":
        seat, card = answer.split()
        section.locator("[data-part=seat]").select_option(seat)
        section.locator("[data-part=card]").select_option(card)
    elif not space.cards:
        section.locator(f"[value='{answer}']").check()
    section.locator("form button").click()
