"""Rare events on a tiny deck: what they say of the deal, by what is known and by playing."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.brute import consistent_deals
from tests.game.test_legality import SMALL, record
from tests.play.possibilities import Possibilities
from tracker.game.events import Seat
from tracker.knowledge.views import knowledge


def hands_left(start: str, events: str, rules: str, seat: Seat) -> set[tuple[str, ...]]:
    """The hands that a seat can have been dealt, by what is known and by playing."""
    game = record(SMALL, start + events, rules)
    deals = consistent_deals(knowledge(game))
    assert deals == [one.deal for one in Possibilities(game).moments[-1]]
    return {tuple(card for card, holder in deal.items() if holder == seat) for deal in deals}


START = """turn: Ann
sizes: Ann 2 Bob 1 Carl 2 Dora 1

Ann claims reds: Ann 2H, Carl 3H: opponents
"""
ANYBODY = "endgame=any-player"
OPPONENTS = "turn-after-wrong-claim=opponents"
LONGER = START.replace("Ann 2 Bob 1", "Ann 1 Bob 1").replace("Dora 1", "Dora 2")
CLAIM = "Carl claims blacks: Ann 2S, Carl 3S: split"
ONE = {(card,) for card in ("2H", "3H", "2C", "3C")}
"""Any one of the cards that are not seen."""


@pytest.mark.parametrize(
    ("said", "rules", "seat", "left"),
    [
        # A wrong claim that shows nothing leaves all open.
        (START, ANYBODY, "Bob", ONE | {("2S",), ("3S",)}),
        # A claim out of turn that stands says that the opponents are out, if the turn is known.
        (f"{START}Ann has 2\n{CLAIM}", ANYBODY, "Bob", {("2H",), ("3H",)}),
        # Else it says nothing of why the turn may have come; nor if it is irregular, or penalised.
        (START + CLAIM, ANYBODY, "Bob", ONE),
        (f"{START}{CLAIM} !", ANYBODY, "Bob", ONE),
        (START + CLAIM.replace("split", "cancelled"), ANYBODY, "Bob", ONE),
        # A pass to a teammate says that the passer is out.
        (f"{START}Ann passes to Carl", ANYBODY, "Ann", set()),
        (
            START.replace("opponents", "split") + "Ann passes to Carl",
            ANYBODY,
            "Ann",
            {("2H", "3H")},
        ),
        # A pass to the opponents, or a choice, says only that the chosen has cards.
        (f"{START}Bob passes to Ann", OPPONENTS, "Bob", ONE | {("2S",), ("3S",)}),
        (f"{START}Bob passes to Ann", OPPONENTS, "Dora", ONE | {("2S",), ("3S",)}),
        (f"{START}Bob passes to Dora", OPPONENTS, "Dora", {("2S",), ("3S",), ("2C",), ("3C",)}),
        (f"{LONGER}Bob passes to Dora", OPPONENTS, "Bob", ONE | {("2S",), ("3S",)}),
        (
            f"{LONGER}Bob passes to Dora",
            OPPONENTS,
            "Dora",
            {*combinations(("2H", "3H", "2S", "3S", "2C", "3C"), 2)} - {("2H", "3H")},
        ),
    ],
)
def test_what_an_event_says_of_the_deal(
    said: str, rules: str, seat: Seat, left: set[tuple[str, ...]]
) -> None:
    assert hands_left(said, "", f"reveal=nothing, {rules}", seat) == left
