"""The short form of an ask: what it means, what is said of one that is not quite right, and Tab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import tracker
from tests.entry.sessions import begun, enter, refused, shell_of
from tests.entry.terminal import ENTER, TAB, Terminal
from tracker.cli.line_editor import shell_proposals
from tracker.entry.session import Session
from tracker.entry.typed_line import read_line
from tracker.errors import NotationError, RecordError
from tracker.game.events import Event
from tracker.notation.text import format_event

HEADER = "seats: Lea Kim Lars Zoe\ndealer: Kim\n"
RECORD = tracker.loads(HEADER)


def read(line: str, turn: str | None = "Kim", record: tracker.Record = RECORD) -> str:
    """The canonical statement that a line means, or what is wrong with it."""
    try:
        event = read_line(line, record, turn)
    except NotationError as error:
        return "; ".join(f"{one.column}: {one.message}" for one in error.problems)
    assert isinstance(event, Event)
    comment = f" # {event.comment}" if event.comment else ""
    return format_event(event, record) + comment


@pytest.mark.parametrize(
    "line",
    [
        "lea 4h y",
        "le4hy",
        "lea4hyes",
        "LE4HY",
        "le 4hy",
        "le4h y",
        "le♥4y",
        "le 4h: y",
        "lea, 4h, y",
    ],
)
def test_an_ask_in_few_keys(line: str) -> None:
    assert read(line) == "Kim asks Lea 4H: yes"


def test_marks_and_comments_stay() -> None:
    assert read("lar10cn! # slow") == "Kim asks Lars 10C: no ! # slow"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("x 4h y", "1: 'x' is not a seat (expected Lea, Kim, Lars, Zoe)"),
        ("x4hy", "1: 'x' is not a seat (expected Lea, Kim, Lars, Zoe)"),
        ("l 4h y", "1: 'l' could be Lea or Lars (expected one seat)"),
        ("le 4x y", "4: '4x' is not a card of this deck (no8: 2–7 and 9–A)"),
        ("le4xy", "3: '4x' is not a card of this deck (no8: 2–7 and 9–A)"),
        (
            "le rj y",
            "4: 'rj' is not a card of this deck (no8: 2–7 and 9–A); it is in the decks of the "
            "presets canadian-54",
        ),
        ("le 5", "4: '5' is not a card of this deck (no8: 2–7 and 9–A)"),
        (
            "le 4h ye",
            "7: 'ye' is not an answer (expected yes, no or surrender); did you mean 'yes'?",
        ),
        (
            "le4hye",
            "5: 'ye' is not an answer (expected yes, no or surrender); did you mean 'yes'?",
        ),
        ("le qs", "6: the answer is missing (expected 'le qs y', 'le qs n' or 'le qs ?')"),
        ("leqs", "5: the answer is missing (expected 'le qs y', 'le qs n' or 'le qs ?')"),
        ("le 4h y z", "9: this is one word too many (expected 'SEAT CARD y' or 'n')"),
    ],
)
def test_what_is_wrong_with_a_short_ask(line: str, said: str) -> None:
    assert read(line) == said


@pytest.mark.parametrize("line", ["le aks 4h y", "le asks kim 4x: y", "nonsense", "le"])
def test_what_is_no_short_ask_is_judged_as_a_statement(line: str) -> None:
    said = read(line)
    assert "not a verb" in said or "not a statement" in said or "'4x' is not a card" in said


def test_where_the_turn_is_not_known_the_long_form_is_asked_for() -> None:
    said = read("le4hy", turn=None)
    assert said == "1: whose turn it is is not known (expected such as 'A > le 4h y')"


def test_a_word_that_can_be_parted_in_two_ways_is_not_guessed_at() -> None:
    record = tracker.loads("seats: B Ann Bs Carl\ndealer: Ann\n")
    assert read("bs5ss", "Ann", record) == "Ann asks Bs 5S: surrender"
    assert read("bs5s", "Ann", record) == "Ann asks B 5S: surrender"  # not legal here: refused
    record = tracker.loads("seats: B Ann B2 Carl\nrules: pagat\ndealer: Ann\n")
    assert read("b25sn", "Ann", record) == "Ann asks B2 5S: no"
    record = tracker.loads("seats: As 5H Ann Bob\ndealer: Ann\n")
    assert "'as' could be 'as 5h n' or '5h as n'" in read("as 5h n", "Ann", record)
    assert read("5h bob n", "Ann", record) == "Ann asks Bob 5H: no"


# -- completion -----------------------------------------------------------------------------------


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    header = f"{HEADER}hand Kim: 2C 3C 9D 10D 5D QH 4S KS 7H 7S 2H 3D\n"
    with begun(tmp_path, header, view="Kim") as session:
        yield session


def texts(session: Session, line: str) -> list[str]:
    return [one.text for one in shell_proposals(shell_of(session), line)]


def test_tab_completes_the_short_form_by_what_is_possible(session: Session) -> None:
    assert texts(session, "le 5") == ["5C", "5H", "5S"]
    assert texts(session, "le 5h ") == ["yes", "no"]
    assert texts(session, "le5") == ["le5c", "le5h", "le5s"]
    assert texts(session, "le5h") == ["le5hy", "le5hn"]
    enter(session, "le4cn", "Lea asks Kim 2C: yes")
    assert texts(session, "kim 3C ") == ["yes"], "Kim has it"
    assert texts(session, "kim3c") == ["kim3cy"]
    assert texts(session, "lars 3") == [], "a teammate of hers cannot be asked"


@pytest.mark.long
def test_tab_in_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "game.lit").write_text(HEADER)
    with Terminal("enter", "game.lit", folder=tmp_path) as terminal:
        terminal.wait_for_prompt("1>")
        terminal.send("l" + TAB)
        terminal.wait_for("list")
        terminal.settle(2)
        assert terminal.prompt == "1> l", "several ways to go on: nothing is chosen yet"
        terminal.send("e" + TAB)
        terminal.wait_for_prompt("1> Lea")
        terminal.send("4" + TAB + "h" + TAB)
        terminal.settle(2)
        terminal.send("\x15le4h" + TAB)
        terminal.wait_for("le4hn")
        terminal.send("n" + ENTER)
        terminal.wait_for_prompt("2>")
        terminal.send("x 4h y" + ENTER)
        terminal.wait_for("'x' is not a seat (expected Lea, Kim, Lars, Zoe)")


# -- whose turn it is, in doubt -------------------------------------------------------------------


def test_after_a_statement_out_of_turn_nobody_is_put_in(session: Session) -> None:
    enter(session, "le4cn")
    refused(session, "Zoe asks Kim 5H: no")  # it is Lea's turn: statements may be missing
    for line in ("kim 2c n", "k2cn", "claims low hearts: Lea rest: correct"):
        with pytest.raises(RecordError, match=r"'Zoe asks Kim 5H: no' was not taken in"):
            session.enter(line)
    assert len(session.record.events) == 1
    enter(session, "Lea asks Kim 9S: no", "le 4h n")


def test_another_refusal_leaves_no_doubt_whose_turn_it_is(session: Session) -> None:
    refused(session, "le 2c y")  # Kim holds the 2C
    assert enter(session, "le 4c n").number == 1
