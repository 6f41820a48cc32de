"""Positions of the samples and of random games, for explanations."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Final

from tests import SAMPLES
from tests.explain.twins import moments
from tests.play.random_games import random_game
from tests.strategies import SEATS, SHY
from tracker.errors import MissingHandError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.inference.deduction import Deduction, deduce
from tracker.notation.record_files import load
from tracker.play.players import thinking_game
from tracker.play.policies import CHAOS, PEOPLE
from tracker.play.simulator import deal


@cache
def samples() -> dict[str, Record]:
    """The sample games by name."""
    return {path.stem: load(path) for path in sorted(SAMPLES.glob("*.lit"))}


MIXED: Final = ("pagat", "wikipedia-2006", "canadian-54", "india-52", "quartets")
"""The presets that games are made by, in turn; positions are named by the seed of their game."""


def mixed_game(seed: int) -> Record:
    """A simulated game: all presets, several manners, four to eight seats."""
    rng = random.Random(seed)
    names = SEATS[: (4, 6, 6, 8)[seed % 4]]
    rules = PRESETS[MIXED[seed % len(MIXED)]]
    manners = (PEOPLE, SHY, CHAOS, None)[seed // 4 % 4]
    if manners is None:
        header = Record(seats=tuple(names), rules=rules, dealer=names[0])
        return thinking_game(rng, deal(rng, header), limit=300)
    return random_game(rng, names, rules, dealer=names[0], manners=manners, limit=300)


def deductions(record: Record) -> Iterator[Deduction]:
    """The public view and a player's, at some moments."""
    for at in moments(record):
        for view in ("public", record.seats[0]):
            try:
                deduction = deduce(record, view=view, at=at)
            except MissingHandError:
                continue
            with deduction:
                yield deduction


def deduced(deduction: Deduction) -> list[tuple[Card, Seat]]:
    """The forced locations that are not public, nor in the viewer's own hand."""
    forced = deduction.forced().items()
    return [(card, seat) for card, seat in forced if deduction.status(card) == "deduced"]
