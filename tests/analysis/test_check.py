"""What ``check`` says of small records, worked out by hand."""

from __future__ import annotations

from tracker.analysis.check import check
from tracker.game.events import Ask
from tracker.knowledge.facts import EventCause
from tracker.notation.text import loads

HEADER = """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
dealer: Ann

"""
ONE = HEADER + "Ann asks Bob 2H: no\nBob asks Ann 3H: no !\n"
"""Who asked for the 2H has the 3H, which she then denies."""


def test_one_contradiction_is_explained_and_can_be_mended() -> None:
    (problem,) = [one for one in check(loads(ONE)) if one.code == "contradiction"]
    assert problem.event == 2
    assert problem.conflict == (EventCause(1), EventCause(2))
    mends = [one.mend for one in problem.suggestions]
    assert {(mend.kind, mend.event) for mend in mends} >= {("answer", 2)}
    assert mends[0].new == Ask("Bob", "Ann", "3H", "yes", irregular=True)


def test_of_two_contradictions_only_the_first_can_be_mended() -> None:
    """Each is explained; ways out are for the first, as if the second were not there."""
    record = loads(ONE + "Ann asks Dora 2H: no\nDora asks Ann 3H: no !\n")
    first, second = [one for one in check(record) if one.code == "contradiction"]
    assert (first.event, second.event) == (2, 4)
    assert first.suggestions
    assert first.conflict == (EventCause(1), EventCause(2))
    assert second.conflict == (EventCause(1), EventCause(4))
    assert second.suggestions == ()
