"""Whose view is meant, and with which hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tracker.errors import MissingHandError, RecordError, WrongTypeError
from tracker.game.record import Hand, Record
from tracker.inference.hands import view_of
from tracker.knowledge.facts import Clause, Literal, OwnCause
from tracker.knowledge.views import View, ViewLike, hand_facts, view_name, view_seats
from tracker.notation.text import loads

RECORD = loads(
    "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nbook blacks: 2S 3S 4S 5S\n"
    "seats: Ann Bob Carl Dora\ndealer: Ann\nhand Bob: 2H 3H\n"
)
TABLE = RECORD.table
BOB = Hand("Bob", ("2H", "3H"))
PART = Hand("Ann", ("2S",), whole=False)
OTHERS = (BOB, Hand("Carl", ("4H", "5H")), Hand("Dora", ("4S", "5S")))


@pytest.mark.parametrize(
    ("view", "seats"),
    [
        (None, ()),
        ("public", ()),
        ("PUBLIC", ()),
        ("Bob", ("Bob",)),
        ("bob", ("Bob",)),
        ("Carl+Ann", ("Ann", "Carl")),
        (["Carl", "Ann", "Carl"], ("Ann", "Carl")),
        (View((BOB,)), ("Bob",)),
    ],
)
def test_the_seats_of_a_view(view: ViewLike, seats: tuple[str, ...]) -> None:
    assert view_seats(TABLE, view) == seats
    assert view_name(seats) == ("+".join(seats) or "public")


def test_a_seat_may_be_called_public() -> None:
    """Not in a file, but by a program."""
    table = Record(("Ann", "Public", "Carl", "Dora"), dealer="Ann").table
    assert view_seats(table, "public") == ("Public",)
    assert view_seats(table, None) == ()


def test_what_is_no_view() -> None:
    with pytest.raises(RecordError, match="Zoe"):
        view_seats(TABLE, "Ann+Zoe")
    with pytest.raises(WrongTypeError, match="3 is no view"):
        view_seats(TABLE, 3)  # type: ignore[arg-type]


def test_a_hand_of_the_header() -> None:
    assert view_of(RECORD, "Bob").hands == (BOB,)
    with pytest.raises(MissingHandError):
        view_of(RECORD, "Ann")


def test_a_hand_known_in_part_that_the_others_leave_whole() -> None:
    """Three hands are known, and one card of the fourth: so all of it is."""
    assert view_of(replace(RECORD, hands=(PART, *OTHERS)), "Ann").hands == (
        Hand("Ann", ("2S", "3S")),
    )
    assert view_of(replace(RECORD, hands=OTHERS), "Ann").hands == (Hand("Ann", ("2S", "3S")),)


def test_a_hand_known_in_part() -> None:
    assert view_of(replace(RECORD, hands=(PART, BOB)), "Ann").hands == (PART,)
    assert view_of(replace(RECORD, hands=(PART, BOB)), "Ann+Bob").hands == (PART, BOB)


def test_a_view_of_another_game() -> None:
    with pytest.raises(RecordError, match="'9H'"):
        view_of(RECORD, View((Hand("Bob", ("2H", "9H")),)))
    with pytest.raises(RecordError, match="Zoe"):
        view_of(RECORD, View((Hand("Zoe", ("2H",)),)))


def test_what_a_hand_says() -> None:
    """A whole one of every card; a part only what is in it."""

    def said(card: str, seat: str, holds: bool) -> Clause:
        return Clause((Literal(card, seat, holds),), OwnCause(card, seat))

    assert list(hand_facts(TABLE, PART)) == [said("2S", "Ann", True)]
    assert list(hand_facts(TABLE, BOB)) == [
        said(card, "Bob", card in BOB.cards) for card in TABLE.cards
    ]
