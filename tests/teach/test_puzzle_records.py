"""Puzzles as records: read, written, and refused where they make no sense."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import tracker
from tests.cli.running import run, run_json, written
from tracker.teach.marking import solve
from tracker.teach.puzzle import puzzle_of
from tracker.teach.task import Task

HEADER = """\
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 3H 4H 6H 7H 2C 3C 4C 9D 10D QH 4S
"""
EVENTS = """\
Ann asks Bob KH: no
Bob asks Ann KC: no
Ann asks Bob 9H: no
Bob asks Carl QC: no
Carl asks Dora 3H: no
"""
PUZZLE = f"as: Ann\nquestion: where 5H\nlevel: 1\ntheme: one-left\n{HEADER}\n{EVENTS}"
QUESTIONS = {
    "where 5H": ("Carl",),
    "where AS": ("unknown",),
    "who 5H": ("Carl",),
    "who AS": ("Bob Carl Dora",),
    "can Bob 5H": ("no",),
    "can Bob AS": ("yes",),
    "claim low hearts": ("Ann 2H 3H 4H 6H 7H, Carl 5H",),
    "claim high spades": ("unknown",),
    "claims": ("low hearts",),
    "asks": ("none",),
    "follows low hearts": ("Carl 5H",),
    "follows high spades": ("none",),
}


def asking(question: str, view: str | None = "Ann", record: str = PUZZLE) -> tracker.Record:
    tags = {"question": question} | ({"as": view} if view else {})
    return replace(tracker.loads(record), tags=tuple(tags.items()))


def test_an_ask_is_asked_for_in_turn_or_as_if_it_were() -> None:
    before = PUZZLE[: PUZZLE.index("Ann asks Bob 9H")]
    for record, begins in ((before, "Ann to ask: "), (PUZZLE, "If it were Ann's turn now: ")):
        with Task(puzzle_of(asking("asks", record=record))) as task:
            assert task.prompt().startswith(begins)


def test_a_puzzle_survives_every_form(tmp_path: Path) -> None:
    record = tracker.loads(PUZZLE)
    assert dict(record.tags) == {
        "as": "Ann", "question": "where 5H", "level": "1", "theme": "one-left"
    }  # fmt: skip
    for form in ("lit", "json"):
        assert tracker.loads(tracker.dumps(record, form=form)) == record
    path = written(tmp_path, PUZZLE)
    assert run_json("check", path) == {"ok": True, "problems": []}
    formatted = run("fmt", path).stdout
    assert formatted.startswith("as: Ann\nquestion: where 5H\nlevel: 1\ntheme: one-left\nrules:")
    assert run("fmt", written(tmp_path, formatted)).stdout == formatted


def test_seats_may_have_the_names_of_the_new_lines() -> None:
    record = tracker.loads("seats: as question level theme\ndealer: as\nas asks question 5H: no\n")
    assert tracker.loads(tracker.dumps(record)) == record
    assert not record.tags
    assert len(record.events) == 1


def test_labels_are_only_labels() -> None:
    record = tracker.loads(PUZZLE.replace("level: 1", "level: very hard"))
    puzzle = puzzle_of(record)
    assert (puzzle.level, puzzle.theme) == (None, "one-left")
    assert solve(puzzle) == ("Carl",)


def test_questions_in_short_forms() -> None:
    assert str(puzzle_of(asking("WHERE 5♥")).question) == "where 5H"
    assert str(puzzle_of(asking("claim LH")).question) == "claim low hearts"
    assert str(puzzle_of(asking("can bo th")).question) == "can Bob 10H"


@pytest.mark.parametrize(
    ("question", "view", "said"),
    [
        ("were 5H", "Ann", "'were 5H' is not a question (expected where CARD, who CARD"),
        ("were 5H", "Ann", "did you mean 'where'?"),
        ("where", "Ann", "(expected 'where CARD')"),
        ("where 5H 6H", "Ann", "(expected 'where CARD')"),
        ("where 8H", "Ann", "'8H' is not a card of this deck"),
        ("can 5H Bob", "Ann", "'5H' is not a seat"),
        ("claim hearts", "Ann", "'hearts' is not a book"),
        ("ruling 2", "Ann", "event 2 is not a claim (it has no claims)"),
        ("ruling 99", "Ann", "'99' is not an event of the record (it has 5 events)"),
        ("asks", "public", "asks are those of one seat, not of public"),
        ("where 5H", "Zoe", "as: 'Zoe' is not a seat"),
        ("claims now", "Ann", "(expected 'claims')"),
    ],
)
def test_what_makes_no_sense_is_said(question: str, view: str, said: str) -> None:
    with pytest.raises(tracker.RecordError, match=re.escape(said)):
        puzzle_of(asking(question, view))


def test_a_hand_that_is_missing() -> None:
    with pytest.raises(tracker.MissingHandError, match="'hand Bob: …'"):
        puzzle_of(asking("where 5H", "Bob"))


def test_a_half_suit_that_is_settled() -> None:
    record = PUZZLE + "Dora asks Ann 9S: no\nAnn claims LH: Ann rest, Carl 5H: correct\n"
    for question in ("where 5H", "claim LH", "can Bob 5H"):
        with pytest.raises(tracker.RecordError, match="low hearts is settled"):
            puzzle_of(asking(question, record=record))


def test_a_ruling_is_asked_in_the_claimants_view() -> None:
    record = PUZZLE + "Dora asks Ann 9S: no\nAnn claims LH: Ann rest, Carl 5H: correct\n"
    assert solve(asking("ruling 7", "Ann", record)) == ("proven",)
    assert solve(asking("ruling 7", None, record)) == ("proven",)
    with pytest.raises(tracker.RecordError, match="what Ann, who claimed, could know, not public"):
        puzzle_of(asking("ruling 7", "public", record))
