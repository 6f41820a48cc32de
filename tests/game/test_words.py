"""What a word means: a team by its seats, or by one of them."""

from __future__ import annotations

import pytest

from tracker.errors import RecordError, WrongTypeError
from tracker.game.words import TeamLike, find_team
from tracker.notation.text import loads

TABLE = loads("seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n").table
OTHERS = ("Bob", "Dora", "Finn")


@pytest.mark.parametrize(
    "named",
    [OTHERS, "Bob+Dora+Finn", "Finn+Bob+Dora", ["Dora", "Finn", "Bob"], "Dora", "dora", ["Finn"]],
)
def test_a_team_is_found(named: TeamLike) -> None:
    assert find_team(named, TABLE) == OTHERS


@pytest.mark.parametrize("named", ["Bob+Dora", "Ann+Bob", "Bob+Dora+Finn+Ann", ["Bob", "Finn"], []])
def test_some_seats_are_no_team(named: TeamLike) -> None:
    with pytest.raises(
        RecordError, match=r"is no team \(expected Ann\+Carl\+Eve or Bob\+Dora\+Finn"
    ):
        find_team(named, TABLE)


def test_a_stranger_is_no_team() -> None:
    with pytest.raises(RecordError, match="Zoe"):
        find_team("Zoe", TABLE)


def test_a_number_is_no_team() -> None:
    with pytest.raises(WrongTypeError, match="3 is no team"):
        find_team(3, TABLE)  # type: ignore[arg-type]
