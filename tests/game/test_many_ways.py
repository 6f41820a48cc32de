"""Where the hands decide how a game can go on, the record says what the rules say, and no more."""

from __future__ import annotations

from typing import Final

import pytest

from tests.brute import all_deals
from tests.knowledge.test_rulings import ENDED, NO_PASS, THREE, TWO, UNEVEN, record
from tests.play.possibilities import Possibilities
from tracker.game.legality import violations
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import knowledge


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


@pytest.mark.parametrize("name", GAMES)
def test_all_that_the_rules_on_turns_say_and_no_more(name: str) -> None:
    game = game_of(name)
    possible = Possibilities(game).cell(len(game.events))
    assert fitting(game) == [one.deal for one in possible]
    able = {seat for one in possible for seat in one.table.turn}
    assert able <= set(states(game)[-1].to_move)
