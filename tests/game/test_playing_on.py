"""Events that people make: what they may hold, and how they are appended to a record."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from tracker.errors import IllegalEventError, NotationError, RecordError, WrongTypeError
from tracker.game import events
from tracker.game.events import (
    KINDS,
    Ask,
    Award,
    Claim,
    Decline,
    Event,
    Gap,
    HandSize,
    HandSizes,
    Now,
    Open,
    Pass,
    Show,
    actor,
)
from tracker.game.replay import replay_of
from tracker.notation.text import dumps, loads

RECORD = loads(
    """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
dealer: Ann

Ann asks Bob 2H: no
"""
)


def test_an_event_is_appended_and_the_record_stays() -> None:
    longer = RECORD.then(Ask("Bob", "Ann", "3S", "yes"))
    assert longer.events == (*RECORD.events, Ask("Bob", "Ann", "3S", "yes"))
    assert len(RECORD.events) == 1
    assert replay_of(longer).state().located == {"3S": "Bob"}
    assert replay_of(longer).state(1) is replay_of(RECORD).state(1)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (Ask("bob", "an", "♠3", "yes"), Ask("Bob", "Ann", "3S", "yes")),
        (Show("carl", ("3h",)), Show("Carl", ("3H",))),
        (HandSize("dora", 1), HandSize("Dora", 1)),
        (Award("REDS", None), Award("reds", None)),
        (
            Gap(Ask, ("bob", "an", Open(("♠3", "2s")), Open())),
            Gap(Ask, ("Bob", "Ann", Open(("2S", "3S")), Open())),
        ),
        (
            Claim("bob", "Reds", (("3H", "dora"), ("2h", "bob")), "correct"),
            Claim("Bob", "reds", (("2H", "Bob"), ("3H", "Dora")), "correct"),
        ),
    ],
)
def test_names_are_those_of_the_record(typed: Event, meant: Event) -> None:
    assert RECORD.then(typed).events[-1] == meant


@pytest.mark.parametrize("event", ["Bob asks Ann 3S: yes", Ask("Bob", "Ann", "3S", "yes")])
def test_a_record_plays_on_with_text_or_an_event(event: Event | str) -> None:
    longer = RECORD.then(event).then("Bob asks Carl 2S: no !")
    assert [dumps(longer).splitlines()[-2], longer.events[-1].irregular] == [
        "Bob asks Ann 3S: yes",
        True,
    ]
    assert len(RECORD.events) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Bob asks Ann 4S: no", "<text>:1:14: '4S' is not a card of this deck"),
        ("Bob asks Ann 3S: no\nAnn asks Bob 2H: no", "<text>:2:1: 2 statements"),
        ("", "<text>:1:1: 0 statements"),
        ("turn: Bob", "<text>:1:1: this is a line of the header"),
    ],
)
def test_a_text_that_is_not_one_event_says_where(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        RECORD.then(text)


def test_an_illegal_event_says_why() -> None:
    with pytest.raises(IllegalEventError) as caught:
        RECORD.then(Pass("Ann", "Bob"))
    codes = [violation.code for violation in caught.value.violations]
    assert codes == ["turn", "pass", "pass"]
    assert str(caught.value).startswith("it is Bob's turn, not Ann's; Ann still has cards")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.violations) == (str(caught.value), caught.value.violations)


def test_an_irregular_event_may_break_any_rule() -> None:
    out_of_turn = Ask("Carl", "Dora", "2S", "no", irregular=True)
    assert RECORD.then(out_of_turn).events[-1] == out_of_turn


@pytest.mark.parametrize(
    ("event", "error", "message"),
    [
        (Ask("Eve", "Ann", "3S", "no"), RecordError, "'Eve' is not a seat"),
        (Ask("Bob", "Ann", "4S", "no"), RecordError, "'4S' is not a card of this deck"),
        (Award("greens", "Ann"), RecordError, "'greens' is not a book"),
        (
            Claim("Bob", "reds", (("2H", "Bob"),), "correct"),
            RecordError,
            "no seat is named for 3H",
        ),
        (Decline(7), RecordError, "'7' is not a seat"),  # type: ignore[arg-type]
        (7, WrongTypeError, "is no event"),
        (Ask("Bob", "Ann", "?", "no"), RecordError, "says what no statement of its kind says"),
    ],
)
def test_what_is_not_in_the_game(event: Event, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        RECORD.then(event)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: Ask("Ann", "Bob", "5H", "maybe"), RecordError),  # type: ignore[arg-type]
        (lambda: Ask("Ann", "Bob", "5H", True), RecordError),  # type: ignore[arg-type]
        (lambda: HandSize("Ann", -1), RecordError),
        (lambda: HandSize("Ann", "3"), WrongTypeError),  # type: ignore[arg-type]
        (lambda: HandSize("Ann", True), WrongTypeError),
        (lambda: Show("Ann", ["5H"]), WrongTypeError),  # type: ignore[arg-type]
        (lambda: Claim("Ann", "reds", [], "correct"), WrongTypeError),  # type: ignore[arg-type]
        (lambda: Claim("Ann", "reds", (), "right"), RecordError),  # type: ignore[arg-type]
        (lambda: Award("reds", "Ann", {"2H": "Ann"}), WrongTypeError),  # type: ignore[arg-type]
    ],
)
def test_an_event_refuses_what_it_cannot_hold(
    make: Callable[[], Event], error: type[Exception]
) -> None:
    with pytest.raises(error, match="is not a"):
        make()


def test_every_kind_shows_how_to_make_one() -> None:
    for kind in KINDS:
        example = f"{kind.__name__}("
        assert kind.__doc__ is not None
        assert f"Example: ``{example}" in kind.__doc__
        code = kind.__doc__.split("Example: ``")[1].split("``")[0]
        assert isinstance(eval(code, vars(events)), kind)


def test_who_acts() -> None:
    assert actor(Decline("Ann")) == "Ann"
    assert actor(Award("reds", "Ann")) is None


def test_an_event_prints_as_its_statement() -> None:
    claim = Claim("Ann", "reds", (("3H", "Carl"), ("2H", "Ann")), "correct", irregular=True)
    assert str(claim) == "Ann claims reds: Carl 3H, Ann 2H: correct !"
    assert str(Ask("Ann", "Bob", "5H", "no")) == "Ann asks Bob 5H: no"
    assert [str(event) for event in RECORD.events] == ["Ann asks Bob 2H: no"]


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: RECORD.then(Show("Ann", ("2H", "h2"))), "'h2' stands twice here"),
        (lambda: RECORD.then(Now("Ann", ("2H", "2H"))), "'2H' stands twice here"),
        (lambda: RECORD.then(HandSizes((("Ann", 2), ("ann", 3)))), "'ann' stands twice here"),
        (lambda: RECORD.then(HandSizes((("Ann", -1),))), "-1 is not a number of cards"),
        (lambda: RECORD.then(Gap(Ask, ("Zoe", "Bob", "2H", Open()))), "'Zoe' is not a seat"),
        (lambda: RECORD.then(Gap(Ask, ("Ann", "Bob", "99H", Open()))), "'99H' is not a card"),
    ],
)
def test_what_no_record_can_say_is_refused(made: Callable[[], object], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        made()


def test_a_size_is_a_number() -> None:
    sizes: Any = (("Ann", "2"),)
    with pytest.raises(WrongTypeError, match="'2' is not a number of cards"):
        RECORD.then(HandSizes(sizes))
