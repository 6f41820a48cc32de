"""What a deduction is asked in words of its players, what it refuses, and the deals it lists."""

from __future__ import annotations

import pytest

from tracker.errors import ContradictionError, RecordError
from tracker.game.events import HandSize
from tracker.game.record import Hand
from tracker.inference.deduction import deduce
from tracker.knowledge.views import View
from tracker.notation.text import loads

RECORD = loads(
    """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
settled: clubs Bob
turn: Ann
sizes: Ann 1 Bob 1 Carl 1 Dora 1

Ann asks Bob 2H: yes
Ann claims reds: Ann rest: correct
"""
)


def test_a_card_that_has_left_play_was_dealt_but_is_not_held() -> None:
    with deduce(RECORD) as deduction:
        assert deduction.dealt_to("2H") == ("Bob",)
        assert deduction.dealt_to("h3") == ("Ann",)
        for asked in (deduction.holders, deduction.status):
            with pytest.raises(RecordError, match="'3H' is not a card in play"):
                asked("h3")
        with pytest.raises(RecordError, match="'2H' is not a card in play"):
            deduction.judge((("2S", "Carl"), ("2H", "Ann")))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("c2", "'2C' was not in play at the start of the record"),
        ("9H", "'9H' is not a card of this deck"),
    ],
)
def test_a_card_that_was_not_dealt(card: str, said: str) -> None:
    with deduce(RECORD) as deduction, pytest.raises(RecordError, match=said):
        deduction.dealt_to(card)


def test_a_header_that_no_deal_fits() -> None:
    """Two hands with the same card."""
    hands = (Hand("Ann", ("2H",), whole=False), Hand("Bob", ("2H",), whole=False))
    said = "the record contradicts itself: no deal fits its header"
    with pytest.raises(ContradictionError, match=said) as caught:
        deduce(RECORD, view=View(hands))
    assert caught.value.event == 0


PERHAPS_OVER = loads(
    """\
rules: pagat, deck=custom, forced-claims=yes, reveal=nothing, wrong-split=stays, claims=any-time
book aa: 2C 3C 4C 5C
book bb: 2D 3D 4D 5D
book cc: 2H 3H 4H 5H
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 3 Bob 2 Carl 5 Dora 2
hand Ann: 2D 3D 4D

Ann claims aa: Ann rest: opponents
"""
    + "Ann claims bb: Carl rest: split\nCarl claims bb: Carl rest: split\n" * 4
)
"""Nobody knows whether Bob and Dora are out of cards, and the chances of Ann and Carl used up."""


def test_a_forced_end_that_may_be_over_leaves_the_score_open() -> None:
    told = PERHAPS_OVER.with_events((*PERHAPS_OVER.events, HandSize("Ann", 1)))
    for at, scores, unsure in ((8, [0, 1], ()), (9, [0, None], ("bb", "cc")), (10, [0, 1], ())):
        with deduce(told, at=at) as deduction:
            assert [*deduction.scores().values()] == scores
            assert deduction.unsure_books == {*unsure}
