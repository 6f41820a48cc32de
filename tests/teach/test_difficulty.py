"""Fitted difficulties: published values, what was put into simulated classes, few answers."""

from __future__ import annotations

import random
from itertools import product
from math import exp, inf
from pathlib import Path

import pytest

from tests.cli.running import run, run_json
from tests.teach.test_lessons import code, number_of
from tracker.notation.games import loads_all
from tracker.notation.text import dumps, loads
from tracker.teach.grading import Answered, fitted_difficulties
from tracker.teach.lessons import Lesson, answers_in, with_difficulties
from tracker.teach.logbook import puzzle_key
from tracker.teach.marking import solve
from tracker.teach.puzzle import puzzle_of

LSAT = (
    3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15,
    10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173, 11, 61, 28, 298,
)  # fmt: skip
"""Section 6 of the Law School Admission Test: how many of 1,000 people gave each pattern of right
answers to five questions, from 00000 to 11111 (Bock and Lieberman, Psychometrika 35, 1970).
Compared with ``data/LSAT.rda`` of the package ltm of R: all 32 numbers are the same."""
PUBLISHED = (-2.8720, -1.0630, -0.2576, -1.3881, -2.2188)
"""Their difficulties in the Rasch model by marginal maximum likelihood, as printed for
``rasch(data = LSAT, constraint = cbind(length(LSAT) + 1, 1))`` on page 7 of Rizopoulos, "ltm: An R
Package for Latent Variable Modeling and Item Response Theory Analyses", Journal of Statistical
Software 17(5), 2006 (``JSS paper/paper-ltm.pdf`` in github.com/drizopoulos/ltm)."""
PUBLISHED_ERRORS = (0.1287, 0.0821, 0.0766, 0.0865, 0.1048)
"""The column ``std.err`` of the same table."""


def lsat() -> list[Answered]:
    patterns = list(product((False, True), repeat=5))
    return [
        Answered("all", f"{number} {person}", f"question {question}", None, right)
        for number, count in enumerate(LSAT)
        for person in range(count)
        for question, right in enumerate(patterns[number])
    ]


def test_the_published_difficulties_are_found() -> None:
    assert sum(LSAT) == 1000
    fitted = fitted_difficulties(lsat(), level_spread=inf, class_spread=0)
    found = [fitted[f"question {number}"] for number in range(5)]
    assert [one.value for one in found] == pytest.approx(PUBLISHED, abs=1e-4)
    assert [one.right for one in found] == [924, 709, 553, 763, 870]
    # That abilities are not certain either is left out of the errors; so they are a bit smaller.
    assert [one.error for one in found] == pytest.approx(PUBLISHED_ERRORS, rel=0.1)


def classes(
    rng: random.Random, difficulties: dict[str, float], means: list[float], pupils: int
) -> list[Answered]:
    """Simulated classes, in which everybody answers ten of the puzzles."""
    answers = []
    for group, mean in enumerate(means):
        for pupil in range(pupils):
            ability = rng.gauss(mean, 1)
            for puzzle in rng.sample(sorted(difficulties), 10):
                right = rng.random() < 1 / (1 + exp(difficulties[puzzle] - ability))
                answers.append(Answered(str(group), str(pupil), puzzle, 3, right))
    return answers


def test_what_was_put_in_is_found_again_though_classes_differ() -> None:
    rng = random.Random(4)
    true = {f"p{number:02}": number / 6 - 2 for number in range(24)}
    fitted = fitted_difficulties(classes(rng, true, [-1.0, 0.0, 1.0], 50))
    off = [(fitted[puzzle].value - value) / fitted[puzzle].error for puzzle, value in true.items()]
    assert sum(abs(one) < 2.5 for one in off) >= 22
    assert max(map(abs, off)) < 4


def test_few_answers_stay_near_the_level() -> None:
    answers = [Answered("a", "Maya", f"p{level}", level, True) for level in (1, 3, 5)]
    fitted = fitted_difficulties(answers)
    for level in (1, 3, 5):
        assert abs(fitted[f"p{level}"].value - (level - 3)) < 0.8
        assert fitted[f"p{level}"].error < 1
    assert fitted["p1"].value < fitted["p3"].value < fitted["p5"].value


def test_nothing_comes_of_nothing() -> None:
    assert fitted_difficulties([]) == {}


def test_the_answers_of_classes_are_carried_into_puzzles(tmp_path: Path) -> None:
    """What collect writes as CSV puts difficulties into headers; they change no puzzle's name."""
    folder, sheet = tmp_path / "lesson", tmp_path / "class.csv"
    run("lesson", "--level", "2", "--seats", "6", "--count", "2", "-o", folder)
    lesson = Lesson("", tuple(map(puzzle_of, loads_all((folder / "lesson.lit").read_bytes(), ""))))
    right = [number_of(lesson, n, solve(p)[0]) for n, p in enumerate(lesson.puzzles)]
    codes = [code(lesson, f"P{n}", [(right[0], 0), (0, 0)]) for n in range(9)]
    run("collect", folder, "--csv", sheet, stdin="\n".join(codes))
    answers = list(answers_in(sheet.read_text("utf-8"), "class"))
    assert len(answers) == 9  # what was left open is no answer
    assert {(one.puzzle, one.level, one.right) for one in answers} == {
        (puzzle_key(lesson.puzzles[0]), 2, True)
    }
    found = run_json("puzzles", folder / "lesson.lit", "--answers", sheet)["puzzles"]
    assert [one["difficulty"] is None for one in found] == [False, True]
    assert "Difficulty" in run("puzzles", folder / "lesson.lit", "--answers", sheet).stdout
    assert "Difficulty" not in run("puzzles", folder / "lesson.lit").stdout
    known = with_difficulties(lesson.puzzles, answers)
    assert known[0].difficulty == found[0]["difficulty"] < -1
    assert puzzle_key(known[0]) == puzzle_key(lesson.puzzles[0])
    assert dict(known[0].record.tags)["difficulty"].endswith(", 9 answers)")
    assert loads(dumps(known[0].record)) == known[0].record
    refused = run("puzzles", "--answers", folder / "lesson.lit")
    assert refused.exit_code == 2
    assert "no answers of a class" in refused.stderr
