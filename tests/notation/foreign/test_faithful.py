"""What happened is what is read: of sample logs, and of games logged as those programs would."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.marks import some
from tests.notation.foreign import logs
from tests.strategies import seeds
from tracker.analysis.check import check
from tracker.game.events import Ask, Claim, HandSize, Pass
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.notation import record_files, text
from tracker.notation.record_files import form_of, read, read_all, read_each

FIXTURES: Final = Path(__file__).parent / "fixtures"
SAMPLES: Final = {
    "fishai-pagat48-0": "fishai",
    "fishai-us54-next-0": "fishai",
    "kv-48any-0": "kv1514",
    "kv-48bluff-0": "kv1514",
}

games = settings(max_examples=some(15))


def as_bytes(document: Any) -> bytes:
    return json.dumps(document).encode()


@pytest.mark.parametrize(("name", "form"), SAMPLES.items())
def test_a_sample_log_gives_exactly_its_record(name: str, form: str) -> None:
    log = (FIXTURES / f"{name}.json").read_bytes()
    record = read(log, name, form)
    assert record == record_files.load(FIXTURES / f"{name}.lit")
    assert text.dumps(record).encode() == (FIXTURES / f"{name}.lit").read_bytes()
    assert form_of(log) == form
    assert not check(record)


@games
@given(
    seeds,
    st.sampled_from([("pagat", text.loads("seats: A B C D").rules), ("canadian-54", logs.US54)]),
)
def test_fishai(seed: int, variant: Any) -> None:
    preset, rules = variant
    game = replace(logs.play(seed, rules), preset=preset)
    log = as_bytes(logs.fishai(game))
    assert form_of(log) == "fishai"
    assert read(log, "log") == game


@games
@given(seeds, st.sampled_from(["48", "54"]), st.booleans(), st.booleans(), st.booleans())
def test_kv1514(seed: int, variant: str, any_time: bool, bluff: bool, opponent: bool) -> None:
    rules = logs.kv_rules(variant, any_time=any_time, bluff=bluff, opponent=opponent)
    game = logs.play(seed, rules)
    game = replace(game, preset="pagat" if variant == "48" else "canadian-54")
    log = as_bytes(logs.kv1514(game))
    assert read(log, "log", "kv1514") == game
    observer = seed % 6
    seen = read(as_bytes(logs.kv1514(game, observer=observer)), "log", "kv1514")
    assert seen == replace(game, hands=(game.hands[observer],))


def without_sizes(record: Record) -> Record:
    told = tuple(event for event in record.events if not isinstance(event, HandSize))
    return record.with_events(told)


@games
@given(seeds)
def test_fishlab(seed: int) -> None:
    game = logs.play_fishlab(seed)
    log = as_bytes(logs.fishlab(game))
    record = read(log, "log", "fishlab")
    assert without_sizes(record) == begun(game)
    assert_sizes_are_told(record)


def begun(game: Record) -> Record:
    """The game with a dealer only where an ask or a pass shows who begins."""
    acted = any(isinstance(event, Ask | Pass) for event in game.events)
    return game if acted else replace(game, dealer=None)


def assert_sizes_are_told(record: Record) -> None:
    """After every event, everyone knows how many cards each player holds."""
    hands = logs.Hands(record)
    for event, (_, state) in zip(record.events, pairwise(states(record)), strict=True):
        hands.apply(event)
        if isinstance(event, HandSize):
            assert event.size == hands.sizes[hands.number[event.seat]]
        following = record.events[state.at : state.at + 1]
        if not (following and isinstance(following[0], HandSize)):
            assert list(state.sizes.values()) == hands.sizes
    assert not check(record)


@games
@given(seeds, seeds)
def test_a_transcript_of_fishlab(seed: int, other: int) -> None:
    played = [logs.play_fishlab(s) for s in (seed, other)]
    seat = seed % 6
    log = logs.fishlab_transcript(played, seat, random.Random(other)).encode()
    assert form_of(log) == "fishlab"
    for record, game in zip(read_all(log, "log"), played, strict=True):
        assert without_sizes(record) == begun(replace(game, hands=(game.hands[seat],)))


def test_a_shorter_history_in_a_transcript_is_of_another_game() -> None:
    played = [logs.play_fishlab(seed) for seed in (1, 2)]
    log = logs.fishlab_transcript(played, 0, random.Random(1)).splitlines()
    unsaid = "\n".join(line for line in log if "new_game" not in line).encode()
    found = [without_sizes(record).events for record in read_all(unsaid, "log")]
    assert found == [game.events for game in played]


@games
@given(seeds, seeds)
def test_a_record_file_of_fishlab(seed: int, other: int) -> None:
    played = [logs.play_fishlab(s) for s in (seed, other)]
    log = logs.fishlab_record(played).encode()
    assert form_of(log) == "fishlab-record"
    readings = list(read_each(BytesIO(log), "log"))
    assert [(reading.number, reading.line) for reading in readings] == [(1, 2), (2, 3)]
    for record, game in zip(read_all(log, "log"), played, strict=True):
        assert without_sizes(record) == begun(game)
        assert_sizes_are_told(record)


def test_a_log_without_a_dealt_hand_has_none() -> None:
    log = logs.fishai(logs.play(1, logs.US54))
    log["hands"][2] = None
    assert [hand.seat for hand in read(as_bytes(log), "log").hands] == [
        "S0",
        "S1",
        "S3",
        "S4",
        "S5",
    ]
    del log["hands"]
    assert read(as_bytes(log), "log").hands == ()


def test_a_bot_whose_name_cannot_be_seen_has_a_number() -> None:
    log = logs.fishai(logs.play(1, logs.US54))
    log["meta"]["bots"] = ["\u3164", *(f"bot {seat}" for seat in "abcde")]
    assert read(as_bytes(log), "log").seats[:2] == ("S0", "bot_a-1")


def test_what_is_not_shown_stays_hidden() -> None:
    game = next(
        game
        for game in (logs.play(seed, text.loads("seats: A B C D").rules) for seed in range(100))
        if any(isinstance(e, Claim) and e.outcome == "opponents" for e in game.events)
    )
    for log, key, holders in (
        (logs.fishai(game), "events", "actualHolders"),
        (logs.kv1514(game), "history", "revealed"),
    ):
        for event in log[key]:
            event.pop(holders, None)
        log[key] = [event for event in log[key] if event["type"] not in ("player_out", "endgame")]
        record = read(as_bytes(log), "log")
        hidden = tuple(replace(e, shown=None) if isinstance(e, Claim) else e for e in game.events)
        assert record.events == hidden
        assert record.rules == replace(game.rules, reveal="nothing")


def test_an_old_log_that_sends_the_turn_to_the_other_team() -> None:
    """A claim out of turn took the last card of the player at turn; the next seat went on."""
    log = emptied_by_claims_out_of_turn({"LOW-C": 4, "LOW-D": 4}, 2)
    log["events"].append({"type": "ask", "asker": 3, "target": 4, "card": "5S", "hit": False})
    record = read(as_bytes(log), "log")
    assert passes(record) == [Pass("S2", "S3", irregular=True)]
    assert not check(record)
    log["events"][-1] |= {"asker": 0, "target": 1, "card": "8S", "hit": True}
    record = read(as_bytes(log), "log")
    assert passes(record) == []
    assert not check(record)


def test_an_old_log_sends_the_turn_on_where_one_of_the_team_has_cards() -> None:
    log = emptied_by_claims_out_of_turn({"LOW-C": 4, "LOW-D": 4, "LOW-H": 4}, 2, 4)
    log["events"].append({"type": "ask", "asker": 1, "target": 0, "card": "8C", "hit": True})
    record = read(as_bytes(log), "log")
    assert passes(record) == [Pass("S2", "S1", irregular=True)]
    assert not check(record)


def passes(record: Record) -> list[Pass]:
    return [event for event in record.events if isinstance(event, Pass)]


def emptied_by_claims_out_of_turn(claims: dict[str, int], *out: int) -> dict[str, Any]:
    """A log of ``us54`` in which S4 claims half-suits while S2 is at turn.

    Args:
        claims: the half-suits, with who claims them.
        out: who has no cards left then.
    """
    low = {suit: [rank + suit for rank in "234567"] for suit in "CDHS"}
    high = {suit: [rank + suit for rank in "9TJQKA"] for suit in "CDHS"}
    eights = ["8C", "8D", "8H", "8S", "XR", "XB"]
    hands = [
        [*high["H"], *eights[:3]],
        [*high["S"], *eights[3:]],
        [*low["C"], *low["D"][:3]],
        [*high["C"], *low["S"][:3]],
        [*low["D"][3:], *low["H"]],
        [*high["D"], *low["S"][3:]],
    ]
    dealt = {card: seat for seat, hand in enumerate(hands) for card in hand}
    books = {f"LOW-{suit}": cards for suit, cards in low.items()}
    events: list[dict[str, Any]] = [{"type": "game_started", "startingSeat": 2}]
    for book, claimer in claims.items():
        holders = {card: dealt[card] for card in books[book]}
        claim = {"type": "claim", "claimer": claimer, "book": book, "outcome": f"team{claimer % 2}"}
        events.append({**claim, "assignments": holders, "actualHolders": holders})
    events += [{"type": "player_out", "seat": seat} for seat in out]
    return {"meta": {"variant": "us54"}, "hands": hands, "events": events}
