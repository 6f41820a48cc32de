"""What happened is what is read: of sample logs, and of what may be changed in them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from tracker.analysis.check import check
from tracker.game.events import Claim, Pass
from tracker.game.record import Record
from tracker.notation import record_files
from tracker.notation.games import dumps_all
from tracker.notation.record_files import form_of, read, read_all

FIXTURES: Final = Path(__file__).parent / "fixtures"
SAMPLES: Final = {
    "fishai-pagat48-0.json": "fishai",
    "fishai-us54-next-0.json": "fishai",
    "fishlab.json": "fishlab",
    "fishlab-record.jsonl": "fishlab-record",
    "fishlab-transcript.jsonl": "fishlab",
    "kv-48any-0.json": "kv1514",
    "kv-48bluff-0.json": "kv1514",
}
"""The logs, and their forms; those of FishLab are of simulated games, in its way of writing."""


def as_bytes(document: Any) -> bytes:
    return json.dumps(document).encode()


@pytest.mark.parametrize(("name", "form"), SAMPLES.items())
def test_a_sample_log_gives_exactly_its_records(name: str, form: str) -> None:
    log, written = (FIXTURES / name).read_bytes(), (FIXTURES / name).with_suffix(".lit")
    records = read_all(log, name, form)
    assert records == record_files.load_all(written)
    assert dumps_all(records).encode() == written.read_bytes()
    assert form_of(log) == form
    assert not any(map(check, records))


def log_of(name: str) -> Any:
    """A sample log."""
    return json.loads((FIXTURES / f"{name}.json").read_bytes())


def test_of_a_view_one_hand_is_known() -> None:
    """That of the player who watched, worked back from what is left of it at the end."""
    log, whole = log_of("kv-48any-0"), record_files.load(FIXTURES / "kv-48any-0.lit")
    del log["hands"]
    seen = read(as_bytes(log | {"player": 4, "hand": [], "hand_counts": [0] * 6}), "log", "kv1514")
    assert seen == replace(whole, hands=(whole.hands[4],))


def test_a_shorter_history_in_a_transcript_is_of_another_game() -> None:
    log = (FIXTURES / "fishlab-transcript.jsonl").read_bytes()
    unsaid = b"\n".join(line for line in log.splitlines() if b"new_game" not in line)
    games = read_all(unsaid, "log")
    assert [game.events for game in games] == [game.events for game in read_all(log, "log")]


def test_a_bot_whose_name_cannot_be_seen_has_a_number() -> None:
    log = log_of("fishai-us54-next-0")
    log["meta"]["bots"] = ["\u3164", *(f"bot {seat}" for seat in "abcde")]
    assert read(as_bytes(log), "log").seats[:2] == ("S0", "bot_a-1")


def test_what_is_not_shown_stays_hidden() -> None:
    name = "fishai-pagat48-0"
    log, whole = log_of(name), record_files.load(FIXTURES / f"{name}.lit")
    for event in log["events"]:
        event.pop("actualHolders", None)
    log["events"] = [event for event in log["events"] if event["type"] != "player_out"]
    record = read(as_bytes(log), "log")
    hidden = tuple(replace(e, shown=None) if isinstance(e, Claim) else e for e in whole.events)
    assert record.events == hidden != whole.events
    assert record.rules == replace(whole.rules, reveal="nothing")


def test_a_claim_that_shows_nothing_and_scores_for_the_others() -> None:
    log = log_of("kv-48any-0")
    del log["hands"]
    number = next(i for i, event in enumerate(log["history"]) if event["type"] == "claim")
    del log["history"][number + 1 :], log["history"][number]["revealed"]
    log["history"][number]["winner"] = 1 - log["history"][number]["winner"]
    record = read(as_bytes(log), "log")
    assert str(record.events[-1]).endswith(": opponents")
    assert record.rules.reveal == "nothing"


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
