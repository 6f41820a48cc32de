"""What a word means: a card, a half-suit, a team."""

from __future__ import annotations

import pytest

from tracker.errors import RecordError, WrongTypeError
from tracker.game.lookup import TeamLike, card_form, find_book, find_card, find_team
from tracker.messages import require_kind
from tracker.notation.text import loads

TABLE = loads("seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n").table
OTHERS = ("Bob", "Dora", "Finn")


@pytest.mark.parametrize(
    "named",
    [OTHERS, "Bob+Dora+Finn", "Finn+Bob+Dora", ["Dora", "Finn", "Bob"], "Dora", "dora", ["Finn"]],
)
def test_a_team_is_found(named: TeamLike) -> None:
    assert find_team(named, TABLE) == OTHERS


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("Dora+Bob", "Bob+Dora"),
        ("ann+bob", "Ann+Bob"),
        ("Bob+Dora+Finn+Ann", "Ann+Bob+Dora+Finn"),
        (["Finn", "Bob"], "Bob+Finn"),
        ([], ""),
    ],
)
def test_some_seats_are_no_team(named: TeamLike, said: str) -> None:
    with pytest.raises(RecordError) as refused:
        find_team(named, TABLE)
    expected = "expected Ann+Carl+Eve or Bob+Dora+Finn, or one seat of it"
    assert str(refused.value) == f"'{said}' is no team ({expected})"


def test_a_stranger_is_no_team() -> None:
    with pytest.raises(RecordError, match="Zoe"):
        find_team("Zoe", TABLE)


def test_a_number_is_no_team() -> None:
    with pytest.raises(WrongTypeError, match="3 is no team"):
        find_team(3, TABLE)  # type: ignore[arg-type]


def test_a_value_that_is_too_long_for_a_line_is_cut() -> None:
    for digits, shown in ((80, "1" * 80), (81, "1" * 79 + "…")):
        with pytest.raises(WrongTypeError, match=f"^{shown} is no word$"):
            require_kind(int("1" * digits), str, "word")


@pytest.mark.parametrize("word", ["10H", "10h", "TH", "th", "10♥", "♥10", "h10", "HT"])
def test_a_card_is_found_in_any_form(word: str) -> None:
    assert card_form(word) == "10H"
    assert find_card(word, TABLE.deck) == "10H"


@pytest.mark.parametrize("word", ["", "10", "H", "1H", "HH", "10HH", "low hearts"])
def test_what_is_no_card(word: str) -> None:
    assert card_form(word) is None
    with pytest.raises(RecordError, match="is not a card of this deck"):
        find_card(word, TABLE.deck)


def test_a_card_of_another_deck() -> None:
    assert card_form("8H") == "8H"
    with pytest.raises(RecordError, match="'8H' is not a card of this deck"):
        find_card("8H", TABLE.deck)


@pytest.mark.parametrize("words", ["low hearts", "LOW Hearts", "lh", "LH"])
def test_a_half_suit_is_found(words: str) -> None:
    assert find_book(words, TABLE.deck) == "low hearts"


def test_what_is_no_half_suit() -> None:
    with pytest.raises(RecordError, match=r"'low heart' is not a book .*did you mean"):
        find_book("low heart", TABLE.deck)
    with pytest.raises(WrongTypeError, match="7 is not a book"):
        find_book(7, TABLE.deck)
