"""The slips that an event or a hand line can have, worked out by hand: all of them and no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tracker.explain.slips import (
    Repair,
    Slip,
    event_repairs,
)
from tracker.game.events import (
    Ask,
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
