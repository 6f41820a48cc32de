"""What an event contradicts that everyone saw, worked out by hand; and conflicts in no time."""

from __future__ import annotations

import pytest

from tests import SAMPLES
from tests.explain.test_conflict import check_conflict, leaves_a_deal
from tracker.explain import Conflict, conflict, conflicts
from tracker.knowledge.facts import EventCause
from tracker.notation.record_files import load
from tracker.notation.text import loads

HEADER = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
sizes: Ann 2 Bob 3 Carl 2 Dora 1
turn: Ann

"""


def last_conflict(events: str) -> Conflict:
    """The conflict at the last event, the others left out."""
    return conflicts(loads(HEADER + events))[-1]


@pytest.mark.parametrize(
    ("events", "background"),
    [
        # The 2H is with Ann since event 1, with Bob since 3, and Bob has no longer the 3H.
        ("Ann asks Bob 2H: yes\nAnn asks Bob 3S: no\nBob asks Ann 2H: yes\nAnn shows 2H", (3,)),
        # Either card would do: the one that is left is looked up.
        ("Ann asks Bob 2H: yes\nAnn asks Bob 2S: yes\nAnn shows 3C\nDora shows 2H 2S", (2,)),
        # What has been laid down is with nobody.
        (
            "Ann asks Bob 2H: yes\nAnn asks Bob 3H: yes\nAnn claims reds: Ann 2H 3H 4H: correct\n"
            "Ann asks Bob 2S: no\nBob asks Ann 4H: yes",
            (3,),
        ),
        # Cards of two half-suits: what laid each of them down.
        (
            "Ann claims reds: Ann 2H 3H, Carl 4H: correct\nBob has 3\n"
            "Carl claims blacks: Carl 2S 3S 4S: opponents; shown Bob 2S 3S, Carl 4S\n"
            "Dora shows 2H 2S",
            (1, 3),
        ),
        # A number of cards: all that changed the hand, from the last time that it was told.
        ("Ann asks Bob 2H: yes\nAnn has 3\nAnn asks Bob 3H: yes\nBob has 2", (1, 3)),
        ("Ann asks Bob 2H: yes\nBob has 2\nAnn asks Bob 3H: yes\nAnn shows 2H\nBob has 2", (2, 3)),
    ],
)
def test_what_everyone_saw(events: str, background: tuple[int, ...]) -> None:
    """That takes no search."""
    number = 1 + events.count("\n")
    expected = Conflict(number, (EventCause(number),), True, background)
    assert conflicts(loads(HEADER + events), limit=0)[-1] == expected


@pytest.mark.parametrize(
    "asked", ["Ann asks Bob 2H: no\nBob asks Ann 2H: no", "Ann asks Bob 2H: yes"]
)
def test_what_nobody_saw_has_no_background(asked: str) -> None:
    """Dora holds one card; what was seen of others is none of it."""
    found = last_conflict(f"{asked}\nDora shows 3C 2S")
    assert len(found.because) > 1
    assert found.background == ()


@pytest.mark.parametrize("name", ["contradiction", "counting-contradiction", "own-hand"])
def test_beyond_the_limit_a_conflict_is_one_but_perhaps_not_the_smallest(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With some grace none of it can be left out; without any, it is still a conflict."""
    record = load(SAMPLES / "broken" / f"{name}.lit")
    for grace in (1_000, 0):
        monkeypatch.setattr(conflict, "GRACE_QUESTIONS", grace)
        for found in conflicts(record, limit=0):
            assert not found.smallest
            assert EventCause(found.event) in found.because
            assert not leaves_a_deal(record, found.because)
            if grace > 0:
                check_conflict(record, found)
