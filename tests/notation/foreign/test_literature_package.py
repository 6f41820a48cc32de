"""Games played with the Python package ``literature`` are read as they were played.

The package is not installed with ours; ``pip install --no-deps literature==1.0.0`` is enough. A log
that it wrote is among the fixtures.
"""

from __future__ import annotations

import logging
import random
from typing import Any, Final

import pytest

from tests.notation.foreign.test_faithful import FIXTURES
from tracker.analysis.check import check
from tracker.game.events import Ask, Claim
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.notation import text
from tracker.notation.record_files import form_of, read

LOG: Final = FIXTURES / "literature-4.log"
MOVES: Final = 150


def test_a_log_that_the_package_wrote() -> None:
    log = LOG.read_bytes()
    assert form_of(log) == "neelsomani"
    record = read(log, "log")
    assert text.dumps(record) == LOG.with_suffix(".lit").read_text(encoding="utf-8")
    assert not check(record)


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize("seed", range(2))
def test_random_games(players: int, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    package = pytest.importorskip("literature", reason="the package literature is not installed")
    random.seed(seed)
    caplog.set_level(logging.INFO, logger="literature")
    game = package.get_game(players)
    log = played(game, random.Random(seed), caplog)
    assert form_of(log.encode()) == "neelsomani"
    record = read(log.encode(), "log")
    assert not check(record)
    assert_is_that_game(record, game, package)


def played(game: Any, rng: random.Random, caplog: pytest.LogCaptureFixture) -> str:
    """Plays a game by typing moves; what was typed, and what was logged.

    Args:
        game: a game of the package.
        rng: chooses the moves.
        caplog: catches what is logged.
    """
    lines: list[str] = []
    game.print_player_hands()
    for _ in range(MOVES):
        lines += _logged(caplog)
        if game.completed:
            break
        move = _move(game, rng)
        if move is None:
            break
        lines += [repr(game.turn), move]
        game.commit_text(move)
    return "\n".join([*lines, *_logged(caplog), ""])


def _logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    lines = [f"INFO:{record.name}:{record.getMessage()}" for record in caplog.records]
    caplog.clear()
    return lines


def _move(game: Any, rng: random.Random) -> str | None:
    """A move of the player at turn as it is typed: a claim, right or wrong, or an ask."""
    player = game.turn
    sure = list(player.evaluate_claims().items())
    sure = [(half, claim) for half, claim in sure if half not in player.claims]
    if sure and rng.random() < 0.8:
        return _claim({card: actor.unique_id for card, actor in sure[0][1].items()})
    asks = [
        (other, card)
        for other in game.players
        for card in player.knowledge[other]
        if player.valid_ask(other, card, rng.random() < 0.9)
    ]
    if asks and rng.random() < 0.97:
        other, card = rng.choice(asks)
        return f"{other.unique_id} {card.serialize()}"
    return _guess(game, rng)


def _guess(game: Any, rng: random.Random) -> str | None:
    """A claim of a half-suit that is open, with holders from thin air."""
    team = [p.unique_id for p in game.players if p.unique_id % 2 == game.turn.unique_id % 2]
    open_ = [
        card for card in game.turn.knowledge[game.turn] if card.half_suit() not in game.turn.claims
    ]
    if not open_:
        return None
    half = rng.choice(open_).half_suit()
    return _claim({card: rng.choice(team) for card in open_ if card.half_suit() == half})


def _claim(said: dict[Any, int]) -> str:
    return "CLAIM " + " ".join(f"{seat} {card.serialize()}" for card, seat in said.items())


def assert_is_that_game(record: Record, game: Any, package: Any) -> None:
    """The record has the moves of the game, its answers, and its result."""
    asks = [event for event in record.events if isinstance(event, Ask)]
    moves = zip(game.move_ledger, game.move_success, strict=True)
    assert [(e.asker, e.target, e.card, e.answer) for e in asks] == [
        (
            f"S{move.interrogator.unique_id}",
            f"S{move.respondent.unique_id}",
            move.card.serialize(),
            "yes" if success else "no",
        )
        for move, success in moves
    ]
    scores = dict.fromkeys(package.Team, 0)
    for team in game.claims.values():
        scores[team] += 1
    assert list(states(record)[-1].score.values()) == [
        scores[package.Team.EVEN],
        scores[package.Team.ODD],
    ]
    claims = sum(isinstance(event, Claim) for event in record.events)
    assert claims == 8 - scores[package.Team.NEITHER]
