"""The slips that an event or a hand line can have, worked out by hand: all of them and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.game.test_event_classes import EXAMPLES
from tracker.explain.slips import (
    Repair,
    Slip,
    cards_named,
    event_repairs,
    hand_repairs,
    transfers_wanted,
)
from tracker.game.events import (
    KINDS,
    Ask,
    Award,
    Claim,
    Event,
    Give,
    HandSize,
    Pass,
    Show,
)
from tracker.game.record import Hand
from tracker.notation.text import loads

RECORD = loads(
    """\
rules: pagat, deck=custom, own-card-asks=surrender
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
dealer: Ann
"""
)
TABLE = RECORD.table
ASK = Ask("Ann", "Bob", "2H", "no")
SHOWN = Claim("Bob", "reds", holdings=(("2H", "Bob"), ("3H", "Dora")), outcome="correct")


def slips(event: Event) -> list[tuple[Slip, Event | Hand | None]]:
    """What is listed for an event as the seventh of a game, less what every event can have."""
    found = list(event_repairs(event, 7, TABLE))
    assert {one.event for one in found} == {7}
    every = [Repair("irregular", 7, replace(event, irregular=True)), Repair("extra", 7, None)]
    assert found[-2:] == every
    return [(one.kind, one.new) for one in found[:-2]]


GIVEN_UP = replace(ASK, answer="surrender")
WRONG = replace(SHOWN, outcome="opponents", shown=(("2H", "Bob"), ("3H", "Ann")))


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            ASK,
            [
                ("answer", Ask("Ann", "Bob", "2H", "yes")),
                ("card", Ask("Ann", "Bob", "3H", "no")),
                ("card", Ask("Ann", "Bob", "2S", "no")),
                ("seat", Ask("Carl", "Bob", "2H", "no")),
                ("seat", Ask("Ann", "Dora", "2H", "no")),
            ],
        ),
        # That a card was given up is seen by everyone: no slip turns it into a yes or a no.
        (
            GIVEN_UP,
            [
                ("card", replace(GIVEN_UP, card="3H")),
                ("card", replace(GIVEN_UP, card="2S")),
                ("seat", replace(GIVEN_UP, asker="Carl")),
                ("seat", replace(GIVEN_UP, target="Dora")),
            ],
        ),
        (
            SHOWN,
            [
                ("seat", replace(SHOWN, holdings=(("2H", "Dora"), ("3H", "Dora")))),
                ("seat", replace(SHOWN, holdings=(("2H", "Bob"), ("3H", "Bob")))),
            ],
        ),
        # What a wrong claim named is not said to be so: nobody can have seen it wrong.
        (replace(SHOWN, outcome="opponents"), []),
        (replace(SHOWN, outcome="split"), []),
        (
            WRONG,
            [
                ("seat", replace(WRONG, shown=(("2H", "Ann"), ("3H", "Ann")))),
                ("seat", replace(WRONG, shown=(("2H", "Carl"), ("3H", "Ann")))),
                ("seat", replace(WRONG, shown=(("2H", "Dora"), ("3H", "Ann")))),
                ("seat", replace(WRONG, shown=(("2H", "Bob"), ("3H", "Bob")))),
                ("seat", replace(WRONG, shown=(("2H", "Bob"), ("3H", "Carl")))),
                ("seat", replace(WRONG, shown=(("2H", "Bob"), ("3H", "Dora")))),
            ],
        ),
        (
            Show("Ann", ("2H", "3S")),
            [
                ("card", Show("Ann", ("3H", "3S"))),
                ("card", Show("Ann", ("2S", "3S"))),
                ("card", Show("Ann", ("2H", "3H"))),
                ("card", Show("Ann", ("2H", "2S"))),
            ],
        ),
        (
            Give("Ann", "Bob", "2H"),
            [("card", Give("Ann", "Bob", "3H")), ("card", Give("Ann", "Bob", "2S"))],
        ),
        (HandSize("Ann", 2), [("size", HandSize("Ann", 3)), ("size", HandSize("Ann", 1))]),
        (HandSize("Ann", 0), [("size", HandSize("Ann", 1))]),
        (Pass("Ann", "Carl"), []),
    ],
)
def test_the_slips_of_an_event(
    event: Event, expected: list[tuple[Slip, Event | Hand | None]]
) -> None:
    assert slips(event) == expected


def test_an_ask_that_was_answered_yes() -> None:
    assert slips(replace(ASK, answer="yes"))[0] == ("answer", ASK)


def test_what_is_marked_already() -> None:
    marked = replace(ASK, irregular=True)
    assert [one.kind for one in event_repairs(marked, 7, TABLE)][-2:] == ["seat", "extra"]


def test_every_kind_of_event_is_known() -> None:
    """A new kind has to say which slips it can have, and which asks it may lack."""
    assert {type(event) for event in EXAMPLES} == set(KINDS)
    for event in EXAMPLES:
        assert len(list(event_repairs(event, 1, TABLE))) >= 2
        assert set(cards_named(event, TABLE.deck)) <= set(TABLE.cards)
        assert all(card in TABLE.cards for _, _, card in transfers_wanted(event, TABLE))


def test_a_hand() -> None:
    hand = Hand("Ann", ("2H", "2S"))
    assert [one.new for one in hand_repairs(hand, "2H", TABLE)] == [Hand("Ann", ("3H", "2S"))]
    assert [one.new for one in hand_repairs(hand, "3H", TABLE)] == [Hand("Ann", ("3H", "2S"))]
    assert list(hand_repairs(Hand("Ann", ("2H", "3H", "2S")), "2H", TABLE)) == []


def test_the_cards_that_an_event_names() -> None:
    assert cards_named(ASK, TABLE.deck) == ("2H",)
    assert cards_named(SHOWN, TABLE.deck) == ("2H", "3H")
    assert cards_named(Award("blacks", "Ann"), TABLE.deck) == ("2S", "3S")
    assert cards_named(Show("Ann", ("3S",)), TABLE.deck) == ("3S",)
    assert cards_named(Pass("Ann", "Carl"), TABLE.deck) == ()
