"""What a deck, rules and a table are refused for, where they are put together in Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tracker.errors import RecordError
from tracker.game.cards import Book, Deck
from tracker.game.rules import Rules
from tracker.game.table import make_table

REDS, BLACKS = Book("reds", ("2H", "3H")), Book("blacks", ("2S", "3S"))
DECK = Deck("custom", (REDS, BLACKS))
FOUR = ("Ann", "Bob", "Carl", "Dora")


@pytest.mark.parametrize(
    ("books", "said"),
    [
        ((REDS, Book("none", ())), "the book 'none' has no cards"),
        ((REDS, Book("odd", ("1X",))), "'1X' is not a card"),
        ((REDS, Book("more", ("4H", "2H"))), "'2H' stands in 'reds' already"),
        ((REDS, Book("REDS", ("4H",))), "'REDS' names two books"),
        ((), "a deck needs at least one book"),
    ],
)
def test_a_deck_is_a_partition(books: tuple[Book, ...], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        Deck("custom", books)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Rules(challenge="perhaps"), "'perhaps' is not a value of 'challenge'"),  # type: ignore[arg-type]
        (lambda: Rules(deck="quartets52", high_points="2"), "no half-suit is high"),
        (lambda: Rules().with_values({"chalenge": "yes"}), "'chalenge' is not a rule"),
        (lambda: make_table(FOUR[:3], DECK, Rules()), r"3 seats \(expected 4, 6"),
        (lambda: make_table((*FOUR[:3], "Ann"), DECK, Rules()), "'Ann' stands twice in the seats"),
        (
            lambda: make_table(FOUR, DECK, Rules(), teams=(FOUR[:3], FOUR[3:])),
            "teams of 3 and 1 seats",
        ),
        (
            lambda: make_table(FOUR, DECK, Rules(), teams=(FOUR[:2], FOUR[:2])),
            "no team has Carl, Dora",
        ),
        (
            lambda: make_table(FOUR, DECK, Rules(), sizes={"Ann": 2, "Carl": 2}),
            "no size for Bob, Dora",
        ),
        (
            lambda: make_table(FOUR, DECK, Rules(), sizes=dict.fromkeys(FOUR, 2)),
            "adds up to 8 cards, but 4 are in play",
        ),
        (
            lambda: make_table(FOUR, DECK, Rules(), settled={"reds": "Ann"}),
            "needs 'sizes: SEAT N …' for every seat",
        ),
    ],
)
def test_what_does_not_fit_together(make: Callable[[], object], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        make()


def test_teams_as_given_begin_with_that_of_the_first_seat() -> None:
    first, second = ("Bob", "Ann"), ("Dora", "Carl")
    for teams in ((first, second), (second, first)):
        table = make_table(FOUR, DECK, Rules(), teams=teams)
        assert table.teams == (("Ann", "Bob"), ("Carl", "Dora"))


def test_cards_are_dealt_out_from_the_dealers_left() -> None:
    three = Deck("custom", (Book("reds", ("2H", "3H", "4H", "5H", "6H", "7H")),))
    sizes = make_table(FOUR, three, Rules(), dealer="Bob").sizes
    assert sizes == {"Ann": 1, "Bob": 1, "Carl": 2, "Dora": 2}
