"""How players asked, worked out by hand."""

from __future__ import annotations

import pytest

from tracker.analysis.audit import askers, audit
from tracker.notation import text

RECORD = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 2 Carl 2 Dora 1
hand Ann: 2H 2S

Ann asks Dora 3H: no
Dora asks Ann 3S: no
Ann asks Dora 4S: yes
Ann asks Bob 3H: no
Bob asks Ann 2H: yes
Bob asks Ann 3H: no
Ann claims blacks: Ann 2S 4S, Carl 3S 5S: opponents
"""


def test_how_players_asked_is_the_sum_of_their_asks() -> None:
    """At first any of five cards is likelier with Bob than with Dora; then she has 4S or 5S.

    Bob has the 4H, and with it the 3S or the 5S: nobody can say how good his asks were.
    """
    ann, bob, carl, _ = askers(text.loads(RECORD))
    assert (ann.asks, ann.turns, ann.cards, ann.cards_per_turn) == (3, 2, 1, 1 / 2)
    assert (bob.asks, bob.turns, bob.cards, bob.mean_rank) == (2, 1, 1, None)
    assert (carl.asks, carl.cards_per_turn, carl.mean_chance) == (0, None, None)
    assert ann.mean_rank == pytest.approx((6 + 1 + 1) / 3)
    assert ann.mean_chance == pytest.approx((1 / 5 + 1 / 2 + 1 / 2) / 3)
    assert ann.mean_best == pytest.approx((2 / 5 + 1 / 2 + 1 / 2) / 3)


def test_how_players_asked_is_a_table_of_those_that_can_be_judged() -> None:
    told = str(audit(text.loads(RECORD), players=True))
    table = told.partition("likely\n")[2].splitlines()
    assert [" ".join(row.split()) for row in table[:4]] == [
        "Asker Asks Rank Chance Best Hit % Cards/turn",
        "Ann 3 2.7 40 47 33 0.5",
        "Dora 1 4.0 29 36 0 0.0",
        "",
    ]
