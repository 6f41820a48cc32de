"""Puzzles of tiny games: every answer, every mark and every refutation against all deals there are.

By definition: a deal counts if it has the hands that the view sees and the referee lets all that
happened be played on it. Nothing of the package but reading questions is in that.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Final

from tests.teach.by_counting import Counted, Tried
from tests.teach.refuting import check_mark, every_answer, is_false_in
from tracker.errors import TrackerError
from tracker.game.record import Record
from tracker.inference.hands import known_views
from tracker.teach.candidates import followings
from tracker.teach.finding import FoundPuzzle, find_puzzles
from tracker.teach.marking import mark, solve
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import Task

MOST: Final = 8
"""The most wrong answers that are tried of one puzzle."""


def found_in(record: Record) -> list[FoundPuzzle]:
    """What is found in all views of a game that makes sense."""
    try:
        return find_puzzles(record, rng=random.Random(1), drawn=12, views=known_views(record))
    except TrackerError:
        return []


def followings_in(record: Record) -> list[Puzzle]:
    """What follows from the first such event of a game that makes sense, in each view."""
    try:
        return [one for view in known_views(record) for one in islice(followings(record, view), 1)]
    except TrackerError:
        return []


def check(puzzle: Puzzle) -> None:
    """One puzzle, by all roads."""
    tried = Tried(puzzle)
    right = tried.answers()
    assert set(solve(puzzle)) == right
    if puzzle.question.kind != "asks":  # counting does not know which asks are legal
        assert Counted(puzzle).answers() == right
    with Task(puzzle) as task:
        given = [task.text(choice) for choice in every_answer(task, MOST)]
    for answer in (*given, *right):
        found = mark(puzzle, answer)
        assert found.right == (found.given in right)
        check_mark(found)
        for deal in found.deals:
            places = {card: seat for seat, cards in deal.hands.items() for card in cards}
            assert any(places.items() <= one.places.items() for one in tried.cell)
        if not found.right and puzzle.question.kind in ("where", "can", "claim"):
            unknown = found.given == "unknown"
            assert found.proofs if unknown else is_false_in(puzzle, found.given, found.deals[0])
