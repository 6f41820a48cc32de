"""The simulator: repeatable, legal, complete, and it comes to an end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.game.test_against_referee import judge
from tests.marks import first
from tests.play.random_games import can_start_at, random_game
from tests.strategies import SEATS, seed_games
from tracker.errors import RecordError
from tracker.game.cards import DECKS
from tracker.game.events import Ask, Claim, Event
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.rules import PRESETS, VALUES, Rules
from tracker.game.table import TABLE_SIZES
from tracker.play.game import Game, dealt
from tracker.play.policies import CHAOS, PEOPLE
from tracker.play.simulator import play_on, start_at


def kind(event: Event) -> str:
    match event:
        case Ask():
            return f"ask {event.answer}"
        case Claim():
            return f"claim {event.outcome}" + (" shown" if event.shown else "")
        case _:
            return type(event).__name__.lower()


def test_a_seed_fixes_the_game() -> None:
    games = [random_game(random.Random(7), SEATS[:6], dealer="Ann") for _ in range(2)]
    assert games[0] == games[1]
    assert random_game(random.Random(8), SEATS[:6], dealer="Ann") != games[0]


@pytest.mark.long
def test_everything_happens() -> None:
    seen = Counter(kind(event) for record in seed_games(1, 600) for event in record.events)
    assert set(seen) == {
        *("ask yes", "ask no", "ask surrender"),
        *("claim correct", "claim split", "claim opponents", "claim cancelled"),
        *(f"claim {outcome} shown" for outcome in ("correct", "split", "opponents", "cancelled")),
        *("pass", "handsize", "show", "challenge", "decline", "award", "give"),
    }


def test_every_value_of_every_rule_is_played() -> None:
    played = {item for record in seed_games(1, 200) for item in record.rules.items().items()}
    keys = {key: set(values) for key, values in VALUES.items() if key != "deck"}
    assert played == {("deck", "custom"), *((k, v) for k, vs in keys.items() for v in vs)}


@pytest.mark.parametrize("preset", first(3, PRESETS))
def test_people_play_to_the_end(preset: str) -> None:
    for seed in range(3):
        record = random_game(random.Random(seed), SEATS[:6], PRESETS[preset], dealer="Bob")
        assert states(record)[-1].over
        assert 60 <= len(record.events) <= 400


@pytest.mark.parametrize("seats", first(2, TABLE_SIZES))
def test_every_table_and_deck(seats: int) -> None:
    for seed, deck in enumerate(DECKS):
        rules = Rules().with_values({"deck": deck})
        record = random_game(random.Random(seed), SEATS[:seats], rules, dealer="Ann")
        assert states(record)[-1].over
        judge(record)


def test_a_limit_stops_the_game() -> None:
    record = random_game(random.Random(1), SEATS[:4], dealer="Ann", limit=20)
    assert 20 <= len(record.events) <= 21


def test_a_game_goes_on_from_where_it_stopped() -> None:
    record = random_game(random.Random(1), SEATS[:4], dealer="Ann", limit=20)
    longer = play_on(random.Random(2), record, manners=CHAOS, limit=60)
    assert longer.events[: len(record.events)] == record.events
    judge(longer)


def test_people_are_regular() -> None:
    record = random_game(random.Random(3), SEATS[:6], dealer="Ann", manners=PEOPLE)
    assert not any(event.irregular for event in record.events)


def test_a_game_needs_all_hands() -> None:
    record = random_game(random.Random(1), SEATS[:4], dealer="Ann", limit=5)
    with pytest.raises(RecordError, match="the hands of all seats"):
        Game(replace(record, hands=record.hands[1:]))


def test_the_game_knows_the_hands() -> None:
    record = random_game(random.Random(1), SEATS[:4], dealer="Ann", limit=5)
    game = Game(record.with_events(()))
    for hand in record.hands:
        assert game.hand(hand.seat) == hand.cards
    assert dict(game.holder) == dealt(record)
    assert {game.size(seat) for seat in record.seats} == {12}


# -- mid-game starts ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", first(1, range(3)))
def test_games_cut_anywhere_are_legal(seed: int) -> None:
    rng = random.Random(seed)
    for record in seed_games(50 + seed, 150):
        moments = [state.at for state in states(record) if can_start_at(state)]
        if moments:
            cut = start_at(record, rng.choice(moments))
            judge(cut)


def test_a_cut_game_ends_the_same() -> None:
    record = random_game(random.Random(5), SEATS[:6], dealer="Ann")
    whole, cut = states(record)[-1], states(start_at(record, 60))[-1]
    assert (cut.score, cut.to_move) == (whole.score, whole.to_move)
    assert cut.books == whole.books


def test_a_cut_keeps_what_was_seen() -> None:
    record = random_game(random.Random(5), SEATS[:6], dealer="Ann", limit=60)
    cut: Record = start_at(record, len(record.events))
    assert states(cut)[-1].located == states(record)[-1].located
    assert cut.turn == states(record)[-1].turn
