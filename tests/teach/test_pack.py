"""The pack that comes with the package: each puzzle has one answer, two roads agree on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.teach.by_counting import Counted
from tests.teach.learners import solves
from tests.teach.refuting import check_mark, mark_wrong
from tracker.notation.text import dumps, loads
from tracker.teach.finding import is_tight
from tracker.teach.grading import THEMES, grade
from tracker.teach.hints import RUNGS, hint
from tracker.teach.marking import mark, solve
from tracker.teach.pack import shipped
from tracker.teach.position import OpenPuzzle
from tracker.teach.puzzle import LEVELS, Puzzle, puzzle_of
from tracker.teach.task import Task
from tracker.teach.tasks import task_of

PACK = shipped()
SOME = PACK[::9]


def tasks(puzzles: tuple[Puzzle, ...]) -> Iterator[Task[Any]]:
    """Each puzzle, opened."""
    for puzzle in puzzles:
        with OpenPuzzle(puzzle) as position:
            yield task_of(position)


def test_what_is_in_it() -> None:
    assert len(PACK) == 100
    assert Counter(puzzle.level for puzzle in PACK) == dict.fromkeys(LEVELS, 20)
    themes = Counter(puzzle.theme for puzzle in PACK)
    assert all(themes[theme] >= 5 for theme in THEMES[1:]), themes
    assert themes[THEMES[0]] == 0
    assert len({puzzle.record.deck.name for puzzle in PACK}) >= 4
    assert len({len(puzzle.record.seats) for puzzle in PACK}) >= 3
    assert len({dumps(puzzle.record) for puzzle in PACK}) == 100
    for puzzle in PACK:
        assert {hand.seat for hand in puzzle.record.hands} == set(puzzle.view.seats)
        assert loads(dumps(puzzle.record)) == puzzle.record


def test_every_answer_by_counting_and_a_fifth_cannot_be_known() -> None:
    answers: list[str] = []
    for puzzle in PACK:
        found = solve(puzzle)
        assert set(found) == Counted(puzzle).answers()
        answers += found
    assert len(answers) == 100
    assert answers.count("unknown") == 20


def test_wrong_answers_are_refuted() -> None:
    for puzzle in SOME:
        mark_wrong(puzzle)
        check_mark(mark(puzzle, solve(puzzle)[0]))


def test_labels_are_what_the_proofs_say() -> None:
    for task in tasks(SOME):
        found, puzzle = grade(task), task.position.puzzle
        assert (found.level, found.theme) == (puzzle.level, puzzle.theme)
        assert found.level < 4 or not found.cheap
        assert set(found.events) != {puzzle.at}
        if not task.is_unknown:
            assert all(is_tight(task, proof) for proof in task.proofs())


def test_hints_say_no_more_than_the_proof() -> None:
    for task in tasks(SOME):
        books, events, first, steps = (hint(task, number) for number in range(len(RUNGS)))
        causes = grade(task).events
        assert books.books
        assert set(events.events) == set(causes)
        assert first.proofs == steps.proofs[:1]
        deck = task.record.deck
        cards = {p.card for proof in steps.proofs for p in proof.conclusion.parts}
        assert {deck.book_of[card].name for card in cards} <= set(books.books)


@pytest.mark.soak
def test_everything_of_every_puzzle() -> None:
    for puzzle in PACK:
        mark_wrong(puzzle)
        check_mark(mark(puzzle, solve(puzzle)[0]))
    for task in tasks(PACK):
        found, puzzle = grade(task), task.position.puzzle
        assert (found.level, found.theme) == (puzzle.level, puzzle.theme)
        assert found.level < 4 or not found.cheap
        assert task.is_unknown or all(is_tight(task, proof) for proof in task.proofs())


@pytest.mark.soak
def test_learners_solve_more_the_more_they_know_and_less_the_higher_the_level() -> None:
    """Levels 4 and 5 together: what sets them apart is how much has to be remembered, and these
    learners forget nothing. Puzzles where nothing can be known are left out of the levels."""
    techniques = range(2, len(THEMES))
    solved, posed = Counter[tuple[int, int]](), Counter[int]()
    for task in tasks(PACK):
        level = min(task.position.puzzle.level or 0, 4)
        skills = [solves(task, k) for k in techniques]
        assert skills == sorted(skills)
        if not task.is_unknown:
            posed[level] += 1
            for k, so in zip(techniques, skills, strict=True):
                solved[k, level] += so
    for k in techniques:
        shares = [solved[k, level] / posed[level] for level in sorted(posed)]
        assert shares == sorted(shares, reverse=True), (k, shares)


def test_the_pack_reads_as_puzzles() -> None:
    assert all(puzzle_of(puzzle.record).question == puzzle.question for puzzle in PACK)
