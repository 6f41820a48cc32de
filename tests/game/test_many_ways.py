"""Where the ways to go on are too many, the record says less than it could, and nothing untrue."""

from __future__ import annotations

from typing import Final

import pytest

from tests.brute import all_deals
from tests.knowledge.test_rulings import ENDED, NO_PASS, THREE, TWO, UNEVEN, record
from tests.referee import FoulError, Referee
from tracker.game import transition, turns
from tracker.game.events import Seat
from tracker.game.legality import violations
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import knowledge


def played(game: Record) -> tuple[list[Deal], set[Seat]]:
    """The deals that a record can have come from, and who has the turn then, played out on each."""
    deals: list[Deal] = []
    able: set[Seat] = set()
    for deal in all_deals(knowledge(game, at=0)):
        referee = Referee(game, deal)
        try:
            for event in game.events:
                referee.play(event)
        except FoulError:
            continue
        deals.append(deal)
        able |= referee.turn
    return deals, able


def fitting(game: Record) -> list[Deal]:
    """The deals that fit what is gathered; the record breaks no rule."""
    for state, event in zip(states(game), game.events, strict=False):
        assert event.irregular or not violations(state, event)
    known = knowledge(game)
    return [deal for deal in all_deals(known) if known.fits(deal)]


FIVE: Final = """\
book clubs: 2C 3C 4C
book diamonds: 2D 3D
seats: Ann Bob Carl Dora
dealer: Carl
sizes: Ann 1 Bob 2 Carl 1 Dora 1"""
GAMES: Final = {
    "a pass left out": (THREE, "endgame=alone", NO_PASS),
    "the forced end": (TWO, "forced-claims=yes", f"{ENDED}Ann declines"),
    "the forced end after a slip": (
        TWO,
        "forced-claims=yes",
        f"{ENDED}Ann gives Carl 2S !\nAnn declines",
    ),
    "no forced end": (
        FIVE,
        "forced-claims=yes, challenge=yes",
        "Carl asks Bob 2C: no\nBob claims clubs: Bob rest: opponents\n"
        "Bob claims diamonds: Bob 2D, Dora 3D: correct",
    ),
    "the forced end after a choice": (
        UNEVEN,
        "forced-claims=yes, turn-after-wrong-claim=opponents",
        "Dora claims reds: Bob rest: opponents\nCarl passes to Ann\n"
        "Ann claims blacks: Carl rest: opponents\nCarl declines",
    ),
}


def game_of(name: str) -> Record:
    header, rules, events = GAMES[name]
    return record(header, f"{rules}, reveal=nothing", events)


LIMITS: Final = {"MOST_STEPS": turns, "MOST_SITUATIONS": transition}
LESS_SAID: Final = {
    "MOST_STEPS": set(GAMES) - {"no forced end"},
    "MOST_SITUATIONS": {"the forced end after a slip", "the forced end after a choice"},
}
"""By limit, the games that leave more deals where it is reached at once."""


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("limit", LIMITS)
def test_beyond_a_limit_less_is_said_and_nothing_untrue(
    limit: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact, able = played(game_of(name))
    assert fitting(game_of(name)) == exact
    found = []
    for most in (0, 1, 2, 4):
        monkeypatch.setattr(LIMITS[limit], limit, most)
        game = game_of(name)
        left = fitting(game)
        assert all(deal in left for deal in exact)
        assert able <= set(states(game)[-1].to_move)
        found.append(len(left))
    assert found == sorted(found, reverse=True)
    assert (found[0] > len(exact)) == (name in LESS_SAID[limit])
