"""Namings that stand alone."""

from __future__ import annotations

import pytest

from tracker.errors import NotationError
from tracker.notation import text
from tracker.notation.holdings import parse_naming

RECORD = text.loads("seats: Ann Bob Carl Dora\n")
HELD = (
    ("2C", "Ann"),
    ("3C", "Ann"),
    ("4C", "Carl"),
    ("5C", "Carl"),
    ("6C", "Carl"),
    ("7C", "Carl"),
)


def test_a_naming() -> None:
    assert parse_naming("LC: ann 2c 3c, carl rest", RECORD) == ("low clubs", HELD)


@pytest.mark.parametrize(
    ("naming", "said"),
    [
        ("", "a book is missing here"),
        ("low clubs", "expected one colon"),
        ("low clubs: Ann rest: correct", "expected one colon"),
        ("low clbus: Ann rest", "did you mean 'low clubs'?"),
        ("low clubs: Ann 2C", "no seat is named for 3C 4C 5C 6C 7C"),
        ("low clubs: Zoe rest", "'Zoe' is not a seat"),
        ("low clubs: Carl 2C 3C, rest", "whose is the 'rest'?"),
        ("low clubs: Carl 2C 3C, ? rest", "'?' cannot stand among HOLDINGS (expected one seat for"),
        ("low clubs: Carl 2C/3C, Ann rest", "'2C/3C' cannot stand among HOLDINGS"),
    ],
)
def test_namings_that_are_none(naming: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_naming(naming, RECORD)
    assert said in str(caught.value)
