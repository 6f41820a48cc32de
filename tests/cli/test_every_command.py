"""Random games of all rules through every command and the page: nothing may end unforeseen.

A command may say no (status 1 to 3) in words. What it must not do is raise: ``run`` raises again
whatever a command did not foresee.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

import tracker
from tests.cli.running import run
from tests.strategies import seed_games
from tracker.game.record import Record


def calls(record: Record, file: Path, rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Every command that reads a record, once, from a chair and at a moment drawn by lot."""
    path, number = str(file), len(record.events)
    at = ("--at", str(rng.randint(0, number)))
    seat, other = rng.sample(record.seats, 2)
    view = rng.choice(((), ("--as", seat), ("--as", f"{seat}+{other}")))
    card = rng.choice(record.table.cards)
    book = record.deck.book_of[card].name
    for command in (("show", path), ("show", path, "--odds"), ("claims", path), ("deals", path)):
        yield (*command, *at, *view)
    yield "deals", path, "--list", "3", *at, *view
    yield "why", path, card, seat, *at, *view
    yield "why", path, card, seat, "--lacks", "--since", *view
    yield "why", path, "--claim", f"{book}: {seat} rest", *at, *view
    yield "knows", path
    yield "knows", path, *at, "--as", seat
    yield "knows", path, "--chain", f"{seat},{other}", "--book", book, *at
    yield "asks", path, *at, "--as", seat
    yield "turns", path, *at, "--as", seat
    yield "signals", path, *at, *view
    yield "timeline", path
    yield "audit", path, "--missed", "--players"
    if number:
        yield "audit", path, "--event", str(rng.randint(1, number))
        yield "asks", path, "--event", str(rng.randint(1, number))
    yield "report", path
    yield "check", path
    yield "fmt", path
    yield "convert", path, "--to", "json"
    yield "rules", path
    yield "puzzles", path, "--count", "2"
    yield "stats", path, "--workers", "1"


def go_through(record: Record, folder: Path, rng: random.Random) -> int:
    """Give a game to every command, first as it is and then with ``--json``; how many calls."""
    file = folder / "game.lit"
    file.write_text(tracker.dumps(record), encoding="utf-8")
    number = 0
    with suppress(tracker.ContradictionError, tracker.MissingHandError):
        tracker.page(record)  # what `report -o` writes, in this process
    for call in calls(record, file, rng):
        as_json = ("--json",) * (rng.random() < 0.3 and call[0] not in ("fmt", "convert"))
        result = run(*call, *as_json)
        assert result.exit_code in (0, 1, 2, 3), (call, result.output)
        assert "Traceback" not in result.output, (call, result.output)
        number += 1
    return number


def check_games(seed: int, games: int, folder: Path) -> int:
    """Some games, each cut off at a moment drawn by lot; how many calls there were."""
    rng = random.Random(seed)
    number = 0
    for game in seed_games(seed, games, max_deals=1_000):
        short = game.with_events(game.events[: rng.randint(0, len(game.events))])
        some = tuple(hand for hand in short.hands if rng.random() < 0.8)
        number += go_through(replace(short, hands=some), folder, rng)
    return number


CRASHED = """\
rules: pagat, deck=custom, reveal=nothing, announce-last=yes, challenge=yes, endgame=any-player
book greens: 4C JC
book high reds: 5D 6D 9D AD
book reds: 3S JS
seats: Ann Bob Carl Dora
dealer: Dora
sizes: Ann 1 Bob 3 Carl 3 Dora 1
hand Ann: 3S
hand Bob: 5D 9D AD
hand Carl: 4C JC 6D
hand Dora: JS

Dora claims reds: Bob 3S, Dora JS: opponents
Ann has 0
Dora has 0
Carl challenges greens
"""


def test_a_page_where_events_told_the_sizes_of_hands() -> None:
    """No cause of the step "hands together" is a hand: nobody can be named."""
    assert "These hands together leave no other way" in tracker.page(tracker.loads(CRASHED))


AFTER_A_SURRENDER = """\
rules: pagat, deck=custom, own-card-asks=surrender, reveal=nothing, first-turn=left
book low clubs: 2C 3C
book high diamonds: 2D 3D
book low hearts: 2H 3H
seats: Ann Bob Carl Dora
teams: Ann Bob / Carl Dora
dealer: Ann
sizes: Ann 1 Bob 2 Carl 2 Dora 1
hand Ann: 2C
hand Bob: 2D 3D
hand Carl: 2H 3H

Bob asks Dora 3D: no
Bob gives Dora 3D
Dora asks Bob 2C: no
"""


def test_an_ask_that_says_of_the_one_before_that_no_card_was_given_up() -> None:
    """The two asks are in two half-suits; the odds are of one half-suit at a time."""
    record = tracker.loads(AFTER_A_SURRENDER)
    assert tracker.asks(record, view="Dora").items
    tracker.turns(record, view="Dora")


def test_every_command(tmp_path: Path) -> None:
    assert check_games(0, 6, tmp_path) > 100


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 5))
def test_every_command_on_more_games(seed: int, tmp_path: Path) -> None:
    check_games(seed, 100, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1_000, 1_020))
def test_every_command_on_many_games(seed: int, tmp_path: Path) -> None:
    check_games(seed, 1_000, tmp_path)
