"""Names can be told apart: by people, and from what has another meaning."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from tests.cli.running import run, run_json
from tracker.errors import NotationError, RecordError
from tracker.game.record import Record
from tracker.notation import record_json, text
from tracker.notation.names import lookalikes, seat_name_problem, skeleton

SEATS = "seats: {} Bob Carl Dora\ndealer: Bob\n"


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoë",
        "Zoe\u0308",
        "Анна",
        "明日香",
        "दीपिका",
        "שרה",
        "น้ำ",
        "Ann-2",
        "a.b_c",
        "2",
        "ﬁ",
    ],
)
def test_names_of_any_script(name: str) -> None:
    assert text.loads(SEATS.format(name)).seats[0] == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("public", "it means the view of everyone"),
        ("Public", "it means the view of everyone"),
        ("NOBODY", "it means no seat"),
        ("Ann\u3164", "U+3164 is not to be seen"),
        ("\u3164", "U+3164 is not to be seen"),
        ("Ann\ufe0f", "U+FE0F is not to be seen"),
        ("Ann\U000e0100", "U+E0100 is not to be seen"),
        ("A\u034fnn", "U+034F is not to be seen"),
        ("Ann\U000e0061", r"'Ann\U000e0061' cannot name a seat (expected"),
        ("Ann\u200d", r"'Ann\u200d' cannot name a seat (expected"),
        ("\u0301Ann", "cannot name a seat (expected"),
        ("Ann😀", "cannot name a seat (expected"),
        ("1\u20e3", "cannot name a seat (expected"),
        ("🇫🇷", "cannot name a seat (expected"),
        ("A+B", "cannot name a seat (expected"),
    ],
)
def test_what_cannot_name_a_seat(name: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        text.loads(SEATS.format(name))
    assert said in str(caught.value)
    data = record_json.to_data(text.loads(SEATS.format("Ann")))
    data["seats"][0] = name
    with pytest.raises(NotationError):
        record_json.from_data(data)
    with pytest.raises(RecordError, match="cannot name a seat"):
        text.dumps(Record((name, "Bob", "Carl", "Dora")))


@pytest.mark.long
def test_everything_that_may_stand_in_a_name_is_seen() -> None:
    """Unicode's own data: what is ignorable has no place in a name, and all letters have one."""
    allowed = [c for c in map(chr, range(sys.maxunicode + 1)) if seat_name_problem(f"x{c}") is None]
    kinds = {unicodedata.category(char) for char in allowed if char not in "_-."}
    assert kinds <= {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Mn", "Mc"}
    names = [unicodedata.name(char, "") for char in allowed]
    assert not [name for name in names if "FILLER" in name or "SELECTOR" in name]
    assert not [name for name in names if "ZERO WIDTH" in name or name.startswith("TAG ")]
    assert len(allowed) > 130_000


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnnа"),  # Cyrillic
        ("Olga", "0lga"),
        ("Il", "ll"),
        ("I1", "Il"),
        ("Ann", "Ａｎｎ"),  # full width
        ("Ann", "𝐀𝐧𝐧"),
        ("Tom", "Τοm"),  # Greek
        ("Noe\u0308l", "Noёl"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert lookalikes([one, "Bob", other]) == [(one, other)]


@pytest.mark.parametrize(
    "names", [("Ann", "ann"), ("Zoe", "Zoë"), ("Ann", "Anne"), ("A.B", "AB"), ("Али", "Ali")]
)
def test_names_that_do_not(names: tuple[str, str]) -> None:
    assert lookalikes(names) == []


def test_check_reports_them_and_others_warn() -> None:
    body = "seats: Anna Аnnа Carl Dora\ndealer: Anna\n"
    (problem,) = run_json("check", "-", stdin=body, status=1)["problems"]
    assert (problem["code"], problem["line"], problem["event"]) == ("lookalike", None, None)
    assert problem["message"] == "'Anna' and 'Аnnа' look alike"
    assert "<stdin>: header: 'Anna' and" in run("check", "-", stdin=body).stdout
    result = run("show", "-", stdin=body)
    assert (result.exit_code, "Warning: header: 'Anna' and" in result.stderr) == (0, True)
    decks = "rules: deck=custom\nbook Il: 2C 3C\nbook ll: 4C 5C\nseats: A B C D\ndealer: A\n"
    assert "'Il' and 'll' look alike" in run("check", "-", stdin=decks).stdout
