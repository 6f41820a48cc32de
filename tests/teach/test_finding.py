"""Finding puzzles: they come out the same and are what they are said to be; what beginners find."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import tracker
from tests import SAMPLES
from tests.teach.by_counting import Counted
from tests.teach.test_puzzle_records import PUZZLE, asking
from tracker.answers import certain
from tracker.inference.deduction import deduce
from tracker.inference.hands import view_of
from tracker.knowledge.facts import Literal
from tracker.knowledge.views import View
from tracker.notation.text import dumps, loads
from tracker.render.puzzle_words import event_lines
from tracker.teach.candidates import candidates, followings, mistakes
from tracker.teach.finding import choose, find_puzzles, is_about_oneself
from tracker.teach.grading import BEGINNERS_TECHNIQUES, THEMES, Mastery, finds, grade
from tracker.teach.marking import solve
from tracker.teach.pack import MOST, another, is_neat, shipped
from tracker.teach.puzzle import Puzzle, puzzle_of
from tracker.teach.task import Task

SKAT = SAMPLES / "skat-four.lit"


def test_what_is_found_has_the_answer_that_counting_gives() -> None:
    found = find_puzzles(tracker.load(SKAT), rng=random.Random(2))
    assert found
    for one in found:
        assert Counted(one.puzzle).answers() == {one.answer}
        assert one.grade.events
        assert set(one.grade.events) != {one.puzzle.at}
        assert one.grade.level < 4 or one.grade.enough > BEGINNERS_TECHNIQUES
    again = find_puzzles(tracker.load(SKAT), rng=random.Random(2))
    assert [dumps(one.puzzle.record) for one in again] == [
        dumps(one.puzzle.record) for one in found
    ]


def test_of_the_first_event_it_is_asked_what_follows() -> None:
    record = tracker.load(SAMPLES / "examples" / "1-the-five-of-hearts.lit")
    (puzzle,) = followings(record, view_of(record, "Ann"))
    assert (puzzle.at, puzzle.question.book) == (1, "low hearts")
    assert not [*candidates(record, [View()], first=1)], "each event says outright what it does"


def test_nothing_but_the_view_is_in_a_puzzle() -> None:
    for one in find_puzzles(tracker.load(SKAT), rng=random.Random(3)):
        record = one.puzzle.record
        assert tuple(hand.seat for hand in record.hands) == one.puzzle.view.seats
        assert not record.header_comments
        assert not record.closing
        assert not any(event.comment or event.above for event in record.events)


@pytest.mark.parametrize("techniques", [BEGINNERS_TECHNIQUES, BEGINNERS_TECHNIQUES + 1])
def test_a_beginner_supposes_nothing(techniques: int) -> None:
    """Only by supposing it, with the technique after theirs, it is found that Uwe lacks the KD."""
    with deduce(tracker.load(SKAT), view="Karl", at=25) as deduction:
        found = Mastery(deduction, techniques).decides([Literal("KD", "Uwe", True)])
    assert found == (techniques > BEGINNERS_TECHNIQUES)


def test_mistakes_are_what_the_audit_says() -> None:
    record = tracker.load(SKAT)
    audit = tracker.audit(record, chances=False)
    for seat in ("Heidi", "Karl"):
        found = mistakes(record, seat)
        dead = {a.event - 1 for a in certain(audit.asks) if a.asker == seat and a.kind == "dead"}
        guessed = {
            c.event - 1
            for c in audit.claims
            if c.claimant == seat and c.verdict in ("guess", "refuted")
        }
        missed = {one.start for one in certain(audit.missed) if one.seat == seat}
        assert {puzzle.at for puzzle in found} == dead | guessed | missed
        for puzzle in found:
            kind, answers = puzzle.question.kind, Counted(puzzle).answers()
            assert puzzle.at not in dead or kind != "can" or answers == {"no"}
            assert kind != "claim" or puzzle.at in missed or answers != set()


def test_fewer_others_are_made_up_for() -> None:
    """Where nearly all that is found can't be known, as many puzzles come as were wanted."""
    found = find_puzzles(tracker.load(SKAT), rng=random.Random(2))
    unknown = [one for one in found if one.unknown]
    assert unknown
    for count in range(1, len(unknown) + 1):
        assert len(choose(unknown, count, random.Random(1))) == count


def test_what_a_ruling_is_about_is_not_told_with_its_outcome() -> None:
    record = asking(
        "ruling 7",
        "Ann",
        PUZZLE + "Dora asks Ann AS: no\nAnn claims low hearts: Ann rest, Carl 5H: correct\n",
    )
    with Task(puzzle_of(record)) as task:
        assert len(list(event_lines(task))) == 6
        assert "correct" not in task.prompt()


def ruling(claim: str) -> Puzzle:
    return puzzle_of(asking("ruling 7", "Ann", f"{PUZZLE}Dora asks Ann AS: no\n{claim}\n"))


def test_a_guess_is_graded_by_what_is_known_of_its_cards() -> None:
    with Task(ruling("Ann claims low hearts: Ann rest, Carl 5H: correct")) as task:
        assert (solve(task.puzzle), task.is_unknown) == (("proven",), False)
    with Task(ruling("Ann claims high hearts: Ann QH, Carl rest: opponents")) as task:
        assert (solve(task.puzzle), task.is_unknown) == (("guess",), True)
        known = {part for proof in task.proofs() for part in proof.conclusion.parts}
        assert Literal("KH", "Bob", False) in known
        assert all(proof.verdict == "proven" for proof in task.proofs())
        assert len(task.examples()) == 2


def test_what_refutes_a_claim_has_to_be_found_too() -> None:
    """A beginner finds that Carl has the 5H; of the 10H it is not known where it is."""
    refuted = "Ann claims low hearts: Ann rest: opponents"
    with Task(ruling(refuted)) as task:
        assert solve(task.puzzle) == ("refuted",)
        assert grade(task).enough <= BEGINNERS_TECHNIQUES
        beginner = Mastery(task.deduction, BEGINNERS_TECHNIQUES)
        assert beginner.decides([Literal("2H", "Ann", True), Literal("5H", "Ann", True)])
        assert not beginner.decides([Literal("2H", "Ann", True), Literal("10H", "Carl", True)])


def test_who_lacks_the_technique_does_not_find_it() -> None:
    """A longer way by easier techniques would give a puzzle away."""
    for one in find_puzzles(tracker.load(SKAT), rng=random.Random(2)):
        with Task(one.puzzle) as task:
            found = [finds(task, known) for known in range(len(THEMES) + 1)]
            assert found == sorted(found)
            easier = min(THEMES.index(one.grade.theme), THEMES.index("place-taken"))
            assert not found[easier]
            steps = [step for proof in task.proofs() for step in proof.steps]
            assert not any(is_about_oneself(step, task) for step in steps)
            assert found[THEMES.index(one.grade.theme) + 1]


def test_only_what_needs_more_is_looked_at() -> None:
    for one in find_puzzles(tracker.load(SKAT), rng=random.Random(2), beyond="only-seat"):
        assert THEMES.index(one.grade.theme) > THEMES.index("only-seat")


@pytest.mark.long
def test_another_like_a_puzzle_is_of_another_deal_with_its_labels_and_rules() -> None:
    given = next(
        puzzle
        for puzzle in shipped()
        if puzzle.theme == "place-taken" and puzzle.level == 4 and len(puzzle.record.seats) == 4
    )
    found = another(given, random.Random(2), 60)
    assert found is not None
    record = found.puzzle.record
    assert (found.puzzle.theme, found.puzzle.level) == (given.theme, given.level)
    assert (record.rules, record.seats) == (given.record.rules, given.record.seats)
    assert dumps(record) != dumps(given.record)
    assert set(solve(found.puzzle)) == Counted(found.puzzle).answers() == {found.answer}
    assert is_neat(found)


def test_a_neat_puzzle_takes_little_of_everything() -> None:
    (found, *_) = find_puzzles(tracker.load(SKAT), rng=random.Random(2))

    def neat(sizes: dict[str, int], *, smallest: bool = True) -> bool:
        return is_neat(replace(found, grade=replace(found.grade, sizes=sizes, smallest=smallest)))

    assert neat({**MOST})
    assert not neat({**MOST}, smallest=False)
    assert not any(neat({**MOST, what: most + 1}) for what, most in MOST.items())


def test_another_is_not_looked_for_when_the_time_is_over() -> None:
    assert another(shipped()[0], random.Random(2), 0) is None


def test_a_gap_that_the_hands_of_the_header_close_is_trained_on() -> None:
    lines = (
        "Ann asks Bob 7H/7S: no\nBob asks Ann JD: no\nAnn asks Bob 7H: no\nBob asks Ann QD: no\n"
    )
    hand = "hand Ann: 2H 3H 4H 5H 6H 9D 2S 3S 4S 7S 6S 10D\n"
    half = loads(f"seats: Ann Bob Carl Dora\ndealer: Ann\n{hand}\n{lines}")
    whole = loads(dumps(half).replace("7H/7S", "7H"))
    assert [puzzle.at for puzzle in mistakes(half, "Ann")] == [
        puzzle.at for puzzle in mistakes(whole, "Ann")
    ]
    assert mistakes(half, "Ann")
