"""Every puzzle of the pack, and its wrong answers, by engines that share nothing with finding.

The answers are counted: no solver, and none of the package's judgement (``by_counting``). The deals
that refute wrong answers are played by the referee of the tests, event by event. Two deals that
disagree about a half-suit refute a claim of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from tests.teach.by_counting import Counted
from tests.teach.refuting import check_mark, is_false_in
from tracker.teach.lessons import answer_space
from tracker.teach.marking import MarkedAnswer, mark_answer, open_task
from tracker.teach.pack import shipped
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import ExampleDeal

PACK = shipped()
MOST: int = 60
"""The most wrong answers that are tried of one puzzle."""


def wrong_answers(puzzle: Puzzle, right: set[str]) -> Iterator[str]:
    """The answers that are not right: all, or so many at equal distances.

    Who may hold a card is a set: of these all of one seat, of two, and of all.
    """
    with open_task(puzzle) as task:
        space = answer_space(task)
        step = max(space.size // MOST, 1)
        answers = [space.answer(number) for number in range(1, space.size + 1, step)]
        if puzzle.question.kind == "who":
            seats = puzzle.record.seats
            answers = [*seats, *map(" ".join, combinations(seats, 2)), " ".join(seats)]
        for answer in answers:
            if task.text(task.parse(answer)) not in right:
                yield answer


def is_refuted(puzzle: Puzzle, found: MarkedAnswer, counted: Counted) -> bool:
    """Whether what comes with a wrong answer shows that it is wrong.

    A deal in which it is false; of what can be known and was left open, a proof; of an ask that
    breaks a rule, the rule.
    """
    kind, given = puzzle.question.kind, found.given
    if kind == "claims":
        (right,) = counted.answers()
        extra = [book for book in given.split(", ") if book not in (*right.split(", "), "none")]
        return is_open(puzzle, extra[0], found.deals) if extra else bool(found.proofs)
    if given in ("unknown", "none"):
        return bool(found.proofs) and "unknown" not in counted.answers()
    if kind == "asks" and not found.deals:
        return "may not ask" in found.note
    return bool(found.deals) and is_false_in(puzzle, given, found.deals[0])


def is_open(puzzle: Puzzle, book: str, deals: Sequence[ExampleDeal]) -> bool:
    """Whether deals show that no claim of a half-suit is sure: they disagree, or rule it out."""
    cards = puzzle.record.deck.by_name[book].cards
    namings = {tuple(deal.holder(card) for card in cards) for deal in deals}
    teams = puzzle.record.table.teams
    own = [team for team in teams if not puzzle.view.seats or set(team) & set(puzzle.view.seats)]
    whole = any(set(naming) <= set(team) for naming in namings for team in own)
    return len(namings) > 1 or (bool(namings) and not whole)


def check(puzzle: Puzzle) -> Counter[str]:
    """One puzzle, with its wrong answers; how many there were of which kind."""
    counted = Counted(puzzle)
    right = counted.answers()
    tried: Counter[str] = Counter()
    with open_task(puzzle) as task:
        assert {task.text(value) for value in task.right()} == right, puzzle.name
        assert Counted(puzzle, puzzle.shows).answers() == right, puzzle.name
        for answer in wrong_answers(puzzle, right):
            found = mark_answer(task, answer)
            assert not found.right, (puzzle.name, answer)
            check_mark(found)
            assert is_refuted(puzzle, found, counted), (puzzle.name, answer)
            tried["by a deal" if found.deals else "by a proof or a rule"] += 1
    return tried


def test_some_puzzles_and_their_wrong_answers() -> None:
    for puzzle in PACK[3::40]:
        assert check(puzzle)


@pytest.mark.soak
def test_all_puzzles_and_their_wrong_answers() -> None:
    tried: Counter[str] = Counter()
    for puzzle in PACK:
        tried += check(puzzle)
    print(f"\n{len(PACK)} puzzles, {tried.total()} wrong answers refuted: {dict(tried)}")
