"""Marks: right or wrong, part by part, with proofs and with deals that the referee accepts."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tracker
from tests.teach.by_counting import Counted
from tests.teach.refuting import check_deal, check_mark, mark_wrong
from tests.teach.test_puzzle_records import PUZZLE, QUESTIONS, asking
from tracker.inference.hands import view_of
from tracker.render.puzzle_words import first_refutation, hint_lines
from tracker.render.registry import as_text
from tracker.teach.marking import hints, mark
from tracker.teach.puzzle import puzzle_of
from tracker.teach.task import Task


@pytest.mark.parametrize("question", QUESTIONS)
def test_right_answers(question: str) -> None:
    (answer,) = QUESTIONS[question]
    found = mark(asking(question), answer)
    assert found.right
    assert found.answer == answer
    assert found.refutation is None
    check_mark(found)
    assert Counted(puzzle_of(asking(question))).answers() == {answer}


@pytest.mark.parametrize("question", [one for one in QUESTIONS if one != "asks"])
def test_wrong_answers_are_refuted(question: str) -> None:
    mark_wrong(puzzle_of(asking(question)))


def test_unknown_rightly_has_two_deals_that_disagree() -> None:
    for question in ("where AS", "claim high spades"):
        found = mark(asking(question), "can't be known")
        assert found.right
        one, other = found.deals
        (card,) = one.tell_tale
        assert not any(card in one.hands[s] and card in other.hands[s] for s in one.hands)
        check_mark(found)


def test_a_possible_naming_has_a_deal_each_way() -> None:
    found = mark(asking("claim HS"), "Carl rest")
    false, true = found.deals
    (card,) = false.tell_tale  # one card is enough to show that the whole is not proven
    assert card in true.hands["Carl"]
    assert card not in false.hands["Carl"]
    assert found.note == f"Carl can hold the {card}, and need not."
    check_deal(found.puzzle, true)


def test_what_is_no_puzzle() -> None:
    with pytest.raises(tracker.WrongTypeError):
        mark(asking("where 5H"), 5)  # type: ignore[arg-type]
    with pytest.raises(tracker.WrongTypeError):
        puzzle_of("game.lit")  # type: ignore[arg-type]


SHOWN = """\
rules: quartets
seats: {seats}
hand {first}: 2C 2D 2H 2S 4D 4C 5C 6C 7C 8C 9C 10C JC

{shown}
"""


def test_a_seat_may_be_called_as_that_nobody_knows() -> None:
    """A seat ``U``, or one that begins so, is not the answer "unknown"."""
    for seats, answer in (("P U R S", "U"), ("P Uma R S", "u"), ("P Open R S", "open")):
        holder = seats.split()[1]
        record = SHOWN.format(seats=seats, first="P", shown=f"{holder} shows 3D")
        found = mark(puzzle_of(asking("where 3D", "P", record)), answer)
        assert (found.right, found.answer) == (True, holder)


def test_and_joins_two_seats_and_is_not_a_third() -> None:
    """Else two of three seats would be marked right, as one of them is called Andy."""
    puzzle = asking("who AS", record=PUZZLE.replace("Dora", "Andy"))
    found = mark(puzzle, "Bob and Carl")
    assert (found.given, found.answer, found.right) == ("Bob Carl", "Bob Carl Andy", False)
    assert mark(puzzle, "Bob, Carl and andy").right


@pytest.mark.parametrize("typed", ["Carl 5H: Ann rest", "high spades: Carl 5H, Ann rest"])
def test_only_the_half_suit_asked_about_may_stand_before_a_naming(typed: str) -> None:
    assert mark(asking("claim low hearts"), "low hearts: Carl 5H, Ann rest").right
    with pytest.raises(tracker.RecordError, match="is not"):
        mark(asking("claim low hearts"), typed)


def test_a_claim_of_what_opponents_hold_for_certain() -> None:
    """Nobody of the team can have it, which is no claim of the view's, nor open."""
    record = SHOWN.format(
        seats="Ann Bob Carl Dora", first="Ann", shown="Bob shows 3D 3C 3H\nDora shows 3S"
    )
    puzzle = puzzle_of(asking("claim threes", "Ann", record))
    with pytest.raises(tracker.RecordError, match="'3D Bob' is no answer here"):
        mark(puzzle, "Bob 3D 3C 3H, Dora 3S")
    found = mark(puzzle, "Ann 3D 3C 3H, Carl 3S")
    assert (found.right, found.note) == (False, "Ann cannot hold the 3C.")
    assert found.deals
    everyone = replace(puzzle, view=view_of(puzzle.record, None))
    found = mark(everyone, "Bob 3D 3C 3H, Dora 3S")
    assert found.right


@pytest.mark.parametrize(
    ("claim", "right"),
    [("Ann rest, Carl 5H: correct", "proven"), ("Ann rest, Carl 2H: split", "refuted")],
)
def test_only_a_proof_refutes_that_a_claim_was_a_guess(claim: str, right: str) -> None:
    """A deal does not: whatever a guess says is so in some deals, and not in others."""
    record = f"{PUZZLE}Dora asks Ann AS: no\nAnn claims low hearts: {claim}\n"
    puzzle = puzzle_of(asking("ruling 7", "Ann", record))
    found = mark(puzzle, "guess")
    assert (found.right, found.answer, found.deals) == (False, right, ())
    assert [proof.verdict for proof in found.proofs] == [right]
    assert first_refutation(found) == []
    for wrong in {"proven", "refuted"} - {right}:
        other = mark(puzzle, wrong)
        check_mark(other)
        assert other.deals
        assert (", in which the claim is right (" in as_text(other)) == (wrong == "refuted")


def test_whoever_must_claim_may_not_ask() -> None:
    record = SHOWN.format(seats="Ann Bob Carl Dora", first="Ann", shown="")
    record = record.replace("rules: quartets", "rules: quartets, must-claim=yes")
    puzzle = puzzle_of(asking("asks", "Ann", record.replace("2S 4D", "2S 3C")))
    with pytest.raises(tracker.RecordError, match="Ann must claim twos first"):
        mark(puzzle, "Bob 3D")


@pytest.mark.parametrize("question", ["claims", "asks"])
def test_hints_do_not_tell_that_the_answer_is_none(question: str) -> None:
    """They name half-suits, events and what is known, as those for any other answer do."""
    puzzle = asking(question, record=PUZZLE.partition("Carl asks")[0])
    with Task(puzzle) as task:
        assert tuple(map(task.text, task.right())) == ("none",)
        told, said = hints(task), list(hint_lines("events", task))
    assert told.first
    assert told.events
    assert "No event matters." not in said
    assert {proof.verdict for proof in told.proofs} == {"proven"}
    assert not mark(puzzle, "none").proofs


def test_the_first_wrong_answer_is_refuted_and_the_right_one_not_told() -> None:
    for question, answer, words in (
        ("where 5H", "Bob", "In a deal that fits all that was seen, Bob has "),
        (
            "can Bob AS",
            "no",
            "Bob may have the AS. In a deal that fits all that was seen, Bob has ",
        ),
        ("claim low hearts", "Ann rest", "It is proven: you lack the 5H."),
    ):
        found_wrong = mark(puzzle_of(asking(question)), answer)
        line, *steps = first_refutation(found_wrong)
        assert line.startswith(words)
        assert "Carl" not in " ".join([line, *steps])
        assert ("AS" in line) == (question == "can Bob AS")
        assert ("5H" in line) == (question == "claim low hearts")
    assert first_refutation(mark(puzzle_of(asking("where 5H")), "Carl")) == []
