"""Files of many games: a line of dashes alone stands between two of them."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Final

import pytest

from tracker.errors import NotationError
from tracker.notation import games, record_json, text
from tracker.notation.record_files import read, read_all, read_each
from tracker.notation.source import MAX_BYTES

FIRST: Final = "seats: Ann Bob Carl Dora\nAnn asks Bob 5H: no\n"
SECOND: Final = "# The second.\nseats: A B C D\n# End.\n"
BAD: Final = "seats: A B C\nrules: x\nA asks B 5Z: no\n"


def canonical(*bodies: str) -> str:
    """What a file of these games looks like when it is written."""
    return "---\n".join(text.dumps(text.loads(body)) for body in bodies)


@pytest.mark.parametrize(
    "body",
    [
        FIRST + "---\n" + SECOND,
        FIRST + "\n  -------- \t\n\n\n" + SECOND,
        "---\n" + FIRST + "---\n" + SECOND + "---",
        "\n\n---\n\n" + FIRST + "---\n" + SECOND + "\n---\n\n",
        (FIRST + "---\n" + SECOND).replace("\n", "\r\n"),
        (FIRST + "---\n" + SECOND).replace("\n", "\r"),
        "\ufeff" + FIRST + "---\n\ufeff" + SECOND,
    ],
)
def test_two_games(body: str) -> None:
    found = games.loads_all(body)
    assert found == (text.loads(FIRST), text.loads(SECOND))
    assert games.loads_all(body.encode()) == read_all(body.encode(), "x") == found
    assert games.dumps_all(found) == canonical(FIRST, SECOND)


def test_dashes_in_a_comment_or_a_name_divide_nothing() -> None:
    body = "# ---\nseats: --- -- --A --B  # ---\n#---\n--- asks -- 5H: no\n# ---\n"
    assert games.loads_all(body) == (text.loads(body),)


def test_problems_name_the_line_of_the_file() -> None:
    with pytest.raises(NotationError) as caught:
        games.loads_all(FIRST + "---\n" + BAD + "---\n" + SECOND + "-----\n\n\nA asks B 2C: no\n")
    places = [(problem.line, problem.column) for problem in caught.value.problems]
    assert places == [(4, 1), (5, 8), (6, 10), (12, 1)]
    assert caught.value.problems[-1].message.startswith("the record has no seats")


def test_lines_of_events_are_those_of_the_file() -> None:
    found = games.loads_all(FIRST + "---\n\n" + FIRST)
    assert [[event.line for event in game.events] for game in found] == [[2], [6]]


@pytest.mark.parametrize("body", ["", "\n", "---\n", "---\n---\n"])
def test_a_file_of_nothing_is_an_empty_game(body: str) -> None:
    with pytest.raises(NotationError, match=r"^<text>:1:1: no statement stands here"):
        games.loads_all(body)


def test_a_game_that_is_missing() -> None:
    with pytest.raises(NotationError, match=r"^<text>:4:1: no statement stands here"):
        games.loads_all(FIRST + "---\n---\n" + SECOND)


def test_a_broken_game_leaves_the_others() -> None:
    body = (FIRST + "---\n" + BAD + "---\n" + SECOND).encode() + b"---\nseats: \xff\n"
    readings = list(read_each(BytesIO(body), "x"))
    assert [(r.number, r.line, r.record is not None) for r in readings] == [
        (1, 1, True),
        (2, 4, False),
        (3, 8, True),
        (4, 12, False),
    ]
    assert str(readings[3].problems[0]).startswith("x:12:8: byte 0xff")


def test_reading_stops_at_too_many_problems() -> None:
    with pytest.raises(NotationError) as caught:
        games.loads_all("---\n".join([BAD] * 1000))
    assert 1000 <= len(caught.value.problems) < 1010
    assert caught.value.problems[-1].message == "… and reading stopped here"


def test_a_game_that_is_too_long_is_one_problem() -> None:
    body = (FIRST + "---\n").encode() + b"# x\n" * (MAX_BYTES // 4 + 10) + b"---\n" + FIRST.encode()
    readings = list(games.read_each(BytesIO(body), "x"))
    assert [reading.record is not None for reading in readings] == [True, False, True]
    assert readings[1].problems[0].message.startswith("a record has at most 4 MiB")


@pytest.mark.parametrize("loads", [text.loads, lambda body: read(body.encode(), "<text>")])
def test_one_game_wanted_and_many_found(loads: object) -> None:
    assert callable(loads)
    with pytest.raises(NotationError) as caught:
        loads(FIRST + "---\n" + SECOND)
    (problem,) = caught.value.problems
    assert problem.line in (3, 4)
    assert "another game" in problem.message
    assert "expected one game" in problem.message


def test_json_records_in_an_array_or_in_lines() -> None:
    found = (text.loads(FIRST), text.loads(SECOND))
    array = record_json.dumps_all(found)
    assert [item["format"] for item in json.loads(array)] == ["literature-record"] * 2
    lines = "\n".join(json.dumps(record_json.to_data(record)) for record in found)
    assert read_all(array.encode(), "x") == read_all(lines.encode(), "x") == found
