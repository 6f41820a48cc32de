"""For every rule that can: one record where its value makes a difference to what can be deduced.

The number of deals left is told by brute force, by the counting engine and by the SAT engine.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.brute import all_deals, consistent_deals
from tests.marks import first
from tests.referee import accepted
from tracker.counting import count
from tracker.game.record import Record
from tracker.game.rules import VALUES
from tracker.inference.way import deals_of
from tracker.knowledge.views import knowledge
from tracker.notation import text

HEAD = """\
rules: pagat, deck=custom, {rules}
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
book greens: 2D 3D
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 4 Bob 2 Carl 2 Dora 2
{events}
"""


class Case(NamedTuple):
    """A record whose meaning depends on one rule."""

    key: str
    events: str
    left: dict[str, int]
    """The number of deals left, by value."""
    others: str = "reveal=nothing"
    """Other rules."""


UNCHANGED = "reveal=nothing, turn-after-wrong-claim=unchanged"
OUT_OF_TURN = """\
Ann asks Bob 2S: yes
Ann claims reds: Ann rest: opponents
Carl claims blacks: Ann 2S 3S 4S, Carl rest: correct"""
"""Ann has a card, so the turn is hers; who has how many others does nobody know."""

CASES = [
    Case(
        "own-card-asks",
        "Ann asks Bob 2H: no",
        {"forbidden": 6660, "bluff": 14_220, "surrender": 14_220},
    ),
    Case(
        "own-card-asks",
        "Ann asks Bob 2H: no\nBob asks Ann 2D: no",
        {"forbidden": 612, "bluff": 4692, "surrender": 2172},
    ),
    Case(
        "own-card-asks",
        "Ann asks Bob 2H: no\nAnn gives Bob 2H",
        {"forbidden": 0, "bluff": 7560, "surrender": 7560},
    ),
    Case(
        "wrong-split",
        "Ann claims reds: Ann 2H 3H, Carl rest: split\nAnn asks Bob 2H: no",
        {"cancelled": 1260, "opponents": 1260, "stays": 450},
    ),
    Case(
        "opponent-holds",
        "Ann claims reds: Ann 2H 3H, Carl rest: opponents\nAnn asks Bob 2S: no",
        {"opponents": 5058, "minus-one": 6282},
    ),
    Case("must-claim", "Ann asks Bob 2S: no", {"no": 6660, "yes": 5760}),
    Case("endgame", OUT_OF_TURN, {"alone": 180, "any-player": 36}, UNCHANGED),
    Case(
        "claims",
        OUT_OF_TURN,
        {"own-turn": 36, "any-time": 180, "team-turn": 180},
        f"{UNCHANGED}, endgame=any-player",
    ),
    Case(
        "claim-other-team",
        "Ann claims reds: Bob 2H 3H, Dora rest: opponents\nAnn asks Bob 2S: no",
        {"no": 5058, "yes": 5436},
    ),
]


def left(record: Record) -> int:
    """The deals left, by three roads."""
    known = knowledge(record)
    deals = len(consistent_deals(known))
    assert count(known).count == deals
    assert sum(1 for _ in deals_of(known)) == deals
    return deals


def record_of(case: Case, value: str) -> Record:
    rules = ", ".join(filter(None, [case.others, f"{case.key}={value}"]))
    return text.loads(HEAD.format(rules=rules, events=case.events))


@pytest.mark.parametrize("case", first(3, CASES), ids=lambda case: case.key)
def test_a_value_makes_a_difference_to_what_can_be_deduced(case: Case) -> None:
    assert set(case.left) == set(VALUES[case.key])
    assert len(set(case.left.values())) > 1
    for value, deals in case.left.items():
        assert left(record_of(case, value)) == deals


@pytest.mark.parametrize("case", CASES[4:6], ids=lambda case: case.key)
def test_the_referee_accepts_as_many(case: Case) -> None:
    """Where the record is legal whatever the value: each deal played out by the rules."""
    for value, deals in case.left.items():
        record = record_of(case, value)
        start = all_deals(knowledge(record, (), 0))
        assert sum(accepted(record, deal) == len(record.events) for deal in start) == deals


def test_cards_shown_tell_more_than_an_outcome() -> None:
    split = "Ann claims reds: Ann 2H 3H, Carl rest: split"
    shown = text.loads(
        HEAD.format(rules="reveal=all", events=f"{split}; shown Ann 2H 4H, Carl rest")
    )
    hidden = text.loads(HEAD.format(rules="reveal=nothing", events=split))
    assert (left(shown), left(hidden)) == (90, 1260)
