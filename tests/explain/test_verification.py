"""What the verifier checks beyond the reasoning: a smaller set of causes, and what it may cost."""

from __future__ import annotations

from typing import Any

import pytest

from tracker.explain import consistency, verification
from tracker.explain.certificate import digest
from tracker.explain.verification import Verification, verify
from tracker.game.record import Record
from tracker.notation.text import loads


def document(record: Record, *because: dict[str, Any]) -> dict[str, Any]:
    """A certificate in the public view at the end that Bob has not the 2C."""
    return {
        "record": digest(record),
        "view": "public",
        "at": len(record.events),
        "conclusion": {"card": "2C", "seat": "Bob", "holds": False},
        "verdict": "proven",
        "because": list(because),
        "smallest": True,
    }


def checked(record: Record, *because: dict[str, Any]) -> tuple[tuple[str, ...], bool]:
    found: Verification = verification.verification(document(record, *because), record)
    return found.problems, found.smallest


def smaller(cause: str) -> tuple[tuple[str, ...], bool]:
    return (f"a smaller set of causes would do: {cause}",), False


TWO_OF_THREE_CLUBS = "Carl asks Dora 4C: no\nDora asks Ann 4C: no\n"
"""Carl has the 2C or the 3C, and so has Dora: Bob has neither."""
BY_EVENTS = ({"event": 1}, {"event": 2})

PUBLIC = loads(
    f"""\
rules: pagat, deck=custom
book reds: 2H 3H 4H
book clubs: 2C 3C 4C
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 1 Carl 2 Dora 1
turn: Carl
{TWO_OF_THREE_CLUBS}
Ann asks Bob 2H: yes
"""
)


def test_where_all_sizes_are_public_those_of_now_are_looked_at() -> None:
    """Bob holds no card any more. What is told by sizes of the deal is compared with its like."""
    assert checked(PUBLIC, *BY_EVENTS) == smaller('{"hand": "Bob"}')
    assert checked(PUBLIC, {"hand": "Bob"}) == ((), True)
    assert checked(PUBLIC, {"event": 3}, {"size": "Bob"}) == ((), True)
    not_said = verify({**document(PUBLIC, *BY_EVENTS), "smallest": False}, PUBLIC)
    assert not_said == ()


HIDDEN = loads(
    f"""\
rules: pagat, deck=custom, reveal=nothing
book reds: 2H 3H 4H
book clubs: 2C 3C 4C
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 0 Carl 3 Dora 1
turn: Carl
{TWO_OF_THREE_CLUBS}
Ann claims reds: Ann 2H 3H, Carl 4H: split
"""
)


def test_where_a_size_is_not_public_those_of_the_deal_are_looked_at() -> None:
    assert checked(HIDDEN, *BY_EVENTS) == smaller('{"size": "Bob"}')
    assert checked(HIDDEN, {"size": "Bob"}) == ((), True)


def test_where_there_are_too_many_sets_it_is_said_that_they_were_not_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PUBLIC has seven causes that may be among them: three events and four hands."""
    for most, expected in ((7, smaller('{"hand": "Bob"}')), (6, ((), False))):
        monkeypatch.setattr(verification, "MOST_SETS", most)
        assert checked(PUBLIC, *BY_EVENTS) == expected
        assert checked(PUBLIC, {"hand": "Bob"}) == ((), True)


def test_what_cannot_be_checked_is_not_said_to_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consistency, "TABLE_BITS", -1)
    (problem,), smallest = checked(PUBLIC, *BY_EVENTS)
    assert problem.startswith("it cannot be checked: not decided")
    assert not smallest
