"""Games in which the cards of claimed half-suits stay hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.play.random_games import random_game
from tests.strategies import SEATS
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.play.policies import PEOPLE

RASH = replace(PEOPLE, boldness=0.8, overreach=0.6, misnaming=0.5, attention=0.8)
"""Players who claim early and wrongly: many hidden half-suits."""


def hidden_game(seats: int, seed: int, deck: str = "no8") -> Record:
    """A game in which nobody shows the cards of a claim."""
    rules = Rules().with_values({"deck": deck, "reveal": "nothing"})
    return random_game(Random(seed), SEATS[:seats], rules, dealer=SEATS[0], manners=RASH, limit=200)
