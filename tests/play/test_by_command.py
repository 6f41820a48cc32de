"""A few games for each command, differences that are seen, and pieces that add up."""

from __future__ import annotations

import random

import pytest

from tests.marks import first
from tests.play import compared_answers
from tests.play.by_command import compared
from tests.play.compared_answers import COMMANDS, Game
from tracker.analysis.board import board
from tracker.game.record import Record
from tracker.knowledge.views import View
from tracker.notation.text import loads


@pytest.mark.parametrize("command", COMMANDS)
def test_answers_are_what_the_referee_says(command: str) -> None:
    (piece,) = compared([command], seed=1, number=24, minutes=5)
    assert (piece.games, piece.different) == (24, 0)


@pytest.mark.long
def test_answers_about_more_games_are_what_the_referee_says() -> None:
    pieces = compared(list(COMMANDS), seed=2, number=40, minutes=20)
    assert not [piece for piece in pieces if piece.different]
    assert all(piece.answers > 8 for piece in pieces if piece.command != "signals")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 120))
def test_answers_about_many_games_are_what_the_referee_says(seed: int) -> None:
    """Prints how many answers of each command were compared (``pytest -s``)."""
    pieces = compared(list(COMMANDS), seed, number=1_000, minutes=600)
    print("", *pieces, sep="\n")
    assert not [piece for piece in pieces if piece.different]


def test_a_wrong_answer_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a board that leaves out the last event, where that told something."""

    def late(record: Record, **wanted: object) -> object:
        return board(record, **{**wanted, "at": 0})  # type: ignore[arg-type]

    monkeypatch.setattr(compared_answers, "board", late)
    (piece,) = compared(["show"], seed=1, number=6, minutes=5)
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
