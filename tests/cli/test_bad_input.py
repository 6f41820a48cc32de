"""Bad input: a clear message, the right exit status, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import GAME, run, run_json, written

HEAD = "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"
READERS = ("show", "claims", "deals", "check", "convert")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "seats"),
        ("seats: Ann Bob Carl Dora\nAnn asks Bob Z9: no\n", "'Z9' is not a card of this deck"),
        ("seats: Ann Bob Carl Dora\nAnn asks Bbo 9C: no\n", "did you mean 'Bob'?"),
        ("seats: Ann Bob Carl Dora\nrules: pagatt\n", "did you mean 'pagat'?"),
        (HEAD + "hand Ann: 2C\n", "8"),
        (HEAD + "hand Ann: 2C ...\nhand Bob: 2C ...\n", "2C"),
        (HEAD + "Ann claims low clbus: Ann rest: correct\n", "did you mean 'low clubs'?"),
        ("seats: [bold]Ann Bob Carl Dora\n", "[bold]Ann"),
        ("seats: \x1b[31mAnn Bob Carl Dora\n", "\\x1b[31mAnn"),
    ],
)
@pytest.mark.parametrize("command", READERS)
def test_a_text_that_is_no_record(command: str, text: str, said: str) -> None:
    result = run(command, "-", stdin=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert "\x1b" not in result.stderr
    assert result.stderr.startswith("<stdin>:")


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    "data",
    [b"seats: \xff\xfe\n", b"\x7fELF\x00\x00", b"x" * 10_000_000, b"{", b"[1]", b'{"a":NaN}'],
)
def test_bytes_that_are_no_record(command: str, data: bytes) -> None:
    result = run(command, "-", stdin=data)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 0 < len(result.stderr) < 20_000


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    for path in (tmp_path / "none.lit", tmp_path):
        result = run(command, path)
        assert result.exit_code == 2
        assert "Error" in result.stderr


def test_an_unknown_view_or_moment() -> None:
    result = run("show", "-", "--as", "Bbo", stdin=GAME)
    assert (result.exit_code, "did you mean 'Bob'?" in result.stderr) == (2, True)
    result = run("show", "-", "--at", "5", stdin=GAME)
    assert (result.exit_code, "expected 0 to 4" in result.stderr) == (2, True)


def test_a_view_whose_hand_is_missing_names_the_line() -> None:
    result = run("show", "-", "--as", "Bob", stdin=GAME)
    assert result.exit_code == 2
    assert "hand Bob:" in result.stderr


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("Ann asks Carl 5H: no", "teammate"),
        ("Bob asks Ann 5H: no", "turn"),
        ("Ann claims low clubs: Ann 2C 3C, Bob rest: correct", "naming"),
        ("Ann passes to Carl", "pass"),
    ],
)
def test_a_broken_rule_is_a_problem_but_other_commands_answer(event: str, code: str) -> None:
    text = f"{HEAD}\n{event}\n"
    problems = run_json("check", "-", stdin=text, status=1)
    assert problems["ok"] is False
    assert [(p["line"], p["event"], p["code"]) for p in problems["problems"]] == [(4, 1, code)]
    result = run("show", "-", "--json", stdin=text)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["at"] == 1
    assert "Warning: line 4" in result.stderr


def test_an_irregular_event_is_no_problem() -> None:
    assert run_json("check", "-", stdin=f"{HEAD}\nAnn asks Carl 5H: no !\n")["ok"] is True


CONTRADICTION = f"""{HEAD}
Ann asks Bob 5H: no
Bob asks Ann 5H: no
Ann asks Dora 5H: no
Dora asks Carl 5H: no
Carl asks Finn 5H: no
Finn asks Eve 5H: no
Eve asks Bob 6H: yes
"""


@pytest.mark.parametrize("command", ["show", "claims", "deals"])
def test_a_contradiction_names_the_first_event_without_a_deal(command: str) -> None:
    result = run(command, "-", stdin=CONTRADICTION)
    assert result.exit_code == 3
    assert result.stdout == ""
    assert "event 6 (line 9)" in result.stderr
    assert run(command, "-", "--at", "5", stdin=CONTRADICTION).exit_code == 0


def test_check_lists_contradictions_and_goes_on() -> None:
    text = CONTRADICTION + "Bob asks Ann 6H: no\n"
    problems = run_json("check", "-", stdin=text, status=3)["problems"]
    assert [(p["event"], p["code"]) for p in problems] == [(6, "contradiction"), (8, "turn")]


def test_hands_that_contradict_the_events_are_found() -> None:
    text = GAME.replace("Ann asks Bob KH: yes", "Ann asks Bob QH: yes")
    problems = run_json("check", "-", stdin=text, status=3)["problems"]
    assert ("contradiction", 1) in [(p["code"], p["event"]) for p in problems]


def test_an_event_after_the_end_of_the_game(tmp_path: Path) -> None:
    text = """\
    rules: deck=custom
    book low clubs: 2C 3C 4C 5C
    seats: Ann Bob Carl Dora
    dealer: Ann
    Ann claims low clubs: Ann 2C, Bob rest: opponents; shown Ann 2C, Bob 3C, Carl 4C, Dora 5C
    Ann passes to Bob
    """
    path = written(tmp_path, text)
    codes = [p["code"] for p in run_json("check", path, status=1)["problems"]]
    assert codes == ["naming", "game-over"]


def test_check_of_a_text_that_is_no_record_still_prints_a_document() -> None:
    document = run_json("check", "-", stdin="seats: Ann\nAnn asks Bob Z9: no\n", status=2)
    assert document["ok"] is False
    assert {problem["code"] for problem in document["problems"]} == {"notation"}


def test_an_unknown_command_and_no_command() -> None:
    assert run("shwo").exit_code == 2
    assert run("show").exit_code == 2


def test_a_contradiction_with_a_hand_known_in_part(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        """\
        seats: Ann Bob Carl Dora
        dealer: Ann
        hand Ann: 2C 3C ...
        Ann asks Bob 3C: no
        """,
    )
    result = run("check", game)
    assert result.exit_code == 3
    assert "Ann holds the 3C" in result.stdout


def test_what_is_said_of_a_settled_book_says_nothing() -> None:
    text = f"""{HEAD}
Ann claims low clubs: Ann 2C 3C, Carl rest: opponents; shown Ann 2C 3C, Carl 4C 5C 6C, Bob 7C
Ann claims low clubs: Ann rest: opponents
Ann asks Bob 2C: no
"""
    problems = run_json("check", "-", stdin=text, status=1)["problems"]
    assert [(p["event"], p["code"]) for p in problems] == [(2, "closed-book"), (3, "closed-book")]
    assert run("show", "-", stdin=text).exit_code == 0


def test_nobody_can_be_simulated() -> None:
    printed = run("simulate", "--seats", " ")
    assert printed.exit_code == 2
    assert "expected --seats" in printed.stderr
