"""A few games for each command, differences that are seen, and pieces that add up."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.marks import first
from tests.play import compared_answers
from tests.play.by_command import COMPARISONS, REFEREED, compared
from tests.play.compared_answers import COMMANDS, Game
from tracker.analysis.board import board
from tracker.game.record import Record
from tracker.knowledge.views import View
from tracker.notation.text import loads

NUMBER: Final = {
    "show": 150,
    "deals": 200,
    "twin": 100,
    "why": 200,
    "engines": 1,
    "players": 12,
    "puzzles": 12,
    "gaps": 12,
    "possible": 12,
    "every": 0,
    "anything-missing": 2,
}
"""How many games an ordinary run compares: few where one takes long, many where it does not."""


@pytest.mark.parametrize("name", [name for name in COMPARISONS if NUMBER.get(name, 1)])
def test_answers_are_what_the_referee_says(name: str) -> None:
    piece = compared(name, seed=1, number=NUMBER.get(name, 24))
    assert (piece.games, piece.different) == (NUMBER.get(name, 24), 0)
    assert piece.answers or name == "signals"


@pytest.mark.long
@pytest.mark.parametrize("name", REFEREED)
def test_answers_about_more_games_are_what_the_referee_says(name: str) -> None:
    piece = compared(name, seed=2, number=40, minutes=5)
    assert not piece.different
    assert piece.answers > 8 or name == "signals"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
@pytest.mark.parametrize("name", COMPARISONS)
def test_answers_about_many_games_are_what_the_referee_says(name: str, seed: int) -> None:
    """Prints how many answers were compared (``pytest -s``)."""
    piece = compared(name, seed, number=1_000, minutes=60)
    print(f"\n{piece}")
    assert not piece.different


def test_a_wrong_answer_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a board that leaves out the last event, where that told something."""

    def late(record: Record, **wanted: object) -> object:
        return board(record, **{**wanted, "at": 0})  # type: ignore[arg-type]

    monkeypatch.setattr(compared_answers, "board", late)
    piece = compared("show", seed=1, number=6)
    assert piece.different > 0


LATE_END = """\
rules: pagat, deck=custom, forced-claims=yes, reveal=nothing
book reds: 2H 3H
book blacks: 2S 3S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 1 Carl 2 Dora 1
hand Ann: {}
hand Bob: {}
hand Carl: {}
hand Dora: {}

Ann claims reds: Ann rest: opponents
award blacks to nobody
Ann declines
Carl declines
Ann declines
Carl declines
"""
"""Whether the last chance is used depends on whether Bob and Dora were out when Ann had claimed."""


@pytest.mark.parametrize("command", first(4, ["show", "claims", "deals", "audit"]))
@pytest.mark.parametrize(
    "hands", [("2C 2S", "2H", "3C 3S", "3H"), ("2C 3C", "2H", "3H 3S", "2S")], ids=["on", "over"]
)
def test_while_hidden_hands_decide_whether_a_forced_end_is_over(
    command: str, hands: tuple[str, ...]
) -> None:
    game = Game(loads(LATE_END.format(*hands)), random.Random(1))
    for view in [(), *((hand,) for hand in game.record.hands)]:
        game.view, game.at = View(view), len(game.record.events)
        game.cell = game.possible.cell(game.at, game.view.seats)
        assert COMMANDS[command](game) >= 0
