"""What a puzzle shows is enough: counting gives a reader of it the answer of the whole game."""

from __future__ import annotations

import random

import pytest

import tracker
from tests import SAMPLES
from tests.cli.running import run_json
from tests.teach.by_counting import Counted
from tests.teach.test_puzzle_records import PUZZLE, asking
from tracker.notation.text import loads
from tracker.render.puzzle_words import event_lines, left_out_words, setting_lines
from tracker.teach.finding import find_puzzles
from tracker.teach.grading import grade
from tracker.teach.marking import solve
from tracker.teach.puzzle import Puzzle, puzzle_of
from tracker.teach.task import Task


def test_without_an_event_that_matters_it_is_another() -> None:
    """By both engines: they agree on what a reader knows, whatever is left out."""
    changed = 0
    for each in find_puzzles(tracker.load(SAMPLES / "skat-four.lit"), rng=random.Random(4)):
        with Task(each.puzzle) as task:
            for event in each.grade.events:
                fewer = [number for number in each.puzzle.shows if number != event]
                so = task.reads_the_same(fewer)
                assert so == (Counted(each.puzzle, fewer).answers() == {each.answer})
                changed += not so
    assert changed >= 3


def test_the_board_says_where_all_saw_cards_go() -> None:
    puzzle = puzzle_of(asking("where 5H", record=PUZZLE + "Dora asks Ann QH: yes\n"))
    with Task(puzzle) as task:
        assert "Seen   Dora QH" in list(setting_lines(task))


def shown_by_hand(numbers: str) -> Puzzle:
    return puzzle_of(loads(PUZZLE.replace("as: Ann", f"as: Ann\nshows: {numbers}")))


def test_a_puzzle_says_what_it_leaves_out() -> None:
    for numbers, words in (
        ("4 5", "2 of 5 events. The others do not change the answer."),
        ("1 2", "2 of 5 events. These are not enough: the answer is that of all events."),
        ("1 2 3 4 5", ""),
        ("", ""),
    ):
        with Task(shown_by_hand(numbers)) as task:
            assert left_out_words(task) == words
            assert len(list(event_lines(task))) == (2 if words else 5)
            assert len(list(event_lines(task, every=True))) == 5
    assert solve(shown_by_hand("1 2")) == ("Carl",)


def test_where_sizes_are_unknown_all_is_shown() -> None:
    hidden = PUZZLE.replace("seats:", "rules: pagat, reveal=nothing\nseats:")
    claimed = "Dora asks Ann KC: no\nAnn claims high spades: Ann rest: opponents\n"
    record = loads(f"{hidden}{claimed}Ann asks Bob JD: no\n")
    with Task(puzzle_of(record)) as task:
        assert None in task.deduction.state.sizes.values()
        assert grade(task).shown == tuple(range(1, len(record.events) + 1))


@pytest.mark.long
def test_the_most_events_can_be_chosen() -> None:
    few = run_json("puzzles", SAMPLES / "pagat-six.lit", "--max-events", "12")
    every = run_json("puzzles", SAMPLES / "pagat-six.lit")
    assert 0 < len(few["puzzles"]) < len(every["puzzles"])
    assert all(len(each["shown"]) <= 12 for each in few["puzzles"])
