"""How players asked, added up from the asks themselves and all the deals of tiny decks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import log2

import pytest

from tests.analysis.test_knows import deals_left
from tests.strategies import seed_games
from tracker.analysis.audit import askers, audit
from tracker.analysis.auditor import Asker
from tracker.answers import certain
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.inference.hands import known_hands
from tracker.notation import text


def bits_told(record: Record, asker: Seat, others: Iterable[Seat]) -> float | None:
    """The mean, over a player's asks, of what each told some others."""
    known = known_hands(record)
    heard = [deals_left(record, (known[seat],)) for seat in others if seat in known]
    asked = [
        at
        for at, event in enumerate(record.events)
        if isinstance(event, Ask) and event.asker == asker
    ]
    if not asked or not heard:
        return None
    told = sum(log2(len(left[at]) / len(left[at + 1])) for left in heard for at in asked)
    return told / len(asked)


def turns(record: Record, asker: Seat) -> int:
    """A player's turns: an ask after one of their own that got a card goes on with it."""
    asks = [event for event in record.events if isinstance(event, Ask)]
    going_on = [
        one.asker == other.asker == asker and one.answer == "yes" for one, other in pairwise(asks)
    ]
    return sum(ask.asker == asker for ask in asks) - sum(going_on)


def check(record: Record, one: Asker) -> None:
    table = record.table
    asks = [e for e in record.events if isinstance(e, Ask) and e.asker == one.seat]
    assert one.asks == len(asks)
    assert one.cards == sum(ask.answer == "yes" for ask in asks)
    assert one.turns == turns(record, one.seat)
    mates = [seat for seat in table.team_of[one.seat] if seat != one.seat]
    for found, others in (
        (one.bits_per_ask.team, mates),
        (one.bits_per_ask.opponents, table.opponents_of[one.seat]),
    ):
        told = bits_told(record, one.seat, others)
        assert found == (None if told is None else pytest.approx(told, abs=1e-9))
    ranks = [ask.rank for ask in certain(audit(record).asks) if ask.asker == one.seat]
    known = [rank for rank in ranks if rank is not None]
    assert one.mean_rank == (pytest.approx(sum(known) / len(known)) if known else None)


def test_how_players_asked_is_the_sum_of_their_asks() -> None:
    compared = 0
    for record in seed_games(seed=41, count=14, max_deals=200):
        found = askers(record)
        assert [one.seat for one in found] == list(record.seats)
        for one in found:
            check(record, one)
            compared += one.asks
    assert compared > 25


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
    assert (ann.mean_rank, ann.mean_chance, ann.bits_per_ask.team) == (None, None, None)
