"""How players asked, added up from the asks themselves and all the deals of tiny decks."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.marks import some
from tests.strategies import seed_games
from tracker.analysis.audit import askers, audit
from tracker.analysis.auditor import Asker
from tracker.answers import certain
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.notation import text


def turns(record: Record, asker: Seat) -> int:
    """A player's turns: an ask after one of their own that got a card goes on with it."""
    asks = [event for event in record.events if isinstance(event, Ask)]
    going_on = [
        one.asker == other.asker == asker and one.answer == "yes" for one, other in pairwise(asks)
    ]
    return sum(ask.asker == asker for ask in asks) - sum(going_on)


def check(record: Record, one: Asker) -> None:
    asks = [e for e in record.events if isinstance(e, Ask) and e.asker == one.seat]
    assert one.asks == len(asks)
    assert one.cards == sum(ask.answer == "yes" for ask in asks)
    assert one.turns == turns(record, one.seat)
    ranks = [ask.rank for ask in certain(audit(record).asks) if ask.asker == one.seat]
    known = [rank for rank in ranks if rank is not None]
    assert one.mean_rank == (pytest.approx(sum(known) / len(known)) if known else None)


def test_how_players_asked_is_the_sum_of_their_asks() -> None:
    compared = 0
    for record in seed_games(seed=41, count=some(14), max_deals=200):
        found = askers(record)
        assert [one.seat for one in found] == list(record.seats)
        for one in found:
            check(record, one)
            compared += one.asks
    assert compared > some(25)


def test_turns_and_what_is_not_known() -> None:
    record = text.loads(
        """\
seats: Ann Bob Carl Dora
dealer: Ann
Ann asks Bob 5H: yes
Ann asks Bob 6H: no
Bob asks Ann 7H: yes
"""
    )
    ann, bob, carl, _ = askers(record)
    assert (ann.asks, ann.turns, ann.cards, ann.cards_per_turn) == (2, 1, 1, 1.0)
    assert (bob.asks, bob.turns, bob.cards) == (1, 1, 1)
    assert carl.cards_per_turn is None
    assert (ann.mean_rank, ann.mean_chance) == (None, None)
