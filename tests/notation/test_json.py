"""The JSON form: what the schema says, what is read, and what is said of broken documents."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from tests.notation.test_round_trip import SAMPLE
from tracker.errors import NotationError
from tracker.game.events import KINDS, own_fields
from tracker.game.rules import PRESETS, VALUES
from tracker.notation import record_json, text

SCHEMA: Final[dict[str, Any]] = json.loads(
    files("tracker.notation").joinpath("record.schema.json").read_text(encoding="utf-8")
)
MINIMAL: Final[dict[str, Any]] = {
    "format": "literature-record",
    "version": 1,
    "seats": ["Ann", "Bob", "Carl", "Dora"],
    "events": [{"type": "ask", "asker": "Ann", "target": "Bob", "card": "5H", "answer": "no"}],
}


def problems_of(data: object) -> list[str]:
    with pytest.raises(NotationError) as caught:
        record_json.from_data(data, "data")
    assert all(str(problem).isprintable() for problem in caught.value.problems)
    return [str(problem).removeprefix("data:1:1: ") for problem in caught.value.problems]


def changed(**changes: Any) -> dict[str, Any]:
    return {**MINIMAL, **changes}


def with_event(**event: Any) -> dict[str, Any]:
    return changed(events=[event])


LOGS: Final = json.loads(
    files("tracker.notation.foreign").joinpath("logs.schema.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("schema", [SCHEMA, LOGS], ids=["records", "logs"])
def test_the_schema_is_one(schema: Any) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


def test_the_schema_knows_the_rules() -> None:
    assert SCHEMA["properties"]["rules"]["properties"] == {
        "preset": {"enum": list(PRESETS)},
        **{key: {"enum": list(values)} for key, values in VALUES.items()},
    }


def test_the_schema_knows_the_events() -> None:
    common = ["irregular", "above", "comment"]
    for kind in KINDS:
        keys = own_fields(kind)
        event = SCHEMA["$defs"][kind.kind.replace("-", "_") + "_event"]
        assert list(event["properties"]) == ["type", *keys, *common]
        assert event["required"] == ["type", *(key for key in keys if key != "shown")]


def test_a_document_written_by_hand() -> None:
    assert text.dumps(record_json.from_data(MINIMAL)) == (
        "rules: pagat\nseats: Ann Bob Carl Dora\n\nAnn asks Bob 5H: no\n"
    )


def test_the_written_form_is_readable() -> None:
    assert (
        record_json.dumps(text.loads("seats: A B C D\nhand A: 2C ...\nB has 3"))
        == """\
{
  "format": "literature-record",
  "version": 1,
  "rules": {"preset": "pagat"},
  "seats": ["A", "B", "C", "D"],
  "hands": [
    {"seat": "A", "cards": ["2C"], "whole": false}
  ],
  "events": [
    {"type": "hand-size", "seat": "B", "size": 3}
  ]
}
"""
    )


CLAIM: Final[dict[str, Any]] = {
    "type": "claim",
    "claimant": "Ann",
    "book": "low clubs",
    "holdings": dict.fromkeys(["2C", "3C", "4C", "5C", "6C", "7C"], "Ann"),
    "outcome": "correct",
}
FOUR: Final = "(expected Ann, Bob, Carl, Dora)"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, ["found null (expected an object)"]),
        ([], ["found [] (expected an object)"]),
        (
            {},
            [
                "the key 'format' is missing",
                "the key 'version' is missing",
                "the key 'seats' is missing",
                "the key 'events' is missing",
            ],
        ),
        (changed(format="x"), ['format: found "x" (expected literature-record)']),
        (changed(version=2), ["version: found 2 (expected 1)"]),
        (changed(version=True), ["version: found true (expected 1)"]),
        (
            changed(version=1.0),
            ["version: found 1.0 (expected 1)"],
        ),
        (changed(seats="Ann"), ['seats: found "Ann" (expected an array)']),
        (changed(seats=["Ann"]), ['seats: found ["Ann"] (expected 4 or more items)']),
        (
            changed(seats=["Ann", "B b", "Carl", 4]),
            [
                (
                    'seats[1]: found "B b" (expected letters and digits of any script, '
                    "'_', '-' and '.')"
                ),
                "seats[3]: found 4 (expected a string)",
            ],
        ),
        (
            changed(dealer="ann"),
            ['dealer: as text this means "Ann", but that is not what stands here'],
        ),
        (
            changed(tags={"title": "a\nb"}),
            ["tags.title: found \"a\\nb\" (expected text of one line, without '#')"],
        ),
        (
            changed(tags={"date": "#1"}),
            ["tags.date: found \"#1\" (expected text of one line, without '#')"],
        ),
        (
            changed(rules={"preset": "Pagat", "reveal": "some", "deck": 1}),
            [
                (
                    'rules.preset: found "Pagat" (expected pagat, wikipedia-2006, '
                    "canadian-54, india-52, quartets, either-team-48, team-turn-48); "
                    "did you mean 'pagat'?"
                ),
                'rules.reveal: found "some" (expected all, nothing)',
                (
                    "rules.deck: found 1 (expected no8, no2, no7, full52, jokers54, "
                    "quartets52, custom)"
                ),
            ],
        ),
        (
            changed(rules={"reveal": "ALL"}),
            ["rules.reveal: found \"ALL\" (expected all, nothing); did you mean 'all'?"],
        ),
        (
            changed(sizes={"Ann": 12, "Bob": 12, "Carl": 12, "Dora": 13}),
            ["sizes: 'sizes' adds up to 49 cards, but 48 are in play"],
        ),
        (
            changed(sizes={"Ann": 10**30}),
            ["sizes.Ann: found 1000000000000000000000000000000 (expected 54 or less)"],
        ),
        (
            changed(hands=[{"seat": "Ann", "cards": ["2C", "2C", "Z9"], "whole": False}]),
            ['hands[0].cards: found ["2C", "2C", "Z9"] (expected no item twice)'],
        ),
        (
            changed(header_comments={"hand Ann": {"beside": "x"}}),
            [
                "header_comments['hand Ann']: 'hand Ann' is not a line of this header "
                "(expected rules, seats)"
            ],
        ),
        (
            changed(
                rules={"deck": "custom"},
                books=[{"name": "asks it", "cards": ["5H"]}, {"name": "b", "cards": ["5H", "6H"]}],
            ),
            [
                "books[0]: 'asks it' cannot name a book: it begins like an event",
                "books[1]: '5H' stands in 'asks it' already",
            ],
        ),
        (
            changed(teams=[["Ann", "Carl"], ["Bob", "Zed"]], settled=[{"book": "x", "seat": None}]),
            [
                "teams: 'Zed' is not a seat (expected Ann, Bob, Carl, Dora)",
                (
                    "settled[0]: 'x' is not a book (expected low clubs, high clubs, "
                    "low diamonds, high diamonds, low hearts, high hearts, low spades, "
                    "high spades)"
                ),
            ],
        ),
        (
            changed(closing=["a\0"]),
            [
                (
                    'closing[0]: found "a\\u0000" (expected one line of text: a '
                    "comment, without its '#')"
                )
            ],
        ),
        (
            changed(closing=["\ud800"]),
            [
                (
                    'closing[0]: found "\\ud800" (expected one line of text: a comment, '
                    "without its '#')"
                )
            ],
        ),
        (
            changed(event=[]),
            [
                (
                    "event: 'event' is not a key here (expected format, version, tags, "
                    "rules, books, seats, teams, dealer, sizes, hands, settled, turn, "
                    "header_comments, events, closing); did you mean 'events'?"
                )
            ],
        ),
        (changed(events=[3]), ["events[0]: found 3 (expected an object)"]),
        (with_event(), ["events[0]: the key 'type' is missing"]),
        (
            with_event(type="asks"),
            [
                (
                    'events[0].type: found "asks" (expected ask, claim, pass, '
                    "hand-size, show, challenge, decline, award, give, hand-sizes, "
                    "now, missing); did you mean 'ask'?"
                )
            ],
        ),
        (
            with_event(type="give", giver="Ann", receiver="Bo", card="5h"),
            ['events[0].card: found "5h" (expected a card, such as 5H, 10D or RJ)'],
        ),
        (
            with_event(type="ask", asker="Ann", target="Bob", card=5, answer="y"),
            [
                "events[0].card: found 5 (expected a string)",
                'events[0].answer: found "y" (expected yes, no, surrender)',
            ],
        ),
        (
            with_event(type="decline", seat=None, irregular=1, above="x"),
            [
                "events[0].seat: found null (expected a string)",
                "events[0].irregular: found 1 (expected true or false)",
                'events[0].above: found "x" (expected an array)',
            ],
        ),
        (
            with_event(type="show", seat="Ann", cards=[]),
            ["events[0].cards: found [] (expected 1 or more items)"],
        ),
        (
            with_event(type="hand-size", seat="Ann", size=49),
            ["events[0]: '49' is not a number of cards (expected 0 to 48)"],
        ),
        (
            with_event(**{**CLAIM, "holdings": {**CLAIM["holdings"], "9H": "Ann", "7C": "Zed"}}),
            [
                "events[0]: 'Zed' is not a seat (expected Ann, Bob, Carl, Dora)",
                "events[0]: '9H' is not a card of low clubs (2C 3C 4C 5C 6C 7C)",
            ],
        ),
        (
            with_event(**CLAIM, shown={"2C": "Ann"}),
            [
                "events[0]: no seat is named for 3C 4C 5C 6C 7C "
                "(expected every card of low clubs (2C 3C 4C 5C 6C 7C))"
            ],
        ),
        (
            with_event(**{**CLAIM, "outcome": "right", "\x1b": 1}),
            [
                (
                    'events[0].outcome: found "right" (expected correct, split, '
                    "opponents, cancelled)"
                ),
                (
                    "events[0]['\\x1b']: '\\x1b' is not a key here (expected type, "
                    "claimant, book, holdings, outcome, shown, irregular, above, "
                    "comment)"
                ),
            ],
        ),
    ],
)
def test_problems(data: object, expected: list[str]) -> None:
    assert sorted(problems_of(data)) == sorted(expected)


def test_keys_that_no_json_has() -> None:
    (problem,) = problems_of(dict([*MINIMAL.items(), (1, 2)]))
    assert problem.startswith("1: '1' is not a key here")
    assert problems_of(changed(closing=(1,))) == ["closing: found [1] (expected an array)"]


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ("", "1:1: this is not JSON: Expecting value"),
        ('{\n "a" 1}', "2:6: this is not JSON: Expecting ':' delimiter"),
        ('{\n "a": 1,\n "a": 2}', "1:1: the key 'a' stands twice in an object"),
        ('{"a": {"b": 1, "b": 2}}', "1:1: the key 'b' stands twice in an object"),
        ("[" * 10 + '{"b": 1, "b": 2}' + "]" * 10, "1:1: the key 'b' stands twice in an object"),
        (
            '{"a": {"b": 1, "b": 2}, ]',
            "1:1: the key 'b' stands twice in an object",
        ),
        ("[NaN]", "1:1: NaN is not a number of JSON"),
        ("[-Infinity]", "1:1: -Infinity is not a number of JSON"),
        ("9" * 9999, "1:1: the number '" + "9" * 39 + "…' is too large"),
        ("[" * 100_000, "1:1: this is nested too deeply for a record"),
        (
            "[" * 20 + "]" * 20,
            ("1:1: found [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]] (expected an object)"),
        ),
        ("1e999", "1:1: found Infinity (expected an object)"),
        ("\0", r"1:1: '\x00' stands in no text (is this a binary file?)"),
        (b"\xff", "1:1: byte 0xff at offset 0 is not UTF-8 (expected a text file saved as UTF-8)"),
    ],
)
def test_what_is_no_document(document: str | bytes, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        record_json.loads(document, "game.json")
    assert str(caught.value) == f"game.json:{problem}"


def test_problems_name_the_event() -> None:
    document = record_json.dumps(text.loads(SAMPLE))
    broken = document.replace('"5H", "answer"', '"5S", "answer"').replace('"Ann"', '"ann"', 1)
    with pytest.raises(NotationError) as caught:
        record_json.loads(broken, "game.json")
    assert caught.value.problems
    assert all((p.line, p.column) == (1, 1) for p in caught.value.problems)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "decline", "seat": "Ann asks Bob 5H: no #"},
        {"type": "challenge", "challenger": "Ann", "book": "low hearts\nAnn declines"},
        {"type": "challenge", "challenger": "Ann", "book": "low hearts # x"},
        {"type": "challenge", "challenger": "Ann", "book": "low hearts !"},
        {"type": "challenge", "challenger": "Ann", "book": "LH"},
        {"type": "award", "book": "low hearts", "seat": "nobody"},
        {"type": "award", "book": "low hearts to Ann; shown Ann rest", "seat": "Bob"},
        {"type": "pass", "passer": "Ann", "receiver": "carl"},
        {"type": "pass", "passer": "?", "receiver": "Carl"},
        {"type": "pass", "passer": "Bob/Ann", "receiver": "Carl"},
    ],
)
def test_no_name_says_more_than_a_name(event: dict[str, Any]) -> None:
    """What the reader of text would understand in a name is not what the document says."""
    found = problems_of(with_event(**event))
    assert found
    assert all(problem.startswith("events[0]") for problem in found)


@pytest.mark.parametrize("hands", ["any 1 one_of 3", "one_of 3", "any 1"])
def test_players_called_as_the_keys_of_what_is_open(hands: str) -> None:
    record = text.loads(f"seats: any one_of C D\nhands: {hands}")
    assert record_json.loads(record_json.dumps(record)) == record


@pytest.mark.parametrize("field", ["holdings", "shown"])
def test_holdings_that_are_not_all(field: str) -> None:
    """A card that is not named is with nobody, not with whoever has the rest."""
    event = {**CLAIM, "shown": CLAIM["holdings"], "outcome": "split"}
    (problem,) = problems_of(with_event(**{**event, field: {"2C": "Ann", "3C": "Ann"}}))
    assert problem.startswith("events[0]: ")
