"""What is wrong with a log is said with the number of its event; nothing else is ever raised."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any, Final

import pytest

from tests.notation.foreign.test_faithful import FIXTURES, as_bytes
from tracker.analysis.check import check
from tracker.errors import NotationError
from tracker.game.events import Ask
from tracker.notation.foreign.log import LogProblem
from tracker.notation.record_files import FORMATS, read, read_all, read_each

FISHLAB: Final = json.loads((FIXTURES / "fishlab.json").read_bytes())
FISHAI: Final = json.loads((FIXTURES / "fishai-us54-next-0.json").read_bytes())
KV: Final = json.loads((FIXTURES / "kv-48any-0.json").read_bytes())


def lines_of(name: str, number: int) -> list[Any]:
    """The first lines of a log that has one document a line."""
    lines = (FIXTURES / name).read_bytes().splitlines()
    return [json.loads(line) for line in lines[:number]]


RECORD_FILE: Final = lines_of("fishlab-record.jsonl", 2)
"""The lines of a record file: its header, and a game."""
TRANSCRIPT: Final = lines_of("fishlab-transcript.jsonl", 5)
"""A greeting, a deal, and the state after half the game."""


def problems_of(data: bytes, form: str) -> list[LogProblem]:
    with pytest.raises(NotationError) as caught:
        read_all(data, "log", form)
    found = [problem for problem in caught.value.problems if isinstance(problem, LogProblem)]
    assert len(found) == len(caught.value.problems)
    return found


def changed(log: Any, change: Callable[[Any], object]) -> Any:
    log = copy.deepcopy(log)
    change(log)
    return log


def first(log: Any, **wanted: Any) -> int:
    """The index of the first event that has these values."""
    events = log.get("events", log.get("history"))
    return next(i for i, e in enumerate(events) if wanted.items() <= e.items())


CLAIM: Final = first(FISHAI, type="claim")
MISS: Final = first(FISHLAB, t="ask", success=False)
WRONG: Final = first(FISHLAB, t="declare", success=False)
LAST: Final = [RECORD_FILE[1]["events"][-1]]
OVER: Final = len(RECORD_FILE[1]["events"]) + 1


def set_in(*path: Any, value: Any) -> Callable[[Any], object]:
    """A change of one value of a log."""

    def change(log: Any) -> None:
        for key in path[:-1]:
            log = log[key]
        log[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("form", "log", "change", "event", "said"),
    [
        ("fishai", FISHAI, set_in("events", 3, "card", value="ZZ"), 4, "such as 5H or TD"),
        ("fishai", FISHAI, set_in("events", 3, "card", value=7), 4, "card: found 7"),
        ("fishai", FISHAI, set_in("events", 3, "asker", value=6), 4, "asker: found 6"),
        ("fishai", FISHAI, set_in("events", 3, "asker", value=True), 4, "asker: found true"),
        ("fishai", FISHAI, set_in("events", 3, "hit", value=1), 4, "hit: found 1 (expected true"),
        ("fishai", FISHAI, set_in("events", 3, "type", value="asks"), 4, 'found "asks"'),
        ("fishai", FISHAI, set_in("events", 3, "type", value="burp"), 4, "d, ask, claim, pass"),
        ("kv1514", KV, set_in("history", 3, "type", value="burp"), 4, "expected ask, claim, pass)"),
        ("fishai", FISHAI, set_in("events", 3, "type", value=["ask"]), 4, 'found ["ask"]'),
        ("fishai", FISHAI, set_in("events", 3, "mood", value=1), 4, 'found "mood"'),
        ("fishai", FISHAI, set_in("events", 3, value=7), 4, "found 7 (expected an object): 7"),
        ("fishai", FISHAI, lambda log: log["events"][3].pop("card"), 4, "'card' is missing"),
        ("fishai", FISHAI, lambda log: log["events"].pop(0), 1, "begins with 'game_started'"),
        ("fishai", FISHAI, set_in("events", CLAIM, "outcome", value="void"), CLAIM + 1, "correct"),
        ("fishai", FISHAI, set_in("events", CLAIM, "book", value="MID-C"), CLAIM + 1, "of MID-C"),
        ("fishai", FISHAI, set_in("events", CLAIM, "assignments", value={}), CLAIM + 1, "six"),
        ("fishai", FISHAI, lambda log: log["events"].append(log["events"][1]), 105, "the end"),
        ("fishai", FISHAI, set_in("meta", "variant", value="us60"), None, '"us60"'),
        ("fishai", FISHAI, lambda log: log.update(version=2), None, "version: found 2"),
        ("fishai", FISHAI, lambda log: log["hands"][1].pop(), None, "expected 9 or more items"),
        ("fishai", FISHAI, set_in("hands", 1, 0, value="6C"), None, "stands twice"),
        ("kv1514", KV, set_in("history", 13, "winner", value=1), 14, "'correct'"),
        ("kv1514", KV, set_in("history", 13, "half_suit", value=8), 14, "'8C' is not a card"),
        ("kv1514", KV, set_in("history", 13, "declared", value=[0]), 14, "found [0]"),
        ("kv1514", KV, set_in("history", 0, "t", value="ask"), 1, 't: found "t"'),
        ("kv1514", KV, set_in("meta", "rules", "variant", value="52"), None, 'variant: found "52"'),
        ("kv1514", KV, set_in("meta", "rules", "blitz", value=True), None, "'blitz' is not a key"),
        ("kv1514", KV, lambda log: log["meta"].pop("rules"), None, "rules: found null"),
        ("fishlab", FISHLAB, set_in("history", MISS, "counts", 2, value=0), MISS + 1, "S2 has 0"),
        ("fishlab", FISHLAB, set_in("history", MISS, "counts", value=[9]), MISS + 1, "found [9]"),
        ("fishlab", FISHLAB, set_in("history", WRONG, "counts", value=[0] * 6), WRONG + 1, "taken"),
        ("fishlab", FISHLAB, set_in("history", WRONG, "set", value=9), WRONG + 1, "set: found 9"),
        ("fishlab", FISHLAB, lambda log: log.update(protocol="fishlab-v2"), None, "fishlab-v2"),
        ("fishlab", FISHLAB, lambda log: log.update(cards=["2S"]), None, "expected 54 or more"),
        ("fishlab-record", RECORD_FILE, set_in(0, "header", value=2), None, "header: found 2"),
        ("fishlab-record", RECORD_FILE, set_in(0, "cards", 0, value="9S"), None, "not the 54"),
        ("fishlab-record", RECORD_FILE, lambda log: log.pop(0), None, "begins with a header"),
        ("fishlab-record", RECORD_FILE, set_in(1, "events", 0, 0, value=5), 1, "t: found 5"),
        ("fishlab-record", RECORD_FILE, set_in(1, "events", 0, 7, 0, value=1), 1, "S0 has 1 cards"),
        ("fishlab-record", RECORD_FILE, set_in(1, "events", 0, value=[0, 1]), 1, "8 or more items"),
        ("fishlab-record", RECORD_FILE, lambda log: log[1]["events"].extend(LAST), OVER, "the end"),
        ("fishlab-record", RECORD_FILE, set_in(1, "dealt", 0, 0, value=54), None, "found 54"),
    ],
)  # fmt: skip
def test_a_problem_names_its_event(
    form: str, log: Any, change: Any, event: int | None, said: str
) -> None:
    broken = changed(log, change)
    whole = isinstance(broken, dict)
    lines = as_bytes(broken) if whole else b"\n".join(map(as_bytes, broken))
    found = problems_of(lines, form)[0]
    assert (found.event, said in found.message) == (event, True), found
    assert event is None or found.message.startswith(f"event {event}: ")


def test_an_event_has_both_its_numbers() -> None:
    """FishAI's first event is no event of a record, nor are those of players without cards."""
    index = max(i for i, event in enumerate(FISHAI["events"]) if event["type"] == "ask")
    (whole,) = read_all(as_bytes(FISHAI), "log", "fishai")
    number = next(n for n, event in enumerate(whole.events, 1) if event.log_event == index + 1)
    ask = whole.events[number - 1]
    assert isinstance(ask, Ask)
    wrong = replace(ask, target=ask.asker)
    record = whole.with_events((*whole.events[: number - 1], wrong))
    assert [one.event for one in check(record)] == [number] * len(check(record))
    assert all(one.message.endswith(f"(event {index + 1} of the log)") for one in check(record))


def test_one_broken_game_leaves_the_others() -> None:
    header, game = map(as_bytes, RECORD_FILE)
    broken = game.replace(b'"events": [[', b'"events": [[9')
    readings = list(read_each(BytesIO(b"\n".join((header, game, broken, game))), "log"))
    assert [reading.record is None for reading in readings] == [False, True, False]
    assert {problem.line for problem in readings[1].problems} == {3}
    with pytest.raises(NotationError, match=r"log:3:1: another game begins here \(expected one"):
        read(b"\n".join((header, game, game)), "log")
    for read_it in (read, read_all):
        with pytest.raises(NotationError, match="there is no game in this log"):
            read_it(header, "log")


def test_nothing_is_read_after_a_greeting_that_is_not_understood() -> None:
    broken = changed(TRANSCRIPT, set_in(0, "protocol", value="fishlab-json-v2"))
    (reading,) = read_each(BytesIO(b"\n".join(map(as_bytes, broken))), "log")
    assert 'protocol: found "fishlab-json-v2"' in reading.problems[0].message


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[]",
        b"{}",
        b"null",
        b'"x"',
        b"{}\n{}",
        b'{"events": 1, "history": 1, "meta": [], "hands": 7, "rules": 1}',
        b'{"history": {}, "rules": {}, "events": {}}',
        b'{"header": 1, "cards": []}',
        b'{"op": "hello", "cards": 3}\n{"op": "new_game"}\n{"state": 1}\n{"state": {}}',
        b'{"a": 1, "a": 2}',
        b'{"events": [' + b"[" * 100_000,
        b'{"history": ' + b"[" * 989 + b"]" * 989 + b"}",
        b'{"history": [' + b"9" * 100_000 + b"]}",
        b'{"history": [1e999, -1e999, NaN]}',
        b"x" * 5_000_000,
        b"\n" * 60_000,
        b"Player 0*\nCLAIM 0 AC",
        b"Player 99\nSuit.CLUBS: [A of C]\n1 5C",
    ],
)
def test_what_is_no_log(form: str, data: bytes) -> None:
    with pytest.raises(NotationError) as caught:
        read_all(data, "log", form)
    assert all(str(problem).isprintable() for problem in caught.value.problems)
    assert len(str(caught.value)) < 30_000


def test_a_line_that_is_no_message_ends_no_game() -> None:
    lines = [*map(as_bytes, TRANSCRIPT[:4]), b"null", *map(as_bytes, TRANSCRIPT[4:])]
    problem, game = read_each(BytesIO(b"\n".join(lines)), "log", "fishlab")
    assert (problem.line, problem.record) == (5, None)
    assert game.record is not None


def test_a_deal_that_cannot_be_read() -> None:
    broken = changed(TRANSCRIPT, set_in(2, "hand", 0, value="1C"))
    (problem,) = problems_of(b"\n".join(map(as_bytes, broken)), "fishlab")
    assert (problem.line, problem.event) == (3, None)
