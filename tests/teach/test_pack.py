"""The pack that comes with the package: each puzzle has one answer, two roads agree on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from statistics import median

import pytest

from tests.marks import first
from tests.teach.by_counting import Counted
from tests.teach.learners import solves
from tests.teach.pack_maker import MOST_EVENTS, MOST_OF_GAME, make_pack, numbered
from tests.teach.refuting import check_mark, mark_wrong
from tracker.game.rules import PRESETS
from tracker.knowledge.facts import EventCause, HandCause
from tracker.notation import games
from tracker.notation.text import dumps, loads
from tracker.teach.finding import is_tight
from tracker.teach.grading import BEGINNERS_TECHNIQUES, THEMES, grade
from tracker.teach.marking import hints, mark, solve
from tracker.teach.pack import MOST, WARM_UPS, shipped
from tracker.teach.puzzle import LEVELS, Puzzle
from tracker.teach.task import Task

PACK = shipped()


def tasks(puzzles: tuple[Puzzle, ...]) -> Iterator[Task]:
    """Each puzzle, opened."""
    for puzzle in puzzles:
        with Task(puzzle) as task:
            yield task


def source(puzzle: Puzzle) -> str:
    return dict(puzzle.record.tags)["source"]


def test_what_is_in_it() -> None:
    assert len(PACK) == 200
    levels = Counter(puzzle.level for puzzle in PACK)
    assert [*levels] == [*LEVELS]
    assert {*levels.values()} == {40}
    themes = Counter(puzzle.theme for puzzle in PACK)
    assert set(themes) >= set(THEMES[:-1])  # trying out is a shortcut, and hardly ever needed
    presets = (PRESETS[name] for name in ("pagat", "canadian-54", "india-52"))
    common = list(presets)
    six = [puzzle for puzzle in PACK if len(puzzle.record.seats) == 6]
    assert sum(puzzle.record.rules in common for puzzle in six) >= 120
    assert len({puzzle.question.kind for puzzle in PACK}) == 7
    assert len({dumps(puzzle.record) for puzzle in PACK}) == 200
    assert max(Counter(map(source, PACK)).values()) <= MOST_OF_GAME
    assert max(len(puzzle.shows) for puzzle in PACK) <= MOST["read"]
    assert median(len(puzzle.shows) for puzzle in PACK) <= 8
    assert median(len(puzzle.shows) for puzzle in PACK if puzzle.level == 1) <= 3
    for puzzle in PACK:
        assert puzzle.at <= MOST_EVENTS
        assert {hand.seat for hand in puzzle.record.hands} == set(puzzle.view.seats)
        assert loads(dumps(puzzle.record)) == puzzle.record


def sort_of_answer(task: Task) -> str:
    """What a guesser could say each time: a word, that nothing is so, something, many or few."""
    (right, *_), kind = task.right(), task.question.kind
    if kind == "who":
        return "many" if len(right) > 2 else "few"
    return task.text(right) if kind in ("can", "ruling") or not right else "something"


def test_no_answer_that_is_always_the_same_does_well() -> None:
    """Of each kind and level the right answers spread: by hand, not as the pack was chosen."""
    sorts: dict[tuple[object, str], Counter[str]] = {}
    for task in tasks(PACK):
        key: tuple[object, str] = (task.puzzle.level, task.question.kind)
        sorts.setdefault(key, Counter())[sort_of_answer(task)] += 1
    for each, times in sorts.items():
        if times.total() > 1:
            assert max(times.values()) <= 2 * min(times.values()), each
            assert len(times) > 1, each


def test_the_warm_ups_teach_one_rule_each() -> None:
    """Short, with a label that is so, and an answer that counting gives."""
    taught = shipped(WARM_UPS)
    assert len(taught) == 5
    for task in tasks(taught):
        found = grade(task)
        assert 1 <= task.puzzle.at <= 3
        assert (found.level, found.theme) == (task.puzzle.level, task.puzzle.theme)
        assert {task.text(choice) for choice in task.right()} == Counted(task.puzzle).answers()
        assert len(task.right()) == 1
    told = [puzzle.theme for puzzle in taught]
    assert told == ["one-left", "told", "told", "only-seat", "full-hand"]


def test_every_answer_by_counting_for_who_reads_only_what_is_shown() -> None:
    for puzzle in PACK:
        assert set(solve(puzzle)) == Counted(puzzle, puzzle.shows).answers()


def check_marks(puzzle: Puzzle) -> None:
    """A wrong answer and the right one, with deals that the referee lets be played."""
    mark_wrong(puzzle)
    check_mark(mark(puzzle, solve(puzzle)[0]))


def check_label(task: Task) -> None:
    """The labels are those of the proof; what is of level 4 or 5, no beginner's program finds."""
    found, puzzle = grade(task), task.puzzle
    assert (found.level, found.theme, found.shown) == (puzzle.level, puzzle.theme, puzzle.shows)
    assert found.level < 4 or found.enough > BEGINNERS_TECHNIQUES
    assert set(found.events) != {puzzle.at}
    assert found.smallest
    assert task.is_open if found.theme == THEMES[0] else found.is_needed


def check_hints(task: Task) -> None:
    """They go up to the proof: each says a part of it, and what they say is so."""
    told, proofs = hints(task), task.proofs()
    assert set(told.events) == {
        cause.number for proof in proofs for cause in proof.because if isinstance(cause, EventCause)
    }
    assert told.proofs == proofs
    assert told.first
    proof, place = told.first
    assert proof in proofs
    step = proof.steps[place]
    own = task.puzzle.view.seats  # what one's own hand shows is no hint
    if any(literal.seat not in own for proof in proofs for literal in proof.conclusion.parts):
        assert any(literal.seat not in own for literal in step.conclusion) or step.bounds
        assert not all(isinstance(given.source, HandCause) for given in step.given)


@pytest.mark.parametrize("step", first(1, [18, 1]))
def test_marks_labels_and_hints(step: int) -> None:
    """Of some puzzles, or of all."""
    for puzzle in PACK[::step]:
        check_marks(puzzle)
    for task in tasks(PACK[::step]):
        check_label(task)
        assert all(is_tight(task, proof) for proof in task.proofs())
        check_hints(task)


@pytest.mark.long
def test_learners_solve_more_the_more_they_know_and_less_the_higher_the_level() -> None:
    """On all levels, and on all puzzles, those whose answer can't be known among them.

    What is found by trying out can be found without that, too, by a longer way: so whoever knows
    all other techniques solves all.
    """
    techniques = range(1, len(THEMES) + 1)
    solved = Counter[tuple[int, int]]()
    for task in tasks(PACK):
        skills = [solves(task, k) for k in techniques]
        assert skills == sorted(skills)
        for k, so in zip(techniques, skills, strict=True):
            solved[k, task.puzzle.level or 0] += so
    shares = {k: [solved[k, level] for level in LEVELS] for k in techniques}
    for known, by_level in shares.items():
        print(f"\n{THEMES[known - 1]:16}", *by_level, end="")
        assert by_level == sorted(by_level, reverse=True), shares
    assert all(by_level[0] > by_level[-1] for by_level in list(shares.values())[1:6]), shares
    sums = [sum(by_level) for by_level in shares.values()]
    assert sums[0] < len(PACK) / 10  # who knows no technique
    assert sums[-1] == len(PACK)
    assert all(less < more for less, more in pairwise(sums[:-1])), shares


@pytest.mark.soak
def test_it_is_what_the_script_prints() -> None:
    printed = games.dumps_all(numbered(make_pack()))
    assert printed == games.dumps_all(puzzle.record for puzzle in PACK)
