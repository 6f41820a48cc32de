"""The JSON form: what the schema says, what is read, and what is said of broken documents."""

from __future__ import annotations

import copy
import json
from importlib.resources import files
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.notation.arbitrary_records import records
from tests.notation.test_comments import KEPT
from tests.notation.test_read_at_random import CUSTOM
from tests.notation.test_round_trip import SAMPLE
from tracker.errors import NotationError
from tracker.game.cards import DECKS
from tracker.game.events import KINDS, own_fields
from tracker.game.record import Record
from tracker.game.rules import PRESETS, VALUES
from tracker.notation import record_json, text

SCHEMA: Final[dict[str, Any]] = json.loads(
    files("tracker.notation").joinpath("record.schema.json").read_text(encoding="utf-8")
)
VALIDATOR: Final = Draft202012Validator(SCHEMA)
MINIMAL: Final[dict[str, Any]] = {
    "format": "literature-record",
    "version": 1,
    "seats": ["Ann", "Bob", "Carl", "Dora"],
    "events": [{"type": "ask", "asker": "Ann", "target": "Bob", "card": "5H", "answer": "no"}],
}
DOCUMENTS: Final[tuple[dict[str, Any], ...]] = (
    MINIMAL,
    *(record_json.to_data(text.loads(body)) for body in (SAMPLE, KEPT, CUSTOM)),
)


def problems_of(data: object) -> list[str]:
    with pytest.raises(NotationError) as caught:
        record_json.from_data(data, "data")
    assert all(str(problem).isprintable() for problem in caught.value.problems)
    return [str(problem).removeprefix("data:1:1: ") for problem in caught.value.problems]


def changed(**changes: Any) -> dict[str, Any]:
    return {**MINIMAL, **changes}


def with_event(**event: Any) -> dict[str, Any]:
    return changed(events=[event])


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == Draft202012Validator.META_SCHEMA["$id"]


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


@settings(max_examples=40, deadline=None)
@given(records())
def test_what_is_written_fits_the_schema(record: Record) -> None:
    VALIDATOR.validate(json.loads(record_json.dumps(record)))


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
NO8: Final = "(no8: 2–7 and 9–A)"
NO8_BOOKS: Final = f"(expected {', '.join(DECKS['no8'].by_name)})"
FOUR: Final = "(expected Ann, Bob, Carl, Dora)"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, ["found null (expected an object)"]),
        ([], ["found an array (expected an object)"]),
        ({}, ["the key 'format', 'version', 'seats', 'events' is missing"]),
        (changed(format="x"), ["format: this is not the format (expected 'literature-record')"]),
        (changed(version=2), ["version: this is not a known version (expected 1)"]),
        (changed(version=True), ["version: found true or false (expected a whole number)"]),
        (
            changed(version=1.0),
            ["version: found a number with a fraction (expected a whole number)"],
        ),
        (changed(seats="Ann"), ["seats: found a string 'Ann' (expected an array)"]),
        (changed(seats=["Ann"]), ["seats: found 1 seat (expected 4, 6, 8, 10, 12, 14, 16)"]),
        (
            changed(seats=["Ann", "B b", "Carl", 4]),
            ["seats[3]: found a whole number (expected a string)"],
        ),
        (changed(dealer="ann"), [f"dealer: 'ann' is not a seat {FOUR}; did you mean 'Ann'?"]),
        (changed(tags={"title": "a\nb"}), [r"tags.title: '\n' cannot stand in a line"]),
        (
            changed(tags={"date": "#1"}),
            ["tags.date: '#' begins a comment and cannot stand in a tag"],
        ),
        (
            changed(rules={"preset": "Pagat", "reveal": "some", "deck": 1}),
            ["rules.deck: found a whole number (expected a string)"],
        ),
        (
            changed(rules={"reveal": "ALL"}),
            [
                "rules.reveal: 'ALL' is not a value of reveal (expected all, nothing); "
                "did you mean 'all'?"
            ],
        ),
        (
            changed(sizes={"Ann": 12, "Bob": 12, "Carl": 12, "Dora": 13}),
            ["sizes: 'sizes' adds up to 49 cards, but 48 are in play"],
        ),
        (changed(sizes={"Ann": 10**30}), ["sizes.Ann: the number is too large"]),
        (
            changed(hands=[{"seat": "Ann", "cards": ["2C", "2C", "Z9"], "whole": False}]),
            [
                "hands[0].cards[1]: '2C' stands twice in this hand",
                f"hands[0].cards[2]: 'Z9' is not a card of this deck {NO8}",
            ],
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
                "books[0].name: 'asks it' cannot name a book: it begins like an event",
                "books[1].cards[0]: '5H' stands in 'asks it' already",
            ],
        ),
        (
            changed(teams=[["Ann", "Carl"], ["Bob", "Zed"]], settled=[{"book": "x", "seat": None}]),
            [
                f"settled[0].book: 'x' is not a book {NO8_BOOKS}",
                f"teams[1][1]: 'Zed' is not a seat {FOUR}",
            ],
        ),
        (changed(closing=["a\0"]), [r"closing[0]: '\x00' cannot stand in a line"]),
        (changed(closing=["\ud800"]), [r"closing[0]: '\ud800' cannot stand in a line"]),
        (
            changed(event=[]),
            [
                "event: 'event' is not a key here (expected format, version, seats, events, tags, "
                "rules, books, teams, dealer, sizes, hands, settled, turn, header_comments, "
                "closing); did you mean 'events'?"
            ],
        ),
        (changed(events=[3]), ["events[0]: found a whole number (expected an object)"]),
        (with_event(), ["events[0]: the key 'type' is missing"]),
        (
            with_event(type="asks"),
            [
                "events[0].type: 'asks' is not a type of event (expected ask, claim, pass, "
                "hand-size, show, challenge, decline, award, give, hand-sizes, now, "
                "missing); did you mean 'ask'?"
            ],
        ),
        (
            with_event(type="give", giver="Ann", receiver="Bo", card="5h"),
            [
                f"events[0].receiver: 'Bo' is not a seat {FOUR}; did you mean 'Bob'?",
                f"events[0].card: '5h' is not a card of this deck {NO8}",
            ],
        ),
        (
            with_event(type="ask", asker="Ann", target="Bob", card=5, answer="y"),
            [
                "events[0].card: found a whole number (expected a string)",
                "events[0].answer: 'y' is not an answer (expected yes, no or surrender)",
            ],
        ),
        (
            with_event(type="decline", seat=None, irregular=1, above="x"),
            [
                "events[0].seat: found null (expected a string)",
                "events[0].irregular: found a whole number (expected true or false)",
                "events[0].above: found a string 'x' (expected an array)",
            ],
        ),
        (
            with_event(type="show", seat="Ann", cards=[]),
            ["events[0].cards: an empty array (expected at least one card)"],
        ),
        (
            with_event(type="hand-size", seat="Ann", size=49),
            ["events[0].size: '49' is not a number of cards (expected 0 to 48)"],
        ),
        (
            with_event(**{**CLAIM, "holdings": {**CLAIM["holdings"], "9H": "Ann", "7C": "Zed"}}),
            [
                f"events[0].holdings.7C: 'Zed' is not a seat {FOUR}",
                "events[0].holdings.9H: '9H' is not a card of low clubs (2C 3C 4C 5C 6C 7C)",
            ],
        ),
        (
            with_event(**CLAIM, shown={"2C": "Ann"}),
            [
                "events[0].shown: no seat is named for 3C 4C 5C 6C 7C "
                "(expected every card of low clubs (2C 3C 4C 5C 6C 7C))"
            ],
        ),
        (
            with_event(**{**CLAIM, "outcome": "right", "\x1b": 1}),
            [
                r"events[0]['\x1b']: '\x1b' is not a key here (expected type, claimant, book, "
                "holdings, outcome, shown, irregular, above, comment)",
                "events[0].outcome: 'right' is not an outcome "
                "(expected correct, split, opponents or cancelled)",
            ],
        ),
    ],
)
def test_problems(data: object, expected: list[str]) -> None:
    assert sorted(problems_of(data)) == sorted(expected)


def test_keys_that_no_json_has() -> None:
    assert problems_of(dict([*MINIMAL.items(), (1, 2)])) == ["'1' is no key (expected a string)"]
    assert problems_of(changed(closing=(1,))) == ["closing: found no JSON (expected an array)"]


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        ("", "1:1: this is not JSON: Expecting value"),
        (
            '{\n "a": 1,\n}',
            "3:1: this is not JSON: Expecting property name enclosed in double quotes",
        ),
        ('{\n "a": 1,\n "a": 2}', "3:7: a: this key stands twice"),
        ('{"a": {"b": 1, "b": 2}}', "1:21: a.b: this key stands twice"),
        ("[" * 10 + '{"b": 1, "b": 2}' + "]" * 10, "1:1: a key stands twice in an object"),
        (
            '{"a": {"b": 1, "b": 2}, ]',
            "1:25: this is not JSON: Expecting property name enclosed in double quotes",
        ),
        ("[NaN]", "1:1: NaN is not a number of JSON"),
        ("[-Infinity]", "1:1: -Infinity is not a number of JSON"),
        ("9" * 9999, "1:1: the number '" + "9" * 39 + "…' is too large"),
        ("[" * 100_000, "1:1: this is nested too deeply for a record"),
        ("[" * 20 + "]" * 20, "1:1: found an array (expected an object)"),
        ("1e999", "1:1: found a number with a fraction (expected an object)"),
        ("\0", r"1:1: '\x00' stands in no text (is this a binary file?)"),
        (b"\xff", "1:1: byte 0xff at offset 0 is not UTF-8 (expected a text file saved as UTF-8)"),
    ],
)
def test_what_is_no_document(document: str | bytes, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        record_json.loads(document, "game.json")
    assert str(caught.value) == f"game.json:{problem}"


def test_problems_have_their_place_in_the_text() -> None:
    document = record_json.dumps(text.loads(SAMPLE))
    broken = document.replace('"5H", "answer"', '"Z9", "answer"').replace('"to"', '"tu"')
    with pytest.raises(NotationError) as caught:
        record_json.loads(broken, "game.json")
    (problem,) = caught.value.problems
    line = broken.splitlines()[problem.line - 1]
    assert line[problem.column - 1 :].startswith('"Z9"')


@st.composite
def mutated_data(draw: st.DrawFn) -> Any:
    """A valid document with some of its values replaced, removed or put elsewhere."""
    data = copy.deepcopy(draw(st.sampled_from(DOCUMENTS)))
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
    words = st.sampled_from(["Ann", "2C", "low clubs", "yes", "split", "ask", "", "seat", "shown"])
    junk = leaves | words | st.lists(words, max_size=3) | st.dictionaries(words, leaves, max_size=2)
    for _ in range(draw(st.integers(1, 3))):
        place, key = draw(st.sampled_from(_places(data)))
        if draw(st.booleans()):
            place[key] = draw(junk)
        elif isinstance(place, dict) and draw(st.booleans()):
            place[draw(words)] = place.pop(key)
        else:
            del place[key]
        if not _places(data):
            break
    return data


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Every container in the data with each of its keys or indices."""
    keys = list(data) if isinstance(data, dict) else []
    keys = list(range(len(data))) if isinstance(data, list) else keys
    return [(data, key) for key in keys] + [p for key in keys for p in _places(data[key])]


@settings(max_examples=250, deadline=None)
@given(mutated_data())
def test_what_breaks_the_schema_is_not_read(data: Any) -> None:
    try:
        record = record_json.from_data(data)
    except NotationError:
        return
    VALIDATOR.validate(data)
    assert record_json.from_data(record_json.to_data(record)) == record
    assert text.loads(text.dumps(record)) == record
