"""Players who think: what they claim they can prove, and they see no more than their view."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest

import tracker
from tests import SAMPLES
from tracker.analysis.check import check
from tracker.game.events import Event
from tracker.game.record import Record
from tracker.inference.way import deals_of
from tracker.knowledge.views import knowledge
from tracker.play.game import Game
from tracker.play.players import CAREFUL, Thinking, thinking_game
from tracker.play.simulator import Simulation, deal

SKAT = SAMPLES / "skat-four.lit"


@cache
def played(seed: int, memory: int | None = None) -> Record:
    """A whole game with the short pack of thirty-two cards."""
    rng = random.Random(seed)
    header = tracker.load(SKAT).with_events(())
    return thinking_game(rng, deal(rng, header), memory=memory)


def next_event(record: Record) -> Event:
    """What happens next among players who think."""
    game, rng = Game(record), random.Random(3)
    thinking = dict.fromkeys(record.seats, Thinking(game, rng))
    return Simulation(game, rng, CAREFUL, thinking).next_events()[0]


@pytest.mark.parametrize("memory", [None, 8])
def test_games_are_legal_and_claims_are_proven(memory: int | None) -> None:
    record = played(5, memory=memory)
    assert not check(record)
    verdicts = [claim.verdict for claim in tracker.audit(record, chances=False).claims]
    assert verdicts
    assert verdicts.count("proven") >= len(verdicts) - 1  # at the end one may have to guess


def test_what_a_player_does_depends_on_what_it_sees_alone() -> None:
    """With other hands that fit its view, a player does the same; only answers may differ."""
    record = played(5)
    at = next(n for n in range(12, 30) if Game(record.with_events(record.events[:n])).movers())
    begun = record.with_events(record.events[:at])
    seat = Game(begun).movers()[0]
    hand = begun.hand_of(seat)
    assert hand is not None
    others = deals_of(knowledge(begun, (hand,)))
    for _, other in zip(range(4), others, strict=False):
        hands = tuple(
            replace(one, cards=tuple(c for c in begun.table.cards if other[c] == one.seat))
            for one in begun.hands
        )
        moves = [next_event(replace(begun, hands=these)) for these in (begun.hands, hands)]
        first, second = (str(getattr(m, "card", getattr(m, "book", ""))) for m in moves)
        assert (type(moves[0]), first) == (type(moves[1]), second)
