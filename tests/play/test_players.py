"""Simulated players by name: their games are legal, repeatable, and as strong as it is said."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.marks import first
from tracker.analysis.check import check
from tracker.analysis.result import game_result
from tracker.errors import RecordError
from tracker.notation.games import loads_all
from tracker.notation.record_files import load_all, loads
from tracker.play.game import Game
from tracker.play.players import KINDS, play_to_the_end, simulated_game
from tracker.play.simulator import header, start_at

SIX = header("Ann Bob Carl Dora Eve Finn")
FOUR = header("Ann Bob Carl Dora", "canadian-54")


@pytest.mark.parametrize("kind", first(2, KINDS))
def test_every_kind_plays_to_the_end(kind: str) -> None:
    record = simulated_game(FOUR, [kind, "attentive"], "a")
    assert game_result(record).over
    assert not check(record).problems
    assert record == simulated_game(FOUR, [kind, "attentive"], "a")
    assert record != simulated_game(FOUR, [kind, "attentive"], "b")


@pytest.mark.long
def test_thinkers_beat_the_rash() -> None:
    won = 0
    for number in range(6):
        players = ["thinker", "rash"] if number % 2 else ["rash", "thinker"]
        record = simulated_game(SIX, players, str(number))
        won += game_result(record).winner == record.table.team_of["Ann" if number % 2 else "Bob"]
    assert won >= 5  # of 24, they won all


CHALLENGED = """\
rules: pagat, deck=custom, challenge=yes
book clubs: 2C 3C
book hearts: 2H 3H 4H 5H
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 2 Carl 1 Dora 1
hand Ann: 3C 2H
hand Bob: 2C 3H
hand Carl: 4H
hand Dora: 5H

Ann shows 3C
Bob shows 2C
Ann challenges clubs
"""


def test_a_half_suit_that_all_have_seen_with_both_teams_is_claimed_where_it_must_be() -> None:
    game = Game(loads(CHALLENGED))
    play_to_the_end(game, ("thinker",), random.Random(1))
    assert game.over
    assert not check(game.record).problems


def test_what_no_game_can_begin_from() -> None:
    with pytest.raises(RecordError, match="only from a record with the hands of all seats"):
        Game(SIX)
    forced = """\
rules: pagat, deck=custom, forced-claims=yes
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
turn: Ann
sizes: Ann 1 Bob 1 Carl 2 Dora 0
hand Ann: 2H
hand Bob: 3H
hand Carl: 2S 3S
hand Dora:

Ann asks Bob 3H: yes
Ann declines
"""
    with pytest.raises(RecordError, match="forced claims are under way at 2"):
        start_at(loads(forced), 2)


def test_the_command(tmp_path: Path) -> None:
    arguments = ("simulate", "-n", "3", "--players", "rash, chaotic", "--seed", "4")
    result = run(*arguments)
    assert result.exit_code == 0
    games = loads_all(result.stdout)
    assert len(games) == 3
    assert [dict(game.tags)["title"] for game in games][1] == "Simulated game 1, seed 4"
    assert run(*arguments, "-o", tmp_path / "games.lit").exit_code == 0
    assert load_all(tmp_path / "games.lit") == games
    assert run("simulate", "--players", "genius").exit_code == 2
    assert run("simulate", "--rules", "whist").exit_code == 2
